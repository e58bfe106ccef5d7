/** One series of a duel: two strategies meet on the rules alone, again and again, and remember it as in a league. */
import { factsOf } from '../../../SHARED/contracts/files/history.ts';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { unplayedFacts } from '../../../SHARED/contracts/messages/result.ts';
import { wordsFor } from '../../../SHARED/contracts/moves.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { isJsonArray, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { fastStream, type Random } from '../../../SHARED/core/random.ts';
import { thrownText } from '../../../SHARED/core/thrown.ts';
import { type Game, GameFault, type Outcome, type Seat, titleOf } from '../../../SHARED/games/game.ts';
import { SHARE } from '../../player/decision.ts';
import { type Attempt, attempt, type Decision, type Fallback } from '../../player/guard.ts';
import type { PastMatch, Strategy, Turn } from '../../player/strategy.ts';
import { MOST_STEPS } from '../../referee/match/play.ts';
import { DuelClock } from './duel_clock.ts';

/** The games of one of the two, as numbers that can be added up. */
export interface SideTally {
  won: number;
  drawn: number;
  lost: number;
  /** Of those lost, by a strategy that brought no legal move. */
  forfeited: number;
  wonAsFirst: number;
  /** The sum of the game's own scores, over the games that were played out. */
  scores: number;
}

/** The ways in which a strategy can fail; one that fails to learn loses nothing by it. */
export type FailureKind = Fallback | 'learn';

/** How often a strategy failed in one way, and its first failure as a sentence. */
export interface Failure {
  readonly side: 0 | 1;
  readonly kind: FailureKind;
  games: number;
  readonly first: string;
}

/** Two strategies after some games. */
export interface SeriesTally {
  games: number;
  playedOut: number;
  readonly sides: readonly [SideTally, SideTally];
  readonly failures: Failure[];
}

export interface SeriesOptions {
  readonly game: Game;
  /** Fresh strategies: their memory beyond their turns begins here. */
  readonly pair: readonly [Strategy, Strategy];
  /** The same text, the same games. */
  readonly seed: string;
  readonly games: number;
  /** The place of its first game in the whole duel: in games of even places the first strategy has the first seat. */
  readonly from: number;
  /** Called after every game. */
  readonly onGame?: () => void;
}

export function emptyTally(): SeriesTally {
  const side = () => ({ won: 0, drawn: 0, lost: 0, forfeited: 0, wonAsFirst: 0, scores: 0 });
  return { games: 0, playedOut: 0, sides: [side(), side()], failures: [] };
}

/**
 * Plays a series. A turn shows a strategy the same as in a league of two players that meet in every round; a strategy
 * that throws, is silent or makes an illegal move is asked once and forfeits the game. Throws a GameFault where
 * the rules fail.
 */
export async function playSeries({ game, pair, seed, games, from, onGame }: SeriesOptions): Promise<SeriesTally> {
  const tally = emptyTally();
  const { call } = wordsFor(game.type);
  const table: Table = {
    game,
    showsView: call === 'GAME_MOVE_CALL',
    chance: fastStream(sha256(`${seed}\ngame`)),
    clock: new DuelClock(),
    timeLeftMs: Math.floor(SHARE * CONTRACTS[call].head.reply.withinMs),
  };
  const [a, b] = ([0, 1] as const).map((side) => sideOf(side, pair[side], fastStream(sha256(`${seed}\n${side}`))));
  for (let round = 1; round <= games; round++) {
    const isSwapped = (from + round - 1) % 2 === 1;
    const seated = (isSwapped ? [b, a] : [a, b]) as Sides;
    const played = await playGame(table, seated, round);
    count(tally, seated, remembered(table.game, seated, round, played));
    onGame?.();
  }
  return tally;
}

/** One of the two through a series: what it remembers, and its chance. */
interface Side {
  readonly side: 0 | 1;
  readonly player_id: string;
  readonly opponent_id: string;
  readonly strategy: Strategy;
  readonly random: Random;
  readonly past: PastMatch[];
  /** Its row of the table, from the first round on. */
  standing: Standing | undefined;
}

/** By their seats. */
type Sides = readonly [Side, Side];

type Standing = { readonly [name in 'rank' | 'wins' | 'draws' | 'losses' | 'technical_losses' | 'points']: number } & {
  readonly [name: string]: Json;
};

function sideOf(side: 0 | 1, strategy: Strategy, random: Random): Side {
  const [player_id = '', opponent_id = ''] = side === 0 ? PLAYERS : PLAYERS.toReversed();
  return { side, player_id, opponent_id, strategy, random, past: [], standing: undefined };
}

const PLAYERS = ['P01', 'P02'];
const SEATS = [0, 1] as const;

interface Table {
  readonly game: Game;
  /** The other call of the protocol has no room for a view. */
  readonly showsView: boolean;
  readonly chance: Random;
  readonly clock: DuelClock;
  readonly timeLeftMs: number;
}

type Fault = Pick<Failure, 'kind'> & { readonly detail: string };

/** A game as far as it got. */
interface Played {
  /** Undefined: it was forfeited. */
  readonly outcome: Outcome | undefined;
  /** By seat. */
  readonly faults: readonly (Fault | undefined)[];
  /** The moves of each step, by seat; null: the seat made none. */
  readonly steps: readonly (readonly Json[])[];
}

async function playGame(table: Table, sides: Sides, round: number): Promise<Played> {
  const { game, showsView, chance, clock, timeLeftMs } = table;
  const match_id = matchId(round);
  const steps: Json[][] = [];
  const faults: (Fault | undefined)[] = [undefined, undefined];
  const turns = [0, 0];
  let state = game.start(chance);
  for (let status = game.status(state); ; status = game.status(state)) {
    if (status.over) return { outcome: status.outcome, faults, steps };
    if (status.toMove.length === 0) throw stuck(`is not over at step ${steps.length + 1}, and no seat is to move`);
    if (steps.length >= MOST_STEPS) throw stuck(`is not over after ${MOST_STEPS} steps`);
    const moves = new Map<Seat, Json>();
    const step: Json[] = [null, null];
    for (const seat of status.toMove) {
      const { strategy, player_id, opponent_id, past, standing, random } = sides[seat] as Side;
      const open = game.moves(state, seat);
      if (open.length === 0) throw stuck(`leaves seat ${seat} no move at step ${steps.length + 1}, and is not over`);
      turns[seat] = (turns[seat] as number) + 1;
      const turn: Turn = {
        ...{ player_id, history: past, standing, timeLeftMs },
        ...{ game_type: game.type, opponent_id, match_id, round_id: round },
        // As over a wire, these are its own: what a strategy does to them is nothing to the game.
        ...{
          view: showsView ? copyOf(game.view(state, seat)) : {},
          moves: open.map(copyOf),
          step: turns[seat] as number,
        },
        ...{ random, clock },
      };
      const asked = attempt(strategy, turn, open);
      // Most strategies answer at once: a promise for each of their moves would take longer than the game.
      const answer = asked instanceof Promise ? await clock.within(asked, timeLeftMs) : asked;
      if (answer?.decision === undefined) faults[seat] = faultOf(answer, timeLeftMs);
      else {
        moves.set(seat, answer.decision.move);
        step[seat] = answer.decision.move;
      }
    }
    if (moves.size > 0) steps.push(step);
    if (faults[0] !== undefined || faults[1] !== undefined) return { outcome: undefined, faults, steps };
    state = game.play(state, moves, chance);
  }

  function stuck(how: string): GameFault {
    return new GameFault(`${titleOf(game)} ${how}`);
  }
}

function matchId(round: number): string {
  return `R${round}M1`;
}

function faultOf(answer: Exclude<Attempt, { readonly decision: Decision }> | undefined, timeLeftMs: number): Fault {
  if (answer === undefined) return { kind: 'timeout', detail: `did not decide within ${timeLeftMs} ms` };
  return { kind: answer.fallback, detail: answer.detail };
}

/** What came of a game, by seat, once both sides have it in their histories. */
function remembered(game: Game, sides: Sides, round: number, played: Played) {
  const { outcome, faults, steps } = played;
  const facts = factsOf({ ...unplayedFacts(game.type), ...outcome?.facts });
  const last = SEATS.map((seat) => steps.findLast((step) => step[seat] !== null)?.[seat] ?? null);
  const past = SEATS.map((seat) => ({
    match_id: matchId(round),
    game_type: game.type,
    opponent_id: sides[seat].opponent_id,
    result: resultOf(seat, outcome?.scores, faults),
    my_choice: copyOf(last[seat] as Json),
    opponent_choice: copyOf(last[1 - seat] as Json),
    facts: copyOf(facts) as PastMatch['facts'],
    steps: steps.map((step) => ({ mine: copyOf(step[seat] as Json), theirs: copyOf(step[1 - seat] as Json) })),
  }));
  for (const seat of SEATS) sides[seat].past.push(past[seat] as PastMatch);
  return { outcome, faults, past };
}

/** A game that both forfeit is lost for both. */
function resultOf(seat: 0 | 1, scores: readonly number[] = [], faults: Played['faults']): PastMatch['result'] {
  if (faults[seat] !== undefined) return 'TECHNICAL_LOSS';
  if (faults[1 - seat] !== undefined) return 'WIN';
  const [mine, theirs] = [scores[seat] ?? 0, scores[1 - seat] ?? 0];
  if (mine === theirs) return 'DRAW';
  return mine > theirs ? 'WIN' : 'LOSS';
}

const COUNTED = { WIN: 'won', DRAW: 'drawn', LOSS: 'lost', TECHNICAL_LOSS: 'lost' } as const;

function count(tally: SeriesTally, sides: Sides, { outcome, faults, past }: ReturnType<typeof remembered>): void {
  tally.games++;
  if (outcome !== undefined) tally.playedOut++;
  const points = SEATS.map((seat) => pointsAfter(sides[seat]));
  for (const seat of SEATS) {
    const { side, strategy } = sides[seat];
    const match = past[seat] as PastMatch;
    const own = tally.sides[side];
    own[COUNTED[match.result]]++;
    if (match.result === 'WIN' && seat === 0) own.wonAsFirst++;
    own.scores += outcome?.scores[seat] ?? 0;
    const fault = faults[seat];
    if (fault !== undefined) {
      own.forfeited++;
      note(tally, side, { kind: fault.kind, detail: `${strategy.name} ${fault.detail}` });
    }
    const rank = (points[seat] as number) >= (points[1 - seat] as number) ? 1 : 2;
    sides[seat].standing = rowOf(sides[seat], rank, points[seat] as number);
    if (strategy.learn !== undefined) learn(strategy, match, (detail) => note(tally, side, { kind: 'learn', detail }));
  }
}

/** The points of the specification for a win and a draw. */
const POINTS = { WIN: 3, DRAW: 1, LOSS: 0, TECHNICAL_LOSS: 0 } as const;

function pointsAfter({ standing, past }: Side): number {
  return (standing?.points ?? 0) + POINTS[(past.at(-1) as PastMatch).result];
}

/** The row of a player as a league tells it after a round. */
function rowOf({ player_id, strategy, past, standing }: Side, rank: number, points: number): Standing {
  const { result } = past.at(-1) as PastMatch;
  const { wins = 0, draws = 0, losses = 0, technical_losses = 0 } = standing ?? {};
  return {
    ...{ rank, player_id, display_name: strategy.name, played: past.length, games_played: past.length },
    wins: wins + Number(result === 'WIN'),
    draws: draws + Number(result === 'DRAW'),
    losses: losses + Number(result === 'LOSS' || result === 'TECHNICAL_LOSS'),
    technical_losses: technical_losses + Number(result === 'TECHNICAL_LOSS'),
    points,
  };
}

/** As in a league it is not waited for, and a strategy that fails to learn loses nothing by it. */
function learn(strategy: Strategy, match: PastMatch, fail: (detail: string) => void): void {
  const failed = (thrown: unknown) => fail(`${strategy.name} could not learn: ${thrownText(thrown)}`);
  try {
    const learnt: unknown = strategy.learn?.(match);
    if (learnt instanceof Promise) learnt.catch(failed);
  } catch (thrown) {
    failed(thrown);
  }
}

function note(tally: SeriesTally, side: 0 | 1, { kind, detail }: Fault): void {
  const before = tally.failures.find((failure) => failure.side === side && failure.kind === kind);
  if (before === undefined) tally.failures.push({ side, kind, games: 1, first: detail });
  else before.games++;
}

/** The same JSON once more, of which no part is shared. */
function copyOf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isJsonArray(value)) return value.map(copyOf);
  const copy: { [name: string]: Json } = {};
  for (const name in value) copy[name] = copyOf((value as JsonObject)[name] as Json);
  return copy;
}
