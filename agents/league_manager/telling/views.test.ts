import { describe, expect, test } from 'vitest';
import { AgentsView, RoundsFile, RoundsSlice, StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { type Disk, wholeText } from '../../../SHARED/league_sdk/disk/disk.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../league/events.ts';
import { apply, type League, type Round, tableOf } from '../league/state.ts';
import {
  AT,
  CREATED,
  decision,
  folded,
  ids,
  LEAGUE,
  matchIn,
  opening,
  RUN,
  registration,
  running,
} from '../testing/rehearsal.ts';
import { makeViews, slicesOf, viewFiles } from './views.ts';

const paths = dataPaths('/data');

function viewsOf(
  league: League,
  address = 'http://localhost:8000/mcp',
  disk: Disk = memoryDisk(),
  check = async () => {},
) {
  league.manager_address = address;
  const clock = fakeClock();
  const failures: unknown[] = [];
  const onFailure = (cause: unknown) => void failures.push(cause);
  const views = makeViews({
    league,
    disk,
    clock,
    data: '/data',
    durable: async () => undefined,
    check,
    onFailure,
  });
  /** The three files, each checked against its shape; undefined when one is not there. */
  const files = async () => ({
    standings: unwrap(await readDocument(disk, paths.standings(LEAGUE), StandingsFile)),
    rounds: unwrap(await readDocument(disk, paths.rounds(LEAGUE), RoundsFile)),
    agents: unwrap(await readDocument(disk, paths.agentsView(LEAGUE), AgentsView)),
  });
  return { views, clock, disk, files, failures };
}

/** The first round played, the second open. */
function history(): readonly LeagueEvent[] {
  const events = running({ players: 4, referees: 2 });
  const league = folded(events);
  return [
    ...events,
    decision(matchIn(league, 'R1M1'), { winner: 'P02' }),
    { ...decision(matchIn(league, 'R1M2'), { silent: ['P04'] }), verified: false },
    { type: 'round_closed', at: AT, round_id: 1 },
    opening(ids('P', 4), 2, 2),
  ];
}

describe('the files of a league', () => {
  test('are left as they are where another manager has gone on with it', async () => {
    const { views, disk, failures, clock } = viewsOf(folded(history()), undefined, undefined, () =>
      Promise.reject(new Error('another process has written to it')),
    );
    views.touch();
    await clock.advance(1_000);
    expect(await disk.read(paths.standings(LEAGUE))).toBeUndefined();
    expect(failures).toContainEqual(new Error('another process has written to it'));
  });

  test('show what the state is, and of which event', async () => {
    const league = folded(history());
    const { views, files } = viewsOf(league);
    await views.write();
    const { standings, rounds, agents } = await files();
    const base = { schema_version: '1.0.0', league_id: LEAGUE, run_id: RUN, seeded: false, sequence: league.sequence };
    expect(standings).toMatchObject({ ...base, version: 2, rounds_completed: 1, last_updated: AT });
    expect(standings?.standings).toEqual(tableOf(league).map(({ played: _played, ...row }) => row));
    expect(rounds).toMatchObject({ ...base, total_rounds: 3 });
    expect(agents).toMatchObject({ ...base, league_manager: { active: true, status: 'ACTIVE' } });
    const present = { active: true, status: 'ACTIVE', dialect: 'rpc' };
    expect(agents).toMatchObject({ referees: [present, present], players: [present, present, present, present] });
  });

  test('rounds.json has every round so far, with what became of its matches', async () => {
    const { views, files } = viewsOf(folded(history()));
    await views.write();
    expect((await files()).rounds?.rounds).toEqual([
      {
        round_id: 1,
        status: 'COMPLETED',
        started_at: AT,
        completed_at: AT,
        matches: [
          {
            match_id: 'R1M1',
            player_a: 'P01',
            player_b: 'P02',
            winner: 'P02',
            status: 'WIN',
            referee_id: 'REF01',
            score: { P01: 0, P02: 3 },
            choices: {},
            termination: 'normal',
            reason: 'One was better.',
          },
          {
            match_id: 'R1M2',
            player_a: 'P03',
            player_b: 'P04',
            winner: 'P03',
            status: 'TECHNICAL_LOSS',
            referee_id: 'REF02',
            score: { P03: 3, P04: 0 },
            choices: {},
            termination: 'timeout',
            unverified: true,
          },
        ],
      },
      {
        round_id: 2,
        status: 'RUNNING',
        started_at: AT,
        completed_at: null,
        matches: [
          { match_id: 'R2M1', player_a: 'P03', player_b: 'P01', winner: null, status: null, referee_id: 'REF01' },
          { match_id: 'R2M2', player_a: 'P04', player_b: 'P02', winner: null, status: null, referee_id: 'REF02' },
        ],
      },
    ]);
  });

  test('agents_config.json has everybody in natural order, and no token', async () => {
    const league = folded([CREATED, ...['P10', 'REF02', 'P9', 'REF01'].map((id) => registration(id))]);
    const { views, files, disk } = viewsOf(league);
    await views.write();
    const { agents } = await files();
    expect(agents?.players.map((player) => player.player_id)).toEqual(['P9', 'P10']);
    expect(agents?.referees.map((referee) => referee.referee_id)).toEqual(['REF01', 'REF02']);
    expect(agents?.players[0]).toMatchObject({ status: 'REGISTERED', active: false, default_endpoint: 'memory:P9' });
    expect(agents?.league_manager).toMatchObject({
      agent_id: 'LM01',
      port: 8000,
      endpoint: 'http://localhost:8000/mcp',
    });
    expect(await disk.read(paths.agentsView(LEAGUE))).not.toMatch(/token|tok_|sha256/);
  });

  test('a manager without a port has none', async () => {
    const { views, files } = viewsOf(folded([CREATED]), 'memory:LM01');
    await views.write();
    expect((await files()).agents?.league_manager).toMatchObject({ port: 0, endpoint: 'memory:LM01' });
  });

  test('before the start are empty tables, and still whole files', async () => {
    const { views, files } = viewsOf(folded([CREATED]));
    await views.write();
    expect(await files()).toMatchObject({
      standings: { standings: [], version: 0 },
      rounds: { total_rounds: 0, rounds: [] },
    });
  });
});

describe('the files follow', () => {
  test('soon after a change, and many changes are one writing', async () => {
    const league = folded(running({ players: 4, referees: 2 }));
    const { views, clock, files } = viewsOf(league);
    views.touch();
    expect((await files()).standings).toBeUndefined();
    apply(league, decision(matchIn(league, 'R1M1'), 'draw'));
    views.touch();
    await clock.advance(200);
    expect((await files()).standings).toMatchObject({ version: 1, rounds_completed: 0, sequence: league.sequence });
    // The rounds are the longest file by far, and follow less closely.
    expect((await files()).rounds).toBeUndefined();
    await clock.advance(1_800);
    expect((await files()).rounds).toMatchObject({ sequence: league.sequence });
    expect(clock.scheduled).toBe(0);
  });

  test('of all rounds the more seldom the longer it is, and at the end all the same', async () => {
    const league = folded(running({ players: 10_000, referees: 2 }));
    const { views, clock, files } = viewsOf(league);
    await views.write();
    const before = league.sequence;
    apply(league, decision(matchIn(league, 'R1M1'), 'draw'));
    views.touch();
    await clock.advance(4_900);
    expect((await files()).standings).toMatchObject({ sequence: league.sequence });
    expect((await files()).rounds).toMatchObject({ sequence: before });
    await clock.advance(100);
    expect((await files()).rounds).toMatchObject({ sequence: league.sequence });
    apply(league, decision(matchIn(league, 'R1M2'), 'draw'));
    await views.write();
    expect((await files()).rounds).toMatchObject({ sequence: league.sequence });
  });

  test('again when they were removed', async () => {
    const { views, disk, files } = viewsOf(folded(history()));
    await views.write();
    const before = await files();
    for (const path of [paths.standings(LEAGUE), paths.rounds(LEAGUE), paths.agentsView(LEAGUE)])
      await disk.remove(path);
    expect((await files()).standings).toBeUndefined();
    await views.write();
    expect(await files()).toEqual(before);
  });

  test('again when they were damaged', async () => {
    const { views, disk, files } = viewsOf(folded(history()));
    await disk.replace(paths.standings(LEAGUE), '{"standings": [');
    await views.write();
    expect((await files()).standings?.standings).toHaveLength(4);
  });

  test('or it is told that they cannot', async () => {
    const full: Disk = { ...memoryDisk(), replace: async () => Promise.reject(new Error('full')) };
    const { views, clock, failures } = viewsOf(folded(history()), 'memory:LM01', full);
    views.touch();
    await clock.advance(2_000);
    expect(failures).toHaveLength(3);
    await expect(views.write()).rejects.toThrow('full');
  });
});

test('rounds.json is written round by round, and shows the moment at which it was asked for', () => {
  const league = folded(history());
  const [, make] = viewFiles('/data', LEAGUE)[1] ?? [];
  const asked = make?.(league) ?? '';
  const { sequence } = league;
  apply(league, decision(matchIn(league, 'R2M1'), 'draw'));
  const pieces = [...asked];
  expect(pieces).toHaveLength(league.rounds.size + 2);
  const said = JSON.parse(pieces.join('')) as RoundsFile;
  expect(said.sequence).toBe(sequence);
  expect(said.rounds[1]?.matches.map(({ status }) => status)).toEqual([null, null]);
});

test('the text of a closed round is made once, also where its matches are packed meanwhile', () => {
  const league = folded(history());
  const [, make] = viewFiles('/data', LEAGUE)[1] ?? [];
  const said = () => JSON.parse([...(make?.(league) ?? '')].join('')) as RoundsFile;
  const before = said().rounds[0];
  for (const match_id of ['R2M1', 'R2M2']) apply(league, decision(matchIn(league, match_id), 'draw'));
  apply(league, { type: 'round_closed', at: AT, round_id: 2 });
  const asked: string[] = [];
  const get = league.matches.get.bind(league.matches);
  league.matches.get = (match_id) => {
    asked.push(match_id);
    return get(match_id);
  };
  expect(said().rounds[0]).toEqual(before);
  expect(asked).toEqual(['R2M1', 'R2M2']);
});

describe('the rounds of a long league', () => {
  /** Six players, all rounds but the last closed; a slice has six matches, which are two rounds. */
  const played = (rounds: number): League => {
    const league = folded(running({ players: 6, referees: 2 }));
    for (let round_id = 1; round_id <= rounds; round_id++) {
      if (round_id > 1) apply(league, opening(ids('P', 6), 2, round_id));
      const { matches } = league.rounds.get(round_id) as Round;
      for (const match_id of matches) apply(league, decision(matchIn(league, match_id), 'draw'));
      if (round_id < rounds) apply(league, { type: 'round_closed', at: AT, round_id });
    }
    return league;
  };
  /** A manager of it, and the files that it writes. */
  const manager = (league: League, disk: Disk) => {
    const wrote: string[] = [];
    const replace: Disk['replace'] = async (path, text) => {
      wrote.push(path.replace(/^.*\//, ''));
      await disk.replace(path, text);
    };
    const effects = { league, disk: { ...disk, replace }, clock: fakeClock(), data: '/data', onFailure: () => {} };
    const views = makeViews({ ...effects, durable: async () => {}, check: async () => {}, sliceMatches: 6 });
    return { views, wrote: () => wrote.splice(0).filter((name) => name.startsWith('rounds')) };
  };
  const slice = async (disk: Disk, first: number) =>
    unwrap(await readDocument(disk, paths.roundsFrom(LEAGUE, first), RoundsSlice));

  test('lie in slices, each of which is written once, and the newest in rounds.json', async () => {
    const [league, disk] = [played(5), memoryDisk()];
    const { views, wrote } = manager(league, disk);
    await views.write();
    expect(wrote()).toEqual(['rounds.00001.json', 'rounds.00003.json', 'rounds.json']);
    await views.write();
    expect(wrote()).toEqual(['rounds.json']);
    // The next manager finds them, and makes none of them anew.
    const next = manager(league, disk);
    await next.views.write();
    expect(next.wrote()).toEqual(['rounds.json']);
    const [, whole] = viewFiles('/data', LEAGUE)[1] ?? [];
    const all = JSON.parse(wholeText(whole?.(league) ?? '')) as RoundsFile;
    const rest = unwrap(await readDocument(disk, paths.rounds(LEAGUE), RoundsFile));
    const [one, two] = [await slice(disk, 1), await slice(disk, 3)];
    expect([one?.last_round, two?.last_round]).toEqual([2, 4]);
    expect([...(one?.rounds ?? []), ...(two?.rounds ?? []), ...(rest?.rounds ?? [])]).toEqual(all.rounds);
  });

  test('never leave rounds.json without one, and are whole rounds that are closed', () => {
    for (let rounds = 1; rounds <= 5; rounds++) {
      const slices = slicesOf(played(rounds), 6);
      expect(slices.map(({ last }) => last)).toEqual([2, 4].filter((last) => last < rounds));
    }
    expect(slicesOf(played(5))).toEqual([]);
  });

  test('are written anew when they are missing, torn or of another run, and when a removal takes the worth of results', async () => {
    const [league, disk] = [played(3), memoryDisk()];
    const path = paths.roundsFrom(LEAGUE, 1);
    await manager(league, disk).views.write();
    const text = (await disk.read(path)) ?? '';
    for (const found of [undefined, text.slice(0, -1), text.replace(RUN, 'run_0'), '']) {
      await disk.remove(path);
      if (found !== undefined) await disk.replace(path, found);
      await manager(league, disk).views.write();
      expect(await disk.read(path)).toBe(text);
    }
    const { views, wrote } = manager(league, disk);
    await views.write();
    apply(league, { type: 'agent_removed', at: AT, agent_id: 'P01', reason: 'gone', by: 'operator', counted: false });
    wrote();
    await views.write();
    expect(wrote()).toEqual(['rounds.00001.json', 'rounds.json']);
    expect((await slice(disk, 1))?.rounds[0]?.matches.filter(({ annulled }) => annulled === true)).toHaveLength(1);
  });
});

test('at the end of a league no power cut takes them', async () => {
  const disk = memoryDisk();
  const { views, files } = viewsOf(folded(history()), undefined, disk);
  await views.writeDurably();
  disk.crash();
  expect(Object.values(await files())).not.toContain(undefined);
});
