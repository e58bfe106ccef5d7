import { expect, test } from 'vitest';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { check } from '../../../SHARED/contracts/read.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { publicRules } from '../public/public_league.ts';
import { commitmentOf } from '../registration/tokens.ts';
import {
  decision,
  folded,
  GAME,
  ids,
  LEAGUE,
  matchIn,
  opening,
  RUN,
  running,
  seedOf,
  settingsWith,
  tokens,
} from '../testing/rehearsal.ts';
import { orderOf } from './assignment.ts';

test('an order has everything a referee needs to know', () => {
  const league = folded(running({ players: 2 }));
  const order = orderOf(league, matchIn(league, 'R1M1'), settingsWith(), tokens);
  expect(check(CONTRACTS.RUN_MATCH.body, order as never)).toEqual({ ok: true, value: undefined });
  const player = (player_id: string) => ({
    player_id,
    display_name: `Agent ${player_id}`,
    endpoint: `memory:${player_id}`,
    dialect: 'rpc',
    ticket: tokens.ticket(player_id, 'R1M1', 1),
    standings: { wins: 0, losses: 0, draws: 0, points: 0 },
    attempts: 3,
  });
  expect(order).toEqual({
    league_id: LEAGUE,
    run_id: RUN,
    round_id: 1,
    match_id: 'R1M1',
    referee_id: 'REF01',
    player_a: 'P01',
    player_a_endpoint: 'memory:P01',
    player_b: 'P02',
    player_b_endpoint: 'memory:P02',
    players: [player('P01'), player('P02')],
    rules: {
      game_type: GAME,
      options: {},
      scoring: { win_points: 3, draw_points: 1, loss_points: 0, technical_loss_points: 0 },
      double_forfeit: 'draw',
      timeouts: { join_sec: 5, move_sec: 30, notify_sec: 5, report_sec: 10, max_match_sec: 150 },
      max_retries: 3,
      retry_on_timeout: true,
    },
    draw_seed: seedOf('R1M1'),
    draw_commitment: commitmentOf(seedOf('R1M1'), 'R1M1'),
    assignment_epoch: 1,
    lease_sec: 30,
  });
});

test('a strict league gives each seat one attempt, and keeps the retries between manager and referee', () => {
  const league = folded(running({ players: 2 }));
  const settings = { ...settingsWith(), strict: true };
  const { players, rules } = orderOf(league, matchIn(league, 'R1M1'), settings, tokens);
  expect([players.map(({ attempts }) => attempts), rules.max_retries]).toEqual([[1, 1], 1]);
  const game = { display_name: 'A game', description: 'Two play it.' };
  const source = { league, settings, game, rows: () => [], disk: memoryDisk(), data: '/data' };
  expect(publicRules(source)).toMatchObject({ attempts: { of_each_call: 1 } });
  expect(settings.limits.maxRetries).toBe(3);
});

test('it tells how the players stand', () => {
  const first = running({ players: 4 });
  const won = decision(matchIn(folded(first), 'R1M1'), { winner: 'P02' });
  const league = folded([...first, won, opening(ids('P', 4), 1, 2)]);
  const order = orderOf(league, matchIn(league, 'R2M2'), settingsWith(), tokens);
  expect(order.players.map(({ player_id, standings }) => [player_id, standings])).toEqual([
    ['P04', { wins: 0, losses: 0, draws: 0, points: 0 }],
    ['P02', { wins: 1, losses: 0, draws: 0, points: 3 }],
  ]);
});

test.each(['SUSPENDED', 'SHUTDOWN'] as const)('a player that is %s is asked once', (state) => {
  const league = folded(running({ players: 2 }));
  const player = league.agents.get('P02');
  if (player !== undefined) league.agents.set('P02', { ...player, state });
  const order = orderOf(league, matchIn(league, 'R1M1'), settingsWith(), tokens);
  expect(order.players.map(({ attempts }) => attempts)).toEqual([3, 1]);
});

test.each([
  ['http://laptop.local:8101/mcp?seat=1', '10.0.0.7', 'http://10.0.0.7:8101/mcp?seat=1'],
  ['http://laptop.local/mcp', '2001:db8::7', 'http://[2001:db8::7]/mcp'],
  ['https://laptop.local:8443/mcp', '10.0.0.7', 'https://laptop.local:8443/mcp'],
  ['http://10.0.0.7:8101/mcp', undefined, 'http://10.0.0.7:8101/mcp'],
  ['http://localhost:8101/mcp', '127.0.0.1', 'http://localhost:8101/mcp'],
  ['http://localhost:8101/mcp', '::1', 'http://[::1]:8101/mcp'],
  ['http://p02.localhost:8101/mcp', '::1', 'http://[::1]:8101/mcp'],
])('a player at %s, taken for %s, is called by its referee at %s', (endpoint, address, called) => {
  const league = folded(running({ players: 2, agents: { P02: { endpoint, ...(address && { address }) } } }));
  const order = orderOf(league, matchIn(league, 'R1M1'), settingsWith(), tokens);
  expect([order.player_b_endpoint, order.players[1]?.endpoint]).toEqual([called, called]);
});
