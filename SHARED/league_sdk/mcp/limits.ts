/** What clients of MCP may cost an agent at most. */

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
  /** Requests being answered at once, streams included. */
  readonly exchanges: number;
  /** How long a client may take to read what is written to it. */
  readonly unreadMs: number;
}

/** The limits unless told otherwise. */
export const MCP_LIMITS: McpLimits = {
  sessions: 256,
  sessionsPerAddress: 64,
  idleMs: 600_000,
  keptMessages: 256,
  keptCharacters: 262_144,
  exchanges: 1_024,
  unreadMs: 10_000,
};
