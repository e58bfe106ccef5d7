/** Strategies that fail: the record says so, the result stands, and no opponent hears of it. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { MatchRecord } from '../../SHARED/contracts/files/match.ts';
import { ROOT } from '../launcher/world/installation.ts';
import type { Strategy } from '../player/strategy.ts';
import { captureLeague, LEAGUE } from './testing/captured_league.ts';
import { freePortBase, ran } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const broken: Strategy = { name: 'broken', decide: () => JSON.parse('{') };

test('a guarded move is in the record and in the results, and no letter to another player tells of it', async () => {
  const league = await captureLeague({ strategies: { P02: broken } });
  await league.begin();
  await league.end();
  const files = league.kept();
  const document = <T>(path: string) => JSON.parse(files.get(path) ?? 'null') as T;
  const { rounds } = document<RoundsFile>(`/data/leagues/${LEAGUE}/rounds.json`);
  const matches = rounds.flatMap((round) => round.matches);
  expect(matches).toHaveLength(6);
  for (const { match_id, player_a, player_b, guarded } of matches) {
    const isItsMatch = [player_a, player_b].includes('P02');
    expect(guarded, match_id).toEqual(isItsMatch ? { P02: 1 } : undefined);
    const record = document<MatchRecord>(`/data/matches/${LEAGUE}/${match_id}.json`);
    expect(record.result?.guarded, match_id).toEqual(guarded);
    const lines = record.transcript.filter((line) => line.guarded !== undefined);
    expect(lines.map(({ from }) => from)).toEqual(isItsMatch ? ['P02'] : []);
    for (const line of lines)
      expect(line.guarded).toMatch(/^broken threw at .*failing_strategies\.test\.ts:\d+, SyntaxError: /);
  }
  const toPlayers = league.letters.filter(({ to }) => to.startsWith('P'));
  expect(toPlayers.length).toBeGreaterThan(20);
  for (const { text } of toPlayers) expect(text).not.toMatch(/guarded|SyntaxError/);
  await league.close();
});

describe('league run', () => {
  let folder: string;
  let broken: string;
  let enumerated: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'failing-'));
    broken = join(folder, 'my_strategy.ts');
    enumerated = join(folder, 'enumerated.ts');
    await writeFile(
      broken,
      "console.log('loaded');\nexport const strategy = (turn: any) => {\n  return turn.nothing.at(0);\n};\n",
    );
    await writeFile(
      enumerated,
      "export const a = 1;\nenum Side { Even, Odd }\nexport const strategy = () => 'even';\n",
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (...words: readonly string[]) => {
    const folders = ['--data', join(folder, 'data'), '--logs', join(folder, 'logs')];
    // What a strategy prints in this very process is heard by its tests.
    const command = words.includes('--in-process') ? ran : typed;
    const few = ['--players', '2', '--referees', '1', '--strategies', `${broken},random`];
    return command('run', ...few, '--fresh', ...folders, ...words);
  };
  const sentence = 'my_strategy.ts:3, TypeError: Cannot read properties of undefined';

  test.each([
    ['processes', async () => ['--port-base', String(await freePortBase())]],
    ['pipes', async () => ['--transport', 'stdio']],
    ['one process', async () => ['--in-process']],
    ['hosts of many players', async () => ['--players', '17', '--transport', 'stdio']],
  ] as const)('shows at once how a strategy failed and what it prints: %s', async (_, how) => {
    const { code, out, err } = await run('--json', ...(await how()));
    expect(code, err).toBe(0);
    const shown = err.split('\n');
    expect(shown.filter((line) => line.startsWith('P01: my_strategy threw at '))).toHaveLength(1);
    expect(err).toContain(sentence);
    expect(err).toContain('; the first legal move was played');
    expect(shown.filter((line) => line === 'P01: loaded').length).toBeGreaterThan(0);
    const { standings, matches } = JSON.parse(out) as {
      standings: { player_id: string; guarded?: number; games_played: number }[];
      matches: { guarded?: object }[];
    };
    const row = standings.find(({ player_id }) => player_id === 'P01');
    expect(row?.guarded).toBe(row?.games_played);
    expect(standings.find(({ player_id }) => player_id === 'P02')).not.toHaveProperty('guarded');
    expect(matches[0]?.guarded).toEqual({ P01: 1 });
    expect(err).toMatch(/Lost {2}Guarded\n/);
  });

  test('lets a strategy that fails forfeit with --no-guard, and the result says why', async () => {
    const config = join(folder, 'config');
    await cp(join(ROOT, 'SHARED', 'config'), config, { recursive: true });
    const file = join(config, 'leagues', `${LEAGUE}.json`);
    const league = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...league, timeouts: { move_timeout_sec: 2 } }));
    const { code, out, err } = await run('--in-process', '--no-guard', '--strict', '--config', config);
    expect(code, err).toBe(0);
    expect(err).toContain(`${sentence} (reading 'at'); no move was sent`);
    expect(out).toMatch(/R1M1 .*P02 .*my_strategy threw at .*my_strategy\.ts:3, TypeError/);
    expect(out).not.toContain('Guarded');
  });

  test('tells what cannot be loaded with file and line, and what to write instead', async () => {
    const { code, err } = await run('--in-process', '--strategies', enumerated);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^league: the strategy file .*enumerated\.ts does not load: .*enumerated\.ts:2: .*enum.*; .*const object/,
    );
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
