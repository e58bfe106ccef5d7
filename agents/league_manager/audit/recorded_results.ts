/** Results as a ledger has them, and whether they follow from their moves: in batches, so that any thread can tell. */
import type { Judge, MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { sameJson } from '../../../SHARED/core/json.ts';
import type { Damage } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { League } from '../league/state.ts';
import { recomputed } from '../results/check_report.ts';
import type { LeagueRules } from '../settings.ts';
import type { Seats } from '../tournament/format.ts';

/** A result as it was recorded, and what it must follow from beside the rules. */
export interface RecordedResult {
  readonly match_id: string;
  readonly seed: string;
  readonly seats: Seats;
  readonly result: MatchResult;
  readonly verified: boolean;
}

/** The place of an event in its ledger. */
export type EventPlace = Pick<Damage, 'line' | 'file'>;

/** Results of one league in their order, each with its place, and the rules they were played by. */
export interface ResultBatch {
  readonly game_type: string;
  readonly rules: LeagueRules;
  readonly results: readonly (RecordedResult & { readonly at: EventPlace })[];
}

/** The fault of a result that does not follow from its moves and seed; undefined when all of it does. */
export function resultFault(
  { seed, seats, result: said, verified }: RecordedResult,
  { game_type, rules }: Pick<ResultBatch, 'game_type' | 'rules'>,
  judge: Judge,
): string | undefined {
  const result = recomputed({ seed, pairing: { seats } }, { ...rules, game_type, judge }, said, !verified);
  if (!result.ok) return result.error;
  const isSame = sameJson(result.value, said);
  return isSame ? undefined : 'what is recorded is more or less than what follows from its moves';
}

/** The fault of an event of a match, in words. */
export function ofMatch(match_id: string, fault: string): string {
  return `match ${match_id}: ${fault}`;
}

/** The first result of a batch that does not follow; undefined when all do. */
export function firstWrong(batch: ResultBatch, judge: Judge): Damage | undefined {
  for (const { at, ...result } of batch.results) {
    const fault = resultFault(result, batch, judge);
    if (fault === undefined) continue;
    return { code: 'DAMAGED', ...at, kind: 'match_decided', detail: ofMatch(result.match_id, fault) };
  }
  return undefined;
}

/** Recomputes batches of results while the caller goes on. */
export interface Recomputing {
  take(batch: ResultBatch): void;
  /** Whether a wrong result is known of by now. */
  readonly isWrong: boolean;
  /** The first wrong result of all batches that were taken, once all are recomputed; undefined when there is none. */
  first(): Promise<Damage | undefined>;
}

/** The number of results in a batch: enough that handing them over costs little of what they cost. */
const BATCH = 256;

/** Collects the results of a league to batches. */
export class ResultCollector {
  readonly #league: League;
  readonly #recomputing: Recomputing;
  #results: ResultBatch['results'][number][] = [];

  constructor(league: League, recomputing: Recomputing) {
    this.#league = league;
    this.#recomputing = recomputing;
  }

  put(result: RecordedResult, at: EventPlace): void {
    this.#results.push({ ...result, at });
    if (this.#results.length >= BATCH) this.#hand();
  }

  /** As `Recomputing` has it, for all results that were put here. */
  first(): Promise<Damage | undefined> {
    this.#hand();
    return this.#recomputing.first();
  }

  #hand(): void {
    const { game_type, rules } = this.#league;
    if (this.#results.length > 0)
      this.#recomputing.take({ game_type, rules: rules as LeagueRules, results: this.#results });
    this.#results = [];
  }
}
