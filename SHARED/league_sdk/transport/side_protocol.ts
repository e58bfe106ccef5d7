/**
 * A second protocol at an agent's address, such as MCP: it takes the texts that are its own before the league reads
 * them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from './transport.ts';

/** One conversation over a pipe, line by line, from the first text that was wanted until the pipe ends. */
export interface LineTalk {
  receive(text: string): void;
  close(): void;
}

/** A request over HTTP, beside its head and body. */
export interface HttpAsked {
  readonly origin: Origin;
  /**
   * To be called when the request has had its turn: until then it is one of those that are being read or answered, of
   * which there is a limit; from then on it only waits, and how many may do that is for its holder to say.
   */
  readonly settled: () => void;
  /** The body, read within the limits of messages; undefined where it was refused, or the caller hung up. To be called once, where nothing has read it. */
  readonly body?: () => Promise<string | undefined>;
  /** Another server of the same league has passed it on, in the name of its origin. */
  readonly isPassedOn?: boolean;
}

/** Is asked about every text before the listener's own `answer` gets it. */
export interface SideProtocol {
  /**
   * Whether a text is for it. `hinted` when the carrier itself says that the caller speaks the other protocol; without
   * a hint the test must be quick, for nearly every text is not for it.
   */
  wants(text: string, hinted: boolean): boolean;
  /** Answers a request over HTTP whose body, where it has one, is read already; resolves when it is over. Never rejects. */
  http(request: IncomingMessage, response: ServerResponse, text: string | undefined, asked: HttpAsked): Promise<void>;
  /** Begins a conversation over a pipe; `send` takes one line without its end. */
  lines(send: (text: string) => void, origin: Origin): LineTalk;
  /** Ends all conversations. */
  close(): Promise<void>;
}
