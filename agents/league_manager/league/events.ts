/** The events of a league's ledger: nothing else changes its state. */
import type { DialectName, Echo } from '../../../SHARED/contracts/dialects/dialect.ts';
import type { HabitName } from '../../../SHARED/contracts/dialects/habits.ts';
import type { PlayerKind } from '../../../SHARED/contracts/fields.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import type { Violation } from '../../../SHARED/contracts/violations.ts';
import type { LeagueRules } from '../settings.ts';
import type { Seats } from '../tournament/format.ts';

export interface LeagueCreated {
  readonly type: 'league_created';
  readonly at: string;
  readonly run_id: string;
  readonly league_id: string;
  readonly game_type: string;
  /** Draws come from a seed that was chosen: results are marked. */
  readonly seeded: boolean;
}

/** A manager took the league up, for the first time or again after it was stopped or killed. */
export interface ManagerStarted {
  readonly type: 'manager_started';
  readonly at: string;
  readonly address: string;
}

/** An agent came in, or came again with a new endpoint and token. */
export interface AgentRegistered {
  readonly type: 'agent_registered';
  readonly at: string;
  readonly role: 'player' | 'referee';
  readonly agent_id: string;
  readonly display_name: string;
  readonly version: string;
  /** Players: what plays; absent: a program. */
  readonly kind?: NonNullable<PlayerKind>;
  readonly endpoint: string;
  /** What the name in the endpoint stood for; it is called there and nowhere else. */
  readonly address?: string;
  /** It called from an IPv6 address, and is looked for there first: its `localhost` was not settled. */
  readonly from_ipv6?: true;
  readonly dialect: DialectName;
  readonly dialects: readonly DialectName[];
  /** What it calls by names of its own, and is told by them. */
  readonly echo?: Echo;
  readonly game_types: readonly string[];
  readonly batches: boolean;
  /** Referees: matches at once, and whether players may ask them for tickets. */
  readonly max_concurrent_matches: number;
  readonly tickets: boolean;
  readonly token_sha256: string;
  /** The address or network whose share of the places it takes; absent where places are not shared out. */
  readonly registered_from?: string;
  /** The hash of the invite code whose seat it has; absent where no code was asked for. */
  readonly code_sha256?: string;
  /** It has shown no token of its own: the tokens of its seat stay as they were. */
  readonly reclaimed?: true;
}

/** The newest token was used: the one before it is dead. */
export interface TokenConfirmed {
  readonly type: 'token_confirmed';
  readonly at: string;
  readonly agent_id: string;
}

/** An agent that registered with a `localhost` it did not listen at yet was found there; it is called there from then on. */
export interface EndpointSettled {
  readonly type: 'endpoint_settled';
  readonly at: string;
  readonly agent_id: string;
  readonly address: string;
}

/** A suspended player gave a sign of life. Its earlier failures still count. */
export interface AgentRecovered {
  readonly type: 'agent_recovered';
  readonly at: string;
  readonly agent_id: string;
}

/** The manager itself saw an agent break a rule of the protocol, so often by now; reports say what referees saw. */
export interface ViolationNoted {
  readonly type: 'violation_noted';
  readonly at: string;
  readonly agent_id: string;
  readonly kind: Violation;
  readonly count: number;
  readonly example: string;
  /** It was refused at its registration, and `agent_id` is its name and address; such agents are few and bounded. */
  readonly unregistered?: true;
}

/** An agent showed habits that it did not register with; messages to it heed them from then on. */
export interface HabitsNoted {
  readonly type: 'habits_noted';
  readonly at: string;
  readonly agent_id: string;
  readonly habits: readonly HabitName[];
}

/** An agent takes part no longer, for good: the operator said so, or a rule of the league. */
export interface AgentRemoved {
  readonly type: 'agent_removed';
  readonly at: string;
  readonly agent_id: string;
  readonly reason: string;
  readonly by: 'operator' | 'rule';
  /** Whether its results count in the table: half of its matches were decided before. */
  readonly counted: boolean;
}

/** The operator suspended an agent; nothing but `agent_readmitted` ends that. */
export interface AgentSuspended {
  readonly type: 'agent_suspended';
  readonly at: string;
  readonly agent_id: string;
  readonly reason: string;
}

/** The operator lets an agent play again, or gives its seat another endpoint. Its forfeits stand. */
export interface AgentReadmitted {
  readonly type: 'agent_readmitted';
  readonly at: string;
  readonly agent_id: string;
  readonly reason: string;
  /** Where its agent may register next without a token; absent: nothing of that kind was said. */
  readonly endpoint?: string;
}

/** The operator holds the league: no match is given out until `league_unpaused`. */
export interface LeaguePaused {
  readonly type: 'league_paused';
  readonly at: string;
  readonly reason: string;
}

export interface LeagueUnpaused {
  readonly type: 'league_unpaused';
  readonly at: string;
}

export interface LeagueStarted {
  readonly type: 'league_started';
  readonly at: string;
  /** In the order of the schedule. */
  readonly players: readonly string[];
  /** Ids of places that are drawn into the schedule behind the players, for players that come late. */
  readonly late_places?: readonly string[];
  /** As many as were known of beforehand. */
  readonly total_rounds?: number;
  readonly seats_matter: boolean;
  /** Kept with the league: it is played to its end by the rules it began with, though the league file may change. */
  readonly rules: LeagueRules;
}

/** A round with its secret seeds and first assignments, stored before it is announced. */
export interface RoundOpened {
  readonly type: 'round_opened';
  readonly at: string;
  readonly round_id: number;
  readonly matches: readonly {
    readonly match_id: string;
    readonly seed: string;
    readonly referee_id: string;
    /** Absent in leagues that began before it was kept: their seats follow from the schedule. */
    readonly seats?: Seats;
  }[];
}

export interface MatchReassigned {
  readonly type: 'match_reassigned';
  readonly at: string;
  readonly match_id: string;
  readonly referee_id: string;
  readonly epoch: number;
  /** A sentence of LOST_BY, with more of it where there is more, or what the referee itself said. */
  readonly why: string;
  /** Which of them; absent where the referee itself said why, and in ledgers of before it was kept. */
  readonly by?: LostBy;
}

export interface MatchDecided {
  readonly type: 'match_decided';
  readonly at: string;
  readonly match_id: string;
  readonly epoch: number;
  readonly referee_id: string;
  /** Winner, score and details, exactly as reported and checked. */
  readonly result: MatchResult;
  readonly verified: boolean;
  readonly record_sha256: string | null;
}

export interface RoundClosed {
  readonly type: 'round_closed';
  readonly at: string;
  readonly round_id: number;
}

export interface LeagueClosed {
  readonly type: 'league_closed';
  readonly at: string;
  readonly champion: string | null;
}

/** Every agent that listens has been told how the league ended; absent where the manager was gone before. */
export interface EndTold {
  readonly type: 'end_told';
  readonly at: string;
}

export type LeagueEvent =
  | LeagueCreated
  | ManagerStarted
  | AgentRegistered
  | TokenConfirmed
  | EndpointSettled
  | AgentRecovered
  | ViolationNoted
  | HabitsNoted
  | AgentRemoved
  | AgentSuspended
  | AgentReadmitted
  | LeaguePaused
  | LeagueUnpaused
  | LeagueStarted
  | RoundOpened
  | MatchReassigned
  | MatchDecided
  | RoundClosed
  | LeagueClosed
  | EndTold;

/**
 * Makes events happen, all or none: they hold from the call on, and are durable when it resolves. An event that
 * depends on those before it in the same call is given as a function.
 */
export type Commit = (...events: readonly (LeagueEvent | (() => LeagueEvent))[]) => Promise<void>;

/** How a referee loses a match, by its own doing or the operator's. */
export const LOST_BY = {
  refusedReport: 'its report was refused',
  endedLease: 'the lease ended without a sign of life',
  missingReport: 'no report in three times the clock of a player',
  leaving: 'its referee ends, and takes no further match',
  exclusion: 'its referee was removed, or suspended by the operator',
} as const;
export type LostBy = keyof typeof LOST_BY;

/** Why a referee loses a match. */
export type Loss = Pick<MatchReassigned, 'why' | 'by'>;
