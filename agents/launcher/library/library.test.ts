import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defineGame, defineStrategy, type LeagueOptions, type Outcome, pick, playLeague } from './index.ts';

const odd = defineStrategy({ name: 'odd', decide: () => 'odd' });

/** The higher number wins, once. */
const higher = defineGame({
  type: 'higher',
  version: '1.0.0',
  seats: 2,
  seatsMatter: false,
  start: (): readonly number[] => [],
  status: (chosen) =>
    chosen.length === 0
      ? { over: false, toMove: [0, 1] }
      : { over: true, outcome: { scores: chosen, facts: {} } satisfies Outcome },
  view: () => null,
  moves: () => [1, 2, 3],
  play: (_, moves) => [moves.get(0) ?? 0, moves.get(1) ?? 0],
  explain: ({ scores }) => `It is ${scores.join(' to ')}`,
});

test('a league of strategies, functions and names is played, and its table follows from its matches', async () => {
  const first = ({ moves }: { readonly moves: readonly unknown[] }) => moves[0] as string;
  const result = await playLeague({ players: [odd, odd, first, 'random'] });
  expect(result.league_id).toBe('league_2025_even_odd');
  expect(result.matches).toHaveLength(6);
  expect(result.standings.map(({ display_name }) => display_name).sort()).toEqual(['first', 'odd', 'odd 2', 'random']);
  for (const { player_id, wins, points, games_played } of result.standings) {
    expect(games_played).toBe(3);
    expect(wins).toBe(result.matches.filter(({ winner }) => winner === player_id).length);
    const scores = result.matches.map(({ score }) => score?.[player_id] ?? 0);
    expect(points).toBe(scores.reduce((sum, score) => sum + score, 0));
  }
  expect(result.champion?.player_id).toBe(result.standings[0]?.player_id);
  expect(result.warnings).toEqual([]);
});

test('the same seed gives the same league, another one another', async () => {
  const played = async (seed: number) => {
    const { matches } = await playLeague({ players: ['random', 'random', 'random', 'random'], legs: 2, seed });
    return JSON.stringify(matches);
  };
  const [one, again, other] = [await played(7), await played(7), await played(8)];
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

test('a game of one’s own is played by its rules, and learnt from', async () => {
  const learnt: string[] = [];
  const high = defineStrategy({
    name: 'high',
    decide: ({ moves }) => moves.at(-1) ?? null,
    learn: ({ result }) => void learnt.push(result),
  });
  const low = defineStrategy({ name: 'low', decide: ({ random }) => pick(random, [1, 2]) });
  const { matches, champion } = await playLeague({ players: [low, high], game: higher, legs: 2 });
  expect(matches.map(({ winner }) => winner)).toEqual(['P02', 'P02']);
  expect(champion).toMatchObject({ display_name: 'high', points: 6 });
  expect(learnt).toEqual(['WIN', 'WIN']);
});

test('a shipped game takes its options, and rounds are as many as were asked for', async () => {
  const players = ['markov', 'random', 'always:rock', 'random'];
  const game = { game: 'rock_paper_scissors', options: { best_of: 5 } } as const;
  const { matches } = await playLeague({ players, ...game, rounds: 1 });
  expect(matches).toHaveLength(2);
  for (const { reason } of matches) expect(reason).toMatch(/^Rounds won: (3 to [0-2]|[0-2] to 3), /);
});

test('a strategy that throws is played for, and the warning names its line', async () => {
  const careless = defineStrategy({
    name: 'careless',
    decide() {
      throw new Error('not today');
    },
  });
  const { warnings, standings } = await playLeague({ players: [careless, odd] });
  expect(warnings).toEqual([expect.stringMatching(/P01: careless threw at .*library\.test\.ts:\d+, Error: not today/)]);
  expect(standings.find(({ player_id }) => player_id === 'P01')?.guarded).toBe(1);
});

test('files are written below data alone, and a finished league there makes room for the next', async () => {
  const data = await mkdtemp(join(tmpdir(), 'library-'));
  try {
    await playLeague({ players: [odd, 'random'], data });
    expect((await readdir(join(data, 'matches', 'league_2025_even_odd'))).sort()).toEqual(['R1M1.json']);
    await playLeague({ players: [odd, 'random', 'mirror'], data });
    expect(await readdir(join(data, 'matches', 'league_2025_even_odd'))).toHaveLength(3);
    expect(await readdir(join(data, 'archive'))).toHaveLength(1);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test('rules that fail end the league with an error that says how', async () => {
  const broken = { ...higher, type: 'broken', play: () => JSON.parse('no') };
  await expect(playLeague({ players: [odd, odd], game: broken })).rejects.toThrow(
    /the game broken threw at .*library\.test\.ts:\d+, SyntaxError/,
  );
});

test.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /takes an object with players, not undefined/],
  ['one player', { players: [odd] }, /"players" must be a list of two strategies or more/],
  ['a name that no strategy has', { players: ['randm', odd] }, /"randm"; did you mean "random"/],
  ['a player that is none', { players: [odd, null] }, /takes an object with name and decide, not null/],
  ['a player without a name', { players: [odd, { decide: () => 1 }] }, /"name" must be a text of 1 to 64/],
  ['an option that is none', { players: [odd, odd], sed: 1 }, /no option "sed"; known are players, game/],
  ['a game that is not there', { players: [odd, odd], game: 'chess' }, /no game is called "chess"; known: even_odd/],
  ['a game without rules', { players: [odd, odd], game: { type: 'x', version: '1' } }, /"seats" must be 2/],
  ['a game of a bad type', { players: [odd, odd], game: { type: 'X!', make: () => higher } }, /not "X!"/],
  ['an option of no game', { players: [odd, odd], options: { a: 1 } }, /even_odd: there is no option "a"/],
  ['options that are none', { players: [odd, odd], options: 5 }, /"options" must be an object/],
  ['too many legs', { players: [odd, odd], legs: 3 }, /"legs" must be a whole number from 1 to 2, not 3/],
  ['half a round', { players: [odd, odd], rounds: 0.5 }, /"rounds" must be a whole number/],
  ['a seed that is none', { players: [odd, odd], seed: {} }, /"seed" must be a text or a number, not an object/],
  ['a folder that is none', { players: [odd, odd], data: 5 }, /"data" must be the path of a folder, not 5/],
])('%s is a TypeError of one line', async (_, options, line) => {
  const failed = playLeague(options as LeagueOptions);
  await expect(failed).rejects.toBeInstanceOf(TypeError);
  await expect(failed).rejects.toThrow(line);
  await expect(failed).rejects.not.toThrow(/\n/);
});

test.each<[string, () => unknown, RegExp]>([
  ['a strategy that is a number', () => defineStrategy(5 as never), /takes an object with name and decide, not 5/],
  ['a part that is misspelt', () => defineStrategy({ ...odd, lern: 1 } as never), /no "lern"; did you mean "learn"\?/],
  ['a name of two lines', () => defineStrategy({ ...odd, name: 'a\nb' }), /"name" must be a text of 1 to 64/],
  ['a game for three', () => defineGame({ ...higher, seats: 3 }), /"seats" must be 2, .*, not 3/],
  ['a game without moves', () => defineGame({ ...higher, moves: undefined } as never), /"moves" must be a function/],
])('%s is a TypeError of one line when it is defined', (_, define, line) => {
  expect(define).toThrow(TypeError);
  expect(define).toThrow(line);
});
