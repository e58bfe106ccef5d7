/** Results that cannot be recomputed: the word of a foreign referee, as far as this league accepts it. */
import {
  FAULT_CAUSES,
  type Judge,
  type JudgedMatch,
  type MatchResult,
  type ReportedResult,
} from '../../../SHARED/contracts/messages/result.ts';
import { sameJson } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';

/** The part of a result that a referee has to prove (the league file's `referees.accept`). */
export type Accept = 'verified' | 'consistent' | 'trusted';

/** The whole result that a bare report stands for, or why this league does not take it. */
export function takenOnTrust(
  accept: Accept,
  match: JudgedMatch,
  judge: Judge,
  said: ReportedResult,
): Result<MatchResult, string> {
  if (accept === 'verified') return err('details.moves is missing: this league takes only results it can recompute');
  const taken = taking(accept, match, judge, said);
  if (!taken.ok) return taken;
  const { winner, score } = taken.value;
  if (said.winner !== winner)
    return err(`the winner is ${winner ?? 'nobody (a draw)'}, not ${said.winner ?? 'nobody'}`);
  if (said.score !== undefined && !sameJson(said.score, score)) return err(`the score is ${JSON.stringify(score)}`);
  return taken;
}

function taking(accept: Accept, match: JudgedMatch, judge: Judge, said: ReportedResult): Result<MatchResult, string> {
  // A player's failure is a referee's word in any case, so a forfeit needs no more than to be said.
  if (said.details.status === 'TECHNICAL_LOSS') return judge(match, { moves: [], faults: faultsIn(match, said) });
  return accept === 'consistent' ? consistent(match, judge, said) : trusted(match, said);
}

/** A player that did not win failed; with no winner, both did. */
function faultsIn({ players }: JudgedMatch, { winner, details }: ReportedResult) {
  const cause = FAULT_CAUSES.find((known) => known === details.termination) ?? 'timeout';
  const evidence = { detail: 'as the referee says' };
  return players.filter((id) => id !== winner).map((player_id) => ({ player_id, cause, evidence }));
}

/** The winner follows from the draw and the choices as reported. */
function consistent(match: JudgedMatch, judge: Judge, { details }: ReportedResult): Result<MatchResult, string> {
  if (details.choices === undefined) return err('details.choices is missing: the winner must follow from them');
  return judge(match, { facts: details, choices: details.choices });
}

/** The winner is the one the referee names. */
function trusted({ players, scoring }: JudgedMatch, { winner, details }: ReportedResult): Result<MatchResult, string> {
  const [a, b] = players;
  if (winner === undefined || (winner !== null && winner !== a && winner !== b)) {
    return err(`the winner must be ${a}, ${b} or nobody`);
  }
  const points = (id: string) => {
    if (winner === null) return scoring.draw_points;
    return winner === id ? scoring.win_points : scoring.loss_points;
  };
  const { choices: chosen = {}, reason = 'As the referee says.', ...facts } = details;
  const choices = { [a]: chosen[a] ?? null, [b]: chosen[b] ?? null };
  const told: MatchResult['details'] = {
    ...facts,
    ...{ choices, moves: [], status: winner === null ? 'DRAW' : 'WIN', termination: 'normal', faults: [], reason },
  };
  return ok({ winner, score: { [a]: points(a), [b]: points(b) }, details: told });
}
