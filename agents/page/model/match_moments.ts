/** The course of a match as a row of moments to step through, each with the attempt it belongs to and the position after it. */
import type { Frame, MatchDocument, MatchMessage, MatchStep } from '../../../SHARED/contracts/api/one.ts';

/** One message of a match, or where no record tells them one question or answer of its timeline. */
export interface Moment extends MatchMessage {
  /** The attempt that it began, answered or ended. */
  readonly attempt: MatchStep | undefined;
  /** How many of the frames, from the first, had come about. */
  readonly frames: number;
}

/** The moments of a match that its document tells, oldest first; none before it is decided. */
export function momentsOf({ messages, steps, frames }: Pick<MatchDocument, 'messages' | 'steps' | 'frames'>): Moment[] {
  const told =
    messages ?? steps.flatMap((step) => messagesOf(step, frames)).sort((one, other) => one.at_ms - other.at_ms);
  const open = new Map<string, MatchStep | undefined>();
  const made = new Map<string, number>();
  const needed = movesUpTo(frames);
  const isMade = (frame: number) => needed[frame]?.every(([player, count]) => (made.get(player) ?? 0) >= count);
  let shown = Math.min(1, frames.length);
  return told.map((message, index) => {
    const { at_ms, message_type, from, to, move, error_code } = message;
    if (!TOLD.has(message_type)) for (const player of to) open.set(player, attemptAt(steps, player, at_ms));
    if (from !== null && move !== undefined && error_code === undefined) made.set(from, (made.get(from) ?? 0) + 1);
    while (isMade(shown)) shown++;
    if (index === told.length - 1) shown = frames.length;
    return { ...message, attempt: open.get(from ?? to[0] ?? ''), frames: shown };
  });
}

/** Messages that ask for nothing. */
const TOLD: ReadonlySet<string> = new Set(['GAME_ERROR', 'GAME_OVER']);

/** A timeline has no messages: its moments are the questions, and what came of them. */
function messagesOf(asked: MatchStep, frames: readonly Frame[]): MatchMessage[] {
  const { player_id, awaited, step, asked_ms, answered_ms, deadline_ms, fault } = asked;
  const question = { at_ms: asked_ms, message_type: `call for ${awaited}`, from: null, to: [player_id] };
  const failed = fault === null ? {} : { error_code: fault };
  if (answered_ms === null) {
    const over = { at_ms: deadline_ms ?? asked_ms, message_type: 'GAME_ERROR', from: null, to: [player_id], ...failed };
    return deadline_ms === null ? [question] : [question, over];
  }
  const move = fault === null && step > 0 ? frames.find((frame) => frame.step === step)?.moves[player_id] : undefined;
  const answer = { at_ms: answered_ms, message_type: awaited, from: player_id, to: [], ...failed };
  return [question, move === undefined ? answer : { ...answer, move }];
}

/** Clocks of a record and of a timeline differ by little; an attempt that lies further off is another one, and was not kept. */
const NEAR_MS = 1_000;

/** The attempt of a player that began at about this time. */
function attemptAt(steps: readonly MatchStep[], player: string, at_ms: number): MatchStep | undefined {
  let nearest: MatchStep | undefined;
  for (const step of steps) {
    const away = Math.abs(step.asked_ms - at_ms);
    if (step.player_id !== player || away > NEAR_MS) continue;
    if (nearest === undefined || away < Math.abs(nearest.asked_ms - at_ms)) nearest = step;
  }
  return nearest;
}

/** For each frame how many moves its players have made up to it. */
function movesUpTo(frames: readonly Frame[]): readonly (readonly (readonly [string, number])[])[] {
  const made = new Map<string, number>();
  return frames.map(({ moves }) =>
    Object.keys(moves).map((player) => {
      const count = (made.get(player) ?? 0) + 1;
      made.set(player, count);
      return [player, count] as const;
    }),
  );
}

/** A cell of a drawn board. */
export interface Cell {
  readonly mark: string | null;
  /** Whether the step that led here changed it. */
  readonly isNew: boolean;
}

/** The cells of a frame's board, each told whether the frame before had another mark there; undefined where there is no board. */
export function cellsOf(frames: readonly Frame[], at: number): Cell[][] | undefined {
  const before = frames[at - 1]?.board ?? null;
  return frames[at]?.board?.map((row, y) =>
    row.map((mark, x) => ({ mark, isNew: before !== null && mark !== (before[y]?.[x] ?? null) })),
  );
}

/** Where a reader of a course stands, and whether it goes on by itself. */
export interface Stand {
  readonly at: number;
  readonly isPlaying: boolean;
}
export type StandAction = 'first' | 'back' | 'next' | 'last' | 'play' | 'pause' | 'tick' | { readonly to: number };

/** Where the reader of so many moments stands next; to step by hand ends the playing, and so does the last moment. */
export function stood({ at, isPlaying }: Stand, action: StandAction, count: number): Stand {
  const end = Math.max(0, count - 1);
  const held = (to: number) => ({ at: Math.max(0, Math.min(end, to)), isPlaying: false });
  if (typeof action === 'object') return held(action.to);
  switch (action) {
    case 'first':
      return held(0);
    case 'back':
      return held(at - 1);
    case 'next':
      return held(at + 1);
    case 'last':
      return held(end);
    case 'pause':
      return held(at);
    case 'play':
      return { at: at >= end ? 0 : at, isPlaying: end > 0 };
    case 'tick':
      return isPlaying ? { at: Math.min(end, at + 1), isPlaying: at + 1 < end } : { at, isPlaying };
  }
}

/** The action of a key of the keyboard, as players of pictures have it; undefined where it has none. */
export function actionOfKey(key: string, { isPlaying }: Pick<Stand, 'isPlaying'>): StandAction | undefined {
  if (key === ' ' || key === 'k') return isPlaying ? 'pause' : 'play';
  return KEYS.get(key);
}

const KEYS: ReadonlyMap<string, StandAction> = new Map([
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'next'],
  ['Home', 'first'],
  ['End', 'last'],
]);

/** Which player a mark on the board belongs to, as far as the moves show it. */
export function marksOf(frames: readonly Frame[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const [at, { moves }] of frames.entries()) {
    const [player, another] = Object.keys(moves);
    const made = (cellsOf(frames, at) ?? [])
      .flat()
      .flatMap(({ isNew, mark }) => (isNew && mark !== null ? [mark] : []));
    const [mark] = made;
    if (player === undefined || another !== undefined || mark === undefined || made.length > 1) continue;
    if (!marks.has(mark)) marks.set(mark, player);
  }
  return marks;
}
