/** A class of thirty: players of other making on addresses of their own, six of them broken and one hostile. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { sleep, systemClock } from '../core/clock.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { type Door, openDoor } from './foreign_http.ts';
import { chooses, joins } from './foreign_player.ts';

/** A call as it came in. */
interface Called {
  readonly method: string;
  readonly params: JsonObject;
  readonly id?: Json;
}

/** Answers one call in its own way; nothing: as a good player does. */
type Manners = (call: Called, response: ServerResponse, student: Student) => Promise<boolean> | boolean;

/** The ways to be broken, by name. */
export const BROKEN: { readonly [name: string]: Manners } = {
  throws: ({ method }, response) => method === 'choose_parity' && Boolean(response.socket?.destroy()),
  'answers with a page': ({ method }, response) => {
    if (method !== 'choose_parity') return false;
    response.writeHead(500, { 'content-type': 'text/html' }).end('<html><body>Internal Server Error</body></html>');
    return true;
  },
  'answers in another conversation': ({ method, params, id = null }, response) => {
    if (method !== 'choose_parity') return false;
    const result = { ...chooses(params, 'even'), conversation_id: 'conv-of-nobody' };
    return said(response, { jsonrpc: '2.0', result, id });
  },
  'misspells its choice': ({ method, params, id = null }, response) => {
    if (method !== 'choose_parity') return false;
    const result = { ...chooses(params), parityChoice: 'even' };
    return said(response, { jsonrpc: '2.0', result, id });
  },
  'is late': async ({ method }) => {
    if (method === 'choose_parity') await sleep(systemClock, LATE_MS);
    return false;
  },
  dies: ({ method }, _, student) => {
    if (method === 'choose_parity') student.die();
    return method === 'choose_parity';
  },
};

/** Longer than all limits of the league together. */
const LATE_MS = 20_000;

function said(response: ServerResponse, body: JsonObject): true {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}

const PORTS = new Set<string>();

/** One student's player: a server at an address of its own, and a client from there. */
export class Student {
  readonly name: string;
  readonly #address: string;
  #door: Door | undefined;
  readonly #manners: Manners | undefined;
  /** Its answer to the registration. */
  seat: JsonObject = {};
  /** The tokens it was shown by others. */
  readonly seen = new Set<string>();

  constructor(name: string, nth: number, manners?: Manners) {
    this.name = name;
    // All of 127.0.0.0/8 is this machine's on Linux; elsewhere one address has to do.
    this.#address = process.platform === 'linux' ? `127.0.0.${nth + 2}` : '127.0.0.1';
    this.#manners = manners;
  }

  /** At a port that no other student has, even at another address: the manager takes loopback for one machine. */
  async listen(): Promise<void> {
    this.#door = await openDoor((text, response) => this.#take(text, response), this.#address);
    const { port } = new URL(this.endpoint);
    if (!PORTS.has(port)) return void PORTS.add(port);
    const { close } = this.#door;
    await this.listen();
    await close();
  }

  get endpoint(): string {
    return this.#door?.address ?? '';
  }

  /** Registers as the course text does; the code is in the address alone. */
  async register(manager: string): Promise<JsonObject> {
    const { result } = await this.call(manager, 'register_player', registration(this.name, this.endpoint));
    this.seat = result as JsonObject;
    return this.seat;
  }

  /** Posts a request from its own address; the whole reply. */
  async call(to: string, method: string, params: JsonObject): Promise<JsonObject> {
    const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const options = { method: 'POST', localAddress: this.#address, headers: { 'content-type': 'application/json' } };
    const asking = request(to, options, (reply) => void textOf(reply).then(resolve, reject));
    asking.on('error', reject).end(body);
    return JSON.parse(await promise) as JsonObject;
  }

  die(): void {
    void this.#door?.close();
  }

  async #take(text: string, response: ServerResponse): Promise<void> {
    const call = JSON.parse(text) as Called;
    const { method, params, id } = call;
    if (typeof params['auth_token'] === 'string') this.seen.add(params['auth_token']);
    if (await this.#manners?.(call, response, this)) return;
    if (id === undefined) return void response.writeHead(202).end();
    const answers: { readonly [method: string]: () => JsonObject } = {
      handle_game_invitation: () => joins(params),
      choose_parity: () => chooses(params, 'even'),
    };
    said(response, { jsonrpc: '2.0', result: answers[method]?.() ?? { status: 'ok' }, id });
  }
}

/** A registration as the course text has it. */
export function registration(display_name: string, contact_endpoint: string): JsonObject {
  return {
    protocol: 'league.v2',
    message_type: 'LEAGUE_REGISTER_REQUEST',
    sender: 'player:unregistered',
    timestamp: '2025-01-15T10:00:00Z',
    conversation_id: `conv-${display_name}`,
    player_meta: { display_name, version: '1.0.0', game_types: ['even_odd'], contact_endpoint },
  };
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
