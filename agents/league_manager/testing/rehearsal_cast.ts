/** Scripted agents on a wire in memory: they acknowledge whatever they are told, unless their script says otherwise. */
import type { Contract } from '../../../SHARED/contracts/contract.ts';
import { CONTRACTS, contractByMethod, contractByType } from '../../../SHARED/contracts/index.ts';
import { type Clock, timestamp } from '../../../SHARED/core/clock.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { resultEnvelope } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { Listener } from '../../../SHARED/league_sdk/transport/transport.ts';

/** One message that reached an agent. */
export interface Arrival {
  readonly at: number;
  readonly to: string;
  readonly type: string;
  readonly message: JsonObject;
  /** How many messages travelled in the same text. */
  readonly together: number;
}

/** The result of a call, an envelope of its own, or undefined for silence; `nth` counts calls of this type from 1. */
export type Says = (
  message: JsonObject,
  nth: number,
) => JsonObject | undefined | typeof ACKNOWLEDGE | Promise<JsonObject | undefined | typeof ACKNOWLEDGE>;
export type Script = { readonly [message_type: string]: Says };

/** The answer of a script that only wanted to look. */
export const ACKNOWLEDGE = Symbol('acknowledge');

export const silence: Says = () => undefined;

export type Cast = ReturnType<typeof castOn>;

/** An empty stage on a clock. */
export function castOn(clock: Clock) {
  const network = memoryNetwork({ clock });
  const wire = network.transport();
  const arrivals: Arrival[] = [];

  /** Puts somebody at an address. Calls its script does not know are acknowledged as their contracts say. */
  async function agent(id: string, script: Script = {}, at = `memory:${id}`): Promise<Listener> {
    const counts = new Map<string, number>();

    async function answerOne(request: JsonObject, together: number): Promise<Json | undefined> {
      const message = (request['params'] ?? {}) as JsonObject;
      const method = request['method'] as string;
      const type = contractByMethod(method)?.head.type ?? method;
      const nth = (counts.get(type) ?? 0) + 1;
      counts.set(type, nth);
      arrivals.push({ at: clock.monotonic(), to: id, type, message, together });
      const said = (await script[type]?.(message, nth)) ?? (type in script ? undefined : ACKNOWLEDGE);
      if (said === undefined) return undefined;
      const result = said === ACKNOWLEDGE ? acknowledgementOf(type, message) : said;
      return 'jsonrpc' in result
        ? { ...result, id: request['id'] as Json }
        : resultEnvelope(request['id'] as number, result);
    }

    const listening = await wire.listen(at, async (text) => {
      const value = JSON.parse(text) as Json;
      const requests = (isJsonArray(value) ? value : [value]).filter(isJsonObject);
      const replies: Json[] = [];
      for (const request of requests) {
        const reply = await answerOne(request, requests.length);
        if (reply === undefined) return new Promise(() => undefined);
        replies.push(reply);
      }
      return JSON.stringify(isJsonArray(value) ? replies : replies[0]);
    });
    return unwrap(listening);
  }

  function acknowledgementOf(type: string, message: JsonObject): JsonObject {
    const reply = contractByType(type)?.head.reply;
    if (reply === undefined) return {};
    const { example, body } = CONTRACTS[reply.type as keyof typeof CONTRACTS] as Contract;
    const own = Object.keys(body.properties).filter((name) => message[name] !== undefined);
    const { conversation_id } = message as { readonly conversation_id: string };
    return {
      ...example,
      ...Object.fromEntries(own.map((name) => [name, message[name] as Json])),
      sender: 'somebody',
      timestamp: timestamp(clock),
      conversation_id,
    };
  }

  /** What an agent was told, in order, looks left out. */
  const heardBy = (id: string) =>
    arrivals.filter((arrival) => arrival.to === id && arrival.type !== 'ping').map((arrival) => arrival.type);
  /** Everything of a type that anybody was told, in order. */
  const ofType = (type: string) => arrivals.filter((arrival) => arrival.type === type);

  return { clock, network, wire, arrivals, agent, heardBy, ofType };
}
