/** A player as a student writes one, on a plain HTTP server, with one mistake of its own. */
import type { ServerResponse } from 'node:http';
import type { Json, JsonObject } from '../core/json.ts';
import { openDoor } from './foreign_http.ts';

/** A request of JSON-RPC. */
export interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  readonly id: Json;
}

/** How a student's player does one thing otherwise than the protocol says. */
export interface Mistake {
  /** The body of the answer, in an envelope; a text as it is, with its status; undefined breaks the connection. */
  readonly answer?: (
    asked: Asked,
    right: JsonObject,
  ) => JsonObject | { readonly status: number; readonly text: string } | undefined;
  /** The whole reply, from the right one. */
  readonly reply?: (right: JsonObject) => JsonObject;
  /** The registration, from the right one. */
  readonly registration?: (right: JsonObject) => JsonObject;
  /** Methods that are never answered. */
  readonly silent?: readonly string[];
  /** What is thrown on while a request is read ends the program. */
  readonly diesOfNonsense?: true;
  /** A shutdown ends the program, whoever sends it. */
  readonly diesOfShutdown?: true;
  /** After so many moves the program is gone. */
  readonly diesAfter?: number;
}

const RIGHT: { readonly [method: string]: (asked: Asked) => JsonObject } = {
  handle_game_invitation: ({ params }) => said('GAME_JOIN_ACK', params, { accept: true }),
  choose_parity: ({ params }) => said('CHOOSE_PARITY_RESPONSE', params, { parity_choice: 'even' }),
};

function said(
  message_type: string,
  { match_id = '', player_id = '', conversation_id = '' }: JsonObject,
  own: JsonObject,
) {
  return { protocol: 'league.v2', message_type, sender: 'player:P', match_id, player_id, conversation_id, ...own };
}

/** Lets the player listen, and registers it at a manager; resolves with how to end it. */
export async function startStudent(manager: string, mistake: Mistake): Promise<() => Promise<void>> {
  let moves = 0;
  const door = await openDoor((text, response) => {
    try {
      hear(JSON.parse(text) as Asked, response);
    } catch (thrown) {
      if (mistake.diesOfNonsense !== true) throw thrown;
      void door.close();
    }
  });

  function hear(asked: Asked, response: ServerResponse): void {
    const { method, id } = asked;
    if (typeof method !== 'string') throw new TypeError('no method');
    if (mistake.silent?.includes(method) === true) return;
    const right = RIGHT[method]?.(asked) ?? { status: 'ok' };
    const answer = mistake.answer === undefined ? right : mistake.answer(asked, right);
    if (answer === undefined) response.destroy();
    else if (typeof answer['text'] === 'string') response.writeHead(Number(answer['status'])).end(answer['text']);
    else {
      const reply: JsonObject = { jsonrpc: '2.0', result: answer as JsonObject, id: id ?? null };
      response.writeHead(200).end(JSON.stringify(mistake.reply?.(reply) ?? reply));
    }
    const isOver = method === 'choose_parity' && ++moves === mistake.diesAfter;
    if (isOver || (method === 'shutdown' && mistake.diesOfShutdown)) response.on('close', () => void door.close());
  }

  const registration: JsonObject = {
    jsonrpc: '2.0',
    method: 'register_player',
    params: {
      protocol: 'league.v2',
      message_type: 'LEAGUE_REGISTER_REQUEST',
      player_meta: {
        display_name: 'Student',
        game_types: ['even_odd'],
        contact_endpoint: door.address,
      },
    },
    id: 1,
  };
  await fetch(manager, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(mistake.registration?.(registration) ?? registration),
  });
  return door.close;
}
