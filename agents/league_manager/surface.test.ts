import { describe, expect, test } from 'vitest';
import { type Failure, NOT_STARTED } from '../../SHARED/contracts/failures.ts';
import type { LeagueState } from '../../SHARED/contracts/states.ts';
import { seededEntropy } from '../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { type Result, unwrap } from '../../SHARED/core/result.ts';
import type { LeagueConfig } from '../../SHARED/league_sdk/config_models.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { judge } from '../../SHARED/testing/shipped_games.ts';
import { happensIn, methodName } from '../../SHARED/tools/interfaces/kinds.ts';
import { LEAGUE_MANAGER } from '../../SHARED/tools/interfaces/league_manager.ts';
import type { Settings } from './settings.ts';
import { LeagueManager } from './surface.ts';
import { GAME, ids, LEAGUE, OPERATOR_TOKEN, settingsWith } from './testing/rehearsal.ts';
import { MANAGER, PLACES, type Plays, stage } from './testing/rehearsal_stage.ts';

type State = LeagueState | typeof NOT_STARTED;
type Outcome = Result<unknown, Failure>;

/** The first seat says even and the second odd, so that every match has a winner. */
const plays: Plays = ({ player_a, player_b }) => ({
  moves: [{ [player_a as string]: 'even', [player_b as string]: 'odd' }],
});

interface Changes {
  readonly settings?: Partial<Settings>;
  readonly file?: Partial<LeagueConfig>;
  readonly listen?: string;
}

function scene({ settings = {}, file = {}, listen = MANAGER }: Changes = {}) {
  const on = stage({ clock: fakeClock(), judge, plays });
  const effects = { clock: on.clock, disk: on.disk, transport: on.wire, entropy: seededEntropy(1), logs: USUAL_LOGS };
  const ledgers = fileLedgerStore(on.disk, PLACES.data);
  const world = { effects, places: PLACES, judge, ledgers, listen, operatorToken: OPERATOR_TOKEN };
  const lm = new LeagueManager(world);
  const start = () => lm.startLeagueManager(settingsWith({ keep: true, ...settings }, file));
  return { on, lm, start, another: () => new LeagueManager({ ...world, listen: 'memory:LM02' }) };
}
type Scene = ReturnType<typeof scene>;

/** A league of four with one referee in this state: while it runs, the first round is over and the second open. */
async function inState(state: State, changes: Changes = {}): Promise<Scene> {
  const s = scene(changes);
  const { on, lm, start } = s;
  if (state === NOT_STARTED) return s;
  unwrap(await start());
  const isOver = ({ round_id }: JsonObject) => round_id === 1 || state === 'LEAGUE_COMPLETE';
  for (const id of ['REF01', 'REF02']) {
    await on.referee(id, (order) => (isOver(order) ? plays(order) : undefined));
    await on.register(id);
  }
  await on.assemble(ids('P', 4), []);
  // Everybody has used its token, so that asking alone changes nothing.
  for (const id of on.given.keys()) await on.say('LEAGUE_QUERY', { query_type: 'GET_PLAYER_STATS' }, on.tokenOf(id));
  if (state !== 'WAITING_FOR_REGISTRATIONS') unwrap(await lm.createSchedule());
  await on.clock.advance(1_000);
  expect(lm.state).toBe(state);
  return s;
}

const meta = (changes: JsonObject = {}) =>
  ({ display_name: 'New', game_types: [GAME], contact_endpoint: 'memory:new', ...changes }) as never;
const newcomer = (i: number) => ({ display_name: `Newcomer ${i}`, contact_endpoint: `memory:newcomer${i}` });
const orderOf = ({ on }: Scene, match_id: string) =>
  on.ofType('RUN_MATCH').find(({ message }) => message['match_id'] === match_id)?.message;

/** The report of R2M1, which REF01 has as its third match; before it is ordered, of a match that nobody knows. */
function report(s: Scene, changes: JsonObject = {}) {
  const order = orderOf(s, 'R2M1');
  const known = order === undefined ? undefined : s.on.reportOf(order, plays(order) as NonNullable<ReturnType<Plays>>);
  const unknown = { league_id: LEAGUE, match_id: 'R2M1', result: { winner: null, details: {} } };
  return { ...(known ?? unknown), ...changes } as never;
}
const tokenFor = ({ on }: Scene, id: string) => ({ auth_token: on.tokenOf(id) });
const lastRound = ({ lm }: Scene) => (lm.state === 'LEAGUE_COMPLETE' ? 3 : 1);

/** A call of every method that is right wherever the method acts. */
const CALLS: { readonly [method: string]: (s: Scene) => Promise<Outcome> } = {
  startLeagueManager: ({ start }) => start(),
  registerReferee: ({ lm }) => lm.registerReferee(meta()),
  registerPlayer: ({ lm }) => lm.registerPlayer(meta()),
  createSchedule: ({ lm }) => lm.createSchedule(),
  announceRound: ({ lm }) => lm.announceRound(2),
  reportMatchResult: (s) => s.lm.reportMatchResult(report(s), tokenFor(s, 'REF01')),
  updateStandings: (s) => s.lm.updateStandings(lastRound(s)),
  announceRoundCompleted: ({ lm }) => lm.announceRoundCompleted(1),
  announceLeagueCompleted: ({ lm }) => lm.announceLeagueCompleted(),
  queryStandings: (s) => s.lm.queryStandings('P01', s.on.tokenOf('P01')),
};

const seen = ({ on, lm }: Scene) => [lm.state, lm.running?.league.sequence, on.arrivals.length];

describe.each(LEAGUE_MANAGER.states)('in the state %s', (state) => {
  test.each(LEAGUE_MANAGER.methods)('$name does what its row says', async (row) => {
    const s = await inState(state);
    const before = seen(s);
    const outcome = await (CALLS[methodName(row.name)] as (s: Scene) => Promise<Outcome>)(s);
    const happening = happensIn(LEAGUE_MANAGER, row, state);
    expect(outcome.ok ? 'ok' : outcome.error.code).toBe(/^[EA-Z]/.test(happening) ? happening : 'ok');
    if (happening !== 'acts') expect(seen(s)).toEqual(before);
  });
});

const WAITING = 'WAITING_FOR_REGISTRATIONS';
const RUNNING = 'RUNNING_LEAGUE';
type Provoke = () => Promise<Outcome>;

/** Somebody at the door of a league that waits. */
const atTheDoor = (who: 'Referee' | 'Player') => {
  const knock = async (changes: JsonObject, file: Partial<LeagueConfig> = {}) =>
    (await inState(WAITING, { file })).lm[`register${who}`](meta(changes));
  return {
    E002: () => knock({ display_name: '' }),
    E003: () => knock({ contact_endpoint: undefined as never }),
    E015: () => knock({ contact_endpoint: 'ftp://example.org' }),
    E016: () => knock({ display_name: 'Agent P01' }),
    E018: () => knock({ protocol_version: '1.0.0' }),
    E019: () => knock({ game_types: ['chess'] }),
  };
};
const reporting = (changes: JsonObject, proof: (s: Scene) => object) => async () => {
  const s = await inState(RUNNING);
  return s.lm.reportMatchResult(report(s, changes), proof(s));
};
const asREF01 = (s: Scene) => tokenFor(s, 'REF01');
const running = (call: (lm: LeagueManager) => Promise<Outcome>) => async () => call((await inState(RUNNING)).lm);

/** Every failure that a row declares. */
const PROVOKED: { readonly [method: string]: { readonly [code: string]: Provoke } } = {
  startLeagueManager: {
    async PORT_IN_USE() {
      const { on, start } = scene();
      await on.agent('LM01');
      return start();
    },
    INVALID_ADDRESS: () => scene({ listen: 'nowhere' }).start(),
    INVALID_CONFIG: () => scene({ settings: { seed: 'demo' }, file: { kind: 'class' } }).start(),
    async DATA_INIT_FAILED() {
      const { start, another } = scene();
      await start();
      return another().startLeagueManager(settingsWith());
    },
  },
  registerReferee: {
    ...atTheDoor('Referee'),
    async E006() {
      const s = scene({ file: { kind: 'class' } });
      await s.start();
      return s.lm.registerReferee(meta());
    },
    async E017() {
      const s = scene();
      await s.start();
      for (let i = 0; i < 1_000; i++) await s.lm.registerReferee(meta(newcomer(i)));
      return s.lm.registerReferee(meta());
    },
  },
  registerPlayer: {
    ...atTheDoor('Player'),
    async E017() {
      const s = scene({ file: { participants: { ...settingsWith().config.participants, max_players: 1 } } });
      await s.start();
      await s.lm.registerPlayer(meta());
      return s.lm.registerPlayer(meta(newcomer(2)));
    },
  },
  createSchedule: {
    async E007() {
      const s = scene();
      await s.start();
      return s.lm.createSchedule();
    },
  },
  announceRound: {
    E007: running((lm) => lm.announceRound(3)),
    async NO_PLAYERS_REACHABLE() {
      const s = scene();
      await s.start();
      for (const id of ['REF01', 'P01', 'P02']) await s.on.register(id);
      await s.lm.createSchedule();
      return s.on.clock.runUntil(s.lm.announceRound(1));
    },
  },
  reportMatchResult: {
    E002: reporting({ round_id: 'two' }, asREF01),
    E003: reporting({ result: undefined as never }, asREF01),
    E006: reporting({}, (s) => tokenFor(s, 'REF02')),
    E008: reporting({ match_id: 'R9M9' }, asREF01),
    async E010() {
      const s = await inState('LEAGUE_COMPLETE');
      return s.lm.reportMatchResult(report(s, { round_id: 3 }), asREF01(s));
    },
    E011: reporting({}, () => ({})),
    E012: reporting({}, () => ({ auth_token: 'tok_guessed' })),
    E023: reporting({ round_id: 3 }, asREF01),
  },
  updateStandings: { E007: running((lm) => lm.updateStandings(2)) },
  announceRoundCompleted: { E007: running((lm) => lm.announceRoundCompleted(2)) },
  announceLeagueCompleted: {},
  queryStandings: {
    async E012() {
      const s = await inState(RUNNING);
      return s.lm.queryStandings('P02', s.on.tokenOf('P01'));
    },
  },
};

describe.each(LEAGUE_MANAGER.methods)('$name', (row) => {
  const provoked = PROVOKED[methodName(row.name)] as { readonly [code: string]: Provoke };

  test('fails as its row says and in no other way we know', async () => {
    expect(Object.keys(provoked).toSorted()).toEqual([...row.failures].toSorted());
    for (const [code, provoke] of Object.entries(provoked)) {
      expect(await provoke(), code).toMatchObject({ ok: false, error: { code } });
    }
  });
});

test('a whole league is played by the names of the specification', async () => {
  const s = scene();
  expect(unwrap(await s.start())).toBeUndefined();
  await s.on.referee('REF01');
  const { auth_token } = unwrap(await s.lm.registerReferee(meta({ contact_endpoint: 'memory:REF01', tickets: true })));
  s.on.given.set('REF01', { auth_token: auth_token as string, manager_token: '' });
  for (const id of ['P01', 'P02']) {
    await s.on.agent(id);
    const answer = unwrap(
      await s.lm.registerPlayer(meta({ display_name: `Agent ${id}`, contact_endpoint: `memory:${id}` })),
    );
    expect(answer).toMatchObject({ status: 'ACCEPTED', player_id: id, league_id: LEAGUE });
    s.on.given.set(id, { auth_token: answer.auth_token as string, manager_token: '' });
  }
  const schedule = unwrap(await s.lm.createSchedule());
  expect(schedule.planned?.(1)).toEqual([{ match_id: 'R1M1', round_id: 1, seats: ['P01', 'P02'] }]);
  await s.on.clock.advance(1_000);
  expect(s.lm.state).toBe('LEAGUE_COMPLETE');
  const { standings } = unwrap(await s.lm.queryStandings('P01', s.on.tokenOf('P01'))) as { standings: unknown[] };
  expect(standings).toHaveLength(2);
  const everybody = { acknowledged: ['P01', 'P02', 'REF01'], silent: [] };
  expect(unwrap(await s.lm.announceLeagueCompleted())).toEqual(everybody);
  await s.lm.running?.stop('enough');
  expect(s.lm.state).toBe(NOT_STARTED);
  expect(unwrap(await s.start())).toBeUndefined();
  expect(s.lm.state).toBe('LEAGUE_COMPLETE');
});

test('an agent may live on the machine it is registered from, and on no other', async () => {
  const { lm } = await inState(WAITING);
  const at = meta({ contact_endpoint: 'http://localhost:8101/mcp' });
  expect(await lm.registerPlayer(at, { address: '203.0.113.7' })).toMatchObject({ error: { code: 'E015' } });
  expect(await lm.registerPlayer(at)).toMatchObject({ ok: true });
});

test('a rejection is a failure with the reason of the specification as its name', async () => {
  const { lm } = await inState(WAITING);
  expect(await lm.registerPlayer(meta({ display_name: 'Agent P01' }))).toMatchObject({
    error: { code: 'E016', name: 'Duplicate name' },
  });
});

test('what is missing for a schedule is said by name', async () => {
  const s = scene();
  await s.start();
  expect(await s.lm.createSchedule()).toMatchObject({ error: { code: 'E007', name: 'INSUFFICIENT_PLAYERS' } });
  for (const id of ['P01', 'P02']) await s.on.register(id);
  expect(await s.lm.createSchedule()).toMatchObject({ error: { code: 'E007', name: 'NO_REFEREES' } });
  expect(await s.lm.queryStandings('P01', s.on.tokenOf('P01'))).toMatchObject({
    error: { code: 'E007', name: 'STANDINGS_NOT_AVAILABLE' },
  });
});

test('who does not acknowledge is named, and the others are not held up', async () => {
  const s = await inState(RUNNING);
  const gone = s.on.given.get('P04');
  await s.on.register('P04', { contact_endpoint: 'memory:gone' });
  expect(gone).toBeDefined();
  const told = s.on.clock.runUntil(s.lm.updateStandings(1));
  expect(unwrap(await told)).toEqual({ acknowledged: ['P03', 'P01', 'P02', 'REF01', 'REF02'], silent: ['P04'] });
});
