import { describe, expect, test } from 'vitest';
import { AgentsView, RoundsFile, StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { readDocument } from '../../../SHARED/league_sdk/files/document.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import type { LeagueEvent } from '../league/events.ts';
import { apply, type League, tableOf } from '../league/state.ts';
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
import { makeViews, viewFiles } from './views.ts';

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

test('rounds.json says the same of a short league and of one that is so long that closed rounds lie packed', () => {
  const [short, long] = [folded(history()), folded(history())];
  // No round has them.
  for (let more = 0; more < 10_000; more++) long.matches.set(`R9M${more}`, matchIn(long, 'R2M1'));
  const [, make] = viewFiles('/data', LEAGUE)[1] ?? [];
  const said = (league: League) => [...(make?.(league) ?? '')].join('');
  expect(said(long)).toBe(said(short));
  expect(said(long)).toBe(said(short));
  expect(short.rounds.get(1)?.closed_at).toBeDefined();
});

test('at the end of a league no power cut takes them', async () => {
  const disk = memoryDisk();
  const { views, files } = viewsOf(folded(history()), undefined, disk);
  await views.writeDurably();
  disk.crash();
  expect(Object.values(await files())).not.toContain(undefined);
});
