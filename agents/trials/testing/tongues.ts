/** The three dialects as a stranger speaks them, written down from the documents: what a player says, and how it is wrapped. */
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';

export type TongueName = 'rpc' | 'flat' | 'v1';

/** The messages of a player of one dialect. */
export interface Tongue {
  register(player_id: string, endpoint: string): JsonObject;
  joins(question: JsonObject, player_id: string): JsonObject;
  chooses(question: JsonObject, player_id: string, choice: string): JsonObject;
  /** The name of another player in such an answer. */
  inTheNameOf(player_id: string): JsonObject;
  /** A message as it is posted. */
  wrapped(message: JsonObject): JsonObject;
  /** A response to a request. */
  replied(body: JsonObject, request: JsonObject): JsonObject;
}

const bare: Pick<Tongue, 'wrapped' | 'replied'> = { wrapped: (message) => message, replied: (body) => body };

/** The fields that an answer takes from its question. */
function placed(question: JsonObject, protocol: string, sender: string): { [field: string]: Json } {
  const { league_id = '', round_id = 0, match_id = '', conversation_id = '' } = question;
  return { protocol, league_id, round_id, match_id, conversation_id, sender, timestamp: '2025-12-20T10:00:02.000Z' };
}

const V1_LEAGUE = '550e8400-e29b-41d4-a716-446655440000';

export const TONGUES: { readonly [T in TongueName]: Tongue } = {
  rpc: {
    register: (player_id, contact_endpoint) => {
      const player_meta = { display_name: `Agent ${player_id}`, game_types: ['even_odd'], contact_endpoint, player_id };
      return call('register_player', { protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_meta });
    },
    joins: (question, player_id) => rpc(question, player_id, { message_type: 'GAME_JOIN_ACK', accept: true }),
    chooses: (question, player_id, parity_choice) =>
      rpc(question, player_id, { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice }),
    inTheNameOf: (player_id) => ({ player_id, sender: `player:${player_id}` }),
    wrapped: (message) => call('whatever_it_is_called', message),
    replied: (result, { id = null }) => ({ jsonrpc: '2.0', result, id }),
  },
  flat: {
    register: (player_id, endpoint) => ({
      ...{ protocol: 'league.v2', message_type: 'LEAGUE_REGISTER_REQUEST', player_id, endpoint },
    }),
    joins: (question, player_id) => ({ ...placed(question, 'league.v2', player_id), message_type: 'GAME_JOIN_ACK' }),
    chooses: (question, player_id, choice) => ({
      ...placed(question, 'league.v2', player_id),
      ...{ message_type: 'PARITY_CHOICE', choice: choice.toUpperCase() },
    }),
    inTheNameOf: (player_id) => ({ sender: player_id }),
    ...bare,
  },
  v1: {
    register: (player_id, contact_endpoint) => ({
      ...{ ...placed({}, 'league.v1', 'player_candidate'), league_id: V1_LEAGUE, match_id: 'REGISTRATION' },
      ...{ message_type: 'LEAGUE_REGISTER_REQUEST', conversation_id: '660e8400-e29b-41d4-a716-446655440001' },
      player_meta: {
        ...{ display_name: `Agent ${player_id}`, version: '1.0.0', protocol_version: '2.1.0' },
        ...{ game_types: ['even_odd'], contact_endpoint, player_id },
      },
    }),
    joins: (question, player_id) => ({
      ...{ ...placed(question, 'league.v1', `player_${player_id}`), message_type: 'GAME_JOIN_ACK' },
    }),
    chooses: (question, player_id, value) => ({
      ...placed(question, 'league.v1', `player_${player_id}`),
      ...{ message_type: 'PARITY_CHOICE', choice: { value, reasoning: 'a feeling' } },
    }),
    inTheNameOf: (player_id) => ({ sender: `player_${player_id}` }),
    ...bare,
  },
};

function rpc(question: JsonObject, player_id: string, body: JsonObject): JsonObject {
  const { league_id: _l, round_id: _r, ...place } = placed(question, 'league.v2', `player:${player_id}`);
  return { ...place, player_id, ...body };
}

function call(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params, id: 7 };
}
