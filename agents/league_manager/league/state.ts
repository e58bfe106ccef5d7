/** The state of a league: a fold over its events, so that a restart, a replay and a test are the same function. */
import { TIEBREAKERS } from '../../../SHARED/contracts/files/league.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { type AgentEvent, type AgentState, agentLife, type LeagueState } from '../../../SHARED/contracts/states.ts';
import { next } from '../../../SHARED/core/machine.ts';
import type { LeagueRules } from '../settings.ts';
import {
  type Format,
  MatchBook,
  type Pairing,
  type Played,
  plannedMatch,
  type ScheduleConfig,
} from '../tournament/format.ts';
import { formatOf, scheduleFault } from '../tournament/formats.ts';
import {
  type Conducts,
  count,
  emptyTally,
  noteConduct,
  noteSeen,
  type Row,
  rank,
  type Tallies,
  withBreaches,
} from '../tournament/standings.ts';
import type { AgentRegistered, LeagueEvent, LeagueStarted, MatchDecided, RoundOpened } from './events.ts';

/** An agent that takes part: what it registered with, and what has become of it. */
export interface Agent extends Omit<AgentRegistered, 'type' | 'at' | 'agent_id' | 'reclaimed'> {
  readonly id: string;
  /** Valid until the newest token is first used. */
  readonly former_token_sha256: string | undefined;
  readonly token_used: boolean;
  readonly state: AgentState;
  /** Matches in a row that ended by its own silence. */
  readonly failures: number;
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
  format: Format | undefined;
  players: readonly string[];
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
  readonly matches: MatchBook<Match>;
  /** How many results are a referee's word alone. */
  unverified: number;
  readonly rounds: Map<number, Round>;
  readonly tallies: Tallies;
  /** How each agent has kept to the protocol, where anything is known of it. */
  readonly conduct: Conducts;
  /** The matches of each player that were opened, in their order. */
  readonly matchesOf: Map<string, string[]>;
  /** League points each player took from each opponent, over all their meetings. */
  readonly pointsAgainst: Map<string, Map<string, number>>;
  /** How many events made this state. */
  sequence: number;
}

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
    format: undefined,
    players: [],
    rules: undefined,
    manager_address: '',
    champion: null,
    started_at: undefined,
    closed_at: undefined,
    told: false,
    updated_at: '',
    agents: new Map(),
    matches: new MatchBook(),
    unverified: 0,
    rounds: new Map(),
    tallies: new Map(),
    conduct: new Map(),
    matchesOf: new Map(),
    pointsAgainst: new Map(),
    sequence: 0,
  };
}

/** What an event makes of a league. The only function that changes one. */
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
      league.agents.set(event.agent_id, registered(league, event));
      if (event.role === 'player' && !league.tallies.has(event.agent_id))
        league.tallies.set(event.agent_id, emptyTally());
      return;
    case 'token_confirmed':
      change(league, event.agent_id, () => ({ token_used: true, former_token_sha256: undefined }));
      return;
    case 'endpoint_settled':
      change(league, event.agent_id, () => ({ address: event.address }));
      return;
    case 'agent_recovered':
      advance(league, event.agent_id, 'recover');
      return;
    case 'violation_noted':
      noteSeen(league.conduct, event.agent_id, event);
      return;
    case 'league_started':
      league.phase = 'RUNNING_LEAGUE';
      league.started_at = event.at;
      league.players = event.players;
      league.rules = { ...event.rules, schedule: scheduleIn(event) };
      league.format = startedFormat(event);
      for (const id of league.agents.keys()) advance(league, id, 'league_start');
      return;
    case 'round_opened': {
      for (const opened of event.matches) {
        const { match_id, seed, referee_id } = opened;
        const pairing = openedPairing(league, event.round_id, opened);
        if (pairing === undefined) throw new Error(`match ${match_id} was opened, and nothing says for which players`);
        league.matches.set(match_id, { pairing, seed, referee_id, epoch: 1, decided: undefined });
        for (const id of pairing.seats) listed(league.matchesOf, id).push(match_id);
      }
      const matches = event.matches.map(({ match_id }) => match_id);
      league.rounds.set(event.round_id, {
        round_id: event.round_id,
        opened_at: event.at,
        closed_at: undefined,
        matches,
        decided: 0,
      });
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
      if (former !== undefined && former.decided === former.matches.length)
        league.matches.pack(former.round_id, former.matches);
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

/** The schedule of a league that has started; one that began before schedules were kept is a single round robin. */
export function scheduleIn({ rules, total_rounds }: LeagueStarted): ScheduleConfig {
  if (rules.schedule !== undefined) return rules.schedule;
  const once = { algorithm: 'round_robin', legs: 1 };
  return total_rounds === undefined ? once : { ...once, max_rounds: total_rounds };
}

/** The format a league started with; throws where there is none of that name. */
export function startedFormat(event: LeagueStarted): Format {
  const schedule = scheduleIn(event);
  const format = formatOf(schedule, { players: event.players, seatsMatter: event.seats_matter });
  if (format === undefined) throw new Error(scheduleFault(schedule));
  return format;
}

/** The pairing of a match that was opened; where its seats are not written down, they are those that were planned. */
export function openedPairing(
  { format }: League,
  round_id: number,
  { match_id, seats }: RoundOpened['matches'][number],
): Pairing | undefined {
  if (seats !== undefined) return { match_id, round_id, seats };
  return format === undefined ? undefined : plannedMatch(format, match_id);
}

function listed(lists: Map<string, string[]>, key: string): string[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: string[] = [];
  lists.set(key, made);
  return made;
}

function registered(league: League, event: AgentRegistered): Agent {
  const { type: _type, at: _at, agent_id, reclaimed, ...rest } = event;
  const former = league.agents.get(agent_id);
  const started = league.phase === 'RUNNING_LEAGUE';
  if (reclaimed === true && former !== undefined) {
    const { id, former_token_sha256, token_used, state, failures } = former;
    return { ...rest, id, former_token_sha256, token_used, state, failures };
  }
  return {
    ...rest,
    id: agent_id,
    // Of several answers that got lost none counts: what the agent holds is the last token it ever used.
    former_token_sha256: former?.token_used === true ? former.token_sha256 : former?.former_token_sha256,
    token_used: false,
    state: former?.state ?? (started ? 'ACTIVE' : 'REGISTERED'),
    failures: former?.failures ?? 0,
  };
}

function decide(league: League, event: MatchDecided): void {
  const match = league.matches.get(event.match_id);
  if (match === undefined || match.decided !== undefined) return;
  league.matches.set(event.match_id, { ...match, decided: event });
  if (!event.verified) league.unverified += 1;
  const round = league.rounds.get(match.pairing.round_id);
  if (round !== undefined) league.rounds.set(round.round_id, { ...round, decided: round.decided + 1 });
  const { winner, score, details } = event.result;
  const at_fault = details.faults.map((fault) => fault.player_id);
  const both_lose = at_fault.length > 1 && league.rules?.double_forfeit === 'loss';
  count(league.tallies, { players: match.pairing.seats, winner, status: details.status, score, at_fault, both_lose });
  const [a, b] = match.pairing.seats;
  addPoints(league, a, b, score[a] ?? 0);
  addPoints(league, b, a, score[b] ?? 0);
  for (const player_id of match.pairing.seats) judgeReliability(league, player_id, event.result);
  noteConduct(league.conduct, match.pairing.seats, event.match_id, event.result.details);
}

function addPoints({ pointsAgainst }: League, player_id: string, opponent_id: string, points: number): void {
  const against = pointsAgainst.get(player_id) ?? new Map<string, number>();
  pointsAgainst.set(player_id, against.set(opponent_id, (against.get(opponent_id) ?? 0) + points));
}

/** Silence in a row suspends a player; any match it takes part in brings it back. */
function judgeReliability(league: League, player_id: string, result: MatchResult): void {
  const silent = result.details.faults.some((fault) => fault.player_id === player_id && SILENCES.has(fault.cause));
  const failures = silent ? (league.agents.get(player_id)?.failures ?? 0) + 1 : 0;
  change(league, player_id, () => ({ failures }));
  if (failures === 0) advance(league, player_id, 'recover');
  if (failures >= SUSPENDED_AFTER) advance(league, player_id, 'timeout');
  if (failures >= GIVEN_UP_AFTER) advance(league, player_id, 'max_fail');
}

function advance(league: League, agent_id: string, event: AgentEvent): void {
  change(league, agent_id, (agent) => {
    const moved = next<AgentState, AgentEvent>(agentLife, agent.state, event);
    return moved.ok ? { state: moved.value } : {};
  });
}

function change(league: League, agent_id: string, by: (agent: Agent) => Partial<Agent>): void {
  const agent = league.agents.get(agent_id);
  if (agent !== undefined) league.agents.set(agent_id, { ...agent, ...by(agent) });
}

/** The result of a decided match, if it is decided. */
export function resultOf(league: League, match_id: string): MatchResult | undefined {
  return league.matches.get(match_id)?.decided?.result;
}

/** The agents of a role, in the order they registered. */
export function agentsOf(league: League, role: Agent['role']): readonly Agent[] {
  return [...league.agents.values()].filter((agent) => agent.role === role);
}

/** How many rounds the league has; where nothing says so beforehand, as many as were opened. */
export function totalRounds({ format, rounds }: League): number {
  return format?.outlook().rounds ?? rounds.size;
}

/** How many matches the league has; where nothing says so beforehand, as many as were opened. */
export function totalMatches({ format, matches }: League): number {
  return format?.outlook().matches ?? matches.size;
}

/** What a league has played so far, as its format sees it. */
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
export function finalOrder(league: League, table: readonly Row[]): readonly Row[] {
  return league.format?.ranking?.(playedIn(league), table) ?? table;
}

/** The standings now; of a league that is over, the final order. */
export function tableOf(league: League): readonly Row[] {
  const table = tallied(league);
  return league.phase === 'LEAGUE_COMPLETE' ? finalOrder(league, table) : table;
}

function tallied(league: League): readonly Row[] {
  const table = rank(league.tallies, {
    tiebreakers: league.rules?.scoring.tiebreakers ?? TIEBREAKERS,
    nameOf: (id) => league.agents.get(id)?.display_name ?? id,
    pointsAgainst: (player_id, opponent_id) => league.pointsAgainst.get(player_id)?.get(opponent_id),
  });
  return withBreaches(table, league.conduct);
}
