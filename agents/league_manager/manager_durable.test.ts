import { describe, expect, test } from 'vitest';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import { fromHex, sha256 } from '../../SHARED/core/hash.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Disk, WriteOptions } from '../../SHARED/league_sdk/disk/disk.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { ids, LEAGUE, OPERATOR_TOKEN } from './testing/rehearsal.ts';
import { ACKNOWLEDGE } from './testing/rehearsal_cast.ts';
import { type Parts, type Plays, paths, stage } from './testing/rehearsal_stage.ts';

const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});
const staged = () => stage({ clock: fakeClock(), judge, plays });
const FOUR = ids('P', 4);
const TWO = ids('REF', 2);

/** The same disk, but for what is said to be different. */
function effectsOn(from: ReturnType<typeof staged>, disk: Disk): Parts {
  return { effects: { clock: from.clock, disk, transport: from.wire, entropy: seededEntropy(99), logs: USUAL_LOGS } };
}

describe('what is acknowledged is durable', () => {
  /** A disk that syncs the ledger only when it is let; `what` in its text may be waited for. */
  function heldBack(disk: Disk, what = '') {
    let waiting: (() => void)[] = [];
    let holding = false;
    const held: Disk = {
      ...disk,
      async sync(path) {
        const isHeld = holding && path === paths.ledger(LEAGUE) && (await disk.read(path))?.includes(what);
        if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
        await disk.sync(path);
      },
    };
    return {
      disk: held,
      hold: () => {
        holding = true;
      },
      release: () => {
        holding = false;
        for (const go of waiting) go();
        waiting = [];
      },
    };
  }

  /** Whether a promise has settled once everything that can happen has happened. */
  async function settled(on: ReturnType<typeof staged>, promise: Promise<unknown>): Promise<boolean> {
    let done = false;
    void promise.then(() => {
      done = true;
    });
    await on.clock.advance(1_000);
    return done;
  }

  test('a registration is answered when it would survive a power cut, and not before', async () => {
    const on = staged();
    const { disk, hold, release } = heldBack(on.disk);
    unwrap(await on.start(effectsOn(on, disk)));
    hold();
    const registering = on.register('P01');
    expect(await settled(on, registering)).toBe(false);
    release();
    expect(await registering).toMatchObject({ status: 'ACCEPTED' });
    on.disk.crash();
    expect(await on.disk.read(paths.ledger(LEAGUE))).toContain('"agent_id":"P01"');
    expect(await on.disk.read(paths.secret(LEAGUE))).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test('a report likewise, and the same report again waits for the first', async () => {
    const on = staged();
    const { disk, hold, release } = heldBack(on.disk);
    const manager = unwrap(await on.start({ ...effectsOn(on, disk), settings: { keep: true } }));
    await on.referee('REF01', () => undefined);
    await on.register('REF01');
    await on.assemble(['P01', 'P02'], []);
    await on.startLeague();
    await on.clock.advance(1);
    const order = on.ofType('RUN_MATCH')[0]?.message as JsonObject;
    const report = on.reportOf(order, plays(order) as NonNullable<ReturnType<Plays>>);
    hold();
    const reporting = [1, 2].map(() => on.say('MATCH_RESULT_REPORT', report, on.tokenOf('REF01')));
    expect(await settled(on, Promise.race(reporting))).toBe(false);
    expect(manager.league.phase).toBe('RUNNING_LEAGUE');
    expect(on.heardBy('P01')).toEqual(['ROUND_ANNOUNCEMENT']);
    release();
    expect(await Promise.all(reporting)).toMatchObject([{ status: 'recorded' }, { status: 'recorded' }]);
    await on.clock.advance(1_000);
    expect(manager.league).toMatchObject({ phase: 'LEAGUE_COMPLETE' });
    expect(manager.league.tallies.get('P01')?.played).toBe(1);
  });

  test('the end of a round is told when it is durable', async () => {
    const on = staged();
    const { disk, hold, release } = heldBack(on.disk, 'round_closed');
    const manager = unwrap(await on.start(effectsOn(on, disk)));
    await on.assemble(['P01', 'P02'], ['REF01']);
    hold();
    await on.startLeague();
    await on.clock.advance(1_000);
    expect(manager.league.phase).toBe('LEAGUE_COMPLETE');
    expect(on.heardBy('P01')).toEqual(['ROUND_ANNOUNCEMENT']);
    release();
    await on.clock.runUntil(manager.ended);
    expect(on.heardBy('P01').slice(1, 3)).toEqual(['LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED']);
  });

  test('a start likewise', async () => {
    const on = staged();
    const { disk, hold, release } = heldBack(on.disk);
    unwrap(await on.start(effectsOn(on, disk)));
    await on.assemble(FOUR, TWO);
    hold();
    const starting = on.startLeague();
    expect(await settled(on, starting)).toBe(false);
    expect(on.heardBy('P01')).toEqual([]);
    release();
    expect(await starting).toMatchObject({ status: 'running' });
  });

  test('a manager that cannot write acknowledges nothing more, says so and ends', async () => {
    const on = staged();
    let isFull = false;
    const disk: Disk = {
      ...on.disk,
      sync: async (path) =>
        isFull && path === paths.ledger(LEAGUE) ? Promise.reject(new Error('the disk is full')) : on.disk.sync(path),
    };
    const manager = unwrap(await on.start(effectsOn(on, disk)));
    await on.register('P01');
    isFull = true;
    const registering = on.register('P02');
    expect(await on.clock.runUntil(manager.ended)).toBe('the manager failed: the disk is full');
    expect(await settled(on, registering)).toBe(false);
    expect((await on.logged()).at(-1)).toMatchObject({ event_type: 'DISK_FAILED', level: 'ERROR' });
    expect((await on.start()).ok).toBe(true);
  });

  test('a manager whose whole disk is full ends too, and says what is lost', async () => {
    const on = staged();
    let isFull = false;
    const fail = async () => Promise.reject(new Error('the disk is full'));
    const disk: Disk = {
      ...on.disk,
      append: async (path, text, options) => (isFull ? fail() : on.disk.append(path, text, options)),
      replace: async (path, text, options) => (isFull ? fail() : on.disk.replace(path, text, options)),
    };
    const manager = unwrap(await on.start(effectsOn(on, disk)));
    isFull = true;
    void on.register('P01');
    expect(await on.clock.runUntil(manager.ended)).toBe(
      'the manager failed: the disk is full; its logs are not complete: the disk is full',
    );
    isFull = false;
    expect((await on.start()).ok).toBe(true);
  });
});

describe('secrets', () => {
  test('are made once, for their owner’s eyes alone', async () => {
    const on = staged();
    const secret = new Map<string, boolean>();
    const noting = (path: string, options: WriteOptions | undefined) => secret.set(path, options?.secret === true);
    const disk: Disk = {
      ...on.disk,
      append: async (path, text, options) => {
        noting(path, options);
        await on.disk.append(path, text, options);
      },
      replace: async (path, text, options) => {
        noting(path, options);
        await on.disk.replace(path, text, options);
      },
    };
    unwrap(await on.startWithoutToken(effectsOn(on, disk)));
    await on.clock.advance(1_000);
    expect(Object.fromEntries(secret)).toMatchObject({
      [paths.ledger(LEAGUE)]: true,
      [paths.secret(LEAGUE)]: true,
      [paths.operatorToken(LEAGUE)]: true,
      [paths.standings(LEAGUE)]: false,
    });
    const operator = ((await on.disk.read(paths.operatorToken(LEAGUE))) ?? '').trim();
    expect(operator).toMatch(/^op_[0-9a-f]{64}$/);
    expect(await on.say('START_LEAGUE', { league_id: LEAGUE }, operator)).toMatchObject({
      error_name: 'INSUFFICIENT_PLAYERS',
    });
  });

  test('given from outside are not kept', async () => {
    const on = staged();
    unwrap(await on.start());
    expect(await on.disk.read(paths.operatorToken(LEAGUE))).toBeUndefined();
    expect([...on.disk.files().values()].join('')).not.toContain(OPERATOR_TOKEN);
  });
});

test('a seed is in the ledger before anybody hears of the match, and keeps to its commitment', async () => {
  const on = staged();
  const manager = unwrap(await on.start());
  const early: unknown[] = [];
  await on.agent('P01', {
    ROUND_ANNOUNCEMENT: ({ round_id }) => {
      const ledger = on.disk.files().get(paths.ledger(LEAGUE)) ?? '';
      if (!ledger.includes(`"type":"round_opened","at":"2025-01-15T10:00:00.000Z","round_id":${round_id}`))
        early.push(round_id);
      return ACKNOWLEDGE;
    },
  });
  await on.register('P01');
  await on.assemble(['P02', 'P03'], ['REF01']);
  await on.startLeague();
  await on.clock.runUntil(manager.ended);
  expect(early).toEqual([]);
  type Announced = { readonly match_id: string; readonly draw_commitment: string };
  const announced = on
    .ofType('ROUND_ANNOUNCEMENT')
    .flatMap(({ message }) => message['matches'] as unknown as Announced[]);
  expect(announced).toHaveLength(3 * 4);
  for (const { match_id, draw_commitment } of announced) {
    const seed = manager.league.matches.get(match_id)?.seed ?? '';
    expect(draw_commitment).toBe(sha256(fromHex(seed), match_id));
  }
});
