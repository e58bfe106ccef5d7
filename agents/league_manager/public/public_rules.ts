/** The rules of a league as it is configured, for whoever wants to play in it or to understand a result. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { rulesIn } from '../settings.ts';
import { headOf, type PublicSource } from './public_league.ts';

/** Everything that decides what a result is worth and how long an answer may take; no seed, token or address. */
export function publicRules({ league, settings, game }: PublicSource): JsonObject {
  const { config, limits } = settings;
  const { options, scoring, double_forfeit, referees } = league.rules ?? rulesIn(config);
  const { algorithm, max_rounds = null } = config.schedule;
  return {
    ...headOf(league),
    display_name: config.display_name,
    kind: config.kind,
    game: { game_type: config.game_type, ...game, options },
    schedule: {
      algorithm,
      max_rounds,
      total_rounds: league.schedule?.totalRounds ?? null,
      total_matches: league.schedule?.totalMatches ?? null,
      about: 'Everybody meets everybody once; with an odd number of players one has no match in a round.',
    },
    participants: { min_players: config.participants.min_players, max_players: config.participants.max_players },
    scoring: { ...scoring },
    ranking:
      'By the tiebreakers of the scoring, in their order; head_to_head counts the points taken from those who are equal so far. Players equal in all but the id share a rank, and the first of the order is champion.',
    deadlines: {
      join_sec: limits.joinMs / 1_000,
      move_sec: limits.moveMs / 1_000,
      match_sec: limits.maxMatchMs / 1_000,
      about: 'For an invitation, for one move, and each player’s clock for all its moves of a match together.',
    },
    attempts: {
      of_each_call: limits.maxRetries,
      after_a_missed_deadline: limits.retryOnTimeout,
      about:
        'A player is asked so often in all; after_a_missed_deadline false means that the first missed deadline forfeits.',
    },
    forfeits: {
      technical_loss_points: scoring.technical_loss_points,
      double_forfeit,
      about:
        'Who stays silent, cannot be reached, declines or makes no legal move in its attempts loses the match, with the evidence in its record. When both fail, double_forfeit says whether that is a draw or a loss for both.',
    },
    draw: {
      commitment: 'hex SHA-256 of the 32 seed bytes followed by the match id, told before anybody moves',
      reveal: 'the seed is told when the match is decided: draw_seed of league://matches/{match_id}',
      chance:
        'block k is SHA-256(seed bytes, then k as four bytes, big endian), from k = 0; a number from 0 to 1 is its first six bytes over 2^48',
      chosen_seed: league.seeded,
    },
    results: referees.accept,
  };
}
