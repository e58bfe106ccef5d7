import { expect, test } from 'vitest';
import { coverageByFolder } from './coverage.ts';

const counts = (covered: number, total: number) => ({ covered, total });
const full = { statements: counts(1, 1), branches: counts(0, 0) };
const whole = {
  total: { statements: counts(0, 0), branches: counts(0, 0) },
  '/clone/agents/referee/match.ts': { statements: counts(9, 10), branches: counts(1, 2) },
  '/clone/agents/referee/deep/er.ts': { statements: counts(1, 10), branches: counts(1, 2) },
  '/clone/agents/launcher/a.ts': full,
  '/clone/agents/league_manager/a.ts': full,
  '/clone/agents/player/a.ts': full,
  '/clone/SHARED/contracts/a.ts': full,
  '/clone/SHARED/games/a.ts': full,
  '/clone/SHARED/league_sdk/a.ts': full,
  '/another/agents/player/player.ts': { statements: counts(7, 7), branches: counts(7, 7) },
};

test('files are added up by folder, and all of them together', () => {
  const folders = coverageByFolder(JSON.stringify(whole), '/clone/');
  expect(folders?.map(({ folder }) => folder)).toEqual([
    'SHARED/contracts',
    'SHARED/games',
    'SHARED/league_sdk',
    'agents/launcher',
    'agents/league_manager',
    'agents/player',
    'agents/referee',
    'all',
  ]);
  expect(folders?.slice(-2)).toEqual([
    { folder: 'agents/referee', statements: counts(10, 20), branches: counts(2, 4) },
    { folder: 'all', statements: counts(16, 26), branches: counts(2, 4) },
  ]);
});

test('a part does not pass for the whole', () => {
  const { '/clone/SHARED/games/a.ts': _, ...part } = whole;
  expect(coverageByFolder(JSON.stringify(part), '/clone/')).toBeUndefined();
  expect(coverageByFolder(JSON.stringify(whole), '/elsewhere/')).toBeUndefined();
});
