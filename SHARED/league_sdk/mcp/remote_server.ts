/** Servers of MCP that we are a client of, in our own words: the official client is behind `remote.ts` alone. */
import type { JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { Heartbeat, SessionFailure } from '../spec/session_manager.ts';
import type { ToolCard } from '../spec/tool_registry.ts';

export interface RemoteFailure {
  /**
   * FORGOTTEN: the server knows this session no more, and has done nothing. AWAY: it cannot be reached, and nobody knows
   * what it has done. SAID_NO: it answered with an error.
   */
  readonly code: 'FORGOTTEN' | 'AWAY' | 'SAID_NO';
  readonly detail: string;
  /** The number of a JSON-RPC error, where the server gave one. */
  readonly number?: number;
}

/** Requests that are passed on as they are, and answered as the server answers them. */
export const PASSED_ON = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
] as const;
export type PassedOn = (typeof PASSED_ON)[number];

/** The ways in which a person can be asked, as the capability of MCP has them. */
export interface Elicitation {
  readonly form?: { readonly [more: string]: never };
  readonly url?: { readonly [more: string]: never };
}

/** How a request is passed on, beside what it says. */
export interface PassedWith {
  readonly signal: AbortSignal;
  /** What the person at the client can be asked, told to servers of 2026-07-28; undefined where nothing. */
  readonly elicitation?: Elicitation | undefined;
  /** Hears how far the server is: the fields of `notifications/progress` without the token, which is each side's own. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  /** The answers to what the server asked in place of an answer, and the state it gave along (2026-07-28). */
  readonly round?: { readonly inputResponses?: JsonObject; readonly requestState?: string } | undefined;
}

/** A session with a server; its promises never reject. */
export interface RemoteServer {
  /** What it calls itself: `league_manager`. */
  readonly name: string;
  /** The revision of MCP both speak. */
  readonly revision: string;
  /** What it says a model should know of it. */
  readonly instructions: string | undefined;
  /** Whether it answers requests of this kind. */
  answers(method: PassedOn): boolean;
  tools(): Promise<Result<readonly ToolCard[], RemoteFailure>>;
  /**
   * Calls a tool by the name its server has for it; the result is as the server gave it, also one that asks for input
   * before there is an answer.
   */
  call(tool: string, given: JsonObject, how: PassedWith): Promise<Result<JsonObject, RemoteFailure>>;
  ask(method: PassedOn, params: JsonObject, how: PassedWith): Promise<Result<JsonObject, RemoteFailure>>;
  /** Hears of changes of these resources from now on, and of no others; a failure is that of any of them. */
  watch(uris: readonly string[]): Promise<Result<void, RemoteFailure>>;
  heartbeat(): Promise<Heartbeat>;
  close(): Promise<void>;
}

/** Kinds of things a server lists, and tells of when they change. */
export type Listed = 'tools' | 'resources' | 'prompts';

/** Answers a question of a server; throws where it cannot be asked. */
export type AskPerson = (question: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

export interface RemoteOptions {
  readonly url: string;
  /** An invite code, shown with every request. */
  readonly code?: string;
  /** Hears that what the server has is other than it was. */
  readonly onChanged: (what: Listed) => void;
  /** Hears that a watched resource is other than it was. */
  readonly onUpdated?: (uri: string) => void;
  /** Hears that the server has stopped telling of watched resources. */
  readonly onDeaf?: () => void;
  /** The person at the client: what can be asked, told in the handshake, and how (`elicitation/create`). */
  readonly person?: { readonly elicitation: Elicitation; readonly answer: AskPerson };
}

/** Shakes hands with a server. */
export type ConnectRemote = (options: RemoteOptions) => Promise<Result<RemoteServer, SessionFailure>>;
