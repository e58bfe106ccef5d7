/** An agent's side of its launcher: says when it is ready, waits for its turn, ends when the launcher ends. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Running } from '../../../SHARED/league_sdk/effects.ts';
import { printable } from '../output/columns.ts';

/** The messages of an agent to its launcher. */
export type AgentMessage =
  | { readonly said: 'listening'; readonly address: string }
  | { readonly said: 'registered'; readonly id: string }
  /** It ends by this mistake. */
  | { readonly said: 'failed'; readonly mistake: string }
  /** The league is over, and the clients of its seats can still ask. */
  | { readonly said: 'lingers' }
  /** It is there, and not held up by what it computes. */
  | { readonly said: 'here' }
  /** A manager ends, for this reason, with its league in these fields of LEAGUE_STATUS. */
  | { readonly said: 'ended'; readonly why: string; readonly status: JsonObject }
  /** A line for the user. */
  | { readonly said: 'noted'; readonly line: string };
/** The messages of a launcher to an agent: register now, or say that you are there. */
export type LauncherMessage = { readonly told: 'register' | 'answer' };

export interface Child {
  /** Whether a launcher is there at all. */
  readonly launched: boolean;
  say(what: AgentMessage): void;
  /** Resolves when it is this agent's turn to register; at once without a launcher. */
  readonly turn: Promise<void>;
}

/** Whether a launcher has started this process. */
export function isLaunched(): boolean {
  return process.send !== undefined;
}

/** Shows a line to the user: on the launcher's screen, or else on this one; no letter of it moves the cursor. */
export function note(line: string): void {
  if (process.send === undefined) process.stderr.write(`${line.split('\n').map(printable).join('\n')}\n`);
  else if (process.connected) process.send({ said: 'noted', line } satisfies AgentMessage);
}

/** Tells the launcher, if there is one, by which mistake this process ends; resolves when that is on its way. */
export async function sayFailed(mistake: string): Promise<void> {
  if (isLaunched() && process.connected)
    await new Promise((sent) => process.send?.({ said: 'failed', mistake } satisfies AgentMessage, sent));
}

/** The launcher of this process, if it has one. */
export function childOfLauncher(): Child {
  const send = process.send?.bind(process);
  const launched = send !== undefined;
  const turn = new Promise<void>((resolve) => {
    if (!launched) {
      resolve();
      return;
    }
    process.on('message', (message: LauncherMessage) => {
      if (message.told === 'register') resolve();
      if (message.told === 'answer' && process.connected) send?.({ said: 'here' } satisfies AgentMessage);
    });
  });
  return { launched, say: (what) => void send?.(what), turn };
}

/** The reasons of an agent whose process was ended from outside. */
export const ASKED_TO_END = 'asked to end';
export const INTERRUPTED = 'interrupted';

/**
 * Stops agents when the process is asked to end, its launcher is gone or its wires have ended; resolves when all have
 * ended. Where there is something to drain, that comes first, unless it is asked to end once more.
 */
export async function untilEnded(
  agents: readonly Running[],
  wiresEnded?: Promise<void>,
  drain?: () => Promise<void>,
): Promise<void> {
  const stopAll = (reason: string) => {
    for (const agent of agents) void agent.stop(reason);
  };
  let areOver = false;
  process.once('SIGTERM', () => {
    const end = () => stopAll(ASKED_TO_END);
    // The process may have another agent by now, which is asked as well.
    if (drain === undefined || areOver) return end();
    process.once('SIGTERM', end);
    void drain().finally(end);
  });
  process.once('SIGINT', () => stopAll(INTERRUPTED));
  process.once('disconnect', () => stopAll('its launcher is gone'));
  void wiresEnded?.then(() => stopAll('its pipe has ended'));
  await Promise.all(agents.map((agent) => agent.ended));
  areOver = true;
}
