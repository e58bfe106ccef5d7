/** A series of a duel: a strategy meets what it meets in a league, and nothing it does costs more than its own game. */
import { describe, expect, test } from 'vitest';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { holds, wilsonInterval } from '../../../SHARED/core/statistics.ts';
import { type Game, GameFault } from '../../../SHARED/games/game.ts';
import { games } from '../../../SHARED/testing/shipped_games.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import type { PastMatch, Strategy, Turn } from '../../player/strategy.ts';
import { decidedShare } from '../../trials/private_league/theory.ts';
import { playLeague } from '../library/play_league.ts';
import { playSeries, type SeriesOptions } from './series.ts';

const evenOdd = unwrap(games.gameOf('even_odd'));
const paper = unwrap(games.gameOf('rock_paper_scissors', { best_of: 3 }));
const named = (name: string) => unwrap(strategyOf(name));

function series(first: Strategy, second: Strategy, more: Partial<SeriesOptions> = {}) {
  return playSeries({ game: evenOdd, pair: [first, second], seed: 'a seed', games: 10, from: 0, ...more });
}

/** Keeps copies of all that it sees, and plays the first or the last move in turn. */
function witness() {
  const turns: Partial<Turn>[] = [];
  const learnt: PastMatch[] = [];
  const strategy: Strategy = {
    name: 'witness',
    decide({ random: _chance, clock: _clock, ...turn }) {
      turns.push(structuredClone(turn));
      return turn.moves.at(turns.length % 2 === 0 ? 0 : -1) ?? null;
    },
    learn: (match) => void learnt.push(match),
  };
  return { strategy, turns, learnt };
}

describe('a strategy', () => {
  test.each(['even_odd', 'rock_paper_scissors', 'prisoners_dilemma', 'tic_tac_toe'])(
    'sees in a duel of %s what it sees in a league',
    async (game_type) => {
      const [inLeague, inDuel] = [witness(), witness()];
      const first = (strategy: Strategy) => [strategy, named('always')] as const;
      await playLeague({ players: first(inLeague.strategy), game: game_type, legs: 2, seed: 7 });
      await series(...first(inDuel.strategy), { game: unwrap(games.gameOf(game_type)), games: 2 });
      const known = (turns: readonly Partial<Turn>[]) =>
        turns.map(({ history = [], standing, view, timeLeftMs, ...rest }) => ({
          ...rest,
          isTimed: Math.abs((timeLeftMs ?? 0) - 24_000) < 2_000,
          view: kindsOf(view),
          standing: kindsOf(standing),
          history: history.map(kindsOf),
        }));
      const [league, duel] = [known(inLeague.turns), known(inDuel.turns)];
      // Chance is another one, and so the number of rounds may be: the first turns of both games are compared.
      const firsts = (turns: typeof league) => turns.filter(({ step }) => step === 1);
      expect(firsts(duel)).toHaveLength(2);
      expect(firsts(duel)).toEqual(firsts(league));
      expect(inDuel.learnt.map(kindsOf)).toEqual(inLeague.learnt.map(kindsOf));
    },
  );

  test('that changes its view, its moves or its history changes no game', async () => {
    const vandal: Strategy = {
      name: 'vandal',
      decide(turn) {
        const { moves, view, history } = turn as unknown as {
          moves: unknown[];
          view: { past: unknown[] };
          history: PastMatch[];
        };
        const [move] = moves as string[];
        moves.length = 0;
        view.past.push('nonsense');
        for (const { facts, steps } of history) Object.assign(facts, { drawn_number: 3 }, { steps: steps?.length });
        return move ?? null;
      },
    };
    const watching = witness();
    const { sides, failures } = await series(vandal, watching.strategy, { game: paper });
    expect(failures).toEqual([]);
    expect(sides[0].won + sides[0].drawn + sides[0].lost).toBe(10);
    for (const { history = [] } of watching.turns)
      for (const { facts } of history) expect(facts).not.toHaveProperty('steps');
  });

  test('loses the game if it throws or chooses an illegal move, and its first failure of each kind is kept', async () => {
    let asked = 0;
    const failing: Strategy = {
      name: 'failing',
      decide({ moves }) {
        asked += 1;
        if (asked % 5 === 1) throw new TypeError('ouch');
        if (asked % 5 === 2) return 'banana';
        return moves[0] as string;
      },
      learn: () => {
        throw new Error('no memory');
      },
    };
    const pair = [failing, named('always:even')] as const;
    const { games: played, playedOut, sides, failures } = await series(...pair);
    expect({ played, playedOut }).toEqual({ played: 10, playedOut: 6 });
    expect(sides[0]).toMatchObject({ forfeited: 4 });
    expect(sides[0].lost).toBeGreaterThanOrEqual(4);
    expect(sides[1]).toMatchObject({ forfeited: 0, won: sides[0].lost });
    expect(failures.map(({ side, kind, games: times }) => [side, kind, times])).toEqual([
      [0, 'error', 2],
      [0, 'learn', 10],
      [0, 'illegal', 2],
    ]);
    expect(failures.map(({ first }) => first)).toEqual([
      expect.stringMatching(/^failing threw at .*series\.test\.ts:\d+, TypeError: ouch$/),
      'failing could not learn: Error: no memory',
      'failing chose "banana", not one of: "even", "odd"',
    ]);
  });

  test('that fails when the other does has lost as the other has', async () => {
    const { sides, playedOut } = await series(named('crash'), named('invalid'));
    expect(playedOut).toBe(0);
    for (const side of sides) expect(side).toMatchObject({ lost: 10, forfeited: 10, won: 0 });
  });

  test('takes little time of the machine when it thinks until its time is over', async () => {
    const thorough: Strategy = {
      name: 'thorough',
      decide({ clock, timeLeftMs, moves }) {
        const began = clock.monotonic();
        while (clock.monotonic() - began < timeLeftMs * 0.9);
        return moves[0] as string;
      },
    };
    const began = systemClock.monotonic();
    const { playedOut } = await series(thorough, named('random'));
    expect(playedOut).toBe(10);
    // Ten games of 18 seconds each would take three minutes.
    expect(systemClock.monotonic() - began).toBeLessThan(60_000);
  });

  test('that asks the machine itself is waited for', async () => {
    const reader: Strategy = {
      name: 'reader',
      async decide({ moves }) {
        await sleep(systemClock, 3);
        return moves[1] as string;
      },
    };
    expect(await series(reader, named('random'))).toMatchObject({ playedOut: 10, failures: [] });
  });
});

describe('a series', () => {
  test('has the first strategy in the first seat in every other game, also over the end of a series', async () => {
    const seats: unknown[] = [];
    const noting: Strategy = {
      name: 'noting',
      decide: ({ view, moves, step }) => {
        if (step === 1) seats.push((view as { your_seat: number }).your_seat);
        return moves[0] as string;
      },
    };
    for (const from of [0, 3]) await series(noting, named('random'), { game: paper, games: 3, from });
    expect(seats).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test('is the same for the same seed, and another one for another', async () => {
    const play = (seed: string) => series(named('random'), named('frequency'), { seed, games: 200 });
    expect(await play('a')).toEqual(await play('a'));
    expect(await play('b')).not.toEqual(await play('a'));
  });

  test.each([
    ['random', 'mirror'],
    ['frequency', 'always:even'],
    ['mirror', 'always:odd'],
  ])('of %s and %s is decided as often as arithmetic says', async (first, second) => {
    const length = 50;
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) => series(named(first), named(second), { games: length, seed: `${at}` })),
    );
    const decided = all.reduce((sum, { sides }) => sum + sides[0].won + sides[0].lost, 0);
    const won = all.reduce((sum, { sides }) => sum + sides[0].won, 0);
    expect(holds(wilsonInterval(decided, 40 * length, 0.9999), decidedShare(first, second, length) ?? -1)).toBe(true);
    expect(holds(wilsonInterval(won, decided, 0.9999), 1 / 2)).toBe(true);
  });

  test('of rules that leave nothing to do is a fault of the game', async () => {
    const stuck: Game = { ...evenOdd, status: () => ({ over: false, toMove: [] }) };
    await expect(series(named('random'), named('random'), { game: stuck })).rejects.toThrow(GameFault);
  });
});

/** A value with its kinds in place of what chance decides: numbers and texts that differ from run to run. */
function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindsOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, NAMES.has(name) ? each : kindsOf(each)]),
  );
}
const NAMES = new Set([
  'match_id',
  'game_type',
  'opponent_id',
  'player_id',
  'my_choice',
  'played',
  'games_played',
  'mine',
]);
