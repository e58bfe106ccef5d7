import { describe, expect, test } from 'vitest';
import { type Failure, NOT_STARTED } from '../../SHARED/contracts/failures.ts';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { ok, type Result, unwrap } from '../../SHARED/core/result.ts';
import type { GameOf } from '../../SHARED/games/game.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { happensIn, methodName } from '../../SHARED/tools/interfaces/kinds.ts';
import { REFEREE as ROWS } from '../../SHARED/tools/interfaces/referee.ts';
import { Referee, type RefereeIdentity } from './surface.ts';
import { ACCEPTED, MANAGER, REFEREE, type Says, stage } from './testing/rehearsal.ts';

type State = (typeof ROWS.states)[number];
type Outcome = Result<unknown, Failure>;

function scene(rules: GameOf = gameOf) {
  const s = stage({ clock: fakeClock(), gameOf: rules, game_type: 'even_odd' });
  const effects = {
    clock: s.clock,
    disk: s.disk,
    transport: s.network.transport(REFEREE),
    entropy: seededEntropy(1),
    logs: USUAL_LOGS,
  };
  const referee = new Referee({ effects, places: { data: '/data', logs: '/logs' }, gameOf: rules });
  const start = (parts: Partial<RefereeIdentity> = {}) =>
    referee.startReferee({
      ...{ id: 'REF01', display_name: 'Referee Alpha', listen: REFEREE, manager: MANAGER },
      ...{ game_types: ['even_odd'], max_concurrent_matches: 1, ...parts },
    });
  const gate = Promise.withResolvers<void>();
  return { s, referee, start, gate };
}
type Scene = ReturnType<typeof scene>;

/** R1M1 in a phase. P01 answers its invitation and its call at the second attempt only, so that both had a first. */
async function inState(state: State, at: Scene = scene()): Promise<Scene> {
  const { s, referee, start, gate } = at;
  /** What holds the match in a phase: an answer that waits for the gate. */
  const heldIn = (phase: State, says: Says): Says => {
    if (phase !== state) return says;
    return async (message, nth) => {
      await gate.promise;
      return says(message, nth);
    };
  };
  /** Likewise, where an answer may be posted: it is acknowledged, and nothing follows. */
  const secondTime = (phase: State, says: Says): Says => {
    const then: Says = phase === state ? () => ({ status: 'pending' }) : says;
    return (message, nth) => (nth === 1 ? undefined : then(message, nth));
  };
  const recorded: Says = (message) => s.spoken('MATCH_RESULT_ACK', { match_id: 'R1M1', status: 'recorded' }, message);
  await s.manager({ MATCH_RESULT_REPORT: heldIn('REPORTING_RESULT', recorded) });
  await s.player('P01', 'even', {
    GAME_INVITATION: secondTime('WAITING_FOR_PLAYERS', s.joins),
    CHOOSE_PARITY_CALL: secondTime('COLLECTING_CHOICES', (call) => s.answerTo(call, 'even')),
    GAME_OVER: heldIn('NOTIFYING_PLAYERS', s.hears),
  });
  await s.player('P02', 'odd');
  if (state !== NOT_STARTED) unwrap(await start());
  if (state !== NOT_STARTED && state !== 'IDLE') unwrap(await assign(at));
  await s.clock.advance(state === 'WAITING_FOR_PLAYERS' ? 6_000 : 36_000);
  expect(referee.stateOf('R1M1')).toBe(state);
  return at;
}

const TOKEN = { auth_token: ACCEPTED.manager_token };
const assign = ({ s, referee }: Scene, parts: JsonObject = {}, proof: object = TOKEN) =>
  referee.handleMatchAssignment(s.order({ assignment_epoch: 2, ...parts } as never), proof);
const proofOf = ({ s }: Scene) => ({
  conversation_id: (s.got('P01', 'GAME_INVITATION')[0]?.message['conversation_id'] ?? 'none') as string,
});
const P01 = { match_id: 'R1M1', player_id: 'P01' };
const FIRST = { ...P01, retry_count: 1 };
const join = (at: Scene, parts: JsonObject = {}, proof = proofOf(at)) =>
  at.referee.handleGameJoinAck({ ...P01, accept: true, ...parts }, proof);
const EVEN = { message_type: 'CHOOSE_PARITY_RESPONSE', ...P01, parity_choice: 'even' } as const;
const choose = (at: Scene, parts: JsonObject = {}, proof = proofOf(at)) =>
  at.referee.handleChooseParityResponse({ ...EVEN, ...parts } as never, proof);

/** A call of every method that is right wherever the method acts. */
const CALLS: { readonly [method: string]: (at: Scene) => Promise<Outcome> } = {
  startReferee: ({ start }) => start(),
  handleMatchAssignment: (at) => assign(at),
  handleGameJoinAck: (at) => join(at),
  handleGameJoinTimeout: ({ referee }) => referee.handleGameJoinTimeout(FIRST),
  handleChooseParityResponse: (at) => choose(at),
  handleChooseParityTimeout: ({ referee }) => referee.handleChooseParityTimeout(FIRST),
  drawNumberAndDetermineWinner: ({ referee }) => referee.drawNumberAndDetermineWinner('R1M1'),
  async notifyPlayersAndReport({ referee, gate }) {
    const told = referee.notifyPlayersAndReport('R1M1');
    gate.resolve();
    return told;
  },
  resetForNextMatch: ({ referee }) => referee.resetForNextMatch('R1M1'),
};

const seen = ({ s, referee }: Scene) => [
  referee.stateOf('R1M1'),
  ...['P01', 'P02'].map((id) => s.arrivals.filter(({ to }) => to === id).length),
];

describe.each(ROWS.states.filter((state) => !ROWS.passing.includes(state)))('in the state %s', (state) => {
  test.each(ROWS.methods)('$name does what its row says', async (row) => {
    const at = await inState(state);
    const before = seen(at);
    const outcome = await (CALLS[methodName(row.name)] as (at: Scene) => Promise<Outcome>)(at);
    const happening = happensIn(ROWS, row, state);
    expect(outcome.ok ? 'ok' : outcome.error.code).toBe(/^[EA-Z]/.test(happening) ? happening : 'ok');
    if (happening !== 'acts') expect(seen(at)).toEqual(before);
  });
});

type Provoke = () => Promise<Outcome>;
const assigning = (parts: JsonObject, proof?: object) => async () => assign(await inState('IDLE'), parts, proof);
const joining = (parts: JsonObject) => async () => join(await inState('WAITING_FOR_PLAYERS'), parts);
const choosing = (parts: JsonObject) => async () => choose(await inState('COLLECTING_CHOICES'), parts);
const starting = (parts: Partial<RefereeIdentity>) => async () => {
  const { s, start } = scene();
  await s.manager();
  return start(parts);
};
const NOBODY = { conversation_id: 'guessed' };

/** Every failure that a row declares. */
const PROVOKED: { readonly [method: string]: { readonly [code: string]: Provoke } } = {
  startReferee: {
    async PORT_IN_USE() {
      const { s, start } = scene();
      await s.party('REF01', {});
      return start();
    },
    INVALID_ADDRESS: starting({ listen: 'nowhere' }),
    INVALID_CONFIG: starting({ id: '../REF01' }),
    async DATA_INIT_FAILED() {
      const { s, start } = scene();
      await s.manager();
      s.disk.replace = () => Promise.reject(new Error('disk full'));
      return start();
    },
    GAME_RULES_LOAD_FAILED: starting({ game_types: ['chess'] }),
    async REGISTRATION_FAILED() {
      const { s, start } = scene();
      return s.clock.runUntil(start());
    },
    async REGISTRATION_REJECTED() {
      const { s, start } = scene();
      const rejection = { ...ACCEPTED, status: 'REJECTED', referee_id: null, auth_token: null, reason: 'League full' };
      await s.manager({
        REFEREE_REGISTER_REQUEST: (message) => s.spoken('REFEREE_REGISTER_RESPONSE', rejection as never, message),
      });
      return start();
    },
  },
  handleMatchAssignment: {
    E002: assigning({ round_id: 'one' }),
    E003: assigning({ draw_seed: undefined as never }),
    E006: assigning({ referee_id: 'REF02' }),
    E007: async () => assign(await inState('WAITING_FOR_PLAYERS'), { assignment_epoch: 1 }),
    E011: assigning({}, {}),
    E012: assigning({}, { auth_token: 'guessed' }),
    MATCH_REFUSED: async () => assign(await inState('WAITING_FOR_PLAYERS'), { match_id: 'R1M2' }),
  },
  handleGameJoinAck: {
    E002: joining({ match_id: 7 }),
    E007: async () => join(await inState('COLLECTING_CHOICES'), { accept: false }),
    E008: joining({ match_id: 'R1M2' }),
    E012: async () => join(await inState('WAITING_FOR_PLAYERS'), {}, NOBODY),
  },
  handleGameJoinTimeout: {
    E005: async () =>
      (await inState('WAITING_FOR_PLAYERS')).referee.handleGameJoinTimeout({ ...FIRST, player_id: 'P03' }),
    E007: async () =>
      (await inState('WAITING_FOR_PLAYERS')).referee.handleGameJoinTimeout({ ...FIRST, retry_count: 3 }),
  },
  handleChooseParityResponse: {
    E002: choosing({ match_id: 7 }),
    E003: choosing({ parity_choice: undefined as never }),
    E007: choosing({ message_type: 'GAME_MOVE_RESPONSE', move_data: { move_type: 'x', choice: 1 } }),
    E008: choosing({ match_id: 'R1M2' }),
    E012: async () => choose(await inState('COLLECTING_CHOICES'), {}, NOBODY),
  },
  handleChooseParityTimeout: {
    E005: async () =>
      (await inState('COLLECTING_CHOICES')).referee.handleChooseParityTimeout({ ...FIRST, player_id: 'P03' }),
    E007: async () =>
      (await inState('COLLECTING_CHOICES')).referee.handleChooseParityTimeout({ ...FIRST, player_id: 'P02' }),
  },
  drawNumberAndDetermineWinner: {
    async E020() {
      const broken: GameOf = (type, options) => {
        const game = unwrap(gameOf(type, options));
        return ok({
          ...game,
          play() {
            throw new Error('these rules are wrong');
          },
        });
      };
      return (await inState('REPORTING_RESULT', scene(broken))).referee.drawNumberAndDetermineWinner('R1M1');
    },
  },
  notifyPlayersAndReport: {
    async REPORT_NOT_TAKEN() {
      const at = scene();
      const { s, start, referee } = at;
      await s.manager({ MATCH_RESULT_REPORT: s.refuses('E013') });
      await s.player('P01', 'even');
      await s.player('P02', 'odd');
      unwrap(await start());
      unwrap(await assign(at));
      await s.clock.advance(100);
      return s.clock.runUntil(referee.notifyPlayersAndReport('R1M1'));
    },
  },
  resetForNextMatch: {},
};

describe.each(ROWS.methods)('$name', (row) => {
  const provoked = PROVOKED[methodName(row.name)] as { readonly [code: string]: Provoke };

  test('fails as its row says and in no other way we know', async () => {
    expect(Object.keys(provoked).toSorted()).toEqual([...row.failures].toSorted());
    for (const [code, provoke] of Object.entries(provoked)) {
      expect(await provoke(), code).toMatchObject({ ok: false, error: { code } });
    }
  });
});

test('a match is run by the names of the specification', async () => {
  const at = await inState('COLLECTING_CHOICES');
  const { s, referee } = at;
  expect(await referee.handleGameJoinTimeout(FIRST)).toMatchObject(
    ok({ awaited: 'GAME_JOIN_ACK', attempt: 1, cause: 'timeout', code: 'E001', retrying: true }),
  );
  unwrap(await choose(at));
  await s.clock.advance(100);
  const { winner, details } = unwrap(await referee.drawNumberAndDetermineWinner('R1M1'));
  expect(s.reports()[0]?.['result']).toMatchObject({ winner, details: { choices: { P01: 'even', P02: 'odd' } } });
  expect(details.termination).toBe('normal');
  expect(await referee.notifyPlayersAndReport('R1M1')).toEqual(ok(undefined));
  expect(await referee.resetForNextMatch('R1M1')).toEqual(ok(undefined));
  expect(referee.stateOf('R1M1')).toBe('IDLE');
  await referee.running?.stop('enough');
  expect(referee.stateOf('R1M1')).toBe(NOT_STARTED);
});

test('a player whose attempts are used up has lost, and is told of as not asked again', async () => {
  const at = scene();
  const { s, referee, start } = at;
  await s.manager();
  await s.player('P01', 'even', { CHOOSE_PARITY_CALL: () => undefined });
  await s.player('P02', 'odd');
  unwrap(await start());
  unwrap(await assign(at));
  await s.clock.advance(90_100);
  expect(unwrap(await referee.handleChooseParityTimeout({ ...P01, retry_count: 3 }))).toMatchObject({
    retrying: false,
  });
  expect(unwrap(await referee.drawNumberAndDetermineWinner('R1M1'))).toMatchObject({
    winner: 'P02',
    details: { status: 'TECHNICAL_LOSS' },
  });
});

test('a match that was forgotten is not played again when its order comes once more', async () => {
  const at = await inState('MATCH_COMPLETE');
  unwrap(await at.referee.resetForNextMatch('R1M1'));
  unwrap(await assign(at));
  await at.s.clock.advance(1_000);
  expect(at.s.got('P01', 'GAME_INVITATION')).toHaveLength(2);
  expect(at.s.reports()).toHaveLength(2);
});
