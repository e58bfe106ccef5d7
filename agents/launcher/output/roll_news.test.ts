import { expect, test } from 'vitest';
import { RollNews } from './roll_news.ts';

const SINCE = '2025-01-15T10:00:00.123Z';
const waitingFor = (...ids: readonly string[]) => ({
  total: ids.length,
  agents: ids.map((agent_id) => ({ agent_id, display_name: `Agent ${agent_id}`, since: SINCE, reason: 'unreachable' })),
});
const news = () =>
  new RollNews({ go: 'league start', addressOf: (id) => (id === 'P01' ? 'http://a:1/mcp' : undefined) });

test('who is missing is named with its address and since when, and then who is back', () => {
  const roll = news();
  expect(roll.hear(waitingFor('P01', 'P02'), 0)).toBe('');
  expect(roll.hear(waitingFor('P01', 'P02'), 1_000)).toBe(
    [
      'waiting for 2 agents that are not back:',
      '  P01  Agent P01  http://a:1/mcp  since 2025-01-15 10:00:00 UTC',
      '  P02  Agent P02                  since 2025-01-15 10:00:00 UTC',
      'Each comes back when its owner starts it again. To go on without them: league start',
      '',
    ].join('\n'),
  );
  expect(roll.hear(waitingFor('P01', 'P02'), 9_000)).toBe('');
  expect(roll.hear(waitingFor('P02'), 9_100)).toBe('P01 is back; still waiting for P02\n');
  expect(roll.hear(waitingFor('P01'), 9_200)).toBe('');
  expect(roll.hear(undefined, 9_300)).toBe('the league goes on\n');
  expect(roll.hear(undefined, 20_000)).toBe('');
});

test('who is back within a second is not spoken of', () => {
  const roll = news();
  expect(roll.hear(waitingFor('P01'), 0)).toBe('');
  expect(roll.hear(undefined, 999)).toBe('');
  expect(roll.hear(undefined, 5_000)).toBe('');
});

test('who goes away again is waited for again', () => {
  const roll = news();
  roll.hear(waitingFor('P02'), 0);
  roll.hear(waitingFor('P02'), 1_000);
  expect(roll.hear(waitingFor('P01'), 2_000)).toBe('P02 is back; still waiting for P01\n');
});

test('of a crowd twenty are named, and nothing in a name moves the cursor', () => {
  const ids = Array.from({ length: 100 }, (_, i) => `P${i}`);
  const roll = news();
  const crowd = { ...waitingFor('\u001b[2J', ...ids.slice(1)), total: 10_000 };
  roll.hear(crowd, 0);
  const lines = roll.hear(crowd, 1_000).split('\n');
  expect(lines).toHaveLength(24);
  expect([lines[0], lines[1], lines[21]]).toEqual([
    'waiting for 10000 agents that are not back:',
    expect.stringMatching(/^ {2}�\[2J {2}/),
    '  and 9980 more',
  ]);
});

test('a limit is told', () => {
  const roll = new RollNews({ go: 'league start', waitMs: 30_000 });
  roll.hear(waitingFor('P01'), 0);
  expect(roll.hear(waitingFor('P01'), 1_000)).toContain('again. It goes on 30 s after its start in any case. To go on');
});

test('in a pause no limit holds, and that is what is told', () => {
  const roll = new RollNews({ go: 'league start', waitMs: 30_000 });
  roll.hear(waitingFor('P01'), 0, true);
  const text = roll.hear(waitingFor('P01'), 1_000, true);
  expect(text).not.toContain('30 s');
  expect(text).toContain('The league is paused: it goes on when it is told to, by: league start\n');
});
