/** From how a match ended to its result: winner, league points, and one sentence about it. Pure. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import type { All } from '../../../SHARED/contracts/index.ts';
import { wordsFor } from '../../../SHARED/contracts/moves.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import type { Game, Outcome } from '../../../SHARED/games/game.ts';
import type { Step } from '../match/play.ts';

type Rules = BodyOf<All['RUN_MATCH']>['rules'];
type Told = Required<BodyOf<All['MATCH_RESULT_REPORT']>['result']['details']>;
/** What a player can fail at. */
export type Cause = Told['faults'][number]['cause'];

/** Why a player did not finish a match, with what proves it. */
export type Fault = {
  readonly player_id: string;
  readonly cause: Cause;
  readonly evidence: JsonObject;
};

/** What a verdict depends on besides the play itself. */
export interface Terms {
  readonly game_type: string;
  /** In the order of the seats. */
  readonly players: readonly [string, string];
  readonly scoring: Rules['scoring'];
  readonly double_forfeit: Rules['double_forfeit'];
}

/** Played out, or given up by those at fault. */
export type Ending =
  | { readonly by: 'play'; readonly outcome: Outcome; readonly explain: Game['explain'] }
  | { readonly by: 'forfeit'; readonly faults: readonly Fault[] };

/** A result as it is reported. */
export interface MatchResult {
  readonly winner: string | null;
  readonly score: { readonly [player: string]: number };
  /** The game's facts stand beside these; null where the match was not played out. */
  readonly details: JsonObject & {
    readonly choices: { readonly [player: string]: Json };
    readonly moves: readonly Step[];
    readonly status: Told['status'];
    readonly termination: Told['termination'];
    readonly faults: readonly Fault[];
    readonly reason: string;
  };
}

/** The result that follows from an ending. The same ending gives the same result, whoever asks. */
export function verdict(terms: Terms, moves: readonly Step[], ending: Ending): MatchResult {
  return ending.by === 'play' ? played(terms, moves, ending) : forfeited(terms, moves, ending.faults);
}

function played(
  terms: Terms,
  moves: readonly Step[],
  { outcome, explain }: Extract<Ending, { by: 'play' }>,
): MatchResult {
  const { players, scoring } = terms;
  const [a, b] = players;
  const [scoreA = 0, scoreB = 0] = outcome.scores;
  const common = { choices: lastMoves(players, moves), moves };
  const reason = sentence(explain(outcome), players);
  if (scoreA === scoreB) {
    const details = { ...outcome.facts, ...common, status: 'DRAW', termination: 'normal', faults: [], reason } as const;
    return { winner: null, score: { [a]: scoring.draw_points, [b]: scoring.draw_points }, details };
  }
  const { win_points, loss_points } = scoring;
  const [winner, pointsA, pointsB] = scoreA > scoreB ? [a, win_points, loss_points] : [b, loss_points, win_points];
  const details = { ...outcome.facts, ...common, status: 'WIN', termination: 'normal', faults: [], reason } as const;
  return { winner, score: { [a]: pointsA, [b]: pointsB }, details };
}

/** With both at fault, the match is said to have ended by what the first seat did. */
function forfeited(terms: Terms, moves: readonly Step[], faults: readonly Fault[]): MatchResult {
  const { players, scoring, double_forfeit } = terms;
  const atFault = players.flatMap((player) => faults.filter((fault) => fault.player_id === player));
  const [first, second] = atFault;
  if (first === undefined) throw new RangeError('a forfeit needs somebody at fault');
  const nobody = second !== undefined;
  const both = double_forfeit === 'draw' ? scoring.draw_points : scoring.technical_loss_points;
  const winner = nobody ? null : (players.find((player) => player !== first.player_id) as string);
  const points = (player: string): number => {
    if (nobody) return both;
    return player === winner ? scoring.win_points : scoring.technical_loss_points;
  };
  const follows = nobody
    ? `both forfeit, ${double_forfeit === 'draw' ? 'a draw' : 'a loss for both'}`
    : `${winner} wins`;
  return {
    winner,
    score: Object.fromEntries(players.map((player) => [player, points(player)])),
    details: {
      ...Object.fromEntries(wordsFor(terms.game_type).facts.map((fact) => [fact, null])),
      choices: lastMoves(players, moves),
      moves,
      status: 'TECHNICAL_LOSS',
      termination: first.cause,
      faults: atFault,
      reason: `${atFault.map(blame).join(' and ')}: ${follows}.`,
    },
  };
}

const BLAME: { readonly [C in Cause]: string } = {
  timeout: 'did not answer in time',
  invalid_choice: 'made no valid choice',
  unreachable: 'could not be reached',
  declined: 'declined',
};

function blame({ player_id, cause }: Fault): string {
  return `${player_id} ${BLAME[cause]}`;
}

/** A game's own sentence with its seats named. */
function sentence(template: string, players: readonly string[]): string {
  // Capitalised before the ids come in: an id is never respelled.
  const start = template.charAt(0).toUpperCase() + template.slice(1);
  return `${start.replaceAll(/\{(\d)\}/g, (whole, seat: string) => players[Number(seat)] ?? whole)}.`;
}

function lastMoves(players: readonly string[], moves: readonly Step[]): { readonly [player: string]: Json } {
  const last = (player: string): Json => moves.findLast((step) => step[player] !== undefined)?.[player] ?? null;
  return Object.fromEntries(players.map((player) => [player, last(player)]));
}
