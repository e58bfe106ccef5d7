/** What clients of MCP may cost an agent at most. */
import { NETWORK_LIMITS } from '../../core/limits.ts';

export interface McpLimits {
  /** Conversations of 2025 clients over HTTP at once. */
  readonly sessions: number;
  /** And of one address. */
  readonly sessionsPerAddress: number;
  /** How long a conversation may be silent. */
  readonly idleMs: number;
  /** How many of its last messages a conversation can give again to a client whose line broke. */
  readonly keptMessages: number;
  /** And how many characters they have together. */
  readonly keptCharacters: number;
  /** Requests being answered at once, streams included; one address has its share. */
  readonly exchanges: number;
  /** Messages that wait to be worked on, and likewise. */
  readonly waiting: number;
  /** Messages of one address a second, for long, and four times as many for a moment; this machine's own are not counted. */
  readonly requestsPerSec: number;
  /** How long a client may take to read what is written to it. */
  readonly unreadMs: number;
  /** How long a stream may be silent before it is tried whether somebody is there. */
  readonly keepAliveMs: number;
}

/** The limits unless told otherwise. */
export const MCP_LIMITS: McpLimits = {
  sessions: NETWORK_LIMITS.mcpSessions,
  sessionsPerAddress: NETWORK_LIMITS.mcpSessionsPerAddress,
  idleMs: 600_000,
  keptMessages: 256,
  // A thousand conversations keep no more than 64 MB of text together.
  keptCharacters: 65_536,
  exchanges: NETWORK_LIMITS.mcpExchanges,
  waiting: 1_000,
  requestsPerSec: NETWORK_LIMITS.mcpRequestsPerSecPerAddress,
  unreadMs: 10_000,
  keepAliveMs: 20_000,
};
