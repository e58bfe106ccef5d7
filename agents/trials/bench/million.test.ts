import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch_folder.ts';
import { typed } from '../testing/rehearsal_in_process.ts';
import { decideMatches } from './million.ts';

test('matches that are decided without agents follow from their rules, and are verified as any others', async () => {
  const scratch = await scratchFolder('league-million-');
  try {
    expect(await decideMatches({ players: 7, matches: 8, folder: scratch.path })).toBe(9);
    const where = ['--data', join(scratch.path, 'data'), '--config', join(scratch.path, 'config')];
    const { code, out, err } = await typed('verify', ...where);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/9 /);
  } finally {
    await scratch.remove();
  }
});

test('players that do not meet so often are told at once, and are not waited for', async () => {
  const scratch = await scratchFolder('league-million-');
  try {
    const part = { players: 3, matches: 4, folder: scratch.path };
    await expect(decideMatches(part)).rejects.toThrow('3 players meet 3 times, and not 4');
  } finally {
    await scratch.remove();
  }
});
