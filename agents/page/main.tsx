/** The page: its frame, the view of the place it is at, and where its documents come from. */
import { type ComponentChildren, render } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { browser, chooseTheme, followSystem, theme } from './browser.ts';
import { LiveSource } from './live.ts';
import { ConnectionState } from './parts/connection.tsx';
import { Empty } from './parts/parts.tsx';
import { followAddress, linkTo, type Place, place } from './router.ts';
import { SavedSource, savedIn } from './saved.ts';
import { showFrom } from './source.ts';
import { AgentsView } from './views/agents.tsx';
import { LEAGUE_TABS, LeagueView } from './views/league.tsx';
import { MatchView } from './views/match.tsx';
import { OperatorView } from './views/operator.tsx';
import { PlayerView } from './views/player.tsx';
import { WallView } from './views/wall.tsx';

/** The views of the bar, by their addresses. */
const BAR: readonly (readonly [view: string, title: string])[] = [
  ['', 'League'],
  ['agents', 'Agents'],
  ['wall', 'Wall'],
  ['operator', 'Operator'],
];

/** What is shown at a place. Every view sets the title of the window. */
function shownAt({ view, id }: Place): ComponentChildren {
  if (Object.hasOwn(LEAGUE_TABS, view)) return <LeagueView tab={view} />;
  if (view === 'wall') return <WallView />;
  if (view === 'match' && id !== undefined) return <MatchView key={id} match_id={id} />;
  if (view === 'player' && id !== undefined) return <PlayerView key={id} player_id={id} />;
  if (view === 'agents') return <AgentsView />;
  if (view === 'operator') return <OperatorView />;
  return <NotFound />;
}

function NotFound() {
  useEffect(() => {
    document.title = 'Not found';
  }, []);
  return (
    <>
      <h1 tabIndex={-1}>There is nothing here</h1>
      <Empty>
        This address leads nowhere. <a href="#/">Back to the league</a>
      </Empty>
    </>
  );
}

function Page() {
  const { view, id } = place.value;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const at = Object.hasOwn(LEAGUE_TABS, view) ? linkTo('') : linkTo(view, id);
  // The tabs of the league have one head: between them the focus stays where it is.
  useLayoutEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    return wasFirst || at === '' || main.current === null ? undefined : focusHead(main.current);
  }, [at]);
  return (
    <>
      {view === 'wall' ? null : <Bar view={view} onSkip={() => main.current?.focus()} />}
      <main ref={main} tabIndex={-1}>
        {shownAt(place.value)}
      </main>
    </>
  );
}

/** Takes the focus to the head of what a link led to, as soon as that is there. */
function focusHead(main: HTMLElement): () => void {
  const lateHead = new MutationObserver(follow);
  main.focus();
  lateHead.observe(main, { childList: true, subtree: true });
  follow();
  return () => lateHead.disconnect();

  function follow(): void {
    const head = main.querySelector<HTMLElement>('h1');
    if (head === null) return;
    lateHead.disconnect();
    if (document.activeElement === main || document.activeElement === document.body) head.focus();
  }
}

function Bar({ view, onSkip }: { readonly view: string; readonly onSkip: () => void }) {
  const here = Object.hasOwn(LEAGUE_TABS, view) ? '' : view;
  return (
    <header class="bar">
      <button type="button" class="skip" onClick={onSkip}>
        Skip to the content
      </button>
      <nav aria-label="Views">
        {BAR.map(([to, title]) => (
          <a key={to} href={linkTo(to)} aria-current={to === here ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <ConnectionState />
      <label class="theme">
        <span class="for-ears">Colours</span>
        <select value={theme.value} onChange={({ currentTarget }) => chooseTheme(currentTarget.value)}>
          <option value="auto">Auto</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </header>
  );
}

followSystem(window);
followAddress(window);
const saved = await savedIn(document);
showFrom(saved === undefined ? new LiveSource(browser) : new SavedSource(saved));
const root = document.getElementById('page');
if (root === null) throw new Error('the page has no place for itself');
render(<Page />, root);
