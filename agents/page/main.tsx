/** The page: its frame, the view of the place it is at, and where its documents come from. */
import { signal } from '@preact/signals';
import { type ComponentChildren, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { browser, kept } from './browser.ts';
import { LiveSource } from './live.ts';
import { Empty } from './parts/parts.tsx';
import { followAddress, linkTo, place } from './router.ts';
import { showFrom, source } from './source.ts';
import { LEAGUE_TABS, LeagueView } from './views/league.tsx';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const theme = signal<Theme>(THEMES.find((each) => each === kept.read('theme')) ?? 'auto');

/** The view of the place, with the title of the window. */
function shownAt({ view }: (typeof place)['value']): readonly [string, ComponentChildren] {
  if (view in LEAGUE_TABS) return ['', <LeagueView key="league" tab={view} />];
  return ['Not found', <NotFound key="none" />];
}

function NotFound() {
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
  const [title, shown] = shownAt(place.value);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // A reader who came by a link goes on reading at the head of what it led to.
  const at = view in LEAGUE_TABS ? '' : linkTo(view, id);
  useEffect(() => {
    if (!isFirst.current && at !== '') main.current?.querySelector<HTMLElement>('h1')?.focus();
    isFirst.current = false;
  }, [at]);
  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="bar">
        <nav aria-label="Views">
          <ViewLink to="" isHere={view in LEAGUE_TABS}>
            League
          </ViewLink>
          <ViewLink to="agents" isHere={view === 'agents'}>
            Agents
          </ViewLink>
        </nav>
        <ConnectionState />
        <ThemeSwitch />
      </header>
      <main ref={main} id="main" tabIndex={-1}>
        {shown}
      </main>
    </>
  );
}

function ViewLink({
  to,
  isHere,
  children,
}: {
  readonly to: string;
  readonly isHere: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <a href={linkTo(to)} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** How the page is connected, in words; told to those who hear it when it changes. */
function ConnectionState() {
  const connection = source().connection.value;
  const words = {
    connecting: 'connecting …',
    live: 'live',
    polling: 'live, looks every two seconds',
    file: 'a saved league',
    lost: '',
  }[connection.state];
  const since = connection.state === 'lost' ? new Date(connection.since).toLocaleTimeString() : '';
  return (
    <p class={`connection ${connection.state}`} role="status">
      {connection.state === 'lost' ? `no connection since ${since}, trying again` : words}
    </p>
  );
}

function ThemeSwitch() {
  return (
    <label class="theme">
      <span class="for-ears">Colours</span>
      <select
        value={theme.value}
        onChange={({ currentTarget }) => choose(THEMES.find((each) => each === currentTarget.value) ?? 'auto')}
      >
        <option value="auto">As the system</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}

function choose(chosen: Theme): void {
  theme.value = chosen;
  kept.write('theme', chosen);
  wear();
}

function wear(): void {
  document.documentElement.dataset['theme'] = theme.value;
}

wear();
followAddress(window);
showFrom(new LiveSource(browser));
const root = document.getElementById('page');
if (root === null) throw new Error('the page has no place for itself');
render(<Page />, root);
