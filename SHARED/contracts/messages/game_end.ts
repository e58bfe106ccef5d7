/** A match ends, well or not: the result, the errors on the way, the report (spec 002 section 3, spec 001). */
import { contract } from '../contract.ts';
import {
  anyJson,
  Choices,
  DRAW_SEED,
  Epoch,
  ErrorCodeField,
  GameType,
  Heard,
  id,
  LeagueId,
  Leaving,
  MatchId,
  nullable,
  PlayerId,
  RoundId,
  Scores,
  Seed,
  Steps,
} from '../fields.ts';
import { Type } from '../schema_builder.ts';
import { DRAWN, Faults, ReportedResult, ResultStatus, Termination } from './result.ts';

export const GameResult = Type.Object(
  {
    status: ResultStatus,
    winner_player_id: nullable(PlayerId, 'Who won, if anybody did.'),
    ...DRAWN,
    choices: Choices,
    reason: Type.String({ description: 'What happened, in one sentence.' }),
    score: Type.Optional(Scores),
    termination: Type.Optional(Termination),
    moves: Type.Optional(Steps),
    faults: Type.Optional(Faults),
  },
  {
    description: 'The result; other games put their own facts where the drawn number stands.',
    additionalProperties: true,
  },
);

export const GAME_OVER = contract(
  {
    type: 'GAME_OVER',
    about: 'The match is over and recorded; this is its result, with the seed of its chance.',
    chapter: 'gameflow',
    from: ['referee'],
    to: ['player'],
    method: 'notify_match_result',
    reply: { type: 'GAME_OVER_ACK', withinMs: 5_000 },
  },
  {
    league_id: Type.Optional(LeagueId),
    round_id: Type.Optional(RoundId),
    match_id: MatchId,
    game_type: GameType,
    player_a: Type.Optional(id('The player in the first seat.')),
    player_b: Type.Optional(id('The player in the second seat.')),
    game_result: GameResult,
    draw_seed: Type.Optional(Seed),
    assignment_epoch: Type.Optional(Epoch),
  },
  {
    match_id: 'R1M1',
    game_type: 'even_odd',
    game_result: {
      status: 'WIN',
      winner_player_id: 'P01',
      drawn_number: 8,
      number_parity: 'even',
      choices: { P01: 'even', P02: 'odd' },
      reason: 'the number 8 is even: P01 chose even and wins',
      score: { P01: 3, P02: 0 },
      termination: 'normal',
    },
    draw_seed: DRAW_SEED,
    assignment_epoch: 1,
  },
);

export const GAME_OVER_ACK = contract(
  { type: 'GAME_OVER_ACK', about: 'Heard.', chapter: 'gameflow', from: ['player'], to: ['referee'] },
  { match_id: MatchId, status: Heard },
  { match_id: 'R1M1', status: 'acknowledged' },
);

export const GAME_ERROR = contract(
  {
    type: 'GAME_ERROR',
    about: 'Something went wrong in a match: what, whose doing, and what follows.',
    chapter: 'errors',
    from: ['referee', 'player'],
    to: ['player'],
    method: 'notify_game_error',
  },
  {
    league_id: Type.Optional(LeagueId),
    round_id: Type.Optional(RoundId),
    match_id: Type.Optional(nullable(Type.String({ maxLength: 128 }), 'Which match, where it concerns one.')),
    error_code: ErrorCodeField,
    error_name: Type.Optional(Type.String({ description: 'The code in words.' })),
    error_description: Type.String({ description: 'What exactly was wrong.' }),
    affected_player: Type.Optional(nullable(PlayerId, 'Whose doing it was.')),
    action_required: Type.Optional(nullable(Type.String(), 'The message that is awaited now.')),
    retryable: Type.Optional(Type.Boolean({ description: 'Whether another attempt follows.' })),
    retry_count: Type.Optional(Type.Integer({ minimum: 0, description: 'Attempts that failed so far.' })),
    max_retries: Type.Optional(Type.Integer({ minimum: 0, description: 'Attempts in all.' })),
    consequence: Type.Optional(Type.String({ description: 'What follows if nothing better comes.' })),
    details: Type.Optional(
      Type.Record(Type.String(), anyJson(), { description: 'Whatever else helps to find the cause.' }),
    ),
  },
  {
    match_id: 'R1M1',
    error_code: 'E001',
    error_name: 'TIMEOUT_ERROR',
    error_description: 'P01 did not answer in time: it had not answered when its 30 s were over',
    affected_player: 'P01',
    action_required: 'CHOOSE_PARITY_RESPONSE',
    retryable: true,
    retry_count: 1,
    max_retries: 3,
    consequence: 'Technical loss if no response after retries',
  },
);

export const MATCH_RESULT_REPORT = contract(
  {
    type: 'MATCH_RESULT_REPORT',
    about: 'The referee reports how a match ended. The league manager recomputes it and refuses what does not follow.',
    chapter: 'gameflow',
    from: ['referee'],
    to: ['league_manager'],
    method: 'report_match_result',
    reply: { type: 'MATCH_RESULT_ACK', withinMs: 10_000 },
    refusals: ['E006', 'E008', 'E010', 'E023'],
  },
  {
    league_id: LeagueId,
    round_id: Type.Optional(RoundId),
    match_id: MatchId,
    game_type: Type.Optional(GameType),
    player_a: Type.Optional(id('The player in the first seat.')),
    player_b: Type.Optional(id('The player in the second seat.')),
    result: ReportedResult,
    assignment_epoch: Type.Optional(Epoch),
    record_sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'Hash of players, transcript and result of the match file.',
      }),
    ),
    record: Type.Optional(
      Type.Record(Type.String(), anyJson(), {
        description: 'The match file itself, without the seed, where `with_record` of RUN_MATCH wants it.',
      }),
    ),
    leaving: Type.Optional(Leaving),
  },
  {
    league_id: 'league_2025_even_odd',
    round_id: 1,
    match_id: 'R1M1',
    game_type: 'even_odd',
    player_a: 'P01',
    player_b: 'P02',
    result: {
      winner: 'P01',
      score: { P01: 3, P02: 0 },
      details: {
        drawn_number: 8,
        number_parity: 'even',
        choices: { P01: 'even', P02: 'odd' },
        moves: [{ P01: 'even', P02: 'odd' }],
        status: 'WIN',
        termination: 'normal',
        faults: [],
      },
    },
    assignment_epoch: 1,
  },
);

export const MATCH_RESULT_ACK = contract(
  {
    type: 'MATCH_RESULT_ACK',
    about: 'The result is recorded for good. The same report again gets the same answer.',
    chapter: 'gameflow',
    from: ['league_manager'],
    to: ['referee'],
  },
  {
    match_id: MatchId,
    status: Type.Enum(['recorded', 'voided'], { description: 'voided: a fault of ours; the match is run again.' }),
  },
  { match_id: 'R1M1', status: 'recorded' },
);
