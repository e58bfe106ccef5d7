import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedLeague } from './testing/embedded_league.ts';

test('a program of one’s own plays a league, as the documents show it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-league-'));
  try {
    expect(await embeddedLeague(folder)).toMatch(/^P0[1-4]$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
