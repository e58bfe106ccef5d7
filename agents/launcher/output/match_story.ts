/** One match for people to read at a terminal. */

import type { ModelUse } from '../../../SHARED/contracts/model_use.ts';
import { NOT_KEPT_TEXT } from '../../../SHARED/league_sdk/records/records.ts';
import { calledIn, factsIn, type MatchStory, type StoryFault } from '../../league_manager/public/story_of_match.ts';
import { printable, table } from './columns.ts';
import { counted, durationText } from './text.ts';

/** The story for people to read; on a terminal its tables fit so many columns. */
export function storyText(story: MatchStory, columns?: number): string {
  const { match_id, round_id, player_a, player_b, referee_id, names, result } = story;
  const called = calledIn(names);
  const head = `${match_id}: ${called(player_a)} – ${called(player_b)} (round ${round_id}${referee_id === null ? '' : `, referee ${referee_id}`})\n`;
  const facts = factsIn(story);
  if (result === null) return `${printable(head.trim())}\n${facts.map(({ text }) => text).join('')}\n`;
  return [
    `${printable(head.trim())}\n`,
    ...facts.map(({ name, text }) => `${name.padEnd(9)} ${printable(text)}\n`),
    stepsText(story, columns),
    faultsText(story.faults, called),
    recordText(story),
  ].join('');
}

function stepsText({ steps, steps_left_out, record_sha256 }: MatchStory, columns: number | undefined): string {
  if (steps.length === 0)
    return record_sha256 === null
      ? '\nThere are no times of it, and no record.\n'
      : '\nThe report has no times, and the record is not here.\n';
  const rows = steps.map(
    ({ player_id, step, attempt, asked_ms, answered_ms, deadline_ms, fault, guarded, model_use }) => [
      durationText(asked_ms),
      player_id,
      step === 0 ? 'join' : `move ${step}`,
      attempt,
      answered_ms === null ? 'no answer' : durationText(answered_ms - asked_ms),
      deadline_ms === null ? '' : durationText(deadline_ms - asked_ms),
      [
        ...(fault === undefined ? [] : [`${fault.code} ${fault.sentence}`.trim()]),
        ...(guarded === undefined ? [] : [`guarded: ${guarded}`]),
        ...(model_use === undefined ? [] : [useText(model_use)]),
      ].join('; '),
    ],
  );
  const more = steps_left_out === 0 ? '' : `  ${counted(steps_left_out, 'earlier attempt')} left out\n`;
  return `\n${table(['At', 'Player', 'Asked to', 'Attempt', 'Took', 'Limit', 'Notes'], rows, columns)}${more}`;
}

function useText({ requests, tokens_in, tokens_out, latency_ms }: ModelUse): string {
  return `model: ${counted(requests, 'request')}, ${tokens_in} tokens in, ${tokens_out} out, ${durationText(latency_ms)}`;
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
    return `\nThe full record is not shown: ${printable(record_missing ?? '')}.${
      record_missing === NOT_KEPT_TEXT ? '' : ` It lies in data/matches where ${referee_id ?? 'the referee'} runs.`
    }\n`;
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
