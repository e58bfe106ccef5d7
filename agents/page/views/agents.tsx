/** The agents of a league: which are there, which are not, and how each of them speaks. */
import type { ComponentChildren } from 'preact';
import type { AgentRow, AgentsPage } from '../../../SHARED/contracts/api/league.ts';
import { Badge, type BadgeKind, Document, Empty, Pager, PlayerLink, Search, useTitle } from '../parts/parts.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { go, linkTo, place } from '../router.ts';
import { useDocument } from '../source.ts';
import { sentence, timeOfDay } from '../words.ts';

/** Rows of a page of agents. */
const LIMIT = 50;
const ROLES = { '': 'All', player: 'Players', referee: 'Referees' } as const;

/** The view of all agents. */
export function AgentsView() {
  useTitle('Agents');
  return (
    <>
      <h1 tabIndex={-1}>Agents</h1>
      <AgentList view="agents" />
    </>
  );
}

export interface AgentListProps {
  /** The place that the list is shown at. */
  readonly view: string;
  /** What can be done with an agent; absent: nothing. */
  readonly actions?: (agent: AgentRow) => ComponentChildren;
}

/** The agents, by role and name, page by page; search and page are part of the address. */
export function AgentList({ view, actions }: AgentListProps) {
  const { role = '', search = '', from = '0' } = place.value.query;
  const first = /^\d{1,9}$/.test(from) ? Number(from) : 0;
  const known = role === 'player' || role === 'referee' ? role : '';
  const shown = useDocument(
    'agents',
    {},
    { role: known, search, cursor: first === 0 ? '' : String(first), limit: LIMIT },
  );
  const at = (query: { readonly role?: string; readonly search?: string; readonly from?: number }) =>
    linkTo(view, undefined, { role: known, search, ...query });
  return (
    <section class="agents" aria-label="Agents">
      <div class="filters">
        <nav class="choice" aria-label="Roles">
          {Object.entries(ROLES).map(([each, name]) => (
            <a key={each} href={at({ role: each })} aria-current={each === known ? 'true' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <Search label="Find an agent" value={search} onSearch={(text) => go(at({ search: text }), true)} />
      </div>
      <Document of={shown}>
        {({ rows, total }: AgentsPage) => (
          <>
            {total === 0 ? (
              <Empty>{search === '' ? 'No agent has registered yet.' : `No agent is called “${search}”.`}</Empty>
            ) : (
              <Table
                caption={`Agents, ${total} in all`}
                hideCaption
                columns={columnsFor(rows, actions)}
                rows={rows}
                keyOf={({ agent_id }) => agent_id}
              />
            )}
            <Pager
              what="agents"
              {...{ first, shown: rows.length, total, limit: LIMIT }}
              hrefOf={(row) => at({ from: row })}
            />
          </>
        )}
      </Document>
    </section>
  );
}

function columnsFor(rows: readonly AgentRow[], actions: AgentListProps['actions']): Column<AgentRow>[] {
  const isOperators = rows.some(({ endpoint }) => endpoint !== undefined);
  return [
    { name: 'Agent', isHead: true, cell: (agent) => <AgentName agent={agent} /> },
    { name: 'Role', isExtra: true, cell: ({ role }) => role },
    { name: 'State', cell: (agent) => <AgentState agent={agent} /> },
    ...(actions === undefined ? [] : [{ name: 'What to do', cell: actions }]),
    { name: 'Speaks', isExtra: true, isLeast: true, cell: speechOf },
    { name: 'Habits', isExtra: true, isLeast: true, cell: ({ habits }) => habits.join('; ') || 'none' },
    { name: 'Version', isExtra: true, isLeast: true, cell: ({ version }) => version },
    ...(isOperators ? [{ name: 'Address', cell: ({ endpoint }: AgentRow) => <code>{endpoint}</code> }] : []),
  ];
}

/** An agent by name and id; a player leads to its own view. */
function AgentName({ agent: { agent_id, role, display_name } }: { readonly agent: AgentRow }) {
  if (role === 'player') return <PlayerLink id={agent_id} name={display_name} />;
  return (
    <>
      <bdi class="name">{display_name}</bdi> <span class="id">{agent_id}</span>
    </>
  );
}

/** The state of an agent, and whether it answers: in words. */
export function AgentState({ agent }: { readonly agent: AgentRow }) {
  const { kind, state, is_ready, mark, reason, since, silent_since, failure } = agent;
  return (
    <span class="states">
      {kind !== undefined && <Badge>{kind}</Badge>}
      {mark !== null && (
        <Badge kind="bad">
          {mark}
          {since !== null && <Since at={since} />}
        </Badge>
      )}
      {mark === null && <Badge kind={KINDS[state] ?? 'plain'}>{WORDS[state] ?? state.toLowerCase()}</Badge>}
      {is_ready === true && <Badge kind="good">ready</Badge>}
      {(is_ready === false || silent_since !== null) && (
        <Badge kind="bad">
          no usable answer
          {silent_since !== null && <Since at={silent_since} />}
        </Badge>
      )}
      {mark !== null && reason !== null && <span class="note">{sentence(reason)}</span>}
      {failure !== null && <span class="note">{sentence(failure)}</span>}
    </span>
  );
}

const KINDS: { readonly [state: string]: BadgeKind } = { ACTIVE: 'good', REGISTERED: 'plain', SUSPENDED: 'bad' };
const WORDS: { readonly [state: string]: string } = {
  ...{ INIT: 'registering', REGISTERED: 'registered', ACTIVE: 'active', SUSPENDED: 'suspended', SHUTDOWN: 'ended' },
};

function Since({ at }: { readonly at: string }) {
  return (
    <>
      {' '}
      since <time dateTime={at}>{timeOfDay(at)}</time>
    </>
  );
}

const DIALECTS: { readonly [dialect: string]: string } = {
  rpc: 'JSON-RPC with league.v2',
  flat: 'bare league.v2 messages',
  v1: 'bare messages of the first version',
};

/** The dialect of an agent in words. */
export function speechOf({ dialect }: AgentRow): string {
  return DIALECTS[dialect] ?? dialect;
}
