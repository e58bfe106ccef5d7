/** The result of a match, said once: as a referee reports it, as a judge computes it and as the ledger keeps it. */
import { cut, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { AnyName, anyJson, Choices, nullable, PlayerId, Scores, Steps } from '../fields.ts';
import type { Help, ModelUse } from '../model_use.ts';
import { wordsFor } from '../moves.ts';
import { check } from '../read.ts';
import { type Static, Type } from '../schema_builder.ts';
import { CONDUCT } from '../violations.ts';
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

const BLAME: { readonly [C in Cause]: string } = {
  timeout: 'did not answer in time',
  invalid_choice: 'made no valid choice',
  unreachable: 'could not be reached',
  declined: 'declined the invitation',
  bad_answer: 'gave no usable answer',
  excluded: 'does not play',
};
/** A stranger's words may be long; so much of a detail stands in a sentence. */
const DETAIL_LENGTH = 300;

/** The word for a match that nobody won: a draw by play, or one that both forfeited. */
export function withoutWinner({ termination }: { readonly termination?: string }): string {
  return termination === 'normal' ? 'draw' : 'nobody won';
}

/**
 * The one sentence about a fault, without a full stop: the same in results, GAME_ERROR, match files and logs. `name` is
 * what the player is called, its id unless told otherwise. It is one line, whatever the evidence holds.
 */
export function faultSentence({ player_id, cause, evidence }: Fault, name: string = player_id): string {
  const { detail } = evidence;
  const why = typeof detail === 'string' && cause !== 'declined' ? detail.replaceAll(/\s+/g, ' ').trim() : '';
  return `${name} ${BLAME[cause]}${why === '' ? '' : `: ${cut(why, DETAIL_LENGTH)}`}`;
}

export const Faults = Type.Array(Fault, { description: 'Who failed at what, when it was not played to its end.' });

/** At most so many entries of a timeline are kept. */
export const TIMELINE_LENGTH = 200;
const GUARDED_LENGTH = 1_000;
const ms = (description: string) => Type.Integer({ minimum: 0, description });
const many = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

/** The reasons why a guard moved in place of a language model: its provider failed, its answer was no move, its time was over. */
export const MODEL_GUARDS = ['provider', 'answer', 'time'] as const;
export type ModelGuard = (typeof MODEL_GUARDS)[number];

/** The most that one move may say it took; far below what a report can hold, so that no match adds up to more. */
const MOST_OF_A_MOVE = { requests: 1e6, tokens: 1e9, cost: 1e6, ms: 1e9 };
const MOST_COST = 1e15;
const upTo = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });
const costUpTo = (maximum: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum, description: 'What that cost, where the player knows prices.' }));
const Model = Type.String({ maxLength: 128, description: 'The language model, as its player names it.' });

/** One move of a player that thinks with a language model, in the player's own words. */
export const UsedModel = Type.Object(
  {
    model: Model,
    requests: upTo(MOST_OF_A_MOVE.requests, 'How often its provider was asked.'),
    tokens_in: upTo(MOST_OF_A_MOVE.tokens, 'Tokens of the prompts, as the provider counts them.'),
    tokens_out: upTo(MOST_OF_A_MOVE.tokens, 'Tokens of the answers.'),
    cost: costUpTo(MOST_OF_A_MOVE.cost),
    latency_ms: upTo(MOST_OF_A_MOVE.ms, 'From the call to the move.'),
    guarded: Type.Optional(Type.Enum([...MODEL_GUARDS], { description: 'Why a guard made the move instead.' })),
  },
  { description: 'What the player says of the language model it asked; no opponent is told.' },
);

/** The help that a player names: a sentence, cut where it is too long, and a ModelUse; all else is left out. Never throws. */
export function helpIn({ guarded, model_use }: { readonly [K in keyof Help]?: unknown }): Help {
  const use = modelUseIn(model_use);
  return {
    ...(typeof guarded === 'string' ? { guarded: cut(guarded, GUARDED_LENGTH) } : {}),
    ...(use === undefined ? {} : { model_use: use }),
  };
}

function modelUseIn(said: unknown): ModelUse | undefined {
  if (!isJsonObject(said) || !check(UsedModel, said).ok) return undefined;
  const own = Object.keys(UsedModel.properties).filter((name) => said[name] !== undefined);
  return Object.fromEntries(own.map((name) => [name, said[name]])) as Static<typeof UsedModel>;
}

const ModelTotals = Type.Object({
  player_id: PlayerId,
  model: Model,
  requests: many('How often its provider was asked.'),
  tokens_in: many('Tokens of the prompts, as the provider counts them.'),
  tokens_out: many('Tokens of the answers.'),
  cost: costUpTo(MOST_COST),
  moves: many('Moves that the model made.'),
  guarded: Type.Object(
    {
      provider: Type.Optional(many('Its provider failed.')),
      answer: Type.Optional(many('Its answer was no legal move.')),
      time: Type.Optional(many('Its time was over.')),
    },
    { description: 'Moves that a guard made in its place, by reason.' },
  ),
  latencies_ms: Type.Array(Type.Integer({ minimum: 0 }), {
    maxItems: TIMELINE_LENGTH,
    description: 'From the call to the move, for every move.',
  }),
});
export type ModelTotals = Static<typeof ModelTotals>;

/** The language models of the players that say they think with one. */
export const Models = Type.Optional(
  Type.Array(ModelTotals, {
    maxItems: 2,
    description: 'Players that think with a language model, and what it did; no opponent is told.',
  }),
);

/** A move of a player in the form of totals. */
export function modelMove(player_id: string, { latency_ms, guarded, ...spent }: ModelUse): ModelTotals {
  const by = guarded === undefined ? { moves: 1, guarded: {} } : { moves: 0, guarded: { [guarded]: 1 } };
  return { player_id, ...spent, ...by, latencies_ms: [latency_ms] };
}

const plus = (a: number, b: number, most: number = Number.MAX_SAFE_INTEGER) => Math.min(most, a + b);

/** Totals of one player added up, each sum at most what totals may say; the newest names the model. */
export function modelSum(totals: readonly [ModelTotals, ...ModelTotals[]]): ModelTotals {
  const sum = totals.reduce((sum, next) => ({
    player_id: next.player_id,
    model: next.model,
    requests: plus(sum.requests, next.requests),
    tokens_in: plus(sum.tokens_in, next.tokens_in),
    tokens_out: plus(sum.tokens_out, next.tokens_out),
    ...(sum.cost === undefined && next.cost === undefined
      ? {}
      : { cost: plus(sum.cost ?? 0, next.cost ?? 0, MOST_COST) }),
    moves: plus(sum.moves, next.moves),
    guarded: Object.fromEntries(
      MODEL_GUARDS.map((why) => [why, plus(sum.guarded[why] ?? 0, next.guarded[why] ?? 0)] as const).filter(
        ([, count]) => count > 0,
      ),
    ),
    latencies_ms: [],
  }));
  return { ...sum, latencies_ms: totals.flatMap(({ latencies_ms }) => latencies_ms) };
}

/** One attempt to ask a player, in whole milliseconds since the match began. */
export const TimelineEntry = Type.Object(
  {
    player_id: PlayerId,
    step: Type.Integer({ minimum: 0, description: 'Which call for a move, from 1; 0 is the invitation.' }),
    awaited: Type.String({ maxLength: 128, description: 'The message that was awaited.' }),
    attempt: Type.Integer({ minimum: 1, description: 'Which attempt at this question.' }),
    asked_ms: ms('When it was asked.'),
    answered_ms: nullable(
      ms('When.'),
      'When something came back, in time or late; null where nothing is known to have come.',
    ),
    deadline_ms: ms('When its time was over.'),
    fault: Type.Optional(
      Type.Object(
        {
          code: Type.String({ maxLength: 128, description: 'The code of the league for it.' }),
          sentence: Type.String({ maxLength: 1_000, description: 'What was wrong, in the words the player was told.' }),
        },
        { description: 'Why the attempt came to nothing.' },
      ),
    ),
    guarded: Type.Optional(
      Type.String({
        maxLength: GUARDED_LENGTH,
        description: 'How the player’s strategy failed; a guard made the move.',
      }),
    ),
    model_use: Type.Optional(UsedModel),
  },
  { description: 'One attempt to ask a player.' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

/** The moves that a guard made, player by player. */
export const Guarded = Type.Optional(
  Type.Record(AnyName, Type.Integer({ minimum: 1 }), {
    maxProperties: 2,
    description: 'How many moves of a player were made in place of a strategy that failed; no opponent is told.',
  }),
);

/** The part of a result that tells how the match went: no player is told it. The points follow from the rest alone; breaches may disqualify. */
export const COURSE = {
  timeline: Type.Optional(
    Type.Array(TimelineEntry, {
      maxItems: TIMELINE_LENGTH,
      description: 'Every attempt to ask a player, in the order they began.',
    }),
  ),
  guarded: Guarded,
  models: Models,
  timeline_left_out: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'How many attempts are not in the timeline: the oldest that were answered.',
    }),
  ),
  ...CONDUCT,
};

/** The facts of the first game, named where the specification names them; other games have theirs in the same place. */
export const DRAWN = {
  drawn_number: Type.Optional(Type.Unsafe<Json>(nullable(Type.Integer(), 'Even/Odd: the number that was drawn.'))),
  number_parity: Type.Optional(Type.Unsafe<Json>(nullable(Type.String(), 'Even/Odd: what it was.'))),
};

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
        ...COURSE,
        game_fault: Type.Optional(
          Type.Boolean({ description: 'Of a voided match: the rules of the game failed, and `reason` says how.' }),
        ),
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
    Pick<Details, 'reason' | keyof typeof COURSE>;
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
