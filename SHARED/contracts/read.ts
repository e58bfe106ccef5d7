/** Checks a message against its contract: unknown fields are dropped, missing envelope fields filled in. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Contract, Envelope } from './contract.ts';
import { KNOWN_PROTOCOLS } from './dialects/dialect.ts';
import { type Refusal, refusal } from './errors.ts';
import { Heard, TIMESTAMP_PATTERN } from './fields.ts';
import type { SchemaNode, TSchema } from './schema_builder.ts';
import { sharingOf } from './shared_list.ts';
import { fits, fitsExactly, problemsOf, type SchemaProblem } from './validator.ts';

/** The values of envelope fields that the sender left out; called only for those. */
export interface EnvelopeDefaults {
  timestamp(): string;
  conversation_id(): string;
}

const UTC = new RegExp(TIMESTAMP_PATTERN);

/** The first thing wrong with a value: the keyword of the schema that it breaks, where, and that in a sentence. */
export interface SchemaFault {
  readonly keyword: string;
  /** The path of the field, such as `player_meta/version`; empty for the whole value. */
  readonly where: string;
  readonly detail: string;
}

/** The fault of a value by a schema, a missing field before any other; undefined where it keeps to it. */
export function schemaFault(schema: TSchema, value: Json | undefined): SchemaFault | undefined {
  if (fits(schema, value)) return undefined;
  const problems = problemsOf(schema, value);
  const missing = problems.find((problem) => problem.keyword === 'required');
  if (missing !== undefined) {
    const names = missing.params.requiredProperties ?? [];
    const where = missing.instancePath.slice(1);
    const within = where === '' ? '' : `${where}.`;
    const detail = `missing required field: ${names.map((name) => within + name).join(', ')}`;
    return { keyword: 'required', where, detail };
  }
  const problem = problems[0];
  const where = problem?.instancePath.slice(1) ?? '';
  const what = problem === undefined ? 'is not valid' : faultIn(problem);
  return { keyword: problem?.keyword ?? '', where, detail: `${where === '' ? 'message' : where} ${what}` };
}

/** Whether a value keeps to a schema; the first thing wrong with it if not. */
export function check(schema: TSchema, value: Json | undefined): Result<void, Refusal> {
  const fault = schemaFault(schema, value);
  if (fault === undefined) return ok(undefined);
  return err(refusal(fault.keyword === 'required' ? 'E003' : 'E002', fault.detail));
}

/** The value if it fits our schema of that name; a dialect without the name may mean something else by it. */
export function fitting(schema: TSchema, value: Json | undefined): Json | undefined {
  return value !== undefined && fits(schema, value) ? value : undefined;
}

/** The fault in a sentence, with the allowed values where they can be listed. */
function faultIn({ params: { allowedValues, allowedValue }, message }: SchemaProblem): string {
  if (allowedValues !== undefined)
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
  return allowedValue === undefined ? message : `must be ${JSON.stringify(allowedValue)}`;
}

/** The message in its contract's shape, or its fault: E002, E003, E018, E021. Never throws. */
export function readMessage(
  of: Contract,
  wire: JsonObject,
  defaults: EnvelopeDefaults,
): Result<Envelope & JsonObject, Refusal> {
  // Most messages are ours, with no field too many at any depth and none to be filled in: they are taken as they came.
  if (fitsExactly(of.schema, wire) && hasUsualEnvelope(of, wire as Envelope & JsonObject)) {
    return ok(wire as Envelope & JsonObject);
  }
  const envelope = readEnvelope(of, wire, defaults);
  if (!envelope.ok) return envelope;
  const known = pickKnown(of.body, wire) as JsonObject;
  const checked = check(of.body, known);
  if (!checked.ok) return checked;
  return ok({ ...envelope.value, ...known });
}

/** What the schema leaves open of an envelope. */
function hasUsualEnvelope(of: Contract, { protocol, timestamp, sender, auth_token }: Envelope): boolean {
  if (!KNOWN_PROTOCOLS.includes(protocol) || sender.length > 128 || !isUtc(timestamp)) return false;
  return auth_token === undefined || (of.head.method !== undefined && auth_token.length <= 512);
}

function readEnvelope(
  of: Contract,
  wire: JsonObject,
  defaults: EnvelopeDefaults,
): Result<Envelope & JsonObject, Refusal> {
  const { protocol, sender, auth_token } = wire;
  const isAnswer = of.head.method === undefined;
  if (protocol === undefined) return err(refusal('E003', 'missing required field: protocol'));
  if (typeof protocol !== 'string' || !KNOWN_PROTOCOLS.includes(protocol)) {
    return err(refusal('E018', `protocol must be one of ${KNOWN_PROTOCOLS.join(', ')}`));
  }
  const said = wire['timestamp'] ?? defaults.timestamp();
  const timestamp = isAnswer ? withZ(said) : said;
  if (typeof timestamp !== 'string' || !isUtc(timestamp)) {
    return err(refusal('E021', 'timestamp must be UTC and end in Z, as 2025-01-15T10:15:00.000Z'));
  }
  const conversation_id = wire['conversation_id'] ?? defaults.conversation_id();
  if (!isText(conversation_id, 1, 128)) {
    return err(refusal('E002', 'conversation_id must be a string of 1 to 128 characters'));
  }
  const from = sender ?? 'unknown';
  if (!isText(from, 0, 128)) return err(refusal('E002', 'sender must be a string of up to 128 characters'));
  const read = { protocol, message_type: of.head.type, sender: from, timestamp, conversation_id };
  // No receiver needs a token in an answer, so one that comes along goes no further (DECISIONS section 1).
  if (isAnswer || auth_token === undefined || auth_token === null) return ok(read);
  if (!isText(auth_token, 0, 512)) {
    return err(refusal('E002', 'auth_token must be a string of up to 512 characters'));
  }
  return ok({ ...read, auth_token });
}

function isText(value: Json, least: number, most: number): value is string {
  return typeof value === 'string' && value.length >= least && value.length <= most;
}

/** In answers a zero offset passes for Z; this is the same time with Z. */
export function withZ(timestamp: Json): Json {
  return typeof timestamp === 'string' ? timestamp.replace(/\+00:00$/, 'Z') : timestamp;
}

/** The messages of a second have one timestamp: the newest that is in UTC. */
let newestUtc = '';

/** Whether a timestamp is in UTC, and a time that exists. */
function isUtc(text: string): boolean {
  if (text === newestUtc) return true;
  if (text.length > 40 || !UTC.test(text)) return false;
  const day = text.slice(0, 10);
  // The pattern knows no months, and Date.parse takes a 30 February for 2 March; every month has 28 days.
  const isTime = day.slice(8) <= '28' || new Date(Date.parse(text)).toISOString().startsWith(day);
  if (isTime) newestUtc = text;
  return isTime;
}

/** Whether an answer merely acknowledges the message, so that any other reply does as well. */
export function merelyAcknowledges(answer: Contract): boolean {
  const status = answer.body.properties['status'] as { readonly const?: unknown } | undefined;
  return status?.const === Heard.const;
}

/** A copy with the fields the schema names and no others; a part that the schema leaves open is kept. */
export function pickKnown(schema: TSchema, value: Json): Json {
  const node: SchemaNode = schema;
  const { items } = node;
  if (isJsonArray(value)) return items === undefined ? value : value.map((item) => pickKnown(items, item));
  if (!isJsonObject(value)) return value;
  const named = node.properties === undefined ? node.anyOf?.find(({ properties }) => properties) : node;
  if (named?.properties === undefined || named.additionalProperties === true) return value;
  const copy: { [key: string]: Json } = {};
  for (const name of Object.keys(named.properties)) {
    const field = value[name];
    if (field !== undefined) copy[name] = pickKnown(named.properties[name] as SchemaNode, field);
  }
  return copy;
}

/** The fields of a message that can be used, at any depth; the others go without saying, like those that are missing. */
export function usableIn(schema: TSchema, said: JsonObject): JsonObject {
  const { properties = {} }: SchemaNode = schema;
  const usable: { [field: string]: Json } = {};
  for (const [name, field] of Object.entries(properties)) {
    const part = usablePart(field, said[name]);
    if (part !== undefined) usable[name] = part;
  }
  return usable;
}

/** The part of a value that keeps to the schema, if that is enough for it. */
function usablePart(schema: SchemaNode, value: Json | undefined): Json | undefined {
  if (value === undefined || check(schema, value).ok) return value;
  const { items } = schema;
  if (isJsonArray(value) && items !== undefined) return value.flatMap((entry) => usablePart(items, entry) ?? []);
  if (!isJsonObject(value) || schema.properties === undefined) return undefined;
  const usable = usableIn(schema, value);
  return check(schema, usable).ok ? usable : undefined;
}

/** The schema by which a list that messages have in common was found to be in order. */
const sound = new WeakMap<readonly Json[], Contract['body']>();

/** Whether a body keeps to its contract; a list that it has in common with others is looked at once. */
export function checkBody({ body: schema }: Contract, body: JsonObject): Result<void, Refusal> {
  for (const name in body) {
    const sharing = sharingOf(body[name]);
    if (sharing === undefined) continue;
    const { common, own } = sharing;
    if (sound.get(common) !== schema) {
      const valid = check(schema, { ...body, [name]: common });
      if (!valid.ok) return valid;
      sound.set(common, schema);
    }
    return check(schema, { ...body, [name]: own.map(([, entry]) => entry) });
  }
  return check(schema, body);
}
