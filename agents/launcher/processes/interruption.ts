/** Ctrl-C, and a polite kill: heard by a command that has something to put in order before it ends. */
import { Mistake } from '../options.ts';

export interface Interruption {
  /** Resolves when the user has had enough. */
  readonly promise: Promise<'interrupted'>;
  isThere(): boolean;
}

/** One of a process that may have matches to finish. */
export interface InterruptionOfWork extends Interruption {
  /** Resolves when nothing is to be waited for: after Ctrl-C, or a second polite kill. */
  readonly hurry: Promise<void>;
}

/** Runs something that ends by itself, and in order, when it is interrupted; however often it is. */
export async function interruptible<T>(run: (interruption: InterruptionOfWork) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<'interrupted'>();
  const hurried = Promise.withResolvers<void>();
  let isThere = false;
  const listener = (signal: NodeJS.Signals) => {
    if (isThere || signal === 'SIGINT') hurried.resolve();
    isThere = true;
    resolve('interrupted');
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  try {
    return await run({ promise, isThere: () => isThere, hurry: hurried.promise });
  } finally {
    process.off('SIGINT', listener);
    process.off('SIGTERM', listener);
  }
}

/**
 * Runs something until it is done or interrupted. `calledOff` rejects when it is; any failure from then on is told as
 * the interruption, in the line that is asked for when everything has ended.
 */
export async function unlessInterrupted<T>(
  { promise, isThere }: Interruption,
  run: (calledOff: Promise<never>) => Promise<T>,
  line: () => string | Promise<string>,
): Promise<T> {
  const calledOff = promise.then((interrupted) => {
    throw new Mistake(interrupted);
  });
  // A run that is done in a moment need not listen to it.
  calledOff.catch(() => undefined);
  try {
    return await (isThere() ? calledOff : run(calledOff));
  } catch (problem) {
    // Ctrl-C reaches the children as well, and which of its effects is noticed first is chance.
    if (!(problem instanceof Mistake && isThere())) throw problem;
    throw new Mistake(await line());
  }
}
