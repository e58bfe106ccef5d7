/** What the other end of a pipe may cost us at most. */
import { NETWORK_LIMITS } from '../../../core/limits.ts';

/** Every limit there is, for agents on a pipe and for the hub that holds them. */
export interface StdioLimits {
  /** The longest text an agent takes. */
  readonly maxRequestBytes: number;
  /** The longest answer an agent takes. */
  readonly maxReplyBytes: number;
  /** The longest text that a pipe carries at all. */
  readonly maxTextBytes: number;
  /** Texts of one end that are being answered at once. */
  readonly maxPending: number;
  /** An agent reads no more as long as so much of what it said is unread. */
  readonly unreadBytes: number;
  /** Nothing more is written to an end that has left so much unread. */
  readonly maxWaitingBytes: number;
  /** How long an agent waits for the hub's first word before it goes on as if there were none. */
  readonly helloMs: number;
  /** How long an agent whose pipe has ended waits for answers that are being made, and for a reader of what it said. */
  readonly closingMs: number;
  /** Lines in a row that mean nothing, and bytes of them, after which an end is cut off. */
  readonly rubbishLines: number;
  readonly rubbishBytes: number;
  /** How often an end that says what means nothing is complained of. */
  readonly complainMs: number;
}

/** The limits unless told otherwise. */
export const STDIO_LIMITS: StdioLimits = {
  maxRequestBytes: NETWORK_LIMITS.requestBytes,
  maxReplyBytes: NETWORK_LIMITS.requestBytes,
  maxTextBytes: NETWORK_LIMITS.listBytes,
  maxPending: NETWORK_LIMITS.pendingRequests,
  unreadBytes: 1_048_576,
  maxWaitingBytes: 16_777_216,
  helloMs: 1_000,
  closingMs: 5_000,
  rubbishLines: 1_000,
  rubbishBytes: 16_777_216,
  complainMs: 10_000,
};

const MOST_BYTES_OF_A_CHARACTER = 3;

/** Whether a text has more bytes than this; counted only where its length leaves it open. */
export function isLonger(text: string, maxBytes: number): boolean {
  return text.length * MOST_BYTES_OF_A_CHARACTER > maxBytes && Buffer.byteLength(text) > maxBytes;
}
