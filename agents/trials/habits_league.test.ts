/** One league with a stand-in for every habit of agents in the wild, among agents of every other kind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentsView } from '../../SHARED/contracts/files/league_data.ts';
import { type Hall, LEAGUE, matchesIn, openHall, type PlayedMatch } from './testing/hall.ts';
import { type Program, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';
import { FLAT_PLAYER, HAS_PYTHON, LINE_PLAYERS, standIn, standInAt } from './testing/stand_ins.ts';

/** Their methods for news are none, or they refuse all news. */
const DEAF = ['tools_plain', 'http_errors'];
/** Every player has a match in each, or all but one where their number is odd. */
const ROUNDS = 10;

const skipped = HAS_PYTHON ? '' : ' (skipped: there is no python3 of 3.8 or later here)';
describe.skipIf(!HAS_PYTHON)(`a league with a stand-in for every habit${skipped}`, () => {
  let folder: string;
  let at: Hall;
  let strangers: Program;
  let kit: Program;
  let names: readonly string[];
  let matches: readonly PlayedMatch[];
  /** By id, the stand-ins. */
  const players = new Map<string, string>();
  const lossesOf = (match: PlayedMatch): string => {
    const seats = [match.player_a, match.player_b].map((id) => players.get(id) ?? id);
    return `${match.match_id}, ${seats.join(' and ')}: ${match.termination}`;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    const list = standIn('habits/players.py', '--list');
    await list.ended();
    names = Object.keys(JSON.parse(list.out()) as object);
    at = await openHall(folder, {
      [`leagues/${LEAGUE}.json`]: { schedule: { algorithm: 'round_robin', max_rounds: ROUNDS } },
    });
    await Promise.all([at.ours('referee', 'REF01'), at.ours('player', 'P90')]);
    await at.stranger('v1_player.mjs', 'AlphaAgent');
    await Promise.all([
      at.stranger(FLAT_PLAYER.file, 'P91'),
      at.stranger('posting_player.mjs', 'P92'),
      at.stranger('shortest_player.py', 'Shortest'),
      at.stranger('pull_player.py', 'Puller'),
      ...LINE_PLAYERS.slice(1).map((command) => at.commanded(command)),
    ]);
    const written = join(folder, 'kit');
    expect(await typed('new', 'player', '--lang', 'js', written)).toMatchObject({ code: 0 });
    kit = standInAt(written, join(written, 'player.mjs'), at.manager);
    await until('the kit to register', () => (/ and listens at /.test(kit.err()) ? true : undefined));
    strangers = standInAt(folder, 'habits/players.py', at.manager, ...names);
    await strangers.says(/all have tried to register/);
    for (const [, name = '', id = ''] of strangers.out().matchAll(/^(\w+): (\S+) is registered/gm))
      players.set(id, name);
    const [, url = ''] = await strangers.says(/never_registers: waits to be added at (\S+)/);
    const { out } = await typed('add', url, '--manager', at.manager, '--data', join(folder, 'data'));
    players.set(/^(\S+) is/.exec(out)?.[1] ?? out, 'never_registers');
    const codes = await at.play();
    expect(codes, at.complaints()).toEqual(codes.map(() => 0));
    expect(await kit.ended(), kit.err()).toBe(0);
    matches = await matchesIn(at);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([strangers?.end(), kit?.end()]);
    await at?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('takes all of them in', () => {
    expect([...players.values()].sort()).toEqual([...names].sort());
  });

  test('ends without a technical loss, and no stand-in is told of an error', () => {
    const all = names.length + 8;
    expect(matches).toHaveLength(Math.floor(all / 2) * ROUNDS);
    expect(matches.filter(({ termination }) => termination !== 'normal').map(lossesOf)).toEqual([]);
    expect(strangers.err()).toBe('');
    expect(kit.err()).not.toMatch(/_ERROR /);
  });

  test('tells each the end of all its matches, in its own form', () => {
    for (const [id, name] of players) {
      const own = matches.filter(({ player_a, player_b }) => [player_a, player_b].includes(id));
      const told = strangers
        .out()
        .split('\n')
        .filter((line) => line.startsWith(`${name}: `) && line.endsWith('is over'));
      if (!DEAF.includes(name)) expect(new Set(told).size, name).toBe(own.length);
    }
  });

  test('has all dialects in it, and verifies', async () => {
    const { players: listed } = await at.file<AgentsView>(`leagues/${LEAGUE}/agents_config.json`);
    expect(new Set(listed.map(({ dialect }) => dialect))).toEqual(new Set(['rpc', 'flat', 'v1']));
    expect(await typed('verify', '--data', join(folder, 'data'))).toMatchObject({ code: 0 });
  });
});
