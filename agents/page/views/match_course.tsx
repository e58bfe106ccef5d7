/** The course of a match to step through: message by message, with its time against the limit and the position after it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MatchDocument, MatchStep } from '../../../SHARED/contracts/api/one.ts';
import { browser } from '../browser.ts';
import { durationText, type Used, usedOf } from '../model/latency.ts';
import { actionOfKey, type Moment, momentsOf, type StandAction, stood } from '../model/match_moments.ts';
import { PlayerLink } from '../parts/parts.tsx';
import { Scroller } from '../parts/table.tsx';
import { moveText, nameIn, Position } from './match_position.tsx';

/** How long a moment is shown while the course plays. */
const MOMENT_MS = 900;
/** The number of messages listed without being asked for. */
const FEW = 40;

/** The course of a decided match; nothing where none is known. */
export function Course({ match }: { readonly match: MatchDocument }) {
  const moments = useMemo(() => momentsOf(match), [match]);
  const count = moments.length;
  const { at, isPlaying, act, own } = useStand(count);
  const [isListed, setListed] = useState(count <= FEW);
  const moment = moments[at];
  if (moment === undefined) return null;
  const [isFirst, isLast] = [at === 0, at === count - 1];
  return (
    <section ref={own} class="course" aria-labelledby="course">
      <h2 id="course">Step by step</h2>
      <div class="stage">
        <div class="steer">
          <div class="buttons">
            <Step name="First" shape="M2 2h2v12H2zM14 2v12L5 8z" isOff={isFirst} onStep={() => act('first')} />
            <Step name="Back" shape="M12 2v12L3 8z" isOff={isFirst} onStep={() => act('back')} />
            {isPlaying ? (
              <Step name="Pause" shape="M3 2h4v12H3zM9 2h4v12H9z" onStep={() => act('pause')} />
            ) : (
              <Step name="Play" shape="M3 1l12 7-12 7z" isOff={count < 2} onStep={() => act('play')} />
            )}
            <Step name="Next" shape="M4 2v12l9-6z" isOff={isLast} onStep={() => act('next')} />
            <Step name="Last" shape="M12 2h2v12h-2zM2 2v12l9-6z" isOff={isLast} onStep={() => act('last')} />
          </div>
          <input
            type="range"
            aria-label="Message"
            aria-valuetext={`${at + 1} of ${count}: ${momentText(moment, match)}`}
            min={0}
            max={count - 1}
            value={at}
            onInput={({ currentTarget }) => act({ to: Number(currentTarget.value) })}
          />
          <MomentCard moment={moment} match={match} place={`${at + 1} of ${count}`} />
        </div>
        <Position match={match} shown={moment.frames} />
      </div>
      <details open={isListed} onToggle={({ currentTarget }) => setListed(currentTarget.open)}>
        <summary>All {count} messages</summary>
        {isListed && <Messages moments={moments} at={at} onStep={(to) => act({ to })} />}
      </details>
      {match.steps_left_out > 0 && <p class="note">{match.steps_left_out} earlier attempts are not kept.</p>}
    </section>
  );
}

/** Where the reader of so many moments stands: at the last one until something else is asked for. */
function useStand(count: number) {
  const [stand, setStand] = useState({ at: Number.MAX_SAFE_INTEGER, isPlaying: false });
  const own = useRef<HTMLElement>(null);
  const at = Math.min(stand.at, Math.max(0, count - 1));
  const { isPlaying } = stand;
  const act = useCallback(
    (action: StandAction) =>
      setStand((now) => stood({ ...now, at: Math.min(now.at, Math.max(0, count - 1)) }, action, count)),
    [count],
  );
  useEffect(() => (isPlaying ? browser.after(MOMENT_MS, () => act('tick')) : undefined), [at, isPlaying, act]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = steering(event, own.current, isPlaying);
      if (action === undefined) return;
      event.preventDefault();
      act(action);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isPlaying, act]);
  return { at, isPlaying, act, own };
}

/** What a key does: arrows anywhere on the page, other keys inside the course; never one that a field or a button uses itself. */
function steering(event: KeyboardEvent, own: HTMLElement | null, isPlaying: boolean): StandAction | undefined {
  const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
  const element = target instanceof HTMLElement ? target : document.body;
  const isUsed = element.closest('input, select, textarea, dialog, .scroller') !== null;
  if (isUsed || ctrlKey || altKey || metaKey || shiftKey) return undefined;
  const isFree = own?.contains(element) === true && (key !== ' ' || element.closest('button, a, summary') === null);
  return isFree || key.startsWith('Arrow') ? actionOfKey(key, { isPlaying }) : undefined;
}

interface StepProps {
  readonly name: string;
  /** The outline of its picture. */
  readonly shape: string;
  readonly isOff?: boolean;
  readonly onStep: () => void;
}

/** It stays where the focus is also when it leads nowhere. */
function Step({ name, shape, isOff = false, onStep }: StepProps) {
  return (
    <button type="button" aria-disabled={isOff} onClick={() => !isOff && onStep()}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shape} />
      </svg>{' '}
      {name}
    </button>
  );
}

interface MomentProps {
  readonly moment: Moment;
  readonly match: MatchDocument;
  readonly place: string;
}

function MomentCard({ moment, match, place }: MomentProps) {
  const { attempt, error_code, move } = moment;
  return (
    <div class="moment" aria-live="polite">
      <p class="note">
        Message {place}, {durationText(moment.at_ms)} after the beginning
      </p>
      <p class="what">
        <Parties moment={moment} match={match} />
      </p>
      <p>
        <code>{moment.message_type}</code>
        {move !== undefined && (
          <>
            {' '}
            with the move <b>{moveText(move)}</b>
          </>
        )}
      </p>
      {error_code !== undefined && (attempt?.fault ?? null) === null && <p class="wrong">✕ {error_code}</p>}
      {attempt !== undefined && (
        <p>
          {attempt.step === 0 ? 'Invitation' : `Move ${attempt.step}`}, attempt {attempt.attempt}:{' '}
          <UsedBar attempt={attempt} />
        </p>
      )}
      {attempt !== undefined && attempt.fault !== null && <p class="wrong">✕ {attempt.fault}</p>}
      {move !== undefined && attempt?.guarded !== undefined && (
        <p class="wrong">▲ A guard moved in place of the strategy: {attempt.guarded}</p>
      )}
    </div>
  );
}

function Parties({ moment: { from, to }, match }: Omit<MomentProps, 'place'>) {
  const named = (from === null ? to : [from]).map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <PlayerLink id={id} name={nameIn(match, id)} />
    </span>
  ));
  return from === null ? <>Referee → {named}</> : <>{named} → referee</>;
}

function momentText({ from, to, message_type, move }: Moment, match: MatchDocument): string {
  const who = from === null ? `referee to ${to.map((id) => nameIn(match, id)).join(' and ')}` : nameIn(match, from);
  return `${who}, ${message_type}${move === undefined ? '' : `, ${moveText(move)}`}`;
}

const SHAPES: { readonly [V in Used['verdict']]: string } = {
  'in time': '✓',
  late: '▲',
  'no answer': '✕',
  'no limit known': '',
};

/** How much of its limit an attempt used, as a bar, a shape and words. */
function UsedBar({ attempt: { asked_ms, answered_ms, deadline_ms } }: { readonly attempt: MatchStep }) {
  const { share, verdict, text } = usedOf({
    took_ms: answered_ms === null ? null : answered_ms - asked_ms,
    limit_ms: deadline_ms === null ? null : deadline_ms - asked_ms,
  });
  return (
    <span class={`used ${verdict.replaceAll(' ', '-')}`}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="limit" width="100" height="8" />
        <rect class="took" width={Math.max(share * 100, 1.5)} height="8" />
      </svg>
      <span aria-hidden="true">{SHAPES[verdict]}</span> {text}
    </span>
  );
}

interface MessagesProps {
  readonly moments: readonly Moment[];
  readonly at: number;
  readonly onStep: (to: number) => void;
}

function Messages({ moments, at, onStep }: MessagesProps) {
  return (
    <Scroller label="All messages">
      <table class="messages">
        <caption class="for-ears">All messages of the match</caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              At
            </th>
            <th scope="col">Who</th>
            <th scope="col">Message</th>
            <th scope="col">What</th>
            <th scope="col">Time used</th>
          </tr>
        </thead>
        <tbody>
          {moments.map(({ at_ms, from, to, message_type, move, error_code, attempt }, index) => (
            <tr key={index} aria-current={index === at ? 'step' : undefined}>
              <td class="number">
                <button type="button" class="link" onClick={() => onStep(index)}>
                  <span class="for-ears">Show the message at </span>
                  {durationText(at_ms)}
                </button>
              </td>
              <td>{from === null ? `to ${to.join(', ')}` : `from ${from}`}</td>
              <td>
                <code>{message_type}</code>
              </td>
              <td>
                {move === undefined ? '' : `${moveText(move)} `}
                {move === undefined || attempt?.guarded === undefined ? '' : <span class="wrong">▲ by a guard </span>}
                {error_code === undefined ? '' : <span class="wrong">✕ {error_code}</span>}
              </td>
              <td>
                {attempt !== undefined && (from !== null || error_code !== undefined) && <UsedBar attempt={attempt} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
