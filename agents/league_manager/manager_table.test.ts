import { describe, expect, test } from 'vitest';
import type { Contract } from '../../SHARED/contracts/contract.ts';
import { type AddressedTo, CONTRACTS } from '../../SHARED/contracts/index.ts';
import type { LeagueState } from '../../SHARED/contracts/states.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { GAME, LEAGUE } from './testing/rehearsal.ts';
import { type Plays, type Stage, stage } from './testing/rehearsal_stage.ts';

const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});
const staged = () => stage({ clock: fakeClock(), judge, plays });
type On = Stage<ReturnType<typeof fakeClock>>;

/** A league of two players and one referee in this state; in the end the only match is played. */
async function inState(state: LeagueState) {
  const on = staged();
  const manager = unwrap(await on.start({ settings: { keep: true, seed: 'demo' } }));
  await on.referee('REF01', (order) => (state === 'LEAGUE_COMPLETE' ? plays(order) : undefined));
  await on.register('REF01');
  await on.assemble(['P01', 'P02'], []);
  // Everybody has used its token, so that asking alone changes nothing.
  for (const id of ['REF01', 'P01']) await on.say('LEAGUE_QUERY', { query_type: 'GET_PLAYER_STATS' }, on.tokenOf(id));
  if (state !== 'WAITING_FOR_REGISTRATIONS') await on.startLeague();
  await on.clock.advance(1_000);
  expect(manager.league.phase).toBe(state);
  return { on, manager };
}

const metaOf = (display_name: string) => ({ display_name, game_types: [GAME], contact_endpoint: 'memory:new' });
const truth = (on: On) => {
  const order = on.ofType('RUN_MATCH')[0]?.message ?? {
    match_id: 'R1M1',
    league_id: LEAGUE,
    player_a: 'P01',
    player_b: 'P02',
  };
  const claim = plays(order) as NonNullable<ReturnType<Plays>>;
  if (order['draw_seed'] !== undefined) return on.reportOf(order, claim);
  return { league_id: LEAGUE, match_id: 'R1M1', result: { winner: 'P01', score: {}, details: {} } } as JsonObject;
};

const LEAGUE_ID = { league_id: LEAGUE };

type Say = (on: On) => Promise<JsonObject>;
/** What the manager answers in each state: a word of the answer, and whether anything changed. */
interface Row {
  readonly say: Say;
  readonly heard: { readonly [S in LeagueState]: readonly [string, 'changes' | 'stays'] };
}

/** A row for every message addressed to the manager: a new one does not compile without. */
const TABLE: { readonly [T in AddressedTo<'league_manager'>]: readonly Row[] } = {
  REFEREE_REGISTER_REQUEST: [
    {
      say: (on) => on.say('REFEREE_REGISTER_REQUEST', { referee_meta: metaOf('New') }),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['ACCEPTED', 'changes'],
        RUNNING_LEAGUE: ['ACCEPTED', 'changes'],
        LEAGUE_COMPLETE: ['E007', 'stays'],
      },
    },
  ],
  LEAGUE_REGISTER_REQUEST: [
    {
      say: (on) => on.say('LEAGUE_REGISTER_REQUEST', { player_meta: metaOf('New') }),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['ACCEPTED', 'changes'],
        RUNNING_LEAGUE: ['E007', 'stays'],
        LEAGUE_COMPLETE: ['E007', 'stays'],
      },
    },
    {
      say: (on) => on.say('LEAGUE_REGISTER_REQUEST', { player_meta: metaOf('Agent P01') }, on.tokenOf('P01')),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['ACCEPTED', 'changes'],
        RUNNING_LEAGUE: ['ACCEPTED', 'changes'],
        LEAGUE_COMPLETE: ['ACCEPTED', 'changes'],
      },
    },
  ],
  START_LEAGUE: [
    {
      say: (on) => on.startLeague(),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['running', 'changes'],
        RUNNING_LEAGUE: ['running', 'stays'],
        LEAGUE_COMPLETE: ['completed', 'stays'],
      },
    },
  ],
  AGENT_COMMAND: [
    {
      say: (on) =>
        on.asOperator('AGENT_COMMAND', { ...LEAGUE_ID, agent_id: 'P01', action: 'suspend', reason: 'it floods' }),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['waiting', 'changes'],
        // The only match of this league is forfeited by it.
        RUNNING_LEAGUE: ['completed', 'changes'],
        LEAGUE_COMPLETE: ['E007', 'stays'],
      },
    },
    {
      say: (on) =>
        on.asOperator('AGENT_COMMAND', { ...LEAGUE_ID, agent_id: 'P10', action: 'remove', reason: 'it floods' }),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['E005', 'stays'],
        RUNNING_LEAGUE: ['E005', 'stays'],
        LEAGUE_COMPLETE: ['E005', 'stays'],
      },
    },
  ],
  PAUSE_COMMAND: [
    {
      say: (on) => on.asOperator('PAUSE_COMMAND', { ...LEAGUE_ID, action: 'pause', reason: 'lunch' }),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['waiting', 'changes'],
        RUNNING_LEAGUE: ['running', 'changes'],
        LEAGUE_COMPLETE: ['E007', 'stays'],
      },
    },
  ],
  LEAGUE_QUERY: [
    {
      say: (on) => on.say('LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }, on.tokenOf('P01')),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['E007', 'stays'],
        RUNNING_LEAGUE: ['success', 'stays'],
        LEAGUE_COMPLETE: ['success', 'stays'],
      },
    },
  ],
  MATCH_RESULT_REPORT: [
    {
      say: (on) => on.say('MATCH_RESULT_REPORT', truth(on), on.tokenOf('REF01')),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['E008', 'stays'],
        RUNNING_LEAGUE: ['recorded', 'changes'],
        LEAGUE_COMPLETE: ['recorded', 'stays'],
      },
    },
    {
      say: (on) => {
        const report = truth(on);
        const result = { ...(report['result'] as JsonObject), winner: 'P99' };
        return on.say('MATCH_RESULT_REPORT', { ...report, result }, on.tokenOf('REF01'));
      },
      heard: {
        WAITING_FOR_REGISTRATIONS: ['E008', 'stays'],
        RUNNING_LEAGUE: ['E023', 'stays'],
        LEAGUE_COMPLETE: ['E010', 'stays'],
      },
    },
  ],
  SHUTDOWN_COMMAND: [
    {
      say: (on) => on.asOperator('SHUTDOWN_COMMAND'),
      heard: {
        WAITING_FOR_REGISTRATIONS: ['acknowledged', 'stays'],
        RUNNING_LEAGUE: ['acknowledged', 'stays'],
        LEAGUE_COMPLETE: ['acknowledged', 'stays'],
      },
    },
  ],
};

/** The one word of an answer that counts. */
function wordOf(answer: JsonObject): unknown {
  const error = answer['error'] as JsonObject | null | undefined;
  if (answer['success'] === true) return 'success';
  return answer['error_code'] ?? error?.['error_code'] ?? answer['status'];
}

const STATES = ['WAITING_FOR_REGISTRATIONS', 'RUNNING_LEAGUE', 'LEAGUE_COMPLETE'] as const;

describe.each(STATES)('in %s', (state) => {
  const cells = Object.entries(TABLE).flatMap(([type, rows]) => rows.map((row, i) => [type, i + 1, row] as const));

  test.each(cells)('%s (%i) is answered by the table', async (_type, _row, { say, heard }) => {
    const { on, manager } = await inState(state);
    const { sequence } = manager.league;
    const answer = await say(on);
    expect([wordOf(answer), manager.league.sequence > sequence ? 'changes' : 'stays']).toEqual(heard[state]);
  });

  test('what is not addressed to a manager is no method here, and changes nothing', async () => {
    const { on, manager } = await inState(state);
    const { sequence } = manager.league;
    const foreign = Object.values(CONTRACTS as { readonly [type: string]: Contract }).filter(
      ({ head }) => !(head.type in TABLE),
    );
    expect(foreign.length).toBeGreaterThan(20);
    for (const { head, example } of foreign) {
      const params = { ...example, auth_token: on.tokenOf('REF01') };
      for (const method of [head.method ?? 'mcp_message', 'mcp_message']) {
        expect(await on.call(method, params), head.type).toMatchObject({ error: { code: -32601 } });
      }
    }
    expect(manager.league.sequence).toBe(sequence);
  });
});
