import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as builders from '../../contracts/builders.ts';
import { systemClock } from '../../core/clock.ts';
import * as sdk from '../../league_sdk/index.ts';
import { failureOf } from '../../testing/sdk_calls.ts';
import { CLIENT_CALLS } from '../../testing/sdk_calls_client.ts';
import { CONFIG_CALLS } from '../../testing/sdk_calls_config.ts';
import { FILE_CALLS } from '../../testing/sdk_calls_files.ts';
import { WIRE_CALLS } from '../../testing/sdk_calls_wire.ts';
import { AT_HOME_ELSEWHERE, SDK_SURFACE } from './sdk.ts';
import { SDK_DOOR } from './sdk_kinds.ts';

const ENTRIES = SDK_SURFACE.flatMap(({ door, entries }) => entries.map((entry) => ({ ...entry, door })));
const CALLS = { ...CLIENT_CALLS, ...CONFIG_CALLS, ...FILE_CALLS, ...WIRE_CALLS };

type Exports = { readonly [name: string]: unknown };
type Holder = { readonly prototype: unknown };
const doorOf = (door: string) => (door === SDK_DOOR ? sdk : builders) as unknown as Exports;
const sourceOf = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

test('every entry has a name of its own, and every name of the specification is there once', () => {
  const names = ENTRIES.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  const said = ENTRIES.map(({ spec }) => spec).filter((spec) => spec !== '');
  expect(said).toEqual([...new Set(said)]);
});

test('every class, method and helper that the specification names is in the table', () => {
  const methods =
    `ConfigLoader: load_system load_agents load_league load_games_registry get_referee_by_id get_player_by_id
    StandingsRepository: load save update_player
    RoundsRepository: load add_round
    MatchRepository: save_match get_match list_matches
    PlayerHistoryRepository: get_history add_match_result
    JsonLogger: log debug info warning error log_message_sent log_message_received
    AgentLogger: log log_sent log_received
    LeagueLogger: log info error
    CircuitBreaker: can_execute record_success record_failure
    AuthenticatedClient: send_message`
      .split('\n')
      .flatMap((line) => {
        const [name = '', list = ''] = line.trim().split(': ');
        return [name, ...list.split(' ').map((method) => `${name}.${method}`)];
      });
  const alone =
    `NetworkConfig AgentConfig ScoringConfig LeagueConfig RefereeConfig PlayerConfig SystemConfig AgentsConfig
    GamesRegistry RetryConfig call_with_retry AgentCredentials register_player MCPRequest MCPResponse call_mcp_tool
    build_game_join_ack build_parity_choice build_league_register_request build_game_invitation build_choose_parity_call
    build_game_over build_match_result_report build_game_error build_run_match_ack build_referee_register_request
    build_referee_register_response build_league_register_response build_start_league build_league_status build_run_match
    build_match_result_ack build_round_announcement build_round_completed build_league_completed
    build_league_standings_update build_league_error`.split(/\s+/);
  const modules = ['Session Manager', 'Tool Registry', 'Message Queue'];
  expect(ENTRIES.map(({ spec }) => spec)).toEqual(expect.arrayContaining([...methods, ...alone, ...modules]));
});

describe.each(ENTRIES)('$name', ({ name, door, file, failures }) => {
  const [exported = '', method] = name.split('.');
  const calls = CALLS[name];

  test('is exported under that name, and lives in that file', () => {
    const found = doorOf(door)[exported];
    expect(found).toBeDefined();
    // The documents' builders are the members of what `flatBuilders` gives; all others are methods of classes.
    const members = exported === 'flatBuilders' ? builders.flatBuilders(systemClock) : (found as Holder).prototype;
    if (method !== undefined) expect((members as Exports)[method]).toBeTypeOf('function');
    // An export with another name at the door is found by what it is at home.
    const home = { RetryConfig: 'RETRY_POLICY', retry: 'withRetry' }[name] ?? exported;
    expect(new RegExp(`^export .*\\b${home}\\b`, 'm').test(sourceOf(file))).toBe(true);
  });

  test('works', async () => {
    expect(await calls?.works()).toBe(true);
  });

  test('fails in no other ways than it says', () => {
    expect(Object.keys(calls?.fails ?? {}).sort()).toEqual([...failures].sort());
  });

  test.each([...failures])('can fail with %s', async (code) => {
    expect(await failureOf(calls?.fails?.[code] ?? expect.fail)).toBe(code);
  });
});

test.each(AT_HOME_ELSEWHERE)('$spec is at home in $file', ({ name, file }) => {
  expect(existsSync(new URL(`../../../${file}`, import.meta.url))).toBe(true);
  for (const word of name.split(/[.,]\s*/)) {
    expect(new RegExp(`\\b${word}\\b`).test(sourceOf(file))).toBe(true);
  }
});
