/** The documents of a league that is saved in the page itself: the same answers as a manager gives, from lists that have all rows. */
import { signal } from '@preact/signals';
import type { EventsPage } from '../../SHARED/contracts/api/events.ts';
import type {
  AgentsPage,
  Crosstable,
  MatchesPage,
  Progress,
  StandingsPage,
} from '../../SHARED/contracts/api/league.ts';
import {
  CROSSTABLE_PLAYERS,
  found,
  PAGE_ROWS,
  PROGRESS_LINES,
  pageIn,
  SAVED_ID,
} from '../../SHARED/contracts/api/paging.ts';
import type { Connection, Entry, Shown, Source } from './source.ts';

/** Every document of a league by its address without a query; lists have all their rows. */
export type SavedDocuments = { readonly [path: string]: object };

/** The documents that a page has in itself; undefined where it has none. */
export async function savedIn(page: Document): Promise<SavedDocuments | undefined> {
  const text = page.getElementById(SAVED_ID)?.textContent;
  if (text === undefined || text === null || text === '') return undefined;
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(plain).json()) as SavedDocuments;
}

/** The source of a page with its documents in it: nothing of it ever changes. */
export class SavedSource implements Source {
  readonly connection = signal<Connection>({ state: 'file' });
  readonly news;
  readonly #documents: SavedDocuments;
  readonly #entries = new Map<string, Entry>();

  constructor(documents: SavedDocuments) {
    this.#documents = documents;
    this.news = signal((documents['/api/events'] as EventsPage | undefined)?.rows ?? []);
  }

  entry(url: string): Entry {
    const known = this.#entries.get(url);
    if (known !== undefined) return known;
    const document = answerTo(url, this.#documents);
    const error = document === undefined ? 'This is not in the saved league.' : undefined;
    const made = { shown: signal<Shown<unknown>>({ document, error }), hold: () => () => undefined };
    this.#entries.set(url, made);
    return made;
  }

  identify(): void {
    // A saved league has no operator.
  }

  post(): Promise<never> {
    return Promise.reject(new Error('a saved league takes no orders'));
  }
}

type Query = { readonly [name: string]: string | undefined };

/** The answer that a manager would give to a GET. */
export function answerTo(url: string, documents: SavedDocuments): object | undefined {
  const [pathname = '', query = ''] = url.split('?');
  const document = documents[decodeURIComponent(pathname)];
  if (document === undefined) return undefined;
  const asked = Object.fromEntries(new URLSearchParams(query));
  return LISTS[pathname]?.(document as never, asked, documents) ?? document;
}

const LISTS: { readonly [path: string]: (list: never, query: Query, documents: SavedDocuments) => object } = {
  '/api/standings': tablePage,
  '/api/players': tablePage,
  '/api/agents': (list: AgentsPage, query) => {
    const ofRole = list.rows.filter(({ role }) => query['role'] === undefined || role === query['role']);
    const rows = found(ofRole, query['search'], ({ agent_id, display_name }) => [agent_id, display_name]);
    return { ...list, ...page(rows, query) };
  },
  '/api/schedule': (list: MatchesPage, query) => ({ ...list, ...page(list.rows.filter(isAsked(query)), query) }),
  '/api/matches': (list: MatchesPage, query) => ({ ...list, ...page(list.rows.filter(isAsked(query)), query) }),
  '/api/rounds': (list: { readonly rows: readonly object[] }, query) => ({ ...list, ...page(list.rows, query) }),
  '/api/crosstable': (all: Crosstable, query) => {
    const { rows } = pageIn([...all.players.entries()], numbered(query), PAGE_ROWS.usual);
    const at = rows.map(([index]) => index);
    const blockOf = (index: number) => Math.trunc(index / CROSSTABLE_PLAYERS);
    // A row has the columns of its own block of the table.
    const cellOf = (row: number, column: number) =>
      (blockOf(row) === blockOf(column) ? all.cells[row]?.[column % CROSSTABLE_PLAYERS] : undefined) ?? [];
    const cells = at.map((row) => at.map((column) => cellOf(row, column)));
    return { ...all, players: rows.map(([, player]) => player), cells };
  },
  '/api/progress': (all: Progress, query, documents) => {
    const table = documents['/api/standings'] as StandingsPage;
    const first = table.rows.slice(0, PROGRESS_LINES.usual).map(({ player_id }) => player_id);
    const wanted = query['players']?.split(',') ?? first;
    const lines = wanted.flatMap((id) => all.lines.find(({ player_id }) => player_id === id) ?? []);
    return { ...all, lines };
  },
};

function tablePage(list: StandingsPage, query: Query): object {
  const rows = found(list.rows, query['search'], ({ player_id, display_name }) => [player_id, display_name]);
  return { ...list, ...page(rows, query) };
}

function isAsked({ round, player, status }: Query): (row: MatchesPage['rows'][number]) => boolean {
  return (row) =>
    (round === undefined || String(row.round_id) === round) &&
    (player === undefined || row.player_a === player || row.player_b === player) &&
    (status === undefined || row.status === status);
}

function page<T>(rows: readonly T[], query: Query) {
  return pageIn(rows, numbered(query), PAGE_ROWS.usual);
}

function numbered({ cursor, limit }: Query) {
  return { cursor, limit: limit === undefined ? undefined : Number(limit) };
}
