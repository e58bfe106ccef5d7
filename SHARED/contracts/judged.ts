/** The published rules for what agents send, in every dialect: a message is judged by them as it came, before it is read. */
import { cut, type Json, type JsonObject } from '../core/json.ts';
import type { Contract } from './contract.ts';
import { bareMessage } from './dialects/bare.ts';
import { type DialectName, KNOWN_PROTOCOLS } from './dialects/dialect.ts';
import { HABIT_NAMES, HABITS, type HabitName, habitSentence } from './dialects/habits.ts';
import { usualTime } from './dialects/wrappings.ts';
import { TIMESTAMP_PATTERN, withoutSecrets } from './fields.ts';
import { CONTRACTS, contractByType } from './index.ts';
import { merelyAcknowledges, schemaFault } from './read.ts';
import { type TProperties, type TSchema, Type } from './schema_builder.ts';
import { EXAMPLE_LENGTH, type ReportedViolation, type Violation } from './violations.ts';

/** A breach of the published rules by one message, in words. */
export interface Breach {
  readonly kind: Violation;
  readonly detail: string;
}

/** Fields that an answer may leave out: the question has said them. */
const GO_WITHOUT_SAYING: readonly string[] = ['league_id', 'round_id', 'match_id', 'player_id', 'query_type', 'status'];

const said = (description: string) => Type.String({ description });
const ENVELOPE = {
  protocol: Type.String({
    pattern: `^(${KNOWN_PROTOCOLS.join('|').replaceAll('.', '\\.')})$`,
    description: `One of ${KNOWN_PROTOCOLS.join(', ')}.`,
  }),
  message_type: said('Which message it is.'),
  sender: Type.String({ maxLength: 128, description: 'Its sender.' }),
  timestamp: Type.String({ pattern: TIMESTAMP_PATTERN, description: 'When it was written, UTC, ending in Z.' }),
  conversation_id: Type.String({ minLength: 1, maxLength: 128, description: 'The conversation it belongs to.' }),
};

/** The message types that players and referees send: the ones that are judged. */
export const JUDGED_TYPES: readonly string[] = Object.values(CONTRACTS)
  .filter(({ head }: Contract) => isFromAgent(head))
  .map(({ head }) => head.type);

/** What a referee sends to players is not of their making; all else that players and referees say is judged. */
function isFromAgent({ from, to }: Contract['head']): boolean {
  const isTold = !to.includes('league_manager') && !to.includes('referee');
  return !isTold && (from.includes('player') || from.includes('referee'));
}

const schemas = new Map<string, TSchema>();

/**
 * The schema that a message of this type is judged by in a dialect. It is open: fields that no document knows are no
 * breach. An answer needs its own fields alone.
 */
export function judgedSchema(contract: Contract, dialect: DialectName): TSchema {
  const key = `${dialect} ${contract.head.type}`;
  let schema = schemas.get(key);
  if (schema === undefined) {
    schema = madeSchema(contract, dialect);
    schemas.set(key, schema);
  }
  return schema;
}

function madeSchema({ head, body }: Contract, dialect: DialectName): TSchema {
  const isAnswer = head.method === undefined;
  const row = dialect === 'rpc' ? {} : bareMessage(head.type);
  const own = dialect === 'rpc' ? undefined : row.fields?.[dialect];
  const alternatives = dialect === 'rpc' ? [] : (row.requires?.[dialect] ?? []);
  const properties: TProperties = { ...ENVELOPE, ...body.properties, ...CANONICAL.get(head.type), ...own };
  if (merelyAcknowledges({ body } as Contract)) properties['status'] = said('Any word.');
  const named = own === undefined && alternatives.length === 0;
  const required = [
    ...(isAnswer ? [] : ['protocol', 'message_type']),
    ...(named ? requiredIn(body) : alternatives.flatMap(([name, ...others]) => (others.length === 0 ? [name] : []))),
  ].filter((name) => !isAnswer || !GO_WITHOUT_SAYING.includes(name));
  const anyOf = alternatives.flatMap((names) =>
    names.length === 1 ? [] : [{ anyOf: names.map((name) => ({ required: [name] })) }],
  );
  const about = { title: head.type, description: `What ${head.type} is judged by in the dialect ${dialect}.` };
  const optional = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, Type.Optional(field as TSchema)]),
  );
  const shape = Type.Object(optional, { ...about, additionalProperties: true });
  return { ...shape, required, ...(anyOf.length === 0 ? {} : { allOf: anyOf }) } as unknown as TSchema;
}

function requiredIn(body: Contract['body']): readonly string[] {
  return (body as { readonly required?: readonly string[] }).required ?? [];
}

/** Where the canonical contract leaves open what its documents do not. */
const CANONICAL: ReadonlyMap<string, TProperties> = new Map([
  [
    'CHOOSE_PARITY_RESPONSE',
    { parity_choice: Type.String({ pattern: '^(even|odd)$', description: 'The choice, in lower case.' }) },
  ],
]);

/** The breach of a message as it came; undefined where it keeps to the published rules of its dialect. */
export function breachIn(type: string, dialect: DialectName, wire: JsonObject): Breach | undefined {
  const contract = contractByType(type);
  const told = dialect === 'rpc' ? wire : withoutEmptyPlaces(wire);
  const fault = contract === undefined ? undefined : schemaFault(judgedSchema(contract, dialect), told);
  if (fault === undefined) return undefined;
  return { kind: kindOf(fault.keyword, fault.where), detail: `${type}: ${fault.detail}` };
}

function kindOf(keyword: string, where: string): Violation {
  if (keyword === 'required') return 'missing_field';
  if (where === 'protocol') return 'version';
  return keyword === 'type' ? 'wrong_type' : 'schema';
}

/** In the bare dialects a place that is an empty text is none. */
function withoutEmptyPlaces(wire: JsonObject): JsonObject {
  if (wire['league_id'] !== '' && wire['match_id'] !== '') return wire;
  return Object.fromEntries(
    Object.entries(wire).filter(([name, value]) => value !== '' || (name !== 'league_id' && name !== 'match_id')),
  );
}

/** The facts by which an answer is judged. */
export interface Judged {
  /** Its type. */
  readonly type: string;
  readonly dialect: DialectName;
  readonly habits?: readonly HabitName[];
}

/** A breach by a habit begins with its name. */
export function named([habit]: readonly HabitName[], breach: Breach | undefined): Breach | undefined {
  if (habit === undefined || breach === undefined || breach.detail.startsWith('habit ')) return breach;
  return { ...breach, detail: `habit ${habit}: ${breach.detail}` };
}

/** A message that keeps to its schema, and comes in a way that the documents do not know. */
function brokenBy(type: string, [habit]: readonly HabitName[]): Breach | undefined {
  return habit === undefined ? undefined : { kind: 'schema', detail: `${type}: ${HABITS[habit].about}` };
}

/** The conduct of the players of one match: how many answers were judged, and the breaches, one entry per kind. */
export class ConductTally {
  readonly #entries = new Map<string, ReportedViolation>();
  readonly #messages = new Map<string, number>();
  readonly #judged = new WeakMap<JsonObject, boolean>();
  readonly #habits = new Map<string, Set<HabitName>>();

  /** An answer of a player came; it is judged once, as it came, and by the habits it has. Whether it breaks a rule. */
  heard(player_id: string, { type, dialect, habits = [] }: Judged, wire: JsonObject): boolean {
    const known = this.#judged.get(wire);
    if (known !== undefined) return known;
    this.#messages.set(player_id, (this.#messages.get(player_id) ?? 0) + 1);
    const fault = breachIn(type, dialect, wire);
    const isOfTime = fault?.detail.includes('timestamp') === true && usualTime(wire['timestamp']) !== undefined;
    const breach = named(isOfTime ? ['offset_times', ...habits] : habits, fault ?? brokenBy(type, habits));
    this.#judged.set(wire, breach !== undefined);
    if (breach !== undefined) this.breached(player_id, { ...breach, detail: withExample(breach.detail, wire) });
    return breach !== undefined;
  }

  /** A player broke a rule. */
  breached(player_id: string, { kind, detail }: Breach): void {
    const key = `${player_id} ${kind}`;
    const known = this.#entries.get(key);
    const entry = known ?? { player_id, kind, example: cut(withoutSecrets(detail), EXAMPLE_LENGTH) };
    this.#entries.set(key, known === undefined ? entry : { ...entry, count: (known.count ?? 1) + 1 });
  }

  /** A player showed habits that were not known of it. */
  showed(player_id: string, habits: readonly HabitName[]): void {
    this.#habits.set(player_id, new Set([...(this.#habits.get(player_id) ?? []), ...habits]));
  }

  /** The fields of a report; each is absent where it would be empty. */
  report(): {
    readonly violations?: ReportedViolation[];
    readonly messages?: { [player_id: string]: number };
    readonly habits?: { [player_id: string]: HabitName[] };
  } {
    const habits = [...this.#habits].map(([id, met]) => [id, HABIT_NAMES.filter((name) => met.has(name))] as const);
    return {
      ...(habits.length === 0 ? {} : { habits: Object.fromEntries(habits) }),
      ...(this.#entries.size === 0 ? {} : { violations: [...this.#entries.values()] }),
      ...(this.#messages.size === 0 ? {} : { messages: Object.fromEntries(this.#messages) }),
    };
  }
}

/** Fields that prove a sender, however they are spelled, and those that only name its conversation. */
const PROOF = /token|ticket|secret|invite|conversation_?id/i;

/** A fault with the message that has it, without the proof of its sender. */
export function withExample(detail: string, said: JsonObject): string {
  const shown = JSON.stringify(said, (name, value: Json) => (PROOF.test(name) ? undefined : value));
  return cut(withoutSecrets(`${detail}; it said ${shown}`), EXAMPLE_LENGTH);
}

/** The breach of a message that was heard, as it came; one that habits explain begins with their names. */
export function heardBreach({
  type,
  dialect,
  wire,
  habits,
}: {
  readonly type: string;
  readonly dialect: DialectName;
  readonly wire: JsonObject;
  readonly habits: readonly HabitName[];
}): Breach | undefined {
  const breach = breachIn(type, dialect, wire);
  if (habits.length === 0) return breach;
  const detail = `${habitSentence(habits)}${breach === undefined ? '' : `; ${breach.detail}`}`;
  return { kind: breach?.kind ?? 'schema', detail: cut(withoutSecrets(detail), EXAMPLE_LENGTH) };
}
