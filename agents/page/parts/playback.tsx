/** The controls of a league that is played back: hold it, go to any point of it, and say how fast. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { PlaybackChange, PlaybackDocument } from '../../../SHARED/contracts/api/events.ts';
import { PLAYBACK_SPEEDS } from '../../../SHARED/contracts/api/paging.ts';
import type { PLAYBACK } from '../../../SHARED/contracts/api/routes.ts';
import { browser } from '../browser.ts';
import { source } from '../source.ts';
import { duration } from '../words.ts';

const PATH: typeof PLAYBACK.path = '/api/playback';
const TICK_MS = 500;
/** As many times as fast as it was; the last is as fast as it goes. */
const FASTEST = PLAYBACK_SPEEDS.most;
const SPEEDS = [0.1, 0.5, 1, 2, 5, 10, 50, 200, 1_000, FASTEST];

/** The bar; nothing before the first word of how far the playback is. */
export function PlaybackBar() {
  const entry = source().entry(PATH);
  useEffect(() => entry.hold(), [entry]);
  const fetched = entry.shown.value.document as PlaybackDocument | undefined;
  const answered = useSignal<PlaybackDocument | undefined>(undefined);
  const trouble = useSignal('');
  useEffect(() => {
    answered.value = undefined;
  }, [fetched, answered]);
  const playback = answered.value ?? fetched;
  if (playback === undefined) return null;

  async function change(wanted: PlaybackChange): Promise<void> {
    try {
      const answer = await source().post(PATH, wanted);
      answered.value = answer.ok ? ((await answer.json()) as PlaybackDocument) : undefined;
      trouble.value = answer.ok ? '' : `This was refused (${answer.status}).`;
    } catch {
      trouble.value = 'The playback does not answer.';
    }
  }

  return (
    <section class="playback" aria-label="Playback">
      <PlayButton playback={playback} change={change} />
      <Position playback={playback} change={change} />
      <label>
        Speed{' '}
        <select
          value={String(playback.speed)}
          onChange={({ currentTarget }) => void change({ speed: Number(currentTarget.value) })}
        >
          {[...new Set([...SPEEDS, playback.speed])]
            .sort((a, b) => a - b)
            .map((speed) => (
              <option key={speed} value={String(speed)}>
                {speed === FASTEST ? 'as fast as it goes' : `${Math.round(speed * 100) / 100} ×`}
              </option>
            ))}
        </select>
      </label>
      <span role="status">{trouble.value}</span>
    </section>
  );
}

interface ControlProps {
  readonly playback: PlaybackDocument;
  readonly change: (wanted: PlaybackChange) => Promise<void>;
}

function PlayButton({ playback, change }: ControlProps) {
  const { title, wanted } = nextOf(playback);
  return (
    <button type="button" class="main" onClick={() => void change(wanted)}>
      {title}
    </button>
  );
}

function nextOf({ position, total, is_paused }: PlaybackDocument) {
  if (position >= total) return { title: '↺ Play again', wanted: { position: 1, is_paused: false } };
  if (is_paused) return { title: '▶ Play', wanted: { is_paused: false } };
  return { title: '❚❚ Hold', wanted: { is_paused: true } };
}

/** A slider over the lines of the ledger, and the time at its point. */
function Position({ playback, change }: ControlProps) {
  const dragged = useSignal<number | undefined>(undefined);
  const { position, total, duration_sec } = playback;
  const time = `${duration(useElapsed(playback))} of ${duration(duration_sec)}`;
  return (
    <>
      <input
        type="range"
        aria-label="Point of the league"
        aria-valuetext={time}
        min={Math.min(1, total)}
        max={total}
        value={dragged.value ?? position}
        onInput={({ currentTarget }) => {
          dragged.value = Number(currentTarget.value);
        }}
        onChange={async ({ currentTarget }) => {
          await change({ position: Number(currentTarget.value) });
          dragged.value = undefined;
        }}
      />
      <output>{time}</output>
    </>
  );
}

/** The time that has passed in the league, going on between two documents. */
function useElapsed(playback: PlaybackDocument): number {
  const { elapsed_sec, duration_sec, speed, is_paused } = playback;
  const tick = useSignal(0);
  const told = useRef({ playback, at: browser.now() });
  if (told.current.playback !== playback) told.current = { playback, at: browser.now() };
  const isGoing = !is_paused && elapsed_sec < duration_sec;
  const now = tick.value;
  useEffect(() => {
    if (!isGoing) return undefined;
    return browser.after(TICK_MS, () => {
      tick.value = now + 1;
    });
  }, [isGoing, now, tick]);
  const since = isGoing ? ((browser.now() - told.current.at) / 1_000) * speed : 0;
  return Math.min(duration_sec, elapsed_sec + since);
}
