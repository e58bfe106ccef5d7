import { expect, test } from 'vitest';
import type {
  AgentsPage,
  Crosstable,
  LeagueDocument,
  MatchesPage,
  Progress,
  StandingsPage,
} from '../../../SHARED/contracts/api/league.ts';
import type { Monotonic } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { apply } from '../../league_manager/league/state.ts';
import { AT, decision, folded, ids, matchIn, opening, running } from '../../league_manager/testing/rehearsal.ts';
import { playedRounds, shownOf } from '../testing/shown.ts';
import type { ShownLeague } from '../web.ts';
import { type DocumentQuery, documentsOf } from './documents.ts';

async function made<D>(
  shown: ReturnType<typeof shownOf>,
  name: 'standings' | 'crosstable' | 'progress',
  query: DocumentQuery = {},
) {
  return unwrap(await documentsOf(shown)[name]({ query })) as D;
}

test('a player moves against the table without the newest closed round, and before two are closed nobody does', async () => {
  const one = await made<StandingsPage>(shownOf(playedRounds(6, 1)), 'standings');
  expect(one.rows.map(({ movement }) => movement)).toEqual([null, null, null, null, null, null]);
  for (const rounds of [2, 3]) {
    const before = await made<StandingsPage>(shownOf(playedRounds(6, rounds - 1)), 'standings');
    const now = await made<StandingsPage>(shownOf(playedRounds(6, rounds)), 'standings');
    const ranks = new Map(before.rows.map(({ player_id, rank }) => [player_id, rank]));
    for (const { player_id, rank, movement } of now.rows)
      expect([player_id, movement]).toEqual([player_id, (ranks.get(player_id) ?? 0) - rank]);
  }
});

test('a league says who leads from the first result on, and where several share the place', async () => {
  const headOf = async (shown: ShownLeague) => unwrap(await documentsOf(shown).league({ query: {} })) as LeagueDocument;
  const open = folded(running({ players: 4 }));
  expect(await headOf(shownOf(open))).toMatchObject({ leader: null, first_place: null });
  apply(open, decision(matchIn(open, 'R1M1'), { winner: 'P02' }));
  const leader = { player_id: 'P02', display_name: 'Agent P02', points: 3 };
  expect(await headOf(shownOf(open))).toMatchObject({ leader, first_place: null, champion: null });
  apply(open, decision(matchIn(open, 'R1M2'), { winner: 'P04' }));
  const first_place = '2 players share the first place: Agent P02 (P02), Agent P04 (P04)';
  expect(await headOf(shownOf(open))).toMatchObject({ leader, first_place });
});

test('results of the open round count in the rank now, and not in the one before', async () => {
  const league = playedRounds(4, 2);
  const [first = ''] = league.rounds.get(3)?.matches ?? [];
  const match = matchIn(league, first);
  apply(league, decision(match, { winner: [...match.pairing.seats].sort()[1] as string }));
  const { rows } = await made<StandingsPage>(shownOf(league), 'standings');
  const before = await made<StandingsPage>(shownOf(playedRounds(4, 1)), 'standings');
  for (const { player_id, rank, movement } of rows)
    expect(movement).toBe((before.rows.find((row) => row.player_id === player_id)?.rank ?? 0) - rank);
});

test('a crosstable has every meeting from both sides, decided, open and to come', async () => {
  const league = playedRounds(4, 2);
  const { players, cells } = await made<Crosstable>(shownOf(league), 'crosstable');
  for (const [row, { player_id }] of players.entries()) {
    for (const [column, { player_id: other }] of players.entries()) {
      const meetings = cells[row]?.[column] ?? [];
      expect(meetings).toHaveLength(row === column ? 0 : 1);
      for (const { match_id, outcome, points } of meetings) {
        const decided = league.matches.get(match_id)?.decided;
        if (decided === undefined) expect([outcome, points]).toEqual(['running', null]);
        else {
          expect(points).toBe(decided.result.score[player_id]);
          expect(outcome).toBe(decided.result.winner === player_id ? 'won' : 'lost');
          expect(Object.keys(decided.result.score).sort()).toEqual([player_id, other].sort());
        }
      }
    }
  }
  const early = await made<Crosstable>(shownOf(playedRounds(4, 0)), 'crosstable');
  const outcomes = early.cells.flat(2).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'scheduled')).toHaveLength(8);
});

test('a crosstable and a plot that were read early follow the league', async () => {
  const league = playedRounds(4, 1);
  const documents = documentsOf(shownOf(league));
  await documents.crosstable({ query: {} });
  for (const match_id of league.rounds.get(2)?.matches ?? [])
    apply(league, decision(matchIn(league, match_id), 'draw'));
  const again = unwrap(await documents.crosstable({ query: {} })) as Crosstable;
  expect(again.cells.flat(2).filter(({ outcome }) => outcome === 'drawn')).toHaveLength(4);
  const plot = unwrap(await documents.progress({ query: {} })) as Progress;
  expect(plot.lines[0]).toEqual({ player_id: 'P01', display_name: 'Agent P01', points: [3, 4] });
});

test('the last points of a plot are those of the table, also after a removal', async () => {
  const league = playedRounds(6, 3);
  apply(league, { type: 'agent_removed', at: AT, agent_id: 'P02', reason: 'gone', by: 'operator', counted: false });
  const shown = shownOf(league);
  const { lines, rounds } = await made<Progress>(shown, 'progress', { players: 'P01,P02,P06' });
  expect(rounds).toEqual([1, 2, 3, 4]);
  const table = new Map(shown.rows().map(({ player_id, points }) => [player_id, points]));
  expect(lines.map(({ player_id, points }) => [player_id, points.at(-1)])).toEqual(
    ['P01', 'P02', 'P06'].map((id) => [id, table.get(id)]),
  );
  const own = unwrap(await documentsOf(shown).matches({ query: { player: 'P02', status: 'DECIDED' } })) as MatchesPage;
  for (const { annulled } of own.rows) expect(annulled).toContain('P02 was removed');
});

test('a search finds players by id and by name, in any case', async () => {
  const shown = shownOf(playedRounds(12, 1));
  const byId = await made<StandingsPage>(shown, 'standings', { search: 'p1' });
  expect(byId.rows.map(({ player_id }) => player_id).sort()).toEqual(['P10', 'P11', 'P12']);
  expect((await made<StandingsPage>(shown, 'standings', { search: 'AGENT p03' })).total).toBe(1);
  expect((await made<StandingsPage>(shown, 'standings', { search: 'nobody' })).rows).toEqual([]);
});

test('a document of many rounds or rows lets others have their turn in between', async () => {
  let [now, turns] = [0, 0];
  const busy: ShownLeague['clock'] = {
    ...fakeClock(),
    monotonic: () => (1_000 * now++) as Monotonic,
    poll: () => Promise.resolve(void turns++),
  };
  const documents = documentsOf(shownOf(playedRounds(12, 8), { clock: busy }));
  await documents.crosstable({ query: {} });
  for (const [name, least] of [
    ['crosstable', 11],
    ['progress', 9],
    ['standings', 12],
  ] as const) {
    turns = 0;
    await documents[name]({ query: {} });
    expect([name, turns >= least]).toEqual([name, true]);
  }
});

test('a player that failed in three matches in a row is marked in the table and among the agents, also after the end', async () => {
  const league = folded(running({ players: 2, legs: 3 }));
  for (let round_id = 1; round_id <= 3; round_id++) {
    if (round_id > 1) apply(league, opening(ids('P', 2), 1, round_id, 3));
    apply(league, decision(matchIn(league, `R${round_id}M1`), { silent: ['P02'] }));
    apply(league, { type: 'round_closed', at: AT, round_id });
  }
  const mark = { mark: 'suspended', reason: 'no usable answer in 3 matches in a row' };
  for (const isOver of [false, true]) {
    if (isOver) apply(league, { type: 'league_closed', at: AT, champion: 'P01' });
    const { rows } = await made<StandingsPage>(shownOf(league), 'standings');
    expect(rows).toMatchObject([{ player_id: 'P01' }, { player_id: 'P02', ...mark }]);
    expect(rows[0]).not.toHaveProperty('mark');
    const agents = unwrap(await documentsOf(shownOf(league)).agents({ query: { role: 'player' } })) as AgentsPage;
    expect(agents.rows).toMatchObject([{ mark: null }, { agent_id: 'P02', ...mark, since: AT }]);
  }
});

test('a match that both players forfeit is told from one that a player forfeits alone', async () => {
  const league = playedRounds(4, 0);
  const [both, one] = (league.rounds.get(1)?.matches ?? []).map((match_id) => matchIn(league, match_id));
  if (both === undefined || one === undefined) throw new Error('a round of four has two matches');
  apply(league, decision(both, { silent: both.pairing.seats }));
  apply(league, decision(one, { silent: one.pairing.seats.slice(1) }));
  const { cells } = await made<Crosstable>(shownOf(league), 'crosstable');
  const outcomesOf = ({ pairing }: typeof both) =>
    cells.flat(2).flatMap(({ match_id, outcome }) => (match_id === pairing.match_id ? [outcome] : []));
  expect(outcomesOf(both)).toEqual(['both_forfeited', 'both_forfeited']);
  expect(outcomesOf(one).sort()).toEqual(['forfeited', 'won']);
});
