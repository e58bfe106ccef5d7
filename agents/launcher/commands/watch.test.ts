import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apply, type League } from '../../league_manager/league/state.ts';
import { changeFeed } from '../../league_manager/public/change_feed.ts';
import { AT } from '../../league_manager/testing/rehearsal.ts';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { api } from '../../web/api.ts';
import { eventStream } from '../../web/event_stream.ts';
import { playedRounds, serving, shownOf } from '../../web/testing/shown.ts';
import { atTerminal, hasTerminals } from '../testing/terminal.ts';
import { ROOT } from '../world/installation.ts';

let folder: Awaited<ReturnType<typeof scratchFolder>>;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await scratchFolder('league-');
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await folder.remove();
});

/** A manager's address that shows a league. */
async function shownAt(league: League): Promise<string> {
  const shown = shownOf(league);
  const feed = changeFeed(shown);
  const events = eventStream({ feed: () => feed, clock: shown.clock, readers: 10 });
  const server = await serving(
    events,
    api(() => shown),
  );
  closing.push(server.close);
  return server.at;
}

/** A league of four that is over: P01 has won it. */
function over(): League {
  const league = playedRounds(4, 3);
  apply(league, { type: 'league_closed', at: AT, champion: 'P01' });
  return league;
}

test('a league that is over is a table and its champion, at any address that leads to its manager', async () => {
  const at = await shownAt(over());
  for (const what of [at, `${at}/mcp`, at.replace('http://', '')]) {
    const { code, out, err } = await typed('watch', what);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      'Rank  Player  Name       Points  Played  Won  Drawn  Lost\n     1  P01     Agent P01       9',
    );
    expect(out).toContain('Champion: Agent P01 (P01) with 9 points.\n6 matches.\n');
  }
});

test('a champion whose row is not among those that are shown is told by name and id', async () => {
  const league = playedRounds(102, 1);
  const { player_id, display_name } = shownOf(league).rows().at(-1) as { player_id: string; display_name: string };
  apply(league, { type: 'league_closed', at: AT, champion: player_id });
  const { out } = await typed('watch', await shownAt(league));
  expect(out).toContain(`\nChampion: ${display_name} (${player_id}), by id alone: `);
});

test.runIf(hasTerminals())('a league that is over is told once at a terminal: nothing is drawn before', async () => {
  const command = [process.execPath, join(ROOT, 'SHARED', 'tools', 'start.mjs'), join(ROOT, 'agents/launcher/main.ts')];
  const { terminal, ended } = atTerminal(60, 20, [...command, 'watch', await shownAt(over())]);
  expect(await ended).toBe(0);
  expect(terminal.text).toContain('Champion: Agent P01 (P01) with 9 points.\n6 matches.');
  expect(terminal.drawings).toBe(0);
});

test('a league that is over has no events for a program', async () => {
  expect(await typed('watch', await shownAt(over()), '--json')).toEqual({ code: 0, out: '', err: '' });
});

test.each([
  ['http://', 2, /^league: --manager takes a URL such as http:\/\/localhost:8000\/mcp, not "http:\/\/"\n$/],
  ['ftp://localhost:8000', 2, /^league: --manager takes a URL such as [^\n]+, not "ftp:[^\n]+\n$/],
  ['http://localhost:1/nope', 2, /^league: no league is watched at \/nope; [^\n]+ http:\/\/localhost:1\/ or [^\n]+\n$/],
  ['no_such_folder', 2, /^league: there is no folder no_such_folder; [^\n]+\n$/],
])('what was typed wrong is one line: %s', async (what, code, line) => {
  const ran = await typed('watch', what);
  expect(ran).toMatchObject({ code, out: '' });
  expect(ran.err).toMatch(line);
});

test('an address where nothing listens is one line, and so is one where something else does', async () => {
  const server = await serving((_, response) => {
    response.end('{}');
    return true;
  });
  const other = await typed('watch', server.at);
  expect(other).toMatchObject({ code: 2, out: '' });
  expect(other.err).toMatch(/^league: what answers at \S+ is no manager whose league can be watched: [^\n]+\n$/);
  await server.close();
  const silent = await typed('watch', server.at);
  expect(silent).toMatchObject({ code: 1, out: '' });
  expect(silent.err).toMatch(/^league: no manager answers at \S+: [^\n]+\n$/);
});

test('a finished league of a folder is read from its files, and a quiet run prints its result alone', async () => {
  const where = ['--data', `${folder.path}/data`];
  const run = await typed('run', '--in-process', '--quiet', '--seed', '7', ...where, '--logs', `${folder.path}/logs`);
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toMatch(
    /^\n {2}Match [\s\S]*\nChampion: [^\n]+\n6 matches in [\d.]+ s with start-up, with seeded draws\.\n$/,
  );
  const watched = await typed('watch', `${folder.path}/data`);
  expect(watched).toMatchObject({ code: 0, err: '' });
  expect(watched.out.replace(/ with seeded draws/, '')).toContain(run.out.split('\n6 matches')[0] as string);
});
