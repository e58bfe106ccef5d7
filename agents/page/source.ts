/** All data of the page: the documents of the API, from a manager that runs or from the page itself. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { PublicEvent } from '../../SHARED/contracts/api/events.ts';
import type { AnswerOf, QueryOf, ROUTES, RouteName } from '../../SHARED/contracts/api/routes.ts';
import type { Answer } from './browser.ts';

/** A document as far as it is known; neither of the two before the first answer. */
export interface Shown<T> {
  readonly document: T | undefined;
  /** Why there is none, in a sentence. */
  readonly error: string | undefined;
}

/** How the page is connected with what it shows. */
export type Connection =
  | { readonly state: 'connecting' | 'live' | 'polling' | 'file' }
  | { readonly state: 'lost'; readonly since: number };

export interface Entry {
  readonly shown: ReadonlySignal<Shown<unknown>>;
  /** Keeps the document up to date until the returned function is called. */
  hold(): () => void;
}

export interface Source {
  /** The document at an address of the API; the same entry for the same address. */
  entry(url: string): Entry;
  readonly connection: ReadonlySignal<Connection>;
  /** The newest events, the newest last. */
  readonly news: ReadonlySignal<readonly PublicEvent[]>;
  /** From now on requests carry the operator's token, or none. */
  identify(token: string | undefined): void;
  /** Posts JSON to the manager, with the token if there is one; rejects where it cannot be reached. */
  post(path: string, body: unknown): Promise<Answer>;
}

/** Variables of a path by their names. */
export type Params = Readonly<Record<string, string>>;

/** The paths of the API; that they are, the types say. */
const PATHS: { readonly [N in RouteName]: (typeof ROUTES)[N]['path'] } = {
  league: '/api/league',
  standings: '/api/standings',
  crosstable: '/api/crosstable',
  progress: '/api/progress',
  schedule: '/api/schedule',
  rounds: '/api/rounds',
  matches: '/api/matches',
  match: '/api/matches/{match_id}',
  players: '/api/players',
  player: '/api/players/{player_id}',
  agents: '/api/agents',
  events: '/api/events',
};

const current = signal<Source | undefined>(undefined);

/** Says where the documents come from; once, before anything is shown. */
export function showFrom(source: Source): void {
  current.value = source;
}

/** The source of this page. */
export function source(): Source {
  if (current.value === undefined) throw new Error('nothing is shown yet');
  return current.value;
}

/** Whether the documents are those of a file, in which nothing happens any more. */
export function isSaved(): boolean {
  return source().connection.value.state === 'file';
}

/** The address of a document; parts of the query that are absent, or empty, are left out. */
export function urlOf<N extends RouteName>(route: N, params: Params = {}, query: QueryOf<N> = {}): string {
  const path = PATHS[route].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = Object.entries<string | number | undefined>(query).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const text = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * The document of a route, up to date as long as the component is there. While another page of the same list is on its
 * way, the old one is still told.
 */
export function useDocument<N extends RouteName>(
  route: N,
  params: Params = {},
  query: QueryOf<N> = {},
): ReadonlySignal<Shown<AnswerOf<N>>> {
  const url = urlOf(route, params, query);
  const entry = source().entry(url);
  useEffect(() => entry.hold(), [entry]);
  const path = urlOf(route, params);
  const last = useRef({ path, entry });
  const { document, error } = entry.shown.value;
  if (document !== undefined || error !== undefined || last.current.path !== path) last.current = { path, entry };
  return last.current.entry.shown as ReadonlySignal<Shown<AnswerOf<N>>>;
}
