import { expect, test } from 'vitest';
import { growthOf, growthText, type Sample, soak } from './soak_command.ts';

function samples(process: string, megabytes: (second: number) => number): readonly Sample[] {
  return Array.from({ length: 101 }, (_, seconds) => ({ seconds, process, megabytes: megabytes(seconds) }));
}

test('memory that rises while a process warms up and stays there is flat', () => {
  const [growth] = growthOf(samples('manager', (second) => 100 + Math.min(second, 25)));
  expect(growth).toEqual({ process: 'manager', quarters: [113, 125, 125, 125], isFlat: true });
});

test('memory that goes on rising is told', () => {
  const growths = growthOf([...samples('REF01', () => 90), ...samples('players 1', (second) => 100 + second)]);
  expect(growths.map(({ process, isFlat }) => [process, isFlat])).toEqual([
    ['REF01', true],
    ['players 1', false],
  ]);
  expect(growthText(growths)).toMatch(/players 1 .* grows/);
});

test('one high sample is not growth', () => {
  expect(growthOf(samples('manager', (second) => (second === 99 ? 900 : 100)))[0]?.isFlat).toBe(true);
});

test('every process of a league is watched', async () => {
  const told: string[] = [];
  const options = { players: 20, moveSec: 1, everyMs: 300, isCalledOff: () => told.length > 12 };
  const { samples: seen } = await soak({ ...options, tell: (line) => void told.push(line) });
  const processes = new Set(seen.map(({ process }) => process));
  for (const name of ['launcher', 'manager', 'REF01', 'REF02', 'players 1']) expect(processes).toContain(name);
  expect(seen.every(({ megabytes }) => megabytes > 10)).toBe(true);
});
