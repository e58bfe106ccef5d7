/** Points over rounds: as lines, with a legend that hides and shows them, and as a table. */
import { useSignal } from '@preact/signals';
import type { LeagueDocument, Progress } from '../../../SHARED/contracts/api/league.ts';
import { colours } from '../browser.ts';
import { Document, Empty, PlayerLink, Search } from '../parts/parts.tsx';
import { Plot, Swatch } from '../parts/plot.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { go, linkTo, place } from '../router.ts';
import { useDocument } from '../source.ts';

const MOST_ROUNDS_IN_TABLE = 30;
type Line = Progress['lines'][number];

export function PlotTab({ league }: { readonly league: LeagueDocument }) {
  const { players = '' } = place.value.query;
  const ids = players
    .split(/[\s,]+/)
    .filter((id) => id !== '')
    .slice(0, 20)
    .join(',');
  const progress = useDocument('progress', {}, { players: ids });
  return (
    <section aria-label="Points over rounds">
      <Search
        label="Players by id, with commas (empty: the first ten)"
        value={players}
        onSearch={(text) => go(linkTo('plot', undefined, { players: text }), true)}
      />
      <Document of={progress}>
        {(shown) =>
          shown.rounds.length === 0 || shown.lines.length === 0 ? (
            <Empty>There is a line for each player once a round is being played.</Empty>
          ) : (
            <Drawn progress={shown} name={league.display_name} />
          )
        }
      </Document>
    </section>
  );
}

function Drawn({ progress: { rounds, lines }, name }: { readonly progress: Progress; readonly name: string }) {
  const hidden = useSignal<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    hidden.value = hidden.value.symmetricDifference(new Set([id]));
  };
  return (
    <>
      <Plot
        label={`Points over rounds in ${name}; the same is in the table below`}
        axes={['Round', 'Points']}
        // Everybody begins with nothing.
        steps={[0, ...rounds]}
        lines={lines.map(({ player_id, display_name, points }) => ({
          id: player_id,
          name: display_name,
          values: [0, ...points],
        }))}
        hidden={hidden.value}
        theme={colours.value}
      />
      <ul class="legend">
        {lines.map(({ player_id, display_name, points }, index) => (
          <li key={player_id}>
            <label>
              <input type="checkbox" checked={!hidden.value.has(player_id)} onChange={() => toggle(player_id)} />
              <Swatch index={index} /> <bdi>{display_name}</bdi> <span class="id">{player_id}</span>{' '}
              <strong>{points.at(-1) ?? 0}</strong>
            </label>
          </li>
        ))}
      </ul>
      <details>
        <summary>The same as a table</summary>
        <Table
          caption={tableCaption(rounds)}
          columns={columnsOf(rounds)}
          rows={lines}
          keyOf={({ player_id }) => player_id}
        />
      </details>
    </>
  );
}

function tableCaption(rounds: readonly number[]): string {
  const isLong = rounds.length > MOST_ROUNDS_IN_TABLE;
  return `Points after each round${isLong ? `, the newest ${MOST_ROUNDS_IN_TABLE} of ${rounds.length}` : ''}`;
}

function columnsOf(rounds: readonly number[]): readonly Column<Line>[] {
  const first = Math.max(0, rounds.length - MOST_ROUNDS_IN_TABLE);
  return [
    {
      name: 'Player',
      isHead: true,
      cell: ({ player_id, display_name }) => <PlayerLink id={player_id} name={display_name} />,
    },
    ...rounds.slice(first).map((round, index) => ({
      name: String(round),
      title: `Round ${round}`,
      isNumber: true,
      cell: ({ points }: Line) => points[first + index] ?? '',
    })),
  ];
}
