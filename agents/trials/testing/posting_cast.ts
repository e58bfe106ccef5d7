/** The players of the posting cases, and an opponent for each. */
import { later, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Listener, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Deeds, PostingCase, Turn } from './posting_cases.ts';
import { TONGUES, type TongueName } from './tongues.ts';

/** A player of a case. */
export interface Poster {
  readonly id: string;
  readonly tongue: TongueName;
  readonly plays: PostingCase;
  /** Everything it was sent, in order. */
  readonly told: JsonObject[];
  /** The answer to each of its posts, in order. */
  readonly replies: { readonly tongue: TongueName; readonly reply: JsonObject }[];
}

/** A response, and what is left to be done when it is on its way. */
type Answered = { readonly body: JsonObject; readonly afterwards?: (() => Promise<void>) | undefined };

/** Long enough for a response that is on its way to arrive. */
const ARRIVAL_MS = 50;

/** Seats the posters; every other agent that is let in is blameless, speaks JSON-RPC, and chooses when it may. */
export function openTables(transport: Transport, posters: readonly Poster[]) {
  const byId = new Map(posters.map((poster) => [poster.id, poster]));
  const gates = new Map(posters.map(({ id }) => [id, Promise.withResolvers<void>()]));
  const referees = new Map<string, string>();
  const opponents = new Map<string, string>();
  const listeners: Listener[] = [];
  const failures: unknown[] = [];

  /** Lets a player listen; its endpoint. */
  async function letIn(id: string): Promise<string> {
    const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', (text) => serve(id, text)));
    listeners.push(listener);
    return listener.address;
  }

  async function serve(id: string, text: string): Promise<string> {
    const request = JSON.parse(text) as JsonObject;
    const poster = byId.get(id);
    const message = (request['params'] ?? request) as JsonObject;
    const { body, afterwards } = await (poster === undefined ? blameless(id, message) : deedsOf(poster, message));
    void systemClock
      .poll()
      .then(afterwards)
      .catch((why) => failures.push(why));
    return JSON.stringify(TONGUES[poster?.tongue ?? 'rpc'].replied(body, request));
  }

  async function deedsOf(poster: Poster, message: JsonObject): Promise<Answered> {
    const { message_type, match_id, referee_endpoint, opponent_id, game_info } = message;
    poster.told.push(message);
    if (referee_endpoint !== undefined) referees.set(poster.id, String(referee_endpoint));
    const opponent = opponent_id ?? (game_info as JsonObject | undefined)?.['opponent_id'];
    if (opponent !== undefined) opponents.set(poster.id, String(opponent));
    const { invited, called, over } = poster.plays;
    const scripts: { readonly [type: string]: Deeds | undefined } = {
      ...{ GAME_INVITATION: invited, CHOOSE_PARITY_CALL: called, GAME_OVER: over },
    };
    const nth = poster.told.filter(
      (each) => each['message_type'] === message_type && each['match_id'] === match_id,
    ).length;
    const turn = turnOf(poster, message, nth);
    const { first, response, afterwards } = scripts[String(message_type)]?.(turn) ?? {};
    await first?.(turn);
    return { body: response?.(turn) ?? { status: 'pending' }, afterwards: afterwards && (() => afterwards(turn)) };
  }

  function turnOf({ id, tongue, replies }: Poster, message: JsonObject, nth: number): Turn {
    const speak = TONGUES[tongue];
    return {
      message,
      nth,
      me: id,
      opponent: opponents.get(id) ?? '',
      joins: (changes) => ({ ...speak.joins(message, id), ...changes }),
      chooses: (choice, changes) => ({ ...speak.chooses(message, id, choice), ...changes }),
      inTheNameOf: speak.inTheNameOf,
      async post(answer, other = tongue) {
        const reply = await posted(transport, referees.get(id) ?? '', TONGUES[other].wrapped(answer));
        replies.push({ tongue: other, reply });
      },
      release: () => gates.get(id)?.resolve(),
    };
  }

  async function blameless(id: string, message: JsonObject): Promise<Answered> {
    const { joins, chooses } = TONGUES.rpc;
    if (message['message_type'] === 'GAME_INVITATION') {
      opponents.set(id, String(message['opponent_id']));
      return { body: joins(message, id) };
    }
    if (message['message_type'] !== 'CHOOSE_PARITY_CALL') return { body: { status: 'ok' } };
    const opponent = opponents.get(id) ?? '';
    if (byId.get(opponent)?.plays.holds === true) {
      await gates.get(opponent)?.promise;
      await sleep(systemClock, ARRIVAL_MS);
    }
    return { body: chooses(message, id, 'even') };
  }

  return {
    letIn,
    /** The errors of the players themselves. */
    failures,
    close: () => Promise.all(listeners.map((listener) => listener.close())),
  };
}

const PATIENCE_MS = 60_000;

/** Posts a message; the object that comes back. */
export async function posted(transport: Transport, address: string, message: JsonObject): Promise<JsonObject> {
  const deadline = later(systemClock.monotonic(), PATIENCE_MS);
  const { text = '' } = unwrap(await transport.send(address, JSON.stringify(message), deadline));
  return JSON.parse(text) as JsonObject;
}
