import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import type { Answer } from '../transport/transport.ts';
import { intake } from './work_queue.ts';

const from = { address: 'memory', receivedAt: fakeClock().monotonic() };

/** An agent that answers when it is told to, in the order things were begun. */
function slow() {
  const begun: { readonly text: string; readonly answer: (text: string) => void }[] = [];
  const answer: Answer = (text) => new Promise((resolve) => begun.push({ text, answer: resolve }));
  const finish = async () => {
    begun.shift()?.answer('done');
    await fakeClock().advance(0);
  };
  return { begun, answer, finish };
}

const request = (message_type: string, id = 1) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'm', params: { message_type }, id });

describe('while there is room', () => {
  test('a text is answered at once, by the very promise that answers it', () => {
    const answered = Promise.resolve('now');
    expect(intake(() => answered).answer('{}', from)).toBe(answered);
  });
});

describe('while too much is in work', () => {
  test('texts wait, and what decides a match goes before what informs', async () => {
    const agent = slow();
    const line = intake(agent.answer, undefined, { atOnce: 1, room: 9 });
    const texts = ['LEAGUE_QUERY', 'ROUND_COMPLETED', 'GAME_INVITATION', 'MATCH_RESULT_REPORT'].map((type) =>
      request(type),
    );
    const answers = ['first', ...texts].map((text) => line.answer(text, from));
    expect(agent.begun.map(({ text }) => text)).toEqual(['first']);
    const order: string[] = [];
    while (agent.begun.length > 0) {
      order.push(/message_type":"(\w+)/.exec(agent.begun[0]?.text ?? '')?.[1] ?? 'first');
      await agent.finish();
    }
    expect(order).toEqual(['first', 'GAME_INVITATION', 'MATCH_RESULT_REPORT', 'ROUND_COMPLETED', 'LEAGUE_QUERY']);
    expect(await Promise.all(answers)).toEqual(Array(5).fill('done'));
  });

  test.each([
    ['a request, under its id', request('LEAGUE_QUERY', 7), 7],
    ['a message without an envelope', '{"message_type":"LEAGUE_QUERY"}', null],
    ['a batch', `[${request('LEAGUE_QUERY', 7)}]`, null],
    ['what cannot be read', '{', null],
  ])('what finds no room is told E014: %s', async (_, text, id) => {
    const agent = slow();
    const told: unknown[] = [];
    const line = intake(agent.answer, (what, { code }) => told.push([what, code]), { atOnce: 1, room: 0 });
    void line.answer('first', from);
    let marked = false;
    const tooMany = () => {
      marked = true;
    };
    const answered = JSON.parse((await line.answer(text, { ...from, tooMany })) ?? 'null');
    expect(answered).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32600, data: { error_code: 'E014' } } });
    expect(marked).toBe(true);
    expect(told).toEqual([[text === '{' ? 'unknown' : 'LEAGUE_QUERY', 'E014']]);
    expect(agent.begun).toHaveLength(1);
  });

  test('of a flood the log hears once, and every sender of its own message', async () => {
    const agent = slow();
    const told: string[] = [];
    const line = intake(agent.answer, (what) => told.push(what), { atOnce: 1, room: 0 });
    void line.answer('first', from);
    const flood = await Promise.all([1, 2, 3].map((id) => line.answer(request('LEAGUE_QUERY', id), from)));
    expect(flood.map((text) => JSON.parse(text ?? '').id)).toEqual([1, 2, 3]);
    expect(told).toHaveLength(1);
    await agent.finish();
    void line.answer('second', from);
    await line.answer(request('GAME_ERROR'), from);
    expect(told).toEqual(['LEAGUE_QUERY', 'GAME_ERROR']);
  });

  test('a notification that finds no room gets no answer, and is told of all the same', async () => {
    const agent = slow();
    const told: string[] = [];
    const line = intake(agent.answer, (what) => told.push(what), { atOnce: 1, room: 0 });
    void line.answer('first', from);
    const notice = JSON.stringify({ jsonrpc: '2.0', method: 'm', params: { message_type: 'GAME_ERROR' } });
    expect(await line.answer(notice, from)).toBeUndefined();
    expect(told).toEqual(['GAME_ERROR']);
  });
});
