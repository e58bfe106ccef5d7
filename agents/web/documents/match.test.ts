import { expect, test } from 'vitest';
import type { MatchesPage } from '../../../SHARED/contracts/api/league.ts';
import type { MatchDocument, PlayerDocument } from '../../../SHARED/contracts/api/one.ts';
import { recordHash } from '../../../SHARED/contracts/files/match.ts';
import type { MatchResult } from '../../../SHARED/contracts/messages/result.ts';
import type { Json } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { makeBoards } from '../../../SHARED/games/judge.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { apply, type League } from '../../league_manager/league/state.ts';
import { pairingsIn } from '../../league_manager/public/queries.ts';
import { AT, decision, folded, LEAGUE, matchIn, running, seedOf } from '../../league_manager/testing/rehearsal.ts';
import type { Format } from '../../league_manager/tournament/format.ts';
import { playedRounds, QUIET, shownOf } from '../testing/shown.ts';
import type { ShownLeague } from '../web.ts';
import { documentsOf } from './documents.ts';

const matchOf = async (shown: ShownLeague, match_id: string) =>
  unwrap(await documentsOf(shown).match({ match_id, query: {} })) as MatchDocument;
const playerOf = async (shown: ShownLeague, player_id: string) =>
  unwrap(await documentsOf(shown).player({ player_id, query: {} })) as PlayerDocument;

/** A league of four whose first match is decided so. */
function decided(
  details: Partial<MatchResult['details']>,
  game_type?: string,
  record_sha256: string | null = null,
): League {
  const league = folded(running({ players: 4 }));
  if (game_type !== undefined) league.game_type = game_type;
  const match = matchIn(league, 'R1M1');
  const event = decision(match, { winner: match.pairing.seats[0] });
  const result = { ...event.result, details: { ...event.result.details, ...details } as MatchResult['details'] };
  apply(league, { ...event, result, record_sha256 });
  return league;
}

test('a match that is not decided shows its commitment, and neither seed nor course', async () => {
  const league = folded(running({ players: 4 }));
  const match = await matchOf(shownOf(league), 'R1M1');
  expect(match).toMatchObject({ status: 'RUNNING', steps: [], messages: null, frames: [], faults: [] });
  expect(match.draw).toMatchObject({ seed: null, as_promised: null });
  expect(match.facts).toEqual([{ name: 'State', text: expect.stringContaining('being played') }]);
  expect(JSON.stringify(match)).not.toContain(seedOf('R1M1'));
  expect((await matchOf(shownOf(league), 'R2M1')).draw).toBeNull();
});

test('a decided match of a board game is drawn step by step', async () => {
  const moves = [{ P01: 4 }, { P02: 0 }] as readonly { readonly [id: string]: Json }[];
  const league = decided({ moves: [...moves] }, 'tic_tac_toe');
  const [a, b] = matchIn(league, 'R1M1').pairing.seats;
  expect([a, b]).toEqual(['P01', 'P02']);
  const { frames } = await matchOf(shownOf(league, { boardsOf: makeBoards(gameOf) }), 'R1M1');
  expect(frames.map(({ step, moves: made }) => [step, made])).toEqual([
    [0, {}],
    [1, { P01: 4 }],
    [2, { P02: 0 }],
  ]);
  expect(frames[2]?.board).toEqual([
    ['O', null, null],
    [null, 'X', null],
    [null, null, null],
  ]);
  const plain = await matchOf(shownOf(league), 'R1M1');
  expect(plain.frames.map(({ board }) => board)).toEqual([null, null, null]);
});

test('a move that is long is told by its beginning', async () => {
  const league = decided({ moves: [{ P01: 'x'.repeat(10_000) }], choices: { P01: 'x'.repeat(10_000) } });
  const shown = shownOf(league);
  expect(JSON.stringify(await matchOf(shown, 'R1M1')).length).toBeLessThan(3_000);
  expect(JSON.stringify(await playerOf(shown, 'P01')).length).toBeLessThan(4_000);
});

test('the messages of a record are told where it is the one that was reported', async () => {
  const line = { sequence: 1, message_type: 'GAME_INVITATION', timestamp: AT, to: ['P01', 'P02'] };
  const seat = (id: string) => ({ id, display_name: id, joined_at: AT });
  const record = {
    ...{ schema_version: '1.0.0', match_id: 'R1M1', league_id: LEAGUE, round_id: 1, referee_id: 'REF01' },
    lifecycle: { state: 'FINISHED' as const, created_at: AT },
    players: { player_a: seat('P01'), player_b: seat('P02') },
    transcript: [line, { ...line, sequence: 2, from: 'P01', to: [], guarded: 'it threw' }],
  };
  const league = decided({}, undefined, recordHash(record as Parameters<typeof recordHash>[0]));
  const disk = memoryDisk();
  const shown = shownOf(league, { disk });
  const missing = await matchOf(shown, 'R1M1');
  expect(missing).toMatchObject({ messages: null, record_missing: expect.stringContaining('where its referee runs') });
  await disk.replace(dataPaths('data').match(LEAGUE, 'R1M1'), JSON.stringify(record));
  const { messages, record_missing } = await matchOf(shown, 'R1M1');
  expect(record_missing).toBeNull();
  expect(messages).toEqual([
    { at_ms: 0, message_type: 'GAME_INVITATION', from: null, to: ['P01', 'P02'] },
    { at_ms: 0, message_type: 'GAME_INVITATION', from: 'P01', to: [] },
  ]);
});

test('that a guard moved in place of a strategy, and why, is told to the operator alone', async () => {
  const asked = { player_id: 'P01', step: 1, awaited: 'PARITY_CHOICE', attempt: 1, asked_ms: 0 };
  const entry = { ...asked, answered_ms: 5, deadline_ms: 9 };
  const shown = shownOf(decided({ timeline: [{ ...entry, guarded: 'it threw' }, entry] }));
  expect(JSON.stringify(await matchOf(shown, 'R1M1'))).not.toContain('it threw');
  const own = await documentsOf(shown).match({ match_id: 'R1M1', query: {}, isOperator: true });
  const { steps } = unwrap(own) as MatchDocument;
  expect(steps.map(({ guarded }) => guarded)).toEqual(['it threw', undefined]);
});

test('an open match tells the players it waits for, in lists and alone, and is held in a pause', async () => {
  const league = folded(running({ players: 4 }));
  let paused: string | undefined;
  const live = {
    ...QUIET,
    paused: () => paused,
    isHeld: () => paused !== undefined,
    waitsFor: (ids: readonly string[]) => Promise.resolve(new Map(ids.map((id) => [id, ['P01']]))),
  };
  const shown = shownOf(league, { live });
  expect((await matchOf(shown, 'R1M1')).waits_for).toEqual(['P01']);
  const list = unwrap(await documentsOf(shown).matches({ query: { status: 'RUNNING' } })) as MatchesPage;
  expect(list.rows.map(({ waits_for }) => waits_for)).toEqual([['P01'], ['P01']]);
  expect((await playerOf(shown, 'P01')).next_match).toMatchObject({ match_id: 'R1M1', waits_for: ['P01'] });
  paused = 'lunch';
  expect(await matchOf(shown, 'R1M1')).toMatchObject({ status: 'PAUSED' });
  const deadlines = { join_sec: 5, move_sec: 30 };
  expect(unwrap(await documentsOf(shown).league({ query: {} }))).toMatchObject({ paused: 'lunch', deadlines });
  // Files do not say by which limits their league was played.
  expect(unwrap(await documentsOf(shownOf(league)).league({ query: {} }))).toMatchObject({ deadlines: null });
});

test('of the open matches, those that a referee has taken come first', async () => {
  const league = folded(running({ players: 8 }));
  const live = { ...QUIET, isGivenOut: (id: string) => id === 'R1M1' || id === 'R1M2' };
  const listed = async (query: object) =>
    (unwrap(await documentsOf(shownOf(league, { live })).matches({ query })) as MatchesPage).rows.map(
      ({ match_id }) => match_id,
    );
  expect(await listed({ status: 'RUNNING' })).toEqual(['R1M2', 'R1M1', 'R1M4', 'R1M3']);
  expect(await listed({ status: 'RUNNING', limit: 2 })).toEqual(['R1M2', 'R1M1']);
  expect(await listed({})).toEqual(['R1M4', 'R1M3', 'R1M2', 'R1M1']);
});

test('an open match that no referee has taken is queued: it is told apart from those that are played', async () => {
  const live = { ...QUIET, isGivenOut: (id: string) => id === 'R1M1' };
  const documents = documentsOf(shownOf(folded(running({ players: 6 })), { live }));
  const { rows } = unwrap(await documents.matches({ query: {} })) as MatchesPage;
  expect(rows.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED', 'RUNNING']);
  expect(unwrap(await documents.league({ query: {} }))).toMatchObject({ matches: { running: 3, queued: 2 } });
});

test('a player is told with its results, times, faults and violations, newest first', async () => {
  const timeline = [
    {
      player_id: 'P01',
      step: 0,
      awaited: 'GAME_JOIN_ACK',
      attempt: 1,
      asked_ms: 0,
      answered_ms: 5,
      deadline_ms: 5_000,
    },
    {
      player_id: 'P02',
      step: 0,
      awaited: 'GAME_JOIN_ACK',
      attempt: 1,
      asked_ms: 0,
      answered_ms: null,
      deadline_ms: 5_000,
    },
  ];
  const fault = { player_id: 'P02', cause: 'timeout' as const, evidence: { detail: 'no answer' } };
  const league = decided({
    timeline,
    faults: [fault],
    status: 'TECHNICAL_LOSS',
    termination: 'timeout',
    moves: [{ P01: 'even' }],
    violations: [{ player_id: 'P02', kind: 'schema', example: 'secret words' }],
  });
  const shown = shownOf(league);
  const winner = await playerOf(shown, 'P01');
  expect(winner).toMatchObject({
    matches: [{ match_id: 'R1M1', opponent_id: 'P02', outcome: 'won', points: 3 }],
    choices: { '"even"': 1 },
    answers: [{ match_id: 'R1M1', step: 0, took_ms: 5, limit_ms: 5_000 }],
    latencies: [{ asked_for: 'join', answers: 1, median_ms: 5 }],
    faults: [],
    next_match: { match_id: 'R2M1', status: 'SCHEDULED' },
  });
  const loser = await playerOf(shown, 'P02');
  expect(loser).toMatchObject({
    matches: [{ outcome: 'forfeited' }],
    agent: { is_ready: false, silent_since: AT, failure: 'It did not answer in time' },
    answers: [{ took_ms: null }],
    faults: [{ player_id: 'P02', cause: 'timeout', matches: ['R1M1'], advice: expect.stringMatching(/./) }],
    violations: [{ kind: 'schema', count: 1 }],
  });
  expect(JSON.stringify([winner, loser])).not.toContain('secret words');
});

test('a late page of the schedule of one player makes no round', async () => {
  for (const players of [40, 41]) {
    const league = playedRounds(players, 1);
    const own = Array.from({ length: players }, (_, i) => pairingsIn(league, i + 1)).flatMap((round) =>
      round.filter(({ seats }) => seats.includes('P06')).map(({ match_id }) => match_id),
    );
    const format = league.format as Format;
    let made = 0;
    const planned = (round_id: number) => {
      made++;
      return format.outlook().planned?.(round_id) ?? [];
    };
    league.format = { ...format, outlook: () => ({ ...format.outlook(), planned }) };
    const query = { player: 'P06', cursor: '30', limit: 4 };
    const { rows, total } = unwrap(await documentsOf(shownOf(league)).schedule({ query })) as MatchesPage;
    expect(rows.map(({ match_id }) => match_id)).toEqual(own.slice(30, 34));
    expect([total, made]).toEqual([own.length, 0]);
  }
});
