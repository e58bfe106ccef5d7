import { afterEach, expect, test, vi } from 'vitest';
import { childOfLauncher, note } from './child.ts';

const { send } = process;
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(process, { send });
});

test('a line of a process without a launcher moves no cursor of its terminal', () => {
  Object.assign(process, { send: undefined });
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  note('llm failed: gone\u001b[2J\u001b]0;pwned\u0007\n    at here');
  expect(said.mock.calls).toEqual([['llm failed: gone�[2J�]0;pwned�\n    at here\n']]);
});

test('a process without a launcher begins at once, and listens to nobody', async () => {
  Object.assign(process, { send: undefined });
  const before = process.listenerCount('message');
  await childOfLauncher().turn;
  expect(process.listenerCount('message')).toBe(before);
});
