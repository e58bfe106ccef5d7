/** One conversation with an MCP client over HTTP: a transport of ours around the SDK's, which hears messages in turn and knows which requests are open. */
import type {
  AuthInfo,
  HandleRequestOptions,
  JSONRPCMessage,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Json } from '../../core/json.ts';
import type { Origin } from '../transport/transport.ts';
import { idKey, keyOf } from './validate_body.ts';

const ORIGIN = 'origin';
const TURN = 'turn';
const LINE = 'line';
/** The word in the address of a client that wants to see every tool: `/mcp?tools=all`. */
const ALL_TOOLS = /[?&]tools=all(?:&|$)/;

/** More than any client asks at once; a client that drops connections while it is answered must not pile up work. */
const MOST_AT_ONCE = 100;

/** The line that a request came by. */
export interface CallerLine {
  /** Aborted when the client has hung up. */
  readonly hungUp: AbortSignal;
  /** Whether something can be said on it before the answer. */
  readonly isStream: boolean;
  /** The address that was called, where the line has any. */
  readonly url?: string | undefined;
}

/** The facts that travel with a request through the SDK: its sender, its line, and the turn to wait for before each message of a batch. */
export function about(origin: Origin, line: CallerLine, turn?: () => Promise<void>): AuthInfo {
  return {
    token: '',
    clientId: '',
    scopes: [],
    extra: { [ORIGIN]: origin, [LINE]: line, ...(turn === undefined ? {} : { [TURN]: turn }) },
  };
}

/** The line of the request that a handler of the SDK is working on, where it came over HTTP. */
export function lineIn(authInfo: AuthInfo | undefined): CallerLine | undefined {
  return authInfo?.extra?.[LINE] as CallerLine | undefined;
}

/** The sender of the request that a handler of the SDK is working on, where it came over HTTP. */
export function originIn(authInfo: AuthInfo | undefined): Origin | undefined {
  return authInfo?.extra?.[ORIGIN] as Origin | undefined;
}

/** Whether the request that a handler of the SDK is working on asks for every tool there is. */
export function asksForAll(authInfo: AuthInfo | undefined): boolean {
  return ALL_TOOLS.test(lineIn(authInfo)?.url ?? '');
}

/** The transport that a server of the SDK is connected to; requests are handed to `handleRequest`. */
export class Conversation implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly #http: WebStandardStreamableHTTPServerTransport;
  readonly #onBug: (what: string, cause: unknown) => void;
  /** The ids of requests that are not answered yet. */
  readonly #open = new Set<string>();

  constructor(http: WebStandardStreamableHTTPServerTransport, onBug: (what: string, cause: unknown) => void) {
    this.#http = http;
    this.#onBug = onBug;
    http.onclose = () => this.onclose?.();
    http.onerror = (error) => this.onerror?.(error);
    http.onmessage = (message, extra) => this.#hear(message, extra);
  }

  get sessionId(): string | undefined {
    return this.#http.sessionId;
  }

  start(): Promise<void> {
    return this.#http.start();
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#http.setSupportedProtocolVersions(versions);
  }

  handleRequest(request: Request, how: HandleRequestOptions): Promise<Response> {
    return this.#http.handleRequest(request, how);
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) this.#forget(message.id);
    const { relatedRequestId } = options ?? {};
    return this.#http.send(message, relatedRequestId === undefined ? undefined : { relatedRequestId });
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  /** Takes the ids of some messages, or says why they cannot be used now, as the end of a sentence. */
  claim(messages: readonly Json[]): string | undefined {
    const keys = keysOf(messages);
    if (keys.some((key) => this.#open.has(key))) return 'a request with this id is being answered';
    if (this.#open.size + keys.length > MOST_AT_ONCE) return `no more than ${MOST_AT_ONCE} requests at once`;
    for (const key of keys) this.#open.add(key);
    return undefined;
  }

  /** Gives the ids of messages back that were not heard. */
  release(messages: readonly Json[]): void {
    for (const key of keysOf(messages)) this.#open.delete(key);
  }

  #hear(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    const turn = extra?.authInfo?.extra?.[TURN] as (() => Promise<void>) | undefined;
    if (turn === undefined) this.#pass(message, extra);
    else
      turn()
        .then(() => this.#pass(message, extra))
        .catch((cause) => this.#onBug('a batch', cause));
  }

  #pass(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    this.onmessage?.(message, extra);
    // A cancelled request is not answered.
    if (isCancelling(message)) this.#forget(message.params?.['requestId']);
  }

  #forget(id: unknown): void {
    this.#open.delete(idKey(id) ?? '');
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
