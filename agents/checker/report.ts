/** A check as a text for people, as JSON and as JUnit, and the verdict on it. Pure. */
import { VIOLATION_KINDS, VIOLATIONS, type Violation, violationText } from '../../SHARED/contracts/violations.ts';
import type { StepReport } from './steps.ts';
import type { Status } from './watch.ts';

/** A check that was made. */
export interface CheckReport {
  /** What was checked, as it was typed. */
  readonly subject: string;
  readonly dialect: string;
  readonly game_type: string;
  readonly steps: readonly StepReport[];
  readonly verdict: Verdict;
  readonly tookMs: number;
  /** What a reader has to know before the steps; empty where nothing is to be said. */
  readonly notes: readonly string[];
}

const MARKS = { passed: 'ok  ', warned: 'WARN', failed: 'FAIL', skipped: '–   ' } as const;

/** The whole check for a terminal; `printable` makes texts of strangers harmless. */
export function checkText(
  { subject, dialect, steps, verdict, notes, tookMs }: CheckReport,
  printable: (text: string) => string,
): string {
  const { passed, warned, failed, skipped } = verdict.steps;
  return [
    `${printable(subject)} (${dialect})`,
    ...notes.map((note) => `  ${printable(note)}`),
    ...steps.map((step) => stepText(step, printable)),
    `${passed} passed, ${warned} warned, ${failed} failed, ${skipped} skipped, in ${(tookMs / 1_000).toFixed(1)} s.`,
    `Under "count": ${verdict.count}.`,
    `Under "disqualify": ${verdict.disqualify}.`,
    '',
  ].join('\n');
}

/** One step for a terminal, in lines. */
export function stepText(
  { number, name, status, detail, sent, received, rule, mend }: StepReport,
  printable: (text: string) => string,
): string {
  return [
    `${MARKS[status]} ${String(number).padStart(2)}. ${name}: ${printable(detail)}`,
    ...(sent === undefined ? [] : [`         sent:     ${printable(sent)}`]),
    ...(received === undefined ? [] : [`         received: ${printable(received)}`]),
    ...(mend === undefined ? [] : [`         rule:     ${rule}`, `         mend:     ${mend}`]),
  ].join('\n');
}

/** The check as a suite of JUnit, for build servers: a step is a case, and what warned stands in its output. */
export function junitText({ subject, steps, verdict, tookMs }: CheckReport): string {
  const cases = steps.map((step) => {
    const { number, name, status, detail, rule, mend, sent, received } = step;
    const more = [
      detail,
      `rule: ${rule}`,
      mend && `mend: ${mend}`,
      sent && `sent: ${sent}`,
      received && `received: ${received}`,
    ];
    const text = escaped(more.filter((line) => line !== undefined).join('\n'));
    const inner = {
      passed: '',
      warned: `<system-out>${text}</system-out>`,
      failed: `<failure message="${escaped(detail)}">${text}</failure>`,
      skipped: `<skipped message="${escaped(detail)}"/>`,
    }[status];
    return `    <testcase classname="league.check" name="${number} ${escaped(name)}">${inner}</testcase>`;
  });
  const { failed, skipped } = verdict.steps;
  const counts = `tests="${steps.length}" failures="${failed}" skipped="${skipped}" time="${(tookMs / 1_000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="league check ${escaped(subject)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Text of XML 1.0: what it has no place for becomes a replacement character. */
function escaped(text: string): string {
  const marks: { readonly [mark: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '�')
    .replace(/[&<>"]/g, (mark) => marks[mark] as string);
}

/** The verdict of a league on the player that was checked: under `count`, and under `disqualify`. */
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
        : `this would be counted against it: ${violations.map(({ kind }) => violationText(kind)).join(', ')}`,
    disqualify:
      first === undefined
        ? unbroken.replace('be counted against', 'disqualify')
        : `it would be disqualified by condition ${first.condition} of 8 (${first.kind}), seen in step ${first.step}`,
    isFine,
  };
}
