/** Places of the page by their addresses: `#/match/R1M1?step=3`, so that they work from a file too. */
import { type ReadonlySignal, signal } from '@preact/signals';

/** Where the reader is. */
export interface Place {
  /** The first part of the path; empty for the league. */
  readonly view: string;
  readonly id: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

/** The place that a hash names; one that cannot be read is a view that there is not. */
export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  try {
    const [view = '', id] = path.split('/').map(decodeURIComponent);
    return { view, id: id === '' ? undefined : id, query: Object.fromEntries(new URLSearchParams(query)) };
  } catch {
    return { view: path, id: undefined, query: {} };
  }
}

/** The address of a place; parts of the query that are absent, or empty, are left out. */
export function linkTo(view: string, id?: string, query: Query = {}): string {
  const path = ['#', view, ...(id === undefined ? [] : [encodeURIComponent(id)])].join('/');
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

const here = signal<Place>({ view: '', id: undefined, query: {} });
/** The place that is shown. */
export const place: ReadonlySignal<Place> = here;

/** Follows the address of the window from now on. */
export function followAddress(window: Window): void {
  const follow = () => {
    here.value = placeOf(window.location.hash);
  };
  window.addEventListener('hashchange', follow);
  follow();
}

/** Goes to a place; with `isSmall` the way back leads past it: a letter of a search is no place of its own. */
export function go(href: string, isSmall = false): void {
  if (isSmall) {
    window.history.replaceState(null, '', href);
    here.value = placeOf(href);
  } else window.location.hash = href;
}
