/** The simulation itself: hundreds of leagues in which things go wrong, the same every time, and every planted bug found. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { COMMANDS } from '../../launcher/commands.ts';
import { type Command, parseFlags } from '../../launcher/options.ts';
import { AGENT_BUGS, posting } from '../testing/planted_agent_bugs.ts';
import { HABIT_BUGS } from '../testing/planted_habit_bugs.ts';
import { MANAGER_BUGS } from '../testing/planted_manager_bugs.ts';
import { RECORD_BUGS } from '../testing/planted_record_bugs.ts';
import { TOLD_BUGS } from '../testing/planted_told_bugs.ts';
import { tampered, withAnswer } from '../testing/planting.ts';
import { postsIn } from './checks/seats.ts';
import { simulateSeeds } from './command.ts';
import { isMerciless, type Simulated, type SimulationOptions, simulate } from './simulate.ts';

const PLANTED_BUGS = [...MANAGER_BUGS, ...AGENT_BUGS, ...TOLD_BUGS, ...HABIT_BUGS];
const PLAYERS = 4;
/** Each bug is looked for from a seed that is known to show it, and if that has changed, in so many. */
const ENOUGH = 500;

const loader = new ConfigLoader(nodeDisk(), fileURLToPath(new URL('../../../SHARED/config', import.meta.url)));

async function league(
  seed: number,
  more: Partial<Pick<SimulationOptions, 'players' | 'faults' | 'parts' | 'records' | 'segmented'>> = {},
  league_id = 'league_2025_even_odd',
): Promise<Simulated> {
  const config = unwrap(await loader.loadLeague(league_id));
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: league_id }));
  return simulate({ seed, players: PLAYERS, referees: 2, config, limits, ...more });
}

const typed = (args: readonly string[]) =>
  parseFlags(COMMANDS.find(({ name }) => name === 'simulate') as Command, args);

async function command(...args: readonly string[]) {
  const told = { out: '', err: '' };
  const screen = {
    out: (text: string) => {
      told.out += text;
    },
    err: (text: string) => {
      told.err += text;
    },
  };
  const code = await simulateSeeds(typed(args), { loader, clock: systemClock, screen });
  return { code, ...told };
}

describe('whatever goes wrong', () => {
  test('every invariant holds, and the leagues end', async () => {
    const faults = new Set<string>();
    for (let seed = 1; seed <= 200; seed++) {
      const simulated = await league(seed);
      expect(simulated.violation, `seed ${seed}`).toBeUndefined();
      for (const fault of simulated.faults.keys()) faults.add(fault);
    }
    for (const fault of EVERY_FAULT) expect(faults, `no seed has ${fault}`).toContain(fault);
  }, 120_000);

  test('every invariant holds among eight players, and the traces are those on record', async () => {
    const recorded = (await readFile(new URL('traces.txt', import.meta.url), 'utf8')).split('\n');
    for (let seed = 1; seed <= 20; seed++) {
      const simulated = await league(seed, { players: 8 });
      expect(simulated.violation, `seed ${seed}`).toBeUndefined();
      expect(simulated.figures.matches).toBeGreaterThan(14);
      expect(`seed ${seed} ${simulated.hash.slice(0, 16)}`).toBe(recorded[seed - 1]);
    }
  }, 120_000);
});

test('every invariant holds of a ledger in many segments too', async () => {
  for (let seed = 1; seed <= 25; seed++) {
    const { violation, files } = await league(seed, { segmented: true });
    expect(violation, `seed ${seed}`).toBeUndefined();
    expect(
      [...(files.get('LM01')?.keys() ?? [])].some((path) => path.endsWith('.jsonl.zst')),
      `seed ${seed}`,
    ).toBe(true);
  }
}, 120_000);

test('every invariant holds of two legs too, whatever goes wrong', async () => {
  const config = unwrap(await loader.loadLeague('league_2025_even_odd'));
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: config.league_id }));
  const twice = { ...config, schedule: { ...config.schedule, legs: 2 } };
  for (let seed = 1; seed <= 20; seed++) {
    const { violation, figures, classes } = await simulate({
      ...{ seed, players: PLAYERS, referees: 2, config: twice, limits },
    });
    expect(violation, `seed ${seed}`).toBeUndefined();
    // Players that are removed or come late have fewer or more.
    if (!isMerciless(seed) && !classes.includes('operators') && !classes.includes('late-comers'))
      expect(figures.matches, `seed ${seed}`).toBe(PLAYERS * (PLAYERS - 1));
  }
}, 120_000);

test('a choice that is posted is in, as one that is a reply', async () => {
  const parts = tampered(/^P01$/, (effects) => withAnswer(effects, (answer) => posting(answer, effects)));
  for (let seed = 1; seed <= 3; seed++) {
    const { violation, events } = await league(seed, { players: 8, parts });
    expect(violation, `seed ${seed}`).toBeUndefined();
    expect(postsIn(events).size).toBeGreaterThan(0);
  }
});

const EVERY_FAULT = [
  ...['dropped', 'reply lost', 'doubled', 'delayed', 'partition', 'cut off', 'clog'],
  ...['starved', 'slow handshake'],
  ...['killed', 'power cut', 'torn', 'stopped', 'moved', 'manager stopped itself', 'blackout'],
  ...['remove', 'suspend', 'readmit', 'pause', 'unpause', 'late-comer'],
  ...['disk full', 'sync error', 'slow disk', 'clock step', 'broken rules', 'second manager'],
  ...['lie reported', 'order not understood', 'forged', 'nonsense answered', 'seat asked for', 'habit shown'],
];

describe('on virtual time', () => {
  test('the same seed gives the same trace and the same files, another seed another', async () => {
    const [first, again, other] = [await league(7), await league(7), await league(8)];
    expect(first.figures.texts).toBeGreaterThan(50);
    expect(again.hash).toBe(first.hash);
    expect(again.files).toEqual(first.files);
    expect(other.hash).not.toBe(first.hash);
  });

  test('where nothing goes wrong every match is played out', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { violation, figures, faults } = await league(seed, { players: 8, faults: false });
      expect(violation).toBeUndefined();
      expect(figures).toMatchObject({ matches: 28, technicalLosses: 0, reassigned: 0 });
      expect(faults.size).toBe(0);
    }
  });

  test.each(['tic_tac_toe', 'rock_paper_scissors'])('every invariant holds of %s too', async (game) => {
    for (let seed = 1; seed <= 5; seed++) {
      const { violation } = await league(seed, {}, `league_2025_${game}`);
      expect(violation, `seed ${seed}`).toBeUndefined();
    }
  });

  test('a game of turns is played the same way', async () => {
    const { violation, figures } = await league(3, { faults: false }, 'league_2025_tic_tac_toe');
    expect(violation).toBeUndefined();
    expect(figures).toMatchObject({ matches: 6, technicalLosses: 0 });
  });
});

describe('a planted bug of segments is found:', () => {
  test.each(RECORD_BUGS)('$name', async ({ seed, breaks, plant }) => {
    const { violation } = await league(seed, { parts: plant(), records: 'segments' });
    expect(breaks).toContain(violation?.invariant);
    expect(violation?.detail).toMatch(/its record is not on its disk|its history does not have it/);
  });
});

test('every invariant holds where records are kept in segments and logs begin new files', async () => {
  let [inSegments, inSeveralLogs] = [0, 0];
  const seeds = 25;
  for (let seed = 1; seed <= seeds; seed++) {
    const { violation, files } = await league(seed, { records: 'segments' });
    expect(violation).toBeUndefined();
    const paths = [...files.values()].flatMap((left) => [...left.keys()]);
    expect(paths.filter((path) => /matches\/[^/]+\/R\d+M\d+\.json$|history\.json/.test(path))).toEqual([]);
    if (paths.some((path) => path.includes('/segments/'))) inSegments++;
    if (paths.some((path) => path.endsWith('.log.1.jsonl'))) inSeveralLogs++;
  }
  // Of a league in which every player stays away, nothing is on record.
  expect(inSegments).toBeGreaterThan(0.7 * seeds);
  expect(inSeveralLogs).toBeGreaterThan(0.7 * seeds);
});

describe('a planted bug is found:', () => {
  test.each(PLANTED_BUGS)(
    '$name',
    async ({ seed: from, breaks, calm, plant }) => {
      for (let seed = from; seed < from + ENOUGH; seed++) {
        const { violation } = await league(seed, { parts: plant(), faults: calm !== true });
        if (violation === undefined) continue;
        expect(breaks).toContain(violation.invariant);
        return;
      }
      expect.unreachable('it was not found');
    },
    120_000,
  );
});

describe('the command', () => {
  test('says what was played, what went wrong and how fast', async () => {
    const { code, out } = await command('--seeds', '1..3', '--players', '4', '--calm');
    expect(code).toBe(0);
    expect(out).toMatch(/^seed 1 [0-9a-f]{16} 6 matches/);
    expect(out).toMatch(
      /3 leagues, 18 matches, \d+ technical losses; I1 to I10 hold\n\d+ leagues a minute\nfaults: none\n/,
    );
    expect(out).toMatch(/all traces: [0-9a-f]{64}\n$/);
  });

  test('prints a trace hash for each of many seeds, unless it is to be quiet', async () => {
    const many = ['--seeds', '1..22', '--players', '2', '--calm'];
    expect((await command(...many)).out).toMatch(/^(seed \d+ [0-9a-f]{16}\n){22}22 leagues/);
    expect((await command(...many, '--quiet')).out).not.toContain('seed ');
  });

  test('prints the same of the same seeds, on however many threads they are played', async () => {
    const stormy = ['--seeds', '1..11', '--players', '2', '--verbose'];
    const [one, two] = [await command(...stormy), await command(...stormy, '--threads', '2')];
    const timeless = ({ code, out }: typeof one) => ({ code, out: out.replace(/^\d+ leagues a minute$/m, '') });
    expect(timeless(two)).toEqual(timeless(one));
    expect(two.code).toBe(0);
  });

  test('plays leagues of several managers and a database', async () => {
    const { code, out } = await command('--seeds', '1..2', '--players', '2', '--ledger', 'postgres');
    expect(code).toBe(0);
    expect(out).toMatch(/^seed 1 .*\nseed 2 .*\n2 leagues, .* I1 to I11 hold\n/);
  });

  test('prints the trace of one seed', async () => {
    const { out } = await command('--seed', '2', '--players', '2', '--trace');
    expect(out).toContain('LM01#1');
    expect(out).toContain('GAME_INVITATION');
  });

  test('names the invariant, the evidence and the seed, and how to see it again', async () => {
    const [bug] = PLANTED_BUGS;
    const told = { out: '', err: '' };
    const screen = {
      out: () => undefined,
      err: (text: string) => {
        told.err += text;
      },
    };
    const parts = (bug as (typeof PLANTED_BUGS)[number]).plant();
    const code = await simulateSeeds(typed(['--seeds', '1..50', '--players', '4']), {
      loader,
      clock: systemClock,
      screen,
      parts,
    });
    expect(code).toBe(1);
    expect(told.err).toMatch(/^seed \d+: I1 does not hold: R\dM\d was acknowledged at \d+/);
    expect(told.err).toMatch(/see it again: npx league simulate --seed \d+ --players 4 --referees 2 --trace\n$/);
  });

  test('says in one line what cannot be meant', async () => {
    await expect(command('--seeds', '9..1')).rejects.toMatchObject({ exitCode: 2, message: /1\.\.1000/ });
    await expect(command('--seed', '3', '--seeds', '1..2')).rejects.toMatchObject({ exitCode: 2 });
    await expect(command('--players', '1')).rejects.toMatchObject({ exitCode: 2 });
    await expect(command('--seeds', '1..5', '--trace')).rejects.toMatchObject({ exitCode: 2 });
    await expect(command('--ledger', 'oracle')).rejects.toMatchObject({ exitCode: 2, message: /files or postgres/ });
  });
});
