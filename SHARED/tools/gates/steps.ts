/** Runs the gates as named steps, one after the other, and stops at the first that fails. */

/** The outcome of a step: `output` is shown when it failed, `note` when it passed. */
export interface Verdict {
  readonly passed: boolean;
  readonly output: string;
  readonly note?: string;
}

export interface Step {
  readonly name: string;
  readonly about: string;
  run(): Promise<Verdict>;
}

export interface Stage {
  say(text: string): void;
  /** Milliseconds on a clock that never jumps. */
  now(): number;
}

/** Whether all of them passed; after a failure no step is run, and the failed one's output is the last thing said. */
export async function runSteps(steps: readonly Step[], { say, now }: Stage): Promise<boolean> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  for (const { name, about, run } of steps) {
    const start = now();
    const { passed, output, note } = await run();
    const seconds = `${((now() - start) / 1_000).toFixed(1)} s`.padStart(8);
    say(
      `${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}${seconds}  ${about}${note === undefined ? '' : `: ${note}`}\n`,
    );
    if (passed) continue;
    say(`\n${output.trimEnd()}\n`);
    return false;
  }
  return true;
}

/** The steps that are asked for by name, in their own order, or all when none is named; or a name that no step has. */
export function chooseSteps(
  steps: readonly Step[],
  names: readonly string[],
): { readonly chosen: readonly Step[] } | { readonly unknown: string } {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) return { unknown };
  return { chosen: names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name)) };
}
