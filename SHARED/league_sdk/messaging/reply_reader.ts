/** What came back for a request: an answer, a mere acknowledgement, an error, or nonsense (DECISIONS section 1). */
import type { Contract, Envelope, ReplyHead } from '../../contracts/contract.ts';
import { detectDialect, dialectOf, envelopeOf } from '../../contracts/dialects/detect.ts';
import type { Addressee, DialectName } from '../../contracts/dialects/dialect.ts';
import { type HabitName, habitSentence } from '../../contracts/dialects/habits.ts';
import { plainBody, plainEnvelope, plainResult } from '../../contracts/dialects/habitual.ts';
import { canonicalType } from '../../contracts/dialects/spellings.ts';
import { errorNamed, type Refusal, refusal } from '../../contracts/errors.ts';
import { PROTOCOL } from '../../contracts/fields.ts';
import { type All, type AnswerType, CONTRACTS, type Message, type RequestType } from '../../contracts/index.ts';
import { MOVE_FIELDS, moveIn } from '../../contracts/moves.ts';
import { check, merelyAcknowledges, readMessage } from '../../contracts/read.ts';
import type { Monotonic } from '../../core/clock.ts';
import { didYouMean } from '../../core/did_you_mean.ts';
import { cut, isJsonObject, type Json, type JsonObject, parseJson } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Departure, Reply, SendFailure } from '../transport/transport.ts';
import { foreignId, openAnyReply, type RequestId } from './envelope.ts';

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
  readonly status?: SendFailure['status'];
  readonly hungUp?: SendFailure['hungUp'];
  /** Absent where nothing had left. */
  readonly sentAt?: Monotonic;
  readonly departure?: Departure;
  readonly failedAt: Monotonic;
}

/** What came back: the answer, or a mere acknowledgement with the answer, if there is one, to be posted later. */
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
} & ({ readonly kind: 'answer'; readonly message: Message<AnswerType<T>> } | { readonly kind: 'acknowledged' });

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

const ENVELOPE_FIELDS = ['protocol', 'message_type', 'sender', 'timestamp', 'conversation_id', 'auth_token'] as const;
/** Fields of an answer that go without saying: where it lacks them, the request's count. */
const BASE_FIELDS = ['league_id', 'round_id', 'match_id', 'player_id', 'query_type'] as const;

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

/** Makes sense of a reply. No answer needs more than its own fields, and none brings a token with it. */
export function understand<T extends RequestType>(
  { to, id, message: asked, strict }: Asked,
  value: Json | undefined,
  reply: Reply,
): Result<AskOutcome<T>, CallError> {
  const acknowledged = { kind: 'acknowledged', sentAt: reply.sentAt, receivedAt: reply.receivedAt } as const;
  const awaited = (CONTRACTS[asked.message_type as RequestType] as Contract).head.reply;
  if (awaited === undefined) return ok(acknowledged);
  const contract = CONTRACTS[awaited.type as keyof All] as Contract;
  const saysLittle = merelyAcknowledges(contract);
  // Of the answer to a registration nothing but its status is needed: whatever else a foreign manager writes is noted.
  const isAdmission = contract.head.chapter === 'registration';
  const { ownFields } = awaited;
  const mayAcknowledge = saysLittle || ownFields !== undefined;
  const isSilent = reply.text === undefined || reply.text.trim() === '';
  const other = (detail: string) => {
    if (saysLittle || (ownFields !== undefined && isSilent)) return ok(acknowledged);
    return err(unreadable(detail, reply));
  };

  if (!isJsonObject(value)) {
    const fault = value === undefined && ownFields !== undefined ? faultIn(reply) : undefined;
    if (fault !== undefined) {
      const because = refusal('E002', `the answer cannot be used: ${fault}`);
      return err(invalid(because, { unread: cut(reply.text ?? '', SAID_AT_MOST) }, reply));
    }
    const what = value === undefined ? 'not JSON' : 'not a JSON object';
    return other(isSilent ? 'the reply is empty' : `the reply is ${what}${shownOf(reply.text ?? '')}`);
  }
  const { enveloped } = dialectOf(to.dialect);
  // An agent that was asked without an id may still answer in an envelope, whose id it has to make up.
  const asked_id = (enveloped && !isAdmission) || value['jsonrpc'] === undefined ? id : undefined;
  const opened = resultIn(value, asked_id, reply);
  if (!opened.ok) return opened;
  let { habits } = opened.value;
  if (strict && habits.includes('own_ids')) return err({ ...unreadable(habitSentence(habits), reply), habits });
  if (!isJsonObject(opened.value.result)) {
    return other(`the result is not an object: ${cut(JSON.stringify(opened.value.result), SHOWN)}`);
  }

  const result = { value: opened.value.result };
  const dialect = detectDialect(enveloped ? envelopeOf(value) : 'bare', result.value, to.dialect);
  const plain =
    ownFields === undefined || isPlain(result.value, awaited)
      ? undefined
      : plainBody(result.value, awaited.type, dialect);
  if (plain !== undefined && plain.habits.length > 0) habits = [...habits, ...plain.habits];
  if (strict && plain?.habits.includes('status_joins')) return ok({ ...acknowledged, habits });
  if (strict && habits.length > 0) {
    return err({ ...invalid(refusal('E002', habitSentence(habits)), result.value, reply), habits });
  }
  const said = plain?.value ?? result.value;
  // Told from the body as it came: reading moves fields, and drops what it cannot use.
  const isAnswer = answers(said, awaited) || (isAdmission && saysStatus(said));
  const body = isAnswer ? { ...said, message_type: awaited.type } : said;
  const words = dialectOf(dialect).read(body, { awaited: awaited.type });
  const { message_type, conversation_id } = words;
  const error = isAnswer || (mayAcknowledge && saysMoreThanError(said)) ? undefined : errorIn(words);
  if (error !== undefined) return err(saidNo(error, reply));
  if (!isAnswer && ownFields !== undefined) {
    if (saysHeard(result.value)) return ok(acknowledged);
    return err(invalid(lacks(result.value, ownFields), result.value, reply));
  }
  if (!isAnswer && (mayAcknowledge || message_type !== undefined)) {
    return other(`${JSON.stringify(message_type)} is no answer to ${asked.message_type}`);
  }
  // What cannot be posted is known by its id, or by its connection; its conversation may be one of its own.
  const isKnown = ownFields === undefined && (value['id'] === id || reply.alone === true) && isAbout(asked, words);
  if (!isAdmission && !isKnown && (conversation_id ?? asked.conversation_id) !== asked.conversation_id) {
    const because = refusal('E002', 'the conversation_id of the answer is not the one of the question');
    return err(ownFields === undefined ? unreadable(because.detail, reply) : invalid(because, result.value, reply));
  }
  if (
    ownFields !== undefined &&
    isAnswer &&
    lacksMove(words, ownFields) &&
    !hasMove(said) &&
    ownKeys(result.value).length > 0
  ) {
    return err(invalid(lacks(result.value, ownFields), result.value, reply));
  }
  const asItCame = {
    received: withoutProof(result.value),
    ...(dialect === to.dialect ? {} : { dialect }),
    ...(habits.length === 0 ? {} : { habits }),
  };
  const base = baseOf(asked, contract);
  const given = { timestamp: () => asked.timestamp, conversation_id: () => asked.conversation_id };
  const whole = readMessage(contract, { ...base, ...words }, given);
  const answer =
    whole.ok || (ownFields === undefined && !isAdmission)
      ? whole
      : readMessage(contract, { ...base, ...usableIn(contract.body, words) }, given);
  if (answer.ok) {
    const message = answer.value as unknown as Message<AnswerType<T>>;
    const otherId = enveloped && value['jsonrpc'] !== undefined && value['id'] !== id ? { otherId: true } : {};
    return ok({ ...acknowledged, kind: 'answer', message, ...asItCame, ...otherId });
  }
  if (ownFields !== undefined) {
    const because = answer.error.code === 'E003' ? lacks(result.value, ownFields) : answer.error;
    return err(invalid(because, result.value, reply));
  }
  const { code, detail } = answer.error;
  return saysLittle ? ok({ ...acknowledged, ...asItCame }) : err(unreadable(`${code}: ${detail}`, reply));
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

/** The fields that are taken for these: a move may stand in the field of any game. */
function takenFor(fields: readonly string[]): readonly string[] {
  return fields.some((field) => MOVE_FIELDS.includes(field)) ? MOVE_FIELDS : fields;
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

/** So much of a stranger's reply, and so many of its fields, are shown in a sentence. */
const SHOWN = 100;
const FIELDS_SHOWN = 5;
const FIELD_LENGTH = 40;

/** Whether a move is awaited and its field is not there under any name; one that is there and empty is a choice of nothing. */
function lacksMove(words: JsonObject, ownFields: readonly string[]): boolean {
  const isMove = ownFields.some((field) => MOVE_FIELDS.includes(field));
  return isMove && (moveIn(words) ?? null) === null;
}

function hasMove(body: JsonObject): boolean {
  return MOVE_FIELDS.some((field) => body[field] !== undefined);
}

/** The fields of a reply that are not those of every answer. */
function ownKeys(body: JsonObject): readonly string[] {
  const known: readonly string[] = [...ENVELOPE_FIELDS, ...BASE_FIELDS, 'step', 'status'];
  return Object.keys(body).filter((key) => !known.includes(key) && !MOVE_FIELDS.includes(key));
}

/** The field that an answer lacks, and the one that was meant for it: its values are not told, as they may be a choice. */
function lacks(body: JsonObject, ownFields: readonly string[]): Refusal {
  const [own = ''] = ownFields;
  const keys = ownKeys(body);
  const slip = keys
    .slice(0, 20)
    .map((key) => ({ key, meant: didYouMean(cut(key, FIELD_LENGTH).replaceAll(/[\s-]/g, '_'), takenFor(ownFields)) }))
    .find(({ meant }) => meant !== undefined);
  const named = (slip === undefined ? keys : [slip.key]).slice(0, FIELDS_SHOWN).map((key) => cut(key, FIELD_LENGTH));
  const has = named.length === 0 ? 'nothing of its own' : named.join(', ');
  const hint = slip === undefined ? '' : `: did you mean ${slip.meant}?`;
  return refusal('E003', `the answer has no field ${own} (it has ${has}${hint})`);
}

/** Whether a reply without a message type that says `error` has other fields beside it. */
function saysMoreThanError({ error: _, message_type, ...rest }: JsonObject): boolean {
  return message_type === undefined && Object.values(rest).some((value) => value !== null);
}

/** The fields of an answer that can be used; the others go without saying, like those that are missing. */
function usableIn({ properties }: Contract['body'], said: JsonObject): JsonObject {
  const usable: { [field: string]: Json } = {};
  for (const [name, schema] of Object.entries(properties) as [string, Contract['body']][]) {
    const value = said[name];
    if (value === undefined) continue;
    if (check(schema, value).ok) usable[name] = value;
    else if (isJsonObject(value) && schema.properties !== undefined) usable[name] = usableIn(schema, value);
  }
  return usable;
}

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

interface SaidError {
  readonly detail: string;
  readonly code: Json | undefined;
  readonly name: Json | undefined;
}

/** The error a body is, if it is one: a league error, or an object with no better word than `error`. */
function errorIn(body: JsonObject): SaidError | undefined {
  const { message_type, error_code: code, error_name: name, error_description } = body;
  if (message_type === 'LEAGUE_ERROR' || message_type === 'GAME_ERROR') {
    return { code, name, detail: typeof error_description === 'string' ? error_description : message_type };
  }
  const error = body['error'] ?? undefined;
  if (error === undefined || message_type !== undefined) return undefined;
  if (isJsonObject(error)) {
    return { code: error['error_code'], name: error['error_name'], detail: JSON.stringify(error) };
  }
  // A text may be the word of an error, or a sentence about one.
  const word = errorNamed(error) === undefined ? undefined : error;
  return { code: word, name: undefined, detail: typeof error === 'string' ? error : JSON.stringify(error) };
}

function saidNo({ detail, code, name }: SaidError, reply: Reply): CallError {
  const base = { code: 'ERROR_REPLY', detail, sentAt: reply.sentAt, failedAt: reply.receivedAt } as const;
  const known = errorNamed(code, name);
  if (known === undefined) return typeof code === 'string' ? { ...base, error_code: code } : base;
  const error = { ...base, error_code: known.code };
  return known.name === undefined ? error : { ...error, error_name: known.name };
}

/** What goes without saying in an answer. */
function baseOf(asked: JsonObject, answer: Contract): JsonObject {
  const base: { [field: string]: Json } = { protocol: PROTOCOL };
  for (const field of BASE_FIELDS) {
    const value = asked[field];
    if (value !== undefined && field in answer.body.properties) base[field] = value;
  }
  return base;
}
