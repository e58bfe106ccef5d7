/** A party's voice: envelope, id, deadline, dialect and validation of what it asks and tells. No business. */
import type { BodyOf, Contract, Envelope } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import type { DialectName, Echo } from '../../contracts/dialects/dialect.ts';
import { PROTOCOL } from '../../contracts/fields.ts';
import { type All, CONTRACTS, type RequestType } from '../../contracts/index.ts';
import { checkBody } from '../../contracts/read.ts';
import { type Clock, type Monotonic, timestamp } from '../../core/clock.ts';
import { isJsonArray, isJsonObject, type JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Address, OnLate, Transport } from '../transport/transport.ts';
import { bySentence, requestText } from './envelope.ts';
import { type HabitualPeer, inRefusal, MOST_REMEMBERED, makeHabitualPeer } from './habitual_peer.ts';
import { type Asked, type AskOutcome, type CallError, objectIn, understand, valueIn } from './reply_reader.ts';

export type { AskOutcome, CallError } from './reply_reader.ts';

/** The receiver of a message; `alsoAt` are further addresses by which it is the same party. */
export interface Correspondent {
  readonly id: string;
  readonly address: Address;
  readonly alsoAt?: readonly Address[] | undefined;
  readonly dialect: DialectName;
  /** What it calls by names of its own, as it was remembered when it registered. */
  readonly echo?: Echo | undefined;
}

export interface How {
  readonly conversation_id: string;
  readonly auth_token?: string;
  readonly deadline: Monotonic;
  /** Hears when a reply to this question came after its deadline. */
  readonly onLate?: OnLate;
  /** Replies are read by the documents alone, and no habit is looked for. */
  readonly strict?: boolean;
  /** How often a receiver may still be asked once more, in the way of a habit that its reply suggests. */
  readonly detections?: Detections;
}

/** A request on its way to an address. */
export interface Addressed extends Asked {
  readonly to: Asked['to'] & { readonly address: Address };
  /** What its caller remembers of the receiver; `to` has the way that the receiver understood last. */
  readonly known: Echo | undefined;
}

/** A count that goes down. */
export interface Detections {
  left: number;
}

export interface LoggedMessage {
  readonly direction: 'SENT' | 'RECEIVED';
  readonly peer: string;
  readonly message: Envelope & JsonObject;
}

/** Is told of every message that goes out or comes in, after it was understood. */
export type Observer = (logged: LoggedMessage) => void;

export interface PeerOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** What to write in `sender`; it changes when the agent gets its id. */
  readonly sender: () => string;
  readonly observe?: Observer;
  /** Is told once of every agent that answers in another dialect than it is written to. */
  readonly onDialectChange?: (
    agent_id: string,
    change: { readonly from: DialectName; readonly to: DialectName },
  ) => void;
}

/** One request of a batch. */
export interface Item {
  readonly type: RequestType;
  readonly body: JsonObject;
  readonly conversation_id: string;
}

export type Peer = ReturnType<typeof makePeer>;

/** A party's voice on a transport. Every message it sends is checked; a bad one is a bug of ours and throws. */
export function makePeer({ transport, clock, sender, observe, onDialectChange }: PeerOptions) {
  let lastId = 0;
  /** Made for the first receiver that has a habit, or does not understand. */
  let habitualPeer: HabitualPeer | undefined;
  /** The addresses whose newest answer had a foreign id: the next request to each has a connection of its own at once. */
  const foreignAt = new Set<Address>();
  const changers = new Set<string>();

  function habitual(): HabitualPeer {
    habitualPeer ??= makeHabitualPeer({ clock, nextId, exchange, look });
    return habitualPeer;
  }

  function nextId(): number {
    return ++lastId;
  }

  function compose(receiver: Correspondent, type: RequestType, body: JsonObject, how: How): Addressed {
    const to = habitualPeer?.inWayOf(receiver) ?? receiver;
    const valid = checkBody(CONTRACTS[type] as Contract, body);
    if (!valid.ok) throw new TypeError(`we were about to send a bad ${type}: ${valid.error.detail}`);
    const [from, at] = [sender(), timestamp(clock)];
    const { conversation_id, auth_token } = how;
    // Each in one literal: a copy of a copy would cost more than the checks.
    const message: Envelope & JsonObject =
      auth_token === undefined
        ? { protocol: PROTOCOL, message_type: type, sender: from, timestamp: at, conversation_id, ...body }
        : { protocol: PROTOCOL, message_type: type, sender: from, timestamp: at, conversation_id, auth_token, ...body };
    observe?.({ direction: 'SENT', peer: to.id, message });
    const withinMs = Math.max(0, how.deadline - clock.monotonic());
    return { to: { ...to, withinMs }, known: receiver.echo, id: nextId(), message, strict: how.strict };
  }

  function hear<T extends RequestType>(
    asked: Asked,
    heard: Result<AskOutcome<T>, CallError>,
  ): Result<AskOutcome<T>, CallError> {
    if (heard.ok && heard.value.kind === 'answer') {
      const message = heard.value.message as unknown as Envelope & JsonObject;
      observe?.({ direction: 'RECEIVED', peer: asked.to.id, message });
      noteDialect(asked, heard.value.dialect);
    }
    return heard;
  }

  function noteDialect({ to }: Asked, used: DialectName | undefined): void {
    if (used === undefined || changers.has(`${to.id} ${used}`)) return;
    changers.add(`${to.id} ${used}`);
    onDialectChange?.(to.id, { from: to.dialect, to: used });
  }

  /** Sends a request and brings back its answer, checked and in canonical words. */
  async function ask<T extends RequestType>(
    to: Correspondent,
    type: T,
    body: BodyOf<All[T]>,
    how: How,
  ): Promise<Result<AskOutcome<T>, CallError>> {
    const asked = compose(to, type, body as JsonObject, how);
    const first = await exchange<T>(asked, how);
    const isPlain = first.ok && !hasHabits(to) && !hasHabits(asked.to);
    return hear(asked, isPlain ? first : await habitual().hearOut(asked, how, first));
  }

  /** One text there and what came back, also where the carrier calls it an error. */
  async function exchange<T extends RequestType>(
    asked: Addressed,
    how: How,
    nth?: number,
  ): Promise<Result<AskOutcome<T>, CallError>> {
    const { to } = asked;
    const text = hasHabits(to) ? await inItsWay(asked, how, { id: asked.id, nth }) : onWire(asked, asked.id);
    const alone = to.echo?.habits?.includes('own_ids') === true || foreignAt.has(to.address);
    const sent = await transport.send(to.address, text, how.deadline, { onLate: how.onLate, alone });
    if (!sent.ok) return sent.error.text === undefined ? err(sent.error) : inRefusal<T>(asked, bySentence(sent.error));
    const heard = understand<T>(asked, valueIn(sent.value), sent.value);
    noteIds(to.address, heard);
    const { departure } = sent.value;
    if (departure === undefined) return heard;
    return heard.ok ? ok({ ...heard.value, departure }) : err({ ...heard.error, departure });
  }

  /** The text of a request to a receiver with habits. */
  async function inItsWay(
    asked: Addressed,
    { deadline }: Pick<How, 'deadline'>,
    { id, nth }: Partial<Pick<Asked, 'id'>> & { readonly nth?: number | undefined } = {},
  ): Promise<string> {
    if (asked.to.dialect !== 'rpc') return onWire(asked, id);
    const { method, params } = await habitual().wordingFor(asked, deadline, nth);
    return requestText(id, method, params);
  }

  /** What was lost on the way, after an answer with a foreign id, is not asked by a shared connection again. */
  function noteIds<T extends RequestType>(address: Address, heard: Result<AskOutcome<T>, CallError>): void {
    if (foreignAt.size >= MOST_REMEMBERED) foreignAt.clear();
    if (!heard.ok && heard.error.foreignId === true) foreignAt.add(address);
    else if (heard.ok && heard.value.habits?.includes('own_ids') !== true) foreignAt.delete(address);
  }

  /** Sends several requests as one batch; each gets its own outcome, in the same order. */
  async function askAll(
    to: Correspondent,
    items: readonly Item[],
    how: Omit<How, 'conversation_id'>,
  ): Promise<readonly Result<AskOutcome<RequestType>, CallError>[]> {
    if (!dialectOf(to.dialect).enveloped || hasHabits(to)) return askInTurn(to, items, how);
    const batch = items.map(({ type, body, conversation_id }) => compose(to, type, body, { ...how, conversation_id }));
    let text = '[';
    for (const asked of batch) text += `${text === '[' ? '' : ','}${onWire(asked, asked.id)}`;
    const sent = await transport.send(to.address, `${text}]`, how.deadline);
    if (!sent.ok) return items.map(() => err(sent.error));
    const value = valueIn(sent.value);
    const replies = isJsonArray(value) ? value.filter(isJsonObject) : undefined;
    const byId = new Map(replies?.map((reply) => [reply['id'], reply]));
    // An agent that knows no batches answers the whole of one with a single error.
    return batch.map((asked) =>
      hear(asked, understand(asked, replies === undefined ? value : byId.get(asked.id), sent.value)),
    );
  }

  /** Only JSON-RPC knows batches; the others are asked one thing after the other. */
  async function askInTurn(to: Correspondent, items: readonly Item[], how: Omit<How, 'conversation_id'>) {
    const outcomes: Result<AskOutcome<RequestType>, CallError>[] = [];
    for (const { type, body, conversation_id } of items) {
      outcomes.push(await ask<RequestType>(to, type, body as BodyOf<All[RequestType]>, { ...how, conversation_id }));
    }
    return outcomes;
  }

  /** Sends a notice; resolves when it was delivered; the answer is not looked at. */
  async function tell<T extends RequestType>(
    to: Correspondent,
    type: T,
    body: BodyOf<All[T]>,
    how: How,
  ): Promise<Result<void, CallError>> {
    const asked = compose(to, type, body as JsonObject, how);
    const text = hasHabits(to) ? await inItsWay(asked, how) : onWire(asked);
    const sent = await transport.send(to.address, text, how.deadline);
    return sent.ok ? ok(undefined) : err(sent.error);
  }

  /** Calls one of the read-only looks, which carry no league message. */
  async function look(
    at: Address,
    method: string,
    params: JsonObject,
    deadline: Monotonic,
  ): Promise<Result<JsonObject, CallError>> {
    const id = nextId();
    const sent = await transport.send(at, requestText(id, method, params), deadline);
    if (!sent.ok) return err(bySentence(sent.error));
    return objectIn(valueIn(sent.value), id, sent.value);
  }

  return { ask, askAll, tell, look };
}

function hasHabits({ echo }: { readonly echo?: Echo | undefined }): boolean {
  return (echo?.habits?.length ?? 0) > 0;
}

function onWire({ to, message }: Omit<Asked, 'id'>, id?: Asked['id']): string {
  const dialect = dialectOf(to.dialect);
  const written = dialect.write(message, to);
  const method = (CONTRACTS[message.message_type as RequestType] as Contract).head.method as string;
  return dialect.enveloped ? requestText(id, method, written) : JSON.stringify(written);
}
