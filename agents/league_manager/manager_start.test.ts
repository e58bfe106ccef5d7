import { describe, expect, test } from 'vitest';
import { later } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { GAME, ids, LEAGUE, OPERATOR_TOKEN } from './testing/rehearsal.ts';
import { MANAGER, type Plays, stage } from './testing/rehearsal_stage.ts';

/** The first seat says even and the second odd, so that every match has a winner. */
const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});

const staged = () => stage({ clock: fakeClock(), judge, plays });
const FOUR = ids('P', 4);
const TWO = ids('REF', 2);
const OVER = 'the league is complete';

describe('START_LEAGUE', () => {
  test('is refused while there are too few players or no referee, and registration stays open', async () => {
    const { start, register, startLeague } = staged();
    const manager = unwrap(await start());
    const wrong = { message_type: 'LEAGUE_ERROR', error_code: 'E007' };
    expect(await startLeague()).toMatchObject({ ...wrong, error_name: 'INSUFFICIENT_PLAYERS' });
    await register('REF01');
    await register('P01');
    expect(await startLeague()).toMatchObject({ ...wrong, error_name: 'INSUFFICIENT_PLAYERS' });
    expect(manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
    expect(await register('P02')).toMatchObject({ status: 'ACCEPTED' });
  });

  test('counts the players the league wants, and at least two', async () => {
    const { start, register, startLeague } = staged();
    unwrap(await start({ file: { participants: { min_players: 3, max_players: 9 } } }));
    for (const id of ['REF01', 'P01', 'P02']) await register(id);
    expect(await startLeague()).toMatchObject({
      error_name: 'INSUFFICIENT_PLAYERS',
      error_description: '2 players are registered, at least 3 are needed',
    });
  });

  test('without a referee is NO_REFEREES', async () => {
    const { start, register, startLeague } = staged();
    unwrap(await start());
    for (const id of ['P01', 'P02']) await register(id);
    expect(await startLeague()).toMatchObject({ error_code: 'E007', error_name: 'NO_REFEREES' });
    await register('REF01');
    expect(await startLeague()).toMatchObject({ status: 'running' });
  });

  test('twice, or twice at once, starts it once', async () => {
    const { clock, start, assemble, referee, register, startLeague, ofType } = staged();
    const manager = unwrap(await start());
    await assemble(FOUR, []);
    await referee('REF01', () => undefined);
    await register('REF01');
    const answers = await Promise.all([startLeague(), startLeague()]);
    answers.push(await startLeague());
    const times = new Set(answers.map(({ timestamp: _time, conversation_id: _id, ...rest }) => JSON.stringify(rest)));
    expect(times.size).toBe(1);
    await clock.advance(1_000);
    expect(manager.league.rounds.size).toBe(1);
    expect(ofType('ROUND_ANNOUNCEMENT').filter(({ to }) => to === 'P01')).toHaveLength(1);
  });

  test('for another league, without a token, or by anybody but the operator is refused, and nothing happens', async () => {
    const { start, assemble, say, tokenOf } = staged();
    const manager = unwrap(await start());
    await assemble(FOUR, TWO);
    const codeOf = async (body: { league_id: string }, token?: string) =>
      (await say('START_LEAGUE', body, token))['error_code'];
    expect(await codeOf({ league_id: 'league_2024' }, OPERATOR_TOKEN)).toBe('E002');
    expect(await codeOf({ league_id: LEAGUE })).toBe('E011');
    expect(await codeOf({ league_id: LEAGUE }, 'op_guessed')).toBe('E012');
    expect(await codeOf({ league_id: LEAGUE }, tokenOf('P01'))).toBe('E006');
    expect(await codeOf({ league_id: LEAGUE }, tokenOf('REF01'))).toBe('E006');
    expect(manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
  });
});

describe('a league that starts by itself', () => {
  test('does so when the time to register is over, and tells who is missing', async () => {
    const { clock, start, assemble, logged } = staged();
    const expected = ['REF01', 'REF09', 'P01', 'P02', 'P03'];
    const manager = unwrap(await start({ settings: { expected, keep: true }, registrationTimeoutMs: 30_000 }));
    await assemble(['P01', 'P02'], ['REF01']);
    await clock.advance(29_999);
    expect(manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
    await clock.advance(1_000);
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    const late = (await logged()).filter(({ event_type }) => event_type === 'REGISTRATION_TIMEOUT');
    expect(late.map(({ details }) => details['agent_id'])).toEqual(['REF09', 'P03']);
  });

  test('stays open when it cannot, and says why', async () => {
    const { clock, start, assemble, startLeague, logged } = staged();
    const manager = unwrap(await start({ registrationTimeoutMs: 30_000 }));
    await assemble(['P01'], ['REF01']);
    await clock.advance(31_000);
    const refused = (await logged()).filter(({ event_type }) => event_type === 'START_REFUSED');
    expect(refused.map(({ details }) => details['reason'])).toEqual([
      '1 players are registered, at least 2 are needed',
    ]);
    await assemble(['P02'], []);
    expect(await startLeague()).toMatchObject({ status: 'running' });
    await clock.runUntil(manager.ended);
  });

  test('does not do so again when it was started in time', async () => {
    const { clock, start, assemble, startLeague, logged } = staged();
    unwrap(await start({ settings: { keep: true, expected: ['P09'] }, registrationTimeoutMs: 30_000 }));
    await assemble(['P01', 'P02'], ['REF01']);
    await startLeague();
    await clock.advance(60_000);
    const names = (await logged()).map(({ event_type }) => event_type);
    expect(names.filter((name) => name === 'LEAGUE_STARTED')).toHaveLength(1);
    expect(names).not.toContain('REGISTRATION_TIMEOUT');
  });

  const participants = { min_players: 2, max_players: 9, auto_start_players: 3 };

  test('does so when as many are in as it waits for', async () => {
    const { clock, start, assemble } = staged();
    const manager = unwrap(await start({ file: { participants } }));
    await assemble(['P01', 'P02'], ['REF01']);
    expect(manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
    await assemble(['P03'], []);
    expect(await clock.runUntil(manager.ended)).toBe(OVER);
  });

  test('also when the referee comes last', async () => {
    const { clock, start, assemble } = staged();
    const manager = unwrap(await start({ file: { participants } }));
    await assemble(['P01', 'P02', 'P03'], []);
    expect(manager.league.phase).toBe('WAITING_FOR_REGISTRATIONS');
    await assemble([], ['REF01']);
    expect(await clock.runUntil(manager.ended)).toBe(OVER);
  });
});

test('a registration without a JSON-RPC id registers nobody: its sender could not be told', async () => {
  const on = staged();
  const shown: string[] = [];
  const manager = unwrap(await on.start({ onUnreadable: (line) => void shown.push(line) }));
  const player_meta = { display_name: 'New', game_types: [GAME], contact_endpoint: 'memory:new' };
  const params = { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta };
  for (const method of ['register_player', 'mcp_message']) {
    const notice = JSON.stringify({ jsonrpc: '2.0', method, params });
    const reply = unwrap(await on.wire.send(MANAGER, notice, later(on.clock.monotonic(), 1_000)));
    expect(JSON.parse(reply.text ?? '')).toMatchObject({ id: null, error: { code: -32600 } });
  }
  await on.clock.advance(2_000);
  expect(manager.league.agents.size).toBe(0);
  expect(shown[0]).toMatch(
    /sent LEAGUE_REGISTER_REQUEST of “New” to .mcp .method register_player. that cannot be read: -32600, it has no JSON-RPC id/,
  );
  expect((await on.logged()).filter(({ event_type }) => event_type === 'MESSAGE_REFUSED')).toHaveLength(2);
});
