import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { ok } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { Flags, Mistake } from '../options.ts';
import { begunText, parted, playToTheEnd, replayLine, type Started, type Watched } from './follow_run.ts';

const NOTHING = 'interrupted; nothing of league_x was begun';

describe('a league that is interrupted while it starts', () => {
  let folder: string;
  let isThere: boolean;
  let interrupt: () => void;
  let interruption: Watched['interruption'];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    const { promise, resolve } = Promise.withResolvers<'interrupted'>();
    isThere = false;
    interrupt = () => {
      isThere = true;
      resolve('interrupted');
    };
    interruption = { promise, isThere: () => isThere };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const played = (start: Watched['start']) =>
    playToTheEnd({
      flags: new Flags([]),
      places: { data: join(folder, 'data'), logs: join(folder, 'logs') },
      league_id: 'league_x',
      tell: () => undefined,
      about: {},
      interruption,
      logs: USUAL_LOGS,
      isOpen: true,
      start,
    });

  test('is called off', async () => {
    const starting = played((calledOff) => {
      interrupt();
      return calledOff;
    });
    await expect(starting).rejects.toThrow(new Mistake(NOTHING));
  });

  test('is not even started if it can be helped', async () => {
    interrupt();
    let isStarted = false;
    const starting = played((calledOff) => {
      isStarted = true;
      return calledOff;
    });
    await expect(starting).rejects.toThrow(NOTHING);
    expect(isStarted).toBe(false);
  });

  test('says so, and not which of its agents was the first to end by that', async () => {
    const starting = played(async () => {
      interrupt();
      throw new Mistake('manager ended too early, by SIGINT');
    });
    await expect(starting).rejects.toThrow(new Mistake(NOTHING));
  });

  test('goes on by a command once it has a ledger', async () => {
    const starting = played(async (calledOff) => {
      const disk = nodeDisk();
      await disk.replace(ledgerFile(join(folder, 'data'), 'league_x'), '');
      await disk.close();
      interrupt();
      return calledOff;
    });
    await expect(starting).rejects.toThrow(
      /^interrupted; what was played is kept in .*; go on with: npx league resume$/,
    );
  });

  test('hides no mistake of ours', async () => {
    const starting = played(async () => {
      interrupt();
      throw new TypeError('a bug');
    });
    await expect(starting).rejects.toThrow(new TypeError('a bug'));
  });
});

test('a league whose manager hangs is ended, with a word before and the command that goes on', async () => {
  const { path, remove } = await scratchFolder('league-');
  let hasEnded = false;
  const started: Started = {
    operator: {
      look: async () => {
        throw new Mistake('no answer in time');
      },
      ask: async () => ({}) as never,
    },
    over: new Promise(() => undefined),
    hopeless: new Promise(() => undefined),
    end: async () => {
      hasEnded = true;
    },
  };
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const played = playToTheEnd({
      flags: new Flags([]),
      places: { data: join(path, 'data'), logs: join(path, 'logs') },
      league_id: 'league_x',
      tell: () => undefined,
      about: {},
      interruption: { promise: new Promise(() => undefined), isThere: () => false },
      logs: USUAL_LOGS,
      isOpen: true,
      patience: { worryMs: 1, endMs: 120, looks: 2 },
      start: async () => started,
    });
    await expect(played).rejects.toThrow(
      /^the manager has not answered for \d+ s, so it is given up; go on with: npx league resume$/,
    );
    expect(said.mock.calls.map(([line]) => line)).toEqual([
      expect.stringMatching(/^league: the manager has not answered for \d+ s\n$/),
    ]);
  } finally {
    said.mockRestore();
    await remove();
  }
  expect(hasEnded).toBe(true);
});

test('a league without a terminal tells a fault as it happens, beside its lines of progress', async () => {
  const { path, remove } = await scratchFolder('league-');
  const far = { matches_completed: 0, total_matches: 2, current_round: 1, total_rounds: 1, status: 'running' };
  const { promise: isTold, resolve: hear } = Promise.withResolvers<void>();
  const fault = { sequence: 2, at: '2026-01-15T10:00:00.000Z', type: 'match_decided', is_trouble: true };
  const pages = [
    { sequence: 1, rows: [] },
    { sequence: 2, rows: [{ ...fault, text: 'R1M1: P02 was silent.' }] },
  ];
  const read = async () => ok({ run_id: 'run_x', first: 1, ...(pages.shift() ?? { sequence: 2, rows: [] }) } as never);
  const told: string[] = [];
  const started: Started = {
    operator: { look: async () => far, ask: async () => ({}) as never },
    reader: () => ({ read }),
    over: isTold,
    hopeless: new Promise(() => undefined),
    end: async () => undefined,
  };
  const tell = (text: string) => {
    told.push(text);
    if (text.includes('P02')) hear();
  };
  try {
    const interruption = { promise: new Promise<'interrupted'>(() => undefined), isThere: () => false };
    const places = { data: join(path, 'data'), logs: join(path, 'logs') };
    const watched = { flags: new Flags([]), places, league_id: 'league_x', tell, about: {}, interruption };
    const played = playToTheEnd({ ...watched, logs: USUAL_LOGS, isOpen: true, start: async () => started });
    // There is no league behind these looks, so there are no final files.
    await expect(played).rejects.toThrow();
  } finally {
    await remove();
  }
  expect(told.filter((text) => text !== '')).toEqual([
    expect.stringMatching(/^ {2}round 1\/1 /),
    '10:00:00 ! R1M1: P02 was silent.\n',
  ]);
});

test('a league that pauses says so on the screen, once for each pause', async () => {
  const { path, remove } = await scratchFolder('league-');
  const far = { matches_completed: 0, total_matches: 1, current_round: 1, total_rounds: 1, status: 'running' };
  const paused = '3 runs of R1M1 came to nothing';
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const looks = [far, { ...far, paused }, { ...far, paused }, far];
  const started: Started = {
    operator: {
      look: async () => {
        const status = looks.shift();
        if (status === undefined) end();
        return status ?? { ...far, status: 'completed' };
      },
      ask: async () => ({}) as never,
    },
    over,
    hopeless: new Promise(() => undefined),
    end: async () => undefined,
  };
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const interruption = { promise: new Promise<'interrupted'>(() => undefined), isThere: () => false };
    const places = { data: join(path, 'data'), logs: join(path, 'logs') };
    const flags = new Flags([]);
    const watched = { flags, places, league_id: 'league_x', tell: () => undefined, about: {}, interruption };
    const played = playToTheEnd({ ...watched, logs: USUAL_LOGS, isOpen: true, start: async () => started });
    // There is no league behind these looks, so there are no final files.
    await expect(played).rejects.toThrow();
    expect(said.mock.calls.map(([line]) => line)).toEqual([
      `league: paused: ${paused}; go on with: npx league unpause\n`,
    ]);
  } finally {
    said.mockRestore();
    await remove();
  }
});

describe('a run whose league is over', () => {
  /** How long it stays with a manager that ends after so long. */
  async function stayed(managerMs: number, isLingering: boolean): Promise<number> {
    const clock = fakeClock();
    const over = new Promise<void>((resolve) => clock.after(managerMs, resolve));
    await clock.runUntil(parted({ over, isLingering: () => isLingering }, clock));
    return clock.monotonic();
  }

  test('leaves with its manager, after five seconds without it, and never before one that stays for its clients', async () => {
    expect(await stayed(100, false)).toBe(100);
    expect(await stayed(300_000, false)).toBe(5_000);
    expect(await stayed(300_000, true)).toBe(300_000);
    expect(await stayed(100, true)).toBe(100);
  });
});

test('the command that shows a page again names its league where the folder has others', async () => {
  const { path: data, remove } = await scratchFolder('league-');
  onTestFinished(() => remove());
  const line = () => replayLine(new Flags([]), { data }, 'cup');
  await nodeDisk().replace(ledgerFile(data, 'cup'), '');
  expect(await line()).toBe('npx league replay');
  await nodeDisk().replace(ledgerFile(data, 'other'), '');
  expect(await line()).toBe('npx league replay --league cup');
});

describe('a manager that does not take the start', () => {
  const refused = new Error('refused');
  async function begun(looks: Promise<JsonObject>, over: Promise<void>) {
    const clock = fakeClock();
    const operator = { ask: () => Promise.reject(refused), look: () => looks };
    const told = begunText({ operator, over }, 'league_2025_even_odd', clock).catch((problem: unknown) => problem);
    return clock.runUntil(told).then(async () => ({ told: await told, waited: clock.monotonic() }));
  }

  test('began by itself where it has ended since', async () => {
    expect((await begun(Promise.reject(new Error('gone')), Promise.resolve())).told).toBe('');
  });

  test('is heard at once where it answers, and after a while where it neither answers nor ends', async () => {
    const never = new Promise<void>(() => {});
    const there = await begun(Promise.resolve({}), never);
    const gone = await begun(Promise.reject(new Error('gone')), never);
    expect([there.told, gone.told]).toEqual([refused, refused]);
    expect(gone.waited - there.waited).toBe(5_000);
  });
});
