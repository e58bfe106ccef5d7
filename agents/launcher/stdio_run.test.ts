/** `league run --transport stdio`: many players in a few processes, an end by force, and going on after it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventsIn } from '../../SHARED/league_sdk/ledger/text.ts';
import type { LeagueEvent } from '../league_manager/events.ts';
import { league, type Program, ran, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
/** So many share two processes. */
const PLAYERS = 18;
const MATCHES = (PLAYERS * (PLAYERS - 1)) / 2;

let folder: string;
let where: readonly string[];
const programs: Program[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  where = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
});
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.end()));
  await rm(folder, { recursive: true, force: true });
});

async function results(): Promise<readonly LeagueEvent[]> {
  const text = await readFile(join(folder, 'data', 'leagues', LEAGUE, 'ledger.jsonl'), 'utf8').catch(() => '');
  const read = eventsIn<LeagueEvent>(text);
  return read.ok ? read.value.lines.flat().filter(({ type }) => type === 'match_decided') : [];
}

async function interrupted(signal: NodeJS.Signals): Promise<Program> {
  const run = league('run', '--transport', 'stdio', '--players', String(PLAYERS), ...where);
  programs.push(run);
  await until('the first results', async () => ((await results()).length > 5 ? true : undefined));
  run.signal(signal);
  await run.ended();
  return run;
}

test.skipIf(process.platform === 'win32')(
  'a launcher that is killed leaves nobody behind, and its league goes on',
  async () => {
    await interrupted('SIGKILL');
    const before = await results();
    const { code, out, err } = await ran('resume', ...where);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/matches decided; starting the manager, 2 referees, 18 players\./);
    const after = await results();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(MATCHES);
    expect((await typed('verify', '--data', join(folder, 'data'))).code).toBe(0);
  },
);

test('Ctrl-C names the command that goes on, and a league that is being played cannot be joined', async () => {
  const run = league('run', '--transport', 'stdio', '--strategies', 'timeout', ...where);
  programs.push(run);
  await run.says(/round 1\/3/);
  const joined = await ran('resume', ...where);
  expect([joined.code, joined.err]).toEqual([
    1,
    expect.stringMatching(/^league: .* is being played by another league run.*\n$/),
  ]);
  run.signal('SIGINT');
  expect(await run.ended()).toBe(1);
  expect(run.err()).toContain(`go on with: npx league resume ${where.join(' ')}\n`);
});
