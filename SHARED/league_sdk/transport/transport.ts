/** The transport every agent speaks through: it carries JSON texts and does not read them. */
import type { Monotonic } from '../../core/clock.ts';
import type { Result } from '../../core/result.ts';
import type { SideProtocol } from './side_protocol.ts';

/** The address of an agent. The scheme names the transport: http://…, stdio:P01, memory:P01. */
export type Address = string;

/** How a text got away, or did not: the time before that is the sender's own, but for the handshake. */
export interface Departure {
  /** How long the other side took to take a new connection, or has not taken it, while this process was awake. */
  readonly handshakeMs: number;
  /** How long this process stood still before the text had left, or until it was given up. */
  readonly stoodMs: number;
  /** When the newest asking began, of several by which one question was asked; the time before it took the other side. */
  readonly begun?: Monotonic;
}

export interface Reply {
  /** Absent when the other side had nothing to say (a notification). */
  readonly text: string | undefined;
  /** When our bytes had left; a fair deadline starts here. */
  readonly sentAt: Monotonic;
  /** Absent where no connection had to be opened and this process did not stand still. */
  readonly departure?: Departure;
  readonly receivedAt: Monotonic;
  /** No other text was ever sent by the same connection: whatever its id, the reply can belong to this one alone. */
  readonly alone?: true;
  /** Ends the line it came by, where one is kept: a reply that belongs to another request shifts all that follow. */
  readonly distrust?: () => void;
}

export type SendFailure = {
  /** UNREACHABLE: no listener there, or the line broke. REFUSED: an answer of the carrier itself, such as HTTP 503. */
  readonly code: 'UNREACHABLE' | 'DEADLINE_PASSED' | 'TOO_LARGE' | 'REFUSED';
  readonly detail: string;
  /** Of REFUSED: the status of an answer over HTTP; absent where nothing but the carrier has spoken. */
  readonly status?: number;
  /** Of REFUSED with a status from 400 on: the body, where there is one. */
  readonly text?: string;
  /** As of a reply. */
  readonly alone?: true;
  /** Of UNREACHABLE: the other side had taken the text, and ended the line before its answer was whole. */
  readonly hungUp?: true;
  /** Absent where nothing had left. */
  readonly sentAt?: Monotonic;
  readonly departure?: Departure;
  readonly failedAt: Monotonic;
};

export type ListenFailure = {
  readonly code: 'PORT_IN_USE' | 'INVALID_ADDRESS';
  readonly detail: string;
};

/** The facts about the sender of a text that are known before the text is read. */
export interface Origin {
  /** Its network address, without the port: 127.0.0.1, memory. */
  readonly address: string;
  /** The token that came beside the text, where the carrier has a place for one: an `Authorization: Bearer` header. */
  readonly bearer?: string;
  /** The invite code in the address that it called (`?code=`): registrations read it, and it proves nothing else. */
  readonly code?: string;
  /** The path that it called, where it is not the one that is listened at. */
  readonly path?: string;
  readonly receivedAt: Monotonic;
  /** Marks the answer as one to a caller over its rate limit, where the carrier has a sign for it (HTTP 429). */
  readonly tooMany?: () => void;
  /**
   * To be called by an answer that will wait for something to happen: from then on its request is none of those that
   * are being answered, of which there is a limit. Gives the signal that the sender has hung up, where the carrier knows.
   */
  readonly waits?: () => AbortSignal;
  /** Marks the answer as one to a request that could not be read, where the carrier has a sign for it (HTTP 400). */
  readonly unreadable?: () => void;
}

/** Why something that came was refused: the code of the league, of JSON-RPC or of the carrier, and what was wrong. */
export interface Refused {
  readonly code: string;
  readonly detail: string;
  /** Of a request that is JSON: the name its agent gives itself, empty where none, and its method and wrapping. */
  readonly sent?: { readonly name: string; readonly wrapping: string };
}

/** Hears of what was refused: what it was, as far as that could be told, why, and where it came from. */
export type OnRefused = (what: string, refused: Refused, origin: Origin) => void;

/** Answers one JSON text with another, or with nothing when none was asked for. Never rejects. */
export interface Answer {
  (text: string, from: Origin): Promise<string | undefined>;
  /** Hears of what the carrier refused before it was a text: another path, another kind of request. */
  readonly onRefused?: OnRefused;
  /** What would have been right, told to callers of paths without a listener. */
  readonly right?: string;
  /** Another path of the same host whose posts it takes, where the carrier has paths. */
  readonly alsoAt?: string;
}

export interface Listener {
  readonly address: Address;
  /** Stops listening; resolves when the address is free again. */
  close(): Promise<void>;
}

/** Hears when a reply came that nobody waits for any more. It is not read. */
export type OnLate = (at: Monotonic) => void;

/** The wishes of a sender; a carrier that does not have one goes without. */
export interface SendOptions {
  /** Hears when a reply came after its deadline, where the carrier still waits for it for a while. */
  readonly onLate?: OnLate | undefined;
  /** Over a connection of its own, which is not kept. */
  readonly alone?: boolean | undefined;
}

export interface Transport {
  /**
   * Delivers a text and brings back the reply, or says why not. The transport owns the timers; it never rejects.
   */
  send(to: Address, text: string, deadline: Monotonic, how?: SendOptions): Promise<Result<Reply, SendFailure>>;
  /**
   * Gives every incoming text to `answer` until the listener is closed. Several on one origin share a server, routed by
   * path. A side protocol gets what it wants first, where the carrier can carry it.
   */
  listen(at: Address, answer: Answer, side?: SideProtocol): Promise<Result<Listener, ListenFailure>>;
  /** Whether a listener takes a connection there: it is opened and closed without a word. */
  knock(to: Address, deadline: Monotonic): Promise<Result<void, SendFailure>>;
  /**
   * Whether an address is one of the network, where the address a caller calls from proves its identity; an address
   * that this transport does not know is one. Parties of a pipe or of one process are known by their wire.
   */
  isRemote(address: Address): boolean;
  /** Lets go of idle connections, so that a process can end. */
  close(): Promise<void>;
}
