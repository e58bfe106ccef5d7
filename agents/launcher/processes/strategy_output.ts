/** The output of a strategy under a launcher: it reaches the screen with its failures, and over a limit a file. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { cut } from '../../../SHARED/core/json.ts';
import { fromHere } from '../../../SHARED/core/thrown.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { type LineWriter, type LogLimits, logWriter } from '../../../SHARED/league_sdk/logs/log_file.ts';
import type { Strategy } from '../../player/strategy.ts';
import { printable } from '../output/columns.ts';

/** The most lines of one player that are shown; a strategy that prints more would push the league off the screen. */
export const SHOWN_LINES = 20;
const LINE_LENGTH = 1_000;

export interface StrategyOutputOptions {
  /** The player's id. */
  readonly id: string;
  /** Takes a line for the screen. */
  readonly tell: (line: string) => void;
  /** The folder of all logs; lines that are not shown are in agents/ID.console.log below it. */
  readonly folder: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly limits: LogLimits;
}

export interface StrategyOutput {
  /** Does work whose output, at once or later, is the player's. */
  during<T>(work: () => T): T;
  /** The same strategy; its output is the player's. */
  of(strategy: Strategy): Strategy;
  /** Resolves when everything it printed is written. */
  close(): Promise<void>;
}

type Hear = (text: string) => void;
const speaking = new AsyncLocalStorage<Hear>();

/** Does work whose output is dropped. */
export function unheard<T>(work: () => T): T {
  listenIn();
  return speaking.run(() => undefined, work);
}

/** The output of the strategy of one player. From the first on, this process hears what its strategies write to stdout and stderr. */
export function strategyOutput({ id, tell, folder, disk, clock, limits }: StrategyOutputOptions): StrategyOutput {
  listenIn();
  const path = join(folder, 'agents', `${id}.console.log`);
  let lines = 0;
  let begun = '';
  let file: LineWriter | undefined;

  function hear(text: string): void {
    const whole = `${begun}${text}`.split('\n');
    begun = cut(whole.pop() ?? '', LINE_LENGTH);
    for (const line of whole) print(printable(cut(line.replaceAll('\t', '  ').trimEnd(), LINE_LENGTH)));
  }

  function print(line: string): void {
    lines++;
    if (lines <= SHOWN_LINES) {
      tell(`${id}: ${line}`);
      return;
    }
    if (file === undefined) tell(`${id}: it prints more than ${SHOWN_LINES} lines; the rest is in ${fromHere(path)}`);
    file ??= logWriter({ disk, clock, path, limits, gap: (missing) => `${missing} lines could not be written` });
    file.write(line);
  }

  function during<T>(work: () => T): T {
    return speaking.run(hear, work);
  }

  return {
    during,
    of: (strategy) => ({
      name: strategy.name,
      ...(strategy.unguarded === undefined ? {} : { unguarded: strategy.unguarded }),
      decide: (turn) => during(() => strategy.decide(turn)),
      ...(strategy.learn === undefined ? {} : { learn: (match) => during(() => strategy.learn?.(match)) }),
    }),
    async close() {
      if (begun !== '') hear('\n');
      // A disk that fails ends no player.
      await file?.close().catch(() => undefined);
    },
  };
}

/** The writing of a stream that hears strategies; a stream that was given another is listened to again. */
const hearing = new WeakSet<object>();

/** From now on a text that is written while a strategy is at work is the strategy's. */
function listenIn(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (hearing.has(stream.write)) continue;
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    const heard = (chunk: unknown, ...rest: unknown[]): boolean => {
      const hear = speaking.getStore();
      if (hear === undefined) return write(chunk, ...rest);
      // What is told on the way is ours again.
      speaking.exit(() => hear(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8')));
      const done = rest.findLast((argument) => typeof argument === 'function') as (() => void) | undefined;
      done?.();
      return true;
    };
    hearing.add(heard);
    Object.defineProperty(stream, 'write', { configurable: true, writable: true, value: heard });
  }
}
