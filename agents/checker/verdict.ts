/** What a league would make of the player that was checked: under `count`, and under `disqualify`. Pure. */
import { VIOLATION_KINDS, VIOLATIONS, type Violation } from '../../SHARED/contracts/violations.ts';
import type { Status } from './evidence.ts';
import type { StepReport } from './steps.ts';

export interface Verdict {
  readonly steps: { readonly [S in Status]: number };
  /** The kinds of breaches that were seen, in the order of 004's conditions, each with the step that saw it first. */
  readonly violations: readonly {
    readonly kind: Violation;
    readonly condition: number;
    readonly step: number;
    readonly detail: string;
  }[];
  /** What a league that counts violations would say. */
  readonly count: string;
  /** What one that disqualifies would do. */
  readonly disqualify: string;
  readonly isFine: boolean;
}

/** The verdict on these steps. */
export function verdictOn(steps: readonly StepReport[]): Verdict {
  const many = (status: Status) => steps.filter((step) => step.status === status).length;
  const violations = VIOLATION_KINDS.flatMap((kind) => {
    const step = steps.find(({ status, violation }) => status === 'failed' && violation === kind);
    return step === undefined
      ? []
      : [{ kind, condition: VIOLATIONS[kind].condition, step: step.number, detail: step.detail }];
  });
  const first = [...violations].sort((a, b) => a.step - b.step)[0];
  const isFine = many('failed') === 0;
  const unbroken = isFine ? 'nothing would be counted against it' : 'no breach of the protocol, but see what failed';
  return {
    steps: { passed: many('passed'), warned: many('warned'), failed: many('failed'), skipped: many('skipped') },
    violations,
    count:
      first === undefined
        ? unbroken
        : `it plays, and this would be counted against it: ${violations.map(({ kind }) => kind).join(', ')}`,
    disqualify:
      first === undefined
        ? unbroken.replace('be counted against', 'disqualify')
        : `it would be disqualified by condition ${first.condition} of 8 (${first.kind}), seen in step ${first.step}`,
    isFine,
  };
}
