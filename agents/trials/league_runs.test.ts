/** Leagues of other sizes and games, the same league twice, and what becomes of the one before. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import { memoryNetwork } from '../../SHARED/league_sdk/transport/memory.ts';
import { games } from '../../SHARED/testing/shipped_games.ts';
import { startInProcess } from '../launcher/processes/run_in_process.ts';
import { systemEffects } from '../launcher/world/installation.ts';
import type { Strategy } from '../player/strategy.ts';
import { freePortBase, ran } from './testing/rehearsal.ts';
import { shippedCast, shippedSettings, typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';

interface Printed {
  readonly league_id: string;
  readonly run_id: string;
  readonly seeded: boolean;
  readonly champion: { readonly player_id: string; readonly points: number };
  readonly standings: readonly { readonly player_id: string; readonly games_played: number; readonly points: number }[];
  readonly matches: readonly { readonly match_id: string; readonly status: string; readonly reason: string }[];
  readonly seconds: number;
}

let folder: string;
let folders: readonly string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  folders = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function played(...words: readonly string[]): Promise<Printed> {
  const { code, out, err } = await typed('run', '--in-process', '--json', ...folders, ...words);
  expect(code, err).toBe(0);
  return JSON.parse(out) as Printed;
}

const archived = () => readdir(join(folder, 'data', 'archive', LEAGUE));

test('twenty players share processes, and everybody meets everybody', async () => {
  const base = String(await freePortBase(2, 16));
  const { code, out, err } = await typed('run', '--players', '20', '--port-base', base, '--json', ...folders);
  expect(code, err).toBe(0);
  const { matches, standings } = JSON.parse(out) as Printed;
  expect(matches).toHaveLength(190);
  expect(new Set(matches.map(({ match_id }) => match_id)).size).toBe(190);
  expect(matches.filter(({ status }) => status === 'TECHNICAL_LOSS')).toEqual([]);
  expect(standings.map(({ games_played }) => games_played)).toEqual(Array(20).fill(19));
});

test('a port that is taken puts no finished league away', async () => {
  await played('--players', '2');
  const base = await freePortBase();
  const other = await systemEffects('agent').transport.listen(`http://localhost:${base + 1}/mcp`, async () => '');
  const taken = /^league: port \d+ of \S+ is in use; stop what runs there, or [^\n]*\n$/;
  const refused = { code: 1, err: expect.stringMatching(taken) };
  expect(await typed('run', '--port-base', String(base), ...folders)).toMatchObject(refused);
  expect(await typed('manager', '--port', String(base + 1), ...folders)).toMatchObject(refused);
  await unwrap(other).close();
  expect(await typed('verify', ...folders.slice(0, 2))).toMatchObject({ code: 0 });
  await expect(archived()).rejects.toThrow('ENOENT');
});

test('a port that is taken puts no unfinished league away, not even with --fresh', async () => {
  const unfinished = await leaveUnfinished();
  const base = await freePortBase();
  const other = await systemEffects('agent').transport.listen(`http://localhost:${base + 1}/mcp`, async () => '');
  const refused = await typed('run', '--fresh', '--port-base', String(base), ...folders);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`port ${base + 1}`) });
  await unwrap(other).close();
  await expect(archived()).rejects.toThrow('ENOENT');
  const ledger = await readFile(join(folder, 'data', 'leagues', LEAGUE, 'ledger.jsonl'), 'utf8');
  expect(ledger).toContain(unfinished);
});

test('the same agents play tic-tac-toe', async () => {
  const { league_id, matches, standings } = await played('--game', 'tic_tac_toe');
  expect(league_id).toBe('league_2025_tic_tac_toe');
  expect(matches.map(({ match_id }) => match_id)).toEqual(['R1M1', 'R1M2', 'R2M1', 'R2M2', 'R3M1', 'R3M2']);
  expect(matches.filter(({ status }) => status === 'TECHNICAL_LOSS')).toEqual([]);
  expect(standings).toHaveLength(4);
  const record = JSON.parse(await readFile(join(folder, 'data', 'matches', league_id, 'R1M1.json'), 'utf8'));
  expect(record.game_type).toBe('tic_tac_toe');
  expect(record.result.moves.length).toBeGreaterThanOrEqual(5);
});

test('the same seed gives the same matches and standings, and says that it was chosen', async () => {
  // In the same data folder: what players remember of earlier runs must not show.
  const seeded = (seed: string) => played('--seed', seed);
  const [first, second] = [await seeded('forty-two'), await seeded('forty-two')];
  expect(first.run_id).not.toBe(second.run_id);
  expect(second.matches).toEqual(first.matches);
  expect(second.standings).toEqual(first.standings);
  expect([first.seeded, second.seeded]).toEqual([true, true]);
  const other = await seeded('forty-three');
  expect(other.matches).not.toEqual(first.matches);
});

describe('a league run again', () => {
  test('puts the finished one into the archive, whole', async () => {
    const first = await played();
    const second = await played();
    const [start = '', ...more] = await archived();
    expect(more).toEqual([]);
    expect(first.run_id).toContain(start.replaceAll(/[-:.]/g, ''));
    const home = join(folder, 'data', 'archive', LEAGUE, start);
    expect(JSON.parse(await readFile(join(home, 'standings.json'), 'utf8')).run_id).toBe(first.run_id);
    expect(await readdir(join(home, 'matches'))).toHaveLength(6);
    expect(await readdir(home)).toContain('ledger.jsonl');
    const now = JSON.parse(await readFile(join(folder, 'data', 'leagues', LEAGUE, 'standings.json'), 'utf8'));
    expect(now.run_id).toBe(second.run_id);
  });

  test('remembers both runs in the history of each player', async () => {
    const [first, second] = [await played(), await played()];
    const history = JSON.parse(await readFile(join(folder, 'data', 'players', 'P01', 'history.json'), 'utf8'));
    const runs = history.matches.map(({ run_id }: { run_id: string }) => run_id);
    expect(runs).toEqual([...Array(3).fill(first.run_id), ...Array(3).fill(second.run_id)]);
  });

  test('stops at an unfinished one with one line, and --fresh archives it', async () => {
    const unfinished = await leaveUnfinished();
    const refused = await typed('run', '--in-process', ...folders);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^league: an unfinished run of league_2025_even_odd .*--fresh.*\n$/);
    expect(refused.out).toBe('');

    const { run_id } = await played('--fresh');
    expect(run_id).not.toBe(unfinished);
    const [start = ''] = await archived();
    const ledger = await readFile(join(folder, 'data', 'archive', LEAGUE, start, 'ledger.jsonl'), 'utf8');
    expect(ledger).toContain(unfinished);
  });

  test('stops at a damaged one likewise, and --fresh archives that too', async () => {
    await played();
    const path = join(folder, 'data', 'leagues', LEAGUE, 'ledger.jsonl');
    const ledger = await readFile(path, 'utf8');
    await writeFile(path, ledger.replace('"league_started"', '"league_stopped"'));
    const refused = await typed('run', '--in-process', ...folders);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/^league: the ledger .* is damaged at line \d+ .*--fresh\n$/);
    await played('--fresh');
    expect(await archived()).toHaveLength(1);
  });

  test('is not kept from playing by one that never began', async () => {
    const { transport } = systemEffects('agent');
    const taken = unwrap(await transport.listen('http://127.0.0.1:0/mcp', async () => ''));
    try {
      const { code } = await ran('manager', '--port', new URL(taken.address).port, ...folders);
      expect(code).toBe(1);
    } finally {
      await taken.close();
    }
    expect(await readdir(join(folder, 'data', 'leagues', LEAGUE))).toContain('ledger.jsonl');
    expect((await played()).matches).toHaveLength(6);
  });
});

/** A league whose manager ends in the middle of the first round; the id of its run. */
async function leaveUnfinished(): Promise<string> {
  const settings = await shippedSettings(['memory:']);
  const transport = memoryNetwork({ clock: systemClock }).transport();
  const effects = { ...systemEffects('agent'), transport };
  const store = fileLedgerStore(effects.disk, join(folder, 'data'));
  const { referees, players } = await shippedCast();
  const run = unwrap(
    await startInProcess({
      effectsOf: () => effects,
      addressOf: (id) => `memory:${id}`,
      places: { data: join(folder, 'data'), logs: join(folder, 'logs') },
      settings,
      limits: settings.limits,
      store,
      cast: { referees, players: players.map((player) => ({ ...player, strategy: thinker })) },
      games,
      matchesAtOnce: 1,
    }),
  );
  await run.operator().ask('START_LEAGUE', { league_id: LEAGUE });
  await run.stop('the day is over');
  await effects.disk.close();
  return run.manager.league.run_id;
}

/** A strategy that never comes to an end. */
const thinker: Strategy = { name: 'thinker', decide: () => new Promise<never>(() => undefined) };
