/** From how a match ended to its result: winner, league points, and one sentence about it. Pure. */
import {
  type Fault,
  faultSentence,
  type MatchResult,
  type Step,
  type Terms,
  unplayedFacts,
} from '../contracts/messages/result.ts';
import type { Json } from '../core/json.ts';
import type { Game, Outcome } from './game.ts';

/** A match ends by play, or by the forfeit of the players at fault. */
export type Ending =
  | { readonly by: 'play'; readonly outcome: Outcome; readonly explain: Game['explain'] }
  | { readonly by: 'forfeit'; readonly faults: readonly Fault[] };

/** The result that follows from an ending. The same ending gives the same result to every caller. */
export function verdict(terms: Terms, moves: readonly Step[], ending: Ending): MatchResult {
  return ending.by === 'play' ? played(terms, moves, ending) : forfeited(terms, moves, ending.faults);
}

function played(
  { players, scoring }: Terms,
  moves: readonly Step[],
  { outcome, explain }: Extract<Ending, { by: 'play' }>,
): MatchResult {
  const [a, b] = players;
  const [scoreA = 0, scoreB = 0] = outcome.scores;
  const details = (status: 'WIN' | 'DRAW'): MatchResult['details'] => ({
    ...outcome.facts,
    choices: lastMoves(players, moves),
    moves: [...moves],
    status,
    termination: 'normal',
    faults: [],
    reason: sentence(explain(outcome), players),
  });
  const { win_points, draw_points, loss_points } = scoring;
  if (scoreA === scoreB)
    return { winner: null, score: { [a]: draw_points, [b]: draw_points }, details: details('DRAW') };
  const [winner, pointsA, pointsB] = scoreA > scoreB ? [a, win_points, loss_points] : [b, loss_points, win_points];
  return { winner, score: { [a]: pointsA, [b]: pointsB }, details: details('WIN') };
}

/** With both players at fault, the cause of the match's end is that of the first seat. */
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
      ...unplayedFacts(terms.game_type),
      choices: lastMoves(players, moves),
      moves: [...moves],
      status: 'TECHNICAL_LOSS',
      termination: first.cause,
      faults: atFault,
      reason: `${atFault.map((fault) => faultSentence(fault)).join(', and ')}; ${follows}.`,
    },
  };
}

/** A game's own sentence with its seats named. */
function sentence(template: string, players: readonly string[]): string {
  // Capitalised before the ids come in: an id is never respelled.
  const start = template.charAt(0).toUpperCase() + template.slice(1);
  const told = start.replaceAll(/\{(\d)\}/g, (whole, seat: string) => players[Number(seat)] ?? whole);
  return /[.!?]$/.test(start) ? told : `${told}.`;
}

function lastMoves(players: readonly string[], moves: readonly Step[]): { [player: string]: Json } {
  const last = (player: string): Json => moves.findLast((step) => step[player] !== undefined)?.[player] ?? null;
  return Object.fromEntries(players.map((player) => [player, last(player)]));
}
