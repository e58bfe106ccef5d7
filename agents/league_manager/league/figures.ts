/** How the matches of a league went, in figures over all of them. */
import type { Fault, MatchResult } from '../../../SHARED/contracts/messages/result.ts';

/** The longest answer of each class that answers are counted in; one more class is for those that took longer. */
export const ANSWER_CLASSES_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const;

/** The attempts to ask players for one thing: how many came to nothing, and how long the answers took. */
export interface Attempts {
  failed: number;
  /** How many answers are of each class. */
  readonly answers: number[];
  answersMs: number;
}

/** How matches went, in figures over all of them. */
export interface Figures {
  readonly terminations: Map<MatchResult['details']['termination'], number>;
  /** What players forfeited by. */
  readonly faults: Map<Fault['cause'], number>;
  readonly join: Attempts;
  readonly move: Attempts;
}

export function emptyFigures(): Figures {
  const none = (): Attempts => ({ failed: 0, answers: Array(ANSWER_CLASSES_MS.length + 1).fill(0), answersMs: 0 });
  return { terminations: new Map(), faults: new Map(), join: none(), move: none() };
}

/** Counts how a match went. The caller makes sure that each match is counted once. */
export function noteFigures(figures: Figures, { termination, faults, timeline = [] }: MatchResult['details']): void {
  const { terminations, faults: causes } = figures;
  terminations.set(termination, (terminations.get(termination) ?? 0) + 1);
  for (const { cause } of faults) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  for (const { step, asked_ms, answered_ms, fault } of timeline) {
    const attempts = step === 0 ? figures.join : figures.move;
    if (fault !== undefined) attempts.failed += 1;
    if (answered_ms === null) continue;
    const tookMs = Math.max(0, answered_ms - asked_ms);
    const at = ANSWER_CLASSES_MS.findIndex((most) => tookMs <= most);
    const place = at < 0 ? ANSWER_CLASSES_MS.length : at;
    attempts.answers[place] = (attempts.answers[place] ?? 0) + 1;
    attempts.answersMs += tookMs;
  }
}
