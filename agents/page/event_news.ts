/** The news of the page: the newest events of a league, from a stream and from what is fetched, each once and in its place. */
import { signal } from '@preact/signals';
import type { EventsPage, PublicEvent } from '../../SHARED/contracts/api/events.ts';

/** The events that are kept to be read. */
export const NEWS = 60;

export class EventNews {
  readonly news = signal<readonly PublicEvent[]>([]);
  #heardUpTo = -1;
  #runId: string | undefined;
  #forgotten = 0;

  /** Whether nothing was heard yet, or all was forgotten. */
  get isEmpty(): boolean {
    return this.#heardUpTo < 0;
  }

  /** What a stream tells and what is fetched may cross on the way: each event is there once, in its place. */
  hear(events: readonly PublicEvent[]): void {
    if (events.length === 0) return;
    const known = new Map([...this.news.value, ...events].map((event) => [event.sequence, event]));
    this.news.value = [...known.values()].sort((a, b) => a.sequence - b.sequence).slice(-NEWS);
    this.#heardUpTo = this.news.value.at(-1)?.sequence ?? -1;
  }

  /** The stream goes on elsewhere: in another run, or in one that was taken back, all that was heard is forgotten. */
  reset(run_id: string | undefined, sequence: number): void {
    if (run_id !== this.#runId || sequence < this.#heardUpTo) this.#forget();
  }

  /**
   * Takes in events that came before the page did, or that no stream told, by a query of the API; of another run, or of one
   * that was taken back, all there are.
   */
  async catchUp(fetched: (query: string) => Promise<EventsPage | undefined>): Promise<void> {
    const [heard, forgotten] = [this.#heardUpTo, this.#forgotten];
    const page = await fetched(`${heard < 0 ? '' : `after=${heard}&`}limit=${NEWS}`);
    // What was asked for before all was forgotten may be of another time.
    if (page === undefined || forgotten !== this.#forgotten) return;
    const { rows, run_id, sequence } = page;
    const isOther = (this.#runId !== undefined && this.#runId !== run_id) || sequence < heard;
    this.#runId = run_id;
    if (isOther) this.#forget();
    this.hear(rows);
    if (isOther) await this.catchUp(fetched);
  }

  #forget(): void {
    this.#forgotten += 1;
    this.#heardUpTo = -1;
    this.news.value = [];
  }
}
