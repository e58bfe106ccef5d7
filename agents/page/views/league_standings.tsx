/** The table of the league: place, movement, points, and what tells those apart who have as many. */
import type { LeagueDocument, TableRow } from '../../../SHARED/contracts/api/league.ts';
import { Document, Empty, Pager, PlayerLink, Search } from '../parts/parts.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { go, linkTo, place } from '../router.ts';
import { useDocument } from '../source.ts';

const LIMIT = 50;

const COLUMNS: readonly Column<TableRow>[] = [
  { name: '#', title: 'Rank', isNumber: true, cell: ({ rank }) => rank },
  {
    name: 'Player',
    isHead: true,
    cell: (row) => <PlayerLink id={row.player_id} name={row.display_name} />,
  },
  { name: 'P', title: 'Played', isNumber: true, cell: ({ played }) => played },
  { name: 'W', title: 'Won', isNumber: true, cell: ({ wins }) => wins },
  { name: 'D', title: 'Drawn', isNumber: true, cell: ({ draws }) => draws },
  { name: 'L', title: 'Lost', isNumber: true, cell: ({ losses }) => losses },
  { name: 'Points', isNumber: true, cell: ({ points }) => <strong>{points}</strong> },
];

export function Standings({ league }: { readonly league: LeagueDocument }) {
  const { search = '', from = '0' } = place.value.query;
  const first = Number(from) || 0;
  const page = useDocument('standings', {}, { limit: LIMIT, cursor: first === 0 ? '' : String(first), search });
  return (
    <section class="standings">
      <Search
        label="Find a player"
        value={search}
        onSearch={(text) => go(linkTo('', undefined, { search: text }), true)}
      />
      <Document of={page}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty>{search === '' ? 'No player has registered yet.' : `No player is called “${search}”.`}</Empty>
          ) : (
            <>
              <Table
                caption={`Standings of ${league.display_name}`}
                hideCaption
                columns={COLUMNS}
                rows={rows}
                keyOf={({ player_id }) => player_id}
              />
              <Pager
                what="the standings"
                first={first}
                shown={rows.length}
                total={total}
                limit={LIMIT}
                hrefOf={(to) => linkTo('', undefined, { search, from: to })}
              />
            </>
          )
        }
      </Document>
    </section>
  );
}
