/** People in a league of real processes: one at a terminal, one at a pipe. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { LEAGUE, matchesIn, openHall } from '../../trials/testing/hall.ts';
import { OwnStage } from '../../trials/testing/own_stage.ts';
import { watched } from '../../trials/testing/rehearsal.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { type AtTerminal, atTerminal } from '../testing/terminal.ts';
import { ROOT } from '../world/installation.ts';

const stage = new OwnStage();
const hasTerminals = spawnSync('python3', ['-c', 'import pty, fcntl, os; os.waitstatus_to_exitcode']).status === 0;
const PATIENCE = { timeout: 60_000, interval: 50 };
const START = [process.execPath, join(ROOT, 'SHARED', 'tools', 'start.mjs'), 'agents/launcher/main.ts', 'play'];

test.runIf(hasTerminals)(
  'a person at a terminal and one at a pipe play a league to its end, and the league says that they are human',
  async () => {
    const hall = await openHall(stage.folder, {});
    const own = (name: string) => ['--name', name, '--manager', hall.manager, '--data', join(stage.folder, name)];
    let at: AtTerminal | undefined;
    try {
      await hall.ours('referee', 'REF01');
      await hall.ours('player', 'P01');
      at = atTerminal(60, 24, [...START, ...own('Ada')]);
      const { terminal } = at;
      const seen = (what: string | RegExp) => vi.waitFor(() => expect(terminal.text).toMatch(what), PATIENCE);
      const [node = '', ...words] = [...START, ...own('Ben')];
      const child = spawn(node, words, { cwd: ROOT, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
      const ben = stage.own(watched(child, 'the person at a pipe'));
      await seen(/You are Ada \(P\d+\)\. Even-Odd Parity Game: [\s\S]*The league has not begun/);
      await ben.says(/You are Ben/);
      const taken = await typed('play', ...own('Ada'), '--data', join(stage.folder, 'elsewhere'));
      expect(taken).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^league: .*another player has this name.*\n$/),
      });
      child.stdin?.end('north\neven\nodd\n');
      const playing = hall.play();
      for (const nth of [1, 2]) {
        await seen(/press a key/);
        at.type('\u0003');
        await seen(/Leave\?/);
        at.type('1');
        await vi.waitFor(() => expect(terminal.text).not.toContain('Leave?'), PATIENCE);
        at.type('1');
        await vi.waitFor(() => expect(terminal.text.match(/^R\dM\d: /gm)).toHaveLength(nth), PATIENCE);
      }
      expect(await at.ended).toBe(0);
      expect(await ben.ended(), ben.err()).toBe(0);
      const codes = await playing;
      expect(codes).toEqual(codes.map(() => 0));
      expect(terminal.text).toMatch(/Your place: (shared )?[1-3](st|nd|rd)?(, of 3)?\.$/);
      expect([terminal.isCursorShown, terminal.isWrapping]).toEqual([true, true]);
      expect(ben.out()).toContain('"north" is no legal move; legal are: even odd\n');
      expect(ben.out()).toMatch(/Your place: (shared )?[1-3](st|nd|rd)?(, of 3)?\.\n$/);
      const matches = await matchesIn(hall);
      expect(matches.map(({ termination }) => termination)).toEqual(Array(3).fill('normal'));
      const { standings } = await hall.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`);
      expect(standings.map(({ display_name, kind }) => [display_name, kind]).sort()).toEqual([
        ...[
          ['Ada', 'human'],
          ['Agent Alpha', undefined],
          ['Ben', 'human'],
        ],
      ]);
    } finally {
      at?.kill();
      await at?.ended;
      await hall.close();
    }
  },
  180_000,
);

test.each([
  [['--json'], /unknown option --json; try: npx league play --help/],
  [['--manager', 'ftp://nowhere'], /--manager/],
])('what is typed wrong is told in one line: %s', async (words, line) => {
  const { code, out, err } = await typed('play', ...words);
  expect([code, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
  expect(err).toMatch(line);
});
