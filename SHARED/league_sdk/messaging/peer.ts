/** A party's voice: envelope, id, deadline, dialect and validation of what it asks and tells. No business. */
import type { BodyOf, Contract, Envelope } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import { type DialectName, type Echo, withoutUndefined } from '../../contracts/dialects/dialect.ts';
import { type HabitName, habitSentence } from '../../contracts/dialects/habits.ts';
import {
  DOCUMENTS,
  habitualRequest,
  inWay,
  type Suspicion,
  suspectedHabit,
  toolNames,
  wayIn,
  waysTried,
} from '../../contracts/dialects/habitual.ts';
import { withHabits } from '../../contracts/dialects/wrappings.ts';
import { RPC_ERRORS } from '../../contracts/errors.ts';
import { PROTOCOL } from '../../contracts/fields.ts';
import { type All, CONTRACTS, type RequestType } from '../../contracts/index.ts';
import { checkBody } from '../../contracts/read.ts';
import { type Clock, later, type Monotonic, timestamp } from '../../core/clock.ts';
import { isJsonArray, isJsonObject, type JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Address, OnLate, SendFailure, Transport } from '../transport/transport.ts';
import { bySentence, requestText } from './envelope.ts';
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
export type Observer = (sighting: LoggedMessage) => void;

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

/** A party's voice on a transport. What it sends is checked; a bad message of our own is a bug and throws. */
export function makePeer({ transport, clock, sender, observe, onDialectChange }: PeerOptions) {
  let lastId = 0;
  /** The tools of agents that are called by them, by address. */
  const toolsAt = new Map<Address, { readonly names: readonly string[]; readonly until: Monotonic }>();
  /** The way in which agents with a way of their own understood a request last, by address. */
  const waysAt = new Map<Address, readonly HabitName[]>();
  /** The addresses whose newest answer had a foreign id: the next request to each has a connection of its own at once. */
  const foreignAt = new Set<Address>();
  const changers = new Set<string>();

  function compose(receiver: Correspondent, type: RequestType, body: JsonObject, how: How): Asked {
    const way = waysAt.get(receiver.address);
    const to = way === undefined ? receiver : { ...receiver, echo: inWay(receiver.echo, way) };
    const valid = checkBody(CONTRACTS[type] as Contract, body);
    if (!valid.ok) throw new TypeError(`we were about to send a bad ${type}: ${valid.error.detail}`);
    const envelope = {
      protocol: PROTOCOL,
      message_type: type,
      sender: sender(),
      timestamp: timestamp(clock),
      conversation_id: how.conversation_id,
    };
    const token = how.auth_token === undefined ? {} : { auth_token: how.auth_token };
    const message = { ...envelope, ...token, ...body };
    observe?.({ direction: 'SENT', peer: to.id, message });
    const withinMs = Math.max(0, how.deadline - clock.monotonic());
    return { to: { ...to, withinMs }, id: ++lastId, message, strict: how.strict };
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
    const habit = first.ok ? undefined : suspicionOf(first.error, asked, waysTried(habitsOf(asked.to)));
    const heard = habit === undefined ? first : await askAgain<T>(asked, how, { habit, failed: first });
    if (first.ok) noteWay(to, asked.to, isMereStatus(first.value));
    else if (!heard.ok && awaitsAnswer(type) && isUnknown(first.error)) waysAt.delete(to.address);
    return hear(asked, heard === first ? doubtful(to, asked, heard) : heard);
  }

  /** An acknowledgement by an agent that has a way of its own: its words may say nothing of ours. */
  function doubtful<T extends RequestType>(
    { address, echo }: Correspondent,
    { to, message }: Asked,
    heard: Result<AskOutcome<T>, CallError>,
  ): Result<AskOutcome<T>, CallError> {
    if (!heard.ok || heard.value.kind !== 'acknowledged' || echo?.habits === undefined) return heard;
    const type = message.message_type as RequestType;
    const own = wayIn(echo.habits);
    if (own.length === 0 || !awaitsAnswer(type)) return heard;
    const used = wayIn(habitsOf(to));
    const { method } = habitualRequest((CONTRACTS[type] as Contract).head, {}, { habits: used });
    const doubt = (): void => {
      // Another request may have found the way meanwhile.
      const isStill = `${waysAt.get(address) ?? own}` === `${used}`;
      if (isStill) remember(address, used.length === 0 ? own : []);
    };
    return ok({ ...heard.value, ...(used.length === 0 ? {} : { method }), doubt });
  }

  /** What may help; a mere notice to an agent whose way is known may simply be unknown to it. */
  function suspicionOf(
    error: CallError,
    { to, message }: Asked,
    before: ReadonlySet<Suspicion>,
    names = namesTried(to),
  ): Suspicion | undefined {
    const type = message.message_type as RequestType;
    const suspected = suspectedHabit(error, type, { habits: habitsOf(to), names, before });
    const isKnown = !awaitsAnswer(type) && waysAt.has((to as Correspondent).address);
    return isKnown && suspected !== 'own_ids' ? undefined : suspected;
  }

  /** An agent that has a way of its own has understood a request in this one. */
  function noteWay({ address, echo }: Correspondent, understood: Asked['to'], isMere = false): void {
    // A status is said to anything: it takes the place of nothing that is known.
    if (isMere && waysAt.has(address)) return;
    if (habitsOf(understood).length === 0 && habitsOf({ echo }).length === 0) return;
    const way = wayIn(habitsOf(understood));
    if (way.length === 0 && wayIn(habitsOf({ echo })).length === 0) return;
    remember(address, way);
  }

  function remember(address: Address, way: readonly HabitName[]): void {
    if (waysAt.size >= MOST_REMEMBERED && !waysAt.has(address)) waysAt.clear();
    waysAt.set(address, way);
  }

  /** One text there and what came back, also where the carrier calls it an error. */
  async function exchange<T extends RequestType>(
    asked: Asked,
    how: How,
    nth?: number,
  ): Promise<Result<AskOutcome<T>, CallError>> {
    const to = asked.to as Correspondent;
    const habits = habitsOf(to);
    const text = habits.length === 0 ? onWire(asked, asked.id) : await inItsWay(asked, how, asked.id, nth);
    const sending = { onLate: how.onLate, alone: habits.includes('own_ids') || foreignAt.has(to.address) };
    const sent = await transport.send(to.address, text, how.deadline, sending);
    if (!sent.ok) return sent.error.text === undefined ? err(sent.error) : inRefusal<T>(asked, bySentence(sent.error));
    const heard = understand<T>(asked, valueIn(sent.value), sent.value);
    noteIds(to.address, heard);
    const { departure } = sent.value;
    if (departure === undefined) return heard;
    return heard.ok ? ok({ ...heard.value, departure }) : err({ ...heard.error, departure });
  }

  /** What was lost on the way, after an answer with a foreign id, is not asked by a shared connection again. */
  function noteIds<T extends RequestType>(address: Address, heard: Result<AskOutcome<T>, CallError>): void {
    if (foreignAt.size >= MOST_REMEMBERED) foreignAt.clear();
    if (!heard.ok && heard.error.foreignId === true) foreignAt.add(address);
    else if (heard.ok && heard.value.habits?.includes('own_ids') !== true) foreignAt.delete(address);
  }

  /** Asks once more in the way of a habit; as long as the time lasts, and within the count of such. */
  async function askAgain<T extends RequestType>(
    asked: Asked,
    how: How,
    { habit, failed }: { readonly habit: Suspicion; readonly failed: Result<AskOutcome<T>, CallError> },
  ): Promise<Result<AskOutcome<T>, CallError>> {
    if (how.strict) return failed.ok || habit === DOCUMENTS ? failed : err({ ...failed.error, habits: [habit] });
    const { detections = { left: USUAL_DETECTIONS } } = how;
    const before = habitsOf(asked.to);
    const ways = waysTried(before);
    let suspected: Suspicion | undefined = habit;
    let to = asked.to;
    let heard = failed;
    for (let tried = namesTried(to); suspected !== undefined && detections.left > 0; ) {
      if (clock.monotonic() >= how.deadline) return failed.ok ? failed : err({ ...failed.error, untried: true });
      detections.left--;
      to = { ...to, echo: suspected === DOCUMENTS ? inWay(to.echo, []) : withHabits(to.echo, [suspected]) };
      ways.add(suspected);
      heard = sinceBegun(clock.monotonic(), await exchange<T>({ ...asked, to, id: ++lastId }, how, tried));
      if (suspected === 'other_move_names') tried++;
      // An acknowledgement does not tell that words which were guessed were understood.
      const isGuess = suspected !== 'own_ids' && suspected !== DOCUMENTS;
      if (heard.ok && heard.value.kind === 'acknowledged' && isGuess) return failed;
      suspected = heard.ok ? undefined : suspicionOf(heard.error, { ...asked, to }, ways, tried);
    }
    // What it said to the words of the documents stays the reason; but an id of its own is none where it may have one.
    if (!heard.ok) {
      const isLost = habit === 'own_ids' && LOST.has(heard.error.code);
      return isLost || (suspected === undefined && heard.error.code === 'INVALID_ANSWER') ? heard : failed;
    }
    noteWay(asked.to as Correspondent, to);
    const tried = habitsOf(to).filter((each) => !before.includes(each));
    return ok({ ...heard.value, habits: [...new Set([...tried, ...(heard.value.habits ?? [])])] });
  }

  /** The request as an agent with habits wants it. */
  async function inItsWay(asked: Omit<Asked, 'id'>, how: How, id?: Asked['id'], nth?: number): Promise<string> {
    const { to, message } = asked;
    if (to.dialect !== 'rpc') return onWire(asked, id);
    const habits = habitsOf(to);
    const tools = habits.includes('tool_calls') ? await toolsOf((to as Correspondent).address, how.deadline) : [];
    const { head } = CONTRACTS[message.message_type as RequestType] as Contract;
    const { method, params } = habitualRequest(head, dialectOf('rpc').write(message, to), { habits, tools, nth });
    return requestText(id, method, params);
  }

  /** The names of an agent's tools, none where it cannot say; asked for once a minute. */
  async function toolsOf(at: Address, deadline: Monotonic): Promise<readonly string[]> {
    const known = toolsAt.get(at);
    if (known !== undefined && clock.monotonic() < known.until) return known.names;
    const listed = await look(at, 'tools/list', {}, deadline);
    const names = listed.ok ? toolNames(listed.value) : [];
    if (toolsAt.size >= MOST_REMEMBERED) toolsAt.clear();
    const isSaid = listed.ok || isUnknown(listed.error);
    if (isSaid) toolsAt.set(at, { names, until: later(clock.monotonic(), TOOLS_KEPT_MS) });
    return names;
  }

  /** Sends several requests as one batch; each gets its own outcome, in the same order. */
  async function askAll(
    to: Correspondent,
    items: readonly Item[],
    how: Omit<How, 'conversation_id'>,
  ): Promise<readonly Result<AskOutcome<RequestType>, CallError>[]> {
    if (!dialectOf(to.dialect).enveloped || habitsOf(to).length > 0) return askInTurn(to, items, how);
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
    const text = habitsOf(to).length === 0 ? onWire(asked) : await inItsWay(asked, how);
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
    const id = ++lastId;
    const sent = await transport.send(at, requestText(id, method, params), deadline);
    if (!sent.ok) return err(bySentence(sent.error));
    return objectIn(valueIn(sent.value), id, sent.value);
  }

  return { ask, askAll, tell, look };
}

/** Codes of a request whose answer the network has. */
const LOST: ReadonlySet<CallError['code']> = new Set(['UNREACHABLE', 'DEADLINE_PASSED']);
/** The tools and the ways of so many agents are remembered. */
const MOST_REMEMBERED = 1_000;
/** So long the tools of an agent are taken to be the same. */
const TOOLS_KEPT_MS = 60_000;
/** How often a request is made again where its caller does not count: in the other case, and as the documents say. */
const USUAL_DETECTIONS = 2;

const isUnknown = ({ rpc_code }: CallError): boolean => rpc_code === RPC_ERRORS.METHOD_NOT_FOUND.code;

/** Whether a request is a question, and no mere notice. */
const awaitsAnswer = (type: RequestType): boolean => (CONTRACTS[type] as Contract).head.reply?.ownFields !== undefined;

/** What came of an asking that was not the first, with its beginning. */
function sinceBegun<T extends RequestType>(begun: Monotonic, heard: Result<AskOutcome<T>, CallError>): typeof heard {
  const departure = { handshakeMs: 0, stoodMs: 0, ...(heard.ok ? heard.value : heard.error).departure, begun };
  return heard.ok ? ok({ ...heard.value, departure }) : err({ ...heard.error, departure });
}

/** Whether a reply is no more than a status, which an agent may give to words that it does not know. */
function isMereStatus({ kind, habits }: Pick<AskOutcome<RequestType>, 'kind' | 'habits'>): boolean {
  return kind === 'acknowledged' || habits?.includes('status_joins') === true;
}

const NO_HABITS: readonly HabitName[] = [];
const habitsOf = ({ echo }: { readonly echo?: Echo | undefined }): readonly HabitName[] => echo?.habits ?? NO_HABITS;

/** How many other names of a move the first request has tried. */
function namesTried(to: { readonly echo?: Echo | undefined }): number {
  return habitsOf(to).includes('other_move_names') ? 1 : 0;
}

/** The answer in the body of a refusal over HTTP, where that is one: some agents give every answer a status of an error. */
function inRefusal<T extends RequestType>(asked: Asked, failure: SendFailure): Result<AskOutcome<T>, CallError> {
  const { text = '', alone, ...refused } = failure;
  const { sentAt, failedAt: receivedAt, departure } = refused;
  const reply = { text, sentAt: sentAt ?? receivedAt, receivedAt, ...(alone ? { alone } : {}) };
  const value = valueIn(reply);
  if (!isJsonObject(value) || value['jsonrpc'] === undefined) return err(refused);
  const heard = understand<T>(asked, value, reply);
  if (heard.ok && heard.value.kind === 'answer') {
    const habits: readonly HabitName[] = ['error_statuses', ...(heard.value.habits ?? [])];
    if (asked.strict) return err({ ...refused, detail: `${habitSentence(habits)}; ${refused.detail}`, habits });
    return ok({ ...heard.value, ...(departure === undefined ? {} : { departure }), habits });
  }
  const said = heard.ok || heard.error.code !== 'ERROR_REPLY' ? undefined : heard.error;
  if (said === undefined) return err(refused);
  const { rpc_code, error_code, error_name } = said;
  return err({ ...refused, ...(withoutUndefined({ rpc_code, error_code, error_name }) as Partial<CallError>) });
}

function onWire({ to, message }: Omit<Asked, 'id'>, id?: Asked['id']): string {
  const dialect = dialectOf(to.dialect);
  const written = dialect.write(message, to);
  const method = (CONTRACTS[message.message_type as RequestType] as Contract).head.method as string;
  return dialect.enveloped ? requestText(id, method, written) : JSON.stringify(written);
}
