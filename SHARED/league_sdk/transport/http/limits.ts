/** The limits of an HTTP connection: what a stranger on its other end may cost us at most. */
import { NETWORK_LIMITS } from '../../../core/limits.ts';

/** Every limit there is, for servers and clients. */
export interface HttpLimits {
  /** The longest request body our server reads. */
  readonly maxRequestBytes: number;
  /** The longest answer our client reads. */
  readonly maxReplyBytes: number;
  /** Request line or status line with all headers, in either direction. */
  readonly maxHeadBytes: number;
  /** How long a connection may take to send the head of a request. */
  readonly headMs: number;
  /** How long it may take to send a whole request. */
  readonly requestMs: number;
  /** How often the server looks for connections that take too long. */
  readonly checkMs: number;
  /** How long the server keeps a silent connection; longer than any client of ours keeps it. */
  readonly serverIdleMs: number;
  /** How long the client keeps an idle connection. */
  readonly clientIdleMs: number;
  /** How many addresses the client remembers. Forgetting them all costs new connections and nothing else. */
  readonly maxAddresses: number;
  /** How long a closing server waits for answers that are being made. */
  readonly closingMs: number;
  /** How long a caller may take to read its answer. */
  readonly unreadMs: number;
  /** Connections to a server at once. */
  readonly maxConnections: number;
  /** Connections of one address; this machine's own are not counted. */
  readonly maxConnectionsPerAddress: number;
  /** Requests being read or answered at once; one address has its share of them, this machine may have all. */
  readonly maxPending: number;
  /** Memory for requests that are being read, all together, and shared in the same way. */
  readonly maxHeldBytes: number;
  /** Requests of one address a second, for long; this machine's own are not counted. */
  readonly requestsPerSec: number;
  /** And so many for a moment. */
  readonly requestBurst: number;
}

/** The limits unless told otherwise. */
export const HTTP_LIMITS: HttpLimits = {
  maxRequestBytes: NETWORK_LIMITS.requestBytes,
  maxReplyBytes: NETWORK_LIMITS.requestBytes,
  maxHeadBytes: 8_192,
  headMs: 5_000,
  requestMs: 10_000,
  checkMs: 1_000,
  serverIdleMs: 75_000,
  clientIdleMs: 60_000,
  maxAddresses: 20_000,
  closingMs: 1_000,
  unreadMs: 10_000,
  maxConnections: NETWORK_LIMITS.connections,
  maxConnectionsPerAddress: NETWORK_LIMITS.connectionsPerAddress,
  maxPending: NETWORK_LIMITS.pendingRequests,
  maxHeldBytes: 67_108_864,
  requestsPerSec: NETWORK_LIMITS.requestsPerSecPerAddress,
  requestBurst: 4 * NETWORK_LIMITS.requestsPerSecPerAddress,
};
