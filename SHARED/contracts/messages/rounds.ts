/** A round begins: its matches are announced to every player and assigned to referees (spec 003 section 3). */
import { contract } from '../contract.ts';
import { dialectName } from '../dialects/dialect.ts';
import { HABIT_NAMES } from '../dialects/habits.ts';
import {
  anyJson,
  Commitment,
  DisplayName,
  DRAW_COMMITMENT,
  DRAW_SEED,
  Epoch,
  endpoint,
  GameType,
  Heard,
  id,
  LeagueId,
  Leaving,
  MatchId,
  PlayerId,
  RecordSoFar,
  RoundId,
  Seed,
  Ticket,
} from '../fields.ts';
import { Type } from '../schema_builder.ts';

export const AnnouncedMatch = Type.Object(
  {
    match_id: MatchId,
    game_type: GameType,
    player_a: id('The player in the first seat.'),
    player_b: id('The player in the second seat.'),
    referee_id: id('Who runs it.'),
    referee_endpoint: endpoint('Where answers may be posted.'),
    draw_commitment: Type.Optional(Commitment),
    ticket: Type.Optional(Ticket),
    assignment_epoch: Type.Optional(Epoch),
  },
  { description: 'A match of the round; `ticket` only in the receiver’s own.' },
);

export const ROUND_ANNOUNCEMENT = contract(
  {
    type: 'ROUND_ANNOUNCEMENT',
    about: 'A round begins; these are its matches.',
    chapter: 'rounds',
    from: ['league_manager'],
    to: ['player', 'referee'],
    method: 'notify_round',
    reply: { type: 'ROUND_ANNOUNCEMENT_ACK', withinMs: 10_000 },
  },
  {
    league_id: LeagueId,
    round_id: RoundId,
    total_rounds: Type.Optional(Type.Integer({ minimum: 1, description: 'How many rounds the league has.' })),
    total_matches: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Matches of the round, where the list is only a slice of them.' }),
    ),
    matches: Type.Array(AnnouncedMatch, { description: 'The matches of the round.' }),
  },
  {
    league_id: 'league_2025_even_odd',
    round_id: 1,
    total_rounds: 3,
    matches: [
      {
        match_id: 'R1M1',
        game_type: 'even_odd',
        player_a: 'P01',
        player_b: 'P02',
        referee_id: 'REF01',
        referee_endpoint: 'http://localhost:8001/mcp',
        draw_commitment: DRAW_COMMITMENT,
        ticket: 'tkt_r1m1_p01',
        assignment_epoch: 1,
      },
      {
        match_id: 'R1M2',
        game_type: 'even_odd',
        player_a: 'P03',
        player_b: 'P04',
        referee_id: 'REF02',
        referee_endpoint: 'http://localhost:8002/mcp',
        draw_commitment: '7173404b68d821194fcec5e0c9c067b4b30a6e7b83b856ef47eb6f196d624c37',
      },
    ],
  },
);

export const ROUND_ANNOUNCEMENT_ACK = contract(
  {
    type: 'ROUND_ANNOUNCEMENT_ACK',
    about: 'Heard.',
    chapter: 'rounds',
    from: ['player', 'referee'],
    to: ['league_manager'],
  },
  { round_id: RoundId, status: Heard },
  { round_id: 1, status: 'acknowledged' },
);

export const OrderedPlayer = Type.Object(
  {
    player_id: PlayerId,
    display_name: DisplayName,
    endpoint: endpoint('Where it is reached.'),
    dialect: dialectName('How to write to it.'),
    echo: Type.Optional(
      Type.Object(
        {
          protocol: Type.Optional(Type.String({ maxLength: 32, description: 'The protocol it names.' })),
          league_id: Type.Optional(LeagueId),
          habits: Type.Optional(
            Type.Array(Type.Enum([...HABIT_NAMES]), {
              maxItems: HABIT_NAMES.length,
              description: 'The habits it showed.',
            }),
          ),
        },
        { description: 'What it calls by names of its own, and is told by them.' },
      ),
    ),
    ticket: Type.Optional(Ticket),
    standings: Type.Object(RecordSoFar, { description: 'Its record so far.' }),
    attempts: Type.Integer({ minimum: 1, description: 'How often it is asked before it forfeits.' }),
  },
  { description: 'A player of the match, in the order of the seats.' },
);

export const Rules = Type.Object(
  {
    game_type: GameType,
    options: Type.Record(Type.String(), anyJson(), { description: 'The game’s own options.' }),
    scoring: Type.Object(
      {
        win_points: Type.Number({ description: 'For a win.' }),
        draw_points: Type.Number({ description: 'For a draw.' }),
        loss_points: Type.Number({ description: 'For a loss.' }),
        technical_loss_points: Type.Number({ description: 'For a match forfeited.' }),
      },
      { description: 'League points for each result.' },
    ),
    double_forfeit: Type.Enum(['draw', 'loss'], { description: 'What it is when both players are at fault.' }),
    timeouts: Type.Object(
      {
        join_sec: Type.Number({ description: 'To answer an invitation.' }),
        move_sec: Type.Number({ description: 'To answer a call for a move.' }),
        notify_sec: Type.Number({ description: 'To hear the end of the match.' }),
        report_sec: Type.Number({ description: 'To acknowledge the report.' }),
        max_match_sec: Type.Number({ description: 'Each player’s clock for all its calls of the match together.' }),
      },
      { description: 'Time limits in seconds.' },
    ),
    max_retries: Type.Integer({ minimum: 1, description: 'Attempts in all.' }),
    retry_on_timeout: Type.Boolean({ description: 'Whether a missed deadline may be tried again.' }),
    violations: Type.Optional(
      Type.Enum(['count', 'disqualify'], {
        description: 'What a breach of the protocol costs. disqualify: answers are read by the documents alone.',
      }),
    ),
  },
  { description: 'Everything the referee needs to know; it reads no league file.' },
);

export const RUN_MATCH = contract(
  {
    type: 'RUN_MATCH',
    about: 'Assigns a match to a referee.',
    chapter: 'rounds',
    from: ['league_manager'],
    to: ['referee'],
    method: 'run_match',
    reply: { type: 'RUN_MATCH_ACK', withinMs: 10_000 },
    refusals: ['E006', 'E007'],
  },
  {
    league_id: LeagueId,
    run_id: Type.Optional(Type.String({ maxLength: 128, description: 'Which run of the league this is.' })),
    round_id: RoundId,
    match_id: MatchId,
    referee_id: id('The referee that is meant.'),
    player_a: id('The player in the first seat.'),
    player_a_endpoint: endpoint('Where that player is reached.'),
    player_b: id('The player in the second seat.'),
    player_b_endpoint: endpoint('Where that player is reached.'),
    players: Type.Array(OrderedPlayer, {
      minItems: 2,
      maxItems: 2,
      description: 'Both players, in the order of the seats.',
    }),
    rules: Rules,
    draw_seed: Seed,
    draw_commitment: Commitment,
    assignment_epoch: Epoch,
    lease_sec: Type.Number({ description: 'How long the assignment holds without a sign of life.' }),
    with_record: Type.Optional(
      Type.Boolean({ description: 'true: the record of the match is wanted with its report.' }),
    ),
  },
  {
    league_id: 'league_2025_even_odd',
    round_id: 1,
    match_id: 'R1M1',
    referee_id: 'REF01',
    player_a: 'P01',
    player_a_endpoint: 'http://localhost:8101/mcp',
    player_b: 'P02',
    player_b_endpoint: 'http://localhost:8102/mcp',
    players: [
      {
        player_id: 'P01',
        display_name: 'Agent Alpha',
        endpoint: 'http://localhost:8101/mcp',
        dialect: 'rpc',
        ticket: 'tkt_r1m1_p01',
        standings: { wins: 0, losses: 0, draws: 0, points: 0 },
        attempts: 3,
      },
      {
        player_id: 'P02',
        display_name: 'Agent Beta',
        endpoint: 'http://localhost:8102/mcp',
        dialect: 'rpc',
        ticket: 'tkt_r1m1_p02',
        standings: { wins: 0, losses: 0, draws: 0, points: 0 },
        attempts: 3,
      },
    ],
    rules: {
      game_type: 'even_odd',
      options: {},
      scoring: { win_points: 3, draw_points: 1, loss_points: 0, technical_loss_points: 0 },
      double_forfeit: 'draw',
      timeouts: { join_sec: 5, move_sec: 30, notify_sec: 5, report_sec: 10, max_match_sec: 150 },
      max_retries: 3,
      retry_on_timeout: true,
    },
    draw_seed: DRAW_SEED,
    draw_commitment: DRAW_COMMITMENT,
    assignment_epoch: 1,
    lease_sec: 30,
  },
);

export const RUN_MATCH_ACK = contract(
  {
    type: 'RUN_MATCH_ACK',
    about: 'The referee runs the match, or says that it will not.',
    chapter: 'rounds',
    from: ['referee'],
    to: ['league_manager'],
  },
  {
    match_id: MatchId,
    status: Type.Enum(['acknowledged', 'refused'], { description: 'Whether it runs the match.' }),
    reason: Type.Optional(Type.String({ maxLength: 1_000, description: 'Why it was refused.' })),
    leaving: Type.Optional(Leaving),
  },
  { match_id: 'R1M1', status: 'acknowledged' },
);
