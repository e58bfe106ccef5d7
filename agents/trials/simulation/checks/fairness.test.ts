import { expect, test } from 'vitest';
import { calm } from '../plan.ts';
import type { TraceEvent } from '../trace.ts';
import type { Case } from './evidence.ts';
import { habits, questionedSince } from './fairness.ts';

const to = 'memory:P01';
const seat = { sender: 'referee:REF01', match_id: 'R1M1', assignment_epoch: 1 };
const envelope = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
const invitation = envelope('handle_game_invitation', { message_type: 'GAME_INVITATION', ...seat, player_id: 'P01' });
const objection = envelope('notify_game_error', {
  ...{ message_type: 'GAME_ERROR', ...seat },
  ...{ error_code: 'E002', affected_player: 'P01' },
});

/** A player with a habit that says something as a tool does, and is told that it was no good. */
function objectedTo(said: object): Case {
  const text = JSON.stringify({
    jsonrpc: '2.0',
    result: { content: [{ type: 'text', text: JSON.stringify(said) }] },
    id: 1,
  });
  const events: readonly TraceEvent[] = [
    { kind: 'sent', at: 1, begun: 1, call: 1, life: 'REF01#1', to, text: invitation },
    { kind: 'heard', at: 2, landed: 2, call: 1, life: 'REF01#1', text },
    { kind: 'sent', at: 3, begun: 3, call: 2, life: 'REF01#1', to, text: objection },
  ];
  const plan = { ...calm(() => 0), habits: new Map([['P01', ['answers as a tool']]]) };
  return { events, plan } as unknown as Case;
}

test('an answer as a tool that is held against its player is noticed', () => {
  expect(habits(objectedTo({ message_type: 'GAME_JOIN_ACK', accept: true }))).toEqual({
    invariant: 'I6',
    detail: 'REF01#1 told P01 E002 at 3, which is habits: answers as a tool',
  });
});

test('a player that refuses a referee whose match was assigned again may do so as a tool', () => {
  expect(habits(objectedTo({ message_type: 'GAME_ERROR', error_code: 'E012' }))).toBeUndefined();
});

test('a player that is asked again for an id of its own had the question from the first asking on', () => {
  const attempt = { sent_ms: 1_500, begun_ms: 1_128 };
  const again = { at: 1_500, texts: [] };
  expect(questionedSince([{ at: 1_128, texts: ['{"id":3}'] }, again], attempt)).toBe(1_128);
  expect(questionedSince([{ at: 1_128, texts: [] }, again], attempt)).toBe(1_500);
  expect(questionedSince([{ at: 900, texts: ['of an earlier attempt'] }, again], attempt)).toBe(1_500);
  expect(questionedSince([], { ...attempt, sent_ms: undefined })).toBeUndefined();
});
