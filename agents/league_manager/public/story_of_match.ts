/** One match as a story, from its report and its record: every step, the draw with its check, and what went wrong. */
import { adviceFor } from '../../../SHARED/contracts/errors.ts';
import { factsOf } from '../../../SHARED/contracts/files/history.ts';
import type { MatchRecord, TranscriptLine } from '../../../SHARED/contracts/files/match.ts';
import {
  type Fault,
  faultSentence,
  type MatchResult,
  type TimelineEntry,
  withoutWinner,
} from '../../../SHARED/contracts/messages/result.ts';
import { cut, isJsonArray, isJsonObject, type JsonObject } from '../../../SHARED/core/json.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import { commitmentOf } from '../registration/tokens.ts';
import type { ToldMatch } from './public_match.ts';

/** One attempt to ask a player; a record alone does not tell its deadline. */
export type StoryStep = Omit<TimelineEntry, 'deadline_ms'> & { readonly deadline_ms: number | null };

export interface StoryFault {
  readonly player_id: string;
  readonly cause: string;
  readonly error_code: string | null;
  readonly sentence: string;
  readonly advice: string;
  readonly evidence: JsonObject;
}

/** The draw of a match, checked by what its players were told. What follows from its seed is for the judge to say. */
interface StoryDraw {
  readonly seed: string;
  /** Of the seed, and so no evidence by itself. */
  readonly commitment: string;
  /** The commitment that the players were told; only the record says what that was. */
  readonly told_commitment: string | null;
  /** Whether the two are the same. */
  readonly as_promised: boolean | null;
}

/** Everything that is known of a match, as `--json` prints it. */
export interface MatchStory extends Omit<ToldMatch, 'result'> {
  readonly names: { readonly [player_id: string]: string };
  readonly result: MatchResult | null;
  readonly steps: readonly StoryStep[];
  readonly steps_left_out: number;
  readonly draw: StoryDraw | null;
  readonly faults: readonly StoryFault[];
  readonly messages: readonly TranscriptLine[] | null;
  readonly record_missing: string | null;
}

/** The story of a match; `names` has what its players are called. */
export function storyOf(
  { result: known, ...match }: ToldMatch,
  record: Result<MatchRecord, string>,
  names: ReadonlyMap<string, string>,
): MatchStory {
  const result = known ?? null;
  const kept = record.ok ? record.value : undefined;
  return {
    ...match,
    names: Object.fromEntries([match.player_a, match.player_b].map((id) => [id, names.get(id) ?? id])),
    result,
    steps: result === null ? [] : stepsIn(result, kept),
    steps_left_out: result?.details.timeline_left_out ?? 0,
    draw: result === null ? null : drawOf(match, kept),
    faults: (result?.details.faults ?? []).map(faultStory),
    messages: kept?.transcript ?? null,
    record_missing: record.ok || result === null ? null : record.error,
  };
}

/** The attempts of a match: by its timeline, else as far as the record tells them. */
export function stepsIn({ details }: MatchResult, record: MatchRecord | undefined): readonly StoryStep[] {
  return details.timeline ?? (record === undefined ? [] : stepsOfTranscript(record));
}

const INVITATION = 'GAME_INVITATION';
const TOLD: ReadonlySet<string> = new Set(['GAME_ERROR', 'GAME_OVER']);

function stepsOfTranscript({ transcript, lifecycle }: MatchRecord): readonly StoryStep[] {
  const since = (timestamp: string) => Math.max(0, Date.parse(timestamp) - Date.parse(lifecycle.created_at));
  const steps: StoryStep[] = [];
  for (const { message_type, timestamp, to = [], from, step = 1, attempt = 1, error_code: code } of transcript) {
    if (!TOLD.has(message_type))
      for (const player_id of to)
        steps.push({
          ...{ player_id, step: message_type === INVITATION ? 0 : step, awaited: message_type, attempt },
          ...{ asked_ms: since(timestamp), answered_ms: null, deadline_ms: null },
        });
    const open = steps.findLast(({ player_id, answered_ms }) => player_id === from && answered_ms === null);
    if (open === undefined) continue;
    open.answered_ms = since(timestamp);
    if (code !== undefined) open.fault = { code, sentence: '' };
  }
  return steps;
}

function drawOf(
  { match_id, draw_seed: seed }: Pick<ToldMatch, 'match_id' | 'draw_seed'>,
  record: MatchRecord | undefined,
): StoryDraw | null {
  if (seed === undefined) return null;
  const commitment = commitmentOf(seed, match_id);
  const told_commitment = record?.draw_commitment ?? null;
  const as_promised = told_commitment === null ? null : told_commitment === commitment;
  return { seed, commitment, told_commitment, as_promised };
}

/** A fault with its one sentence and what to change. */
export function faultStory(fault: Fault): StoryFault {
  const { player_id, cause, evidence } = fault;
  const { error_code: last, attempts } = evidence as JsonObject;
  // A foreign referee may list its attempts alone.
  const code = last ?? (isJsonArray(attempts) ? attempts.filter(isJsonObject).at(-1)?.['error_code'] : undefined);
  const error_code = typeof code === 'string' ? code : null;
  const advice = adviceFor(cause, error_code ?? undefined, String(evidence['detail'] ?? ''));
  return { player_id, cause, error_code, sentence: faultSentence(fault), advice, evidence: evidence as JsonObject };
}

/** A name and what it says. */
export interface StoryFact {
  readonly name: string;
  readonly text: string;
}

/** The players of a story as sentences call them: by id and name. */
export function calledIn(names: MatchStory['names']): (id: string) => string {
  return (id) => `${id} ${names[id] ?? ''}`.trim();
}

/** Result, reason, draw and the like, one line each; of a match that is not decided only how far it is. */
export function factsIn(story: MatchStory): readonly StoryFact[] {
  const { result, player_a, player_b } = story;
  if (result === null) return [{ name: 'State', text: UNDECIDED[story.status] }];
  const { details, winner, score } = result;
  const points = `${score[player_a] ?? 0} : ${score[player_b] ?? 0}`;
  const how = details.termination === 'normal' ? '' : `, ${String(details.termination).replaceAll('_', ' ')}`;
  const won = winner === null ? withoutWinner(details) : `${calledIn(story.names)(winner)} won`;
  return [
    { name: 'Result', text: `${won}, points ${points}${how}` },
    ...(details.reason === undefined ? [] : [{ name: 'Why', text: details.reason }]),
    ...(story.annulled === undefined ? [] : [{ name: 'Counts', text: `in no table: ${story.annulled}` }]),
    {
      name: 'Decided',
      text: `${timeOfDay(story.decided_at)}, ${story.verified === true ? 'recomputed from moves and seed' : 'taken on trust'}`,
    },
    ...gameFacts(details),
    ...drawFacts(story.draw),
  ];
}

const UNDECIDED: { readonly [S in ToldMatch['status']]: string } = {
  SCHEDULED: 'It has not begun.',
  RUNNING: 'It is being played; moves, times and seed are told once it is decided.',
  DECIDED: 'It is decided; its result is not told here.',
  LATE_PLACE: 'It waits for a late-comer: nobody has taken a place of it yet.',
  PAUSED: 'It waits until the league goes on: the league is paused.',
  CAME_LATER: 'It was not played: a player of it came later.',
  NOT_PLAYED: 'It will not be played: a player of it was removed.',
};

/** The most characters of a game's facts in a line; a final board may be long. */
const FACTS_LENGTH = 200;

function gameFacts(details: MatchResult['details']): readonly StoryFact[] {
  const known = Object.entries(factsOf(details)).filter(([, value]) => value !== null);
  const text = known.map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return text.length === 0 ? [] : [{ name: 'Facts', text: cut(text.join(', '), FACTS_LENGTH) }];
}

function drawFacts(draw: StoryDraw | null): readonly StoryFact[] {
  if (draw === null) return [];
  const promised = { true: 'as the players were told', false: 'NOT what the players were told' };
  const check =
    draw.as_promised === null
      ? 'compare it with the draw_commitment of the invitation'
      : promised[String(draw.as_promised) as keyof typeof promised];
  return [
    { name: 'Draw', text: `seed ${draw.seed}` },
    { name: '', text: `SHA-256(seed, match id) ${draw.commitment}, ${check}` },
  ];
}

function timeOfDay(timestamp = ''): string {
  return `${timestamp.slice(0, 19).replace('T', ' ')} UTC`;
}
