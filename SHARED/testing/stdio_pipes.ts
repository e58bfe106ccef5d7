/** Pipes for tests, and a typist that writes lines into them. */
import { PassThrough } from 'node:stream';
import { systemClock } from '../core/clock.ts';
import type { Json } from '../core/json.ts';
import type { PipeEnds } from '../league_sdk/transport/pipe/lines.ts';

/** One pipe, seen from both of its ends. */
export interface Pipe {
  readonly agent: PipeEnds;
  readonly holder: PipeEnds;
}

export function pipeHere(): Pipe {
  const [up, down] = [new PassThrough(), new PassThrough()];
  return { agent: { input: down, output: up }, holder: { input: up, output: down } };
}

/** One end of a pipe, read and written line by line. */
export interface Typist {
  type(line: string): void;
  /** Everything that was said so far, line by line. */
  lines(): readonly string[];
  /** The next so many lines that were not taken yet, as JSON. */
  take(count?: number): Promise<readonly Json[]>;
}

export function typistAt({ input, output }: PipeEnds): Typist {
  let text = '';
  let taken = 0;
  input.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  const lines = () => text.split('\n').slice(0, -1);
  return {
    type: (line) => void output.write(`${line}\n`),
    lines,
    async take(count = 1) {
      await until(() => lines().length >= taken + count);
      const next = lines().slice(taken, taken + count);
      taken += count;
      return next.map((line) => JSON.parse(line) as Json);
    },
  };
}

/** Resolves when something has become true; looked at after every turn of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  const begun = systemClock.monotonic();
  while (!isSo()) {
    if (systemClock.monotonic() - begun > 5_000) throw new Error('waited 5 s for what never came');
    await systemClock.poll();
  }
}
