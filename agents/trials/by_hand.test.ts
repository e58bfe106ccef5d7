/** A league of agents that were started by hand, stopped in the middle and gone on with; real processes. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { dataPaths } from '../../SHARED/league_sdk/paths.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import type { MatchDecided } from '../league_manager/league/events.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase, type Program, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const PLAYERS = ['P01', 'P02', 'P03', 'P04', 'P05', 'P06'];
const MATCHES = 15;
const PATIENT = { timeout: 90_000 };
/** No strategy of ours says the same in every match; this one does, and takes so long over it. */
const mine = (ms: number) => `export const strategy = {
  name: 'mine',
  decide: ({ moves, clock }) => new Promise((settle) => clock.after(${ms}, () => settle(moves[0]))),
};
`;
/** So that a league is interrupted in its middle, however busy the machine is; it goes on faster. */
const PACES = { slow: 1_000, fast: 150 } as const;

const stage = new OwnStage();

/** A league of six players with a strategy of their own, in which some matches have been played. */
async function underWay(system: object = {}, timeouts: object = {}) {
  const config = join(stage.folder, 'config');
  const strategies = { slow: join(stage.folder, 'slow.mjs'), fast: join(stage.folder, 'fast.mjs') };
  const disk = nodeDisk();
  await disk.replace(strategies.slow, mine(PACES.slow));
  await disk.replace(strategies.fast, mine(PACES.fast));
  await writeTestConfig(disk, config, {
    'system.json': { retry_policy: { base_delay_sec: 0.2 }, ...system },
    'leagues/league_2025_even_odd.json': { timeouts: { game_join_timeout_sec: 3, ...timeouts } },
  });
  await disk.close();
  stage.where = [...stage.where, '--config', config];
  const base = await freePortBase(2, PLAYERS.length);
  const manager = `http://localhost:${base}/mcp`;
  const to = ['--manager', manager];
  const data = ['--data', join(stage.folder, 'data')];
  const player = (id: string, strategy: string): Program =>
    stage.started('player', '--id', id, '--port', `${base + 100 + Number(id.slice(1))}`, '--strategy', strategy, ...to);
  const play = (id: string): Program => player(id, strategies.fast);
  const programs = [stage.started('manager', '--port', String(base))];
  await programs[0]?.says(/listens at/);
  const agents = [
    ...['REF01', 'REF02'].map((id, i) => stage.started('referee', '--id', id, '--port', `${base + 1 + i}`, ...to)),
    ...PLAYERS.map((id) => player(id, strategies.slow)),
  ];
  await Promise.all(agents.map((agent) => agent.says(/is registered/)));
  programs.push(...agents);
  expect(await typed('start', ...to, ...data)).toMatchObject({ code: 0, err: '' });
  await until('some results', async () => ((await stage.results()).length >= 3 ? true : undefined));
  return { base, play, programs, to, data };
}

function expectOnlyMine(results: readonly unknown[]): void {
  expect(results).toHaveLength(MATCHES);
  for (const { match_id, result } of results as readonly MatchDecided[]) {
    expect(result.details.faults, match_id).toEqual([]);
    expect(Object.values(result.details['choices'] ?? {}), match_id).toEqual(['even', 'even']);
  }
}

test(
  'league resume puts no strategy of ours into the seats of others: it names them, waits, and all is played',
  PATIENT,
  async () => {
    const { play, programs, to, data, base } = await underWay();
    expect(await typed('stop', ...to, ...data)).toMatchObject({ code: 0 });
    await Promise.all(programs.map((program) => program.ended()));
    const before = await stage.results();
    expect(before.length).toBeLessThan(MATCHES - 3);

    const resumed = stage.started('resume');
    await resumed.says(/starting the manager, 2 referees\.\n/);
    await resumed.says(/waiting for 6 agents that are not back/);
    for (const [i, id] of PLAYERS.entries())
      await resumed.says(
        new RegExp(`^  ${id} .*http://(localhost|127.0.0.1):${base + 101 + i}/mcp .*since [-\\d]+ [:\\d]+ UTC`, 'm'),
      );
    const { out } = await typed('status', ...to, ...data);
    expect(out).toMatch(/waiting for 6 agents that are not back/);
    const others = PLAYERS.slice(0, 5).map(play);
    await Promise.all(others.map((player) => player.says(/is registered/)));
    await resumed.says(/P05.* back/);
    expect(await stage.results()).toEqual(before);
    await play('P06').says(/is registered/);
    await resumed.says(/round \d/);
    expect(await resumed.ended()).toBe(0);
    expect(resumed.err()).toBe('');
    expectOnlyMine(await stage.results());
  },
);

test('a league whose agents listen at every address goes on when its manager alone is missing', PATIENT, async () => {
  const { programs } = await underWay({ network: { base_host: '0.0.0.0' } });
  programs[0]?.signal('SIGKILL');
  await programs[0]?.ended();
  const { code, out, err } = await typed('resume', ...stage.where);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/starting the manager\.\n/);
  expectOnlyMine(await stage.results());
});

test(
  'a manager that is started again names who is missing, and goes on without them when the operator says so',
  PATIENT,
  async () => {
    // Who is gone while it chooses is called again until its time is over, and that again.
    const { base, programs, to, data } = await underWay({}, { move_timeout_sec: 5 });
    const [manager, last] = [programs[0], programs.at(-1)] as [Program, Program];
    for (const gone of [manager, last]) gone.signal('SIGKILL');
    await Promise.all([manager.ended(), last.ended()]);
    const again = stage.started('manager', '--port', String(base), '--wait');
    await again.says(
      /It keeps 6 players and 2 referees of its earlier run \(.*P06 .*\): each is asked whether it is there, .*awaited\.\n/,
    );
    await again.says(
      /waiting for 1 agent that is not back:\n {2}P06 .* since .*\n.*go on without them: npx league start/,
    );
    const before = await stage.results();
    const started = await typed('start', ...to, ...data);
    expect(started.out).toMatch(/1 agent would forfeit now, because nobody answers there:\n {2}P06/);
    await again.says(/the league goes on\n/);
    await until('a match without P06', async () => ((await stage.results()).length > before.length ? true : undefined));
  },
);

test(
  'of the referees only those whose credentials are here are started again; where there is none, a new one is',
  PATIENT,
  async () => {
    const { programs } = await underWay({}, { registration_timeout_sec: 3 });
    const [manager, ...referees] = programs.slice(0, 3) as [Program, Program, Program];
    for (const gone of [manager, ...referees]) gone.signal('SIGKILL');
    await Promise.all([manager, ...referees].map((gone) => gone.ended()));
    const credentials = (id: string) => dataPaths(join(stage.folder, 'data')).credentials('referee', id);
    await rm(credentials('REF02'));
    const first = stage.started('resume');
    await first.says(/starting the manager, 1 referee\.\n/);
    await first.end();
    await rm(credentials('REF01'));
    const { code, out, err } = await typed('resume', ...stage.where);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/starting the manager, 1 referee\.\n/);
    const results = await stage.results();
    expectOnlyMine(results);
    expect(results.at(-1)).toMatchObject({ referee_id: 'REF03' });
  },
);

test(
  'an agent that is started while its manager is not there waits for it, and Ctrl-C ends that',
  PATIENT,
  async () => {
    const base = await freePortBase(2, 2);
    const to = ['--manager', `http://localhost:${base}/mcp`];
    const early = [
      stage.started('player', '--id', 'P01', '--port', String(base + 101), ...to),
      stage.started('referee', '--id', 'REF01', '--port', String(base + 1), ...to),
    ];
    const impatient = stage.started('player', '--id', 'P02', '--port', String(base + 102), ...to);
    await Promise.all([...early, impatient].map((agent) => agent.says(/waiting for the league manager at .*Ctrl-C/)));
    impatient.signal('SIGINT');
    await impatient.ended();
    const manager = stage.started('manager', '--port', String(base));
    await manager.says(/listens at/);
    await Promise.all(early.map((agent) => agent.says(/is registered/)));
    for (const agent of early) expect(agent.out().match(/waiting for/g)).toHaveLength(1);
    expect(manager.out()).not.toContain('It keeps');
    manager.signal('SIGKILL');
    await manager.ended();
    await stage
      .started('manager', '--port', String(base))
      .says(/It keeps 1 player and 1 referee of its earlier run \(.*P01 .*\): none of them has to register again, /);
  },
);
