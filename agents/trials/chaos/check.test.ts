import { describe, expect, test } from 'vitest';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { LeagueEvent, MatchDecided } from '../../league_manager/league/events.ts';
import { aftermathOf } from './aftermath.ts';
import { checkRemains, type Remains } from './check.ts';
import { fromHistory, fromPlayer, fromReferee } from './evidence.ts';

const AT = '2025-01-15T10:00:00.000Z';
const RUN = 'run_1';
const PAIRS = [
  ['R1M1', 'P01', 'P02'],
  ['R1M2', 'P03', 'P04'],
  ['R2M1', 'P01', 'P03'],
  ['R2M2', 'P02', 'P04'],
] as const;

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

const round = (round_id: number, ...ids: readonly string[]): LeagueEvent => ({
  type: 'round_opened',
  at: AT,
  round_id,
  matches: ids.map((match_id) => ({ match_id, seed: '', referee_id: 'REF01' })),
});
const closed = (round_id: number): LeagueEvent => ({ type: 'round_closed', at: AT, round_id });
const SCORING = {
  ...{ win_points: 3, draw_points: 1, loss_points: 0, technical_loss_points: 0 },
  tiebreakers: ['points' as const],
};
const [A, B, C, D] = PAIRS.map(([id, winner, loser]) => decided(id, winner, loser)) as [
  MatchDecided,
  MatchDecided,
  MatchDecided,
  MatchDecided,
];
/** A league of four that ends after two rounds. */
const START: LeagueEvent = {
  type: 'league_started',
  at: AT,
  players: ['P01', 'P02', 'P03', 'P04'],
  total_rounds: 2,
  seats_matter: false,
  rules: { options: {}, scoring: SCORING, double_forfeit: 'draw', referees: { accept: 'verified', ids: [] } },
};
const END: LeagueEvent = { type: 'league_closed', at: AT, champion: 'P01' };
const WHOLE: readonly LeagueEvent[] = [
  START,
  round(1, 'R1M1', 'R1M2'),
  A,
  B,
  closed(1),
  round(2, 'R2M1', 'R2M2'),
  C,
  D,
  closed(2),
  END,
];

const logLine = (direction: string, message_type: string, details: object) =>
  `${JSON.stringify({ direction, message_type, details })}\n`;

/** The log of a referee that reported all four and was told that they are recorded. */
const REFEREE_LOG = PAIRS.map(
  ([match_id, winner_id]) =>
    logLine('SENT', 'MATCH_RESULT_REPORT', { match_id, winner_id }) +
    logLine('RECEIVED', 'MATCH_RESULT_ACK', { match_id, status: 'recorded' }),
).join('');
const PLAYER_LOG = logLine('RECEIVED', 'GAME_OVER', { match_id: 'R1M1', result: 'WIN', points_earned: 3 });
const HISTORY = JSON.stringify({
  matches: [
    { match_id: 'R1M1', run_id: 'run_0', points_earned: 0 },
    { match_id: 'R2M1', run_id: RUN, points_earned: 3, choices: { P01: 'even', P03: 'odd' }, drawn_number: 4 },
  ],
});
const STANDINGS = JSON.stringify({
  standings: [
    { player_id: 'P01', points: 6 },
    { player_id: 'P02', points: 3 },
    { player_id: 'P03', points: 3 },
    { player_id: 'P04', points: 0 },
  ],
});

function found(events: readonly LeagueEvent[], changed: Partial<Remains> = {}): readonly string[] {
  const testimonies = [
    ...fromReferee('REF01', `${REFEREE_LOG}{"half a li`),
    ...fromPlayer('P01', PLAYER_LOG),
    ...fromHistory('P01', HISTORY, RUN),
  ];
  const remains = { events, standings: STANDINGS, testimonies, seen: new Map(), ...changed };
  return checkRemains(remains).map(({ wrong, match_id }) => (match_id === undefined ? wrong : `${wrong} ${match_id}`));
}
const without = (event: LeagueEvent) => WHOLE.filter((one) => one !== event);
const instead = (event: LeagueEvent, other: LeagueEvent) => WHOLE.map((one) => (one === event ? other : one));

test('a league in which everything agrees is whole', () => {
  expect(found(WHOLE)).toEqual([]);
});

describe('a result that was acknowledged and is not in the ledger is lost', () => {
  test('by the word of its referee', () => {
    expect(found(without(D))).toEqual(expect.arrayContaining(['lost R2M2']));
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
  expect(found([...WHOLE.slice(0, 2), A, ...WHOLE.slice(2)])).toEqual(['doubled R1M1']);
});

describe('a result that is not what was told is changed', () => {
  const draw: MatchDecided['result'] = { ...D.result, winner: null };
  test.each<[string, MatchDecided, MatchDecided]>([
    ['its winner, by its referee', D, { ...D, result: draw }],
    ['its points, by a player', A, { ...A, result: { ...A.result, score: { P01: 1, P02: 0 } } }],
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
    ['without its start', without(START), 'untrue'],
    ['in which somebody plays twice in a round', instead(B, decided('R1M2', 'P01', 'P04')), 'untrue'],
    ['in which a stranger plays', instead(B, decided('R1M2', 'P03', 'P09')), 'untrue'],
    ['in which two meet twice', instead(D, decided('R2M2', 'P01', 'P02')), 'untrue'],
    ['with a round that begins in the middle of another', [...WHOLE.slice(0, 4), ...WHOLE.slice(5)], 'untrue'],
    ['with a round that is closed before its last result', instead(B, closed(1)), 'untrue'],
  ])('%s', (_, events, wrong) => {
    expect(found(events, { testimonies: [] })).toContain(wrong);
  });
  test('with points nobody won', () => {
    expect(found(WHOLE, { standings: STANDINGS.replace('6', '7') })).toEqual(['untrue']);
  });
  test('without standings', () => {
    expect(found(WHOLE, { standings: undefined })).toEqual(['untrue']);
  });
  test.each([
    ['a damaged ledger', '{"seq":1}\n', 'line 1: the line does not end with its hash'],
    ['no ledger', undefined, 'it is missing'],
  ])('with %s', async (_, text, detail) => {
    const disk = memoryDisk();
    if (text !== undefined) await disk.replace(ledgerFile('/data', 'cup'), text);
    const field = { league_id: 'cup', data: '/data', logs: '/logs', ids: ['LM01', 'REF01', 'P01'] };
    const fought = { struck: [], frozen: 0, ended: true, seen: new Map(), launches: [] };
    const { violations } = await aftermathOf(field, fought, disk);
    expect(violations).toContainEqual({ wrong: 'untrue', detail: expect.stringContaining(detail) });
  });
});
