import { expect, test } from 'vitest';
import { starve, starveText } from './starve.ts';

test.runIf(process.platform === 'linux')(
  'referees that are stopped for longer than a deadline, again and again, cost no healthy player a match',
  async () => {
    const by = { stopMs: 1_200, runMs: 8 };
    const told: string[] = [];
    const tell = (line: string) => void told.push(line);
    const { technical_losses, ...figures } = await starve({ matches: 20, players: 7, by, tell });
    expect(technical_losses).toEqual([]);
    expect(figures).toMatchObject({ leagues: 1, matches: 21, not_ended: 0 });
    expect(told.at(-1)).toBe('21 of 21 matches, league 1');
    expect(starveText({ technical_losses, ...figures })).toMatch(/^ {2}technical losses among healthy players +0$/m);
  },
  300_000,
);
