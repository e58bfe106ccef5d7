import { describe, expect, test } from 'vitest';
import type { Contract } from '../../SHARED/contracts/contract.ts';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { matchCourse, type RefereePhase, refereePhases } from '../../SHARED/contracts/states.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../SHARED/testing/shipped_games.ts';
import { Phase } from './match/state.ts';
import { LEAGUE, type Says, stage } from './testing/rehearsal.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
type Scene = ReturnType<typeof evenOdd>;
const silence: Says = () => undefined;
const acknowledges: Says = () => ({ status: 'pending' });

/** Who does what so that R1M1 stays in a phase. DRAWING_NUMBER passes between two breaths, so nothing can arrive in it. */
const STAYS: {
  readonly [P in Exclude<RefereePhase, 'DRAWING_NUMBER'>]: readonly [Says | 'runs', 'P01' | 'LM01', string];
} = {
  IDLE: ['runs', 'P01', ''],
  WAITING_FOR_PLAYERS: [acknowledges, 'P01', 'GAME_INVITATION'],
  COLLECTING_CHOICES: [acknowledges, 'P01', 'CHOOSE_PARITY_CALL'],
  REPORTING_RESULT: [silence, 'LM01', 'MATCH_RESULT_REPORT'],
  NOTIFYING_PLAYERS: [silence, 'P01', 'GAME_OVER'],
  MATCH_COMPLETE: ['runs', 'P01', ''],
};

async function inPhase(phase: keyof typeof STAYS): Promise<Scene> {
  const s = evenOdd();
  const [says, who, message_type] = STAYS[phase];
  const script = says === 'runs' ? {} : { [message_type]: says };
  await s.ready(who === 'LM01' ? script : {});
  await s.player('P01', 'even', who === 'P01' ? script : {});
  await s.player('P02', 'odd');
  if (phase === 'IDLE') return s;
  await s.run({ assignment_epoch: 2 });
  await s.clock.advance(100);
  expect(await s.call('get_match_state', { match_id: 'R1M1' })).toMatchObject({ matches: [{ phase }] });
  return s;
}

const conversation = (s: Scene) => (s.got('P01', 'GAME_INVITATION')[0]?.message['conversation_id'] ?? 'none') as Json;
const posted = (message_type: string, body: JsonObject) => (s: Scene) =>
  s.send({ protocol: 'league.v2', message_type, conversation_id: conversation(s), ...body });
const ordered = (assignment_epoch: number) => (s: Scene) => s.run({ assignment_epoch });
const notice = (type: Parameters<Scene['say']>[0], body: JsonObject) => (s: Scene) => s.say(type, body);
const standings: Json = [];

const MESSAGES: { readonly [name: string]: (s: Scene) => Promise<JsonObject> } = {
  'a join': posted('GAME_JOIN_ACK', {}),
  'a refusal to join': posted('GAME_JOIN_ACK', { accept: false }),
  'the choice even': posted('CHOOSE_PARITY_RESPONSE', { parity_choice: 'even' }),
  'the choice odd': posted('CHOOSE_PARITY_RESPONSE', { parity_choice: 'odd' }),
  'a move of another game': posted('GAME_MOVE_RESPONSE', { move_data: { choice: 1 } }),
  'an older order': ordered(1),
  'the same order': ordered(2),
  'a newer order': ordered(3),
  'an announcement': notice('ROUND_ANNOUNCEMENT', { league_id: LEAGUE, round_id: 1, matches: [] }),
  standings: notice('LEAGUE_STANDINGS_UPDATE', { league_id: LEAGUE, round_id: 1, standings }),
  'the end of a round': notice('ROUND_COMPLETED', {
    ...{ league_id: LEAGUE, round_id: 1, matches_played: 0, next_round_id: null, results: [] },
    summary: { total_matches: 0, wins: 0, draws: 0, technical_losses: 0 },
  }),
  'the end of the league': notice('LEAGUE_COMPLETED', {
    ...{ league_id: LEAGUE, total_rounds: 0, total_matches: 0, champion: null, final_standings: standings },
  }),
  'an error': notice('LEAGUE_ERROR', { error_code: 'E007', error_name: 'WRONG_STATE', error_description: 'x' }),
  'a shutdown': notice('SHUTDOWN_COMMAND', {}),
};

const PHASES = Object.keys(STAYS) as readonly (keyof typeof STAYS)[];
const acks = { 'a newer order': 'acknowledged', 'an announcement': 'acknowledged', standings: 'acknowledged' };
const always = {
  ...acks,
  ...{ 'the end of a round': 'acknowledged', 'the end of the league': 'acknowledged', 'an error': 'ok' },
  ...{ 'a shutdown': 'acknowledged' },
};
/** The answer to every message in every phase: a status, or an error code. */
const ANSWERS: { readonly [P in keyof typeof STAYS]: { readonly [name: string]: string } } = {
  IDLE: {
    ...{ 'a join': 'E012', 'a refusal to join': 'E012', 'the choice even': 'E012', 'the choice odd': 'E012' },
    ...{ 'a move of another game': 'E012', 'an older order': 'acknowledged', 'the same order': 'acknowledged' },
  },
  WAITING_FOR_PLAYERS: {
    ...{ 'a join': 'ok', 'a refusal to join': 'ok', 'the choice even': 'E007', 'the choice odd': 'E007' },
    ...{ 'a move of another game': 'E007', 'an older order': 'E007', 'the same order': 'acknowledged' },
  },
  COLLECTING_CHOICES: {
    ...{ 'a join': 'ok', 'a refusal to join': 'E007', 'the choice even': 'ok', 'the choice odd': 'ok' },
    ...{ 'a move of another game': 'E007', 'an older order': 'E007', 'the same order': 'acknowledged' },
  },
  REPORTING_RESULT: {
    ...{ 'a join': 'ok', 'a refusal to join': 'E007', 'the choice even': 'ok', 'the choice odd': 'E007' },
    ...{ 'a move of another game': 'E007', 'an older order': 'E007', 'the same order': 'acknowledged' },
  },
  NOTIFYING_PLAYERS: {
    ...{ 'a join': 'ok', 'a refusal to join': 'E007', 'the choice even': 'ok', 'the choice odd': 'E007' },
    ...{ 'a move of another game': 'E007', 'an older order': 'E007', 'the same order': 'acknowledged' },
  },
  MATCH_COMPLETE: {
    ...{ 'a join': 'ok', 'a refusal to join': 'E007', 'the choice even': 'ok', 'the choice odd': 'E007' },
    ...{ 'a move of another game': 'E007', 'an older order': 'E007', 'the same order': 'acknowledged' },
  },
};

const stateIn = (s: Scene) => s.call('get_match_state', {});
const refusals = (s: Scene) => s.componentLog().filter(({ event_type }) => event_type === 'MESSAGE_REFUSED');
/** Messages that move a match on where they are taken. */
const MOVING: { readonly [name: string]: readonly (keyof typeof STAYS)[] } = {
  'a join': ['WAITING_FOR_PLAYERS'],
  'a refusal to join': ['WAITING_FOR_PLAYERS'],
  'the choice even': ['COLLECTING_CHOICES'],
  'the choice odd': ['COLLECTING_CHOICES'],
  'an older order': ['IDLE'],
  'the same order': ['IDLE'],
  'a newer order': PHASES,
};
/** What the referee itself becomes by a message: active when its league is at work, gone when that ends. */
const BECOMES: { readonly [name: string]: string } = {
  'an announcement': 'ACTIVE',
  'the end of the league': 'SHUTDOWN',
  'a shutdown': 'SHUTDOWN',
};

describe.each(PHASES)('in the phase %s', (phase) => {
  test.each(Object.keys(MESSAGES))('%s gets its answer, and changes no more than it may', async (name) => {
    const s = await inPhase(phase);
    const before = await stateIn(s);
    const record = s.record();
    const answer = await (MESSAGES[name] as (s: Scene) => Promise<JsonObject>)(s);
    const expected = ANSWERS[phase][name] ?? (always as { readonly [name: string]: string })[name];
    expect(answer['error_code'] ?? answer['status']).toBe(expected);
    if (name === 'a shutdown') return;
    await s.clock.advance(300);
    const { state, ...matches } = await stateIn(s);
    const { state: former, ...formerly } = before;
    if (MOVING[name]?.includes(phase) !== true) {
      expect(matches).toEqual(formerly);
      expect(state).toBe(BECOMES[name] ?? former);
      expect(s.record()).toEqual(record);
    }
    const refused = expected?.startsWith('E') === true ? [expect.objectContaining({ error_code: expected })] : [];
    expect(refusals(s)).toEqual(refused);
  });

  test('messages that are not for referees are none here, and nothing else either', async () => {
    const s = await inPhase(phase);
    const before = await stateIn(s);
    for (const { head, example } of Object.values(CONTRACTS) as readonly Contract[]) {
      if (head.method === undefined || head.to.includes('referee')) continue;
      for (const method of [head.method, 'mcp_message']) {
        const reply = await s.send({ jsonrpc: '2.0', method, params: example as JsonObject, id: head.type });
        expect(reply, head.type).toMatchObject({ error: { code: -32601 }, id: head.type });
      }
      expect(await s.send(example as JsonObject), head.type).toMatchObject({ error_code: 'E002' });
    }
    expect(await stateIn(s)).toEqual(before);
  });
});

test('every phase of the table is tried, but for the one that takes no time', () => {
  expect(new Set([...PHASES, 'DRAWING_NUMBER'])).toEqual(new Set(Object.keys(refereePhases)));
});

test('what the table does not know is a mistake of ours', () => {
  expect(() => new Phase().advance('decided')).toThrow('ILLEGAL_TRANSITION');
});

test('the file knows the coarse states only', () => {
  const phase = new Phase();
  const seen = (['assigned', 'both_joined', 'all_moves_in', 'decided', 'recorded', 'notified'] as const).map(
    (event) => {
      phase.advance(event);
      return [phase.current, phase.state, phase.undecided];
    },
  );
  expect(seen).toEqual([
    ['WAITING_FOR_PLAYERS', 'WAITING_FOR_PLAYERS', true],
    ['COLLECTING_CHOICES', 'COLLECTING_CHOICES', true],
    ['DRAWING_NUMBER', 'DRAWING_NUMBER', true],
    ['REPORTING_RESULT', 'FINISHED', false],
    ['NOTIFYING_PLAYERS', 'FINISHED', false],
    ['MATCH_COMPLETE', 'FINISHED', false],
  ]);
  expect(seen.every(([, state]) => (state as string) in matchCourse)).toBe(true);
});
