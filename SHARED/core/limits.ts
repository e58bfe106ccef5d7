/** The limits on requests from the network: defaults of the configuration, and of servers without one. */
export const NETWORK_LIMITS = {
  /** Connections at once, in all. */
  connections: 20_000,
  /** Connections at once from one address: a class of 10,000 behind one router has room, and others too. */
  connectionsPerAddress: 12_000,
  /** Requests being read or answered at once; of one address its share. */
  pendingRequests: 10_000,
  /** Requests of one address in a second, for long; four times as many for a moment. */
  requestsPerSecPerAddress: 5_000,
  /** Bytes of a request to the manager: messages of agents are short. */
  requestBytes: 65_536,
  /** Bytes of a request to an agent: lists of the manager may be long. */
  listBytes: 1_048_576,
  /** Conversations of clients of MCP at once, in all. */
  mcpSessions: 1_000,
  /** And of one address: a class behind one router has room, and others too. */
  mcpSessionsPerAddress: 600,
  /** Requests of MCP being answered at once, streams included: every conversation may have one of each, and more. */
  mcpExchanges: 4_000,
  /** Messages of MCP of one address in a second, for long; four times as many for a moment. */
  mcpRequestsPerSecPerAddress: 200,
  /** Readers of the event stream at once, in all; of one address its share, which is a class behind one router. */
  readers: 1_000,
} as const;

/** The reason a request is not taken: the `caller` asks too much, or there is too much to do `here`. */
export type Overload = 'caller' | 'here';

const SHARE_OF_ONE_ADDRESS = 0.6;

/** The part of a shared resource that one address may use, so that some is always left to others. */
export function shareOfOneAddress(all: number): number {
  return Math.max(1, Math.floor(all * SHARE_OF_ONE_ADDRESS));
}

/** The limits on one address at the league manager's registration. */
export const REGISTRATION_LIMITS = {
  /** Registrations at once: a class of 10,000 behind one router gets in. */
  registrations: 10_000,
  registrationsPerMin: 600,
  wrongTokensPerMin: 60,
} as const;
/** Players that one address may register in a class league whose file does not say how many. */
export const PLAYERS_PER_ADDRESS = 4;
export type RegistrationLimits = { readonly [L in keyof typeof REGISTRATION_LIMITS]: number };

/** The limits on seats that clients of the manager hold: a seat is a place in the league. */
export const SEAT_LIMITS = {
  seats: 1_000,
  seatsPerAddress: 8,
  /** Attempts to take one, from one address: each that is let through starts a player. */
  joinsPerMin: 20,
} as const;
export type SeatLimits = { readonly [L in keyof typeof SEAT_LIMITS]: number };

/**
 * What a match may take, in multiples of the clock that each of its two players has (`max_match_sec`). Both clocks and
 * all that may be excused are less than what a run may take: only a fault of ours makes a run longer.
 */
export const MATCH_TIME = {
  /** The share of the time in which a message did not leave that is excused for each seat; the rest is charged to the seat. */
  excused: 0.25,
  /** A run that is not through by then is voided by its referee. */
  run: 2.75,
  /** A match without a report by then is taken from its referee. */
  report: 3,
} as const;
