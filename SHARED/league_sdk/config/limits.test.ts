import { describe, expect, test } from 'vitest';
import { unwrap } from '../../core/result.ts';
import { ConfigLoader } from '../config_loader.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { type LimitSources, limitsFor } from './limits.ts';

const files = {
  'system.json': {},
  'leagues/cup.json': { league_id: 'cup', game_type: 'rps', timeouts: { move_timeout_sec: 3, max_retries: 2 } },
  'leagues/plain.json': { league_id: 'plain', game_type: 'rps' },
  'leagues/new.json': { league_id: 'new', game_type: 'chess' },
  'games/games_registry.json': {
    games: [{ game_type: 'rps', rules_module: 'game_logic.rps', max_round_time_sec: 4, max_match_sec: 40 }],
  },
  'defaults/referee.json': {
    default_settings: { game_join_timeout_sec: 6, retry_on_timeout: false, move_timeout_sec: 5 },
  },
  'defaults/player.json': { default_settings: { response_timeout_sec: 7 } },
};

async function loader(env: LimitSources['env'] = {}) {
  const disk = memoryDisk();
  for (const [name, file] of Object.entries(files)) await disk.replace(`/config/${name}`, JSON.stringify(file));
  return new ConfigLoader(disk, '/config', env);
}

describe('limits', () => {
  test('are those of the specification when nobody says otherwise', async () => {
    expect(unwrap(await (await loader()).limits({}))).toEqual({
      joinMs: 5_000,
      moveMs: 30_000,
      notifyMs: 5_000,
      responseMs: 10_000,
      registrationMs: 30_000,
      maxMatchMs: 150_000,
      leaseMs: 30_000,
      lingerMs: 300_000,
      pingMs: 10_000,
      maxRetries: 3,
      retryOnTimeout: true,
      backoff: { baseMs: 2_000, factor: 2 },
    });
  });

  test('follow flag, environment, league, game, role and system, in this order', async () => {
    const move = async (of: Parameters<ConfigLoader['limits']>[0], env?: LimitSources['env']) =>
      unwrap(await (await loader(env)).limits(of)).moveMs;
    const env = { LEAGUE_MOVE_TIMEOUT_SEC: '2' };
    const flags = { move_timeout_sec: '1' };
    expect(await move({ role: 'referee', leagueId: 'cup', flags }, env)).toBe(1_000);
    expect(await move({ role: 'referee', leagueId: 'cup' }, env)).toBe(2_000);
    expect(await move({ role: 'referee', leagueId: 'cup' })).toBe(3_000);
    expect(await move({ role: 'referee', leagueId: 'plain' })).toBe(4_000);
    expect(await move({ role: 'referee' })).toBe(5_000);
    expect(await move({ role: 'player' })).toBe(30_000);
  });

  test('may come from different places at once', async () => {
    const limits = unwrap(
      await (await loader({ LEAGUE_LEASE_SEC: '0.5' })).limits({ role: 'referee', leagueId: 'cup' }),
    );
    expect(limits).toMatchObject({
      joinMs: 6_000,
      maxRetries: 2,
      retryOnTimeout: false,
      maxMatchMs: 40_000,
      leaseMs: 500,
    });
    expect(unwrap(await (await loader()).limits({ role: 'player' })).responseMs).toBe(7_000);
  });

  test('can be said in words of the command line', async () => {
    const flags = { retry_on_timeout: 'false', max_retries: 1, lease_sec: '' };
    const limits = unwrap(await (await loader()).limits({ flags }));
    expect(limits).toMatchObject({ retryOnTimeout: false, maxRetries: 1, leaseMs: 30_000 });
  });

  test.each([
    [{ flags: { move_timeout_sec: 'soon' } }, /^the command line: "--move-timeout-sec" is "soon" but must be number/],
    [{ flags: { max_retries: 0 } }, /^the command line: "--max-retries" is 0 but must be >= 1/],
    [{ env: { LEAGUE_LEASE_SEC: '-1' } }, /^the environment: "LEAGUE_LEASE_SEC" is -1 but must be >= 0.01/],
    [
      { env: { LEAGUE_RETRY_ON_TIMEOUT: 'maybe' } },
      /^the environment: "LEAGUE_RETRY_ON_TIMEOUT" is "maybe" but must be boolean/,
    ],
  ])('that make no sense are told by name: %j', async (said, line) => {
    const system = unwrap(await (await loader()).loadSystem());
    const settled = limitsFor({ ...said, system } as LimitSources);
    expect(settled).toMatchObject({
      ok: false,
      error: { code: 'INVALID_CONFIG', detail: expect.stringMatching(line) },
    });
  });

  test('cannot be settled from files that cannot be read', async () => {
    for (const of of [{ leagueId: 'none' }, { leagueId: 'new' }] as const) {
      expect(await (await loader()).limits(of)).toMatchObject({ ok: false, error: { code: 'INVALID_CONFIG' } });
    }
    const empty = new ConfigLoader(memoryDisk(), '/config');
    expect(await empty.limits({ role: 'player' })).toMatchObject({ ok: false, error: { file: '/config/system.json' } });
  });
});
