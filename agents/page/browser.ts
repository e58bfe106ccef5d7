/** The browser that the page runs in: its wires, its clock and its memory. Nothing else of the page touches them. */
import type { Answer, Ground } from './live.ts';

/** The real one; `live.test.ts` has another. */
export const browser: Ground = {
  get: (url, headers, signal) => whole(fetch(url, { headers, signal, cache: 'no-cache' })),
  post: (url, headers, body, signal) => whole(fetch(url, { method: 'POST', headers, body, signal, cache: 'no-store' })),
  stream(url, { opened, told, reset, beat, failed }) {
    const stream = new EventSource(url);
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

/** An answer whose body is there as well: a line may die between the two. */
async function whole(answering: Promise<Response>): Promise<Answer> {
  const answer = await answering;
  const { ok, status, headers } = answer;
  const text = await answer.text();
  return { ok, status, headers, json: async () => JSON.parse(text) };
}

/** A choice of the reader that outlives the page, where the browser keeps any. */
export const kept = {
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
