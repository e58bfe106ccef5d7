/** The document on the agents that registered. */
import type { AgentRow, AgentsPage } from '../../../SHARED/contracts/api/league.ts';
import { found, PAGE_ROWS, pageIn } from '../../../SHARED/contracts/api/paging.ts';

import { HABITS } from '../../../SHARED/contracts/dialects/habits.ts';
import { faultSentence } from '../../../SHARED/contracts/messages/result.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { ok, type Result } from '../../../SHARED/core/result.ts';
import { type Agent, resultOf } from '../../league_manager/league/state.ts';
import { publicWords } from '../../league_manager/public/public_league.ts';
import { silenceOf } from '../../league_manager/public/queries.ts';
import { markOf } from '../../league_manager/tournament/standings.ts';
import type { ShownLeague } from '../web.ts';
import type { DocumentQuery } from './documents.ts';
import { headOf } from './league.ts';
import { openIds } from './matches.ts';

/** A page of the agents, referees first, in the order of ids; their addresses for the operator alone. */
export function agentsPage(shown: ShownLeague, query: DocumentQuery, isOperator: boolean): Result<AgentsPage, never> {
  const { league } = shown;
  const { role, search } = query;
  const how = { isOperator, open: openIds(league) };
  const all = [...league.agents.values()].filter((agent) => role === undefined || agent.role === role);
  all.sort((a, b) => Number(a.role === 'player') - Number(b.role === 'player') || byNaturalOrder(a.id, b.id));
  const page = pageIn(
    found(all, search, ({ id, display_name }) => [id, display_name]),
    query,
    PAGE_ROWS.usual,
  );
  return ok({ ...headOf(league), ...page, rows: page.rows.map((agent) => agentRow(shown, agent, how)) });
}

/** One agent; its endpoint for the operator alone. */
export function agentRow(
  shown: ShownLeague,
  agent: Agent,
  { isOperator, open }: { readonly isOperator: boolean; readonly open: ReadonlySet<string> },
): AgentRow {
  const { id: agent_id, role, display_name, kind, version, state, since = null, dialect, echo, endpoint } = agent;
  const { mark, reason } = publicWords(markOf(agent) ?? silenceOf(agent) ?? { mark: null, reason: null });
  return {
    ...{ agent_id, role, display_name, version: publicWords(version), state },
    ...(kind === undefined ? {} : { kind }),
    ...{ mark, reason, since, ...signOf(shown, agent, open), dialect },
    habits: (echo?.habits ?? []).map((name) => HABITS[name].about),
    ...(isOperator ? { endpoint } : {}),
  };
}

/** Whether an agent gave a usable answer when it was last asked, for a sign of life or in a match; since when and why not. */
function signOf({ league, live }: ShownLeague, { id, failures }: Agent, open: ReadonlySet<string>) {
  const matches = league.matchesOf.get(id) ?? [];
  const newest = matches.findLastIndex((match_id) => !open.has(match_id));
  if (newest < 0) {
    const last = live?.lastOf(id);
    if (last === undefined) return { ...ANSWERS, is_ready: null };
    return last === 'answered' ? ANSWERS : { ...ANSWERS, is_ready: false, silent_since: last.silent_since };
  }
  if (failures === 0) return ANSWERS;
  const { pairing } = league.matches.get(matches[newest - failures + 1] ?? '') ?? {};
  const fault = resultOf(league, matches[newest] ?? '')?.details.faults.find(({ player_id }) => player_id === id);
  return {
    is_ready: false,
    silent_since: league.rounds.get(pairing?.round_id ?? 0)?.opened_at ?? null,
    // What it said instead of an answer is evidence, and not for everybody.
    failure: fault === undefined ? null : faultSentence({ ...fault, evidence: {} }, 'It'),
  };
}

const ANSWERS = { is_ready: true, silent_since: null, failure: null };
