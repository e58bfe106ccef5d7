/** The league for a projector: the table, the matches under way and the news, large, with nothing to press. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { browser } from '../browser.ts';
import { ConnectionState, useManagerTime } from '../parts/connection.tsx';
import { News } from '../parts/news.tsx';
import { Document } from '../parts/parts.tsx';
import { PlaybackBar } from '../parts/playback.tsx';
import { Table } from '../parts/table.tsx';
import { isSaved, useDocument } from '../source.ts';
import { duration, figure, roughly } from '../words.ts';
import { State } from './league_head.tsx';
import { Running } from './league_running.tsx';
import { NoPlayers, standingsColumns } from './league_standings.tsx';

/** Players at once; a longer table is shown in turns. */
const ROWS = 12;
const TURN_MS = 12_000;
/** Beside matches under way there is room for fewer news: a wall is not scrolled. */
const NEWS_SHOWN = { beside: 4, alone: 6 };

export function WallView() {
  const league = useDocument('league');
  const name = league.value.document?.display_name;
  useEffect(() => {
    if (name !== undefined) document.title = name;
  }, [name]);
  return (
    <div class="wall">
      <Document of={league}>
        {(shown) => (
          <>
            <header>
              <h1 tabIndex={-1}>
                <bdi>{shown.display_name}</bdi>
              </h1>
              <State league={shown} />
              <Times league={shown} />
              {shown.is_playback ? <PlaybackBar /> : null}
            </header>
            <Turns league={shown} />
            <aside>
              {shown.status === 'running' ? <Running /> : null}
              <News most={shown.status === 'running' ? NEWS_SHOWN.beside : NEWS_SHOWN.alone} />
              <footer>
                <ConnectionState /> <a href="#/">leave the wall</a>
              </footer>
            </aside>
          </>
        )}
      </Document>
    </div>
  );
}

function Times({ league }: { readonly league: LeagueDocument }) {
  const { started_at, closed_at, remaining_sec, matches, paused } = league;
  const time = useManagerTime(league);
  if (started_at === null) return null;
  const elapsed = ((closed_at === null ? time : Date.parse(closed_at)) - Date.parse(started_at)) / 1_000;
  const parts = [
    `${figure(matches.decided)}${matches.total === null ? '' : ` of ${figure(matches.total)}`} matches decided`,
    duration(elapsed),
    ...(remaining_sec === null || closed_at !== null || paused !== null || isSaved()
      ? []
      : [`${roughly(remaining_sec)} left`]),
  ];
  return <p class="times">{parts.join(' · ')}</p>;
}

/** The table, or a part of it after the other. */
function Turns({ league }: { readonly league: LeagueDocument }) {
  const first = useSignal(0);
  const page = useDocument('standings', {}, { limit: ROWS, cursor: first.value === 0 ? '' : String(first.value) });
  const next = page.value.document?.next_cursor ?? null;
  useEffect(
    () =>
      browser.after(TURN_MS, () => {
        first.value = next === null ? 0 : Number(next);
      }),
    [next, first],
  );
  return (
    <Document of={page}>
      {({ rows, total }) => (
        <div>
          {rows.length === 0 ? (
            <NoPlayers league={league} />
          ) : (
            <Table
              caption={
                total > rows.length
                  ? `Standings, ${first.value + 1}–${first.value + rows.length} of ${total}`
                  : 'Standings'
              }
              columns={standingsColumns(league)}
              rows={rows}
              keyOf={({ player_id }) => player_id}
            />
          )}
        </div>
      )}
    </Document>
  );
}
