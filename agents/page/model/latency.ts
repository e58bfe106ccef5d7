/** Times of answers against their limits, as shares and words. */

/** A duration as the terminal tells it: 12 ms, 3 s, 91.2 s. */
export function durationText(ms: number): string {
  return Math.abs(ms) < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

export interface TimedAnswer {
  readonly took_ms: number | null;
  readonly limit_ms: number | null;
}

/** How an answer stands against its limit; `share` is 1 where it used all of it, or more. */
export interface Used {
  readonly share: number;
  readonly verdict: 'in time' | 'late' | 'no answer' | 'no limit known';
  readonly text: string;
}

export function usedOf({ took_ms, limit_ms }: TimedAnswer): Used {
  const limit = limit_ms === null ? '' : ` of ${durationText(limit_ms)}`;
  if (took_ms === null) return { share: 1, verdict: 'no answer', text: `no answer${limit && ` in ${limit.slice(4)}`}` };
  const took = durationText(took_ms);
  if (limit_ms === null) return { share: 0, verdict: 'no limit known', text: took };
  if (took_ms > limit_ms) return { share: 1, verdict: 'late', text: `${took}${limit}: late` };
  return { share: limit_ms === 0 ? 1 : took_ms / limit_ms, verdict: 'in time', text: `${took}${limit}` };
}

/** A scale of times by their logarithm: milliseconds and half minutes are both to be seen on it. */
export interface Scale {
  readonly max_ms: number;
  /** From 0 (one millisecond or less) to 1. */
  place(ms: number): number;
  /** The times that are marked on it, as one labels them. */
  readonly marks: readonly number[];
}

/** The scale that holds all these answers and their limits. */
export function scaleOf(answers: readonly TimedAnswer[]): Scale {
  let max_ms = 10;
  for (const { took_ms, limit_ms } of answers) max_ms = Math.max(max_ms, took_ms ?? 0, limit_ms ?? 0);
  const whole = Math.log10(max_ms);
  const marks: number[] = [];
  for (let ms = 1; ms <= max_ms; ms *= 10) marks.push(ms);
  return { max_ms, place: (ms) => Math.max(0, Math.min(1, Math.log10(Math.max(1, ms)) / whole)), marks };
}

/** The strip in a sentence, for readers that see no picture. */
export function stripText(answers: readonly TimedAnswer[]): string {
  const count = (verdict: Used['verdict']) => answers.filter((answer) => usedOf(answer).verdict === verdict).length;
  const took = answers.flatMap(({ took_ms }) => (took_ms === null ? [] : [took_ms]));
  const parts = [
    `${answers.length} ${answers.length === 1 ? 'question' : 'questions'}`,
    took.length === 0 ? '' : `answered in ${durationText(Math.min(...took))} to ${durationText(Math.max(...took))}`,
    count('late') === 0 ? '' : `${count('late')} late`,
    count('no answer') === 0 ? '' : `${count('no answer')} without an answer`,
  ];
  return parts.filter(Boolean).join(', ');
}
