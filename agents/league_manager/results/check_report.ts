/**
 * Checks match reports: the manager verifies the sender, recomputes the result from the moves, and never corrects a
 * report.
 */
import type { Contract, Envelope } from '../../../SHARED/contracts/contract.ts';
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import { MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { Message } from '../../../SHARED/contracts/index.ts';
import {
  COURSE,
  FAULT_CAUSES,
  type Judge,
  type JudgedMatch,
  type MatchResult,
  type ReportedResult,
} from '../../../SHARED/contracts/messages/result.ts';
import { type EnvelopeDefaults, readMessage } from '../../../SHARED/contracts/read.ts';
import { fits } from '../../../SHARED/contracts/validator.ts';
import { cut, isJsonObject, type Json, type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { MatchDecided } from '../league/events.ts';
import type { League, Match } from '../league/state.ts';
import type { LeagueRules, Settings } from '../settings.ts';

type Report = Message<'MATCH_RESULT_REPORT'>;

/** The settings and the judge that a report is checked by. */
interface Rules {
  readonly settings: Settings;
  readonly judge: Judge;
}

type Believed =
  | {
      readonly kind: 'decided';
      readonly event: Omit<MatchDecided, 'at'>;
      /** As its match file is, with the seed; absent where none came. */
      readonly record?: MatchRecord;
    }
  /** The same report again: it gets the same answer. */
  | { readonly kind: 'again' }
  /** The referee could not run the match; no player is to blame for it. */
  | { readonly kind: 'voided' };

/** The meaning of a report from this referee, or why it is refused: E006, E008, E010, E023. */
export function checkReport(league: League, by: Rules, report: Report, referee_id: string): Result<Believed, Refusal> {
  const match = league.matches.get(report.match_id);
  if (match === undefined) return err(refusal('E008', `no match ${report.match_id} is open or decided in this league`));
  if (match.referee_id !== referee_id)
    return err(refusal('E006', `match ${report.match_id} is not assigned to ${referee_id}`));
  if ((report.assignment_epoch ?? match.epoch) !== match.epoch)
    return err(refusal('E006', `match ${report.match_id} was assigned anew; this assignment has ended`));
  const { termination } = report.result.details;
  if (match.decided === undefined && termination === 'referee_fault') return ok({ kind: 'voided' });

  const checked = checkResult(match, by, report);
  if (match.decided !== undefined) {
    const same = checked.ok && sameJson(checked.value.result, match.decided.result);
    if (same) return ok({ kind: 'again' });
    return err(refusal('E010', `match ${report.match_id} has another result already, and keeps it`));
  }
  if (!checked.ok) return err(refusal('E023', checked.error));
  const { match_id, record_sha256 = null, record } = report;
  const { epoch, seed } = match;
  const isItsOwn = record === undefined || (fits(MatchRecord, record) && recordHash(record) === record_sha256);
  if (!isItsOwn) return err(refusal('E023', 'the record is not the one whose hash is reported'));
  return ok({
    kind: 'decided',
    event: { type: 'match_decided', match_id, epoch, referee_id, ...checked.value, record_sha256 },
    ...(record === undefined ? {} : { record: { ...(record as MatchRecord), draw_seed: seed } }),
  });
}

/** The result of a report, recomputed where that is possible; or what in it does not follow. */
function checkResult(match: Match, { settings, judge }: Rules, report: Report): Result<Checked, string> {
  const stranger = namesAnother(match, settings, report);
  if (stranger !== undefined) return err(stranger);
  const { moves, faults = [] } = report.result.details;
  if (faults.some(({ cause }) => cause === 'excluded'))
    return err('that a player does not play is not a referee’s to say');
  const isBare = moves === undefined && faults.length === 0;
  const result = recomputed(match, { ...settings.config, judge }, report.result, isBare);
  return result.ok ? ok({ result: result.value, verified: !isBare }) : result;
}

/** The rules a result is computed by, beside the match and what was reported. */
interface Arithmetic extends LeagueRules {
  readonly game_type: string;
  readonly judge: Judge;
}

/** The whole result that was reported, if all of it follows from the rules; or what does not. */
export function recomputed(
  match: Pick<Match, 'seed'> & { readonly pairing: Pick<Match['pairing'], 'seats'> },
  { judge, game_type, options, scoring, double_forfeit, referees }: Arithmetic,
  said: ReportedResult,
  onTrust: boolean,
): Result<MatchResult, string> {
  const judged = { game_type, options, draw_seed: match.seed, players: match.pairing.seats, scoring, double_forfeit };
  if (onTrust) return takenOnTrust(referees.accept, judged, judge, said);
  const { moves = [], faults = [] } = said.details;
  const computed = judge(judged, { moves, faults });
  if (!computed.ok) return computed;
  const wrong = differsFrom(computed.value, said);
  // A report that lists no faults says that there were none.
  const result = { ...said, details: { ...said.details, faults } } as MatchResult;
  return wrong === undefined ? ok(result) : err(wrong);
}

interface Checked {
  readonly result: MatchResult;
  readonly verified: boolean;
}

/** Whether the report is about another match than the one it names. */
function namesAnother(match: Match, settings: Settings, report: Report): string | undefined {
  const [a, b] = match.pairing.seats;
  if ((report.player_a ?? a) !== a || (report.player_b ?? b) !== b)
    return `the players of this match are ${a} and ${b}`;
  const { league_id, game_type } = settings.config;
  if (report.league_id !== league_id) return `this is the manager of ${league_id}`;
  const { round_id } = match.pairing;
  if ((report.round_id ?? round_id) !== round_id) return `this match is one of round ${round_id}`;
  if ((report.game_type ?? game_type) !== game_type) return `this league plays ${game_type}`;
  return undefined;
}

/** The part of the report that does not follow from its moves, faults and seed; undefined when all of it does. */
function differsFrom({ winner, score, details }: MatchResult, said: ReportedResult): string | undefined {
  if (said.winner !== winner) return `the winner is ${winner ?? 'nobody (a draw)'}, not ${said.winner ?? 'nobody'}`;
  if (!sameJson(said.score, score)) return `the score is ${JSON.stringify(score)}`;
  return differingDetail(said.details, details);
}

/** Words for people, evidence and how the match went are the referee's own; everything else is computed again. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['reason', 'faults', ...Object.keys(COURSE)]);

function differingDetail(said: JsonObject, computed: JsonObject): string | undefined {
  const names = new Set([...Object.keys(said), ...Object.keys(computed)]);
  for (const name of names) {
    if (NOT_COMPARED.has(name)) continue;
    if (!sameJson(said[name], computed[name]))
      return `details.${name} is ${shown(computed[name])}, not ${shown(said[name])}`;
  }
  return undefined;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'absent' : cut(JSON.stringify(value), 200);
}

/** The part of a result that a referee has to prove (the league file's `referees.accept`). */
export type Accept = 'verified' | 'consistent' | 'trusted';

/** Reads a report without details, where the league trusts its referees; any other message stays refused as `strict` says. */
export function readBareReport(
  of: Contract,
  words: JsonObject,
  { accept, strict, fresh }: { readonly accept: Accept; readonly strict: Refusal; readonly fresh: EnvelopeDefaults },
): Result<Envelope & JsonObject, Refusal> {
  const { result } = words;
  const isBare = of.head.type === 'MATCH_RESULT_REPORT' && isJsonObject(result) && (result['details'] ?? null) === null;
  if (accept !== 'trusted' || !isBare) return err(strict);
  return readMessage(of, { ...words, result: { ...result, details: {} } }, fresh);
}

/** The whole result that a bare report stands for, or why this league does not take it. */
function takenOnTrust(
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
