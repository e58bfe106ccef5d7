import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore, ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import type { Damage } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { BEGINNING, writeLine } from '../../../SHARED/league_sdk/ledger/text.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import type { LeagueEvent, MatchDecided } from '../league/events.ts';
import type { LeagueRules } from '../settings.ts';
import { AT, decision, folded, LEAGUE, matchIn, running } from '../testing/rehearsal.ts';
import { audit } from './audit.ts';
import { firstWrong, type Recomputing, type ResultBatch } from './recorded_results.ts';

const OPENED = running({ players: 4 });
const league = folded(OPENED);
const CLOSED: LeagueEvent = { type: 'round_closed', at: AT, round_id: 1 };

/** A match of the first round as its rules decide it, both players choosing even. */
function honest(match_id: string): MatchDecided {
  const match = matchIn(league, match_id);
  const { options, scoring, double_forfeit } = league.rules as LeagueRules;
  const { seats: players } = match.pairing;
  const terms = { game_type: league.game_type, options, scoring, double_forfeit, players, draw_seed: match.seed };
  const moves = [{ [players[0]]: 'even', [players[1]]: 'even' }];
  return { ...decision(match, 'draw'), result: unwrap(judge(terms, { moves, faults: [] })) };
}

function wrong(match_id: string, change: object): LeagueEvent {
  const event = honest(match_id);
  return { ...event, result: { ...event.result, ...change } };
}

/** Recomputes nothing before it has to say what it found. */
function atTheEnd(): Recomputing {
  const batches: ResultBatch[] = [];
  return {
    take: (batch) => void batches.push(batch),
    isWrong: false,
    first: async () => batches.map((batch) => firstWrong(batch, judge)).find((found): found is Damage => !!found),
  };
}

/** What is found in a ledger of these events, one in a line, whose line of this number is damaged. */
async function found(events: readonly LeagueEvent[], damaged?: number) {
  const disk = memoryDisk();
  let [text, hash] = ['', BEGINNING];
  for (const [i, event] of events.entries()) {
    const line = writeLine(i + 1, hash, [event as never]);
    text += `${i + 1 === damaged ? line.text.replace('{', '[') : line.text}\n`;
    hash = line.hash;
  }
  await disk.replace(ledgerFile('/data', LEAGUE), text);
  const store = fileLedgerStore(disk, '/data');
  const options = { store, disk, data: '/data', league_id: LEAGUE, judge, isAnywhere: true };
  const one = await audit(options);
  const apart = await audit({ ...options, recomputing: atTheEnd() });
  expect(apart).toEqual(one);
  return one;
}

test.each([
  [true, { ok: true, value: { views: 0, notes: [expect.stringMatching(/standings\.json: it is of another run/)] } }],
  [false, { ok: false, error: { what: expect.stringMatching(/^it is of another run of this league, run_2;/) } }],
])('a view of another run is no view of this one (a ledger elsewhere: %j)', async (isAnywhere, expected) => {
  const disk = memoryDisk();
  const { text } = writeLine(1, BEGINNING, [OPENED[0] as never]);
  await disk.replace(ledgerFile('/data', LEAGUE), `${text}\n`);
  const view = { schema_version: '1.0.0', league_id: LEAGUE, run_id: 'run_2', sequence: 30 };
  await disk.replace(dataPaths('/data').standings(LEAGUE), JSON.stringify(view, null, 2));
  const store = fileLedgerStore(disk, '/data');
  expect(await audit({ store, disk, data: '/data', league_id: LEAGUE, judge, isAnywhere })).toMatchObject(expected);
});

describe('results that are recomputed while the fold goes on', () => {
  test('are as right as those that are recomputed one by one', async () => {
    const all = [...OPENED, honest('R1M1'), honest('R1M2'), CLOSED];
    expect(await found(all)).toMatchObject({ ok: true, value: { recomputed: 2, onTrust: 0 } });
  });

  test.each<[string, readonly LeagueEvent[], RegExp]>([
    ['before an event that cannot be', [wrong('R1M1', { winner: 'P01' }), CLOSED], /R1M1: the winner is nobody/],
    ['before another', [wrong('R1M2', { winner: 'P02' }), wrong('R1M1', { winner: 'P01' })], /R1M2: the winner/],
    ['behind an event that cannot be', [CLOSED, wrong('R1M1', { winner: 'P01' })], /^round 1 is closed, and/],
    ['that no fold survives', [wrong('R1M1', { score: undefined }), honest('R1M2')], /R1M1: the score is/],
  ])('are found where they are wrong: %s', async (_, events, what) => {
    const audited = await found([...OPENED, ...events]);
    expect(audited).toMatchObject({ ok: false, error: { what: expect.stringMatching(what) } });
  });

  test.each([
    [1, /does not have the hash/],
    [2, /R1M1: the winner is nobody/],
  ])('are told before damage that comes later, and behind damage that came before (%i)', async (behind, what) => {
    const events = [...OPENED, wrong('R1M1', { winner: 'P01' }), honest('R1M2')];
    const audited = await found(events, OPENED.length + behind);
    expect(audited).toMatchObject({ ok: false, error: { what: expect.stringMatching(what) } });
  });
});
