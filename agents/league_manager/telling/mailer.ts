/** Messages from the manager to an agent, in order: a slow agent holds up itself alone. */

import type { RequestType } from '../../../SHARED/contracts/index.ts';
import { urgencyOf } from '../../../SHARED/contracts/urgency.ts';
import { type Clock, later } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, type Result } from '../../../SHARED/core/result.ts';
import { MAX_BATCH } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import type { AskOutcome, CallError, Item, Peer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { MessageQueue, type Parcel, type Letter as Queued } from '../../../SHARED/league_sdk/spec/message_queue.ts';
import type { Breakers } from '../../../SHARED/league_sdk/transport/breaker.ts';
import type { Agent } from '../league/state.ts';

/** How a message to an agent fared: what it answered, or why it was not to be had. */
export type Delivery = Result<AskOutcome<RequestType>, CallError>;

interface Letter {
  readonly item: Item;
  readonly delivered: (outcome: Delivery) => void;
}

export interface MailerOptions {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly breakers: Breakers;
  readonly agentOf: (id: string) => Agent | undefined;
  readonly managerToken: (agent_id: string) => string;
  readonly timeoutMs: number;
  readonly newConversation: () => string;
  /** Hears what came of each letter. */
  readonly onAnswer?: (agent: Agent, type: RequestType, outcome: Delivery) => void;
  /** Hears of letters that could not be written. */
  readonly onBug: (what: string, cause: unknown) => void;
  /** At most so many deliveries under way at once. */
  readonly fanOut?: number;
  /** At most so many messages wait for one agent. */
  readonly room?: number;
}

export type Mailer = ReturnType<typeof makeMailer>;

export function makeMailer(options: MailerOptions) {
  const {
    peer,
    clock,
    breakers,
    agentOf,
    managerToken,
    timeoutMs,
    newConversation,
    onAnswer,
    onBug,
    fanOut = 256,
  } = options;
  const queue = new MessageQueue<Letter>(options.room);
  let underWay = 0;

  /**
   * Puts a message behind those the agent still has to get; resolves when it was answered, or could not be. Where too
   * much waits already, the poster waits for room as long as it would for an answer, and then hears E014.
   */
  function post(agent_id: string, type: RequestType, body: JsonObject): Promise<Delivery> {
    return new Promise((delivered) => {
      const item = { item: { type, body, conversation_id: newConversation() }, delivered };
      const letter = { to: agent_id, urgency: urgencyOf(type), item };
      if (!queue.hasRoomFor(agent_id)) return void postPatiently(letter);
      queue.post(letter);
      // What is posted together travels together: deliveries begin when the poster has finished.
      void Promise.resolve().then(deliverNext);
    });
  }

  /** A message that waits for room is let in by a delivery, and the one after that takes it along. */
  async function postPatiently(letter: Queued<Letter>): Promise<void> {
    const enough = new AbortController();
    const forget = clock.after(timeoutMs, () => enough.abort());
    const posted = await queue.postWhenRoom(letter, enough.signal);
    forget();
    if (!posted.ok) letter.item.delivered(gone(posted.error.detail, posted.error.code));
  }

  function deliverNext(): void {
    while (underWay < fanOut) {
      const delivery = queue.next(atOnce);
      if (delivery === undefined) return;
      underWay++;
      void deliver(delivery).finally(() => {
        underWay--;
        queue.done(delivery.to);
        deliverNext();
      });
    }
  }

  function atOnce(agent_id: string): number {
    return agentOf(agent_id)?.batches === true ? MAX_BATCH : 1;
  }

  async function deliver({ to, items: letters }: Parcel<Letter>): Promise<void> {
    const agent = agentOf(to);
    const outcomes = agent === undefined ? [] : await send(agent, letters).catch((cause) => unsent(to, letters, cause));
    for (const [i, letter] of letters.entries()) {
      const outcome = outcomes[i] ?? gone();
      if (agent !== undefined) onAnswer?.(agent, letter.item.type, outcome);
      letter.delivered(outcome);
    }
  }

  /** A letter that cannot even be written holds up no other: its sender hears so, and the log has a bug to mend. */
  function unsent(agent_id: string, letters: readonly Letter[], cause: unknown): readonly Delivery[] {
    onBug(`a letter to ${agent_id}`, cause);
    return letters.map(() => gone('it could not be written'));
  }

  async function send(agent: Agent, letters: readonly Letter[]): Promise<readonly Delivery[]> {
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

  function gone(detail = 'no such agent', error_code?: string): Delivery {
    const failure = { code: 'UNREACHABLE', detail, failedAt: clock.monotonic() } as const;
    return err(error_code === undefined ? failure : { ...failure, error_code });
  }

  return {
    post,
    /** How much waits, and how much was refused for want of room. */
    figures: () => queue.figures,
    /** Sends nothing more; the poster of a message that still waits hears that it was not sent. */
    close(): void {
      for (const { delivered } of queue.close()) delivered(gone(ENDING));
    },
  };
}

const ENDING = 'the manager ends, and it was not sent';
const ANSWERED: ReadonlySet<CallError['code']> = new Set(['ERROR_REPLY', 'INVALID_REPLY', 'REFUSED']);

/** Whether there was an answer, be it a refusal or something that makes no sense. */
export function isSignOfLife(outcome: Result<unknown, CallError>): boolean {
  return outcome.ok || ANSWERED.has(outcome.error.code);
}
