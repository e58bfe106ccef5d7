import { expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { Flags } from '../options.ts';
import { settingsOf, tellIgnored } from './league_setup.ts';

const player = (nth: number, more = {}) => ({
  ...{ player_id: `P0${nth}`, default_endpoint: `http://localhost:810${nth}/mcp`, ...more },
});

test('what the configuration says without effect is told at the start', async () => {
  const files = {
    'system.json': {},
    'defaults/referee.json': { default_settings: {} },
    'games_registry.json': {
      games: [{ game_type: 'even_odd', rules_module: 'game_logic.even_odd', max_players: 4 }],
    },
    'leagues/cup.json': { league_id: 'cup', game_type: 'even_odd', total_rounds: 99, matches_per_round: 1 },
    'agents_config.json': {
      league_manager: { agent_id: 'LM01', endpoint: 'http://localhost:8000/mcp' },
      referees: [{ referee_id: 'REF01', endpoint: 'http://localhost:8001/mcp' }],
      players: [
        ...[1, 2, 3].map((nth) => player(nth)),
        player(4, { game_types: ['chess'] }),
        player(5, { preferred_leagues: ['other'] }),
        player(6, { game_types: ['chess'], active: false }),
      ],
    },
  };
  const disk = memoryDisk();
  for (const [name, file] of Object.entries(files)) await disk.replace(`/config/${name}`, JSON.stringify(file));
  const loader = new ConfigLoader(disk, '/config');
  const settings = await settingsOf(new Flags([['league', 'cup']]), loader, ['http:']);
  const told: string[] = [];
  const places = { data: '/data', logs: '/logs' };
  const options = {
    ...{ places, tell: (text: string) => void told.push(text), settings },
    effects: { disk, clock: systemClock, logs: USUAL_LOGS },
  };
  await tellIgnored(loader, options);
  const left = '  not in this league: P04 (its game_types has no even_odd), P05 (its preferred_leagues has no cup)\n';
  const tooMany = 'max_players 4 of even_odd (games_registry.json)';
  expect(told.splice(0), 'nobody has registered yet').toEqual([left, `  without effect here: ${tooMany}\n`]);
  await tellIgnored(loader, { ...options, players: 3 });
  expect(told).toEqual([
    left,
    `  without effect here: total_rounds 99 (cup.json; it follows from players and schedule: 3), ${tooMany}\n`,
  ]);
});
