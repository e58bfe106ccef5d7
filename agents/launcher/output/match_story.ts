/** One match told from its report and its record: every step, the draw with its check, and what went wrong. */
import { adviceFor } from '../../../SHARED/contracts/errors.ts';
import { factsOf } from '../../../SHARED/contracts/files/history.ts';
import type { MatchRecord, TranscriptLine } from '../../../SHARED/contracts/files/match.ts';
import {
  type Fault,
  faultSentence,
  type MatchResult,
  type TimelineEntry,
} from '../../../SHARED/contracts/messages/result.ts';
import { cut, isJsonArray, isJsonObject, type JsonObject } from '../../../SHARED/core/json.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import type { ToldMatch } from '../../league_manager/public/public_match.ts';
import { commitmentOf } from '../../league_manager/registration/tokens.ts';
import { counted, printable, table } from './text.ts';

/** One attempt to ask a player; a record alone does not tell its deadline. */
export type StoryStep = Omit<TimelineEntry, 'deadline_ms'> & { readonly deadline_ms: number | null };

interface StoryFault {
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
  readonly commitment: string;
  /** Whether it is the commitment that the players were told; only the record says what that was. */
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
  const told = record?.draw_commitment;
  return { seed, commitment, as_promised: told === undefined ? null : told === commitment };
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

/** The story for people to read. */
export function storyText(story: MatchStory): string {
  const { match_id, round_id, player_a, player_b, referee_id, names, result } = story;
  const called = (id: string) => `${id} ${names[id] ?? ''}`.trim();
  const head = `${match_id}: ${called(player_a)} – ${called(player_b)} (round ${round_id}${referee_id === null ? '' : `, referee ${referee_id}`})\n`;
  if (result === null) return printable(head.trim()).concat('\n', UNDECIDED[story.status]);
  const { details, winner, score } = result;
  const points = `${score[player_a] ?? 0} : ${score[player_b] ?? 0}`;
  const how = details.termination === 'normal' ? '' : `, ${String(details.termination).replaceAll('_', ' ')}`;
  const facts = [
    ['Result', `${winner === null ? 'nobody won' : `${called(winner)} won`}, points ${points}${how}`],
    ...(details.reason === undefined ? [] : [['Why', details.reason]]),
    ...(story.annulled === undefined ? [] : [['Counts', `in no table: ${story.annulled}`]]),
    [
      'Decided',
      `${timeOfDay(story.decided_at)}, ${story.verified === true ? 'recomputed from moves and seed' : 'taken on trust'}`,
    ],
    ...factLines(details),
    ...drawLines(story.draw),
  ];
  return [
    `${printable(head.trim())}\n`,
    ...facts.map(([name = '', text = '']) => `${name.padEnd(9)} ${printable(text)}\n`),
    stepsText(story),
    faultsText(story.faults, called),
    recordText(story),
  ].join('');
}

const UNDECIDED: { readonly [S in ToldMatch['status']]: string } = {
  SCHEDULED: 'It has not begun.\n',
  RUNNING: 'It is being played; moves, times and seed are told once it is decided.\n',
  DECIDED: 'It is decided; its result is not told here.\n',
  LATE_PLACE: 'It waits for a late-comer: nobody has taken a place of it yet.\n',
  PAUSED: 'It waits until the league goes on: the league is paused.\n',
  CAME_LATER: 'It was not played: a player of it came later.\n',
  NOT_PLAYED: 'It will not be played: a player of it was removed.\n',
};

/** So much of the facts of a game stands in a line; a final board may be long. */
const FACTS_LENGTH = 200;

function factLines(details: MatchResult['details']): readonly (readonly [string, string])[] {
  const known = Object.entries(factsOf(details)).filter(([, value]) => value !== null);
  const text = known.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return text.length === 0 ? [] : [['Facts', cut(text.join(', '), FACTS_LENGTH)]];
}

function drawLines(draw: StoryDraw | null): readonly (readonly [string, string])[] {
  if (draw === null) return [];
  const promised = { true: 'as the players were told', false: 'NOT what the players were told' };
  const check =
    draw.as_promised === null
      ? 'compare it with the draw_commitment of the invitation'
      : promised[String(draw.as_promised) as keyof typeof promised];
  return [
    ['Draw', `seed ${draw.seed}`],
    ['', `SHA-256(seed, match id) ${draw.commitment}, ${check}`],
  ];
}

function stepsText({ steps, steps_left_out, record_sha256 }: MatchStory): string {
  if (steps.length === 0)
    return record_sha256 === null
      ? '\nThere are no times of it, and no record.\n'
      : '\nThe report has no times, and the record is not here.\n';
  const rows = steps.map(({ player_id, step, attempt, asked_ms, answered_ms, deadline_ms, fault, guarded }) => [
    durationText(asked_ms),
    player_id,
    step === 0 ? 'join' : `move ${step}`,
    attempt,
    answered_ms === null ? 'no answer' : durationText(answered_ms - asked_ms),
    deadline_ms === null ? '' : durationText(deadline_ms - asked_ms),
    [
      ...(fault === undefined ? [] : [`${fault.code} ${fault.sentence}`.trim()]),
      ...(guarded === undefined ? [] : [`guarded: ${guarded}`]),
    ].join('; '),
  ]);
  const more = steps_left_out === 0 ? '' : `  ${counted(steps_left_out, 'earlier attempt')} left out\n`;
  return `\n${table(['At', 'Player', 'Asked to', 'Attempt', 'Took', 'Limit', 'Fault'], rows)}${more}`;
}

function faultsText(faults: readonly StoryFault[], called: (id: string) => string): string {
  const lines = faults.map(
    ({ player_id, sentence, advice, error_code }) =>
      `At fault  ${printable(called(player_id))}${error_code === null ? '' : ` (${error_code})`}: ${printable(sentence)}\nTo change ${advice}\n`,
  );
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

function recordText({ messages, record_missing, record_sha256, referee_id, decided_at }: MatchStory): string {
  // The manager's own decisions have no record, and a referee that named none has none to show.
  if (messages === null && record_sha256 === null) return '';
  if (messages === null)
    return `\nThe full record is not shown: ${printable(record_missing ?? '')}. It lies in data/matches where ${referee_id ?? 'the referee'} runs.\n`;
  const begun = Date.parse(messages[0]?.timestamp ?? decided_at ?? '');
  const rows = messages.map(({ message_type, timestamp, to, from, choice, error_code }) => [
    durationText(Date.parse(timestamp) - begun),
    from === undefined ? `to ${(to ?? []).join(', ')}` : `from ${from}`,
    message_type,
    [...(choice === undefined ? [] : [JSON.stringify(choice)]), ...(error_code === undefined ? [] : [error_code])].join(
      ' ',
    ),
  ]);
  return `\nThe record, ${counted(messages.length, 'message')}\n${table(['At', 'Who', 'Message', 'What'], rows)}`;
}

/** 12 ms, 3 s, 91.2 s. */
export function durationText(ms: number): string {
  return Math.abs(ms) < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

function timeOfDay(timestamp = ''): string {
  return `${timestamp.slice(0, 19).replace('T', ' ')} UTC`;
}
