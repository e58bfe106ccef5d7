import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adviceFor, ERRORS } from '../../../SHARED/contracts/errors.ts';
import { FAULT_CAUSES } from '../../../SHARED/contracts/messages/result.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { LeagueEvent, MatchDecided } from '../../league_manager/league/events.ts';
import { type ScheduledMatch, schedule } from '../../league_manager/public/queries.ts';
import {
  AT,
  decision,
  type Ending,
  folded,
  ids,
  matchIn,
  opening,
  running,
  seedOf,
} from '../../league_manager/testing/rehearsal.ts';
import { type ScratchFolder, scratchFolder } from '../../trials/scratch_folder.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { keepLeague } from '../testing/kept_league.ts';

let scratch: ScratchFolder;
let data: string;
let trouble: string;

const LATE = {
  ...{ awaited: 'CHOOSE_PARITY_RESPONSE', detail: 'it had not answered when its 3 s were over' },
  attempts: [{ attempt: 1, error_code: 'E001', detail: 'no answer' }],
};
type Times = readonly [asked_ms: number, took: number | null];
const entry = (player_id: string, step: number, [asked_ms, took]: Times, more: JsonObject = {}) => ({
  ...{ player_id, step, awaited: step === 0 ? 'GAME_JOIN_ACK' : 'CHOOSE_PARITY_RESPONSE', attempt: 1, asked_ms },
  ...{ answered_ms: took === null ? null : asked_ms + took, deadline_ms: asked_ms + (step === 0 ? 5_000 : 3_000) },
  ...more,
});

/** Four players: P04 is late in R1M2, P01 has a guarded move and one bad attempt in R1M1; the second round is open. */
function played(): readonly LeagueEvent[] {
  const events = running({ players: 4, agents: { P04: { display_name: 'Four\u001b[31m' } } });
  const league = folded(events);
  const decided = (match_id: string, ending: Ending, more: JsonObject): MatchDecided => {
    const event = decision(matchIn(league, match_id), ending);
    const result = { ...event.result, details: { ...event.result.details, ...more } };
    return { ...event, record_sha256: 'ab'.repeat(32), result };
  };
  const invalid = { code: 'E004', sentence: 'P01 made no valid choice: the choice 3 is not one of: even, odd' };
  const first = [
    entry('P01', 0, [0, 10]),
    entry('P02', 0, [0, 30]),
    entry('P01', 1, [40, 20], { fault: invalid }),
    entry('P01', 1, [60, 200], { attempt: 2, guarded: 'TypeError: x' }),
  ];
  const second = [
    entry('P03', 0, [0, 10]),
    entry('P04', 0, [0, 1_234]),
    entry('P04', 1, [1_300, null], { fault: { code: 'E001', sentence: 'P04 did not answer in time' } }),
  ];
  const faults = [{ player_id: 'P04', cause: 'timeout', evidence: LATE }];
  const violations = [{ player_id: 'P04', kind: 'over_30_s', example: 'x' }];
  return [
    ...events,
    decided('R1M1', { winner: 'P02' }, { timeline: first, guarded: { P01: 1 } }),
    decided('R1M2', { silent: ['P04'] }, { timeline: second, timeline_left_out: 3, faults, violations }),
    { type: 'violation_noted', at: AT, agent_id: 'P04', kind: 'version', count: 2, example: 'league.v1' },
    { type: 'round_closed', at: AT, round_id: 1 },
    opening(ids('P', 4), 1, 2),
  ];
}

/**
 * Five places, of which P05 is a late one that nobody has taken. Matches without P04 end by an answer
 * without its field and silence after it; then P04 is removed, and none of its results counts.
 */
function troubled(): readonly LeagueEvent[] {
  const isOpen = ({ seats = [] }: { readonly seats?: readonly string[] }) => !seats.includes('P05');
  const both = [...running({ players: 5 }), opening(ids('P', 5), 1, 2)];
  const events = both.flatMap((event): readonly LeagueEvent[] => {
    if (event.type === 'agent_registered' && event.agent_id === 'P05') return [];
    if (event.type === 'league_started') return [{ ...event, players: ids('P', 4), late_places: ['P05'] }];
    return event.type === 'round_opened' ? [{ ...event, matches: event.matches.filter(isOpen) }] : [event];
  });
  const league = folded(events);
  const evidence = {
    ...{ awaited: 'CHOOSE_PARITY_RESPONSE', error_code: 'E003', detail: 'parity_choice is missing' },
    attempts: [
      { attempt: 1, error_code: 'E003', detail: 'parity_choice is missing' },
      { attempt: 2, error_code: 'E001', detail: 'no answer' },
    ],
  };
  const removed = { agent_id: 'P04', reason: 'it cheats', by: 'operator', counted: false } as const;
  return [
    ...events,
    ...[...league.matches.values()].map((match) => {
      const [loser, winner] = match.pairing.seats;
      const event = decision(match, match.pairing.seats.includes('P04') ? { winner } : { silent: [loser] });
      const faults = event.result.details.faults.map(({ player_id }) => ({ player_id, cause: 'bad_answer', evidence }));
      const details = { ...event.result.details, faults, drawn_number: 7 } as MatchDecided['result']['details'];
      return { ...event, result: { ...event.result, details } };
    }),
    { type: 'agent_removed', at: AT, ...removed },
  ];
}
/** The first match of the troubled league with this player, and of this status. */
function ofTroubled(player_id: string, status: ScheduledMatch['status']): ScheduledMatch {
  const page = unwrap(schedule(folded(troubled()), {}))['matches'] as unknown as readonly ScheduledMatch[];
  const found = page.find((match) => match.status === status && [match.player_a, match.player_b].includes(player_id));
  if (found === undefined) throw new RangeError(`${player_id} has no match that is ${status}`);
  return found;
}

beforeAll(async () => {
  scratch = await scratchFolder('tell-');
  data = join(scratch.path, 'data');
  trouble = join(scratch.path, 'trouble');
  await keepLeague(data, 'cup', played());
  await keepLeague(trouble, 'cup', troubled());
});
afterAll(() => scratch.remove());

const json = async (...words: readonly string[]) => JSON.parse((await typed(...words, '--json', '--data', data)).out);

describe('league match', () => {
  test('tells every step against its limit, the fault, what to change, and where the record is', async () => {
    const { code, out } = await typed('match', 'r1m2', '--data', data);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'R1M2: P03 Agent P03 – P04 Four�[31m (round 1, referee REF01)',
      'Result    P03 Agent P03 won, points 3 : 0, timeout',
      'Decided   2025-01-15 10:00:00 UTC, recomputed from moves and seed',
      `Draw      seed ${seedOf('R1M2')}`,
      expect.stringMatching(/^ {10}SHA-256\(seed, match id\) [0-9a-f]{64}, compare it with the draw_commitment/),
      '',
      '  At     Player  Asked to  Attempt  Took       Limit  Notes',
      '  0 ms   P03     join            1  10 ms      5 s',
      '  0 ms   P04     join            1  1.2 s      5 s',
      '  1.3 s  P04     move 1          1  no answer  3 s    E001 P04 did not answer in time',
      '  3 earlier attempts left out',
      '',
      expect.stringMatching(/^At fault {2}P04 Four�\[31m \(E001\): .*it had not answered when its 3 s were over$/),
      `To change ${adviceFor('timeout', 'E001')}`,
      '',
      expect.stringMatching(/^The full record is not shown: the file of the match is where its referee runs/),
      '',
    ]);
  });

  test('says as JSON all that is known', async () => {
    expect(await json('match', 'R1M2')).toMatchObject({
      match_id: 'R1M2',
      names: { P03: 'Agent P03' },
      result: { winner: 'P03' },
      steps: [{}, {}, { player_id: 'P04', answered_ms: null }],
      draw: { seed: seedOf('R1M2'), as_promised: null },
      faults: [{ player_id: 'P04', cause: 'timeout', error_code: 'E001', advice: adviceFor('timeout') }],
      messages: null,
    });
  });

  test('of an undecided match tells no seed', async () => {
    const { out } = await typed('match', 'R2M1', '--data', data);
    expect(out).toMatch(/^R2M1: P\d\d .*\nIt is being played; moves, times and seed are told once it is decided\.\n$/);
    expect(JSON.stringify(await json('match', 'R2M1'))).not.toContain(seedOf('R2M1'));
    expect((await typed('match', 'R3M1', '--data', data)).out).toContain('It has not begun.\n');
  });

  test('of an answer that could not be used, and silence after it, tells the answer', async () => {
    const { match_id } = ofTroubled('P01', 'DECIDED');
    const { out } = await typed('match', match_id, '--data', trouble);
    expect(out).toContain('(E003): ');
    expect(out).toContain(`To change ${adviceFor('bad_answer', 'E003')}\n`);
  });

  test('of a match that is not played, or whose place is free, says so', async () => {
    const told = async (player_id: string, status: ScheduledMatch['status']) =>
      (await typed('match', ofTroubled(player_id, status).match_id, '--data', trouble)).out.split('\n')[1];
    expect(await told('P05', 'LATE_PLACE')).toBe('It waits for a late-comer: nobody has taken a place of it yet.');
    expect(await told('P04', 'NOT_PLAYED')).toBe('It will not be played: a player of it was removed.');
  });

  test('of a result that counts in no table says so and why, and seeks no record where none was written', async () => {
    const { match_id } = ofTroubled('P04', 'DECIDED');
    const { out } = await typed('match', match_id, '--data', trouble);
    expect(out).toContain(
      'Counts    in no table: P04 was removed by the operator: it cheats, before half of its matches were played\n',
    );
    expect(out).toMatch(/\nThere are no times of it, and no record\.\n$/);
    expect((await typed('match', ofTroubled('P01', 'DECIDED').match_id, '--data', trouble)).out).not.toContain(
      'Counts',
    );
  });

  test('tells the facts of the game as they were judged, by no rule of its own', async () => {
    const { match_id } = ofTroubled('P01', 'DECIDED');
    expect((await typed('match', match_id, '--data', trouble)).out).toContain('Facts     drawn number 7\n');
  });

  test('of a match that is not there says so in a line', async () => {
    expect(await typed('match', 'R9M9', '--data', data)).toEqual({
      code: 2,
      out: '',
      err: 'league: there is no match "R9M9" in cup: it has 3 rounds and 6 matches, such as R1M1\n',
    });
  });
});

describe('league player-report', () => {
  test('tells results, times against the limits, forfeits with advice, and violations', async () => {
    expect((await typed('player-report', 'P04', '--data', data)).out.split('\n')).toEqual([
      'P04 Four�[31m: rank 3 of 4 with 0 points; 1 played: 0 won, 0 drawn, 1 lost, 1 of them by forfeit',
      '',
      'Times of its answers',
      '  Asked to  Answers  Median  95 %   Longest  Limit',
      '  join            1  1.2 s   1.2 s  1.2 s    5 s',
      '',
      'Forfeits',
      expect.stringMatching(/^ {2}1 × timeout \(E001\) in R1M2: P04 .*3 s were over$/),
      `      To change: ${adviceFor('timeout')}`,
      '',
      '3 violations of the protocol',
      '  R1M2  over_30_s (30 s, or the shorter limit of the answer)  1 time: x',
      '  seen by the manager  version  2 times',
      '',
      '  Match  Against        Outcome    Points  Why',
      '  R1M2   P03 Agent P03  forfeited       0',
      '',
    ]);
  });

  test('knows a player by name, counts guarded moves, and tells what came to nothing without a forfeit', async () => {
    expect(await json('player-report', 'agent p01')).toMatchObject({
      player: { player_id: 'P01' },
      latencies: [
        { asked_for: 'join', answers: 1, median_ms: 10, max_ms: 10, limit_ms: 5_000 },
        { asked_for: 'move', answers: 2, median_ms: 20, p95_ms: 200, max_ms: 200, limit_ms: 3_000 },
      ],
      faults: [],
      failed_attempts: [{ match_id: 'R1M1', code: 'E004' }],
      guarded: { R1M1: 1 },
    });
    const { out } = await typed('player-report', 'P01', '--data', data);
    expect(out).toContain('1 move made for a strategy that failed, in R1M1\n');
    expect(out).toContain('\n1 attempt came to nothing without a forfeit\n  R1M1  P01 made no valid choice');
  });

  test('says which results count in no table, and that the player was removed', async () => {
    const { match_id, player_a, player_b } = ofTroubled('P04', 'DECIDED');
    const opponent = player_a === 'P04' ? player_b : player_a;
    const { out } = await typed('player-report', opponent, '--data', trouble);
    expect(out).toMatch(new RegExp(`${match_id} .*counts in no table: P04 was removed by the operator: it cheats`));
    expect((await typed('player-report', 'P04', '--data', trouble)).out.split('\n')[1]).toBe(
      'It is removed: it cheats',
    );
  });

  test('of a player that is not there says so in a line, with the one that was meant', async () => {
    expect(await typed('player-report', 'P05', '--data', data)).toMatchObject({ code: 2, out: '' });
    expect((await typed('player-report', 'Agent P3', '--data', data)).err).toContain('did you mean Agent P03?');
    expect((await typed('player-report', '--data', data)).err).toContain('league player-report needs PLAYER');
  });
});

test('there is an advice for every cause, and the code of an answer that came says more', () => {
  for (const cause of FAULT_CAUSES) expect(adviceFor(cause)).toMatch(/^[A-Z].*\.$/);
  for (const code of Object.keys(ERRORS)) expect(adviceFor('bad_answer', code)).toMatch(/^[A-Z].*\.$/);
  expect(adviceFor('bad_answer', 'E003')).toContain('the field that is named');
  expect(adviceFor('timeout', 'E003')).toBe(adviceFor('timeout'));
  const said = ['HTTP 500: oops', 'it answered with an error: crash', 'it closed the connection without an answer'];
  for (const detail of said) expect(adviceFor('bad_answer', 'E002', detail)).toContain('its handler failed');
});

test('grades of a league that is not over say so first, in a table of their own form not at all', async () => {
  const note = 'Not over: 2 of 6 matches are decided, and these grades may change.';
  const table = await typed('grade', '--data', data);
  expect(table.out.split('\n').slice(0, 3)).toEqual([note, '', expect.stringMatching(/^\| Rank \|/)]);
  const csv = await typed('grade', '--data', data, '--format', 'csv');
  expect(csv.out).toMatch(/^Rank,Player/);
  expect(csv.err).toContain(note);
});
