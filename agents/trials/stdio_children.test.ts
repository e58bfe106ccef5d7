/** Children on pipes that die, hang or write rubbish in the middle of a league: they lose, and no other player does. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { eventsIn } from '../../SHARED/league_sdk/ledger/text.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { league } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
/** Each does in its first move what it has to show; P04, P05 and P06 play. */
const STRATEGIES = {
  P01: "process.kill(process.pid, 'SIGKILL');",
  P02: "process.kill(process.pid, 'SIGSTOP');",
  P03: "setInterval(() => writeSync(1, 'rubbish\\n'.repeat(500)), 1);",
};

const TIMEOUTS = {
  move_timeout_sec: 3,
  game_join_timeout_sec: 3,
  notify_timeout_sec: 3,
  generic_response_timeout_sec: 3,
};

let folder: string;
let run: { readonly code: number | null; readonly err: string };
let events: readonly LeagueEvent[];
let matches: RoundsFile['rounds'][number]['matches'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  const config = join(folder, 'config');
  await writeTestConfig(nodeDisk(), config, { [`leagues/${LEAGUE}.json`]: { timeouts: TIMEOUTS } });
  const files = Object.entries(STRATEGIES).map(async ([id, misdeed]) => {
    const path = join(folder, `${id}.ts`);
    const decide = `({ moves }) => { ${misdeed} return moves[0]; }`;
    await writeFile(
      path,
      `import { writeSync } from 'node:fs';\nexport const strategy = { name: '${id}', decide: ${decide} };\n`,
    );
    return path;
  });
  const strategies = [...(await Promise.all(files)), 'random', 'random', 'random'].join(',');
  const where = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs'), '--config', config];
  const players = ['--players', '6', '--strategies', strategies];
  const program = league('run', '--transport', 'stdio', '--strict', ...players, ...where);
  try {
    await program.says(/Champion/);
    run = { code: await program.ended(), err: program.err() };
  } finally {
    await program.end();
  }
  const home = join(folder, 'data', 'leagues', LEAGUE);
  const ledger = eventsIn<LeagueEvent>(await readFile(join(home, 'ledger.jsonl'), 'utf8'));
  if (!ledger.ok) throw new Error(ledger.error.detail);
  events = ledger.value.lines.flat();
  const { rounds } = JSON.parse(await readFile(join(home, 'rounds.json'), 'utf8')) as RoundsFile;
  matches = rounds.flatMap((round) => round.matches);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const isGood = (id: string) => id > 'P03';
const between = (good: 0 | 1 | 2) =>
  matches.filter(({ player_a, player_b }) => [player_a, player_b].filter(isGood).length === good);

test('the league ends, and all of it is as it was played', async () => {
  expect(run.code, run.err).toBe(0);
  expect(matches).toHaveLength(15);
  expect((await typed('verify', '--data', join(folder, 'data'))).out).toContain('All is as it was played.');
});

test('who behaves wins every match against who does not, and plays all others', () => {
  const lost = between(1).filter(({ status }) => status === 'TECHNICAL_LOSS');
  // Whatever P03 said before it went mad counts.
  expect(lost.length).toBeGreaterThanOrEqual(8);
  for (const { player_a, player_b, winner } of lost) expect(winner).toBe(isGood(player_a) ? player_a : player_b);
  expect(between(2)).toHaveLength(3);
  expect(between(2).map(({ status }) => status)).not.toContain('TECHNICAL_LOSS');
});

test.each([
  ['P01', 'was killed', 'unreachable'],
  ['P02', 'hangs', 'timeout'],
  ['P03', 'writes rubbish for ever', 'unreachable'],
])('%s, which %s, loses for that reason', (id, _what, cause) => {
  const own = events.flatMap((event) =>
    event.type === 'match_decided' ? event.result.details.faults.filter(({ player_id }) => player_id === id) : [],
  );
  expect(own.length).toBeGreaterThan(2);
  // On a busy machine anybody may be late before it comes to its misdeed, and whoever asks it may be later than its end.
  expect(own.map((fault) => fault.cause)).toContain(cause);
});

test('nobody waits for a match of those who misbehave but who plays in it', () => {
  const order = events.flatMap((event) => (event.type === 'match_decided' ? [event.match_id] : []));
  const hung = matches.filter(({ player_a, player_b }) => player_a === 'P02' || player_b === 'P02');
  for (const { match_id } of between(2)) {
    const late = hung.find((other) => other.match_id.split('M')[0] === match_id.split('M')[0]);
    if (late !== undefined) expect(order.indexOf(match_id)).toBeLessThan(order.indexOf(late.match_id));
  }
});

test('the launcher says on stderr who was lost, who hangs and who was cut off, a line each', () => {
  expect(run.err).toMatch(/league: player P01 ended too early, by SIGKILL/);
  expect(run.err).toMatch(/league: player P03 wrote a line on stdout that is no JSON-RPC; ignored/);
  expect(run.err).toMatch(/league: player P03 is cut off: it writes nothing that means anything/);
  expect(run.err).toMatch(
    /league: player P02: no answer of this process for 10 s, as when a strategy never returns; it/,
  );
  // Who was ended because all was over is no loss.
  expect(run.err).not.toMatch(/P02 ended/);
  expect(run.err.trimEnd().split('\n').length).toBeLessThan(8);
});
