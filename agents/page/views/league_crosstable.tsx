/** The crosstable: the results of every player of a page of the table against every other. */
import type { Crosstable, LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { Document, Empty, Pager, PlayerLink } from '../parts/parts.tsx';
import { Scroller } from '../parts/table.tsx';
import { linkTo, place } from '../router.ts';
import { isSaved, useDocument } from '../source.ts';
import { DOUBLE_FORFEITS, OUTCOMES, outcomeWord } from '../words.ts';

const LIMIT = 25;

const OUTCOME_NAMES = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];

type Meeting = Crosstable['cells'][number][number][number];

export function CrosstableTab({ league }: { readonly league: LeagueDocument }) {
  const first = Math.max(0, Math.trunc(Number(place.value.query['from'])) || 0);
  const page = useDocument('crosstable', {}, { limit: LIMIT, cursor: first === 0 ? '' : String(first) });
  return (
    <section aria-label="Crosstable">
      <Document of={page}>
        {(crosstable) => (
          <>
            {crosstable.players.length === 0 ? (
              <Empty>No player has registered yet.</Empty>
            ) : (
              <Grid crosstable={crosstable} caption={`Crosstable of ${league.display_name}`} />
            )}
            <Pager
              what="the crosstable"
              first={first}
              shown={crosstable.players.length}
              total={crosstable.total}
              limit={LIMIT}
              hrefOf={(to) => linkTo('crosstable', undefined, { from: to === 0 ? undefined : to })}
            />
            <Legend isPaged={crosstable.total > LIMIT} league={league} />
          </>
        )}
      </Document>
    </section>
  );
}

function Grid({
  crosstable: { players, cells },
  caption,
}: {
  readonly crosstable: Crosstable;
  readonly caption: string;
}) {
  return (
    <Scroller label={caption}>
      <table class="crosstable">
        <caption class="for-ears">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            {players.map(({ player_id, display_name }) => (
              <th key={player_id} scope="col">
                <abbr title={display_name}>{player_id}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.map(({ player_id, display_name, rank }, row) => (
            <tr key={player_id}>
              <th scope="row">
                <span class="rank">{rank}</span> <PlayerLink id={player_id} name={display_name} />
              </th>
              {players.map((other, column) => (
                <td key={other.player_id} class={row === column ? 'self' : ''}>
                  <Meetings of={cells[row]?.[column] ?? []} isSelf={row === column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Meetings({ of, isSelf }: { readonly of: readonly Meeting[]; readonly isSelf: boolean }) {
  if (isSelf) return <span class="for-ears">the same player</span>;
  if (of.length === 0) return <span class="for-ears">no meeting</span>;
  return (
    <>
      {of.map(({ match_id, outcome, points }) => (
        <a
          key={match_id}
          class={`crossing ${outcome}`}
          href={linkTo('match', match_id)}
          title={`${match_id}: ${outcomeWord(outcome, isSaved())}`}
        >
          <span aria-hidden="true">
            {OUTCOMES[outcome].letter}
            {points === null ? '' : ` ${points}`}
          </span>
          <span class="for-ears">{`${match_id}, ${outcomeWord(outcome, isSaved())}${points === null ? '' : `, ${points}`}`}</span>
        </a>
      ))}
    </>
  );
}

function Legend({ isPaged, league }: { readonly isPaged: boolean; readonly league: LeagueDocument }) {
  const names = OUTCOME_NAMES.filter((name) => name !== 'running' || league.status !== 'completed');
  const key = names.map((name) => `${OUTCOMES[name].letter} ${outcomeWord(name, isSaved())}`).join(', ');
  return (
    <p class="rules">
      Read along a row: {key}; the figure is what the player of the row got. A match that both forfeited counts as{' '}
      {DOUBLE_FORFEITS[league.scoring.double_forfeit]}.
      {isPaged ? ' Only meetings among the players of this page are shown.' : ''}
    </p>
  );
}
