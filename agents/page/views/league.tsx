/** The league: how far it is, and its table. */
import { useEffect } from 'preact/hooks';
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { Document } from '../parts/parts.tsx';
import { linkTo } from '../router.ts';
import { useDocument } from '../source.ts';
import { Standings } from './league_standings.tsx';

/** The tabs of the league by their addresses. */
export const LEAGUE_TABS: { readonly [view: string]: string } = {
  '': 'Standings',
};

export function LeagueView({ tab }: { readonly tab: string }) {
  const league = useDocument('league');
  const name = league.value.document?.display_name;
  useEffect(() => {
    if (name !== undefined) document.title = name;
  }, [name]);
  return (
    <Document of={league}>
      {(document) => (
        <>
          <LeagueHead league={document} />
          <nav class="tabs" aria-label="The league">
            {Object.entries(LEAGUE_TABS).map(([view, title]) => (
              <a key={view} href={linkTo(view)} aria-current={view === tab ? 'page' : undefined}>
                {title}
              </a>
            ))}
          </nav>
          <Standings league={document} />
        </>
      )}
    </Document>
  );
}

function LeagueHead({ league }: { readonly league: LeagueDocument }) {
  return (
    <section class="head">
      <h1 tabIndex={-1}>
        <bdi>{league.display_name}</bdi>
      </h1>
      <p>{league.game.display_name}</p>
    </section>
  );
}
