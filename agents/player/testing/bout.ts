/** A table for two: whole matches of real games between strategies, without league, referee or wire. */

import { type Json, sameJson } from '../../../SHARED/core/json.ts';
import { type Random, seeded } from '../../../SHARED/core/random.ts';
import type { Game, Outcome, Seat } from '../../../SHARED/games/game.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { PastMatch, Strategy } from '../strategy.ts';
import { type DuelRecord, moveOf, practiceTurn } from './practice.ts';

/** How the first of two fared, and what both scored in all. */
export interface BoutRecord extends DuelRecord {
  readonly scores: readonly [number, number];
}

interface Side {
  readonly player_id: string;
  readonly strategy: Strategy;
  readonly history: PastMatch[];
  readonly random: Random;
}

/** The moves of one step. */
type Step = ReadonlyMap<Seat, Json>;

/**
 * Many matches between two strategies, which change seats after each and remember all of them. The same seed gives the
 * same record. There is no guard: an illegal move throws.
 */
export async function bout(
  game: Game,
  [first, second]: readonly [Strategy, Strategy],
  matches: number,
  seed = 1,
): Promise<BoutRecord> {
  const chance = seeded(seed);
  const sides = [first, second].map((strategy, index) => ({
    player_id: `P0${index + 1}`,
    strategy,
    history: [] as PastMatch[],
    random: seeded(seed * 1_000 + index),
  }));
  const record = { wins: 0, draws: 0, losses: 0 };
  const scores: [number, number] = [0, 0];
  for (let match = 0; match < matches; match++) {
    const seating = match % 2 === 0 ? sides : sides.toReversed();
    const outcome = await play(game, seating, chance);
    const [mine = 0, theirs = 0] = match % 2 === 0 ? outcome.scores : outcome.scores.toReversed();
    scores[0] += mine;
    scores[1] += theirs;
    record[COUNTED[resultOf(mine, theirs)]] += 1;
  }
  return { ...record, scores };
}

/** Every two strategies meet in so many matches: the league points of each, and its scores in all. */
export async function roundRobin(game: Game, strategies: readonly Strategy[], matches: number) {
  const rows = strategies.map(({ name }) => ({ name, points: 0, scored: 0 }));
  for (const [index, row] of rows.entries()) {
    for (const [offset, other] of rows.slice(index + 1).entries()) {
      const rival = strategies[index + 1 + offset] as Strategy;
      const met = await bout(game, [strategies[index] as Strategy, rival], matches, index * 100 + offset + 1);
      row.points += 3 * met.wins + met.draws;
      other.points += 3 * met.losses + met.draws;
      row.scored += met.scores[0];
      other.scored += met.scores[1];
    }
  }
  return rows.toSorted((a, b) => b.points - a.points);
}

async function play(game: Game, seating: readonly Side[], chance: Random): Promise<Outcome> {
  const steps: Step[] = [];
  let state = game.start(chance);
  for (let step = 1; ; step++) {
    const status = game.status(state);
    if (status.over) {
      remember(game, seating, { outcome: status.outcome, steps });
      return status.outcome;
    }
    const moves = new Map<Seat, Json>();
    for (const seat of status.toMove) moves.set(seat, await ask(game, { state, seat, step }, seating));
    steps.push(moves);
    state = game.play(state, moves, chance);
  }
}

async function ask(
  game: Game,
  { state, seat, step }: { readonly state: Json; readonly seat: Seat; readonly step: number },
  seating: readonly Side[],
): Promise<Json> {
  const { strategy, player_id, history, random } = seating[seat] as Side;
  const opponent_id = (seating[1 - seat] as Side).player_id;
  const moves = game.moves(state, seat);
  const view = game.view(state, seat);
  const known = { game_type: game.type, player_id, opponent_id, step, view, moves, history, random };
  const move = await moveOf(strategy, practiceTurn({ ...known, clock: fakeClock() }));
  if (moves.some((legal) => sameJson(legal, move))) return move;
  throw new RangeError(`${strategy.name} plays ${JSON.stringify(move)}, which is not legal`);
}

function remember(
  game: Game,
  seating: readonly Side[],
  { outcome, steps }: { readonly outcome: Outcome; readonly steps: readonly Step[] },
): void {
  const lastOf = (seat: Seat): Json => steps.findLast((step) => step.has(seat))?.get(seat) ?? null;
  for (const [seat, { history }] of seating.entries()) {
    history.push({
      match_id: `R1M${history.length + 1}`,
      game_type: game.type,
      opponent_id: (seating[1 - seat] as Side).player_id,
      result: resultOf(outcome.scores[seat] ?? 0, outcome.scores[1 - seat] ?? 0),
      my_choice: lastOf(seat),
      opponent_choice: lastOf(1 - seat),
      facts: outcome.facts,
      steps: steps.map((step) => ({ mine: step.get(seat) ?? null, theirs: step.get(1 - seat) ?? null })),
    });
  }
}

const COUNTED = { WIN: 'wins', DRAW: 'draws', LOSS: 'losses' } as const;

function resultOf(mine: number, theirs: number): keyof typeof COUNTED {
  if (mine === theirs) return 'DRAW';
  return mine > theirs ? 'WIN' : 'LOSS';
}
