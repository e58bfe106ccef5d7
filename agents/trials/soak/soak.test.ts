import { expect, test } from 'vitest';
import { progressText } from '../../launcher/output/text.ts';
import { growthOf, growthText, progressIn, type Sample, soak } from './soak_command.ts';

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

test('the progress of a run is its last round, also when its table has followed', () => {
  const rounds = [1, 2].map((round) => progressText(round, 2, round, 2)).join('\n');
  expect(progressIn(`${rounds}\n\nRank  Player\n`)).toMatch(/^round 2\/2 .* 2\/2 matches$/);
  expect(progressIn('Starting 2 referees.\n')).toBe('starting');
});

test('every process of a league is watched', async () => {
  const told: string[] = [];
  const options = { players: 20, moveSec: 1, everyMs: 300, isCalledOff: () => told.length > 12 };
  const { samples: seen } = await soak({ ...options, tell: (line) => void told.push(line) });
  // One that was only just started has hardly any memory yet.
  const most = (name: string) =>
    Math.max(...seen.filter(({ process }) => process === name).map(({ megabytes }) => megabytes));
  for (const name of ['launcher', 'manager', 'REF01', 'REF02', 'players 1'])
    expect(most(name), name).toBeGreaterThan(10);
});
