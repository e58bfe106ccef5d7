/** Servers of MCP that we are a client of, in our own words: the official client is behind `remote.ts` alone. */
import type { JsonObject } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import type { Beat, SessionFailure } from '../spec/session_manager.ts';
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
  /** Calls a tool by the name its server has for it; the result is as the server gave it. */
  call(tool: string, given: JsonObject, signal: AbortSignal): Promise<Result<JsonObject, RemoteFailure>>;
  ask(method: PassedOn, params: JsonObject, signal: AbortSignal): Promise<Result<JsonObject, RemoteFailure>>;
  heartbeat(): Promise<Beat>;
  close(): Promise<void>;
}

/** Kinds of things a server lists, and tells of when they change. */
export type Listed = 'tools' | 'resources' | 'prompts';

export interface RemoteOptions {
  readonly url: string;
  /** Hears that what the server has is other than it was. */
  readonly onChanged: (what: Listed) => void;
}

/** Shakes hands with a server. */
export type ConnectRemote = (options: RemoteOptions) => Promise<Result<RemoteServer, SessionFailure>>;
