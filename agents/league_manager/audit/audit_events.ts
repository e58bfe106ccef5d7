/**
 * The audit of one event: whether it can have happened to a league as it stands. No event is believed for being written
 * down.
 */
import { HABIT_NAMES } from '../../../SHARED/contracts/dialects/habits.ts';
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { VIOLATION_KINDS } from '../../../SHARED/contracts/violations.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { sameJson } from '../../../SHARED/core/json.ts';
import type {
  AgentRegistered,
  LeagueEvent,
  LeagueStarted,
  MatchDecided,
  RoundOpened,
  ViolationNoted,
} from '../league/events.ts';
import {
  agentsOf,
  exclusionOf,
  finalOrder,
  isOfWorth,
  type League,
  type Match,
  playedIn,
  tableOf,
} from '../league/state.ts';
import { wouldCount } from '../play/forfeits.ts';
import type { LeagueRules } from '../settings.ts';
import type { Pairing } from '../tournament/format.ts';
import { scheduleFault, scheduleIn, startedFormat } from '../tournament/formats.ts';
import { championOf } from '../tournament/standings.ts';
import { ofMatch, type RecordedResult, resultFault } from './recorded_results.ts';

const SEED = /^[0-9a-f]{64}$/;

/**
 * The fault of the next event of a league; undefined when it follows from all before it. Where `later` is given, it is
 * handed a result that is right but for what has to be recomputed.
 */
export function eventFault(
  league: League,
  event: LeagueEvent,
  judge: Judge,
  later?: (result: RecordedResult) => void,
): string | undefined {
  if ((league.sequence === 0) !== (event.type === 'league_created')) return 'a league is created once, and first';
  switch (event.type) {
    case 'league_created':
    case 'manager_started':
      return undefined;
    case 'league_unpaused':
      return league.paused === undefined ? 'the league was not paused' : undefined;
    case 'agent_registered':
      return registrationFault(league, event);
    case 'agent_removed': {
      if (league.agents.get(event.agent_id)?.removed !== undefined) return `${event.agent_id} was removed before`;
      const fault = presenceFault(league, event.agent_id);
      const counted = wouldCount(league, event.agent_id);
      if (event.by === 'rule' && (league.conduct.get(event.agent_id)?.kinds.size ?? 0) === 0)
        return `${event.agent_id} broke no rule of the league`;
      // Before the start nothing in the ledger says what the league does.
      if (event.by === 'rule' && league.rules !== undefined && league.rules.violations !== 'disqualify')
        return 'the league counts breaches, and removes for none';
      if (fault !== undefined || counted === event.counted) return fault;
      return `the results of ${event.agent_id} ${counted ? 'count' : 'do not count'}, by the matches it had played`;
    }
    case 'agent_suspended':
    case 'agent_readmitted':
      return presenceFault(league, event.agent_id);
    case 'league_paused':
      return league.phase === 'LEAGUE_COMPLETE' ? 'the league was over' : undefined;
    case 'token_confirmed':
    case 'endpoint_settled':
      return league.agents.has(event.agent_id) ? undefined : `nobody is called ${event.agent_id}`;
    case 'agent_recovered':
      if (league.agents.get(event.agent_id)?.suspended !== undefined)
        return `${event.agent_id} was suspended by the operator`;
      return league.agents.get(event.agent_id)?.state === 'SUSPENDED'
        ? undefined
        : `${event.agent_id} was not suspended`;
    case 'violation_noted':
      return notedFault(league, event);
    case 'habits_noted': {
      const unknown = event.habits.find((name) => !HABIT_NAMES.includes(name));
      if (unknown !== undefined) return `${JSON.stringify(unknown)} is no habit`;
      return league.agents.has(event.agent_id) ? undefined : `nobody is called ${event.agent_id}`;
    }
    case 'league_started':
      return startFault(league, event);
    case 'round_opened':
      return openingFault(league, event);
    case 'match_reassigned':
      return fromMatch(league, event.match_id, (match) => {
        if (match.decided !== undefined) return 'it was decided before';
        return event.epoch === match.epoch + 1 ? undefined : `assignment ${event.epoch} follows ${match.epoch}`;
      });
    case 'match_decided':
      return fromMatch(league, event.match_id, (match) => {
        const fault = decisionFault(league, match, event);
        if (fault !== undefined) return fault;
        const { match_id, result, verified } = event;
        const recorded = { match_id, seed: match.seed, seats: match.pairing.seats, result, verified };
        if (later !== undefined) return void later(recorded);
        return resultFault(recorded, { game_type: league.game_type, rules: league.rules as LeagueRules }, judge);
      });
    case 'round_closed':
      return closingFault(league, event.round_id);
    case 'league_closed':
      return endFault(league, event.champion);
    case 'end_told':
      return league.phase === 'LEAGUE_COMPLETE' ? undefined : 'the league had not ended';
    default:
      return `nothing of that kind can happen: ${JSON.stringify((event as { readonly type?: unknown }).type)}`;
  }
}

function notedFault({ agents, conduct }: League, event: ViolationNoted): string | undefined {
  const { agent_id, kind, count, unregistered } = event;
  if (agents.has(agent_id) === (unregistered === true))
    return unregistered === true ? `${agent_id} is registered` : `nobody is called ${agent_id}`;
  if (!VIOLATION_KINDS.includes(kind)) return `${JSON.stringify(kind)} is no kind of breach`;
  const before = conduct.get(agent_id)?.noted.get(kind) ?? 0;
  return count > before ? undefined : `${agent_id}: ${count} of ${kind} cannot follow ${before}`;
}

/** Whether an agent is there to be spoken of, in a league that is not over. */
function presenceFault({ agents, phase }: League, agent_id: string): string | undefined {
  const agent = agents.get(agent_id);
  if (agent === undefined) return `nobody is called ${agent_id}`;
  if (agent.removed !== undefined) return `${agent_id} was removed before`;
  return phase === 'LEAGUE_COMPLETE' ? 'the league was over' : undefined;
}

/** Once a league has started a player that is new to it has one of its late places. */
function registrationFault({ agents, phase, late_places }: League, { role, agent_id }: AgentRegistered) {
  const known = agents.get(agent_id);
  if (known?.removed !== undefined) return `${agent_id} was removed before`;
  const isLate = known === undefined && role === 'player' && phase !== 'WAITING_FOR_REGISTRATIONS';
  if (!isLate) return undefined;
  if (!late_places.includes(agent_id)) return `${agent_id} came late, and no place was drawn for it`;
  const next = late_places.find((id) => !agents.has(id));
  return next === agent_id ? undefined : `${agent_id} came late, and the next place is ${next}`;
}

function startFault(league: League, event: LeagueStarted): string | undefined {
  const { players, late_places = [], total_rounds } = event;
  if (league.phase !== 'WAITING_FOR_REGISTRATIONS') return 'the league had started before';
  const registered = agentsOf(league, 'player').map(({ id }) => id);
  const isSame = sameJson([...players], registered.sort(byNaturalOrder));
  if (!isSame) return 'its players are not those who registered, in their order';
  if (late_places.some((id) => league.agents.has(id))) return 'a late place has the id of an agent';
  const schedule = scheduleIn(event);
  if (scheduleFault(schedule) !== undefined) return scheduleFault(schedule);
  const format = startedFormat(event);
  const { rounds } = format.outlook();
  return rounds === total_rounds ? undefined : `by its schedule it has ${rounds} rounds, not ${total_rounds}`;
}

function openingFault(league: League, { round_id, matches }: RoundOpened): string | undefined {
  if (round_id !== league.rounds.size + 1) return `round ${round_id} follows round ${league.rounds.size}`;
  if ([...league.rounds.values()].some(({ closed_at }) => closed_at === undefined)) return 'an earlier round is open';
  const pairings = league.format?.next(playedIn(league))?.filter(({ seats }) => isOfWorth(league, seats));
  if (pairings === undefined) return `by its format the league has no round ${round_id}`;
  for (let i = 0; i < Math.max(pairings.length, matches.length); i++) {
    const fault = pairingFault(matches[i], pairings[i]);
    if (fault !== undefined) return fault;
  }
  const wrong = matches.find(({ seed }) => !SEED.test(seed));
  return wrong === undefined ? undefined : `the seed of ${wrong.match_id} is none`;
}

/** Whether a match that was opened is the one the format paired at its place. */
function pairingFault(opened: RoundOpened['matches'][number] | undefined, paired: Pairing | undefined) {
  if (opened === undefined) return `match ${paired?.match_id} of the format was not opened`;
  if (opened.match_id !== paired?.match_id) return `match ${opened.match_id} is none of the format`;
  const { match_id, seats = paired.seats } = opened;
  if (sameJson([...seats], [...paired.seats])) return undefined;
  return `match ${match_id} is ${seats.join(' against ')}, by the format ${paired.seats.join(' against ')}`;
}

function fromMatch(league: League, match_id: string, fault: (match: Match) => string | undefined): string | undefined {
  const match = league.matches.get(match_id);
  const wrong = match === undefined ? 'it was never opened' : fault(match);
  return wrong === undefined ? undefined : ofMatch(match_id, wrong);
}

/** The fault of a decision, whatever the result. */
function decisionFault(league: League, match: Match, event: MatchDecided): string | undefined {
  if (match.decided !== undefined) return 'it was decided before';
  const isForfeit = event.referee_id === MANAGER_ID;
  const out = match.pairing.seats.filter((id) => exclusionOf(league, id) !== undefined);
  const { faults } = event.result.details;
  const found = faults.filter(({ cause }) => cause === 'excluded').map(({ player_id }) => player_id);
  if (!isForfeit && found.length > 0) return 'a referee says that a player does not play';
  if (!isForfeit && out.length > 0) return `a referee decided it, and ${out.join(' and ')} did not play`;
  if (isForfeit && (out.length === 0 || faults.length > found.length || !sameJson(found, out)))
    return `the manager decided it, and those that did not play are ${out.join(' and ') || 'none'}`;
  if (event.epoch !== match.epoch || (event.referee_id !== match.referee_id && !isForfeit)) {
    return `it was assigned to ${match.referee_id} (${match.epoch}), not to ${event.referee_id} (${event.epoch})`;
  }
  return undefined;
}

function closingFault(league: League, round_id: number): string | undefined {
  const round = league.rounds.get(round_id);
  if (round === undefined) return `round ${round_id} was never opened`;
  if (round.closed_at !== undefined) return `round ${round_id} was closed before`;
  const open = round.matches.find((match_id) => league.matches.get(match_id)?.decided === undefined);
  return open === undefined ? undefined : `round ${round_id} is closed, and ${open} is not decided`;
}

function endFault(league: League, champion: string | null): string | undefined {
  const isOpen = [...league.rounds.values()].some(({ closed_at }) => closed_at === undefined);
  const isOver = league.phase === 'RUNNING_LEAGUE' && !isOpen && league.format?.next(playedIn(league)) === undefined;
  if (!isOver) return 'rounds are still to play';
  const spared = league.rules?.violations === 'disqualify' ? spareOf(league) : undefined;
  if (spared !== undefined) return `${spared} broke a rule of the league, and was not removed`;
  const first = championOf(finalOrder(league, tableOf(league)));
  return first === champion ? undefined : `the champion is ${first}, not ${champion}`;
}

/** A player with a breach that takes part all the same. */
function spareOf(league: League): string | undefined {
  return agentsOf(league, 'player').find(({ id }) => (league.conduct.get(id)?.kinds.size ?? 0) > 0)?.id;
}
