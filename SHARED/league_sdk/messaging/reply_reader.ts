/** The reading of a reply: an answer, a mere acknowledgement, an error, or nonsense (DECISIONS section 1). */
import type { Contract, Envelope, ReplyHead } from '../../contracts/contract.ts';
import { detectDialect, dialectOf, envelopeOf } from '../../contracts/dialects/detect.ts';
import type { Addressee, DialectName } from '../../contracts/dialects/dialect.ts';
import { type HabitName, habitSentence } from '../../contracts/dialects/habits.ts';
import { plainBody, plainEnvelope, plainResult } from '../../contracts/dialects/habitual.ts';
import { canonicalType } from '../../contracts/dialects/spellings.ts';
import { errorNamed, type Refusal, refusal } from '../../contracts/errors.ts';
import { PROTOCOL } from '../../contracts/fields.ts';
import { type All, type AnswerType, CONTRACTS, type Message, type RequestType } from '../../contracts/index.ts';
import { BASE_FIELDS, hasMove, lacks, lacksMove, ownKeys, takenFor } from '../../contracts/moves.ts';
import { merelyAcknowledges, readMessage, usableIn } from '../../contracts/read.ts';
import type { Monotonic } from '../../core/clock.ts';
import { cut, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Departure, Reply, SendFailure } from '../transport/transport.ts';
import { errorIn, foreignId, openAnyReply, type RequestId, type SaidError, saysMoreThanError } from './envelope.ts';

export interface CallError {
  /**
   * The transport's codes; INVALID_REPLY: it made no sense; ERROR_REPLY: the other side said no; INVALID_ANSWER: an
   * answer that might have been posted came, and is no good.
   */
  readonly code: SendFailure['code'] | 'INVALID_REPLY' | 'ERROR_REPLY' | 'INVALID_ANSWER';
  readonly detail: string;
  /** The league's error code, where the other side gave one or its answer has earned one. */
  readonly error_code?: string;
  /** The code of a JSON-RPC error, where the other side gave one. */
  readonly rpc_code?: number;
  /** A finer word of the specification for that code, where the other side gave one. */
  readonly error_name?: string;
  /** The invalid answer, without its secrets; of one that was not read its beginning, as `unread`. */
  readonly received?: JsonObject;
  /** The habits it would have been read by, where such reading is off. */
  readonly habits?: readonly HabitName[];
  /** The reply has an id that is not the one of the request, and its connection has had others. */
  readonly foreignId?: true;
  /** A habit would explain it, and there was no time left to ask in its way. */
  readonly untried?: true;
  readonly status?: SendFailure['status'];
  readonly hungUp?: SendFailure['hungUp'];
  /** Absent where nothing had left. */
  readonly sentAt?: Monotonic;
  readonly departure?: Departure;
  readonly failedAt: Monotonic;
}

/** The outcome of a request: the answer, or a mere acknowledgement with the answer, if there is one, to be posted later. */
export type AskOutcome<T extends RequestType> = {
  readonly sentAt: Monotonic;
  readonly departure?: Departure;
  readonly receivedAt: Monotonic;
  /** What names itself the answer, as it came, without its secrets; also where no more than an acknowledgement could be read. */
  readonly received?: JsonObject;
  /** The dialect it came in, where that is another than the one it was asked in. */
  readonly dialect?: DialectName;
  /** The id of its envelope is not the one of the request. */
  readonly otherId?: boolean;
  /** The habits it was read by; of an acknowledgement, those by which it would have been the answer. */
  readonly habits?: readonly HabitName[];
} & ({ readonly kind: 'answer'; readonly message: Message<AnswerType<T>> } | Acknowledged);

/** An acknowledgement says nothing of the words it was given to. */
interface Acknowledged {
  readonly kind: 'acknowledged';
  /** The method of a request that was worded in the receiver's own way. */
  readonly method?: string;
  /** To be called where no answer follows: the next request is worded in the other way, its own or that of the documents. */
  readonly doubt?: () => void;
}

/** A request that was sent. */
export interface Asked {
  /** The reading rules for habits are off. */
  readonly strict?: boolean | undefined;
  /** Whom it went to. */
  readonly to: Addressee & { readonly id: string; readonly dialect: DialectName };
  readonly id: RequestId;
  readonly message: Envelope & JsonObject;
}

const SAID_AT_MOST = 200;

/** The JSON value of a reply; undefined when there is none, or none that can be read. */
export function valueIn({ text }: Reply): Json | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok ? parsed.value : undefined;
}

/** What is wrong with a reply that is JSON and is refused all the same. */
function faultIn({ text = '' }: Reply): string | undefined {
  const parsed = parseJson(text);
  return parsed.ok || parsed.error.kind === 'syntax' ? undefined : parsed.error.detail;
}

/** The answer that a request awaits, and how little of it will do. */
interface Expected {
  readonly head: ReplyHead;
  readonly contract: Contract;
  /** It says no more than that it was heard. */
  readonly saysLittle: boolean;
  readonly mayAcknowledge: boolean;
  /** Of the answer to a registration nothing but its status is needed: whatever else a foreign manager writes is noted. */
  readonly isAdmission: boolean;
}

/** What a reply says, out of its envelope. */
interface Said {
  /** As it came. */
  readonly result: JsonObject;
  /** In the names of the documents. */
  readonly body: JsonObject;
  /** In canonical words. */
  readonly words: JsonObject;
  readonly isAnswer: boolean;
  readonly dialect: DialectName;
  readonly habits: readonly HabitName[];
}

/** A request, what it awaits, and what came. */
interface Heard {
  readonly asked: Asked;
  readonly expected: Expected;
  readonly reply: Reply;
  /** The answer is known by the id of its envelope, or by its connection. */
  readonly isKnown: boolean;
}

/** Makes sense of a reply. No answer needs more than its own fields, and none brings a token with it. */
export function understand<T extends RequestType>(
  asked: Asked,
  value: Json | undefined,
  reply: Reply,
): Result<AskOutcome<T>, CallError> {
  const { to, id, strict } = asked;
  const expected = expectedBy(asked);
  if (expected === undefined) return ok(acknowledgement(reply));
  if (!isJsonObject(value)) return noObject(value, expected, reply);
  const { enveloped } = dialectOf(to.dialect);
  // An agent that was asked without an id may still answer in an envelope, whose id it has to make up.
  const asked_id = (enveloped && !expected.isAdmission) || value['jsonrpc'] === undefined ? id : undefined;
  const opened = resultIn(value, asked_id, reply);
  if (!opened.ok) return opened;
  const { result, habits } = opened.value;
  if (strict && habits.includes('own_ids')) return err({ ...unreadable(habitSentence(habits), reply), habits });
  if (!isJsonObject(result)) {
    return noAnswer(`the result is not an object: ${cut(JSON.stringify(result), SHOWN)}`, expected, reply);
  }
  const dialect = detectDialect(enveloped ? envelopeOf(value) : 'bare', result, to.dialect);
  const said = saidIn({ result, habits }, dialect, expected);
  if (strict && said.habits.length > 0) return unreadHabits(said, reply);
  const isKnown = value['id'] === id || reply.alone === true;
  const read = answerIn<T>(said, { asked, expected, reply, isKnown });
  const isOther = enveloped && value['jsonrpc'] !== undefined && value['id'] !== id;
  return read.ok && read.value.kind === 'answer' && isOther ? ok({ ...read.value, otherId: true }) : read;
}

const expectations = new Map<string, Expected | undefined>();

function expectedBy({ message }: Asked): Expected | undefined {
  const { message_type: type } = message;
  const known = expectations.get(type);
  if (known !== undefined || expectations.has(type)) return known;
  const expected = awaitedFor(type as RequestType);
  expectations.set(type, expected);
  return expected;
}

function awaitedFor(type: RequestType): Expected | undefined {
  const head = (CONTRACTS[type] as Contract).head.reply;
  if (head === undefined) return undefined;
  const contract = CONTRACTS[head.type as keyof All] as Contract;
  const saysLittle = merelyAcknowledges(contract);
  const isAdmission = contract.head.chapter === 'registration';
  return { head, contract, saysLittle, mayAcknowledge: saysLittle || head.ownFields !== undefined, isAdmission };
}

function acknowledgement({ sentAt, receivedAt }: Reply) {
  return { kind: 'acknowledged', sentAt, receivedAt } as const;
}

function isSilent({ text = '' }: Reply): boolean {
  return text.trim() === '';
}

/** Something that is no answer: an acknowledgement where one will do. */
function noAnswer(detail: string, { head, saysLittle }: Expected, reply: Reply) {
  const isHeard = saysLittle || (head.ownFields !== undefined && isSilent(reply));
  return isHeard ? ok(acknowledgement(reply)) : err(unreadable(detail, reply));
}

function noObject(value: Json | undefined, expected: Expected, reply: Reply) {
  const fault = value === undefined && expected.head.ownFields !== undefined ? faultIn(reply) : undefined;
  if (fault !== undefined) {
    const because = refusal('E002', `the answer cannot be used: ${fault}`);
    return err(invalid(because, { unread: cut(reply.text ?? '', SAID_AT_MOST) }, reply));
  }
  const what = value === undefined ? 'not JSON' : 'not a JSON object';
  const detail = isSilent(reply) ? 'the reply is empty' : `the reply is ${what}${shownOf(reply.text ?? '')}`;
  return noAnswer(detail, expected, reply);
}

/** The result in the names of the documents and in canonical words, with the habits that it shows. */
function saidIn(
  { result, habits }: { readonly result: JsonObject; readonly habits: readonly HabitName[] },
  dialect: DialectName,
  { head, isAdmission }: Expected,
): Said {
  const isUsual = head.ownFields === undefined || isPlain(result, head);
  const plain = isUsual ? { value: result, habits: NO_HABITS } : plainBody(result, head.type, dialect);
  const body = plain.value;
  // Told from the body as it came: reading moves fields, and drops what it cannot use.
  const isAnswer = answers(body, head) || (isAdmission && saysStatus(body));
  const typed = isAnswer && body['message_type'] !== head.type ? { ...body, message_type: head.type } : body;
  const words = dialectOf(dialect).read(typed, { awaited: head.type });
  const met = plain.habits.length === 0 ? habits : [...habits, ...plain.habits];
  return { result, body, words, isAnswer, dialect, habits: met };
}

/** A reply with habits where those are not read: a status that would have joined is an acknowledgement. */
function unreadHabits({ habits, result }: Said, reply: Reply) {
  if (habits.includes('status_joins')) return ok({ ...acknowledgement(reply), habits });
  return err({ ...invalid(refusal('E002', habitSentence(habits)), result, reply), habits });
}

/** What keeps a reply from being read as the answer: an error, an acknowledgement, or another message. */
function otherThanAnswer({ result, body, words, isAnswer }: Said, { asked, expected, reply, isKnown }: Heard) {
  const { head, mayAcknowledge, isAdmission } = expected;
  const { ownFields } = head;
  const { message_type, conversation_id } = words;
  const error = isAnswer || (mayAcknowledge && saysMoreThanError(body)) ? undefined : errorIn(words);
  if (error !== undefined) return err(saidNo(error, reply));
  if (!isAnswer && ownFields !== undefined) {
    return saysHeard(result) ? ok(acknowledgement(reply)) : err(invalid(lacks(result, ownFields), result, reply));
  }
  if (!isAnswer && (mayAcknowledge || message_type !== undefined)) {
    const detail = `${JSON.stringify(message_type)} is no answer to ${asked.message.message_type}`;
    return noAnswer(detail, expected, reply);
  }
  // What cannot be posted is known by its id, or by its connection; its conversation may be one of its own.
  const mayDiffer = isAdmission || (ownFields === undefined && isKnown && isAbout(asked.message, words));
  if (!mayDiffer && (conversation_id ?? asked.message.conversation_id) !== asked.message.conversation_id) {
    const because = refusal('E002', 'the conversation_id of the answer is not the one of the question');
    return err(ownFields === undefined ? unreadable(because.detail, reply) : invalid(because, result, reply));
  }
  const isEmpty = ownFields !== undefined && isAnswer && lacksMove(words, ownFields) && !hasMove(body);
  return isEmpty && ownKeys(result).length > 0 ? err(invalid(lacks(result, ownFields), result, reply)) : undefined;
}

/** The answer itself, with what its contract can use of it. */
function answerIn<T extends RequestType>(said: Said, heard: Heard): Result<AskOutcome<T>, CallError> {
  const other = otherThanAnswer(said, heard);
  if (other !== undefined) return other;
  const { asked, expected, reply } = heard;
  const { result, words } = said;
  const { contract, isAdmission, saysLittle } = expected;
  const { ownFields } = expected.head;
  const { timestamp, conversation_id } = asked.message;
  const given = { timestamp: () => timestamp, conversation_id: () => conversation_id };
  const whole = readMessage(contract, withBase(words, asked.message, contract), given);
  const answer =
    whole.ok || (ownFields === undefined && !isAdmission)
      ? whole
      : readMessage(contract, withBase(usableIn(contract.body, words), asked.message, contract), given);
  if (answer.ok) {
    const message = answer.value as unknown as Message<AnswerType<T>>;
    const { sentAt, receivedAt } = reply;
    const isUsual = said.dialect === asked.to.dialect && said.habits.length === 0;
    const plain = { kind: 'answer', sentAt, receivedAt, message, received: withoutProof(result) } as const;
    return ok(isUsual ? plain : { ...plain, ...howSaid(said, asked) });
  }
  if (ownFields !== undefined) {
    const because = answer.error.code === 'E003' ? lacks(result, ownFields) : answer.error;
    return err(invalid(because, result, reply));
  }
  const { code, detail } = answer.error;
  if (!saysLittle) return err(unreadable(`${code}: ${detail}`, reply));
  return ok({ ...acknowledgement(reply), received: withoutProof(result), ...howSaid(said, asked) });
}

/** The dialect and the habits of an answer, where they are not those of every other. */
function howSaid({ dialect, habits }: Said, { to }: Asked) {
  return { ...(dialect === to.dialect ? {} : { dialect }), ...(habits.length === 0 ? {} : { habits }) };
}

function isAbout({ match_id }: JsonObject, words: JsonObject): boolean {
  return (words['match_id'] ?? match_id) === match_id;
}

/** Whether the answer to a registration says how it went, under whichever name. */
function saysStatus(body: JsonObject): boolean {
  return errorIn(body) === undefined || (body['message_type'] === undefined && body['status'] !== undefined);
}

/** Whether a body is the answer in the words of the documents. */
function isPlain(body: JsonObject, { type, ownFields = [] }: ReplyHead): boolean {
  const { message_type = type } = body;
  return message_type === type && ownFields.some((field) => body[field] !== undefined);
}

/** Whether a body is the answer, good or bad: by its type, or by a field that only an answer has. */
function answers(body: JsonObject, { type, ownFields = [] }: ReplyHead): boolean {
  const { message_type } = body;
  if (typeof message_type === 'string' && canonicalType(message_type) === type) return true;
  return takenFor(ownFields).some((field) => body[field] !== undefined);
}

/** The beginning of a page or a line of text; what was meant as JSON may hold reasons that are for the referee alone. */
function shownOf(text: string): string {
  return /^\s*\{/.test(text) ? '' : `: ${cut(text, SHOWN)}`;
}

/** Words for "heard, the answer follows", in any case. */
const HEARD_WORDS: ReadonlySet<string> = new Set(['ok', 'ack', 'acknowledged', 'received', 'pending', 'queued']);

function saysHeard({ status }: JsonObject): boolean {
  return typeof status === 'string' && HEARD_WORDS.has(status.trim().toLowerCase());
}

/** The most characters of a stranger's reply that a sentence shows. */
const SHOWN = 100;

/** An answer as it came, without the proof of its sender. */
export function withoutProof({ auth_token: _token, conversation_id: _proof, ...said }: JsonObject): JsonObject {
  return said;
}

function invalid({ code, detail }: Refusal, said: JsonObject, { sentAt, receivedAt: failedAt }: Reply): CallError {
  return { code: 'INVALID_ANSWER', detail, error_code: code, received: withoutProof(said), sentAt, failedAt };
}

/** The result of a call that is answered with an object and no league message. */
export function objectIn(value: Json | undefined, id: RequestId, reply: Reply): Result<JsonObject, CallError> {
  if (!isJsonObject(value)) return err(unreadable('the reply is not a JSON object', reply));
  const opened = resultIn(value, id, reply);
  if (!opened.ok) return opened;
  const { result } = opened.value;
  if (!isJsonObject(result)) return err(unreadable('the result is not an object', reply));
  const error = errorIn(result);
  return error === undefined ? ok(result) : err(saidNo(error, reply));
}

interface Opened {
  readonly result: Json;
  readonly habits: readonly HabitName[];
}

const NO_HABITS: readonly HabitName[] = [];

/** The result in a reply, whatever envelope it has or lacks; without an id to expect, any will do. */
function resultIn(given: JsonObject, id: RequestId | undefined, reply: Reply): Result<Opened, CallError> {
  const isUnusual = given['result'] === undefined && given['params'] !== undefined;
  const { value, habits } = isUnusual ? plainEnvelope(given) : { value: given, habits: NO_HABITS };
  const opened = openAnyReply(value, id ?? (value['id'] as RequestId));
  if (!opened.ok) return err(unreadable(opened.error, reply));
  const isForeign = opened.value.kind !== 'bare' && opened.value.isForeign;
  if (isForeign && !reply.alone) {
    return err({ ...unreadable(foreignId(value, id as RequestId), reply), foreignId: true });
  }
  // What else may come by this connection is out of step.
  if (isForeign) reply.distrust?.();
  if (opened.value.kind === 'result') {
    const { result } = opened.value;
    const own: readonly HabitName[] = isForeign ? [...habits, 'own_ids'] : habits;
    const isOfTool = isJsonObject(result) && (result['content'] ?? result['structuredContent']) !== undefined;
    if (!isOfTool) return ok({ result, habits: own });
    const tool = plainResult(result);
    return ok({ result: tool.value, habits: tool.habits.length === 0 ? own : [...own, ...tool.habits] });
  }
  if (opened.value.kind === 'bare') return ok({ result: opened.value.body, habits });
  const { detail, data, code: rpc } = opened.value;
  const { error_code: code, error_name: name } = isJsonObject(data) ? data : {};
  const refused = saidNo({ detail, code, name }, reply);
  return err(typeof rpc === 'number' ? { ...refused, rpc_code: rpc } : refused);
}

function unreadable(detail: string, reply: Reply): CallError {
  reply.distrust?.();
  return { code: 'INVALID_REPLY', detail, sentAt: reply.sentAt, failedAt: reply.receivedAt };
}

function saidNo({ detail, code, name }: SaidError, reply: Reply): CallError {
  const base = { code: 'ERROR_REPLY', detail, sentAt: reply.sentAt, failedAt: reply.receivedAt } as const;
  const known = errorNamed(code, name);
  if (known === undefined) return typeof code === 'string' ? { ...base, error_code: code } : base;
  const error = { ...base, error_code: known.code };
  return known.name === undefined ? error : { ...error, error_name: known.name };
}

/** An answer with what goes without saying in it; itself where all of it is said. */
function withBase(words: JsonObject, asked: JsonObject, answer: Contract): JsonObject {
  const { properties } = answer.body;
  const isGiven = (field: string) => field in properties && asked[field] !== undefined;
  if (words['protocol'] !== undefined && !BASE_FIELDS.some((it) => words[it] === undefined && isGiven(it)))
    return words;
  const base: { [field: string]: Json } = { protocol: PROTOCOL };
  for (const field of BASE_FIELDS.filter(isGiven)) base[field] = asked[field] as Json;
  return { ...base, ...words };
}
