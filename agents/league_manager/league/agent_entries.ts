/** The entry of an agent after its registration, and after the first use of its token. */
import type { AgentRegistered } from './events.ts';
import type { Agent, League } from './state.ts';

/** The agent that a registration makes; one that shows no token leaves all alone but what it may change. */
export function registered(league: League, event: AgentRegistered): Agent {
  const { type: _type, at: _at, agent_id, reclaimed, ...rest } = event;
  const former = league.agents.get(agent_id);
  const held = { since: former?.since, ...(former?.suspended === undefined ? {} : { suspended: former.suspended }) };
  if (reclaimed === true && former !== undefined) {
    const { id, former_token_sha256, token_used, state, failures } = former;
    const kept = { ...rest, ...held, id, former_token_sha256, token_used, state, failures };
    // Where the seat has moved, whoever uses its token has moved with it.
    const isElsewhere = rest.endpoint !== former.endpoint || rest.address !== former.address;
    return token_used || isElsewhere ? kept : { ...kept, own: former.own ?? writtenAs(former) };
  }
  return {
    ...rest,
    ...held,
    id: agent_id,
    // Of several answers that got lost none counts: what the agent holds is the last token it ever used.
    former_token_sha256: former?.token_used === true ? former.token_sha256 : former?.former_token_sha256,
    token_used: false,
    state: former?.state ?? (league.phase === 'RUNNING_LEAGUE' ? 'ACTIVE' : 'REGISTERED'),
    failures: former?.failures ?? 0,
  };
}

/** An agent that has used its newest token: dialects and habits are those it registered with, whoever came without it since. */
export function confirmed({ own, ...agent }: Agent): Agent {
  const used = { ...agent, token_used: true, former_token_sha256: undefined };
  if (own === undefined) return used;
  const { dialect: _dialect, dialects: _dialects, echo: _echo, ...rest } = used;
  return { ...rest, ...own };
}

function writtenAs({ dialect, dialects, echo }: Agent): NonNullable<Agent['own']> {
  return {
    ...{ dialect, dialects },
    ...(echo === undefined ? {} : { echo }),
  };
}
