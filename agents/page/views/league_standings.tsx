/** The table of the league: place, movement, points, and what tells those apart who have as many. */
import type { LeagueDocument, TableRow } from '../../../SHARED/contracts/api/league.ts';
import { Badge, Document, Empty, Pager, PlayerLink, Search } from '../parts/parts.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { go, linkTo, place } from '../router.ts';
import { isSaved, useDocument } from '../source.ts';
import { DOUBLE_FORFEITS, meetingsOf, movementOf, orderIn } from '../words.ts';
import { Crown } from './league_head.tsx';

const LIMIT = 50;

/** The columns of the table; before the start there is nothing to count. */
export function standingsColumns({ champion, status }: LeagueDocument): readonly Column<TableRow>[] {
  if (status === 'waiting')
    return [
      {
        name: 'Registered so far',
        isHead: true,
        cell: (row) => <Named row={{ ...row, tie: null }} isChampion={false} />,
      },
    ];
  return [
    { name: '#', title: 'Rank', isNumber: true, cell: ({ rank }) => rank },
    { name: '▲▼', title: 'Places gained or lost since the round before', cell: Movement },
    {
      name: 'Player',
      isHead: true,
      cell: (row) => <Named row={row} isChampion={row.player_id === champion?.player_id} />,
    },
    { name: 'P', title: 'Played', isNumber: true, cell: ({ played }) => played },
    { name: 'W', title: 'Won', isNumber: true, isExtra: true, cell: ({ wins }) => wins },
    { name: 'D', title: 'Drawn', isNumber: true, isExtra: true, cell: ({ draws }) => draws },
    { name: 'L', title: 'Lost, by play or by forfeit', isNumber: true, isExtra: true, cell: ({ losses }) => losses },
    {
      name: 'Forfeits',
      title: 'Lost by forfeit',
      isNumber: true,
      isExtra: true,
      isLeast: true,
      cell: ({ technical_losses }) => <Trouble count={technical_losses} />,
    },
    {
      name: 'Violations',
      isNumber: true,
      isExtra: true,
      isLeast: true,
      cell: ({ violations }) => <Trouble count={violations} />,
    },
    { name: 'Points', isNumber: true, cell: ({ points }) => <strong>{points}</strong> },
  ];
}

function Movement({ movement }: Pick<TableRow, 'movement'>) {
  const { sign, said } = movementOf(movement);
  const way = Math.sign(movement ?? 0);
  return (
    <span class={`movement ${['down', '', 'up'][way + 1]}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="for-ears">{said}</span>
    </span>
  );
}

function Named({ row, isChampion }: { readonly row: TableRow; readonly isChampion: boolean }) {
  const { player_id, display_name, kind, mark, reason, tie } = row;
  return (
    <>
      <PlayerLink id={player_id} name={display_name} />{' '}
      {isChampion ? (
        <Badge kind="good">
          <Crown /> champion
        </Badge>
      ) : null}
      {kind === undefined ? null : <Badge>{kind}</Badge>}
      {mark === undefined ? null : <Badge kind="bad">{mark}</Badge>}
      {mark === undefined || reason === undefined ? null : <small class="tie">{reason}</small>}
      {tie === null ? null : <small class="tie">{tie}</small>}
    </>
  );
}

/** None of it is a dash: figures that matter stand out. */
function Trouble({ count }: { readonly count: number }) {
  return count === 0 ? <span class="none">0</span> : <strong class="bad">{count}</strong>;
}

export function StandingsTab({ league }: { readonly league: LeagueDocument }) {
  const { search = '', from = '0' } = place.value.query;
  const first = Math.max(0, Math.trunc(Number(from)) || 0);
  const page = useDocument('standings', {}, { limit: LIMIT, cursor: first === 0 ? '' : String(first), search });
  return (
    <section class="standings" aria-label="Standings">
      {league.players > 0 ? (
        <Search
          label="Find a player"
          value={search}
          onSearch={(text) => go(linkTo('', undefined, { search: text }), true)}
        />
      ) : null}
      <Document of={page}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <NoRows league={league} search={search} total={total} />
            ) : (
              <Table
                caption={`Standings of ${league.display_name}`}
                hideCaption
                columns={standingsColumns(league)}
                rows={rows}
                keyOf={({ player_id }) => player_id}
                rowClass={({ mark }) => (mark === 'removed' || mark === 'disqualified' ? 'marked' : '')}
              />
            )}
            <Pager
              what="the standings"
              first={first}
              shown={rows.length}
              total={total}
              limit={LIMIT}
              hrefOf={(to) => linkTo('', undefined, { search, from: to === 0 ? undefined : to })}
            />
            <Rules league={league} />
          </>
        )}
      </Document>
    </section>
  );
}

interface NoRowsProps {
  readonly league: LeagueDocument;
  readonly search: string;
  readonly total: number;
}

function NoRows({ league, search, total }: NoRowsProps) {
  if (total > 0) return <Empty>The table ends before this page.</Empty>;
  if (search !== '')
    return (
      <Empty>
        No player has <bdi>“{search}”</bdi> in its name or id.
      </Empty>
    );
  return <NoPlayers league={league} />;
}

/** That there is no player yet, and where they join if they still can. */
export function NoPlayers({ league }: { readonly league: LeagueDocument }) {
  return (
    <Empty>
      No player has registered yet.
      {league.is_playback || isSaved() ? null : (
        <>
          {' '}
          They join at <code>{`${window.location.origin}/mcp`}</code>
        </>
      )}
    </Empty>
  );
}

/** Who meets whom, what a result is worth, and what decides between equals. */
function Rules({ league: { scoring, outlook } }: { readonly league: LeagueDocument }) {
  const { win_points, draw_points, loss_points, technical_loss_points, double_forfeit } = scoring;
  return (
    <p class="rules">
      {outlook.about ?? meetingsOf(outlook)} A win is worth {win_points}, a draw {draw_points}, a loss {loss_points}, a
      forfeit {technical_loss_points}; a match that both forfeit counts as {DOUBLE_FORFEITS[double_forfeit]}.{' '}
      {orderIn(scoring)}
    </p>
  );
}
