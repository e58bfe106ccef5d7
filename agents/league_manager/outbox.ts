/** What goes from the manager to an agent, in order: a slow agent holds up nobody but itself. */

import type { RequestType } from '../../SHARED/contracts/index.ts';
import { type Clock, later } from '../../SHARED/league_sdk/core/clock.ts';
import type { JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import { err, type Result } from '../../SHARED/league_sdk/core/result.ts';
import { MAX_BATCH } from '../../SHARED/league_sdk/envelope.ts';
import type { CallError, Heard, Item, Peer } from '../../SHARED/league_sdk/peer.ts';
import type { Breakers } from '../../SHARED/league_sdk/transport/breaker.ts';
import type { Agent } from './state.ts';

export type Delivered = Result<Heard<RequestType>, CallError>;

interface Letter {
  readonly item: Item;
  readonly delivered: (outcome: Delivered) => void;
}

export interface OutboxOptions {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly breakers: Breakers;
  readonly agentOf: (id: string) => Agent | undefined;
  readonly managerToken: (agent_id: string) => string;
  readonly timeoutMs: number;
  readonly newConversation: () => string;
  /** Hears of letters that could not be written. */
  readonly onBug: (what: string, cause: unknown) => void;
  /** At most so many deliveries under way at once. */
  readonly fanOut?: number;
}

export type Outbox = ReturnType<typeof makeOutbox>;

export function makeOutbox(options: OutboxOptions) {
  const { peer, clock, breakers, agentOf, managerToken, timeoutMs, newConversation, onBug, fanOut = 256 } = options;
  const queues = new Map<string, Letter[]>();
  const waiting = new Set<string>();
  const busy = new Set<string>();

  /** Puts a message behind whatever the agent still has to get; resolves when it was answered, or could not be. */
  function post(agent_id: string, type: RequestType, body: JsonObject): Promise<Delivered> {
    return new Promise((delivered) => {
      const letter = { item: { type, body, conversation_id: newConversation() }, delivered };
      const queue = queues.get(agent_id);
      if (queue === undefined) queues.set(agent_id, [letter]);
      else queue.push(letter);
      if (!busy.has(agent_id)) waiting.add(agent_id);
      // What is posted together travels together: deliveries begin when the poster has finished.
      void Promise.resolve().then(deliverNext);
    });
  }

  function deliverNext(): void {
    for (const agent_id of waiting) {
      if (busy.size >= fanOut) return;
      waiting.delete(agent_id);
      busy.add(agent_id);
      void deliver(agent_id).finally(() => {
        busy.delete(agent_id);
        if ((queues.get(agent_id)?.length ?? 0) > 0) waiting.add(agent_id);
        else queues.delete(agent_id);
        deliverNext();
      });
    }
  }

  async function deliver(agent_id: string): Promise<void> {
    const queue = queues.get(agent_id) ?? [];
    const agent = agentOf(agent_id);
    const letters = queue.splice(0, agent?.batches === true ? MAX_BATCH : 1);
    const outcomes =
      agent === undefined ? [] : await send(agent, letters).catch((cause) => unsent(agent_id, letters, cause));
    for (const [i, letter] of letters.entries()) letter.delivered(outcomes[i] ?? gone());
  }

  /** A letter that cannot even be written holds up nobody: its sender hears so, and we have a bug to mend. */
  function unsent(agent_id: string, letters: readonly Letter[], cause: unknown): readonly Delivered[] {
    onBug(`a letter to ${agent_id}`, cause);
    return letters.map(() => gone('it could not be written'));
  }

  async function send(agent: Agent, letters: readonly Letter[]): Promise<readonly Delivered[]> {
    const breaker = breakers.of(agent.endpoint);
    if (!breaker.canExecute()) return letters.map(() => gone('its circuit breaker is open'));
    const to = { id: agent.id, address: agent.endpoint, dialect: agent.dialect, echo: agent.echo };
    const how = { auth_token: managerToken(agent.id), deadline: later(clock.monotonic(), timeoutMs) };
    const [only] = letters;
    const outcomes =
      letters.length === 1 && only !== undefined
        ? [
            await peer.ask(to, only.item.type, only.item.body as never, {
              ...how,
              conversation_id: only.item.conversation_id,
            }),
          ]
        : await peer.askAll(
            to,
            letters.map(({ item }) => item),
            how,
          );
    // An agent that answers anything at all is there; only silence opens its breaker.
    if (outcomes.some(isSignOfLife)) breaker.recordSuccess();
    else breaker.recordFailure();
    return outcomes;
  }

  function gone(detail = 'no such agent'): Delivered {
    return err({ code: 'UNREACHABLE', detail, failedAt: clock.monotonic() });
  }

  return { post };
}

const ANSWERED: ReadonlySet<CallError['code']> = new Set(['ERROR_REPLY', 'INVALID_REPLY', 'REFUSED']);

/** Whether anybody answered, be it a refusal or something that makes no sense. */
export function isSignOfLife(outcome: Result<unknown, CallError>): boolean {
  return outcome.ok || ANSWERED.has(outcome.error.code);
}
