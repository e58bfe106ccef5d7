/** The requests of one conversation that are not answered yet: of two with the same id, neither would be answered rightly. */
import type { JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Json } from '../../core/json.ts';
import { idKey, keyOf } from './validate_body.ts';

/** More than any client asks at once; who breaks lines while it is answered must not pile up work for ever. */
const MOST_AT_ONCE = 100;

export class InFlight {
  readonly #keys = new Set<string>();

  /** Watches what a transport that is connected already hears and says. */
  constructor(transport: WebStandardStreamableHTTPServerTransport) {
    const hear = transport.onmessage;
    const send = transport.send.bind(transport);
    transport.onmessage = (message, about) => {
      hear?.(message, about);
      // Whatever was called off is not answered.
      if (isCancelling(message)) this.#forget(message.params?.['requestId']);
    };
    transport.send = (message, options) => {
      if (!('method' in message)) this.#forget(message.id);
      return send(message, options);
    };
  }

  /** Takes the ids of some messages, or says why they cannot be used now, as the end of a sentence. */
  claim(messages: readonly Json[]): string | undefined {
    const keys = keysOf(messages);
    if (keys.some((key) => this.#keys.has(key))) return 'a request with this id is being answered';
    if (this.#keys.size + keys.length > MOST_AT_ONCE) return `no more than ${MOST_AT_ONCE} requests at once`;
    for (const key of keys) this.#keys.add(key);
    return undefined;
  }

  /** Gives the ids of messages back that were not heard. */
  release(messages: readonly Json[]): void {
    for (const key of keysOf(messages)) this.#keys.delete(key);
  }

  #forget(id: unknown): void {
    this.#keys.delete(idKey(id) ?? '');
  }
}

function keysOf(messages: readonly Json[]): readonly string[] {
  return messages.map(keyOf).filter((key) => key !== undefined);
}

function isCancelling(
  message: JSONRPCMessage,
): message is JSONRPCMessage & { readonly params?: { readonly [name: string]: unknown } } {
  return 'method' in message && message.method === 'notifications/cancelled';
}
