import { describe, expect, test } from 'vitest';
import type { LeagueEvent, MatchDecided } from '../../league_manager/league/events.ts';
import { tableOf } from '../../league_manager/league/state.ts';
import { folded, ids, opening, planOf, RUN, running } from '../../league_manager/testing/rehearsal.ts';
import { checkRemains, type Remains } from './check.ts';
import { fromHistory, fromPlayer, fromReferee } from './evidence.ts';

const AT = '2025-01-15T10:00:00.000Z';
const PLAYERS = ids('P', 4);
const ROUNDS = [1, 2, 3];
/** Who meets whom, the winner first. */
const PAIRS = ROUNDS.flatMap(planOf(PLAYERS)).map(
  ({ match_id, seats: [winner, loser] }) => [match_id, winner, loser] as const,
);

function decided(match_id: string, winner: string, loser: string): MatchDecided {
  const choices = { [winner]: 'even', [loser]: 'odd' };
  const played = { moves: [], faults: [], choices, drawn_number: 4 };
  const details = { ...played, status: 'WIN', termination: 'normal' } as const;
  const result = { winner, score: { [winner]: 3, [loser]: 0 }, details };
  return {
    type: 'match_decided',
    at: AT,
    match_id,
    epoch: 1,
    referee_id: 'REF01',
    result,
    verified: true,
    record_sha256: null,
  };
}

const closed = (round_id: number): LeagueEvent => ({ type: 'round_closed', at: AT, round_id });
const [A, B, C, D, E, F] = PAIRS.map(([id, winner, loser]) => decided(id, winner, loser)) as [
  MatchDecided,
  MatchDecided,
  MatchDecided,
  MatchDecided,
  MatchDecided,
  MatchDecided,
];
const CLOSED_1 = closed(1);
const BEGUN = running({ players: 4 });
const LAST = [CLOSED_1, opening(PLAYERS, 1, 2), C, D, closed(2), opening(PLAYERS, 1, 3), E, F, closed(3)];
const END: LeagueEvent = { type: 'league_closed', at: AT, champion: 'P01' };
const WHOLE: readonly LeagueEvent[] = [...BEGUN, A, B, ...LAST, END];

const logLine = (direction: string, message_type: string, details: object) =>
  `${JSON.stringify({ direction, message_type, details })}\n`;

/** The log of a referee that reported all and was told that they are recorded. */
const REFEREE_LOG = PAIRS.map(
  ([match_id, winner_id]) =>
    logLine('SENT', 'MATCH_RESULT_REPORT', { match_id, winner_id }) +
    logLine('RECEIVED', 'MATCH_RESULT_ACK', { match_id, status: 'recorded' }),
).join('');
const [[, FIRST], , [, SECOND, ITS_LOSER]] = PAIRS as [
  (typeof PAIRS)[number],
  (typeof PAIRS)[number],
  (typeof PAIRS)[number],
];
const PLAYER_LOG = logLine('RECEIVED', 'GAME_OVER', { match_id: A.match_id, result: 'WIN', points_earned: 3 });
const HISTORY = JSON.stringify({
  matches: [
    { match_id: A.match_id, run_id: 'run_0', points_earned: 0 },
    {
      match_id: C.match_id,
      run_id: RUN,
      points_earned: 3,
      choices: { [SECOND]: 'even', [ITS_LOSER]: 'odd' },
      drawn_number: 4,
    },
  ],
});
const STANDINGS = JSON.stringify({ standings: tableOf(folded(WHOLE)) });

function found(events: readonly LeagueEvent[], changed: Partial<Remains> = {}): readonly string[] {
  const testimonies = [
    ...fromReferee('REF01', `${REFEREE_LOG}{"half a li`),
    ...fromPlayer(FIRST, PLAYER_LOG),
    ...fromHistory(SECOND, HISTORY, RUN),
  ];
  const remains = { events, standings: STANDINGS, testimonies, seen: new Map(), ...changed };
  return checkRemains(remains).map(({ wrong, match_id, detail }) => {
    if (match_id !== undefined) return `${wrong} ${match_id}`;
    return wrong === 'untrue' ? (detail.split(':')[0] as string) : wrong;
  });
}
const without = (event: LeagueEvent) => WHOLE.filter((one) => one !== event);
const instead = (event: LeagueEvent, other: LeagueEvent) => WHOLE.map((one) => (one === event ? other : one));

test('a league in which everything agrees is whole', () => {
  expect(found(WHOLE)).toEqual([]);
});

describe('a result that was acknowledged and is not in the ledger is lost', () => {
  test('by the word of its referee', () => {
    expect(found(without(D))).toContain('lost R2M2');
  });
  test('once, however many say so', () => {
    expect(found(without(A)).filter((wrong) => wrong.startsWith('lost'))).toEqual(['lost R1M1']);
  });
  test('by what stood in the ledger before', () => {
    const seen = new Map([[D.match_id, D]]);
    expect(found(without(D), { testimonies: [], seen })).toContain('lost R2M2');
  });
  test('unless nobody was told of it', () => {
    expect(found(without(D), { testimonies: [] })).not.toContain('lost R2M2');
  });
});

test('a result that is there twice is doubled', () => {
  expect(found([...BEGUN, A, A, B, ...LAST, END])).toContain('doubled R1M1');
});

describe('a result that is not what was told is changed', () => {
  const draw: MatchDecided['result'] = { ...D.result, winner: null };
  test.each<[string, MatchDecided, MatchDecided]>([
    ['its winner, by its referee', D, { ...D, result: draw }],
    ['its points, by a player', A, { ...A, result: { ...A.result, score: { ...A.result.score, [FIRST]: 1 } } }],
    ['its choices, by a history', C, { ...C, result: { ...C.result, details: { ...C.result.details, choices: {} } } }],
    [
      'its number, by a history',
      C,
      { ...C, result: { ...C.result, details: { ...C.result.details, drawn_number: 6 } } },
    ],
  ])('%s', (_, event, other) => {
    expect(found(instead(event, other))).toContain(`changed ${event.match_id}`);
  });
  test('anything of it, by what stood in the ledger before', () => {
    const seen = new Map([[D.match_id, { ...D, at: '2025-01-15T10:00:01.000Z' }]]);
    expect(found(WHOLE, { testimonies: [], seen })).toEqual(['changed R2M2']);
  });
});

describe('a league is not whole', () => {
  test.each<[string, readonly LeagueEvent[], string]>([
    ['without its end', without(END), 'not ended'],
    ['without its start', WHOLE.filter(({ type }) => type !== 'league_started'), 'the league has no start'],
    ['in which a player plays twice in a round', instead(B, { ...B, result: A.result }), 'I3'],
    ['in which a stranger plays', instead(B, decided(B.match_id, 'P03', 'P09')), 'I3'],
    ['in which two meet twice', instead(D, { ...D, result: A.result }), 'I3'],
    ['with a round that begins in the middle of another', without(CLOSED_1), 'I7'],
    ['with a round that is closed before its last result', [...BEGUN, A, CLOSED_1, ...LAST.slice(1), END], 'I7'],
  ])('%s', (_, events, wrong) => {
    expect(found(events, { testimonies: [] })).toContain(wrong);
  });
  test('with points no player won', () => {
    expect(found(WHOLE, { standings: STANDINGS.replace('"points":9', '"points":8') })).toEqual(['I2']);
  });
  test('without standings', () => {
    expect(found(WHOLE, { standings: undefined })).toEqual(['I2']);
  });
});
