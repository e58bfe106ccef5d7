/** Threads of this installation: each runs a script of ours and answers one question after another. */
import { resolve } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { backgroundTimer, systemClock } from '../../../SHARED/core/clock.ts';
import { thrownText } from '../../../SHARED/core/thrown.ts';
import { Mistake } from '../options.ts';
import { CODE_EXTENSION, ROOT } from '../world/installation.ts';

export interface Thread<Question, Answer> {
  /** Resolves with the answer, in the order of the questions; rejects with a Mistake when the script refuses, fails or ends. */
  ask(question: Question): Promise<Answer>;
  /** Resolves when it has ended, also in the midst of an answer. */
  end(): Promise<void>;
}

type Said<Answer> = { readonly answer: Answer } | { readonly refusal: string };

/** Starts a script of this installation, named as in a clone, in a thread of its own. Its output goes to stderr. */
export function startThread<Question, Answer>(script: string, data: unknown): Thread<Question, Answer> {
  const worker = new Worker(resolve(ROOT, 'SHARED', 'tools', 'start.mjs'), {
    argv: [script.replace(/\.ts$/, CODE_EXTENSION)],
    workerData: data,
    stdout: true,
    // It would keep every life of a strategy's file for good.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  worker.stdout.pipe(process.stderr, { end: false });
  /** The questions without an answer, in their order. */
  const waiting: PromiseWithResolvers<Answer>[] = [];
  let failure: Mistake | undefined;
  const fail = (line: string) => {
    failure ??= new Mistake(line);
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on('message', (said: Said<Answer>) => {
    const asked = waiting.shift();
    if ('refusal' in said) asked?.reject(new Mistake(said.refusal));
    else asked?.resolve(said.answer);
  });
  worker.once('error', (thrown) => fail(`a thread broke: ${thrownText(thrown)}`));
  worker.once('exit', () => fail('a thread ended before its work was done'));
  return {
    ask(question) {
      if (failure !== undefined) return Promise.reject(failure);
      const asked = Promise.withResolvers<Answer>();
      waiting.push(asked);
      worker.postMessage(question);
      return asked.promise;
    },
    async end() {
      await worker.terminate();
    },
  };
}

/** In a thread: what it was started with. */
export function threadData<Data>(): Data {
  return workerData as Data;
}

/** In a thread: answers every question; where one is asked before another is answered, `answer` does not wait. A thrown error of these kinds is told in a line; any other ends the thread. */
export function answerAll<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  kinds: readonly (new (...args: never[]) => Error)[] = [],
): void {
  const say = (said: Said<Answer>) => parentPort?.postMessage(said);
  parentPort?.on('message', async (question: Question) => {
    try {
      say({ answer: await answer(question) });
    } catch (thrown) {
      if (!kinds.some((kind) => thrown instanceof kind)) throw thrown;
      say({ refusal: (thrown as Error).message });
    }
  });
}

/**
 * In a thread, while it answers a question: true once its event loop is empty, so that nothing can settle `work` any more;
 * false once `work` has settled, or `ms` have passed. Never true in a process that something else keeps alive.
 */
export async function becomesIdle(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Node emits `beforeExit` when the loop is empty. The poll begun here keeps the thread from ending.
  const onEmptyLoop = () => void systemClock.poll().then(() => resolve(true));
  const cancelTimer = backgroundTimer(ms, () => resolve(false));
  process.once('beforeExit', onEmptyLoop);
  parentPort?.unref();
  try {
    return await Promise.race([work.then(() => false), promise]);
  } finally {
    parentPort?.ref();
    process.off('beforeExit', onEmptyLoop);
    cancelTimer();
  }
}
