/** After the end of a league: the manager of a league with seats can be asked for a while, and nothing can be changed. */
import { afterEach, expect, test } from 'vitest';
import { operatorOf } from '../launcher/world/operator.ts';
import { seatedLeague } from './testing/seated_league.ts';

let league: Awaited<ReturnType<typeof seatedLeague>>;
afterEach(() => league.close());

const LINGER_MS = 300_000;
const BY_MCP = { holdMs: 50_000 };

/** A client has played the league to its end, and was told of it. */
async function playedOut(how: object = BY_MCP, kind: object = {}): Promise<string> {
  league = await seatedLeague({ keep: false, lingerMs: LINGER_MS });
  const joined = await league.ask('join_league', { display_name: 'Model', ...kind });
  const seat_token = String(joined['seat_token']);
  await league.start();
  await league.ask('wait_for_turn', { seat_token }, how);
  let word = await league.ask('make_move', { seat_token, match_id: 'R1M1', move: 'even' });
  while (word['status'] !== 'league_over') word = await league.ask('wait_for_turn', { seat_token });
  return seat_token;
}

const isOver = async () => {
  const { ended } = league.manager();
  return Promise.race([ended.then(() => true), league.clock.poll().then(() => false)]);
};

test('a manager with seats can be asked for as long as it says after its clients were told, and then ends', async () => {
  const seat_token = await playedOut();
  const before = league.clock.monotonic();
  await league.clock.advance(LINGER_MS - 1_000);
  expect(await isOver()).toBe(false);
  expect(league.lingered).toHaveLength(1);
  expect(await league.ask('my_standing', { seat_token })).toMatchObject({ league_status: 'completed', row: {} });
  expect(await league.ask('wait_for_turn', { seat_token })).toMatchObject({ status: 'league_over' });
  expect(await league.clock.runUntil(league.manager().ended)).toBe('the league is complete');
  expect(league.clock.monotonic() - before).toBeLessThan(LINGER_MS + 7_000);
});

test('nothing can be changed in that time: joins, moves, leaving and commands are refused, but for stop', async () => {
  const seat_token = await playedOut();
  await league.clock.advance(10_000);
  const join = await league.ask('join_league', { display_name: 'Late' });
  expect(join).toMatchObject({ failed: true, error_name: 'Registration closed' });
  expect(await league.ask('join_league', { display_name: 'Model', seat_token })).toMatchObject({ player_id: 'P02' });
  const move = await league.ask('make_move', { seat_token, match_id: 'R1M1', move: 'odd' });
  expect(move).toMatchObject({ failed: true, error_code: 'E007' });
  const leave = await league.ask('leave', { seat_token, confirm: true });
  expect(leave).toMatchObject({ failed: true, error_code: 'E007', error_description: /is over/ });
  const { league_id } = league.manager().league;
  const token = (await league.disk.read(`/data/leagues/${league_id}/operator.token`)) ?? '';
  const operator = operatorOf(league.worldOf('operator'), 'memory:LM01', async () => token.trim());
  const sequence = league.manager().league.sequence;
  const commanded = (...what: Parameters<typeof operator.ask>) =>
    league.clock.runUntil(operator.ask(...what).catch((thrown: Error) => thrown.message));
  // A start that is repeated is answered as it was the first time.
  expect(await commanded('START_LEAGUE', { league_id })).toMatchObject({ status: 'completed' });
  expect(await commanded('PAUSE_COMMAND', { league_id, action: 'pause' })).toMatch(/complete/);
  const agent = { league_id, agent_id: 'P02', action: 'suspend', reason: 'late' } as const;
  expect(await commanded('AGENT_COMMAND', agent)).toMatch(/complete/);
  expect(league.manager().league.sequence).toBe(sequence);
  const before = league.clock.monotonic();
  await commanded('SHUTDOWN_COMMAND', { league_id, reason: 'enough' });
  expect(await league.clock.runUntil(league.manager().ended)).toBe('enough');
  expect(league.clock.monotonic() - before).toBeLessThan(2_000);
  // The agents have ended long ago, and one that cannot be reached would keep the manager waiting.
  const log = (await league.disk.read(`/logs/league/${league_id}/league.log.jsonl`)) ?? '';
  expect(log.split('\n').filter((line) => line.includes('SHUTDOWN_SENT'))).toHaveLength(1);
});

test('a manager that is interrupted in that time ends at once', async () => {
  await playedOut();
  await league.clock.advance(60_000);
  const before = league.clock.monotonic();
  await league.clock.runUntil(league.manager().stop('interrupted'));
  expect(await league.manager().ended).toBe('interrupted');
  expect(league.clock.monotonic() - before).toBeLessThan(1_000);
});

test('a manager that is interrupted before its clients have asked how it ended waits for none of them', async () => {
  league = await seatedLeague({ keep: false, lingerMs: LINGER_MS });
  const seat_token = await league.seat('Model');
  await league.start();
  await league.ask('wait_for_turn', { seat_token }, BY_MCP);
  await league.ask('make_move', { seat_token, match_id: 'R1M1', move: 'even', wait_sec: 0 }, BY_MCP);
  await league.clock.advance(8_000);
  expect(league.lingered).toHaveLength(1);
  const before = league.clock.monotonic();
  await league.clock.runUntil(league.manager().stop('interrupted'));
  expect(league.clock.monotonic() - before).toBeLessThan(1_000);
});

test('without seats, and where every client has left, a league ends as soon as it is told', async () => {
  league = await seatedLeague({ ours: 2, keep: false, lingerMs: LINGER_MS });
  const seat_token = await league.seat('Model');
  await league.ask('leave', { seat_token, confirm: true }, BY_MCP);
  await league.start();
  await league.clock.runUntil(league.manager().ended);
  expect(league.lingered).toEqual([]);
});

test('a program that plays by plain JSON-RPC ends with its league, and nothing stays for it', async () => {
  await playedOut({});
  const before = league.clock.monotonic();
  await league.clock.runUntil(league.manager().ended);
  expect(league.lingered).toEqual([]);
  expect(league.clock.monotonic() - before).toBeLessThan(7_000);
});

test('a person may read on, by whatever way its moves came', async () => {
  await playedOut({}, { kind: 'human' });
  await league.clock.advance(LINGER_MS - 1_000);
  expect([await isOver(), league.lingered.length]).toEqual([false, 1]);
  expect(await league.clock.runUntil(league.manager().ended)).toBe('the league is complete');
});
