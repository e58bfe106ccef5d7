/** The result of a match, said once: as a referee reports it, as a judge computes it and as the ledger keeps it. */
import { type Static, Type } from 'typebox';
import type { Json, JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { anyJson, Choices, nullable, PlayerId, Scores, Steps } from '../fields.ts';
import { wordsFor } from '../moves.ts';
import { check } from '../read.ts';
import type { Rules } from './rounds.ts';

/** The ways a player can fail; `excluded` is the manager's alone to say: it was removed, or suspended by the operator. */
export const FAULT_CAUSES = ['timeout', 'invalid_choice', 'unreachable', 'declined', 'bad_answer', 'excluded'] as const;
export type Cause = (typeof FAULT_CAUSES)[number];

export const Termination = Type.Enum(['normal', ...FAULT_CAUSES, 'referee_fault', 'manager_fault'], {
  description: 'How the match ended, apart from who won it.',
});
export const ResultStatus = Type.Enum(['WIN', 'DRAW', 'TECHNICAL_LOSS'], { description: 'The kind of result.' });

/** A player's failure to finish a match, with the evidence. */
export const Fault = Type.Object(
  {
    player_id: PlayerId,
    cause: Type.Enum([...FAULT_CAUSES], {
      description: 'What the player failed at.',
    }),
    evidence: Type.Record(Type.String(), anyJson(), {
      description: 'What was sent, awaited and received, with times.',
    }),
  },
  { description: 'Why a player did not finish the match.' },
);
export type Fault = Static<typeof Fault>;
export const Faults = Type.Array(Fault, { description: 'Who failed at what, when it was not played to its end.' });

/** The facts of the first game, named where the specification names them; other games have theirs in the same place. */
export const DRAWN = {
  drawn_number: Type.Optional(Type.Unsafe<Json>(nullable(Type.Integer(), 'Even/Odd: the number that was drawn.'))),
  number_parity: Type.Optional(Type.Unsafe<Json>(nullable(Type.String(), 'Even/Odd: what it was.'))),
};

/** The moves that a guard made, player by player. */
export const Guarded = Type.Optional(
  Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    maxProperties: 2,
    description: 'How many moves of a player were made in place of a strategy that failed; no opponent is told.',
  }),
);

/** A result in a report: everything but the details may be absent, from a foreign referee or of a voided match. */
export const ReportedResult = Type.Object(
  {
    winner: Type.Optional(
      nullable(Type.String({ maxLength: 128 }), 'Who won, if anybody did; absent for a voided match.'),
    ),
    score: Type.Optional(Scores),
    details: Type.Object(
      {
        ...DRAWN,
        choices: Type.Optional(Choices),
        moves: Type.Optional(Steps),
        status: Type.Optional(ResultStatus),
        termination: Type.Optional(Termination),
        faults: Type.Optional(Faults),
        reason: Type.Optional(Type.String({ description: 'The result in a sentence.' })),
        guarded: Guarded,
      },
      { description: 'What the result follows from; the game’s own facts beside it.', additionalProperties: true },
    ),
  },
  { description: 'Winner, league points, and what they follow from.' },
);
export type ReportedResult = Static<typeof ReportedResult>;
type Details = ReportedResult['details'];

/** One step of a match: player id to move. */
export type Step = NonNullable<Details['moves']>[number];

/** A whole result. The game's facts stand among its details; null where the match was not played out. */
export type MatchResult = {
  readonly winner: string | null;
  readonly score: { readonly [player_id: string]: number };
  readonly details: JsonObject &
    Required<Pick<Details, 'choices' | 'moves' | 'status' | 'termination' | 'faults'>> &
    Pick<Details, 'reason' | 'guarded'>;
};

/** The conditions of a match that its result depends on besides the play itself. */
export interface Terms {
  readonly game_type: string;
  /** In the order of the seats. */
  readonly players: readonly [string, string];
  readonly scoring: Static<typeof Rules>['scoring'];
  readonly double_forfeit: Static<typeof Rules>['double_forfeit'];
}

/** A match as a judge needs it: with the options of its game and the seed of its chance. */
export interface JudgedMatch extends Terms {
  readonly options: JsonObject;
  readonly draw_seed: string;
}

/** The content of a report: moves and faults, or the bare facts. It is unchecked and may be anything. */
export interface Claim {
  readonly moves?: unknown;
  readonly faults?: unknown;
  /** Without moves: the facts of the outcome and each player's choice, as far as a foreign referee tells them. */
  readonly facts?: unknown;
  readonly choices?: unknown;
}

/** The result that follows from a claim, or one line on why none does. Never throws. */
export type Judge = (match: JudgedMatch, claim: Claim) => Result<MatchResult, string>;

/** A value as a fault, or one line on why it is none. */
export function faultIn(value: Json): Result<Fault, string> {
  const shape = check(Fault, value);
  return shape.ok ? ok(value as Fault) : err(shape.error.detail);
}

/** The facts of a game as they stand in the result of a match that was not played out. */
export function unplayedFacts(game_type: string): { readonly [fact: string]: null } {
  return Object.fromEntries(wordsFor(game_type).facts.map((fact) => [fact, null]));
}
