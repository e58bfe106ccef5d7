/** `league spar`: any player practises against strategies of ours, and is told how it went and what to mend. */
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CheckReport } from '../checker/report.ts';
import type { SparReport } from '../launcher/commands/spar.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { strategies } from '../player/strategies/strategies.ts';
import { league } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const folder = mkdtempSync(join(tmpdir(), 'league-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function spar(...words: readonly string[]): Promise<{ code: number; report: SparReport; err: string }> {
  const { code, out, err } = await typed('spar', ...words, '--json');
  return { code, report: JSON.parse(out) as SparReport, err };
}

const shortest = resolve(ROOT, 'SHARED', 'testing', 'stand_ins', 'shortest_player.mjs');
const PLAYERS: readonly (readonly [string, readonly string[]])[] = [
  ['a strategy by its file', [resolve(ROOT, 'agents', 'player_P02', 'strategy.ts')]],
  ['the strategy of the TypeScript kit', [resolve(ROOT, 'agents', 'launcher', 'kits', 'ts', 'strategy.ts')]],
  ['the strategy of the JavaScript kit', [resolve(ROOT, 'agents', 'launcher', 'kits', 'js', 'strategy.mjs')]],
  ['a strategy of another game', ['perfect_tic_tac_toe', '--game', 'tic_tac_toe']],
  ['a program', ['--command', `cd "${folder}" && "${process.execPath}" "${shortest}" "$LEAGUE_MANAGER" sparring`]],
];

test.each(PLAYERS)('%s meets every opponent as often as was said', async (_name, words) => {
  const { code, report, err } = await spar(...words, '--vs', 'random,mirror,slow', '-n', '3');
  expect(report.steps.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(report.against.map(({ opponent }) => opponent)).toEqual(['random', 'mirror', 'slow']);
  for (const { played, won, drawn, lost, forfeited, moves } of report.against) {
    expect({ played, sum: won + drawn + lost, forfeited }).toEqual({ played: 3, sum: 3, forfeited: 0 });
    expect(moves?.answers).toBeGreaterThanOrEqual(3);
    expect(moves?.median_ms).toBeLessThanOrEqual(moves?.max_ms ?? -1);
    expect(moves?.max_ms).toBeLessThan(moves?.limit_ms ?? 0);
  }
  expect(err).toContain('9/9 matches');
  expect(code).toBe(0);
});

test('the same seed gives the same practice', async () => {
  const results = async () => {
    const { report } = await spar('random', '--vs', 'random,frequency', '-n', '5', '--seed', 'again');
    return report.against.map(({ won, drawn, lost, points }) => ({ won, drawn, lost, points }));
  };
  expect(await results()).toEqual(await results());
});

test('a strategy that throws is told where, and has failed', async () => {
  const file = join(folder, 'careless.ts');
  await writeFile(file, 'export const strategy = ({ history }: any) => history[7].facts.drawn_number;\n');
  const run = await typed('spar', file, '--vs', 'random', '-n', '2');
  expect(run.code).toBe(1);
  expect(run.out).toContain('2 moves made for a strategy that failed');
  expect(run.out).toMatch(/FAIL 19\. decides by itself: 2 of 2 moves .*careless\.ts:1, TypeError/);
  expect(run.out).toContain('mend:');
});

test('a player that forfeits is told why, and what to change', async () => {
  const run = await typed('spar', 'crash', '--vs', 'random', '-n', '2');
  expect(run.code).toBe(1);
  expect(run.out).toMatch(/Forfeits\n {2}\d × bad answer.* in R1M1.*\n {6}To change: \w/);
  expect(run.out).toMatch(/\d violations? of the protocol\n {2}R1M1 {2}crash/);
  expect(run.out).toMatch(/Under "disqualify": it would be disqualified by condition \d/);
});

test('a player that never comes has played nothing, and the steps say why', async () => {
  const run = await typed('spar', '--command', 'echo "no module named player" >&2; exit 3');
  expect(run.code).toBe(1);
  expect(run.out).toMatch(/: 0 of 150 matches of even_odd in /);
  expect(run.out).toMatch(/FAIL {2}1\. registers: .*no module named player/);
});

test('a player elsewhere that does not register has not practised, and that is a failure', async () => {
  const run = await typed('spar', 'http://127.0.0.1:9/mcp', '--wait', '0');
  expect(run.code).toBe(1);
  expect(run.err).toMatch(/Start your player at http:\/\/127\.0\.0\.1:9\/mcp with the manager http/);
  expect(run.out).toContain('FAIL  1. registers: it has not registered here');
});

/** A player that answers whatever manager is behind a call, and registers with none. */
const unregistered = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse((await request.toArray()).join(''));
  const { match_id, player_id, conversation_id, timestamp } = params;
  const head = {
    protocol: 'league.v2',
    sender: `player:${player_id}`,
    timestamp,
    conversation_id,
    match_id,
    player_id,
  };
  const answers: { readonly [method: string]: object } = {
    handle_game_invitation: { message_type: 'GAME_JOIN_ACK', arrival_timestamp: timestamp, accept: true },
    choose_parity: { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'even' },
  };
  const result = answers[method] === undefined ? { status: 'ok' } : { ...head, ...answers[method] };
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
afterAll(() => unregistered.close());

test('a player that is running is called where it listens, without being started again', async () => {
  await once(unregistered.listen(0, '127.0.0.1'), 'listening');
  const { port } = unregistered.address() as AddressInfo;
  const { code, report, err } = await spar(`http://127.0.0.1:${port}/mcp`, '--vs', 'random', '-n', '3');
  expect(err).toContain(`A player listens at http://127.0.0.1:${port}/mcp: it is called there.`);
  expect(report.against).toMatchObject([{ opponent: 'random', played: 3, forfeited: 0 }]);
  expect({ code, failed: report.steps.filter(({ status }) => status === 'failed') }).toEqual({ code: 0, failed: [] });
});

test('a player of another manager is not blamed for refusing this one, and its user is told how to go on', async () => {
  const at = mkdtempSync(join(tmpdir(), 'league-'));
  const [data, logs] = [join(at, 'data'), join(at, 'logs')];
  const manager = league('manager', '--port', '0', '--data', data, '--logs', logs);
  const [, home = ''] = await manager.says(/listens at (\S+?)\. /);
  const player = league(
    'player',
    '--strategy',
    'random',
    '--manager',
    home,
    '--port',
    '0',
    '--data',
    data,
    '--logs',
    logs,
  );
  const [, there = ''] = await player.says(/at (http\S+) and is registered/);
  const run = await typed('spar', there, '--vs', 'random', '-n', '2');
  const check = await typed('check', there, '--wait', '1', '--json');
  expect([run.code, check.code]).toEqual([1, 0]);
  expect(run.out).toMatch(/: 0 of 2 matches/);
  expect(run.out).not.toMatch(/Forfeits|violation|joins a match/);
  expect(run.out).toContain('FAIL  1. registers: it plays for another manager, and refuses this one, as it should');
  expect(run.out).toMatch(/mend: .*--manager http:\/\/localhost:\d+\/mcp.*--port.*--wait/);
  const { steps, notes } = JSON.parse(check.out) as CheckReport;
  expect(notes.join(' ')).toContain('plays for another manager');
  expect(steps.find(({ name }) => name === 'joins a match')).toMatchObject({ status: 'skipped' });
  expect(check.err).toContain(`A player listens at ${there}`);
  expect(check.err).toMatch(/waited for 1 s/);
  await Promise.all([player.end(), manager.end()]);
  await rm(at, { recursive: true, force: true });
});

test('the help lists every strategy', async () => {
  const run = await typed('spar', '--help');
  expect(run.code).toBe(0);
  for (const name of strategies.keys()) expect(run.out).toContain(name);
});

test.each([
  [[], /name one player/],
  [['random', '--command', 'true'], /name one player/],
  [['bot.py'], /npx league spar --command 'python3 bot\.py'/],
  [['random', '--vs', 'randm'], /did you mean "random"/],
  [['random', '--vs', 'mirror,mirror'], /"mirror" twice/],
  [['random', '-n', '0'], /--matches takes a whole number/],
  [['http://'], /URL|http/],
  [['random', '--game', 'chess'], /chess/],
])('what was typed wrong is one line and exit code 2: %j', async (words, line) => {
  const run = await typed('spar', ...words);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(line);
  expect(run.err.trim().split('\n')).toHaveLength(1);
});
