import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch_folder.ts';
import { fieldOf } from './field.ts';
import { BUCKETS, bucketsOf, type CpuProfile, profileInMemory } from './profile.ts';

type Frame = readonly [functionName: string, url: string];

/** One call in another, each sampled once for as many microseconds as its place in the list. */
function profileOf(...stack: readonly Frame[]): CpuProfile {
  return {
    startTime: 0,
    nodes: stack.map(([functionName, url], i) => ({
      id: i + 1,
      callFrame: { functionName, url },
      children: i + 1 < stack.length ? [i + 2] : [],
    })),
    samples: stack.map((_, i) => i + 1),
    timeDeltas: stack.map((_, i) => i + 1),
  };
}

test('a frame belongs to what its file is for', () => {
  const profile = profileOf(
    ['(root)', ''],
    ['parseJson', 'file:///clone/SHARED/core/json.ts'],
    ['check_0', ''],
    ['replace', 'file:///clone/SHARED/league_sdk/disk/node_disk.ts'],
    ['(garbage collector)', ''],
    ['(idle)', ''],
  );
  expect(Object.fromEntries(bucketsOf(profile))).toEqual({
    'JSON: parse, the walk after it, text': 2,
    validation: 3,
    disk: 4,
    'garbage collection': 5,
  });
});

test('a native function without a name of ours belongs to its caller', () => {
  const profile = profileOf(
    ['call', 'file:///clone/SHARED/league_sdk/messaging/serve.ts'],
    ['slice', ''],
    ['sort', ''],
  );
  expect(Object.fromEntries(bucketsOf(profile))).toEqual({ 'queue, serve, peer': 6 });
});

test('samples from before a time are left out', () => {
  const profile = profileOf(['one', 'node:net'], ['two', 'node:net'], ['three', 'node:net']);
  expect(Object.fromEntries(bucketsOf(profile, 3))).toEqual({ wires: 5 });
});

test('the microseconds of a league in memory add up to its CPU time', async () => {
  const scratch = await scratchFolder('league-profile-');
  try {
    const folder = join(scratch.path, 'field');
    const field = await fieldOf({ players: 12, portBase: 20_000, folder, rounds: 11 });
    const { name, us_per_match, sum } = await profileInMemory(field, scratch.path);
    expect(name).toBe('memory, 12 players, files');
    expect(Object.keys(us_per_match)).toEqual(BUCKETS.slice(1).map(([bucket]) => bucket));
    const all = Object.values(us_per_match).reduce((total, us) => total + us, 0);
    expect(Math.abs(all - sum)).toBeLessThan(BUCKETS.length);
    expect(us_per_match['JSON: parse, the walk after it, text']).toBeGreaterThan(0);
  } finally {
    await scratch.remove();
  }
}, 60_000);
