/** What a stranger on the other end of an HTTP connection may cost us at most. */
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
  /** How long the client keeps a connection that nobody uses. */
  readonly clientIdleMs: number;
  /** How many addresses the client remembers. Forgetting them all costs new connections and nothing else. */
  readonly maxAddresses: number;
  /** How long a closing server waits for answers that are being made. */
  readonly closingMs: number;
}

/** The limits unless told otherwise. */
export const HTTP_LIMITS: HttpLimits = {
  maxRequestBytes: 65_536,
  maxReplyBytes: 65_536,
  maxHeadBytes: 8_192,
  headMs: 5_000,
  requestMs: 10_000,
  checkMs: 1_000,
  serverIdleMs: 75_000,
  clientIdleMs: 60_000,
  maxAddresses: 20_000,
  closingMs: 1_000,
};
