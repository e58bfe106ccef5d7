import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LeagueManager } from '../../../agents/league_manager/surface.ts';
import { Player } from '../../../agents/player/surface.ts';
import { Referee } from '../../../agents/referee/surface.ts';
import { ERRORS } from '../../contracts/errors.ts';
import { LOCAL_FAILURES, type LocalCode } from '../../contracts/failures.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import type { StartFailure } from '../../league_sdk/effects.ts';
import { MCPClient } from '../../league_sdk/spec/mcp_client.ts';
import { readSources } from '../gates/sources.ts';
import { NEVER_FAILS_WITH, SURFACE } from '../generate/interfaces.ts';
import { happensIn, methodName } from './kinds.ts';

const CLASSES: { readonly [name: string]: { readonly prototype: object } } = {
  LeagueManager,
  Referee,
  Player,
  MCPClient,
};

/** The methods by class, in the order of specification 002: they are counted here as they are there. */
const SPECIFIED: { readonly [name: string]: string } = {
  LeagueManager:
    'start_league_manager register_referee register_player create_schedule announce_round report_match_result update_standings announce_round_completed announce_league_completed query_standings',
  Referee:
    'start_referee handle_match_assignment handle_game_join_ack handle_game_join_timeout handle_choose_parity_response handle_choose_parity_timeout draw_number_and_determine_winner notify_players_and_report reset_for_next_match',
  Player:
    'start_player handle_round_announcement handle_game_invitation handle_choose_parity_call make_strategy_decision handle_game_over handle_standings_update handle_round_completed handle_league_completed shutdown_gracefully',
  MCPClient:
    'initialize send_request send_notification format_message validate_response generate_conversation_id set_timeout',
};

test('the table has the 36 methods of the specification, in its order and by its sections', () => {
  const named = SURFACE.map(({ name, methods }) => [name, methods.map((row) => row.name).join(' ')]);
  expect(Object.fromEntries(named)).toEqual(SPECIFIED);
  expect(SURFACE.flatMap(({ methods }) => methods)).toHaveLength(36);
  for (const { section, methods } of SURFACE) {
    expect(methods.map((row) => row.section)).toEqual(methods.map((_, i) => `${section}.2.${i + 1}`));
  }
});

describe.each(SURFACE)('$name', (of) => {
  const { name, file, states, methods } = of;

  test('is the class that its file exports', async () => {
    const module = (await import(/* @vite-ignore */ new URL(`../../../${file}`, import.meta.url).href)) as {
      readonly [name: string]: unknown;
    };
    expect(module[name]).toBe(CLASSES[name]);
  });

  test.each(methods)('has $name in the spelling of TypeScript', (row) => {
    const method = Object.getOwnPropertyDescriptor(CLASSES[name]?.prototype, methodName(row.name));
    expect(method?.value).toBeTypeOf('function');
  });

  test.each(methods)('$name names messages, states and failures that there are', (row) => {
    expect([...row.sends, ...row.takes].filter((type) => !(type in CONTRACTS))).toEqual([]);
    const refused = Object.entries(row.refuses ?? {});
    const placed = [...row.acts, ...(row.repeats ?? []), ...refused.flatMap(([, at]) => at)];
    expect([...placed, ...row.allowed].filter((state) => !states.includes(state))).toEqual([]);
    expect(new Set(placed).size).toBe(placed.length);
    const codes = [...row.failures, ...refused.map(([code]) => code)];
    expect(codes.filter((code) => !(code in ERRORS) && !(code in LOCAL_FAILURES))).toEqual([]);
    expect(row.acts.length).toBeGreaterThan(0);
  });

  test('says of every method what it comes to in every state', () => {
    const told = methods.flatMap((row) => states.map((state) => happensIn(of, row, state)));
    const words = new Set(['acts', 'repeats', 'passes', ...Object.keys(ERRORS), ...Object.keys(LOCAL_FAILURES)]);
    expect(told.filter((happening) => !words.has(happening))).toEqual([]);
  });

  test('says why, wherever it acts elsewhere than the specification allows it', () => {
    const otherwise = methods.filter(
      (row) => row.allowed.length > 0 && row.acts.join() !== row.allowed.join() && row.differs === undefined,
    );
    expect(otherwise).toEqual([]);
  });
});

test('every reason why an agent does not start is a local failure', () => {
  const reasons: { readonly [C in StartFailure['code']]: LocalCode } = {
    PORT_IN_USE: 'PORT_IN_USE',
    INVALID_ADDRESS: 'INVALID_ADDRESS',
    INVALID_CONFIG: 'INVALID_CONFIG',
    DATA_INIT_FAILED: 'DATA_INIT_FAILED',
    GAME_RULES_LOAD_FAILED: 'GAME_RULES_LOAD_FAILED',
    REGISTRATION_FAILED: 'REGISTRATION_FAILED',
    REGISTRATION_REJECTED: 'REGISTRATION_REJECTED',
  };
  const started = SURFACE.flatMap(({ methods }) => methods.filter((row) => row.name.startsWith('start_')));
  expect(new Set(started.flatMap((row) => row.failures))).toEqual(new Set(Object.values(reasons)));
});

test('every local failure is one of some method, and none is said to be impossible', () => {
  const used = new Set(SURFACE.flatMap(({ methods }) => methods.flatMap((row) => row.failures)));
  expect(Object.keys(LOCAL_FAILURES).filter((code) => !used.has(code as LocalCode))).toEqual([]);
  expect(Object.keys(NEVER_FAILS_WITH).filter((word) => word in LOCAL_FAILURES)).toEqual([]);
});

test('what is said to be read and never sent is made nowhere', () => {
  const made = /\brefusal\(\s*'E013'|\bcode: 'E013'|'SCHEDULE_GENERATION_FAILED'\s*\)|\bstatus: 'error'/;
  const ours = readSources(fileURLToPath(new URL('../../../', import.meta.url))).filter(
    ({ path }) => /^(agents|SHARED\/league_sdk)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/(testing|trials)\//.test(path),
  );
  expect(ours.length).toBeGreaterThan(100);
  expect(ours.filter(({ text }) => made.test(text)).map(({ path }) => path)).toEqual([]);
});
