/** The state of a league: a fold over its events, so that a restart, a replay and a test are the same function. */
import { withHabits } from '../../../SHARED/contracts/dialects/wrappings.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { type AgentEvent, type AgentState, agentLife, type LeagueState } from '../../../SHARED/contracts/states.ts';
import { next } from '../../../SHARED/core/machine.ts';
import type { LeagueRules } from '../settings.ts';
import { type Format, type Pairing, type Played, sizeIn } from '../tournament/format.ts';
import { openedPairing, scheduleIn, startedFormat } from '../tournament/formats.ts';
import * as standings from '../tournament/standings.ts';
import { confirmed, registered } from './agent_entries.ts';
import { type Conducts, noteConduct, noteSeen, withBreaches } from './conduct_tally.ts';
import type { AgentRegistered, AgentRemoved, LeagueEvent, LeagueStarted, MatchDecided } from './events.ts';
import { emptyFigures, type Figures, noteFigures } from './figures.ts';
import { PackedMatchStore } from './match_store.ts';

/** An agent that takes part: what it registered with, and what has become of it. */
export interface Agent extends Omit<AgentRegistered, 'type' | 'at' | 'agent_id' | 'reclaimed'> {
  readonly id: string;
  /** Valid until the newest token is first used. */
  readonly former_token_sha256: string | undefined;
  readonly token_used: boolean;
  readonly state: AgentState;
  /** Matches in a row that ended by its own silence. */
  readonly failures: number;
  /** That it takes part no longer, why, and whether its results count. */
  readonly removed?: Pick<AgentRemoved, 'reason' | 'by' | 'counted'>;
  /** Why the operator suspended it; until it is readmitted. */
  readonly suspended?: string;
  /** Since when it is suspended, given up or removed. */
  readonly since?: string | undefined;
  /** The endpoint that the operator gave its seat, until it registers. */
  readonly granted?: string;
  /** How its own registration was written, until its token is used: somebody without it has registered in another way. */
  readonly own?: Pick<AgentRegistered, 'dialect' | 'dialects' | 'echo'>;
}

export interface Match {
  readonly pairing: Pairing;
  readonly seed: string;
  readonly referee_id: string;
  readonly epoch: number;
  readonly decided: MatchDecided | undefined;
}

export interface Round {
  readonly round_id: number;
  readonly opened_at: string;
  readonly closed_at: string | undefined;
  readonly matches: readonly string[];
  readonly decided: number;
}

export interface League {
  run_id: string;
  league_id: string;
  game_type: string;
  created_at: string;
  seeded: boolean;
  phase: LeagueState;
  /** From the start on. */
  start: LeagueStarted | undefined;
  format: Format | undefined;
  players: readonly string[];
  /** Ids that are in the schedule for players that come late; one that has come is in `players` as well. */
  late_places: readonly string[];
  /** Why the operator holds the league, if so. */
  paused: string | undefined;
  /** How many agents were removed. */
  removals: number;
  /** Meetings of rounds that were opened without them: of a place that nobody had taken, or of no worth. */
  unplayed: number;
  /** From the start on. */
  rules: LeagueRules | undefined;
  /** Where the newest manager listens. */
  manager_address: string;
  champion: string | null;
  started_at: string | undefined;
  closed_at: string | undefined;
  /** Whether every agent has been told how it ended. */
  told: boolean;
  /** When the last event happened. */
  updated_at: string;
  readonly agents: Map<string, Agent>;
  readonly matches: PackedMatchStore<Match>;
  /** How many results are a referee's word alone. */
  unverified: number;
  readonly rounds: Map<number, Round>;
  readonly tallies: standings.Tallies;
  /** How each agent has kept to the protocol, where anything is known of it. */
  readonly conduct: Conducts;
  /** How all decided matches went, in figures. */
  readonly figures: Figures;
  /** The matches of each player that were opened, in their order. */
  readonly matchesOf: Map<string, string[]>;
  /** League points each player took from each opponent, over all their meetings. */
  readonly pointsAgainst: standings.PointsAgainst;
  /** The players that a result suspended, gave up or brought back, by the match; with their failures in a row. */
  readonly turns: Map<string, readonly Turn[]>;
  /** How many events made this state. */
  sequence: number;
}

type Turn = Pick<Agent, 'id' | 'state' | 'failures'>;

/** After so many failed matches in a row a player is suspended, and after so many given up (DECISIONS section 7). */
const SUSPENDED_AFTER = 3;
const GIVEN_UP_AFTER = 10;
const SILENCES: ReadonlySet<string> = new Set(['timeout', 'unreachable', 'bad_answer']);

export function newLeague(): League {
  return {
    run_id: '',
    league_id: '',
    game_type: '',
    created_at: '',
    seeded: false,
    phase: 'WAITING_FOR_REGISTRATIONS',
    start: undefined,
    format: undefined,
    players: [],
    late_places: [],
    paused: undefined,
    removals: 0,
    unplayed: 0,
    rules: undefined,
    manager_address: '',
    champion: null,
    started_at: undefined,
    closed_at: undefined,
    told: false,
    updated_at: '',
    agents: new Map(),
    matches: new PackedMatchStore(),
    unverified: 0,
    rounds: new Map(),
    tallies: new Map(),
    conduct: new Map(),
    figures: emptyFigures(),
    matchesOf: new Map(),
    pointsAgainst: new Map(),
    turns: new Map(),
    sequence: 0,
  };
}

/** Applies an event to a league. The league of a manager is changed by nothing else. */
export function apply(league: League, event: LeagueEvent): void {
  league.sequence += 1;
  league.updated_at = event.at;
  switch (event.type) {
    case 'league_created':
      league.run_id = event.run_id;
      league.league_id = event.league_id;
      league.game_type = event.game_type;
      league.created_at = event.at;
      league.seeded = event.seeded;
      return;
    case 'manager_started':
      league.manager_address = event.address;
      return;
    case 'agent_registered':
      if (league.phase === 'RUNNING_LEAGUE' && event.role === 'player' && !league.agents.has(event.agent_id))
        league.players = [...league.players, event.agent_id];
      league.agents.set(event.agent_id, registered(league, event));
      if (event.role === 'player' && !league.tallies.has(event.agent_id))
        league.tallies.set(event.agent_id, standings.emptyTally());
      return;
    case 'token_confirmed': {
      const agent = league.agents.get(event.agent_id);
      if (agent !== undefined) league.agents.set(agent.id, confirmed(agent));
      return;
    }
    case 'endpoint_settled':
      change(league, event.agent_id, () => ({ address: event.address }));
      return;
    case 'agent_recovered':
      advance(league, event.agent_id, 'recover');
      return;
    case 'violation_noted':
      noteSeen(league.conduct, event.agent_id, event);
      return;
    case 'habits_noted':
      change(league, event.agent_id, ({ echo }) => ({ echo: withHabits(echo, event.habits) }));
      return;
    case 'agent_removed':
      remove(league, event);
      return;
    case 'agent_suspended':
      change(league, event.agent_id, () => ({ suspended: event.reason, since: event.at }));
      advance(league, event.agent_id, 'timeout');
      return;
    case 'agent_readmitted': {
      const { endpoint: granted } = event;
      const { suspended: _, since: __, ...agent } = league.agents.get(event.agent_id) as Agent;
      league.agents.set(agent.id, { ...agent, failures: 0, ...(granted === undefined ? {} : { granted }) });
      advance(league, agent.id, 'recover');
      return;
    }
    case 'league_paused':
    case 'league_unpaused':
      league.paused = event.type === 'league_paused' ? event.reason : undefined;
      return;
    case 'league_started':
      league.phase = 'RUNNING_LEAGUE';
      league.started_at = event.at;
      league.players = event.players;
      league.late_places = event.late_places ?? [];
      league.rules = { ...event.rules, schedule: scheduleIn(event) };
      league.start = event;
      league.format = startedFormat(event);
      for (const { id, suspended } of league.agents.values()) {
        advance(league, id, 'league_start');
        if (suspended !== undefined) advance(league, id, 'timeout');
      }
      return;
    case 'round_opened': {
      for (const opened of event.matches) {
        const { match_id, seed, referee_id } = opened;
        const pairing = openedPairing(league, event.round_id, opened);
        if (pairing === undefined) throw new Error(`match ${match_id} was opened, and nothing says for which players`);
        league.matches.set(match_id, { pairing, seed, referee_id, epoch: 1, decided: undefined });
        listMatch(league, match_id, pairing.seats);
      }
      const matches = event.matches.map(({ match_id }) => match_id);
      const { round_id, at: opened_at } = event;
      league.unplayed += (sizeIn(league.format, round_id) ?? matches.length) - matches.length;
      league.rounds.set(round_id, { round_id, opened_at, closed_at: undefined, matches, decided: 0 });
      return;
    }
    case 'match_reassigned': {
      const match = league.matches.get(event.match_id);
      if (match !== undefined && match.decided === undefined)
        league.matches.set(event.match_id, { ...match, referee_id: event.referee_id, epoch: event.epoch });
      return;
    }
    case 'match_decided':
      decide(league, event);
      return;
    case 'round_closed': {
      const round = league.rounds.get(event.round_id);
      if (round !== undefined) league.rounds.set(event.round_id, { ...round, closed_at: event.at });
      // The round before: of the one that closes now every agent is about to be told.
      const former = league.rounds.get(event.round_id - 1);
      if (former !== undefined) league.matches.close(former.matches);
      return;
    }
    case 'league_closed':
      league.phase = 'LEAGUE_COMPLETE';
      league.closed_at = event.at;
      league.champion = event.champion;
      return;
    case 'end_told':
      league.told = true;
      return;
  }
}

/** Adds a match to the lists of its players. */
export function listMatch({ matchesOf }: League, match_id: string, player_ids: readonly string[]): void {
  for (const id of player_ids) {
    const listed = matchesOf.get(id);
    if (listed === undefined) matchesOf.set(id, [match_id]);
    else listed.push(match_id);
  }
}

function decide(league: League, event: MatchDecided): void {
  const match = league.matches.get(event.match_id);
  if (match === undefined || match.decided !== undefined) return;
  league.matches.set(event.match_id, { ...match, decided: event });
  if (!event.verified) league.unverified += 1;
  const round = league.rounds.get(match.pairing.round_id);
  if (round !== undefined) league.rounds.set(round.round_id, { ...round, decided: round.decided + 1 });
  if (isOfWorth(league, match.pairing.seats)) countIn(league, match.pairing, event, 1);
  for (const player_id of match.pairing.seats) judgeReliability(league, player_id, event);
  noteFigures(league.figures, event.result.details);
  noteConduct(league.conduct, match.pairing.seats, event.match_id, event.result.details);
}

/** Counts a result in the table of a league, or of a copy of one, or takes it out again. */
export function countIn(league: League, { seats }: Pairing, { result }: MatchDecided, times: 1 | -1): void {
  const { winner, score, details } = result;
  const at_fault = details.faults.map((fault) => fault.player_id);
  const both_lose = at_fault.length > 1 && league.rules?.double_forfeit === 'loss';
  standings.count(
    league.tallies,
    { players: seats, winner, status: details.status, score, at_fault, both_lose },
    times,
  );
  const [a, b] = seats;
  standings.addPoints(league.pointsAgainst, a, b, times * (score[a] ?? 0));
  standings.addPoints(league.pointsAgainst, b, a, times * (score[b] ?? 0));
}

/** Before the start an agent just leaves, unless it broke a rule; later its results count, or none of them ever did. */
function remove(league: League, { agent_id, at: since, reason, by, counted }: AgentRemoved): void {
  if (!counted) {
    for (const match_id of league.matchesOf.get(agent_id) ?? []) {
      const { pairing, decided } = league.matches.get(match_id) as Match;
      if (decided !== undefined && isOfWorth(league, pairing.seats)) countIn(league, pairing, decided, -1);
    }
  }
  if (league.phase === 'WAITING_FOR_REGISTRATIONS' && by === 'operator') league.tallies.delete(agent_id);
  league.removals += 1;
  change(league, agent_id, () => ({ removed: { reason, by, counted }, since }));
  advance(league, agent_id, 'error');
}

/** Whether a meeting of these is worth anything: both take part, or did for long enough. */
export function isOfWorth({ agents }: League, seats: Pairing['seats']): boolean {
  return seats.every((id) => agents.has(id) && agents.get(id)?.removed?.counted !== false);
}

/** Why a player forfeits whatever match it is given now; undefined where it plays. */
export function exclusionOf({ agents }: League, player_id: string): string | undefined {
  const { removed, suspended } = agents.get(player_id) ?? {};
  if (removed !== undefined)
    return `removed by ${removed.by === 'rule' ? 'a rule of the league' : 'the operator'}: ${removed.reason}`;
  return suspended === undefined ? undefined : `suspended by the operator: ${suspended}`;
}

/** Silence in a row suspends a player; any match it takes part in brings it back. */
function judgeReliability(league: League, player_id: string, { match_id, result }: MatchDecided): void {
  if (exclusionOf(league, player_id) !== undefined) return;
  const silent = result.details.faults.some((fault) => fault.player_id === player_id && SILENCES.has(fault.cause));
  const before = league.agents.get(player_id);
  const failures = silent ? (before?.failures ?? 0) + 1 : 0;
  if (before?.failures !== failures) change(league, player_id, () => ({ failures }));
  if (failures === 0) advance(league, player_id, 'recover');
  if (failures >= SUSPENDED_AFTER) advance(league, player_id, 'timeout');
  if (failures >= GIVEN_UP_AFTER) advance(league, player_id, 'max_fail');
  const { state } = league.agents.get(player_id) ?? {};
  if (state === undefined || state === before?.state) return;
  league.turns.set(match_id, [...(league.turns.get(match_id) ?? []), { id: player_id, state, failures }]);
}

function advance(league: League, agent_id: string, event: AgentEvent): void {
  const agent = league.agents.get(agent_id);
  const moved = agent && next<AgentState, AgentEvent>(agentLife, agent.state, event);
  if (moved?.ok !== true) return;
  const since = moved.value === 'ACTIVE' ? undefined : (agent?.since ?? league.updated_at);
  change(league, agent_id, () => ({ state: moved.value, since }));
}

function change(league: League, agent_id: string, by: (agent: Agent) => Partial<Agent>): void {
  const agent = league.agents.get(agent_id);
  if (agent !== undefined) league.agents.set(agent_id, { ...agent, ...by(agent) });
}

/** The result of a decided match, if it is decided. */
export function resultOf(league: League, match_id: string): MatchResult | undefined {
  return league.matches.get(match_id)?.decided?.result;
}

/** The agents of a role that have not been removed, in the order they registered. */
export function agentsOf(league: League, role: Agent['role']): readonly Agent[] {
  return [...league.agents.values()].filter((agent) => agent.role === role && agent.removed === undefined);
}

/** How many rounds the league has; where nothing says so beforehand, as many as were opened. */
export function totalRounds({ format, rounds }: League): number {
  return format?.outlook().rounds ?? rounds.size;
}

/** How many matches the league has, without those that are known to be left out; at least as many as were opened. */
export function totalMatches({ format, matches, unplayed }: League): number {
  const planned = format?.outlook().matches;
  return planned === undefined ? matches.size : planned - unplayed;
}

/** The rounds of a league so far, as its format sees them. */
export function playedIn(league: League): Played {
  return {
    rounds: league.rounds.size,
    round: (round_id) =>
      (league.rounds.get(round_id)?.matches ?? []).flatMap((match_id) => {
        const match = league.matches.get(match_id);
        if (match === undefined) return [];
        const { pairing, decided } = match;
        return decided === undefined ? [pairing] : [{ ...pairing, result: decided.result }];
      }),
  };
}

/** The final order: the format's own, or else the table. The first is champion. */
export function finalOrder(league: League, table: readonly standings.Row[]): readonly standings.Row[] {
  return league.format?.ranking?.(playedIn(league), table) ?? table;
}

/** The standings now; of a league that is over, the final order. */
export function tableOf(league: League): readonly standings.Row[] {
  const table = withBreaches(standings.rank(league.tallies, standings.rankOptionsOf(league)), league.conduct);
  return league.phase === 'LEAGUE_COMPLETE' ? finalOrder(league, table) : table;
}
