/** Games of a user's own that fail: shown at once with file and line, and nothing waits for ever. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePortBase, ran } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'games-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function rules(play: string): string {
  return `const over = { over: true, outcome: { scores: [1, 0], facts: {} } };
export const game = {
  type: 'my_game', version: '1.0.0', seats: 2, seatsMatter: false,
  start: () => ({ played: false }),
  status: (state) => (state.played ? over : { over: false, toMove: [0, 1] }),
  view: (state) => state,
  moves: () => ['a', 'b'],
  play: (state) => ${play},
  explain: () => '{0} wins',
};
`;
}

test.each([
  ['processes', async () => ['--port-base', String(await freePortBase())]],
  ['one process', async () => ['--in-process']],
] as const)(
  'rules that throw end a league of %s with what, where and how to go on; mended, it goes on',
  async (name, how) => {
    const file = join(folder, `${name.replace(' ', '_')}.mjs`);
    const folders = ['--data', join(folder, `${name} data`), '--logs', join(folder, 'logs'), '--game', file];
    await writeFile(file, rules('state.nothing.here'));
    const few = ['--players', '4', '--referees', '1', '--strategies', 'random'];
    const { code, err } = await typed('run', ...few, ...folders, ...(await how()));
    expect(code, err).toBe(1);
    const fault = new RegExp(`^REF01: the game my_game threw at .*${name.replace(' ', '_')}\\.mjs:8, TypeError: `, 'm');
    expect(err).toMatch(fault);
    const last = err.trim().split('\n').at(-1);
    expect(last).toMatch(
      /^league: .*the rules fail again and again: the game my_game threw at .*:8, .*, \d times; mend them/,
    );
    expect(last).toContain('; go on with: npx league resume --');
    await writeFile(file, rules('({ played: true })'));
    // A process that has not loaded the rules as they were.
    const resumed = await ran('resume', ...folders);
    expect(resumed.code, resumed.err).toBe(0);
    expect(resumed.out).toContain('Champion: ');
  },
);
