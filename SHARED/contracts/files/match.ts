/** The shapes of a referee's files: the record of a match, and the reports that are not acknowledged yet. */
import { sha256 } from '../../core/hash.ts';
import { canonicalJson, type Json, type JsonObject } from '../../core/json.ts';
import {
  Choices,
  Commitment,
  DisplayName,
  Epoch,
  GameType,
  MatchId,
  nullable,
  PlayerId,
  RefereeId,
  RoundId,
  Scores,
  Seed,
  Steps,
  Timestamp,
} from '../fields.ts';
import { COURSE, Fault, type MatchResult, ResultStatus, Termination } from '../messages/result.ts';
import { type Static, Type } from '../schema_builder.ts';
import { fileName, Options, SchemaVersion } from './pieces.ts';

export const Run = Type.Optional(Type.String({ description: 'Which run of the league.' }));
export const Seeded = Type.Optional(Type.Boolean({ description: 'true: the draw comes from a seed somebody chose.' }));
export const move = (description: string) => Type.Unsafe<Json>({ description });

/** Facts of the first game, named where the specification names them; other games have theirs in the same place. */
export const GAME_FACTS = {
  drawn_number: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 10 }), 'Even/Odd: the number; null when none was drawn.'),
  ),
  number_parity: Type.Optional(nullable(Type.String(), 'Even/Odd: "even" or "odd"; null when none was drawn.')),
};

/** How a match ended; always written, absent only in files of others. */
export const ENDING = {
  status: Type.Optional(ResultStatus),
  choices: Type.Optional(Choices),
  score: Type.Optional(Scores),
  reason: Type.Optional(Type.String({ description: 'The result in a sentence.' })),
  termination: Type.Optional(Termination),
  moves: Type.Optional(Steps),
};

export const MatchRecordResult = Type.Object(
  {
    ...GAME_FACTS,
    winner_id: nullable(PlayerId, 'null for a draw.'),
    loser_id: nullable(PlayerId, 'null for a draw.'),
    winner_choice: move('The winner’s last move; null for a draw.'),
    loser_choice: move('The loser’s last move; null for a draw.'),
    points_awarded: Type.Number({ description: 'Points of the winner, or of each in a draw.' }),
    ...ENDING,
    faults: Type.Optional(Type.Array(Fault, { description: 'Who failed at what, when it was not played to its end.' })),
    ...COURSE,
  },
  { description: 'How the match ended; other games’ facts stand beside these fields.' },
);

const seat = Type.Object({
  id: PlayerId,
  display_name: DisplayName,
  joined_at: nullable(Timestamp, 'null when it never came.'),
});

export const TranscriptLine = Type.Object(
  {
    sequence: Type.Integer({ minimum: 1, description: 'Its place in the transcript.' }),
    message_type: Type.String({ description: 'In the words of the specification’s files.' }),
    timestamp: Timestamp,
    to: Type.Optional(Type.Array(Type.String(), { description: 'Whom the referee wrote to.' })),
    from: Type.Optional(Type.String({ description: 'Who wrote to the referee.' })),
    choice: Type.Optional(move('The move made.')),
    step: Type.Optional(Type.Integer({ minimum: 1, description: 'Which call of the match.' })),
    attempt: Type.Optional(Type.Integer({ minimum: 1, description: 'Which attempt of the call.' })),
    error_code: Type.Optional(Type.String({ description: 'What was wrong with it.' })),
    guarded: Type.Optional(Type.String({ description: 'How the player’s strategy failed; a guard made the move.' })),
  },
  { description: 'One message of the match.' },
);

export const MatchRecord = Type.Object(
  {
    schema_version: SchemaVersion,
    match_id: MatchId,
    league_id: fileName('Which league.'),
    run_id: Run,
    round_id: RoundId,
    referee_id: RefereeId,
    game_type: Type.Optional(GameType),
    options: Type.Optional(Options),
    assignment_epoch: Type.Optional(Epoch),
    seeded: Seeded,
    draw_commitment: Type.Optional(Commitment),
    draw_seed: Type.Optional(Seed),
    lifecycle: Type.Object({
      state: Type.Enum(['WAITING_FOR_PLAYERS', 'COLLECTING_CHOICES', 'DRAWING_NUMBER', 'FINISHED'], {
        description: 'How far it is.',
      }),
      created_at: Timestamp,
      started_at: Type.Optional(nullable(Timestamp, 'When both had joined.')),
      finished_at: Type.Optional(nullable(Timestamp, 'When it was decided.')),
    }),
    players: Type.Object({ player_a: seat, player_b: seat }),
    transcript: Type.Array(TranscriptLine, { description: 'All messages exchanged, in order.' }),
    result: Type.Optional(nullable(MatchRecordResult, 'null while it is undecided.')),
  },
  { description: 'data/matches/<league_id>/<match_id>.json: the referee’s record of a match.' },
);

const assignment = { match_id: MatchId, assignment_epoch: Epoch };

/** One line of a referee's outbox: a report that has to arrive with all that belongs to it, or that it is settled. */
export const OutboxLine = Type.Union(
  [
    Type.Object(
      {
        ...assignment,
        order: Type.Unsafe<JsonObject>({ type: 'object', description: 'The RUN_MATCH it answers.' }),
        report: Type.Unsafe<JsonObject>({ type: 'object', description: 'The MATCH_RESULT_REPORT to be sent.' }),
        record: Type.Optional(
          Type.Unsafe<JsonObject>({ type: 'object', description: 'What becomes the match file once it is reported.' }),
        ),
      },
      { description: 'A decided match.' },
    ),
    Type.Object(
      {
        ...assignment,
        settled: Type.Literal(true, { description: 'The report arrived, or never will.' }),
        draw_commitment: Type.Optional(Commitment),
      },
      { description: 'Its end; with the commitment also that of the moves kept under it.' },
    ),
    Type.Object(
      { league_id: fileName('Which league.'), run_id: Run, ...assignment, draw_commitment: Commitment, moves: Steps },
      {
        description:
          'A match that is under way, with the moves of all its steps so far: another run goes on from there.',
      },
    ),
  ],
  {
    description:
      'data/referees/<id>/outbox.jsonl: reports that are not acknowledged yet, and moves of matches under way; readable by the owner alone, gone when all is settled.',
  },
);

export type MatchRecord = Static<typeof MatchRecord>;
export type MatchRecordResult = Static<typeof MatchRecordResult>;
export type TranscriptLine = Static<typeof TranscriptLine>;
export type OutboxLine = Static<typeof OutboxLine>;
export type OutboxItem = Extract<OutboxLine, { readonly report: JsonObject }>;
/** The moves of a match that is under way. */
export type BegunMatch = Extract<OutboxLine, { readonly moves: unknown }>;

/** The hash by which a report names its record. It leaves out the seed, which is added last and proves itself. */
export function recordHash({ draw_seed: _, ...record }: MatchRecord): string {
  return sha256(canonicalJson(record));
}

/** The details of a result as players and strangers are told them: without how the match went. */
export function toldDetails(details: MatchResult['details']) {
  const { timeline: _timeline, timeline_left_out: _more, guarded: _guarded, models: _models, ...rest } = details;
  const { violations: _violations, messages: _messages, habits: _habits, ...told } = rest;
  return told;
}
