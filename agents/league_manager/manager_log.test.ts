import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { AgentLogLine, LEAGUE_EVENTS, type LeagueEventType, LeagueLogLine } from '../../SHARED/contracts/files/logs.ts';
import { fits } from '../../SHARED/contracts/validator.ts';
import { later } from '../../SHARED/core/clock.ts';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Disk } from '../../SHARED/league_sdk/disk/disk.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { LEAGUE, OPERATOR_TOKEN } from './testing/rehearsal.ts';
import { type Claim, MANAGER, PLACES, paths, type Stage, stage } from './testing/rehearsal_stage.ts';

/** Nobody is there, so that a referee's own word is in the log as well. */
const bothGone = ({ player_a, player_b }: JsonObject): Claim => ({
  moves: [],
  faults: [player_a, player_b].map((id) => ({ player_id: id as string, cause: 'unreachable', evidence: {} })),
});

/** Every event some source of the manager writes. */
const folder = new URL('./', import.meta.url);
const sources = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const written = new Set(
  sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\blog\('([A-Z_]+)'/g)].map(
      ([, event]) => event as string,
    ),
  ),
);

/** A league in which about everything happens: refusals, a bug, a restart, and a disk that is full in the end. */
async function eventful() {
  const on = stage({ clock: fakeClock(), judge, plays: bothGone });
  let isFull = false;
  let hasBug = false;
  let isQuiet = true;
  const disk: Disk = {
    ...on.disk,
    sync: async (path) =>
      isFull && path === paths.ledger(LEAGUE) ? Promise.reject(new Error('full')) : on.disk.sync(path),
  };
  const parts = {
    effects: { clock: on.clock, disk, transport: on.wire, entropy: seededEntropy(7), logs: USUAL_LOGS },
    judge: (...asked: Parameters<typeof judge>) => {
      if (hasBug) throw new Error('a bug');
      return judge(...asked);
    },
    settings: { expected: ['P09'] },
    file: { total_rounds: 99 },
  };
  const first = unwrap(await on.start({ ...parts, registrationTimeoutMs: 1_000 }));
  await on.clock.advance(1_000);
  await on.referee('REF01', (order) => (isQuiet ? undefined : bothGone(order)));
  await on.register('REF01');
  await on.assemble(['P01', 'P02'], []);
  for (const text of ['{"jsonrpc":', '{"jsonrpc":"2.0","method":"guess_again","id":1}'])
    await on.wire.send(MANAGER, text, later(on.clock.monotonic(), 1_000));
  await on.register('P03', { contact_endpoint: 'memory:nowhere' });
  await on.register('P04', { display_name: 'Agent P01' });
  const told = { league_id: LEAGUE, reason: 'tried' };
  await on.register('P05');
  for (const action of ['suspend', 'readmit', 'remove'])
    await on.asOperator('AGENT_COMMAND', { ...told, agent_id: 'P05', action });
  for (const action of ['pause', 'unpause']) await on.asOperator('PAUSE_COMMAND', { ...told, action });
  await on.startLeague();
  await on.clock.advance(1_000);
  const order = on.ofType('RUN_MATCH')[0]?.message as JsonObject;
  const report = on.reportOf(order, bothGone(order));
  hasBug = true;
  await on.say('MATCH_RESULT_REPORT', report, on.tokenOf('REF01'));
  hasBug = false;
  await on.say('MATCH_RESULT_REPORT', { ...report, round_id: 2 }, on.tokenOf('REF01'));
  await on.say('LEAGUE_QUERY', { query_type: 'GET_STANDINGS' });
  const query = { protocol: 'league.v2', message_type: 'LEAGUE_QUERY', sender: 'P01', query_type: 'GET_STANDINGS' };
  const bare = JSON.stringify({ ...query, auth_token: on.tokenOf('P01') });
  await on.wire.send(MANAGER, bare, later(on.clock.monotonic(), 1_000));
  await on.clock.advance(3_000);
  await first.stop('for a while');
  isQuiet = false;
  const second = unwrap(await on.start(parts));
  await on.clock.runUntil(second.ended);
  const third = unwrap(await on.start(parts));
  isFull = true;
  void on.register('P02');
  await on.clock.runUntil(third.ended);
  return { on, order };
}

/** A league of thirteen rounds in which nobody is ever there, but for one match and one agent that comes back. */
async function unreliable() {
  const PLAYED = 5;
  const players = Array.from({ length: 14 }, (_, i) => `P${String(i + 1).padStart(2, '0')}`);
  const plays = (order: JsonObject): Claim => {
    const [a, b] = [order['player_a'] as string, order['player_b'] as string];
    return order['match_id'] === `R${PLAYED}M1` ? { moves: [{ [a]: 'even', [b]: 'odd' }] } : bothGone(order);
  };
  const stands = stage({ clock: fakeClock(), judge, plays });
  const manager = unwrap(await stands.start());
  await stands.assemble(players, ['REF01']);
  await stands.register('REF01');
  await stands.startLeague();
  await stands.clock.runUntil(manager.ended);
  return stands.logged();
}

/** A league whose referee can run no match. */
async function paused(result: JsonObject = { details: { termination: 'referee_fault' } }, more: JsonObject = {}) {
  const stands = stage({ clock: fakeClock(), judge, plays: bothGone });
  const manager = unwrap(await stands.start());
  await stands.agent('REF01', {
    ROUND_ANNOUNCEMENT: () => ({ message_type: 'ROUND_ANNOUNCEMENT_ACK', round_id: 'one', status: 'acknowledged' }),
    RUN_MATCH: ({ league_id, match_id, assignment_epoch }) => {
      const about = { league_id, match_id, assignment_epoch } as JsonObject;
      void stands.say('MATCH_RESULT_REPORT', { ...about, result, ...more }, stands.tokenOf('REF01'));
      return { status: 'acknowledged' };
    },
  });
  await stands.register('REF01', { tickets: false });
  await stands.assemble(['P01', 'P02'], []);
  await stands.startLeague();
  await stands.clock.advance(600_000);
  await manager.stop('enough');
  return stands.logged();
}

let on: Stage<ReturnType<typeof fakeClock>>;
let order: JsonObject;
beforeAll(async () => {
  ({ on, order } = await eventful());
});

const textOf = (name: string) => [...on.disk.files()].find(([path]) => path.endsWith(name))?.[1] ?? '';
const linesOf = (name: string) =>
  textOf(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

test('the league log has every event that the manager can write, each in its shape and with its level', async () => {
  const refused = { winner: 'P77', score: {}, details: { moves: [] } };
  const unplayable = { details: { termination: 'referee_fault', game_fault: true } };
  const elsewhere = [
    ...(await unreliable()),
    ...(await paused()),
    ...(await paused(refused)),
    ...(await paused(unplayable, { leaving: true })),
  ];
  const lines = linesOf('league.log.jsonl');
  // The log itself says what is missing in it.
  expect(new Set([...written, 'LOG_LINES_MISSING'])).toEqual(new Set(Object.keys(LEAGUE_EVENTS)));
  const told = new Set([...lines, ...elsewhere].map(({ event_type }) => event_type));
  expect(told).toEqual(written);
  for (const line of lines) {
    expect(fits(LeagueLogLine, line)).toBe(true);
    expect(line).toMatchObject({
      component: 'league_manager',
      level: LEAGUE_EVENTS[line['event_type'] as LeagueEventType].level,
    });
  }
});

test('the agent log has every message, who it was with, and nothing of the choices', () => {
  const lines = linesOf('LM01.log.jsonl');
  for (const line of lines) {
    expect(fits(AgentLogLine, line)).toBe(true);
    expect(Object.values(line['details'] as JsonObject)).not.toContain(null);
  }
  expect(lines.find(({ message_type }) => message_type === 'RUN_MATCH')).toMatchObject({
    agent_id: 'LM01',
    direction: 'SENT',
    peer: 'REF01',
    details: { round_id: 1, match_id: 'R1M1', assignment_epoch: 1 },
  });
  expect(lines.find(({ message_type }) => message_type === 'MATCH_RESULT_REPORT')).toMatchObject({
    direction: 'RECEIVED',
    peer: 'REF01',
    details: { match_id: 'R1M1' },
  });
  expect(textOf('LM01.log.jsonl')).not.toMatch(/choice|moves|parity|drawn|score/);
});

test('registrations are noted under what the agent calls itself, and the answers under the id it is given', () => {
  const lines = linesOf('LM01.log.jsonl').filter(({ message_type }) => String(message_type).includes('_REGISTER_'));
  const peers = (direction: string) =>
    new Set(lines.filter((line) => line['direction'] === direction).map(({ peer }) => peer));
  expect(peers('RECEIVED')).toEqual(new Set(['somebody', 'P02']));
  expect(peers('SENT')).toEqual(new Set(['REF01', 'P01', 'P02', 'P03', 'P05', 'somebody']));
});

test('what cannot be read leaves one line each in the league log', () => {
  const lines = linesOf('league.log.jsonl').filter(({ event_type }) => event_type === 'MESSAGE_REFUSED');
  const unread = lines
    .map(({ details }) => details as JsonObject)
    .filter(({ error_code }) => String(error_code).startsWith('-'));
  expect(unread).toMatchObject([
    { message_type: 'unknown', error_code: '-32700', reason: 'not valid JSON', address: 'memory' },
    { message_type: 'guess_again', error_code: '-32601', address: 'memory' },
  ]);
});

test('no log has a token, a ticket, a secret or a seed in it', async () => {
  const secrets = [
    ...[...on.given.values()].flatMap(({ auth_token, manager_token }) => [auth_token, manager_token]),
    ...on.arrivals.flatMap(({ message }) => [message['auth_token'] as string, message['draw_seed'] as string]),
    ...(order['players'] as unknown as { ticket: string }[]).map(({ ticket }) => ticket),
    ((await on.disk.read(paths.secret(LEAGUE))) ?? '').trim(),
    OPERATOR_TOKEN,
  ].filter((secret) => secret !== undefined);
  expect(new Set(secrets).size).toBeGreaterThan(10);
  const logs = [...on.disk.files()].filter(([path]) => path.startsWith(PLACES.logs));
  expect(logs.map(([path]) => path.split('/').at(-1)).toSorted()).toEqual(['LM01.log.jsonl', 'league.log.jsonl']);
  for (const [path, text] of logs) {
    expect(text.length).toBeGreaterThan(1_000);
    for (const secret of secrets) expect(text.includes(secret), `${path} has ${secret}`).toBe(false);
    expect(text).not.toMatch(/tok_|tkt_|mgr_|op_|[0-9a-f]{64}/);
  }
});
