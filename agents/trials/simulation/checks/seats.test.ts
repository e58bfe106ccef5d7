import { expect, test } from 'vitest';
import type { TraceEvent } from '../trace.ts';
import { isRefusal, postsIn, questionsIn } from './seats.ts';

const question =
  '{"jsonrpc":"2.0","method":"choose_parity","params":{"message_type":"CHOOSE_PARITY_CALL","sender":"referee:REF01","conversation_id":"c1","match_id":"R1M1","player_id":"P01","assignment_epoch":2},"id":1}';
const post =
  '{"jsonrpc":"2.0","method":"mcp_message","params":{"message_type":"CHOOSE_PARITY_RESPONSE","sender":"player:P01","conversation_id":"c1","parity_choice":"even"},"id":7}';

function posted(answer: string): readonly TraceEvent[] {
  return [
    { kind: 'sent', at: 1, begun: 1, call: 1, life: 'REF01#1', to: 'memory:P01', text: question },
    { kind: 'sent', at: 2, begun: 2, call: 2, life: 'P01#1', to: 'memory:REF01', text: post },
    { kind: 'arrived', at: 3, call: 2, life: 'REF01#1', copy: 0 },
    { kind: 'answered', at: 4, call: 2, life: 'REF01#1', copy: 0, text: answer },
  ];
}

test('a post that was taken belongs to the seat that was asked', () => {
  expect([...postsIn(posted('{"jsonrpc":"2.0","result":{"status":"ok"},"id":7}')).values()]).toEqual([
    {
      ...{ referee_id: 'REF01', match_id: 'R1M1', player_id: 'P01', epoch: 2 },
      ...{ awaited: 'CHOOSE_PARITY_RESPONSE', text: post },
    },
  ]);
});

test.each([
  ['an error of JSON-RPC', '{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params"},"id":7}'],
  ['GAME_ERROR', '{"jsonrpc":"2.0","result":{"message_type":"GAME_ERROR","error_code":"E012"},"id":7}'],
])('a post that was refused with %s counts for nothing', (_how, answer) => {
  expect(postsIn(posted(answer)).size).toBe(0);
});

test.each([
  ['as every agent of ours', (said: object) => said],
  ['as a tool', (said: object) => ({ content: [{ type: 'text', text: JSON.stringify(said) }] })],
])('a player that answers %s refuses by GAME_ERROR, and by no answer', (_how, form) => {
  const saying = (said: object) => JSON.stringify({ jsonrpc: '2.0', result: form(said), id: 1 });
  expect(isRefusal(saying({ message_type: 'GAME_ERROR', error_code: 'E012' }))).toBe(true);
  expect(isRefusal(saying({ message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'even' }))).toBe(false);
  expect(isRefusal(saying({ status: 'ACK' }))).toBe(false);
});

test('a player that sends a question back to its referee asks nobody', () => {
  const refused = '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}';
  const questions = questionsIn([
    { kind: 'sent', at: 1, begun: 1, call: 1, life: 'REF01#1', to: 'memory:P01', text: question },
    { kind: 'sent', at: 9, begun: 9, call: 2, life: 'P01#1', to: 'memory:REF01', text: question },
    { kind: 'heard', at: 10, landed: 10, call: 2, life: 'P01#1', text: refused },
  ]);
  expect([...questions.values()].flat()).toMatchObject([{ life: 'REF01#1', at: 1, texts: [] }]);
});
