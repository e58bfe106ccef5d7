import { describe, expect, test } from 'vitest';
import { recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { documentText } from '../../../SHARED/league_sdk/files/document.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { LEAGUE, OUTBOX, type Says, SEED, stage } from '../testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
type Scene = ReturnType<typeof evenOdd>;
const silence: Says = () => undefined;

async function players(s: Scene): Promise<void> {
  await s.player('P01', 'even');
  await s.player('P02', 'odd');
}
const overs = (s: Scene) => [...s.got('P01', 'GAME_OVER'), ...s.got('P02', 'GAME_OVER')];

test('nothing is revealed before the report is acknowledged, and all of it is kept before it is sent', async () => {
  const s = evenOdd();
  const release = Promise.withResolvers<void>();
  const seen: { open: readonly string[]; files: readonly string[] }[] = [];
  await s.ready({
    MATCH_RESULT_REPORT: async (message) => {
      seen.push({ open: s.outbox(), files: [...s.disk.files().keys()].filter((path) => path.includes('/matches/')) });
      await release.promise;
      return s.spoken('MATCH_RESULT_ACK', { match_id: 'R1M1', status: 'recorded' }, message);
    },
  });
  await players(s);
  await s.run();
  await s.clock.advance(5_000);
  expect(overs(s)).toEqual([]);
  expect(seen).toEqual([{ open: ['R1M1'], files: [] }]);
  release.resolve();
  await s.clock.advance(100);
  expect(overs(s)).toHaveLength(2);
  expect(s.record()).toMatchObject({ lifecycle: { state: 'FINISHED' }, result: { winner_id: 'P01' }, draw_seed: SEED });
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
    expect(s.outbox()).toEqual(['R1M1']);
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
    expect(s.outbox()).toEqual(['R1M1']);
  });
});

describe('a match file is written', () => {
  test('by a referee that is told to end while its report waits: the manager may have the result already', async () => {
    const s = evenOdd();
    let isBack = false;
    const away = s.refuses('E014');
    await s.ready({
      MATCH_RESULT_REPORT: (message, nth) =>
        isBack ? s.spoken('MATCH_RESULT_ACK', { match_id: 'R1M1', status: 'recorded' }, message) : away(message, nth),
    });
    await players(s);
    await s.run();
    await s.clock.advance(20_000);
    expect(s.outbox()).toEqual(['R1M1']);
    isBack = true;
    await s.say('SHUTDOWN_COMMAND', { reason: 'The league is complete.' });
    await s.clock.advance(2_000);
    expect(s.record()).toMatchObject({ result: { winner_id: 'P01' }, draw_seed: SEED });
    expect(s.outbox()).toEqual([]);
  });

  test('once the disk takes it, and until then the outbox has it', async () => {
    const s = evenOdd();
    const { replace } = s.disk;
    await s.ready();
    s.disk.replace = async (path, ...rest) =>
      path.includes('/matches/') ? Promise.reject(new Error('full')) : replace(path, ...rest);
    await players(s);
    await s.run();
    await s.clock.advance(25_000);
    expect(overs(s)).toHaveLength(2);
    expect(s.reports()).toHaveLength(1);
    expect(s.outbox()).toEqual(['R1M1']);
    s.disk.replace = replace;
    await s.clock.advance(10_000);
    expect(s.record()).toMatchObject({ result: { winner_id: 'P01' }, draw_seed: SEED });
    expect(s.outbox()).toEqual([]);
    expect(s.reports()).toHaveLength(1);
  });

  test('at the end of a referee whose disk takes it again, and no referee waits for one that does not', async () => {
    for (const isMended of [true, false]) {
      const s = evenOdd();
      const { replace } = s.disk;
      const referee = await s.ready();
      s.disk.replace = async (path, ...rest) =>
        path.includes('/matches/') ? Promise.reject(new Error('full')) : replace(path, ...rest);
      await players(s);
      await s.run();
      await s.clock.advance(1_000);
      if (isMended) s.disk.replace = replace;
      await referee.stop('enough');
      expect(s.outbox()).toEqual(isMended ? [] : ['R1M1']);
    }
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
    expect(s.outbox()).toEqual(['R1M1']);
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
  expect(s.outbox()).toEqual(['R1M1']);
  const [, , ...since] =
    (await s.disk.read(OUTBOX))
      ?.trim()
      .split('\n')
      .map((line) => JSON.parse(line)) ?? [];
  expect(since).toEqual([{ match_id: 'R1M1', assignment_epoch: 1, settled: true }]);
});

test('a report that is refused leaves the record of the referee that has the match now', async () => {
  const s = evenOdd();
  const late = Promise.withResolvers<void>();
  await s.ready({
    MATCH_RESULT_REPORT: async (message, nth) => {
      await late.promise;
      return s.refuses('E006')(message, nth);
    },
  });
  await players(s);
  await s.run();
  await s.clock.advance(100);
  const { record } = JSON.parse((await s.disk.read(OUTBOX)) ?? '') as { readonly record: JsonObject };
  const path = `/data/matches/${LEAGUE}/R1M1.json`;
  const theirs = documentText({ ...record, referee_id: 'REF02', assignment_epoch: 2 });
  await s.disk.replace(path, theirs);
  late.resolve();
  await s.clock.advance(100);
  expect(s.outbox()).toEqual([]);
  expect(await s.disk.read(path)).toBe(theirs);
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
    expect(s.outbox()).toEqual(['R1M1']);
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

  test('takes no notice of a line that was cut off: its report was never sent', async () => {
    const s = evenOdd();
    await s.disk.append(OUTBOX, '{"match_id":"R1M1","assignment_epoch":1,"ord');
    await s.ready();
    await s.clock.advance(300);
    expect(s.reports()).toEqual([]);
    expect(s.componentLog().map(({ event_type }) => event_type)).not.toContain('OUTBOX_DAMAGED');
  });

  test('puts lines aside that it cannot read, says so, and goes on with the others', async () => {
    const s = evenOdd();
    await interrupted(s);
    const kept = await s.disk.read(OUTBOX);
    await s.disk.replace(OUTBOX, `{"match_id":"R9M9"}\n${kept}`);
    await s.ready();
    await s.clock.advance(300);
    expect(s.reports()).toHaveLength(1);
    expect(s.outbox()).toEqual([]);
    expect([...s.disk.files().keys()]).toContainEqual(expect.stringContaining('outbox.jsonl.damaged-'));
    expect(s.componentLog()).toContainEqual(expect.objectContaining({ event_type: 'OUTBOX_DAMAGED' }));
  });

  test('says so when a line is no order and its report', async () => {
    const s = evenOdd();
    await s.disk.append(OUTBOX, '{"match_id":"R1M1","assignment_epoch":1,"order":{},"report":{}}\n');
    await s.ready();
    await s.clock.advance(300);
    expect(s.reports()).toEqual([]);
    expect(s.componentLog()).toContainEqual(
      expect.objectContaining({ event_type: 'OUTBOX_DAMAGED', match_id: 'R1M1' }),
    );
  });

  test('without its record still reports, and writes no match file', async () => {
    const s = evenOdd();
    await interrupted(s);
    const item = JSON.parse((await s.disk.read(OUTBOX)) ?? '') as JsonObject;
    await s.disk.replace(OUTBOX, `${JSON.stringify({ ...item, record: { torn: true } })}\n`);
    await s.ready();
    await s.clock.advance(100);
    expect(overs(s)).toHaveLength(2);
    expect([...s.disk.files().keys()].filter((path) => path.includes('/matches/'))).toEqual([]);
  });
});

test('a disk that fails costs nobody the match', async () => {
  const s = evenOdd();
  await s.ready();
  await players(s);
  const { replace, append } = s.disk;
  const unless = (path: string, writing: () => Promise<void>) =>
    /matches|outbox/.test(path) ? Promise.reject(new Error('disk full')) : writing();
  s.disk.replace = (path, text, options) => unless(path, () => replace(path, text, options));
  s.disk.append = (path, text, options) => unless(path, () => append(path, text, options));
  await s.run();
  await s.clock.advance(100);
  expect(s.reports()).toHaveLength(1);
  expect(overs(s)).toHaveLength(2);
  expect(s.componentLog()).toContainEqual(expect.objectContaining({ event_type: 'DISK_FAILED', level: 'ERROR' }));
});
