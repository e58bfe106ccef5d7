/** The paths of the league's data and logs. Names come from strangers, so only ids become parts of a path. */

import { join } from 'node:path';
import { isId } from '../core/ids.ts';
import { cut } from '../core/json.ts';

export type AgentRole = 'referee' | 'player';

/** Paths of the runtime data below a root such as SHARED/data. */
export function dataPaths(root: string) {
  const league = (leagueId: string) => join(root, 'leagues', id(leagueId));
  const agent = (role: AgentRole, agentId: string) => join(root, `${role}s`, id(agentId));
  return {
    /** The folder of all leagues. */
    leagues: join(root, 'leagues'),
    league,
    standings: (leagueId: string) => join(league(leagueId), 'standings.json'),
    rounds: (leagueId: string) => join(league(leagueId), 'rounds.json'),
    /** Earlier rounds of a long league, by the first of them. */
    roundsFrom: (leagueId: string, firstRound: number) =>
      join(league(leagueId), `rounds.${String(firstRound).padStart(5, '0')}.json`),
    agentsView: (leagueId: string) => join(league(leagueId), 'agents_config.json'),
    matches: (leagueId: string) => join(root, 'matches', id(leagueId)),
    match: (leagueId: string, matchId: string) => join(root, 'matches', id(leagueId), `${id(matchId)}.json`),
    history: (playerId: string) => join(agent('player', playerId), 'history.json'),
    /** The folder of the histories that are kept in segments. */
    histories: join(root, 'histories'),
    agents: (role: AgentRole) => join(root, `${role}s`),
    credentials: (role: AgentRole, agentId: string) => join(agent(role, agentId), 'credentials.json'),
    /** The seat of a player without a server, by the hash of its name. */
    seat: (nameHash: string) => join(root, 'seats', `${id(nameHash)}.json`),
    outbox: (refereeId: string) => join(agent('referee', refereeId), 'outbox.jsonl'),
    /** The folder of all runs that were put away, a folder for each league. */
    archives: join(root, 'archive'),
    /** The folder of a run that is over, named by the time it began. */
    archive: (leagueId: string, startedAt: string) =>
      join(root, 'archive', id(leagueId), id(startedAt.replace(/[:.]/g, '-'))),
  };
}

/** Paths of the logs below a root such as SHARED/logs. */
export function logPaths(root: string) {
  return {
    league: (leagueId: string) => join(root, 'league', id(leagueId), 'league.log.jsonl'),
    /** The folder of all agents’ own logs. */
    agents: join(root, 'agents'),
    agent: (agentId: string) => join(root, 'agents', `${id(agentId)}.log.jsonl`),
    /** A component’s own log: of a league, or of the system. */
    component: (component: string, leagueId?: string) =>
      join(
        root,
        leagueId === undefined ? 'system' : join('league', id(leagueId)),
        `${id(component.replace(':', '_'))}.log.jsonl`,
      ),
  };
}

function id(name: string): string {
  if (!isId(name)) throw new RangeError(`not an id: ${cut(JSON.stringify(name), 80)}`);
  return name;
}
