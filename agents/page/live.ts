/** The documents of a manager that runs: fetched when they are first shown, and again when its event stream says that something happened. */
import { signal } from '@preact/signals';
import type { EventsPage, PublicEvent } from '../../SHARED/contracts/api/events.ts';
import type { Answer, BrowserParts, Headers } from './browser.ts';
import { EventNews } from './event_news.ts';
import type { Connection, Entry, Shown, Source } from './source.ts';

/** Documents are fetched again so often at most. */
export const REFRESH_MS = 1_000;
/** The interval in which documents are looked at where there is no stream, and in which at least a lost manager is looked for. */
export const POLL_MS = 2_000;
export const MOST_PATIENT_MS = 30_000;
/** The interval in which documents are looked at beside a stream: no event tells whose answer is awaited, or which agent is silent. */
export const LOOK_MS = 3_000;
/** A stream that says nothing for so long is dead: its manager lets it beat more than twice in this time. */
export const SILENCE_MS = 40_000;
/** The time for which an answer is waited for. */
export const ANSWER_MS = 30_000;
/** Documents that are not shown, kept for the way back. */
const KEPT = 30;

class LiveEntry implements Entry {
  readonly shown = signal<Shown<unknown>>({ document: undefined, error: undefined });
  readonly #load: (entry: LiveEntry) => void;
  readonly url: string;
  holders = 0;
  isBusy = false;
  isStale = false;
  etag: string | null = null;

  constructor(url: string, load: (entry: LiveEntry) => void) {
    this.url = url;
    this.#load = load;
  }

  hold(): () => void {
    this.holders += 1;
    this.#load(this);
    return () => {
      this.holders -= 1;
    };
  }
}

/** Begins to follow the manager at the page's own address. */
export class LiveSource implements Source {
  readonly connection = signal<Connection>({ state: 'connecting' });
  readonly #events = new EventNews();
  readonly news = this.#events.news;
  readonly #browser: BrowserParts;
  readonly #entries = new Map<string, LiveEntry>();
  #token: string | undefined;
  #lastEventId = '';
  /** Whether a stream tells what happens; it is trusted to until it has failed. */
  #isStreaming = false;
  /** Ends the stream, or the wait for the next one; absent: there is neither. */
  #hangUp: (() => void) | undefined;
  #failures = 0;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #cancelWake: (() => void) | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(browser: BrowserParts) {
    this.#browser = browser;
    browser.onTurn(() => this.#turn());
    if (!browser.isHidden()) this.#follow();
    this.#wake(POLL_MS);
  }

  /** A page that is hidden asks for nothing and holds no connection: a browser has six for all pages of a manager. */
  #turn(): void {
    if (this.#browser.isHidden()) {
      this.#hangUp?.();
      this.#hangUp = undefined;
    } else {
      if (this.#hangUp === undefined) this.#follow();
      this.#wake(0);
    }
  }

  #follow(): void {
    this.#isStreaming = true;
    this.#listen();
  }

  entry(url: string): LiveEntry {
    const known = this.#entries.get(url);
    if (known !== undefined) return known;
    const made = new LiveEntry(url, (entry) => void this.#load(entry));
    this.#entries.set(url, made);
    const idle = [...this.#entries.values()].filter((entry) => entry.holders === 0 && entry !== made);
    for (const { url: old } of idle.slice(0, Math.max(0, idle.length - KEPT))) this.#entries.delete(old);
    return made;
  }

  identify(token: string | undefined): void {
    this.#token = token;
    for (const entry of this.#entries.values()) entry.etag = null;
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
    this.#wake(0);
  }

  async post(path: string, body: unknown): Promise<Answer> {
    const headers = { ...this.#headers(), 'content-type': 'application/json' };
    const answer = await this.#inTime((signal) => this.#browser.post(path, headers, JSON.stringify(body), signal));
    this.#wake(0);
    return answer;
  }

  #headers(): Headers {
    return this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
  }

  /** Documents are looked at after so long, or earlier if that is planned already; never twice within REFRESH_MS. */
  #wake(ms: number): void {
    const at = Math.max(this.#browser.now() + ms, this.#refreshedAt + REFRESH_MS);
    if (this.#cancelWake !== undefined && this.#wakeAt <= at) return;
    this.#cancelWake?.();
    this.#wakeAt = at;
    this.#cancelWake = this.#browser.after(at - this.#browser.now(), () => {
      this.#cancelWake = undefined;
      // `#turn` wakes a page that was hidden.
      if (!this.#browser.isHidden()) void this.#refresh();
    });
  }

  async #refresh(): Promise<void> {
    this.#refreshedAt = this.#browser.now();
    const held = [...this.#entries.values()].filter(({ holders }) => holders > 0);
    await Promise.all([...held.map((entry) => this.#load(entry)), this.#isStreaming ? undefined : this.#catchUp()]);
    this.#wake(this.#isStreaming && this.#failures === 0 ? LOOK_MS : this.#patience());
  }

  #patience(): number {
    return Math.min(MOST_PATIENT_MS, POLL_MS * 2 ** Math.min(10, this.#failures));
  }

  async #load(entry: LiveEntry): Promise<void> {
    entry.isStale = entry.isBusy;
    if (entry.isBusy) return;
    entry.isBusy = true;
    const answer = await this.#get(entry.url);
    entry.isBusy = false;
    if (answer === undefined || answer.status >= 500 || answer.status === 429) {
      // What is known stays: it will be asked for again.
      if (entry.shown.value.document === undefined) {
        const error = answer === undefined ? 'The manager does not answer.' : await reasonOf(answer);
        entry.shown.value = { document: undefined, error };
      }
      this.#wake(this.#patience());
    } else if (answer.ok) {
      const etag = answer.headers.get('etag');
      if (etag === null || etag !== entry.etag || entry.shown.value.document === undefined) {
        entry.shown.value = { document: await answer.json(), error: undefined };
        entry.etag = etag;
      }
    } else {
      entry.shown.value = { document: undefined, error: await reasonOf(answer) };
    }
    if (entry.isStale) this.#wake(0);
  }

  /** The answer, or undefined where none came; either says how the connection is. */
  async #get(url: string): Promise<Answer | undefined> {
    try {
      const answer = await this.#inTime((signal) => this.#browser.get(url, this.#headers(), signal));
      this.#failures = 0;
      this.connection.value = { state: this.#isStreaming ? 'live' : 'polling' };
      return answer;
    } catch {
      this.#lose();
      return undefined;
    }
  }

  async #inTime(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const over = new AbortController();
    const cancel = this.#browser.after(ANSWER_MS, () => over.abort());
    try {
      return await ask(over.signal);
    } finally {
      cancel();
    }
  }

  #lose(): void {
    this.#failures += 1;
    if (this.connection.value.state !== 'lost') this.connection.value = { state: 'lost', since: this.#browser.now() };
    this.#wake(this.#patience());
  }

  #listen(): void {
    const resumed = this.#lastEventId === '' ? '' : `?last_event_id=${encodeURIComponent(this.#lastEventId)}`;
    let cancel: () => void = () => undefined;
    const plan = (ms: number, act: () => void) => {
      cancel();
      cancel = this.#browser.after(ms, act);
    };
    const again = (ms: number) => {
      close();
      this.#isStreaming = false;
      this.#wake(0);
      plan(ms, () => this.#listen());
    };
    const heard = () => plan(SILENCE_MS, () => again(0));
    const close = this.#browser.stream(`/api/events${resumed}`, {
      opened: () => {
        heard();
        this.#isStreaming = true;
        this.#failures = 0;
        this.connection.value = { state: 'live' };
        if (this.#events.isEmpty) void this.#catchUp();
        this.#wake(0);
      },
      told: (data, id) => {
        heard();
        this.#lastEventId = id;
        this.#events.hear((JSON.parse(data) as { readonly events: readonly PublicEvent[] }).events);
        this.#wake(0);
      },
      reset: (id) => {
        heard();
        this.#lastEventId = id;
        const [run_id, sequence] = id.split('.');
        this.#events.reset(run_id, Number(sequence));
        void this.#catchUp();
        this.#wake(0);
      },
      beat: heard,
      failed: (isOver) => {
        this.#isStreaming = false;
        this.#wake(0);
        if (isOver) again(this.#patience());
        else heard();
      },
    });
    this.#hangUp = () => {
      cancel();
      close();
    };
    heard();
  }

  /** Fetches the events that are missing. */
  #catchUp(): Promise<void> {
    return this.#events.catchUp(async (query) => {
      const answer = await this.#get(`/api/events?${query}`);
      return answer?.ok === true ? ((await answer.json()) as EventsPage) : undefined;
    });
  }
}

/** The words of a refusal, as the API has them. */
async function reasonOf(answer: Answer): Promise<string> {
  try {
    const { detail, error } = (await answer.json()) as { readonly detail?: unknown; readonly error?: unknown };
    const told = [detail, error].find((each) => typeof each === 'string');
    if (told !== undefined) return String(told);
  } catch {
    // No JSON: the number has to do.
  }
  return `The manager answered ${answer.status}.`;
}
