import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { checkReport } from '../results/check_report.ts';
import { AT, example, folded, ids, LEAGUE, matchIn, opening, running, settingsWith } from '../testing/rehearsal.ts';
import type { LeagueEvent, RoundOpened } from './events.ts';
import { apply, type League, type Match } from './state.ts';

interface Play {
  readonly players: number;
  readonly rounds: number;
  /** Is told of each match as it is decided. */
  readonly hear?: (match: Match) => void;
  readonly after?: (league: League, round_id: number) => void;
  /** How a round is opened, where not as usual. */
  readonly renamed?: (opened: RoundOpened) => RoundOpened;
}

/** As it comes from a ledger. */
const read = <T extends LeagueEvent>(event: T) => JSON.parse(JSON.stringify(event)) as T;

/** What follows when the first player says even and the second odd. */
function resultOf({ pairing, seed }: Match) {
  const { game_type, options, scoring, double_forfeit } = settingsWith().config;
  const [a, b] = pairing.seats;
  const terms = { game_type, options, scoring, double_forfeit, draw_seed: seed, players: pairing.seats };
  return unwrap(judge(terms, { moves: [{ [a]: 'even', [b]: 'odd' }], faults: [] }));
}

/** Plays whole rounds. */
function played({ players, rounds, hear, after, renamed = (opened) => opened }: Play): League {
  const [first, ...before] = running({ players, referees: 2 }).reverse() as [RoundOpened, ...LeagueEvent[]];
  const league = folded(before.reverse());
  for (let round_id = 1; round_id <= rounds; round_id++) {
    apply(league, read(renamed(round_id === 1 ? first : opening(ids('P', players), 2, round_id))));
    for (const match_id of league.rounds.get(round_id)?.matches ?? []) {
      const match = matchIn(league, match_id);
      const { referee_id, epoch } = match;
      const about = { match_id, referee_id, epoch, verified: round_id !== 2, record_sha256: sha256(match_id) };
      apply(league, read({ type: 'match_decided', at: AT, ...about, result: resultOf(match) }));
      hear?.(structuredClone(matchIn(league, match_id)));
    }
    apply(league, { type: 'round_closed', at: AT, round_id });
    after?.(league, round_id);
  }
  return league;
}

test.each([
  ['of a small league', { players: 6, rounds: 5 }],
  ['of rounds with more matches than are packed together', { players: 262, rounds: 4 }],
])('a match of a closed round stays what it was when it was decided: %s', (_, { players, rounds }) => {
  const decided: Match[] = [];
  const league = played({ players, rounds, hear: (match) => void decided.push(match) });
  expect([...league.matches.values()]).toEqual(decided);
  const names = decided.map(({ pairing }) => pairing.match_id);
  expect([...league.matches.keys()]).toEqual(names);
  expect(names.toReversed().map((match_id) => league.matches.get(match_id))).toEqual(decided.toReversed());
  expect(league.matches.size).toBe(decided.length);
  expect(league.unverified).toBe(players / 2);
  for (const none of ['R1M0', `R1M${players / 2 + 1}`, 'R01M1', 'R99M1', 'M1', ''])
    expect(league.matches.get(none), none).toBeUndefined();
});

test.each<[string, (matches: RoundOpened['matches']) => RoundOpened['matches']]>([
  [
    'whose ids are of another kind',
    (matches) => matches.map((match, i) => ({ ...match, match_id: `semi-final ${i}` })),
  ],
  ['that leaves a match out', (matches) => matches.slice(1)],
  ['that has none', () => []],
])('a round %s keeps its matches too, and so do those behind it', (_, changed) => {
  const decided: Match[] = [];
  const renamed = (opened: RoundOpened): RoundOpened =>
    opened.round_id === 2 ? { ...opened, matches: changed(opened.matches) } : opened;
  const league = played({ players: 6, rounds: 5, renamed, hear: (match) => void decided.push(match) });
  expect([...league.matches.values()]).toEqual(decided);
  expect(decided.map(({ pairing }) => league.matches.get(pairing.match_id))).toEqual(decided);
});

test('a report of a round that closed long ago is acknowledged again, and another result is E010', () => {
  const league = played({ players: 6, rounds: 5 });
  const match = matchIn(league, 'R1M1');
  const [player_a, player_b] = match.pairing.seats;
  const outcome = (result: object) => {
    const about = { league_id: LEAGUE, match_id: 'R1M1', round_id: 1, player_a, player_b, assignment_epoch: 1, result };
    const by = { settings: settingsWith(), judge };
    const answer = checkReport(league, by, example('MATCH_RESULT_REPORT', about), match.referee_id);
    return answer.ok ? answer.value.kind : answer.error.code;
  };
  expect(outcome(resultOf(match))).toBe('again');
  expect(outcome({ ...resultOf(match), winner: null })).toBe('E010');
});

test('a decided match costs a league a few hundred bytes', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    // Buffers are given back a little later than what held them.
    for (let i = 0; i < 3; i++) collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const marks = new Map<number, number>();
  const players = 120;
  const league = played({
    players,
    rounds: 100,
    after: (_, round_id) => void (round_id % 50 === 0 && marks.set(round_id, held())),
  });
  const matches = (players / 2) * 50;
  const perMatch = ((marks.get(100) ?? 0) - (marks.get(50) ?? 0)) / matches;
  expect(perMatch).toBeLessThan(500);
  expect(league.matches.size).toBe(2 * matches);
});
