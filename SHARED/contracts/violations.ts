/** The breaches of the protocol that document 004 counts against an agent, said once; grades follow from them. */

import { HABIT_NAMES } from './dialects/habits.ts';
import { RPC_ERRORS } from './errors.ts';
import { AnyName, PlayerId } from './fields.ts';
import { type Static, Type } from './schema_builder.ts';

/** How heavy a breach weighs in the grade: 004 gives 30, 10 or no points of 40 for the gravest one. */
export type Severity = 'minor' | 'major' | 'critical';

/** One row of the table. */
export interface ViolationKind {
  /** The number of the disqualification condition in 004. */
  readonly condition: number;
  readonly about: string;
  readonly severity: Severity;
}

/** The table, by kind, in the order of 004's conditions. */
export const VIOLATIONS = {
  schema: { condition: 1, about: 'A message does not fit its published schema.', severity: 'minor' },
  missing_field: { condition: 2, about: 'A required field of a message is missing.', severity: 'major' },
  wrong_type: { condition: 3, about: 'A field has the wrong type.', severity: 'major' },
  version: { condition: 4, about: 'The protocol or its version is another one.', severity: 'critical' },
  over_30_s: {
    condition: 5,
    about: 'A move took more than 30 seconds, or an answer the whole of its own limit.',
    severity: 'critical',
  },
  crash: { condition: 6, about: 'It crashed, or answered with an exception, during a game.', severity: 'critical' },
  invalid_endpoint: { condition: 7, about: 'Its endpoint cannot be called.', severity: 'critical' },
  unsupported_game: { condition: 8, about: 'It claims a game that it cannot play.', severity: 'critical' },
} as const satisfies { readonly [kind: string]: ViolationKind };

export type Violation = keyof typeof VIOLATIONS;

/** The kinds in the order of 004's conditions. */
export const VIOLATION_KINDS = Object.keys(VIOLATIONS) as readonly Violation[];

/** The kind for people to read: as the protocol names it, and with what it means where the name says too little. */
export function violationText(kind: Violation): string {
  return kind === 'over_30_s' ? 'over_30_s (30 s, or the shorter limit of the answer)' : kind;
}

/** A question that got no usable answer, as far as it says which rule was broken. */
export interface Unanswered {
  /** The cause of the fault. */
  readonly cause: string;
  /** The type of the answer that was awaited. */
  readonly awaited: string;
  /** The code of the league for what was wrong with the answer. */
  readonly code?: string | undefined;
  /** An error came instead of an answer: of JSON-RPC, of the league, or of HTTP, which has neither code. */
  readonly error?: { readonly rpc_code?: number | undefined; readonly error_code?: string | undefined } | undefined;
}

const BY_CODE: ReadonlyMap<string | undefined, Violation> = new Map([
  ['E003', 'missing_field'],
  ['E009', 'crash'],
  ['E018', 'version'],
]);

/** The one judgement of answers that fail, for referees and checks alike; to decline is no breach. */
export function violationOf({ cause, awaited, code, error }: Unanswered): Violation | undefined {
  if (cause === 'declined') return undefined;
  if (cause === 'timeout') return 'over_30_s';
  // An agent that was never there has no endpoint; one that has joined is gone.
  if (cause === 'unreachable') return awaited === 'GAME_JOIN_ACK' ? 'invalid_endpoint' : 'crash';
  if (error === undefined) return BY_CODE.get(code) ?? 'schema';
  // Not to know the method is not to know the game; a refusal in our words is no answer; any other error is an exception.
  if (error.rpc_code === RPC_ERRORS.METHOD_NOT_FOUND.code) return 'unsupported_game';
  return error.rpc_code === RPC_ERRORS.INVALID_PARAMS.code || error.error_code !== undefined ? 'schema' : 'crash';
}

/** Of a message that breaks a rule so many characters are kept as the example. */
export const EXAMPLE_LENGTH = 500;

/** At most so many entries are in a report: one per player and kind. */
const MOST_ENTRIES = 2 * VIOLATION_KINDS.length;

/** The part of a report that says how its players kept to the protocol: the referee's word. No player is told it, and the public reads of a manager have no examples. */
export const CONDUCT = {
  violations: Type.Optional(
    Type.Array(
      Type.Object({
        player_id: PlayerId,
        kind: Type.Enum([...VIOLATION_KINDS], { description: 'Which rule it broke.' }),
        example: Type.String({ maxLength: EXAMPLE_LENGTH, description: 'The first time, in words.' }),
        count: Type.Optional(Type.Integer({ minimum: 1, description: 'How often in this match; absent: once.' })),
      }),
      { maxItems: MOST_ENTRIES, description: 'Breaches of the protocol by players of this match, one entry per kind.' },
    ),
  ),
  messages: Type.Optional(
    Type.Record(AnyName, Type.Integer({ minimum: 0 }), {
      maxProperties: 2,
      description: 'How many answers of each player were judged.',
    }),
  ),
  habits: Type.Optional(
    Type.Record(AnyName, Type.Array(Type.Enum([...HABIT_NAMES]), { maxItems: HABIT_NAMES.length }), {
      maxProperties: 2,
      description: 'Habits that players of this match showed and that were not in its order, by player.',
    }),
  ),
};
/** One entry of a report's violations. */
export type ReportedViolation = Static<typeof CONDUCT.violations>[number];
