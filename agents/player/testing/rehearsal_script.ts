/** The lines of the manager and the referee in a rehearsal: P01 meets P02 in R1M1 and wins. */
import { fromHex, sha256 } from '../../../SHARED/core/hash.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';

export const MANAGER = 'memory:LM01';
export const LEAGUE = 'league_2025_even_odd';
export const MANAGER_TOKEN = 'mgr_p01';
export const TICKET = 'tkt_r1m1_p01';
export const SEED = '0000000000000000000000000000000000000000000000000000000000000001';
export const COMMITMENT = sha256(fromHex(SEED), 'R1M1');

/** The registration answer that takes P01 in. */
export const ACCEPTED = {
  status: 'ACCEPTED',
  player_id: 'P01',
  auth_token: 'tok_p01',
  manager_token: MANAGER_TOKEN,
  league_id: LEAGUE,
  run_id: 'run_1',
  reason: null,
} as const;

/** A manager's answer to queries before the league starts. */
export const NOT_STARTED = { query_type: 'GET_NEXT_MATCH', success: false, data: null, error: { error_code: 'E007' } };

/** R1M1 as the manager announces it to P01. */
export const ANNOUNCED = {
  match_id: 'R1M1',
  game_type: 'even_odd',
  player_a: 'P01',
  player_b: 'P02',
  referee_id: 'REF01',
  referee_endpoint: 'memory:REF01',
  draw_commitment: COMMITMENT,
  ticket: TICKET,
  assignment_epoch: 1,
} as const;

/** How R1M1 ends: P01 wins. */
export const GAME_RESULT = {
  status: 'WIN',
  winner_player_id: 'P01',
  drawn_number: 8,
  number_parity: 'even',
  choices: { P01: 'even', P02: 'odd' },
  reason: 'The number 8 is even: P01 chose even and wins.',
  score: { P01: 3, P02: 0 },
  termination: 'normal',
} as const;

const { winner_player_id: winner, ...REST } = GAME_RESULT;
/** The same in ROUND_COMPLETED, as P01 is told. */
export const ROUND_RESULT: JsonObject = {
  ...REST,
  match_id: 'R1M1',
  player_a: 'P01',
  player_b: 'P02',
  winner,
  game_type: 'even_odd',
  draw_seed: SEED,
};
