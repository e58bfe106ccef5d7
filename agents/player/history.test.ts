import { describe, expect, test } from 'vitest';
import { unwrap } from '../../SHARED/core/result.ts';
import { PlayerHistoryRepository } from '../../SHARED/league_sdk/repositories.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { openHistory } from './history.ts';
import type { Membership } from './state.ts';
import { rehearsal } from './testing/rehearsal.ts';

const FILE = '/data/players/P01/history.json';

describe('the history of a player', () => {
  test('is written with a match, and a second later once for all that happened until then', async () => {
    const stage = rehearsal(fakeClock());
    let writes = 0;
    const { replace } = stage.disk;
    stage.disk.replace = (path, ...rest) => {
      if (path === FILE) writes += 1;
      return replace(path, ...rest);
    };
    await stage.started();
    for (const match_id of ['R1M1', 'R1M2', 'R1M3']) {
      await stage.announce({ match_id, ticket: undefined as never });
      await stage.over({ match_id });
    }
    expect(writes).toBe(1);
    await stage.clock.advance(1_000);
    expect(writes).toBe(2);
    expect(stage.history().matches.map(({ match_id }) => match_id)).toEqual(['R1M1', 'R1M2', 'R1M3']);
    await stage.clock.advance(10_000);
    expect(writes).toBe(2);
  });

  test('has a match before its end is acknowledged, so that a kill takes none', async () => {
    const stage = rehearsal(fakeClock());
    const { replace } = stage.disk;
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    stage.disk.replace = async (path, ...rest) => {
      if (path === FILE) await held;
      return replace(path, ...rest);
    };
    await stage.started();
    await stage.announce();
    let isAcknowledged = false;
    const acknowledged = stage.over().then(() => {
      isAcknowledged = true;
    });
    await stage.clock.advance(0);
    expect(isAcknowledged).toBe(false);
    letGo();
    await acknowledged;
    const { disk, clock } = stage;
    const left = await new PlayerHistoryRepository('P01', { disk, clock, root: '/data' }).getHistory();
    expect(unwrap(left).matches).toHaveLength(1);
  });

  test('tells the matches of another run from those of this one: ids may be those of others', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.over();
    const { disk, clock } = stage;
    const [{ league_id = '' } = {}] = stage.history().matches;
    const opened = async (run_id: string) => {
      const member = { player_id: 'P01', filed_as: league_id, run_id } as Membership;
      const options = { store: { disk, clock, root: '/data' }, member, display_name: 'A', thisRunOnly: false };
      return unwrap(await openHistory({ ...options, onDamage: () => undefined })).past;
    };
    expect((await opened('run_1')).map(({ earlier_run }) => earlier_run)).toEqual([undefined]);
    expect((await opened('run_2')).map(({ earlier_run }) => earlier_run)).toEqual([true]);
  });

  test('is never read while the league is played', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    const { read } = stage.disk;
    let reads = 0;
    stage.disk.read = (path) => {
      reads += 1;
      return read(path);
    };
    await stage.announce();
    await stage.invite();
    await stage.call();
    await stage.over();
    await stage.completeRound();
    await stage.clock.advance(1_000);
    expect(reads).toBe(0);
  });

  test('outlives runs: the same match of another run is another match', async () => {
    const stage = rehearsal(fakeClock());
    const play = async (): Promise<void> => {
      await stage.announce();
      await stage.invite();
      await stage.call();
      await stage.over();
    };
    const first = await stage.started();
    await play();
    await first.stop('over');
    stage.script.get_status = () => ({
      league_id: 'league_2025_even_odd',
      run_id: 'run_2',
      status: 'waiting',
      seeded: true,
    });
    const { register_player } = stage.script;
    stage.script.register_player = (params, id) => ({ ...register_player?.(params, id), run_id: 'run_2' });
    await stage.start();
    await play();
    expect(await stage.look('get_player_state')).toMatchObject({ record: { played: 1 } });
    await stage.clock.advance(1_000);
    expect(stage.history()).toMatchObject({
      stats: { total_matches: 2 },
      matches: [{ run_id: 'run_1' }, { run_id: 'run_2', seeded: true }],
    });
  });

  test('that is damaged is put aside, and the league is played', async () => {
    const stage = rehearsal(fakeClock());
    await stage.disk.replace(FILE, '{"matches": 7}');
    await stage.started();
    await stage.announce();
    await stage.over();
    await stage.clock.advance(1_000);
    expect(stage.history().matches).toHaveLength(1);
    const aside = [...stage.disk.files().keys()].find((path) => path.startsWith(`${FILE}.damaged`));
    expect(stage.disk.files().get(aside ?? '')).toBe('{"matches": 7}');
    expect(await stage.log()).toContainEqual(
      expect.objectContaining({ message_type: 'HISTORY_DAMAGED', level: 'ERROR' }),
    );
  });

  test('that the disk will not give is a reason not to start', async () => {
    const stage = rehearsal(fakeClock());
    const { read } = stage.disk;
    stage.disk.read = async (path) => {
      if (path === FILE) throw new Error('cannot read it');
      return read(path);
    };
    await stage.openManager();
    expect(await stage.start()).toEqual({ ok: false, error: { code: 'DATA_INIT_FAILED', detail: 'cannot read it' } });
  });

  test('that the disk will not take is told in the log, and tried again', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    const { replace } = stage.disk;
    stage.disk.replace = async () => {
      throw new Error('the disk is full');
    };
    await stage.announce();
    await stage.over();
    await stage.clock.advance(1_000);
    expect(await stage.log()).toContainEqual(
      expect.objectContaining({
        message_type: 'HISTORY_NOT_WRITTEN',
        level: 'ERROR',
        details: { error: 'the disk is full' },
      }),
    );
    stage.disk.replace = replace;
    await stage.completeRound();
    await stage.say('LEAGUE_COMPLETED', {
      league_id: 'league_2025_even_odd',
      total_rounds: 1,
      total_matches: 1,
      champion: null,
      final_standings: [],
    });
    await stage.clock.advance(1);
    expect(stage.history().matches).toHaveLength(1);
  });

  test('from a manager that names no run takes every match as new', async () => {
    const stage = rehearsal(fakeClock());
    const { register_player } = stage.script;
    stage.script.register_player = (params, id) => ({ ...register_player?.(params, id), run_id: null });
    const player = await stage.started();
    await stage.announce();
    await stage.over();
    await player.stop('over');
    await stage.start();
    await stage.announce();
    await stage.over();
    expect(await stage.look('get_player_state')).toMatchObject({ run_id: null, record: { played: 1 } });
  });
});
