/** The text of a roll call for people: the agents that are kept, those that are missing, and what changes. */
import type { Json } from '../../../SHARED/core/json.ts';
import type { League } from '../../league_manager/league/state.ts';
import { printable } from './columns.ts';
import { BOARD_LINES, counted, waitingIn, waitingText } from './text.ts';

/** An agent that is back by then was hardly away; and no person reads faster. */
const PAUSE_MS = 1_000;

export interface RollNewsOptions {
  /** The address of an agent, where it is known here. */
  readonly addressOf?: (agent_id: string) => string | undefined;
  /** The command that goes on without the agents that are missing. */
  readonly go: string;
  /** How long they are waited for, where that is known and has a limit. */
  readonly waitMs?: number;
}

/** The news of one roll call, from one look at `waiting_for` to the next. */
export class RollNews {
  readonly #options: RollNewsOptions;
  #told: readonly string[] | undefined;
  #due: number | undefined;

  constructor(options: RollNewsOptions) {
    this.#options = options;
  }

  /** The text to be told at this time, in a pause of the league or not; empty when there is no news. */
  hear(waiting: Json | undefined, nowMs: number, isPaused = false): string {
    const { total, ids } = waitingIn(waiting);
    if (total === 0 && this.#told === undefined) this.#due = undefined;
    else this.#due ??= nowMs + PAUSE_MS;
    if (this.#due === undefined || (total > 0 && nowMs < this.#due)) return '';
    const before = this.#told;
    if (before?.join() === ids.join()) return '';
    this.#due = nowMs + PAUSE_MS;
    this.#told = ids;
    if (before === undefined) return this.#board(waiting, isPaused);
    if (total === 0) {
      this.#told = undefined;
      return 'the league goes on\n';
    }
    const back = before.filter((id) => !ids.includes(id));
    const came = back.length === 0 ? '' : `${some(back)} ${back.length === 1 ? 'is' : 'are'} back; `;
    return `${came}still waiting for ${some(ids)}\n`;
  }

  #board(waiting: Json | undefined, isPaused: boolean): string {
    const { addressOf, go, waitMs = Number.POSITIVE_INFINITY } = this.#options;
    const limit = Number.isFinite(waitMs) ? ` It goes on ${waitMs / 1_000} s after its start in any case.` : '';
    // A pause ends by the operator's word alone, however long it lasts.
    const goOn = isPaused
      ? ` The league is paused: it goes on when it is told to, by: ${go}`
      : `${limit} To go on without them: ${go}`;
    const way = `Each comes back when its owner starts it again.${goOn}`;
    return `${waitingText(waiting, addressOf)}${way}\n`;
  }
}

/** The agents of an earlier run that a manager has kept, in one line; empty where there are none, or none is needed any more. */
export function keptText({ agents, phase }: Pick<League, 'agents' | 'phase'>): string {
  const kept = [...agents.values()].filter(({ removed }) => removed === undefined);
  if (kept.length === 0 || phase === 'LEAGUE_COMPLETE') return '';
  const many = (['player', 'referee'] as const)
    .map((role) => [role, kept.filter((agent) => agent.role === role).length] as const)
    .flatMap(([role, count]) => (count === 0 ? [] : [counted(count, role)]));
  const named = some(kept.map(({ id, display_name }) => printable(`${id} ${display_name}`)));
  const next =
    phase === 'RUNNING_LEAGUE'
      ? 'each is asked whether it is there, and those that are not are awaited'
      : 'none of them has to register again, and none is awaited before play starts';
  return `It keeps ${many.join(' and ')} of its earlier run (${named}): ${next}.\n`;
}

function some(ids: readonly string[]): string {
  const shown = ids.slice(0, BOARD_LINES).join(', ');
  return ids.length > BOARD_LINES ? `${shown} and ${ids.length - BOARD_LINES} more` : shown;
}
