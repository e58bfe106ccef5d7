/** Messages to try every dialect with: the examples, and cases beyond them: draws, forfeits, errors. */
import { REJECTIONS } from '../contracts/errors.ts';
import { CONTRACTS, type MessageType } from '../contracts/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

export interface MessageCase {
  readonly name: string;
  readonly message: JsonObject;
}

/** The example of a message with changes; a field that becomes undefined goes missing. */
export function changed(type: MessageType, changes: { readonly [field: string]: Json | undefined }): JsonObject {
  const all = Object.entries({ ...(CONTRACTS[type].example as { [field: string]: Json | undefined }), ...changes });
  return Object.fromEntries(all.filter((field): field is [string, Json] => field[1] !== undefined));
}

const evidence = { awaited: 'CHOOSE_PARITY_RESPONSE', attempts: 3 };
const fault = (player_id: string, cause: string) => ({ player_id, cause, evidence });
const undrawn = { drawn_number: null, number_parity: null };

/** Results of a match of P01 against P02, as GAME_OVER has them. */
export const RESULTS: { readonly [name: string]: JsonObject } = {
  'a win of the second seat': {
    ...{ status: 'WIN', winner_player_id: 'P02', drawn_number: 3, number_parity: 'odd', termination: 'normal' },
    ...{ choices: { P01: 'even', P02: 'odd' }, moves: [{ P01: 'even', P02: 'odd' }], faults: [] },
    ...{ score: { P01: 0, P02: 3 }, reason: 'The number 3 is odd: P02 wins.' },
  },
  'a draw': {
    ...{ status: 'DRAW', winner_player_id: null, drawn_number: 4, number_parity: 'even', termination: 'normal' },
    ...{ choices: { P01: 'odd', P02: 'odd' }, moves: [{ P01: 'odd', P02: 'odd' }], faults: [] },
    ...{ score: { P01: 1, P02: 1 }, reason: 'Both chose odd.' },
  },
  'a choice that never came': {
    ...{ status: 'TECHNICAL_LOSS', winner_player_id: 'P02', ...undrawn, termination: 'timeout' },
    ...{ choices: { P01: null, P02: 'even' }, moves: [], faults: [fault('P01', 'timeout')] },
    ...{ score: { P01: 0, P02: 3 }, reason: 'P01 did not answer in time: P02 wins.' },
  },
  'an invitation nobody answered': {
    ...{ status: 'TECHNICAL_LOSS', winner_player_id: 'P01', ...undrawn, termination: 'unreachable' },
    ...{ choices: { P01: null, P02: null }, moves: [], faults: [fault('P02', 'unreachable')] },
    ...{ score: { P01: 3, P02: 0 }, reason: 'P02 could not be reached: P01 wins.' },
  },
  'both at fault, a draw': {
    ...{ status: 'TECHNICAL_LOSS', winner_player_id: null, ...undrawn, termination: 'timeout' },
    ...{ choices: { P01: null, P02: null }, moves: [], faults: [fault('P01', 'timeout'), fault('P02', 'declined')] },
    ...{ score: { P01: 1, P02: 1 }, reason: 'Both forfeit, a draw.' },
  },
  'both at fault, a loss': {
    ...{ status: 'TECHNICAL_LOSS', winner_player_id: null, ...undrawn, termination: 'invalid_choice' },
    ...{ choices: { P01: null, P02: null }, moves: [] },
    ...{ faults: [fault('P01', 'invalid_choice'), fault('P02', 'invalid_choice')] },
    ...{ score: { P01: 0, P02: 0 }, reason: 'Both forfeit, a loss for both.' },
  },
};

const seats = { player_a: 'P01', player_b: 'P02' };
const place = { league_id: 'league_2025_even_odd', round_id: 1 };

const results: readonly MessageCase[] = Object.entries(RESULTS).flatMap(([name, game_result]) => {
  const { winner_player_id: winner = null, score = {}, ...details } = game_result;
  const own = { match_id: 'R1M1', ...seats, winner, score, ...details, game_type: 'even_odd' };
  return [
    { name: `GAME_OVER: ${name}`, message: changed('GAME_OVER', { ...place, ...seats, game_result }) },
    { name: `GAME_OVER, seats not named: ${name}`, message: changed('GAME_OVER', { ...place, game_result }) },
    {
      name: `MATCH_RESULT_REPORT: ${name}`,
      message: changed('MATCH_RESULT_REPORT', { result: { winner, score, details }, record_sha256: 'ab'.repeat(32) }),
    },
    { name: `ROUND_COMPLETED: ${name}`, message: changed('ROUND_COMPLETED', { results: [own] }) },
  ];
});

const rejections: readonly MessageCase[] = Object.values(REJECTIONS).flatMap(({ reason, code: error_code }) => {
  const rejected = { status: 'REJECTED', auth_token: null, manager_token: null, run_id: null, reason, error_code };
  return (['REFEREE', 'LEAGUE'] as const).map((kind) => ({
    name: `${kind}_REGISTER_RESPONSE: ${reason}`,
    message: changed(`${kind}_REGISTER_RESPONSE`, {
      ...rejected,
      detail: `because of ${reason}`,
      ...(kind === 'LEAGUE' ? { player_id: null } : { referee_id: null }),
    }),
  }));
});

const errors: readonly MessageCase[] = [
  ['E001', { retry_count: 2 }],
  ['E004', { retryable: true }],
  ['E009', { retryable: false, consequence: undefined }],
  ['E012', { affected_player: undefined, action_required: undefined, retryable: undefined, consequence: undefined }],
  ['E001', { details: { timeout_seconds: 30 } }],
  ['E022', { action_required: 'GAME_MOVE_RESPONSE' }],
].map(([error_code, changes]) => ({
  name: `GAME_ERROR: ${error_code} ${Object.keys(changes as object)}`,
  message: changed('GAME_ERROR', { ...place, error_code: error_code as string, ...(changes as JsonObject) }),
}));

/** Every message of the protocol, and every way a match, a registration or a question can go wrong. */
export const MESSAGE_CASES: readonly MessageCase[] = [
  ...Object.entries(CONTRACTS).map(([name, { example }]) => ({
    name,
    message: isJsonObject(example['game_result']) ? { ...example, ...place } : example,
  })),
  ...results,
  ...rejections,
  ...errors,
  { name: 'LEAGUE_ERROR: no details', message: changed('LEAGUE_ERROR', { details: undefined }) },
  { name: 'MATCH_RESULT_REPORT: voided', message: changed('MATCH_RESULT_REPORT', { result: voided() }) },
  { name: 'MATCH_RESULT_ACK: voided', message: changed('MATCH_RESULT_ACK', { status: 'voided' }) },
  { name: 'RUN_MATCH_ACK: refused', message: changed('RUN_MATCH_ACK', { status: 'refused', reason: 'busy' }) },
  { name: 'LEAGUE_STATUS: waiting', message: changed('LEAGUE_STATUS', { status: 'waiting', current_round: 0 }) },
  { name: 'GAME_JOIN_ACK: declined', message: changed('GAME_JOIN_ACK', { accept: false }) },
  { name: 'LEAGUE_COMPLETED: nobody', message: changed('LEAGUE_COMPLETED', { champion: null, final_standings: [] }) },
  {
    name: 'CHOOSE_PARITY_RESPONSE: with a reason',
    message: changed('CHOOSE_PARITY_RESPONSE', { parity_choice: 'odd', reasoning: 'a feeling' }),
  },
  { name: 'LEAGUE_QUERY_RESPONSE: an error', message: changed('LEAGUE_QUERY_RESPONSE', unanswered()) },
];

function voided(): JsonObject {
  return { details: { termination: 'referee_fault', reason: 'the disk is full' } };
}

function unanswered(): JsonObject {
  return { success: false, data: null, error: { error_code: 'E005', error_name: 'PLAYER_NOT_REGISTERED' } };
}
