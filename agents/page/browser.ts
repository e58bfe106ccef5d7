/** The browser that the page runs in: its wires, its clock, its memory and its colours. Nothing else of the page touches them. */
import { computed, signal } from '@preact/signals';

/** The parts of a browser that the page needs. */
export interface BrowserParts {
  /** Resolves when the whole answer is there; rejects where none comes, or when the signal is given. */
  get(url: string, headers: Headers, signal: AbortSignal): Promise<Answer>;
  post(url: string, headers: Headers, body: string, signal: AbortSignal): Promise<Answer>;
  /** Opens an event stream, which connects again by itself; `failed` says whether it has given up. Closes it when called. */
  stream(url: string, heard: StreamReader): () => void;
  after(ms: number, act: () => void): () => void;
  /** Milliseconds since 1970. */
  now(): number;
  isHidden(): boolean;
  /** Hears when the page is hidden, and when it is seen again. */
  onTurn(act: () => void): void;
}
export interface StreamReader {
  opened(): void;
  told(data: string, id: string): void;
  reset(id: string): void;
  /** The line is there, though nothing happened. */
  beat(): void;
  failed(isOver: boolean): void;
}
export type Headers = Readonly<Record<string, string>>;
export type Answer = Pick<Response, 'ok' | 'status' | 'json'> & { readonly headers: Pick<Response['headers'], 'get'> };

/** The real one; `live.test.ts` has another. */
export const browser: BrowserParts = {
  get: (url, headers, signal) => whole(fetch(below(url), { headers, signal, cache: 'no-cache' })),
  post: (url, headers, body, signal) =>
    whole(fetch(below(url), { method: 'POST', headers, body, signal, cache: 'no-store' })),
  stream(url, { opened, told, reset, beat, failed }) {
    const stream = new EventSource(below(url));
    stream.addEventListener('open', opened);
    stream.addEventListener('events', ({ data, lastEventId }) => told(String(data), lastEventId));
    stream.addEventListener('reset', ({ lastEventId }) => reset(lastEventId));
    stream.addEventListener('beat', beat);
    stream.addEventListener('error', () => failed(stream.readyState === EventSource.CLOSED));
    return () => stream.close();
  },
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  isHidden: () => document.hidden,
  onTurn: (act) => document.addEventListener('visibilitychange', act),
};

/** A path of the manager, from the folder of the page: a host shows many leagues, each below a path of its own. */
function below(url: string): string {
  return `.${url}`;
}

/** An answer whose body is there as well: a line may die between the two. */
async function whole(answering: Promise<Response>): Promise<Answer> {
  const answer = await answering;
  const { ok, status, headers } = answer;
  const text = await answer.text();
  return { ok, status, headers, json: async () => JSON.parse(text) };
}

/** A choice of the reader that outlives the page, where the browser keeps any. */
const kept = {
  read(name: string): string | undefined {
    try {
      return localStorage.getItem(name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(name: string, value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch {
      // A page from a file, or a private window: the choice holds as long as the page is open.
    }
  },
};

/** Light or dark: as the system has it, or as the reader chose. */
const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const chosen = signal<Theme>(THEMES.find((each) => each === kept.read('theme')) ?? 'auto');
const systemIsDark = signal(false);

/** The choice of the reader. */
export const theme = computed(() => chosen.value);
/** The colours that are shown: light or dark. */
export const colours = computed(() => {
  if (chosen.value !== 'auto') return chosen.value;
  return systemIsDark.value ? 'dark' : 'light';
});

/** Changes the colours, and keeps the choice where the browser keeps any. */
export function chooseTheme(name: string): void {
  chosen.value = THEMES.find((each) => each === name) ?? 'auto';
  kept.write('theme', chosen.value);
  wear();
}

/** Follows the system from now on. */
export function followSystem(window: Window): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    systemIsDark.value = dark.matches;
  };
  dark.addEventListener('change', follow);
  follow();
  wear();
}

function wear(): void {
  document.documentElement.dataset['theme'] = chosen.value;
}
