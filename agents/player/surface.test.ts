import { describe, expect, test } from 'vitest';
import type { Failure } from '../../SHARED/contracts/failures.ts';
import type { PlayerState } from '../../SHARED/contracts/states.ts';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { ok, type Result, unwrap } from '../../SHARED/core/result.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { happensIn, methodName } from '../../SHARED/tools/interfaces/kinds.ts';
import { PLAYER } from '../../SHARED/tools/interfaces/player.ts';
import { alwaysPlaying } from './strategies/always.ts';
import { type Call, Player, type PlayerIdentity, type PlayerWorld } from './surface.ts';
import { rehearsal } from './testing/rehearsal.ts';
import {
  ACCEPTED,
  ANNOUNCED,
  GAME_RESULT,
  LEAGUE,
  MANAGER,
  MANAGER_TOKEN,
  ROUND_RESULT,
  SEED,
  TICKET,
} from './testing/rehearsal_script.ts';

type Outcome = Result<unknown, Failure>;

function scene(parts: Partial<PlayerWorld> = {}) {
  const clock = fakeClock();
  const stage = rehearsal(clock);
  const data = { match: ANNOUNCED };
  const next = { query_type: 'GET_NEXT_MATCH', success: true, data, error: null };
  stage.script.league_query = (params) => stage.spoken('LEAGUE_QUERY_RESPONSE', next, params);
  const effects = { clock, disk: stage.disk, transport: stage.wire, entropy: seededEntropy(1), logs: USUAL_LOGS };
  const player = new Player({
    ...{ effects, places: { data: '/data', logs: '/logs' }, manager: MANAGER, id: 'P01' },
    strategy: alwaysPlaying('even'),
    ...parts,
  });
  const start = (identity: Partial<PlayerIdentity> = {}) =>
    player.startPlayer({
      ...{ display_name: 'Agent Alpha', version: '1.0.0', game_types: ['even_odd'], contact_endpoint: 'memory:P01' },
      ...identity,
    });
  return { clock, stage, player, start };
}
type Scene = ReturnType<typeof scene>;

const ROUND: JsonObject = { league_id: LEAGUE, round_id: 1 };
const SEAT: JsonObject = { ...ROUND, match_id: 'R1M1', game_type: 'even_odd', player_id: 'P01', assignment_epoch: 1 };
const CONTEXT = { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } };
const CALL = {
  ...SEAT,
  context: CONTEXT,
  valid_options: ['even', 'odd'],
  deadline: '2025-01-15T10:00:30.000Z',
} as unknown as Call;
const SUMMARY = { total_matches: 1, wins: 1, draws: 0, technical_losses: 0 };

/** What every handler is told, and by whom; none of it is anything but the message itself. */
const MESSAGES: { readonly [method: string]: readonly [JsonObject, 'the manager' | 'the referee'] } = {
  handleRoundAnnouncement: [{ ...ROUND, total_rounds: 3, matches: [ANNOUNCED] }, 'the manager'],
  handleGameInvitation: [{ ...SEAT, role_in_match: 'PLAYER_A', opponent_id: 'P02' }, 'the referee'],
  handleChooseParityCall: [CALL as unknown as JsonObject, 'the referee'],
  handleGameOver: [
    { match_id: 'R1M1', game_type: 'even_odd', game_result: GAME_RESULT, draw_seed: SEED, assignment_epoch: 1 },
    'the referee',
  ],
  handleStandingsUpdate: [{ ...ROUND, standings: [] }, 'the manager'],
  handleRoundCompleted: [
    { ...ROUND, matches_played: 1, next_round_id: 2, results: [ROUND_RESULT], summary: SUMMARY },
    'the manager',
  ],
  handleLeagueCompleted: [
    { league_id: LEAGUE, total_rounds: 1, total_matches: 1, champion: null, final_standings: [] },
    'the manager',
  ],
};

type Handler = (body: JsonObject, proof: object) => Promise<Outcome>;
const handler = ({ player }: Scene, method: string): Handler =>
  (player[method as 'handleGameOver'] as unknown as Handler).bind(player);

/** Tells the player what it is told; `changes` is what is different about it. */
function tell(at: Scene, method: string, changes: JsonObject = {}, proof?: object): Promise<Outcome> {
  const [body, by] = MESSAGES[method] as (typeof MESSAGES)[string];
  const known = { auth_token: by === 'the manager' ? MANAGER_TOKEN : TICKET };
  return handler(at, method)({ ...body, ...changes }, proof ?? known);
}

/** What leads from a state to the next one that lasts. */
const COURSE: readonly (readonly [PlayerState, string])[] = [
  ['WAITING_FOR_ROUND', 'handleRoundAnnouncement'],
  ['WAITING_FOR_CHOICE_REQUEST', 'handleGameInvitation'],
  ['WAITING_FOR_RESULT', 'handleChooseParityCall'],
  ['MATCH_COMPLETE', 'handleGameOver'],
  ['LEAGUE_COMPLETE', 'handleLeagueCompleted'],
];

interface Reached extends Scene {
  /** Releases the player from its state. */
  release(): void;
}

async function inState(state: PlayerState, parts: Partial<PlayerWorld> = {}): Promise<Reached> {
  const thought = Promise.withResolvers<Json>();
  const isChoosing = state === 'CHOOSING_PARITY';
  const at = scene(isChoosing ? { strategy: { name: 'thinker', decide: () => thought.promise } } : parts);
  const { stage, player, start } = at;
  await stage.openManager();
  const reached = { ...at, release: () => thought.resolve('even') };
  if (state === 'UNREGISTERED') return reached;
  if (state === 'REGISTERING') {
    stage.script.register_player = () => undefined;
    void start();
    await stage.clock.advance(0);
    return reached;
  }
  unwrap(await start());
  const rests = isChoosing ? 'WAITING_FOR_CHOICE_REQUEST' : state;
  const steps = COURSE.slice(0, COURSE.findIndex(([name]) => name === rests) + 1);
  for (const [, method] of steps) unwrap(await tell(at, method));
  if (isChoosing) void tell(at, 'handleChooseParityCall');
  await stage.clock.advance(0);
  expect(player.state).toBe(state);
  return reached;
}

/** A call of every method that is right wherever the method acts. */
const CALLS: { readonly [method: string]: (at: Scene) => Promise<Outcome> } = {
  ...Object.fromEntries(Object.keys(MESSAGES).map((method) => [method, (at: Scene) => tell(at, method)])),
  startPlayer: ({ start }) => start(),
  makeStrategyDecision: ({ player }) => player.makeStrategyDecision(CALL),
  shutdownGracefully: ({ player }) => player.shutdownGracefully(),
};

describe.each(PLAYER.states.filter((state) => !PLAYER.passing.includes(state)))('in the state %s', (state) => {
  test.each(PLAYER.methods)('$name does what its row says', async (row) => {
    const at = await inState(state);
    const before = [at.player.state, at.stage.requests.length];
    const called = (CALLS[methodName(row.name)] as (at: Scene) => Promise<Outcome>)(at);
    const happening = happensIn(PLAYER, row, state);
    at.release();
    const outcome = await called;
    expect(outcome.ok ? 'ok' : outcome.error.code).toBe(happening === 'acts' ? 'ok' : happening);
    const after = [at.player.state, at.stage.requests.length];
    if (happening !== 'acts' && state !== 'CHOOSING_PARITY') expect(after).toEqual(before);
  });
});

type Provoke = () => Promise<Outcome>;
const crashing = {
  name: 'crash',
  unguarded: true,
  decide() {
    throw new Error('no idea');
  },
} as const;

/** How any message can be wrong: its league is no text, it lacks a field, its proof is missing or another. */
const anyMessage = (method: string, required: string) => {
  const telling = (changes: JsonObject, proof?: object) => async () =>
    tell(await inState('WAITING_FOR_ROUND'), method, changes, proof);
  return {
    E002: telling({ [required]: true }),
    E003: telling({ [required]: undefined as never }),
    E011: telling({}, {}),
    E012: telling({}, { auth_token: 'guessed' }),
  };
};
const starting =
  (parts: Partial<PlayerWorld>, identity: Partial<PlayerIdentity> = {}) =>
  async () => {
    const { stage, start } = scene(parts);
    await stage.openManager();
    return start(identity);
  };
const considering =
  (changes: JsonObject, parts: Partial<PlayerWorld> = {}) =>
  async () =>
    (await inState('WAITING_FOR_ROUND', parts)).player.makeStrategyDecision({ ...CALL, ...changes } as never);

/** Every failure that a row declares. */
const PROVOKED: { readonly [method: string]: { readonly [code: string]: Provoke } } = {
  startPlayer: {
    async PORT_IN_USE() {
      const { stage, start } = scene();
      await stage.wire.listen('memory:P01', async () => undefined);
      return start();
    },
    INVALID_ADDRESS: starting({}, { contact_endpoint: 'nowhere' }),
    INVALID_CONFIG: starting({ id: '../P01' }),
    async DATA_INIT_FAILED() {
      const { stage, start } = scene();
      await stage.openManager();
      stage.disk.read = () => Promise.reject(new Error('disk failed'));
      return start();
    },
    async REGISTRATION_FAILED() {
      const { clock, start } = scene();
      return clock.runUntil(start());
    },
    async REGISTRATION_REJECTED() {
      const { stage, start } = scene();
      const rejection = { ...ACCEPTED, status: 'REJECTED', player_id: null, auth_token: null, reason: 'League full' };
      stage.script.register_player = (params) => stage.spoken('LEAGUE_REGISTER_RESPONSE', rejection, params);
      await stage.openManager();
      return start();
    },
  },
  handleRoundAnnouncement: anyMessage('handleRoundAnnouncement', 'matches'),
  handleGameInvitation: anyMessage('handleGameInvitation', 'match_id'),
  handleChooseParityCall: {
    ...anyMessage('handleChooseParityCall', 'match_id'),
    E020: async () =>
      tell(await inState('WAITING_FOR_CHOICE_REQUEST', { strategy: crashing }), 'handleChooseParityCall'),
  },
  makeStrategyDecision: {
    E002: considering({ valid_options: [] }),
    E003: considering({ context: undefined as never }),
    E020: considering({}, { strategy: crashing }),
  },
  handleGameOver: anyMessage('handleGameOver', 'game_result'),
  handleStandingsUpdate: anyMessage('handleStandingsUpdate', 'standings'),
  handleRoundCompleted: anyMessage('handleRoundCompleted', 'results'),
  handleLeagueCompleted: anyMessage('handleLeagueCompleted', 'final_standings'),
  shutdownGracefully: {},
};

describe.each(PLAYER.methods)('$name', (row) => {
  const provoked = PROVOKED[methodName(row.name)] as { readonly [code: string]: Provoke };

  test('fails as its row says and in no other way we know', async () => {
    expect(Object.keys(provoked).toSorted()).toEqual([...row.failures].toSorted());
    for (const [code, provoke] of Object.entries(provoked)) {
      expect(await provoke(), code).toMatchObject({ ok: false, error: { code } });
    }
  });
});

test('a match is played by the names of the specification', async () => {
  const at = await inState('REGISTERED');
  expect(unwrap(await tell(at, 'handleRoundAnnouncement'))).toMatchObject({ message_type: 'ROUND_ANNOUNCEMENT_ACK' });
  expect(unwrap(await tell(at, 'handleGameInvitation'))).toMatchObject({ message_type: 'GAME_JOIN_ACK', accept: true });
  expect(unwrap(await tell(at, 'handleChooseParityCall'))).toMatchObject({ parity_choice: 'even' });
  expect(unwrap(await tell(at, 'handleGameOver'))).toMatchObject({ message_type: 'GAME_OVER_ACK' });
  expect(unwrap(await tell(at, 'handleRoundCompleted'))).toMatchObject({ message_type: 'ROUND_COMPLETED_ACK' });
  expect(unwrap(await tell(at, 'handleLeagueCompleted'))).toMatchObject({ message_type: 'LEAGUE_COMPLETED_ACK' });
  expect(await at.player.shutdownGracefully()).toEqual(ok(undefined));
  expect(at.stage.history().matches).toHaveLength(1);
  expect(at.player.state).toBe('UNREGISTERED');
  unwrap(await at.start());
  expect(at.player.running?.id).toBe('P01');
});

test('a decision that was asked for beforehand is the one that is sent, and changes nothing else', async () => {
  let asked = 0;
  const strategy = { name: 'fickle', decide: () => (++asked % 2 === 1 ? 'odd' : 'even') };
  const at = await inState('WAITING_FOR_CHOICE_REQUEST', { strategy });
  expect(await at.player.makeStrategyDecision(CALL)).toEqual(ok('odd'));
  expect(at.player.state).toBe('WAITING_FOR_CHOICE_REQUEST');
  expect(unwrap(await tell(at, 'handleChooseParityCall'))).toMatchObject({ parity_choice: 'odd' });
  expect(asked).toBe(1);
});

test('a strategy that fails is replaced by the first legal move', async () => {
  const strategy = { ...crashing, unguarded: false };
  const { player } = await inState('REGISTERED', { strategy });
  expect(await player.makeStrategyDecision(CALL)).toEqual(ok('even'));
});

test('calls of other games are taken under the same name', async () => {
  const at = await inState('WAITING_FOR_CHOICE_REQUEST', { strategy: { name: 'four', decide: () => 4 } });
  const { context: _c, valid_options: _v, ...rest } = CALL as unknown as JsonObject;
  const move_request = { move_type: 'nim', valid_options: [4, 5], context: { ...CONTEXT, view: {} } };
  const call = { ...rest, game_type: 'nim', step: 1, move_request } as unknown as Call;
  expect(unwrap(await at.player.handleChooseParityCall(call, { auth_token: TICKET }))).toMatchObject({
    move_data: { choice: 4 },
  });
  expect(await at.player.makeStrategyDecision(call)).toEqual(ok(4));
});
