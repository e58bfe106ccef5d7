import { describe, expect, test } from 'vitest';
import { gameOf } from '../../SHARED/games/registry.ts';
import type { JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import { unwrap } from '../../SHARED/league_sdk/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { recordHash } from './record.ts';
import { LEAGUE, type Says, SEED, stage } from './testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
type Scene = ReturnType<typeof evenOdd>;
const silence: Says = () => undefined;
const OUTBOX = '/data/referees/REF01/outbox/R1M1.json';

async function players(s: Scene): Promise<void> {
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
}
const overs = (s: Scene) => [...s.got('P01', 'GAME_OVER'), ...s.got('P02', 'GAME_OVER')];

test('nothing is revealed before the report is acknowledged, and both files are there before it is sent', async () => {
  const s = evenOdd();
  const release = Promise.withResolvers<void>();
  const seen: { files: readonly string[]; record: JsonObject }[] = [];
  await s.ready({
    MATCH_RESULT_REPORT: async (message) => {
      seen.push({ files: s.outbox(), record: s.record() as JsonObject });
      await release.promise;
      return s.spoken('MATCH_RESULT_ACK', { match_id: 'R1M1', status: 'recorded' }, message);
    },
  });
  await players(s);
  await s.run();
  await s.clock.advance(5_000);
  expect(overs(s)).toEqual([]);
  expect(seen).toHaveLength(1);
  expect(seen[0]?.files).toEqual([OUTBOX]);
  expect(seen[0]?.record).toMatchObject({ lifecycle: { state: 'FINISHED' }, result: { winner_id: 'P01' } });
  expect(JSON.stringify(seen[0]?.record)).not.toContain(SEED);
  expect(s.reports()[0]?.['record_sha256']).toBe(recordHash(s.record()));
  release.resolve();
  await s.clock.advance(100);
  expect(overs(s)).toHaveLength(2);
  expect(s.record().draw_seed).toBe(SEED);
  expect(s.reports()[0]?.['record_sha256']).toBe(recordHash(s.record()));
  expect(s.outbox()).toEqual([]);
});

describe('a report that is refused', () => {
  test.each(['E002', 'E003', 'E006', 'E008', 'E010', 'E018', 'E021', 'E023'])(
    'with %s is dropped, and no player hears of it',
    async (code) => {
      const s = evenOdd();
      await s.ready({ MATCH_RESULT_REPORT: s.refuses(code) });
      await players(s);
      await s.run();
      await s.clock.advance(60_000);
      expect(s.reports()).toHaveLength(1);
      expect(overs(s)).toEqual([]);
      expect(s.outbox()).toEqual([]);
      expect(s.record()).not.toHaveProperty('draw_seed');
      expect(s.componentLog()).toContainEqual(
        expect.objectContaining({ event_type: 'RESULT_REFUSED', level: 'ERROR', match_id: 'R1M1', error_code: code }),
      );
      expect(await s.call('get_match_state', {})).toMatchObject({ matches: [{ phase: 'MATCH_COMPLETE' }] });
    },
  );

  test('for its shape is dropped as well', async () => {
    const s = evenOdd();
    const error = { code: -32602, message: 'Invalid params', data: { error_code: 'E003' } };
    await s.ready({ MATCH_RESULT_REPORT: () => JSON.stringify({ jsonrpc: '2.0', error, id: null }) });
    await players(s);
    await s.run();
    await s.clock.advance(60_000);
    expect(s.reports()).toHaveLength(1);
    expect(s.outbox()).toEqual([]);
  });

  test.each(['E011', 'E012', 'E013'])('with %s is kept after three attempts until it is asked for', async (code) => {
    const s = evenOdd();
    let isKnown = false;
    const refuses = s.refuses(code);
    await s.ready({
      MATCH_RESULT_REPORT: (message, nth) =>
        isKnown
          ? s.spoken('MATCH_RESULT_ACK', { match_id: 'R1M1', status: 'recorded' }, message)
          : refuses(message, nth),
    });
    await players(s);
    await s.run();
    await s.clock.advance(120_000);
    expect(s.reports()).toHaveLength(3);
    expect(s.outbox()).toEqual([OUTBOX]);
    expect(overs(s)).toEqual([]);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'REPORT_KEPT', level: 'ERROR', match_id: 'R1M1', error_code: code }),
    );
    isKnown = true;
    expect(await s.run()).toMatchObject({ status: 'acknowledged' });
    await s.clock.advance(100);
    expect(s.reports()).toHaveLength(4);
    expect(overs(s)).toHaveLength(2);
    expect(s.outbox()).toEqual([]);
    expect(s.record().draw_seed).toBe(SEED);
    expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
  });

  test('for a reason that may pass is kept', async () => {
    const s = evenOdd();
    await s.ready({ MATCH_RESULT_REPORT: s.refuses('E014') });
    await players(s);
    await s.run();
    await s.clock.advance(8_000);
    expect(s.reports()).toHaveLength(3);
    expect(s.outbox()).toEqual([OUTBOX]);
  });
});

describe('a manager that is not there', () => {
  test('is tried three times in growing pauses, then every ten seconds until it is back', async () => {
    const s = evenOdd();
    const manager = await s.manager();
    unwrap(await s.start());
    await players(s);
    await s.run();
    await manager.close();
    await s.clock.advance(36_000);
    expect(s.outbox()).toEqual([OUTBOX]);
    expect(overs(s)).toEqual([]);
    const tries = s
      .agentLog()
      .filter(({ message_type }) => message_type === 'MATCH_RESULT_REPORT')
      .map(({ timestamp }) => Date.parse(timestamp as string));
    const pauses = tries.slice(1).map((at, i) => at - (tries[i] as number));
    expect(pauses[0]).toBeGreaterThanOrEqual(1_000);
    expect(pauses[0]).toBeLessThanOrEqual(2_000);
    expect(pauses[1]).toBeGreaterThanOrEqual(2_000);
    expect(pauses[1]).toBeLessThanOrEqual(4_000);
    expect(pauses.slice(2).every((pause) => pause === 10_000)).toBe(true);
    await s.manager();
    await s.clock.advance(10_000);
    expect(s.reports()).toHaveLength(1);
    expect(overs(s)).toHaveLength(2);
    expect(s.outbox()).toEqual([]);
  });

  test('and sends the order again gets the report at once', async () => {
    const s = evenOdd();
    let awake = false;
    const sleeping: Says = (message) =>
      awake ? s.spoken('MATCH_RESULT_ACK', { match_id: 'R1M1', status: 'recorded' }, message) : undefined;
    await s.ready({ MATCH_RESULT_REPORT: sleeping });
    await players(s);
    await s.run();
    await s.clock.advance(37_500);
    awake = true;
    expect(await s.run()).toMatchObject({ status: 'acknowledged' });
    await s.clock.advance(1);
    expect(overs(s)).toHaveLength(2);
    expect(s.got('P01', 'GAME_INVITATION')).toHaveLength(1);
  });

  test('that assigns the match anew gets no report of the old assignment', async () => {
    const s = evenOdd();
    await s.ready({ MATCH_RESULT_REPORT: silence });
    await players(s);
    await s.run();
    await s.clock.advance(11_000);
    const before = s.reports().length;
    await s.run({ assignment_epoch: 2 });
    await s.clock.advance(100_000);
    expect(
      s
        .reports()
        .slice(before)
        .every(({ assignment_epoch }) => assignment_epoch === 2),
    ).toBe(true);
  });
});

test('what is said of an old assignment does not touch the files of the new one', async () => {
  const s = evenOdd();
  const late = Promise.withResolvers<void>();
  await s.ready({
    MATCH_RESULT_REPORT: async (message, nth) => {
      if (message['assignment_epoch'] === 2) return undefined;
      await late.promise;
      return s.refuses('E006')(message, nth);
    },
  });
  await players(s);
  await s.run();
  await s.clock.advance(100);
  await s.run({ assignment_epoch: 2 });
  await s.clock.advance(100);
  late.resolve();
  await s.clock.advance(100);
  expect(s.outbox()).toEqual([OUTBOX]);
  expect(s.record().assignment_epoch).toBe(2);
});

describe('a referee that starts again', () => {
  /** A referee that could not report, and is gone. */
  async function interrupted(s: Scene): Promise<void> {
    const manager = await s.manager({ MATCH_RESULT_REPORT: silence });
    const first = unwrap(await s.start());
    await players(s);
    await s.run();
    await s.clock.advance(20_000);
    await s.clock.runUntil(first.stop('test'));
    await manager.close();
    expect(s.outbox()).toEqual([OUTBOX]);
    s.arrivals.length = 0;
  }

  test('reports what lies in its outbox, then tells the players with tickets and seed', async () => {
    const s = evenOdd();
    await interrupted(s);
    await s.ready();
    await s.clock.advance(100);
    expect(s.reports()).toHaveLength(1);
    expect(s.reports()[0]).toMatchObject({ match_id: 'R1M1', result: { winner: 'P01' }, auth_token: 'tok_ref01' });
    expect(overs(s).map(({ message }) => message['auth_token'])).toEqual(['tkt_P01', 'tkt_P02']);
    expect(overs(s)[0]?.message).toMatchObject({ draw_seed: SEED, game_result: { winner_player_id: 'P01' } });
    expect(s.outbox()).toEqual([]);
    expect(s.record().draw_seed).toBe(SEED);
    expect(s.got('P01', 'GAME_INVITATION')).toEqual([]);
  });

  test('has the report when the same order comes again', async () => {
    const s = evenOdd();
    await interrupted(s);
    await s.ready({ MATCH_RESULT_REPORT: silence });
    expect(await s.run()).toMatchObject({ status: 'acknowledged' });
    await s.clock.advance(9_000);
    expect(s.reports()).toHaveLength(1);
    expect(s.got('P01', 'GAME_INVITATION')).toEqual([]);
  });

  test('drops what belongs to another run of the league', async () => {
    const s = evenOdd();
    await interrupted(s);
    const accepted = {
      status: 'ACCEPTED',
      referee_id: 'REF01',
      auth_token: 't',
      league_id: LEAGUE,
      run_id: 'run_2',
      reason: null,
    };
    await s.ready({ REFEREE_REGISTER_REQUEST: (message) => s.spoken('REFEREE_REGISTER_RESPONSE', accepted, message) });
    await s.clock.advance(100);
    expect(s.reports()).toEqual([]);
    expect(s.outbox()).toEqual([]);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'REPORT_OUTDATED', match_id: 'R1M1' }),
    );
  });

  test.each([
    ['cut off', '{"schema_version":'],
    ['something else', '{"schema_version":"1.0.0","order":{},"report":{}}'],
  ])('leaves a file that is %s where it is, and says so', async (_name, text) => {
    const s = evenOdd();
    await s.disk.replace(OUTBOX, text);
    await s.ready();
    await s.clock.advance(100);
    expect(s.reports()).toEqual([]);
    expect(s.outbox()).toEqual([OUTBOX]);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'OUTBOX_DAMAGED', match_id: 'R1M1' }),
    );
  });

  test('without its record still reports, and reveals no seed of a record it does not have', async () => {
    const s = evenOdd();
    await interrupted(s);
    await s.disk.replace(`/data/matches/${LEAGUE}/R1M1.json`, 'torn');
    await s.ready();
    await s.clock.advance(100);
    expect(overs(s)).toHaveLength(2);
    expect(s.componentLog()).toContainEqual(expect.objectContaining({ event_type: 'RECORD_DAMAGED' }));
  });
});

test('a disk that fails costs nobody the match', async () => {
  const s = evenOdd();
  await s.ready();
  await players(s);
  const replace = s.disk.replace;
  s.disk.replace = async (path, text, options) => {
    if (path.includes('/matches/') || path.includes('/outbox/')) throw new Error('disk full');
    return replace(path, text, options);
  };
  await s.run();
  await s.clock.advance(100);
  expect(s.reports()).toHaveLength(1);
  expect(overs(s)).toHaveLength(2);
  expect(s.componentLog()).toContainEqual(expect.objectContaining({ event_type: 'DISK_FAILED', level: 'ERROR' }));
});
