/** A referee's peer and a scripted party that answers it, over memory. */
import { later } from '../core/clock.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { unwrap } from '../core/result.ts';
import { type LoggedMessage, makePeer } from '../league_sdk/messaging/peer.ts';
import { memoryNetwork } from '../league_sdk/transport/memory.ts';
import type { Address, Answer } from '../league_sdk/transport/transport.ts';
import { exampleBody } from './example_service.ts';
import { fakeClock } from './fake_clock.ts';

/** The party that the peer writes to. */
export const TO = { id: 'P01', address: 'memory:P01' as Address, dialect: 'rpc' } as const;
export const CONVERSATION = '880e8400-e29b-41d4-a716-446655440003';

export interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
}

/** A peer, the clock it lives by, what it saw, and a short way to ask what the contracts' examples ask. */
export async function peerTo(answer: Answer) {
  const clock = fakeClock();
  const transport = memoryNetwork({ clock }).transport();
  unwrap(await transport.listen(TO.address, answer));
  const observed: LoggedMessage[] = [];
  const observe = (logged: LoggedMessage): void => void observed.push(logged);
  const peer = makePeer({ transport, clock, sender: () => 'referee:REF01', observe });
  const how = { conversation_id: CONVERSATION, deadline: later(clock.monotonic(), 5_000) };
  const ask = async (type: 'GAME_INVITATION' | 'CHOOSE_PARITY_CALL' | 'GAME_MOVE_CALL' | 'GAME_OVER' | 'RUN_MATCH') =>
    peer.ask(TO, type, exampleBody(type) as never, how);
  return { clock, peer, ask, how, observed };
}

/** Answers every request with the same, or with what a function makes of it; keeps what it was sent. */
export function scripted(reply: Json | ((request: Request) => Json | undefined)) {
  const requests: Request[] = [];
  const answer: Answer = async (text) => {
    const request = JSON.parse(text) as Request;
    requests.push(request);
    const said = typeof reply === 'function' ? reply(request) : reply;
    return said === undefined ? undefined : JSON.stringify(said);
  };
  return { requests, answer };
}

/** Answers every request with the same result. */
export function giving(result: Json) {
  return scripted(({ id }) => ({ jsonrpc: '2.0', result, id }));
}
