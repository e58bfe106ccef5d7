import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MatchRecord, recordHash } from '../../../SHARED/contracts/files/match.ts';
import { CONTRACTS, type Message } from '../../../SHARED/contracts/index.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { readMessage } from '../../../SHARED/contracts/read.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { chanceStream, intBetween } from '../../../SHARED/core/random.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { apply, type League } from '../league/state.ts';
import { AT, folded, LEAGUE, matchIn, running, seedOf, settingsWith } from '../testing/rehearsal.ts';
import { checkReport } from './check_report.ts';

type Report = Message<'MATCH_RESULT_REPORT'>;
type Change = { readonly [field: string]: unknown };

const SEED = seedOf('R1M1');
const PLAYERS = ['P01', 'P02'] as const;
/** What the seed of R1M1 draws, worked out here from the published stream. */
const DRAWN = intBetween(chanceStream(SEED), 1, 10);
const RIGHT = DRAWN % 2 === 0 ? 'even' : 'odd';
const WRONG = RIGHT === 'even' ? 'odd' : 'even';
const silence = (player_id: string, cause = 'timeout') => ({ player_id, cause, evidence: { attempts: 3 } });

/** A true result of R1M1, as the rules have it. */
function truth(
  moves: readonly JsonObject[],
  faults: readonly JsonObject[] = [],
  settings = settingsWith(),
): MatchResult {
  const { game_type, options, scoring, double_forfeit } = settings.config;
  const terms = { game_type, options, scoring, double_forfeit };
  return unwrap(judge({ ...terms, draw_seed: SEED, players: PLAYERS }, { moves, faults }));
}

const WIN = truth([{ P01: RIGHT, P02: WRONG }]);
const DRAW = truth([{ P01: RIGHT, P02: RIGHT }]);
const FORFEIT = truth([{ P01: RIGHT }], [silence('P02')]);
const BOTH = truth([], [silence('P01', 'unreachable'), silence('P02')]);

function reportOf(result: object, changes: Change = {}): Report {
  return {
    protocol: 'league.v2',
    message_type: 'MATCH_RESULT_REPORT',
    sender: 'referee:REF01',
    timestamp: AT,
    conversation_id: 'c',
    league_id: LEAGUE,
    round_id: 1,
    match_id: 'R1M1',
    game_type: settingsWith().config.game_type,
    player_a: 'P01',
    player_b: 'P02',
    result,
    assignment_epoch: 1,
    record_sha256: 'ab'.repeat(32),
    ...changes,
  } as unknown as Report;
}

interface Given {
  readonly league?: League;
  readonly referee_id?: string;
  readonly settings?: ReturnType<typeof settingsWith>;
}

function checked(report: Report, { league, referee_id = 'REF01', settings = settingsWith() }: Given = {}) {
  return checkReport(league ?? folded(running({ players: 4, referees: 2 })), { settings, judge }, report, referee_id);
}

/** The code, or what becomes of the report. */
function outcome(report: Report, given: Given = {}): string {
  const answer = checked(report, given);
  return answer.ok ? answer.value.kind : answer.error.code;
}

/** The reason of a refusal. */
function why(report: Report): string {
  const answer = checked(report);
  return answer.ok ? 'believed' : answer.error.detail;
}

/** WIN with something else in its place. */
const result = (changes: Change) => reportOf({ ...WIN, ...changes });
const details = (changes: Change) => result({ details: { ...WIN.details, ...changes } });

test('what the tests stand on: one player is right and wins', () => {
  expect(WIN).toMatchObject({ winner: 'P01', score: { P01: 3, P02: 0 }, details: { drawn_number: DRAWN } });
});

describe('a report is believed', () => {
  test.each([
    ['a win', WIN],
    ['a draw', DRAW],
    ['a forfeit', FORFEIT],
    ['a double forfeit', BOTH],
  ])('of %s, as the referee said it', (_, said) => {
    expect(checked(reportOf(said))).toEqual({
      ok: true,
      value: {
        kind: 'decided',
        event: {
          type: 'match_decided',
          match_id: 'R1M1',
          epoch: 1,
          referee_id: 'REF01',
          result: said,
          verified: true,
          record_sha256: 'ab'.repeat(32),
        },
      },
    });
  });

  test('with or without how the match went, which nothing follows from', () => {
    const asked = { player_id: 'P01', step: 1, awaited: 'CHOOSE_PARITY_RESPONSE', attempt: 1, asked_ms: 0 };
    const course = {
      timeline: [{ ...asked, answered_ms: 3, deadline_ms: 30_000 }],
      timeline_left_out: 2,
      guarded: { P01: 1 },
    };
    expect(checked(details(course))).toMatchObject({ value: { event: { result: { details: course } } } });
    expect(outcome(details({}))).toBe('decided');
    const given = { timestamp: () => AT, conversation_id: () => 'c' };
    const read = (timeline: unknown) =>
      readMessage(CONTRACTS.MATCH_RESULT_REPORT, details({ timeline }) as unknown as JsonObject, given);
    expect(read(course.timeline).ok).toBe(true);
    expect(read([asked])).toMatchObject({ error: { code: 'E003' } });
    expect(read(Array(201).fill(course.timeline[0]))).toMatchObject({ error: { code: 'E002' } });
  });

  test('with its record, which gets the seed; another record than the reported one is refused', () => {
    const seat = (id: string) => ({ id, display_name: id, joined_at: AT });
    const record: MatchRecord = {
      schema_version: '1.0.0',
      ...{ match_id: 'R1M1', league_id: LEAGUE, round_id: 1, referee_id: 'REF01', assignment_epoch: 1 },
      lifecycle: { state: 'FINISHED', created_at: AT },
      players: { player_a: seat('P01'), player_b: seat('P02') },
      transcript: [],
    };
    const record_sha256 = recordHash(record);
    expect(checked(reportOf(WIN, { record, record_sha256 }))).toMatchObject({
      value: { kind: 'decided', record: { ...record, draw_seed: SEED }, event: { record_sha256 } },
    });
    expect(why(reportOf(WIN, { record }))).toBe('the record is not the one whose hash is reported');
    expect(outcome(reportOf(WIN, { record: { ...record, round_id: 2 }, record_sha256 }))).toBe('E023');
    expect(outcome(reportOf(WIN, { record: {}, record_sha256 }))).toBe('E023');
  });

  test('of a double forfeit where that is a loss', () => {
    const settings = settingsWith({}, { double_forfeit: 'loss' });
    const said = truth([], [silence('P01'), silence('P02')], settings);
    expect(said).toMatchObject({ winner: null, score: { P01: 0, P02: 0 } });
    expect(outcome(reportOf(said), { settings })).toBe('decided');
    expect(outcome(reportOf(said))).toBe('E023');
  });

  test('with any points the league gives', () => {
    const scoring = { ...settingsWith().config.scoring, win_points: 7, loss_points: -1 };
    const settings = settingsWith({}, { scoring });
    const said = truth([{ P01: RIGHT, P02: WRONG }], [], settings);
    expect(said.score).toEqual({ P01: 7, P02: -1 });
    expect(outcome(reportOf(said), { settings })).toBe('decided');
    expect(outcome(reportOf(WIN), { settings })).toBe('E023');
  });

  test('whatever words it has for people', () => {
    expect(outcome(details({ reason: 'It just felt right.' }))).toBe('decided');
    const { reason: _none, ...silent } = WIN.details;
    expect(outcome(result({ details: silent }))).toBe('decided');
  });

  test('without what the manager knows itself', () => {
    const missing = { round_id: undefined, game_type: undefined, player_a: undefined, player_b: undefined };
    expect(outcome(reportOf(WIN, { ...missing, assignment_epoch: undefined }))).toBe('decided');
    expect(checked(reportOf(WIN, { record_sha256: undefined }))).toMatchObject({
      value: { event: { record_sha256: null } },
    });
  });

  test('without faults when there were none, and then none are recorded', () => {
    const { faults: _none, ...details } = WIN.details;
    const league = folded(running({ players: 4, referees: 2 }));
    const report = result({ details });
    const believed = unwrap(checked(report, { league }));
    if (believed.kind !== 'decided') throw new Error(believed.kind);
    expect(believed.event.result.details.faults).toEqual([]);
    apply(league, { ...believed.event, at: AT });
    expect(outcome(report, { league })).toBe('again');
  });
});

describe('a report is not from whom it should be', () => {
  test('another referee is E006', () => {
    expect(outcome(reportOf(WIN), { referee_id: 'REF02' })).toBe('E006');
    expect(outcome(reportOf(WIN, { match_id: 'R1M2' }))).toBe('E006');
  });

  test('an assignment that has ended, or is yet to come, is E006', () => {
    const league = folded(running({ players: 4, referees: 2 }));
    apply(league, { type: 'match_reassigned', at: AT, match_id: 'R1M1', referee_id: 'REF01', epoch: 3, why: '' });
    expect(outcome(reportOf(WIN, { assignment_epoch: 2 }), { league })).toBe('E006');
    expect(outcome(reportOf(WIN, { assignment_epoch: 4 }), { league })).toBe('E006');
    expect(outcome(reportOf(WIN, { assignment_epoch: 3 }), { league })).toBe('decided');
    expect(outcome(reportOf(WIN, { assignment_epoch: undefined }), { league })).toBe('decided');
  });

  test('the referee a match was taken from is E006, also when it names no epoch', () => {
    const league = folded(running({ players: 4, referees: 2 }));
    apply(league, { type: 'match_reassigned', at: AT, match_id: 'R1M1', referee_id: 'REF02', epoch: 2, why: '' });
    expect(outcome(reportOf(WIN, { assignment_epoch: undefined }), { league })).toBe('E006');
  });

  test.each(['R9M9', 'R2M1', 'R1M3', 'toString'])('match %s, which is not open, is E008', (match_id) => {
    expect(outcome(reportOf(WIN, { match_id }))).toBe('E008');
  });
});

describe('a report that does not follow from its moves is E023', () => {
  test.each<[string, Report, RegExp]>([
    ['another winner', result({ winner: 'P02' }), /^the winner is P01, not P02$/],
    ['a draw', result({ winner: null }), /^the winner is P01, not nobody$/],
    ['no winner at all', result({ winner: undefined }), /^the winner is P01/],
    ['a stranger as winner', result({ winner: 'P03' }), /^the winner is P01, not P03$/],
    ['more points', result({ score: { P01: 4, P02: 0 } }), /^the score is \{"P01":3,"P02":0\}$/],
    ['points the other way round', result({ score: { P01: 0, P02: 3 } }), /^the score/],
    ['points for a stranger', result({ score: { P01: 3, P02: 0, P03: 3 } }), /^the score/],
    ['no points', result({ score: undefined }), /^the score/],
    ['another number', details({ drawn_number: (DRAWN % 10) + 1 }), /^details\.drawn_number is/],
    ['no number', details({ drawn_number: undefined }), /^details\.drawn_number is \d+, not absent$/],
    ['another parity', details({ number_parity: WRONG }), /^details\.number_parity is/],
    ['another choice', details({ choices: { P01: WRONG, P02: WRONG } }), /^details\.choices is/],
    ['another status', details({ status: 'DRAW' }), /^details\.status is "WIN", not "DRAW"$/],
    ['another end', details({ termination: 'timeout' }), /^details\.termination is "normal", not "timeout"$/],
    ['a fact nobody knows', details({ weather: 'fine' }), /^details\.weather is absent, not "fine"$/],
    ['other moves', details({ moves: [{ P01: WRONG, P02: RIGHT }] }), /^the winner is P02, not P01$/],
    ['moves in a list too many', details({ moves: [...(WIN.details['moves'] as Json[]), {}] }), /over after 1 of 2/],
    ['one move missing', details({ moves: [{ P01: RIGHT }] }), /has to move and does not/],
    ['no moves', details({ moves: [] }), /goes on after 0 steps/],
    ['no moves at all', details({ moves: undefined }), /^details.moves is missing/],
    ['no list of moves', details({ moves: {} }), /^moves is not a list/],
    ['a move that is none', details({ moves: [{ P01: RIGHT, P02: 'both' }] }), /may not play "both"/],
    ['a move of a stranger', details({ moves: [{ P01: RIGHT, P02: WRONG, P03: RIGHT }] }), /^P03 moves and is not/],
    ['a fault in a match that was played', details({ faults: [silence('P02')] }), /played to its end/],
    ['players changed about', reportOf(WIN, { player_a: 'P02', player_b: 'P01' }), /^the players of this match are/],
    ['another player', reportOf(WIN, { player_b: 'P03' }), /^the players of this match are P01 and P02$/],
    ['another game', reportOf(WIN, { game_type: 'chess' }), /^this league plays/],
    ['another league', reportOf(WIN, { league_id: 'league_2024' }), /^this is the manager of/],
    ['another round', reportOf(WIN, { round_id: 2 }), /^this match is one of round 1$/],
  ])('%s', (_, report, reason) => {
    expect(outcome(report)).toBe('E023');
    expect(why(report)).toMatch(reason);
  });

  test.each<[string, MatchResult, Change]>([
    ['a forfeit won by who failed', FORFEIT, { winner: 'P02', score: { P01: 0, P02: 3 } }],
    ['a forfeit that names nobody', FORFEIT, { details: { ...FORFEIT.details, faults: [] } }],
    ['a forfeit that names the wrong one', FORFEIT, { details: { ...FORFEIT.details, faults: [silence('P01')] } }],
    ['a forfeit of a stranger', FORFEIT, { details: { ...FORFEIT.details, faults: [silence('P03')] } }],
    ['a fault of no known kind', FORFEIT, { details: { ...FORFEIT.details, faults: [silence('P02', 'ugly')] } }],
    ['a drawn number nobody drew', FORFEIT, { details: { ...FORFEIT.details, drawn_number: DRAWN } }],
    ['a fault of ours as a result', FORFEIT, { details: { ...FORFEIT.details, termination: 'manager_fault' } }],
    ['a double forfeit with a winner', BOTH, { winner: 'P01', score: { P01: 3, P02: 0 } }],
    ['a double forfeit as a normal draw', BOTH, { details: { ...BOTH.details, status: 'DRAW' } }],
  ])('%s', (_, said, change) => {
    expect(outcome(reportOf({ ...said, ...change }))).toBe('E023');
  });
});

test('a referee that could not run the match voids it', () => {
  const report = reportOf({ details: { termination: 'referee_fault', reason: 'no chance left' } });
  expect(checked(report)).toEqual({ ok: true, value: { kind: 'voided' } });
  expect(outcome(report, { referee_id: 'REF02' })).toBe('E006');
});

describe('after a match is decided', () => {
  const league = folded(running({ players: 4, referees: 2 }));
  const believed = unwrap(checked(reportOf(WIN), { league }));
  if (believed.kind === 'decided') apply(league, { ...believed.event, at: AT });

  test('the same report is acknowledged again, whatever the order of its fields', () => {
    expect(matchIn(league, 'R1M1').decided?.result).toEqual(WIN);
    const backwards = Object.fromEntries(Object.entries(WIN).toReversed());
    expect(outcome(reportOf(backwards, { conversation_id: 'another', record_sha256: undefined }), { league })).toBe(
      'again',
    );
  });

  test.each<[string, object]>([
    ['another winner', { ...WIN, winner: 'P02' }],
    ['the truth in other words', { ...WIN, details: { ...WIN.details, reason: 'Otherwise.' } }],
    ['a fault of the referee', { details: { termination: 'referee_fault' } }],
  ])('%s is E010, and the first result stays', (_, said) => {
    expect(outcome(reportOf(said), { league })).toBe('E010');
    expect(matchIn(league, 'R1M1').decided?.result).toEqual(WIN);
  });

  test('who it is not assigned to is still E006', () => {
    expect(outcome(reportOf(WIN), { league, referee_id: 'REF02' })).toBe('E006');
    expect(outcome(reportOf(WIN, { assignment_epoch: 9 }), { league })).toBe('E006');
  });
});

describe('whatever is changed in a true report', () => {
  const scalar = fc.oneof(
    fc.constantFrom('P01', 'P02', 'P03', 'even', 'odd', 'WIN', 'DRAW', 'TECHNICAL_LOSS', 'timeout', 'normal'),
    fc.integer({ min: -3, max: 12 }),
    fc.constantFrom(null, true, {}, []),
  );

  /** Every place in a value, as a path of keys. */
  function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
    if (typeof value !== 'object' || value === null) return [path];
    return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
  }

  function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
    if (key === undefined) return to;
    const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
    Object.assign(copy, { [key]: changed((value as JsonObject)[key], rest, to) });
    return copy;
  }

  /** The code the whole way from the wire. */
  function answerTo(wire: JsonObject): string {
    const read = readMessage(CONTRACTS.MATCH_RESULT_REPORT, wire, { timestamp: () => AT, conversation_id: () => 'c' });
    return read.ok ? outcome(read.value as unknown as Report) : read.error.code;
  }

  const CHECKED = new Set([
    'league_id',
    'round_id',
    'match_id',
    'game_type',
    'player_a',
    'player_b',
    'assignment_epoch',
    'result',
  ]);
  /** The reason and the evidence are the referee's own words. */
  const isChecked = (path: readonly string[]) =>
    CHECKED.has(path[0] ?? '') && !path.includes('reason') && !path.includes('evidence');

  test('it is refused, unless it still says the same', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(WIN, DRAW, FORFEIT, BOTH), fc.nat(), scalar, (said, where, to) => {
        const report = reportOf(said) as unknown as JsonObject;
        const paths = places(report).filter(isChecked);
        const path = paths[where % paths.length] as readonly string[];
        const before = path.reduce<unknown>((value, key) => (value as JsonObject)[key], report);
        const answer = answerTo(changed(report, path, to) as JsonObject);
        if (JSON.stringify(before) === JSON.stringify(to)) expect(answer).toBe('decided');
        else expect(answer, `${path.join('.')} = ${JSON.stringify(to)}`).toMatch(/^E0(02|03|06|08|23)$/);
        if (answer !== 'decided') refused += 1;
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(200);
  });
});
