/**
 * Ten thousand forged reports: every one that is taken follows from its moves, faults and seed, by rules that are not
 * ours.
 */

import { expect, test } from 'vitest';
import { CONTRACTS, type Message } from '../../../SHARED/contracts/index.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import { readMessage } from '../../../SHARED/contracts/read.ts';
import { isJsonObject, type JsonObject, parseJson, sameJson } from '../../../SHARED/core/json.ts';
import { pick, seeded } from '../../../SHARED/core/random.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { apply } from '../../league_manager/league/state.ts';
import { checkReport } from '../../league_manager/results/check_report.ts';
import { AT, folded, LEAGUE, matchIn, running, settingsWith } from '../../league_manager/testing/rehearsal.ts';
import { besiegedLeague, MATCH, messageTo } from '../testing/bearers.ts';
import { messagesIn, secretsOf } from '../testing/captured_secrets.ts';
import { isAbout, type OpenMatch, type Truth, truthOf } from '../testing/even_odd_truth.ts';
import { forged } from '../testing/forgery.ts';

const FORGERIES = 10_000;
const settings = settingsWith();
const open = () => folded(running({ players: 4, referees: 2 }));
/** Nothing that is only judged changes it. */
const untouched = open();
const PLAYERS = ['P01', 'P02'] as const;

function openMatch(): OpenMatch {
  const { seed, referee_id, epoch } = matchIn(untouched, 'R1M1');
  return { league_id: LEAGUE, match_id: 'R1M1', round_id: 1, players: PLAYERS, referee_id, epoch, seed };
}
const match = openMatch();

const fault = (player_id: string, cause: string) => ({ player_id, cause, evidence: { attempts: 3 } });
/** What can truly have happened. */
const COURSES: readonly JsonObject[] = [
  { moves: [{ P01: 'even', P02: 'odd' }], faults: [] },
  { moves: [{ P01: 'odd', P02: 'even' }], faults: [] },
  { moves: [{ P01: 'odd', P02: 'odd' }], faults: [] },
  { moves: [{ P01: 'even' }], faults: [fault('P02', 'timeout')] },
  { moves: [], faults: [fault('P01', 'unreachable'), fault('P02', 'timeout')] },
];

/** A true report of one of them. */
function reportOf(course: JsonObject): JsonObject {
  const { details, ...outcome } = truthOf(match, course) as NonNullable<ReturnType<typeof truthOf>>;
  const faults = course['faults'] as JsonObject[];
  return {
    ...{ protocol: 'league.v2', message_type: 'MATCH_RESULT_REPORT', sender: 'referee:REF01', timestamp: AT },
    ...{ conversation_id: 'c', league_id: LEAGUE, round_id: 1, match_id: 'R1M1', game_type: 'even_odd' },
    ...{ player_a: 'P01', player_b: 'P02', assignment_epoch: 1, record_sha256: 'ab'.repeat(32) },
    result: { ...outcome, details: { ...details, faults, reason: 'as it was' } },
  };
}

/** What the manager makes of a text with a report in it: the result it would record, or why it records none. */
function taken(report: JsonObject, referee_id: string, league = untouched): MatchResult | string {
  const parsed = parseJson(JSON.stringify(report));
  const read = parsed.ok && readMessage(CONTRACTS.MATCH_RESULT_REPORT, parsed.value as JsonObject, DEFAULTS);
  if (read === false || !read.ok) return 'unreadable';
  const believed = checkReport(
    league,
    { settings, judge },
    read.value as unknown as Message<'MATCH_RESULT_REPORT'>,
    referee_id,
  );
  if (!believed.ok) return believed.error.code;
  return believed.value.kind === 'decided' ? believed.value.event.result : believed.value.kind;
}
const DEFAULTS = { timestamp: () => AT, conversation_id: () => 'c' };

/** A result without what is for people, and without the word of a referee. */
function compared({ winner, score, details }: MatchResult): Truth {
  const { reason: _words, faults: _word, ...rest } = details;
  return { winner, score, details: rest };
}

test('true reports are taken, so that refusing everything is no defence', () => {
  for (const course of COURSES) {
    const result = taken(reportOf(course), match.referee_id);
    expect(typeof result === 'string' ? result : compared(result)).toEqual(truthOf(match, course));
  }
});

test(`of ${FORGERIES} forged reports none is recorded that is not the truth`, () => {
  const random = seeded(5);
  const outcomes = new Map<string, number>();
  for (let i = 0; i < FORGERIES; i++) {
    const report = forged(reportOf(pick(random, COURSES)), random);
    const referee_id = random() < 0.9 ? match.referee_id : pick(random, ['REF02', 'REF09', 'P01', '']);
    const result = taken(report, referee_id);
    const outcome = typeof result === 'string' ? result : 'recorded';
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (typeof result === 'string') continue;
    const why = `${referee_id} reports ${JSON.stringify(report)}`;
    expect(isAbout(match, referee_id, report), why).toBe(true);
    expect(compared(result), why).toEqual(truthOf(match, result.details));
  }
  // Some change nothing that counts, and some are true of another course of the match.
  for (const outcome of ['recorded', 'voided', 'unreadable', 'E006', 'E008', 'E023']) {
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(10);
  }
  expect(outcomes.get('recorded')).toBeLessThan(FORGERIES / 4);
  expect(outcomes.get('unreadable')).toBeLessThan(FORGERIES / 2);
});

test('once a match is decided every report but the same one is refused', () => {
  const league = open();
  const report = reportOf(COURSES[0] as JsonObject);
  const result = taken(report, match.referee_id, league) as MatchResult;
  const { referee_id, epoch } = match;
  const decided = { type: 'match_decided', at: AT, match_id: 'R1M1', referee_id, epoch, record_sha256: null } as const;
  apply(league, { ...decided, result, verified: true });
  const random = seeded(6);
  const outcomes = new Set<string>();
  for (let i = 0; i < FORGERIES / 10; i++) {
    const outcome = taken(forged(reportOf(pick(random, COURSES)), random), referee_id, league);
    if (typeof outcome !== 'string') throw new Error(`recorded twice: ${JSON.stringify(outcome)}`);
    outcomes.add(outcome);
  }
  expect(taken(report, referee_id, league)).toBe('again');
  expect([...outcomes].toSorted()).toEqual(['E006', 'E008', 'E010', 'again', 'unreadable']);
});

test('a manager at work takes none of them, whichever referee it has just given the match to', async () => {
  const league = await besiegedLeague();
  const tokens = secretsOf(league);
  const random = seeded(7);
  const truth = messageTo(league, 'LM01', 'report_match_result');
  const { round_id, match_id } = truth as { round_id: number; match_id: string };
  for (let i = 0; i < 200; i++) {
    const assigned = league.manager.league.matches.get(MATCH);
    if (assigned === undefined) throw new Error('no match');
    const { referee_id, epoch, seed, pairing } = assigned;
    const now = {
      league_id: league.manager.league.league_id,
      match_id,
      round_id,
      players: pairing.seats,
      referee_id,
      epoch,
      seed,
    };
    const report = forged({ ...truth, assignment_epoch: epoch, sender: `referee:${referee_id}` }, random);
    if (isAbout(now, referee_id, report) && isTrue(now, report)) continue;
    const params = { ...report, auth_token: tokens.of('auth token', referee_id).at(-1) ?? '' };
    const reply = await league.post(
      'LM01',
      JSON.stringify({ jsonrpc: '2.0', method: 'report_match_result', params, id: 1 }),
    );
    expect(messagesIn(reply ?? '')[0]?.['status'], JSON.stringify(report)).not.toBe('recorded');
    expect(league.manager.league.matches.get(MATCH)?.decided).toBeUndefined();
  }
  expect(league.manager.league.matches.get(MATCH)?.epoch).toBeGreaterThan(1);
  await league.close();
});

/** Whether a report says what follows from its own moves and faults. */
function isTrue(of: OpenMatch, { result }: JsonObject): boolean {
  if (!isJsonObject(result) || !isJsonObject(result['details'])) return false;
  const truth = truthOf(of, result['details']);
  return truth !== undefined && sameJson(compared(result as unknown as MatchResult), truth);
}
