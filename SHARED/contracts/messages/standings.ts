/** A round and a league end: results, standings, the champion (spec 003 section 3). */
import { contract } from '../contract.ts';
import {
  Choices,
  DisplayName,
  DRAW_SEED,
  GameType,
  Heard,
  id,
  LeagueId,
  MatchId,
  nullable,
  PlayerId,
  RoundId,
  Scores,
  Seed,
  Standings,
} from '../fields.ts';
import { Type } from '../schema_builder.ts';
import { ResultStatus, Termination } from './result.ts';

const broadcast = { chapter: 'rounds', from: ['league_manager'], to: ['player', 'referee'] } as const;
const heard = { about: 'Heard.', chapter: 'rounds', from: ['player', 'referee'], to: ['league_manager'] } as const;
const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A row of the example's standings. */
function row(rank: number, [player_id, display_name]: readonly [string, string], record: readonly number[]) {
  const [wins = 0, draws = 0, losses = 0] = record;
  const played = wins + draws + losses;
  const points = 3 * wins + draws;
  return {
    ...{ rank, player_id, display_name, played, games_played: played },
    ...{ wins, draws, losses, technical_losses: 0, points },
  };
}
const ALPHA = ['P01', 'Agent Alpha'] as const;
const BETA = ['P02', 'Agent Beta'] as const;
const GAMMA = ['P03', 'Agent Gamma'] as const;
const DELTA = ['P04', 'Agent Delta'] as const;

export const LEAGUE_STANDINGS_UPDATE = contract(
  {
    type: 'LEAGUE_STANDINGS_UPDATE',
    about: 'The standings after a round.',
    ...broadcast,
    method: 'update_standings',
    reply: { type: 'STANDINGS_UPDATE_ACK', withinMs: 10_000 },
  },
  {
    league_id: LeagueId,
    round_id: RoundId,
    standings: Standings,
    total_players: Type.Optional(count('How many rows there are, where the list is only a slice of them.')),
  },
  {
    league_id: 'league_2025_even_odd',
    round_id: 1,
    standings: [row(1, ALPHA, [1, 0, 0]), row(2, GAMMA, [0, 1, 0]), row(2, DELTA, [0, 1, 0]), row(4, BETA, [0, 0, 1])],
  },
);

export const STANDINGS_UPDATE_ACK = contract(
  { type: 'STANDINGS_UPDATE_ACK', ...heard },
  { round_id: RoundId, status: Heard },
  { round_id: 1, status: 'acknowledged' },
);

export const RoundResult = Type.Object(
  {
    match_id: MatchId,
    player_a: id('The player in the first seat.'),
    player_b: id('The player in the second seat.'),
    winner: nullable(PlayerId, 'Who won, if anybody did.'),
    status: ResultStatus,
    score: Scores,
    termination: Termination,
    game_type: Type.Optional(GameType),
    reason: Type.Optional(Type.String({ description: 'The result in a sentence.' })),
    choices: Type.Optional(Choices),
    draw_seed: Type.Optional(Seed),
  },
  {
    description:
      'A result. The receiver’s own match has everything GAME_OVER has, so that a missed GAME_OVER costs nothing.',
    additionalProperties: true,
  },
);

export const ROUND_COMPLETED = contract(
  {
    type: 'ROUND_COMPLETED',
    about: 'All matches of a round are decided.',
    ...broadcast,
    method: 'notify_round_completed',
    reply: { type: 'ROUND_COMPLETED_ACK', withinMs: 10_000 },
  },
  {
    league_id: LeagueId,
    round_id: RoundId,
    matches_played: count('Matches of the round.'),
    next_round_id: nullable(Type.Integer({ minimum: 1 }), 'The round that follows; null after the last.'),
    results: Type.Array(RoundResult, { description: 'The results of the round.' }),
    summary: Type.Object(
      {
        total_matches: count('Matches of the round.'),
        wins: count('Matches somebody won by play.'),
        draws: count('Matches drawn.'),
        technical_losses: count('Matches forfeited.'),
      },
      { description: 'The round in numbers.' },
    ),
  },
  {
    league_id: 'league_2025_even_odd',
    round_id: 1,
    matches_played: 2,
    next_round_id: 2,
    results: [
      {
        match_id: 'R1M1',
        player_a: 'P01',
        player_b: 'P02',
        winner: 'P01',
        status: 'WIN',
        score: { P01: 3, P02: 0 },
        termination: 'normal',
        game_type: 'even_odd',
        reason: 'the number 8 is even: P01 chose even and wins',
        choices: { P01: 'even', P02: 'odd' },
        draw_seed: DRAW_SEED,
      },
      {
        match_id: 'R1M2',
        player_a: 'P03',
        player_b: 'P04',
        winner: null,
        status: 'DRAW',
        score: { P03: 1, P04: 1 },
        termination: 'normal',
      },
    ],
    summary: { total_matches: 2, wins: 1, draws: 1, technical_losses: 0 },
  },
);

export const ROUND_COMPLETED_ACK = contract(
  { type: 'ROUND_COMPLETED_ACK', ...heard },
  { round_id: RoundId, status: Heard },
  { round_id: 1, status: 'acknowledged' },
);

export const LEAGUE_COMPLETED = contract(
  {
    type: 'LEAGUE_COMPLETED',
    about: 'The league is over; this is how it ended.',
    ...broadcast,
    method: 'notify_league_completed',
    reply: { type: 'LEAGUE_COMPLETED_ACK', withinMs: 10_000 },
  },
  {
    league_id: LeagueId,
    total_rounds: count('Rounds played.'),
    total_matches: count('Matches decided.'),
    champion: nullable(
      Type.Object({
        player_id: PlayerId,
        display_name: DisplayName,
        points: Type.Number({ description: 'League points.' }),
      }),
      'The first of the standings; null when nobody played.',
    ),
    final_standings: Standings,
    total_players: Type.Optional(count('How many rows there are, where the list is only a slice of them.')),
  },
  {
    league_id: 'league_2025_even_odd',
    total_rounds: 3,
    total_matches: 6,
    champion: { player_id: 'P01', display_name: 'Agent Alpha', points: 7 },
    final_standings: [
      row(1, ALPHA, [2, 1, 0]),
      row(2, BETA, [1, 1, 1]),
      row(3, GAMMA, [0, 3, 0]),
      row(4, DELTA, [0, 1, 2]),
    ],
  },
);

export const LEAGUE_COMPLETED_ACK = contract(
  { type: 'LEAGUE_COMPLETED_ACK', ...heard },
  { status: Heard },
  { status: 'acknowledged' },
);
