import { expect, test } from 'vitest';
import { calm } from '../plan.ts';
import type { TraceEvent } from '../trace.ts';
import { answers } from './answers.ts';
import { caseOf, type Evidence } from './evidence.ts';

const request = '{"jsonrpc":"2.0","method":"register_player","params":{},"id":7}';
const asked: readonly TraceEvent[] = [
  { kind: 'sent', at: 1, begun: 1, call: 1, life: 'P01#1', to: 'memory:LM01', text: request },
  { kind: 'arrived', at: 2, call: 1, life: 'LM01#1', copy: 0 },
];
const knocks: TraceEvent = { kind: 'knocks', at: 2, life: 'LM01#1', to: 'memory:P01' };
const ended: TraceEvent = { kind: 'fault', at: 400, what: 'ended: the league is complete', where: 'LM01#1' };

function judged(...events: readonly TraceEvent[]) {
  const given = { files: new Map(), manager: 'LM01', config: { league_id: 'l' }, plan: calm(() => 0) };
  return answers(caseOf({ ...given, events, ended: true, endMs: 99_000 } as unknown as Evidence));
}

test('a request that an agent has not answered when it ends in order is noticed', () => {
  expect(judged(...asked, ended)).toEqual({
    invariant: 'I8',
    detail: 'LM01#1 never answered #1, which came at 2',
  });
});

test('a manager that ends while it finds out whether the agent of a seat still listens owes no answer', () => {
  expect(judged(...asked, knocks, ended)).toBeUndefined();
});

test('what it has found out by then excuses nothing', () => {
  const found: TraceEvent = { kind: 'knocked', at: 3, life: 'LM01#1', to: 'memory:P01', opened: false };
  expect(judged(...asked, knocks, found, ended)).toMatchObject({ invariant: 'I8' });
});

test('a request is answered once, and with its own id', () => {
  const answer: TraceEvent = { kind: 'answered', at: 3, call: 1, life: 'LM01#1', copy: 0, text: '{"id":7}' };
  expect(judged(...asked, answer, ended)).toBeUndefined();
  expect(judged(...asked, answer, answer, ended)?.detail).toBe('LM01#1 answered #1 twice, the second time at 3');
  expect(judged(...asked, { ...answer, text: '{"id":8}' }, ended)?.detail).toBe(
    'LM01#1 answered #1 with ids "8" instead of "7" at 3',
  );
});
