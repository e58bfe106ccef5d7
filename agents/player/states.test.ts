import { describe, expect, test } from 'vitest';
import type { AddressedTo } from '../../SHARED/contracts/index.ts';
import { type PlayerEvent, type PlayerState, playerCourse } from '../../SHARED/contracts/states.ts';
import { sleep } from '../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Running } from '../../SHARED/league_sdk/effects.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { State } from './state.ts';
import { type Parts, rehearsal, type Stage } from './testing/rehearsal.ts';
import { ANNOUNCED, LEAGUE } from './testing/rehearsal_script.ts';

type Heard = AddressedTo<'player'>;
/** Joining is one step, so nothing can be heard between the invitation and the answer to it. */
type Resting = Exclude<PlayerState, 'INVITED_TO_MATCH'>;
/** The state that follows; a ! says that the log warns of it, END that the player ends. */
type Cell = PlayerState | `${PlayerState}!` | 'END';

const ERROR = { error_code: 'E001', error_name: 'TIMEOUT_ERROR', error_description: 'No answer.' };
const FINAL = { league_id: LEAGUE, total_rounds: 1, total_matches: 1, champion: null, final_standings: [] };
const SECOND_CALL = {
  league_id: LEAGUE,
  round_id: 1,
  match_id: 'R1M1',
  player_id: 'P01',
  game_type: 'tic_tac_toe',
  step: 2,
  move_request: {
    move_type: 'tic_tac_toe',
    valid_options: ['even', 'odd'],
    context: { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 }, view: {} },
  },
  deadline: '2025-01-15T10:00:30.000Z',
};

/** Every message a player can get, and its answer in any state. All but the announcement are about R1M1. */
const MESSAGES: { readonly [T in Heard]: readonly [(stage: Stage) => Promise<JsonObject>, JsonObject] } = {
  ROUND_ANNOUNCEMENT: [
    (stage) => stage.announce({ match_id: 'R2M1', ticket: 'tkt_r2m1' }, 2),
    { message_type: 'ROUND_ANNOUNCEMENT_ACK', status: 'acknowledged' },
  ],
  GAME_INVITATION: [(stage) => stage.invite(), { message_type: 'GAME_JOIN_ACK', accept: true }],
  CHOOSE_PARITY_CALL: [(stage) => stage.call(), { message_type: 'CHOOSE_PARITY_RESPONSE', parity_choice: 'even' }],
  GAME_MOVE_CALL: [
    (stage) => stage.say('GAME_MOVE_CALL', SECOND_CALL),
    { message_type: 'GAME_MOVE_RESPONSE', move_data: { move_type: 'tic_tac_toe', choice: 'even' } },
  ],
  GAME_OVER: [(stage) => stage.over(), { message_type: 'GAME_OVER_ACK', status: 'acknowledged' }],
  LEAGUE_STANDINGS_UPDATE: [
    (stage) => stage.say('LEAGUE_STANDINGS_UPDATE', { league_id: LEAGUE, round_id: 1, standings: [] }),
    { message_type: 'STANDINGS_UPDATE_ACK', status: 'acknowledged' },
  ],
  ROUND_COMPLETED: [(stage) => stage.completeRound(), { message_type: 'ROUND_COMPLETED_ACK', status: 'acknowledged' }],
  LEAGUE_COMPLETED: [
    (stage) => stage.say('LEAGUE_COMPLETED', FINAL),
    { message_type: 'LEAGUE_COMPLETED_ACK', status: 'acknowledged' },
  ],
  SHUTDOWN_COMMAND: [
    (stage) => stage.say('SHUTDOWN_COMMAND', {}),
    { message_type: 'SHUTDOWN_ACK', status: 'acknowledged' },
  ],
  GAME_ERROR: [(stage) => stage.say('GAME_ERROR', { match_id: 'R1M1', ...ERROR }), { status: 'ok' }],
  LEAGUE_ERROR: [(stage) => stage.say('LEAGUE_ERROR', { league_id: LEAGUE, ...ERROR }), { status: 'ok' }],
};

const UNANNOUNCED = {
  ROUND_ANNOUNCEMENT: 'WAITING_FOR_ROUND',
  GAME_INVITATION: 'WAITING_FOR_CHOICE_REQUEST!',
  CHOOSE_PARITY_CALL: 'WAITING_FOR_RESULT!',
  GAME_MOVE_CALL: 'WAITING_FOR_RESULT!',
  GAME_OVER: 'REGISTERED',
  LEAGUE_STANDINGS_UPDATE: 'REGISTERED',
  ROUND_COMPLETED: 'REGISTERED',
  LEAGUE_COMPLETED: 'LEAGUE_COMPLETE',
  SHUTDOWN_COMMAND: 'END',
  GAME_ERROR: 'REGISTERED',
  LEAGUE_ERROR: 'REGISTERED',
} as const;

const TABLE: { readonly [S in Resting]: { readonly [T in Heard]: Cell } } = {
  // What comes early waits for the registration.
  UNREGISTERED: UNANNOUNCED,
  REGISTERING: UNANNOUNCED,
  REGISTERED: UNANNOUNCED,
  WAITING_FOR_ROUND: {
    ROUND_ANNOUNCEMENT: 'WAITING_FOR_ROUND!',
    GAME_INVITATION: 'WAITING_FOR_CHOICE_REQUEST',
    CHOOSE_PARITY_CALL: 'WAITING_FOR_RESULT!',
    GAME_MOVE_CALL: 'WAITING_FOR_RESULT!',
    GAME_OVER: 'MATCH_COMPLETE!',
    LEAGUE_STANDINGS_UPDATE: 'WAITING_FOR_ROUND',
    ROUND_COMPLETED: 'REGISTERED!',
    LEAGUE_COMPLETED: 'LEAGUE_COMPLETE',
    SHUTDOWN_COMMAND: 'END',
    GAME_ERROR: 'WAITING_FOR_ROUND',
    LEAGUE_ERROR: 'WAITING_FOR_ROUND',
  },
  WAITING_FOR_CHOICE_REQUEST: {
    ROUND_ANNOUNCEMENT: 'WAITING_FOR_ROUND!',
    GAME_INVITATION: 'WAITING_FOR_CHOICE_REQUEST',
    CHOOSE_PARITY_CALL: 'WAITING_FOR_RESULT',
    GAME_MOVE_CALL: 'WAITING_FOR_RESULT',
    GAME_OVER: 'MATCH_COMPLETE',
    LEAGUE_STANDINGS_UPDATE: 'WAITING_FOR_CHOICE_REQUEST',
    ROUND_COMPLETED: 'REGISTERED',
    LEAGUE_COMPLETED: 'LEAGUE_COMPLETE!',
    SHUTDOWN_COMMAND: 'END',
    GAME_ERROR: 'WAITING_FOR_CHOICE_REQUEST',
    LEAGUE_ERROR: 'WAITING_FOR_CHOICE_REQUEST',
  },
  // Once the strategy has chosen, which it always may.
  CHOOSING_PARITY: {
    ROUND_ANNOUNCEMENT: 'WAITING_FOR_ROUND!',
    GAME_INVITATION: 'WAITING_FOR_RESULT',
    CHOOSE_PARITY_CALL: 'WAITING_FOR_RESULT',
    GAME_MOVE_CALL: 'WAITING_FOR_RESULT!',
    GAME_OVER: 'MATCH_COMPLETE!',
    LEAGUE_STANDINGS_UPDATE: 'WAITING_FOR_RESULT',
    ROUND_COMPLETED: 'REGISTERED!',
    LEAGUE_COMPLETED: 'LEAGUE_COMPLETE!',
    SHUTDOWN_COMMAND: 'END',
    GAME_ERROR: 'WAITING_FOR_RESULT',
    LEAGUE_ERROR: 'WAITING_FOR_RESULT',
  },
  WAITING_FOR_RESULT: {
    ROUND_ANNOUNCEMENT: 'WAITING_FOR_ROUND!',
    GAME_INVITATION: 'WAITING_FOR_RESULT',
    CHOOSE_PARITY_CALL: 'WAITING_FOR_RESULT',
    GAME_MOVE_CALL: 'WAITING_FOR_RESULT',
    GAME_OVER: 'MATCH_COMPLETE',
    LEAGUE_STANDINGS_UPDATE: 'WAITING_FOR_RESULT',
    ROUND_COMPLETED: 'REGISTERED',
    LEAGUE_COMPLETED: 'LEAGUE_COMPLETE!',
    SHUTDOWN_COMMAND: 'END',
    GAME_ERROR: 'WAITING_FOR_RESULT',
    LEAGUE_ERROR: 'WAITING_FOR_RESULT',
  },
  MATCH_COMPLETE: {
    ROUND_ANNOUNCEMENT: 'WAITING_FOR_ROUND',
    GAME_INVITATION: 'MATCH_COMPLETE',
    CHOOSE_PARITY_CALL: 'MATCH_COMPLETE',
    GAME_MOVE_CALL: 'WAITING_FOR_RESULT!',
    GAME_OVER: 'MATCH_COMPLETE',
    LEAGUE_STANDINGS_UPDATE: 'MATCH_COMPLETE',
    ROUND_COMPLETED: 'REGISTERED',
    LEAGUE_COMPLETED: 'LEAGUE_COMPLETE',
    SHUTDOWN_COMMAND: 'END',
    GAME_ERROR: 'MATCH_COMPLETE',
    LEAGUE_ERROR: 'MATCH_COMPLETE',
  },
  LEAGUE_COMPLETE: {
    ROUND_ANNOUNCEMENT: 'WAITING_FOR_ROUND!',
    GAME_INVITATION: 'LEAGUE_COMPLETE',
    CHOOSE_PARITY_CALL: 'LEAGUE_COMPLETE',
    GAME_MOVE_CALL: 'WAITING_FOR_RESULT!',
    GAME_OVER: 'LEAGUE_COMPLETE',
    LEAGUE_STANDINGS_UPDATE: 'LEAGUE_COMPLETE',
    ROUND_COMPLETED: 'REGISTERED!',
    LEAGUE_COMPLETED: 'LEAGUE_COMPLETE',
    SHUTDOWN_COMMAND: 'END',
    GAME_ERROR: 'LEAGUE_COMPLETE',
    LEAGUE_ERROR: 'LEAGUE_COMPLETE',
  },
};

/** What a match goes through, in order, and the state each step leads to. */
const COURSE: readonly (readonly [Resting, (stage: Stage) => Promise<unknown>])[] = [
  ['WAITING_FOR_ROUND', (stage) => stage.announce()],
  ['WAITING_FOR_CHOICE_REQUEST', (stage) => stage.invite()],
  ['WAITING_FOR_RESULT', (stage) => stage.call()],
  ['MATCH_COMPLETE', (stage) => stage.over()],
  ['LEAGUE_COMPLETE', (stage) => stage.say('LEAGUE_COMPLETED', FINAL)],
];

interface Reached {
  readonly stage: Stage;
  /** Releases the player from its state, and gives the player. */
  release(): Promise<Running>;
}

const EARLY_MS = 10;

async function reach(state: Resting): Promise<Reached> {
  const stage = rehearsal(fakeClock());
  stage.script.league_query = (params) =>
    stage.spoken(
      'LEAGUE_QUERY_RESPONSE',
      { query_type: 'GET_NEXT_MATCH', success: true, data: { match: ANNOUNCED }, error: null },
      params,
    );
  await stage.openManager();
  if (state === 'UNREGISTERED') return early(stage, { beforeRegistering: sleep(stage.clock, EARLY_MS) });
  if (state === 'REGISTERING') {
    const { register_player } = stage.script;
    stage.script.register_player = () => undefined;
    const reached = early(stage, { registering: { timeoutMs: EARLY_MS } });
    stage.clock.after(1, () => {
      stage.script.register_player = register_player;
    });
    return reached;
  }
  return state === 'CHOOSING_PARITY' ? choosing(stage) : arrived(stage, state);
}

async function early(stage: Stage, parts: Parts): Promise<Reached> {
  const starting = stage.start(parts);
  await stage.clock.advance(0);
  return { stage, release: async () => unwrap(await (stage.clock as ReturnType<typeof fakeClock>).runUntil(starting)) };
}

async function arrived(stage: Stage, state: Resting, parts: Parts = {}): Promise<Reached> {
  const player = unwrap(await stage.start(parts));
  const steps = COURSE.findIndex(([name]) => name === state) + 1;
  for (const [, step] of COURSE.slice(0, steps)) await step(stage);
  return { stage, release: async () => player };
}

async function choosing(stage: Stage): Promise<Reached> {
  const thought = Promise.withResolvers<Json>();
  const strategy = { name: 'thinker', decide: () => thought.promise };
  const reached = await arrived(stage, 'WAITING_FOR_CHOICE_REQUEST', { strategy });
  const call = stage.call();
  await stage.clock.advance(0);
  return {
    stage,
    async release() {
      thought.resolve('even');
      expect(await call).toMatchObject({ parity_choice: 'even' });
      return reached.release();
    },
  };
}

describe.each(Object.keys(TABLE) as Resting[])('in state %s', (state) => {
  test.each(Object.keys(MESSAGES) as Heard[])('%s', async (type) => {
    const [send, expected] = MESSAGES[type];
    const cell = TABLE[state][type];
    const { stage, release } = await reach(state);
    expect(await stage.look('ping')).toMatchObject({ state });
    expect(await stage.warnings()).toEqual([]);

    const answering = send(stage);
    await stage.clock.advance(0);
    if (cell === 'END') {
      const stopped = state === 'CHOOSING_PARITY' ? undefined : (await release()).ended;
      expect(await answering).toMatchObject(expected);
      return stopped === undefined ? undefined : expect(await stopped).toBe('the league manager said so');
    }
    await release();
    expect(await answering).toMatchObject(expected);
    expect(await stage.look('ping')).toMatchObject({ state: cell.replace('!', '') });
    expect((await stage.warnings()).filter((warning) => warning.startsWith('out of order')).length > 0).toBe(
      cell.endsWith('!'),
    );
    // In any state, the match can still be played.
    expect(await stage.invite()).toMatchObject({ accept: true });
    expect(await stage.call()).toMatchObject({ parity_choice: 'even' });
  });
});

test('every event leads where it always leads, and is odd only where the table does not know it', () => {
  const way: readonly PlayerEvent[] = [
    ...(['register', 'accepted', 'round_announced', 'invited', 'joined', 'called'] as const),
    ...(['chosen', 'game_over', 'league_completed'] as const),
  ];
  const table: { readonly [S in PlayerState]: { readonly [E in PlayerEvent]?: PlayerState } } = playerCourse;
  const leadsTo = Object.assign({}, ...Object.values(table)) as { readonly [E in PlayerEvent]: PlayerState };
  const seen = new Set<PlayerState>();
  for (let steps = 0; steps <= way.length; steps++) {
    for (const event of Object.keys(leadsTo) as PlayerEvent[]) {
      const state = new State();
      for (const step of way.slice(0, steps)) expect(state.on(step)).toBeUndefined();
      const before = state.phase;
      seen.add(before);
      const warning = state.on(event);
      expect(state.phase).toBe(leadsTo[event]);
      expect(warning).toBe(
        table[before][event] === undefined ? `out of order: ${event} in state ${before}` : undefined,
      );
    }
  }
  expect(seen).toEqual(new Set(Object.keys(playerCourse)));
});
