/** The breaches of the protocol that document 004 counts against an agent, said once; grades follow from them. */

import { type Static, Type } from 'typebox';
import { PlayerId } from './fields.ts';

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
    Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      maxProperties: 2,
      description: 'How many answers of each player were judged.',
    }),
  ),
};
/** One entry of a report's violations. */
export type ReportedViolation = Static<typeof CONDUCT.violations>[number];
