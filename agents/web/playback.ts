/** A league that is played back from its ledger: at any speed, from any point, as often as one likes. */
import { PlaybackChange, type PlaybackDocument } from '../../SHARED/contracts/api/events.ts';
import { PLAYBACK } from '../../SHARED/contracts/api/routes.ts';
import { check } from '../../SHARED/contracts/read.ts';
import type { Clock, Monotonic } from '../../SHARED/core/clock.ts';
import { isJsonObject, parseJson } from '../../SHARED/core/json.ts';
import type { Rest } from '../../SHARED/league_sdk/transport/http/server.ts';
import type { Answer, Origin } from '../../SHARED/league_sdk/transport/transport.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { KEPT_EVENTS } from '../league_manager/league/read_league.ts';
import { apply, type League, newLeague } from '../league_manager/league/state.ts';
import type { LeagueStore } from '../league_manager/league/store.ts';
import { readQuery } from './api.ts';
import { sendText } from './web.ts';

type Hear = Parameters<LeagueStore['onCommit']>[0];

/** A league that stood still for longer, such as overnight, is shown standing still for so long. */
const LONGEST_GAP_MS = 5_000;
/** The number of lines folded at a stretch, which takes a few milliseconds; then other requests have their turn. */
const STRETCH = 1_000;

/**
 * The lines of a ledger on a clock of their own. `league` is the league at the point that is shown; it is another one
 * after a step back, and `onRestart` tells of that.
 */
export class Playback {
  readonly #lines: readonly (readonly LeagueEvent[])[];
  readonly #clock: Clock;
  /** When each line is due, in milliseconds of playback at the speed of the league. */
  readonly #due: readonly number[];
  readonly #listeners = new Set<Hear>();
  readonly #restarts = new Set<() => void>();
  #league = newLeague();
  #position = 0;
  #speed: number;
  #isPaused = true;
  /** The point of playback at an instant of the clock. */
  #since: { readonly ms: number; readonly at: Monotonic };
  #cancel: (() => void) | undefined;
  /** Where a change is still on its way to; a later one takes its place. */
  #goal: { readonly position: number } | undefined;

  /** Shows the first line, and waits for `change` to play. */
  constructor(lines: readonly (readonly LeagueEvent[])[], clock: Clock, speed = 1) {
    this.#lines = lines;
    this.#clock = clock;
    this.#speed = speed;
    this.#due = dueTimes(lines);
    this.#since = { ms: 0, at: clock.monotonic() };
    this.#applyUntil(1);
  }

  get league(): Readonly<League> {
    return this.#league;
  }

  /** What happens as it is played back; it was durable long ago. */
  readonly store: Pick<LeagueStore, 'onCommit' | 'durable' | 'newest'> = {
    onCommit: (hear) => {
      this.#listeners.add(hear);
      return () => void this.#listeners.delete(hear);
    },
    durable: async () => undefined,
    newest: () => this.#lines.slice(Math.max(0, this.#position - KEPT_EVENTS), this.#position).flat(),
  };

  /** Hears when the league has begun again from another point; returns how to stop that. */
  onRestart(hear: () => void): () => void {
    this.#restarts.add(hear);
    return () => void this.#restarts.delete(hear);
  }

  /** How far it is, or is about to be, and how fast it goes. */
  document(): PlaybackDocument {
    return {
      position: this.#goal?.position ?? this.#position,
      total: this.#lines.length,
      elapsed_sec: this.#now() / 1_000,
      duration_sec: (this.#due.at(-1) ?? 0) / 1_000,
      speed: this.#speed,
      is_paused: this.#isPaused,
    };
  }

  /**
   * Goes to a position, plays at a speed, holds or goes on; what is not named stays as it is. Resolves when the position is
   * shown, or a later change has named another. What is shown stays until a step back is whole.
   */
  async change({ position, speed, is_paused }: PlaybackChange): Promise<void> {
    this.#since = { ms: this.#now(), at: this.#clock.monotonic() };
    if (speed !== undefined) this.#speed = speed;
    if (is_paused !== undefined) this.#isPaused = is_paused;
    if (position === undefined) this.#playOn();
    else await this.#goTo(position);
  }

  close(): void {
    this.#cancel?.();
    this.#goal = undefined;
    this.#isPaused = true;
  }

  #now(): number {
    const end = this.#due.at(-1) ?? 0;
    if (this.#isPaused || this.#goal !== undefined) return Math.min(end, this.#since.ms);
    return Math.min(end, this.#since.ms + (this.#clock.monotonic() - this.#since.at) * this.#speed);
  }

  async #goTo(wanted: number): Promise<void> {
    const position = Math.min(Math.max(1, wanted), this.#lines.length);
    const goal = { position };
    this.#goal = goal;
    this.#cancel?.();
    const ms = this.#due[position - 1] ?? 0;
    this.#since = { ms, at: this.#clock.monotonic() };
    const isBack = position < this.#position;
    const league = isBack ? newLeague() : this.#league;
    for (let at = isBack ? 0 : this.#position; at < position; ) {
      const end = Math.min(position, at + STRETCH);
      if (isBack) for (; at < end; at++) fold(league, this.#lines[at]);
      else at = this.#applyUntil(end);
      if (at < position) await this.#clock.poll();
      if (this.#goal !== goal) return;
    }
    this.#goal = undefined;
    this.#since = { ms, at: this.#clock.monotonic() };
    if (isBack) {
      this.#league = league;
      this.#position = position;
      for (const hear of this.#restarts) hear();
    }
    this.#playOn();
  }

  #playOn(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#isPaused || this.#goal !== undefined) return;
    const now = this.#now();
    const most = Math.min(this.#lines.length, this.#position + STRETCH);
    let due = this.#position;
    while (due < most && (this.#due[due] as number) <= now) due++;
    this.#applyUntil(due);
    if (due === this.#lines.length) return;
    const waitMs = ((this.#due[due] as number) - now) / this.#speed;
    this.#cancel = this.#clock.after(Math.max(0, waitMs), () => this.#playOn());
  }

  #applyUntil(position: number): number {
    for (; this.#position < Math.min(position, this.#lines.length); this.#position++) {
      const events = this.#lines[this.#position] ?? [];
      fold(this.#league, events);
      for (const hear of this.#listeners) hear(events);
    }
    return this.#position;
  }
}

function fold(league: League, events: readonly LeagueEvent[] = []): void {
  for (const event of events) apply(league, event);
}

/** The parts of a server behind the playback's own path, which tells how far it is; `answering` takes what is posted there. */
export function withPlayback(playback: Playback, rest: Rest): Rest {
  const answer: Rest = (request, response, asked) => {
    const { pathname, searchParams } = URL.parse(request.url ?? '/', 'http://localhost') ?? {};
    if (pathname !== PLAYBACK.path || searchParams === undefined) return rest(request, response, asked);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD, POST');
      return send(405, { error: 'GET tells how far it is, and POST changes that' });
    }
    const query = readQuery(PLAYBACK, searchParams);
    return query.ok ? send(200, playback.document()) : send(400, { error: query.error.error });

    function send(status: number, body: object): true {
      return sendText(response, status, 'application/json', JSON.stringify(body));
    }
  };
  return Object.assign(answer, rest.close === undefined ? {} : { close: rest.close });
}

/** Answers what is posted: to the playback's path by changing it and telling how far it is, to any other with `otherwise`. */
export function answering(playback: Playback, otherwise: string): Answer {
  const answer = async (text: string, { path, unreadable }: Origin): Promise<string> => {
    if (path?.toLowerCase().startsWith(PLAYBACK.path) !== true) return otherwise;
    const change = parseJson(text);
    if (!change.ok || !isJsonObject(change.value)) return refuse('the body is no JSON object');
    const fits = check(PlaybackChange, change.value);
    if (!fits.ok) return refuse(fits.error.detail);
    await playback.change(change.value as PlaybackChange);
    return JSON.stringify(playback.document());

    function refuse(error: string): string {
      unreadable?.();
      return JSON.stringify({ error });
    }
  };
  return Object.assign(answer, { alsoAt: PLAYBACK.path });
}

/** When each line is due since the first one, without the longest of its waits. */
function dueTimes(lines: readonly (readonly LeagueEvent[])[]): readonly number[] {
  let due = 0;
  let before = Number.NaN;
  return lines.map(([event]) => {
    const at = Date.parse(event?.at ?? '');
    const gap = at - before;
    if (gap > 0) due += Math.min(gap, LONGEST_GAP_MS);
    if (!Number.isNaN(at)) before = at;
    return due;
  });
}
