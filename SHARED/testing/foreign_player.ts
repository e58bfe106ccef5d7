/** Players that are not ours: scripts of answers by method, without our messages, checks or states. */
import type { Json, JsonObject } from '../core/json.ts';

/** The call is never answered. */
export const SILENCE = Symbol('silence');
/** The connection breaks, and from then on the player is gone. */
export const HANG_UP = Symbol('hang up');

/** The body of an answer, a whole text just as it is, or none of both. */
export type Said = JsonObject | string | typeof SILENCE | typeof HANG_UP;
/** `nth` counts from 1 how often this was asked. */
export type Says = (params: JsonObject, nth: number) => Said | Promise<Said>;
export type Script = { readonly [method: string]: Says };

export interface ForeignPlayer {
  /** The parameters of everything it was told under this method, in order. */
  told(method: string): readonly JsonObject[];
  /** The methods it was called by, in order. */
  readonly methods: readonly string[];
  /** Its reply to a text, undefined to a notification; a carrier makes silence and hanging up true. */
  answer(text: string): Promise<string | undefined | typeof SILENCE | typeof HANG_UP>;
}

interface Manners {
  readonly script: Script;
  /** Its answer to methods the script does not know. */
  readonly otherwise: JsonObject;
  envelop(body: JsonObject, id: Json): JsonObject;
}

/** Joins every match, chooses "even" and says ok to everything else, in JSON-RPC; `script` does otherwise. */
export function foreignPlayer(script: Script = {}): ForeignPlayer {
  return playerWith({
    script: { handle_game_invitation: joins, choose_parity: (call) => chooses(call, 'even'), ...script },
    otherwise: { status: 'ok' },
    envelop: (result, id) => ({ jsonrpc: '2.0', result, id }),
  });
}

/** The reference player of spec 004's appendix: bare objects instead of envelopes, and it knows three methods. */
export function referencePlayer(choice: (nth: number) => string): ForeignPlayer {
  return playerWith({
    script: {
      handle_game_invitation: ({ match_id }) => ({
        message_type: 'GAME_JOIN_ACK',
        match_id: match_id ?? null,
        arrival_timestamp: '2025-01-15T10:15:00.123456Z',
        accept: true,
      }),
      choose_parity: ({ match_id, player_id }, nth) => ({
        message_type: 'CHOOSE_PARITY_RESPONSE',
        match_id: match_id ?? null,
        player_id: player_id ?? null,
        parity_choice: choice(nth),
      }),
      notify_match_result: () => ({ status: 'ok' }),
    },
    otherwise: { error: 'Unknown method' },
    envelop: (body) => body,
  });
}

/** Takes a seat. */
export function joins({ match_id, player_id, conversation_id }: JsonObject): JsonObject {
  return speaking('GAME_JOIN_ACK', { match_id, player_id, conversation_id, accept: true });
}

/** Answers a call with this choice, or with none. */
export function chooses({ match_id, player_id, conversation_id }: JsonObject, parity_choice?: Json): JsonObject {
  return speaking('CHOOSE_PARITY_RESPONSE', { match_id, player_id, conversation_id, parity_choice });
}

/** A registration as spec 004's appendix writes it: no timestamp, no conversation. */
export function registration(display_name: string, contact_endpoint: string, player_id: string): JsonObject {
  return {
    protocol: 'league.v2',
    message_type: 'LEAGUE_REGISTER_REQUEST',
    sender: `player:${display_name}`,
    player_meta: { display_name, version: '1.0.0', game_types: ['even_odd'], contact_endpoint, player_id },
  };
}

function speaking(message_type: string, body: { readonly [field: string]: Json | undefined }): JsonObject {
  const said = Object.entries(body).filter((field): field is [string, Json] => field[1] !== undefined);
  return { protocol: 'league.v2', message_type, sender: 'player:stranger', ...Object.fromEntries(said) };
}

function playerWith({ script, otherwise, envelop }: Manners): ForeignPlayer {
  const heard: { readonly method: string; readonly params: JsonObject }[] = [];
  return {
    told: (method) => heard.filter((call) => call.method === method).map(({ params }) => params),
    get methods() {
      return heard.map(({ method }) => method);
    },
    async answer(text) {
      const { method, params, id } = JSON.parse(text) as { method: string; params: JsonObject; id?: Json };
      heard.push({ method, params });
      const nth = heard.filter((call) => call.method === method).length;
      const said = await (script[method]?.(params, nth) ?? otherwise);
      if (id === undefined) return undefined;
      return typeof said === 'object' ? JSON.stringify(envelop(said, id)) : said;
    },
  };
}
