/** The league: how far it is, its table and all that belongs to it, each in a tab of its own. */
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { News } from '../parts/news.tsx';
import { Document } from '../parts/parts.tsx';
import { PlaybackBar } from '../parts/playback.tsx';
import { linkTo } from '../router.ts';
import { useDocument } from '../source.ts';
import { CrosstableTab } from './league_crosstable.tsx';
import { LeagueHead } from './league_head.tsx';
import { PlotTab } from './league_plot.tsx';
import { Running } from './league_running.tsx';
import { ScheduleTab } from './league_schedule.tsx';
import { StandingsTab } from './league_standings.tsx';

interface Tab {
  readonly title: string;
  readonly Shown: ComponentType<{ readonly league: LeagueDocument }>;
}

const NEWS_SHOWN = 14;

/** The tabs by their addresses. */
export const LEAGUE_TABS: { readonly [view: string]: Tab } = {
  '': { title: 'Standings', Shown: StandingsTab },
  crosstable: { title: 'Crosstable', Shown: CrosstableTab },
  schedule: { title: 'Schedule', Shown: ScheduleTab },
  plot: { title: 'Points over rounds', Shown: PlotTab },
};

export function LeagueView({ tab }: { readonly tab: string }) {
  const league = useDocument('league');
  const name = league.value.document?.display_name;
  const { title, Shown } = LEAGUE_TABS[tab] ?? { title: '', Shown: StandingsTab };
  useEffect(() => {
    if (name !== undefined) document.title = `${title} · ${name}`;
  }, [name, title]);
  return (
    <Document of={league}>
      {(shown) => (
        <>
          <LeagueHead league={shown} />
          {shown.is_playback ? <PlaybackBar /> : null}
          <div class="columns">
            {tab === '' ? <Now league={shown} /> : null}
            <div class="tabbed">
              <nav class="tabs" aria-label="The league">
                {Object.entries(LEAGUE_TABS).map(([view, each]) => (
                  <a key={view} href={linkTo(view)} aria-current={view === tab ? 'page' : undefined}>
                    {each.title}
                  </a>
                ))}
              </nav>
              <Shown league={shown} />
            </div>
            {/* On a narrow screen, what was asked for stands before it. */}
            {tab === '' ? null : <Now league={shown} />}
            <aside>
              <News most={NEWS_SHOWN} />
            </aside>
          </div>
        </>
      )}
    </Document>
  );
}

function Now({ league: { status } }: { readonly league: LeagueDocument }) {
  if (status !== 'running') return null;
  return (
    <div class="now">
      <Running />
    </div>
  );
}
