/** How a receiver with habits is found out and spoken to. A peer comes here where one has a habit, or did not understand. */
import type { Contract } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import { type Echo, withoutUndefined } from '../../contracts/dialects/dialect.ts';
import { type HabitName, habitSentence } from '../../contracts/dialects/habits.ts';
import {
  DOCUMENTS,
  habitualRequest,
  inWay,
  type Suspicion,
  suspectedHabit,
  toolNames,
  type Wording,
  wayIn,
  waysTried,
} from '../../contracts/dialects/habitual.ts';
import { withHabits } from '../../contracts/dialects/wrappings.ts';
import { RPC_ERRORS } from '../../contracts/errors.ts';
import { CONTRACTS, type RequestType } from '../../contracts/index.ts';
import { type Clock, later, type Monotonic } from '../../core/clock.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Address, SendFailure } from '../transport/transport.ts';
import type { Addressed, Correspondent, How } from './peer.ts';
import { type Asked, type AskOutcome, type CallError, understand, valueIn } from './reply_reader.ts';

/** The tools and the ways of so many agents are remembered. */
export const MOST_REMEMBERED = 1_000;
/** The tools of an agent are taken to be the same for this time. */
const TOOLS_KEPT_MS = 60_000;
/** How often a request is made again where its caller does not count: in the other case, and as the documents say. */
const USUAL_DETECTIONS = 2;
/** Codes of a request whose answer the network has. */
const LOST: ReadonlySet<CallError['code']> = new Set(['UNREACHABLE', 'DEADLINE_PASSED']);

type Heard<T extends RequestType> = Result<AskOutcome<T>, CallError>;

/** The plain peer, as far as requests that are made again need it. */
export interface PlainPeer {
  readonly clock: Clock;
  nextId(): number;
  /** One text there and what came back; `nth` is the name of a move that is tried. */
  exchange<T extends RequestType>(asked: Addressed, how: How, nth?: number): Promise<Heard<T>>;
  look(at: Address, method: string, params: JsonObject, deadline: Monotonic): Promise<Result<JsonObject, CallError>>;
}

export type HabitualPeer = ReturnType<typeof makeHabitualPeer>;

/** The part of a peer for receivers with habits: their ways are remembered by address. */
export function makeHabitualPeer({ clock, nextId, exchange, look }: PlainPeer) {
  /** The tools of agents that are called by them. */
  const toolsAt = new Map<Address, { readonly names: readonly string[]; readonly until: Monotonic }>();
  /** The way in which agents with a way of their own understood a request last. */
  const waysAt = new Map<Address, readonly HabitName[]>();

  /** The receiver with the way that it understood last; absent where none is known. */
  function inWayOf(receiver: Correspondent): Correspondent | undefined {
    const way = waysAt.get(receiver.address);
    return way === undefined ? undefined : { ...receiver, echo: inWay(receiver.echo, way) };
  }

  /** The request as an agent with habits wants it. */
  async function wordingFor({ to, message }: Addressed, deadline: Monotonic, nth?: number): Promise<Wording> {
    const habits = habitsIn(to.echo);
    const tools = habits.includes('tool_calls') ? await toolsOf(to.address, deadline) : [];
    return habitualRequest(contractOf({ message }).head, dialectOf('rpc').write(message, to), { habits, tools, nth });
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

  /** What comes of a request in the end: one that failed is made again where a habit may explain that. */
  async function hearOut<T extends RequestType>(asked: Addressed, how: How, first: Heard<T>): Promise<Heard<T>> {
    const { address, echo } = asked.to;
    if (first.ok) {
      // A status is said to anything: it takes the place of nothing that is known.
      if (!isMereStatus(first.value) || !waysAt.has(address)) noteWay(address, asked.known, echo);
      return ok(doubtful(asked, first.value));
    }
    const habit = suspicionOf(first.error, asked, { ways: waysTried(habitsIn(echo)), names: namesTried(echo) });
    const heard = habit === undefined ? first : await askAgain<T>(asked, how, { habit, failed: first.error });
    if (!heard.ok && awaitsAnswer(asked) && isUnknown(first.error)) waysAt.delete(address);
    return heard;
  }

  /** What may help; a mere notice to an agent whose way is known may simply be unknown to it. */
  function suspicionOf(
    error: CallError,
    asked: Addressed,
    { ways, names }: { readonly ways: ReadonlySet<Suspicion>; readonly names: number },
  ): Suspicion | undefined {
    const { to, message } = asked;
    const suspected = suspectedHabit(error, message.message_type, { habits: habitsIn(to.echo), names, before: ways });
    const isKnown = !awaitsAnswer(asked) && waysAt.has(to.address);
    return isKnown && suspected !== 'own_ids' ? undefined : suspected;
  }

  /** Asks once more in the way of a habit; as long as the time lasts, and within the count of such. */
  async function askAgain<T extends RequestType>(
    asked: Addressed,
    how: How,
    { habit, failed }: { readonly habit: Suspicion; readonly failed: CallError },
  ): Promise<Heard<T>> {
    if (how.strict) return err(habit === DOCUMENTS ? failed : { ...failed, habits: [habit] });
    const { detections = { left: USUAL_DETECTIONS } } = how;
    const before = habitsIn(asked.to.echo);
    const ways = waysTried(before);
    let suspected: Suspicion | undefined = habit;
    let { to } = asked;
    let heard: Heard<T> = err(failed);
    for (let names = namesTried(to.echo); suspected !== undefined && detections.left > 0; ) {
      if (clock.monotonic() >= how.deadline) return err({ ...failed, untried: true });
      detections.left--;
      to = { ...to, echo: suspected === DOCUMENTS ? inWay(to.echo, []) : withHabits(to.echo, [suspected]) };
      ways.add(suspected);
      heard = sinceBegun(clock.monotonic(), await exchange<T>({ ...asked, to, id: nextId() }, how, names));
      if (suspected === 'other_move_names') names++;
      // An acknowledgement does not tell that words which were guessed were understood.
      const isGuess = suspected !== 'own_ids' && suspected !== DOCUMENTS;
      if (heard.ok && heard.value.kind === 'acknowledged' && isGuess) return err(failed);
      suspected = heard.ok ? undefined : suspicionOf(heard.error, { ...asked, to }, { ways, names });
    }
    // What it said to the words of the documents stays the reason; but an id of its own is none where it may have one.
    if (!heard.ok) {
      const isLost = habit === 'own_ids' && LOST.has(heard.error.code);
      return isLost || (suspected === undefined && heard.error.code === 'INVALID_ANSWER') ? heard : err(failed);
    }
    noteWay(to.address, asked.to.echo, to.echo);
    const tried = habitsIn(to.echo).filter((each) => !before.includes(each));
    return ok({ ...heard.value, habits: [...new Set([...tried, ...(heard.value.habits ?? [])])] });
  }

  /** An acknowledgement by an agent that has a way of its own: its words may say nothing of ours. */
  function doubtful<T extends RequestType>(asked: Addressed, heard: AskOutcome<T>): AskOutcome<T> {
    const { address, echo } = asked.to;
    const own = wayIn(habitsIn(asked.known));
    if (heard.kind !== 'acknowledged' || own.length === 0 || !awaitsAnswer(asked)) return heard;
    const used = wayIn(habitsIn(echo));
    const { method } = habitualRequest(contractOf(asked).head, {}, { habits: used });
    const doubt = (): void => {
      // Another request may have found the way meanwhile.
      const isStill = `${waysAt.get(address) ?? own}` === `${used}`;
      if (isStill) remember(address, used.length === 0 ? own : []);
    };
    return { ...heard, ...(used.length === 0 ? {} : { method }), doubt };
  }

  /** An agent that has a way of its own, by what was known of it or by what it has understood now. */
  function noteWay(address: Address, known: Echo | undefined, understood: Echo | undefined): void {
    const way = wayIn(habitsIn(understood));
    if (way.length > 0 || wayIn(habitsIn(known)).length > 0) remember(address, way);
  }

  function remember(address: Address, way: readonly HabitName[]): void {
    if (waysAt.size >= MOST_REMEMBERED && !waysAt.has(address)) waysAt.clear();
    waysAt.set(address, way);
  }

  return { inWayOf, wordingFor, hearOut };
}

/** The answer in the body of a refusal over HTTP, where that is one: some agents give every answer a status of an error. */
export function inRefusal<T extends RequestType>(asked: Asked, failure: SendFailure): Heard<T> {
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

const NO_HABITS: readonly HabitName[] = [];

function habitsIn(echo: Echo | undefined): readonly HabitName[] {
  return echo?.habits ?? NO_HABITS;
}

function contractOf({ message }: Pick<Asked, 'message'>): Contract {
  return CONTRACTS[message.message_type as RequestType];
}

/** Whether a request is a question, and no mere notice. */
function awaitsAnswer(asked: Asked): boolean {
  return contractOf(asked).head.reply?.ownFields !== undefined;
}

/** How many other names of a move the first request has tried. */
function namesTried(echo: Echo | undefined): number {
  return habitsIn(echo).includes('other_move_names') ? 1 : 0;
}

function isUnknown({ rpc_code }: CallError): boolean {
  return rpc_code === RPC_ERRORS.METHOD_NOT_FOUND.code;
}

/** Whether a reply is no more than a status, which an agent may give to words that it does not know. */
function isMereStatus({ kind, habits }: Pick<AskOutcome<RequestType>, 'kind' | 'habits'>): boolean {
  return kind === 'acknowledged' || habits?.includes('status_joins') === true;
}

/** What came of an asking that was not the first, with its beginning. */
function sinceBegun<T extends RequestType>(begun: Monotonic, heard: Heard<T>): Heard<T> {
  const departure = { handshakeMs: 0, stoodMs: 0, ...(heard.ok ? heard.value : heard.error).departure, begun };
  return heard.ok ? ok({ ...heard.value, departure }) : err({ ...heard.error, departure });
}
