/** The document on the agents that registered. */
import type { AgentRow, AgentsPage } from '../../../SHARED/contracts/api/league.ts';
import { found, pageIn } from '../../../SHARED/contracts/api/paging.ts';
import { PAGE_ROWS } from '../../../SHARED/contracts/api/routes.ts';
import { HABITS } from '../../../SHARED/contracts/dialects/habits.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { ok, type Result } from '../../../SHARED/core/result.ts';
import type { Agent } from '../../league_manager/league/state.ts';
import { withoutAddresses } from '../../league_manager/public/public_league.ts';
import { silenceOf } from '../../league_manager/public/queries.ts';
import { markOf } from '../../league_manager/tournament/standings.ts';
import type { ShownLeague } from '../web.ts';
import type { DocumentQuery } from './documents.ts';
import { headOf } from './league.ts';

/** A page of the agents, referees first, in the order of ids; their addresses for the operator alone. */
export function agentsPage(shown: ShownLeague, query: DocumentQuery, isOperator: boolean): Result<AgentsPage, never> {
  const { league } = shown;
  const { role, search } = query;
  const all = [...league.agents.values()].filter((agent) => role === undefined || agent.role === role);
  all.sort((a, b) => Number(a.role === 'player') - Number(b.role === 'player') || byNaturalOrder(a.id, b.id));
  const page = pageIn(
    found(all, search, ({ id, display_name }) => [id, display_name]),
    query,
    PAGE_ROWS.usual,
  );
  return ok({ ...headOf(league), ...page, rows: page.rows.map((agent) => agentRow(shown, agent, isOperator)) });
}

/** One agent; its endpoint for the operator alone. */
export function agentRow({ league }: ShownLeague, agent: Agent, isOperator: boolean): AgentRow {
  const { id: agent_id, role, display_name, version, state, since = null, dialect, echo, endpoint } = agent;
  const { mark, reason } = withoutAddresses(markOf(agent) ?? silenceOf(agent, league) ?? { mark: null, reason: null });
  return {
    ...{ agent_id, role, display_name, version: withoutAddresses(version), state },
    is_ready: null,
    ...{ mark, reason, since, silent_since: null, dialect },
    habits: (echo?.habits ?? []).map((name) => HABITS[name].about),
    ...(isOperator ? { endpoint } : {}),
  };
}
