/** A mistake of the user or a failure of the run, told in one line and an exit code. */

/** Exit codes: 2 for what was typed wrong, 1 for what went wrong. */
export class Mistake extends Error {
  readonly exitCode: 1 | 2;

  constructor(line: string, exitCode: 1 | 2 = 1) {
    super(line.replace(/\s+/g, ' ').trim());
    this.name = 'Mistake';
    this.exitCode = exitCode;
  }
}

/** What was typed cannot be meant. */
export function usage(line: string): Mistake {
  return new Mistake(line, 2);
}
