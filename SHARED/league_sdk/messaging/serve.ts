/** The answering half of a party: from a text to its answer, in the one order of checks (DECISIONS section 8). */
import type { Contract, Envelope, Role } from '../../contracts/contract.ts';
import { detectDialect, dialectOf, isUsual } from '../../contracts/dialects/detect.ts';
import {
  type Dialect,
  type DialectName,
  type Echo,
  type Hints,
  idIn,
  KNOWN_PROTOCOLS,
  withoutUndefined,
} from '../../contracts/dialects/dialect.ts';
import type { HabitName } from '../../contracts/dialects/habits.ts';
import { canonicalType } from '../../contracts/dialects/spellings.ts';
import {
  ANY_MESSAGE,
  type Meant,
  meantBare,
  meantBy,
  refusedHabits,
  restType,
  sentAs,
  toolResult,
} from '../../contracts/dialects/wrappings.ts';
import { errorBody, type Refusal, refusal } from '../../contracts/errors.ts';
import { PROTOCOL } from '../../contracts/fields.ts';
import { type All, CONTRACTS, contractByMethod, contractByType } from '../../contracts/index.ts';
import { check, readMessage } from '../../contracts/read.ts';
import { type LookName, READ_ONLY } from '../../contracts/read_only.ts';
import { timestamp } from '../../core/clock.ts';
import { uuid } from '../../core/entropy.ts';
import { toHex } from '../../core/hash.ts';
import { cut, isJsonArray, type Json, type JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { logBudgets } from '../logs/logs.ts';
import { withinLogBudget } from '../logs/refusals.ts';
import type { Answer, Origin } from '../transport/transport.ts';
import type { Params } from './envelope.ts';
import { answeringJsonRpc, type Outcome } from './json_rpc.ts';
import type { Caller, Identity, Service } from './service.ts';

export type { Authenticate, Caller, DialectChange, Handlers, HeardMessage, Identity, Service } from './service.ts';

/** A message as it came: in which dialect, in our words, and by which names its sender wants to be answered. */
interface Voice {
  readonly dialect: Dialect;
  /** As it came. */
  readonly wire: JsonObject;
  /** With everything that its habits leave out. */
  readonly whole: JsonObject;
  readonly words: JsonObject;
  readonly echo: Echo | undefined;
  readonly habits: readonly HabitName[];
}

/** The answering function of a service, for a transport to listen with. */
export function answering<R extends Role>(service: Service<R>): Answer {
  const { clock, entropy } = service;
  const handlers = new Map(Object.entries(service.handlers)) as Map<string, Handler>;
  const readOnly = new Map(Object.entries(service.readOnly)) as Map<string, (params: JsonObject) => JsonObject>;
  const errorType = service.role === 'league_manager' ? 'LEAGUE_ERROR' : 'GAME_ERROR';
  const fresh = { timestamp: () => timestamp(clock), conversation_id: () => uuid(entropy) };
  const { budget = logBudgets(clock) } = service;
  const noteRefusal = withinLogBudget(service.onRefusal ?? (() => {}), budget('refusals'));
  const messages = { player: budget('messages'), nobody: budget('strangers') };

  /** What is known here, for messages that leave it out; most do not, and nothing of it is looked up for them. */
  const hints: Hints = {
    get me() {
      return idIn(service.sender());
    },
    seating: service.seating,
    get league_id() {
      return service.league_id?.();
    },
    now: fresh.timestamp,
    seed: () => toHex(entropy.bytes(32)),
  };
  const posted: ReadonlySet<string> = new Set(service.posted?.types);

  const instead = service.right === undefined ? '' : `; ${service.right}`;
  const readsHabits = () => service.readsHabits?.() ?? true;
  return answeringJsonRpc({ call, bare, isBare, onBug: service.onBug, onRefused: noteRefusal, right: service.right });

  /** Agents whose word the league depends on are always written down, and players as long as they are not too loud. */
  function isNoted({ party, id }: Identity): boolean {
    return (party !== 'player' && party !== 'nobody') || messages[party].spend(id) !== undefined;
  }

  function call(method: string, params: Params, origin: Origin, isAnswered: boolean): Promise<Outcome> {
    const named = isJsonArray(params) ? {} : params;
    const isPlain = readOnly.has(method) || (origin.path === undefined && isUsual(contractByMethod(method), named));
    const meant = isPlain ? undefined : known(meantBy(method, named, placeOf(origin)));
    const outcome = asked(method, params, origin, { isAnswered, meant });
    return meant?.isTool === true ? outcome.then(asToolResult) : outcome;
  }

  async function asked(
    method: string,
    params: Params,
    origin: Origin,
    { isAnswered, meant }: { readonly isAnswered: boolean; readonly meant?: Meant | undefined },
  ): Promise<Outcome> {
    const isRead = meant !== undefined && readsHabits();
    const voice = hear('rpc', isJsonArray(params) ? {} : params, meant);
    const { words } = voice;
    const type = typeIn(words);
    if (isPosted(type)) return takePosted(type, voice, origin);
    const look = readOnly.get(method);
    const isGeneric = isRead || method === ANY_MESSAGE;
    const contract = isGeneric ? contractByType((isRead ? meant.type : type) ?? '') : contractByMethod(method);
    if (look === undefined && !isHandled(contract) && !(isGeneric && type === undefined)) {
      const because = `no such method here: ${isGeneric ? type : method}`;
      if (meant !== undefined) heardInVain(meant.type ?? method, refusal('E002', because), voice, origin);
      return { kind: 'error', name: 'METHOD_NOT_FOUND', because: `${because}${habitNote(voice)}${instead}` };
    }
    if (isJsonArray(params) && params.length > 0) {
      return invalid(refusal('E002', 'params must be an object with named fields'));
    }
    if (look !== undefined) return lookInside(READ_ONLY[method as LookName].params, look, words);
    const wrong = typeFault(words, contract);
    if (wrong !== undefined) return refused(contract?.head.type ?? method, wrong, voice, origin);
    const { type: what, chapter } = (contract as Contract).head;
    if (chapter === 'registration' && !isAnswered)
      return { kind: 'error', name: 'INVALID_REQUEST', because: NO_ID, what };
    return dispatch(contract as Contract, voice, origin);
  }

  /** A message without an envelope is answered without one: its faults are told by a message of its dialect. */
  async function bare(message: JsonObject, origin: Origin): Promise<Outcome> {
    const meant = meantBare(message, placeOf(origin));
    const voice = hear(detectDialect('bare', message), message, known(meant));
    const type = typeIn(voice.words) ?? meant.type ?? '';
    try {
      if (isPosted(type)) return takePosted(type, voice, origin);
      const contract = contractByType(type);
      if (isHandled(contract)) return await dispatch(contract, voice, origin);
      return refused(type, refusal('E002', `no such message here: ${type}`), voice, origin);
    } catch (cause) {
      service.onBug(type, cause);
      return refused(type, refusal('E020', 'Internal error'), voice, origin);
    }
  }

  function isBare(value: JsonObject, origin: Origin): boolean {
    return isKnown(restType(value, placeOf(origin)));
  }

  function placeOf({ path }: Origin) {
    return { path, game_type: service.game_type };
  }

  /** What a request means by its habits, where it has any and is a message to this role. */
  function known(meant: Meant): Meant | undefined {
    return meant.habits.length > 0 && isKnown(meant.type) ? meant : undefined;
  }

  function isKnown(type: string | undefined): boolean {
    return isPosted(type) || isHandled(contractByType(type ?? ''));
  }

  function hear(name: DialectName, came: JsonObject, meant?: Meant): Voice {
    const dialect = dialectOf(name);
    const whole = meant !== undefined && readsHabits() ? meant.message : came;
    const words = dialect.read(whole, hints);
    const habits = meant?.habits ?? NO_HABITS;
    const echo = dialect.echoOf(whole);
    return {
      dialect,
      wire: meant?.wire ?? came,
      whole,
      words,
      habits,
      echo: habits.length === 0 ? echo : { ...echo, habits: [...habits] },
    };
  }

  /** What a refusal adds where a habit explains it and habits are not read. */
  function habitNote({ habits }: Voice): string {
    return readsHabits() ? '' : refusedHabits(habits);
  }

  function isHandled(contract: Contract | undefined): contract is Contract {
    return contract !== undefined && handlers.has(contract.head.type);
  }

  function isPosted(type: string | undefined): type is keyof All {
    return type !== undefined && posted.has(type);
  }

  async function dispatch(contract: Contract, voice: Voice, origin: Origin): Promise<Outcome> {
    const { words, dialect, echo } = voice;
    const { type, reply } = contract.head;
    const { auth_token } = words;
    const token = auth_token ?? origin.bearer;
    const isOdd = origin.path !== undefined && !readsHabits();
    if (isOdd) return refused(type, refusal('E002', `nothing listens at ${cut(origin.path ?? '', 80)}`), voice, origin);
    const signed = token === undefined || token === auth_token ? words : { ...words, auth_token: token };
    const whole = understood(contract, signed, voice);
    const read = whole.ok
      ? whole
      : (service.least?.(contract, signed, { dialect, fresh, strict: whole.error }) ?? whole);
    if (!read.ok) return refused(type, read.error, voice, origin);
    if (read.value === undefined) return unread(type, whole, origin);
    const identity = await service.authenticate(contract, read.value, origin);
    if (!identity.ok) return errorMessage(identity.error, voice, origin);
    const isSeen = service.observe !== undefined && isNoted(identity.value);
    const { party, id, reclaimed } = identity.value;
    // An agent that no token proves goes by what it calls itself or else its address, and then by the id it is given.
    const peer = party === 'nobody' ? nameOf(voice, read.value, origin) : id;
    if (isSeen) service.observe?.({ direction: 'RECEIVED', peer, message: read.value });
    noteDialect(identity.value, dialect.name, origin);

    const { address, bearer, code, path, receivedAt } = origin;
    const { wire, habits } = voice;
    const { name } = dialect;
    const caller = { identity: identity.value, address, bearer, code, path, dialect: name, echo, receivedAt, wire };
    const handled = await (handlers.get(type) as Handler)(read.value, caller);
    // A token that was given for name and endpoint proves no more than they do.
    if (party !== 'nobody' && reclaimed !== true) service.onHeard?.(id, { type, dialect: name, wire, habits });
    if (!handled.ok) return errorMessage(handled.error, voice, origin);
    if (reply === undefined || handled.value === undefined) return HEARD;
    const answer = spoken(reply.type as keyof All, handled.value, read.value);
    const given = party === 'nobody' ? givenId(answer) : undefined;
    if (isSeen) service.observe?.({ direction: 'SENT', peer: given ?? peer, message: answer });
    return { kind: 'result', result: written(answer, voice) };
  }

  /** A message in its contract's shape, with everything its own dialect requires. */
  function understood(
    contract: Contract,
    words: JsonObject,
    { dialect, whole }: Voice,
  ): ReturnType<typeof readMessage> {
    const read = readMessage(contract, words, fresh);
    const lacking = dialect.lacks(whole);
    // E018 (another protocol) and E021 (a timestamp that is not UTC) come before E003: they explain the fields that are missing.
    if (lacking.length === 0 || (!read.ok && (read.error.code === 'E018' || read.error.code === 'E021'))) return read;
    return err(refusal('E003', `missing required field: ${lacking.join(', ')}`));
  }

  /** News that say nothing of use are heard all the same. */
  function unread(type: string, fault: Result<unknown, Refusal>, origin: Origin): Outcome {
    if (!fault.ok) noteRefusal(type, fault.error, origin);
    return HEARD;
  }

  function noteDialect(identity: Identity, to: DialectName, origin: Origin): void {
    const from = service.dialectOf?.(identity) ?? to;
    if (from !== to) service.onDialectChange?.(identity, { from, to }, origin);
  }

  function takePosted(type: keyof All, voice: Voice, origin: Origin): Outcome {
    const { words } = voice;
    if ((words['conversation_id'] ?? null) === null) {
      return errorMessage(refusal('E012', 'a posted answer needs the conversation_id of the question'), voice, origin);
    }
    const read = understood(CONTRACTS[type] as Contract, { protocol: PROTOCOL, ...words }, voice);
    if (!read.ok) return refused(type, read.error, voice, origin);
    const taken = service.posted?.take(read.value, voice.dialect.name, voice.wire, origin) ?? ok(undefined);
    return taken.ok ? HEARD : errorMessage(taken.error, voice, origin);
  }

  /** A refusal as the message a role refuses with: from the token on, an error is a result. */
  function errorMessage(because: Refusal, voice: Voice, origin: Origin, what?: string): Outcome {
    const { words, wire } = voice;
    if (because.code === 'E014') origin.tooMany?.();
    const type = what || (typeIn(words) ?? 'unknown');
    noteRefusal(type, { ...because, ...(!voice.dialect.enveloped && { sent: sentAs(wire) }) }, origin);
    const message = spoken(errorType, { ...concerned(words), ...errorBody(because) }, words);
    return { kind: 'result', result: written(message, voice) };
  }

  /** What an error is about: a match, or the league. */
  function concerned({ match_id }: JsonObject): JsonObject {
    if (errorType === 'GAME_ERROR') return typeof match_id === 'string' ? { match_id: cut(match_id, 128) } : {};
    return withoutUndefined({ league_id: service.league_id?.() });
  }

  function written(message: JsonObject, { dialect, echo, words, wire }: Voice): JsonObject {
    return dialect.write(message, { echo, request: words, wire });
  }

  function spoken(type: keyof All, body: JsonObject, to: JsonObject): Envelope & JsonObject {
    const valid = check((CONTRACTS[type] as Contract).body, body);
    if (!valid.ok) throw new TypeError(`we were about to answer a bad ${type}: ${valid.error.detail}`);
    const { protocol, conversation_id } = to;
    return {
      protocol: typeof protocol === 'string' && KNOWN_PROTOCOLS.includes(protocol) ? protocol : PROTOCOL,
      message_type: type,
      sender: service.sender(),
      timestamp: timestamp(clock),
      conversation_id: isConversation(conversation_id) ? conversation_id : uuid(entropy),
      ...body,
    };
  }

  /** What is wrong with a message's shape: the envelope's own error where there is one. */
  function refused(what: string, because: Refusal, voice: Voice, origin: Origin): Outcome {
    const isRegistration = contractByType(what)?.head.chapter === 'registration';
    const told = { ...because, detail: `${because.detail}${habitNote(voice)}${isRegistration ? instead : ''}` };
    heardInVain(what, because, voice, origin);
    if (!voice.dialect.enveloped) return errorMessage(told, voice, origin, what);
    return { ...invalid(told), what };
  }

  function heardInVain(type: string, because: Refusal, { dialect, wire, words, habits }: Voice, origin: Origin): void {
    const token = words['auth_token'] ?? origin.bearer;
    const heard = { type, dialect: dialect.name, wire, habits };
    service.onUnread?.(typeof token === 'string' ? token : undefined, heard, because, origin);
  }
}

function asToolResult(outcome: Outcome): Outcome {
  return outcome.kind === 'error' ? outcome : { ...outcome, result: toolResult(outcome.result) };
}

type Handler = (message: Json, caller: Caller) => Promise<Result<JsonObject | undefined, Refusal>>;

const NO_HABITS: readonly HabitName[] = [];
const NO_ID = 'it has no JSON-RPC id, so its sender could not be told its own id and token: nothing was registered';
const HEARD: Outcome = { kind: 'result', result: { status: 'ok' } };

/** The id that an answer gives to an agent that registers. */
function givenId({ player_id, referee_id }: JsonObject): string | undefined {
  return [player_id, referee_id].find((id) => typeof id === 'string');
}

function nameOf({ words }: Voice, { sender }: Envelope, { address }: Origin): string {
  return (words['sender'] ?? null) === null ? address : idIn(sender);
}

function isConversation(id: Json | undefined): id is string {
  return typeof id === 'string' && id.length > 0 && id.length <= 128;
}

function typeIn(words: JsonObject): string | undefined {
  const type = words['message_type'];
  return typeof type === 'string' ? canonicalType(type) : undefined;
}

/** What is wrong with the type a message says it is. */
function typeFault(words: JsonObject, contract: Contract | undefined): Refusal | undefined {
  const said = words['message_type'];
  if (said === undefined) return refusal('E003', 'missing required field: message_type');
  if (said === contract?.head.type) return undefined;
  return refusal('E002', `message_type must be ${contract?.head.type ?? 'a string'}`);
}

function lookInside(
  params: Parameters<typeof check>[0],
  look: (params: JsonObject) => JsonObject,
  words: JsonObject,
): Outcome {
  const valid = check(params, words);
  return valid.ok ? { kind: 'result', result: look(words) } : invalid(valid.error);
}

function invalid(because: Refusal): Extract<Outcome, { kind: 'error' }> {
  return { kind: 'error', name: 'INVALID_PARAMS', because };
}

/** A refusal as a handler's answer. */
export function refuse(...because: Parameters<typeof refusal>): Result<never, Refusal> {
  return err(refusal(...because));
}
