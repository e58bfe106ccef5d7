/** LEAGUE_ERROR that an agent is told unasked: it was removed, suspended, readmitted or given up, or a match was taken from it. */
import { type ErrorCode, errorBody, refusal } from '../../../SHARED/contracts/errors.ts';
import type { AgentState } from '../../../SHARED/contracts/states.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { AgentReadmitted, LeagueEvent, LostBy, MatchDecided, MatchReassigned } from '../league/events.ts';
import { type Agent, exclusionOf, type League } from '../league/state.ts';
import type { Mailer } from './mailer.ts';

export interface NoticeOptions {
  readonly league: League;
  readonly mailer: Pick<Mailer, 'post'>;
  /** Resolves when everything committed so far is durable: nothing is told before. */
  readonly durable: () => Promise<void>;
}

/** What a referee is told that lost a match by its own doing; of the others it knows. */
const CODES: { readonly [B in LostBy]?: ErrorCode } = {
  refusedReport: 'E023',
  endedLease: 'E001',
  missingReport: 'E001',
};

/**
 * Listens to the commits of a league. Each event is told once and best effort: the mailer leaves out an agent whose
 * breaker is open, and a player that could not be reached in its last match is not written to.
 */
export function makeNotices({ league, mailer, durable }: NoticeOptions): (events: readonly LeagueEvent[]) => void {
  const states = new Map<string, AgentState>();
  const referees = new Map<string, string>();
  for (const { id, state } of league.agents.values()) states.set(id, state);
  for (const { pairing, referee_id, decided } of league.matches.unpacked())
    if (decided === undefined) referees.set(pairing.match_id, referee_id);

  function tell(agent_id: string, code: ErrorCode, what: string, details: JsonObject): void {
    const body = { league_id: league.league_id, ...errorBody(refusal(code, what)), details };
    // A manager that cannot write ends, and tells nothing.
    const nothing = () => undefined;
    void durable().then(() => mailer.post(agent_id, 'LEAGUE_ERROR', body), nothing);
  }

  function decided({ match_id, result }: MatchDecided): void {
    referees.delete(match_id);
    for (const player_id of league.matches.get(match_id)?.pairing.seats ?? []) {
      const agent = league.agents.get(player_id);
      if (agent === undefined || states.get(player_id) === agent.state) continue;
      states.set(player_id, agent.state);
      const isGone = result.details.faults.some(
        (fault) => fault.player_id === player_id && fault.cause === 'unreachable',
      );
      const what = exclusionOf(league, player_id) === undefined ? WORDS[agent.state] : undefined;
      const { failures } = agent;
      if (what !== undefined && !isGone) tell(player_id, 'E001', what(failures), { player_id, match_id, failures });
    }
  }

  function reassigned({ match_id, referee_id, epoch, why, by }: MatchReassigned): void {
    const former = referees.get(match_id);
    referees.set(match_id, referee_id);
    const code = by && CODES[by];
    if (former === undefined || code === undefined) return;
    tell(former, code, `match ${match_id} was assigned anew: ${why}`, { match_id, assignment_epoch: epoch });
  }

  function excluded(agent_id: string): void {
    const agent = league.agents.get(agent_id);
    if (agent === undefined) return;
    states.set(agent_id, agent.state);
    const why = `${agent_id} was ${exclusionOf(league, agent_id)}`;
    const isBeforeStart = agent.removed !== undefined && league.phase === 'WAITING_FOR_REGISTRATIONS';
    tell(agent_id, 'E006', isBeforeStart ? why : `${why}; ${costOf(agent)}`, { agent_id });
  }

  /** The code is that of what it ends: none is for good news. */
  function readmitted({ agent_id, reason, endpoint }: AgentReadmitted): void {
    const agent = league.agents.get(agent_id);
    if (agent === undefined) return;
    states.set(agent_id, agent.state);
    const seat = endpoint === undefined ? '' : `; its seat may be taken at ${endpoint}`;
    const forfeits = agent.role === 'player' ? '; what it forfeited stands' : '';
    tell(agent_id, 'E006', `${agent_id} is readmitted by the operator: ${reason}${seat || forfeits}`, { agent_id });
  }

  return (events) => {
    for (const event of events) {
      if (event.type === 'agent_removed' || event.type === 'agent_suspended') excluded(event.agent_id);
      if (event.type === 'agent_readmitted') readmitted(event);
      if (event.type === 'round_opened')
        for (const { match_id, referee_id } of event.matches) referees.set(match_id, referee_id);
      if (event.type === 'agent_recovered') states.set(event.agent_id, 'ACTIVE');
      if (event.type === 'match_reassigned') reassigned(event);
      if (event.type === 'match_decided') decided(event);
    }
  };
}

/** What follows for an agent that was removed or suspended. */
function costOf({ role, removed }: Agent): string {
  const until = removed === undefined ? ' until it is readmitted' : '';
  if (role === 'referee') return `its matches go to other referees${until}`;
  if (removed === undefined) return `its matches are forfeited${until}`;
  return removed.counted ? 'what it played counts, and the rest is forfeited' : 'none of its results count';
}

const WORDS: { readonly [S in AgentState]?: (failures: number) => string } = {
  SUSPENDED: (failures) =>
    `suspended after ${failures} matches in a row without a usable answer; an answer to ping, or in a match, ends it`,
  SHUTDOWN: (failures) => `given up after ${failures} matches in a row without a usable answer; nothing more is told`,
};
