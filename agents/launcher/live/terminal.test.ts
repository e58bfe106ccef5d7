import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { atTerminal, hasTerminals } from '../testing/terminal.ts';
import { ROOT } from '../world/installation.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

test.runIf(hasTerminals())(
  'a manager at a real terminal draws in place, follows its size, loses no line and leaves nothing behind',
  async () => {
    const { path, remove } = await scratchFolder('league-');
    const command = [
      process.execPath,
      join(ROOT, 'SHARED', 'tools', 'start.mjs'),
      'agents/launcher/main.ts',
      'manager',
    ];
    const at = atTerminal(100, 30, [
      ...command,
      '--port',
      '0',
      '--data',
      join(path, 'data'),
      '--logs',
      join(path, 'logs'),
    ]);
    const { terminal } = at;
    const seen = (what: string | RegExp) => vi.waitFor(() => expect(terminal.text).toMatch(what), PATIENCE);
    try {
      await seen(/waiting for players {2,}http:\/\/localhost:\d+\/$/m);
      const address = /listens at (\S+)\./.exec(terminal.text)?.[1] ?? '';

      at.resize(60, 20);
      await seen(/waiting for players\nhttp:\/\/localhost:\d+\/\n/);
      expect(terminal.text.match(/waiting for players/g)).toHaveLength(1);

      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'register_player', params: { version: 1 } });
      await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      await vi.waitFor(() => {
        const [above, drawn] = terminal.text.split('Even/Odd League');
        expect([above, drawn]).toEqual([
          expect.not.stringContaining('league: '),
          expect.stringContaining('! A registration'),
        ]);
      }, PATIENCE);

      at.type('\u0003');
      expect(await at.ended).toBe(0);
      expect(terminal.text).toMatch(/League Manager ended: interrupted\.$/);
      expect(terminal.text).toContain('league: ');
      expect(terminal.text).not.toContain('waiting for players');
      expect([terminal.isCursorShown, terminal.isWrapping]).toEqual([true, true]);
    } finally {
      at.kill();
      await at.ended;
      await remove();
    }
  },
  180_000,
);
