/** A person at a terminal plays leagues on virtual time, by keys and by lines. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { type SeatedOptions, seatedLeague } from '../../gateway/testing/seated_league.ts';
import { startPullPlayer } from '../../player/pull.ts';
import type { Turn } from '../../player/strategy.ts';
import { Terminal } from '../testing/terminal.ts';
import { Person } from './person.ts';

let league: Awaited<ReturnType<typeof seatedLeague>>;
let disk = memoryDisk();
afterEach(() => league.close());

const terminations = () =>
  [...league.manager().league.matches.values()].map(({ decided }) => decided?.result.details['termination']);

async function opened(options: SeatedOptions = {}): Promise<void> {
  league = await seatedLeague(options);
  disk = memoryDisk();
}

/** A person in a seat; `seen` waits until the screen shows something. */
async function seated(isDrawn: boolean) {
  const { clock } = league;
  const terminal = new Terminal(60, 24);
  const left: string[] = [];
  const person = new Person({ clock, stream: terminal, isDrawn, leave: (why) => left.push(why) });
  const player = unwrap(
    await clock.runUntil(
      startPullPlayer({
        effects: { ...league.worldOf('Ada'), disk },
        places: { data: '/own' },
        ...{ display_name: 'Ada', manager: 'memory:LM01', kind: 'human', strategy: person.strategy },
        onWord: (word) => person.hear(word),
        waiting: { ms: 5_000, tell: () => {} },
        tell: (line) => person.tell(line),
      }),
    ),
  );
  async function seen(what: RegExp): Promise<void> {
    for (let tries = 0; !what.test(terminal.text); tries++) {
      if (tries > 1_000) throw new Error(`never saw ${what}, but:\n${terminal.text}`);
      await clock.advance(100);
    }
  }
  return { terminal, left, person, player, seen };
}

describe('with keys', () => {
  test('a person sees the turn and the time going by, is told of wrong keys, and plays to the final table', async () => {
    await opened();
    const { terminal, person, player, seen } = await seated(true);
    expect(terminal.text).toMatch(/^You are Ada \(P02\)\./);
    expect(terminal.text).toContain('The league has not begun; its operator starts it.');
    person.press('1');
    expect(terminal.text).toContain('It is not your turn yet.');
    await league.start();
    await seen(
      /R1M1, round 1: you against Our 1 \(OURS1\) +0:30 left\n\nYour move: press a key\.\n {2}1 even · 2 odd$/,
    );
    await league.clock.advance(5_000);
    await seen(/0:2[45] left/);
    person.press('3');
    expect(terminal.text).toMatch(/"3" is none of the keys: 1 2$/);
    person.press('\u001b[A');
    expect(terminal.text).toMatch(/That key is none of the keys: 1 2$/);
    person.press('2');
    expect(terminal.text).toMatch(/You chose odd; Our 1 \(OURS1\) is waited for\.$/);
    await league.clock.runUntil(player.ended);
    person.close();
    expect(terminal.text).toMatch(/\nR1M1: (you won|you lost) against Our 1 \(OURS1\), points \d: The number \d+\s+is/);
    expect(terminal.text).toMatch(
      / Rank {2}Player {2}Name +Kind +Points .*\n.*\n.*\n\nChampion: .+\.\nYour place: (shared )?[12](st|nd)?(, of 2)?\.$/,
    );
    expect(terminal.text).toMatch(/ P02 +Ada +human /);
    expect(terminal.text).not.toContain('waited for');
    expect([person.isOver, terminal.listeners, terminal.isCursorShown]).toEqual([true, 0, true]);
    expect(terminations()).toEqual(['normal']);
    expect(terminal.lines.filter((line) => line.length > 60)).toEqual([]);
  });

  test('a game of many moves is played on a drawn board, which is shown once more when the match is over', async () => {
    await opened({ game: 'connect_four' });
    const { terminal, person, player, seen } = await seated(true);
    await league.start();
    await seen(/\n {3}0 {3}1 {3}2 {3}3 {3}4 {3}5 {3}6\n( {3}\S){7}\n/);
    let isOver = false;
    void player.ended.then(() => {
      isOver = true;
    });
    for (let step = 0; !isOver && step < 200; step++) {
      const open = /\n +([0-6])[ 0-6]*\n {2}[ .XO()]+\n[\s\S]*press its key/.exec(terminal.text);
      if (open !== null) person.press(String(open[1]));
      await league.clock.advance(500);
    }
    person.close();
    expect(terminations()).toEqual(['normal']);
    expect(terminal.text).toMatch(/(\n( {2}[ (][.XO][ )]?)+){6}\nR1M1: (you|a draw)/);
  });

  test('a person that lets the time pass is asked again, and then loses on time; nothing is played for it', async () => {
    await opened();
    const { terminal, person, player, seen } = await seated(true);
    await league.start();
    await seen(/0:01 left/);
    await seen(/0:\d\d left\nNothing came in time so far: the referee has asked 2 times\./);
    await league.clock.runUntil(player.ended);
    person.close();
    expect(terminal.text).toContain('R1M1: you forfeited against Our 1 (OURS1), points 0: ');
    expect(terminations()).toEqual(['timeout']);
  });

  test('Ctrl-C asks once; another key stays and makes no move, y or a second Ctrl-C leaves', async () => {
    await opened();
    const { terminal, left, person, seen } = await seated(true);
    await league.start();
    await seen(/press a key/);
    person.press('\u0003');
    expect(terminal.text).toMatch(/Leave\? y or Ctrl-C once more leaves; any other key stays\./);
    person.press('1');
    expect([terminal.text.includes('Leave?'), terminal.text.includes('press a key'), left]).toEqual([false, true, []]);
    for (const yes of ['\u0003', 'y']) {
      person.press('\u0003');
      person.press(yes);
    }
    expect(left).toEqual(['left', 'left']);
    person.close();
  });

  test('a person that left takes its seat up again, in the middle of a match', async () => {
    await opened();
    const before = await seated(true);
    await league.start();
    await before.seen(/press a key/);
    await before.player.stop('left');
    before.person.close();
    const after = await seated(true);
    expect(after.player.id).toBe(before.player.id);
    await after.seen(/press a key/);
    after.person.press('1');
    await league.clock.runUntil(after.player.ended);
    after.person.close();
    expect(terminations()).toEqual(['normal']);
  });
});

describe('with lines', () => {
  test('moves are read one a line, a wrong one is told, and everything is lines', async () => {
    await opened({ ours: 2 });
    const { terminal, person, player, left } = await seated(false);
    for (const line of ['', 'evn', 'EVEN', 'odd']) person.line(line);
    person.endOfLines();
    await league.start();
    await league.clock.runUntil(player.ended);
    person.close();
    const told = terminal.text.replaceAll('\n', ' ');
    expect(told).toMatch(
      /R\dM\d against Our \d \(OURS\d\), 30 s left; your move, one of: even odd "evn" is no legal move/,
    );
    expect(told).toMatch(/Your place: \d/);
    expect([left, terminations()]).toEqual([[], Array(3).fill('normal')]);
  });

  test('a person whose lines have ended where a move is wanted leaves', async () => {
    await opened();
    const { person, left, seen } = await seated(false);
    person.endOfLines();
    expect(left).toEqual([]);
    await league.start();
    await seen(/your move, one of/);
    expect(left).toEqual(['no more lines']);
  });
});

/** A person whom the test tells the words of a manager. */
function toldPerson(moves: readonly Json[]) {
  const terminal = new Terminal(60, 24);
  const person = new Person({ clock: league.clock, stream: terminal, isDrawn: true, leave: () => {} });
  person.hear({ player_id: 'P01', display_name: 'Ada', game: 'A game.', league_status: 'running' });
  const turn: JsonObject = {
    ...{ status: 'your_turn', match_id: 'R1M1', round_id: 1, step: 1, opponent_id: 'P02', legal_moves: moves },
    ...{ seconds_left: 30, times_asked: 1 },
  };
  person.hear(turn);
  return { terminal, person, turn, decide: () => person.strategy.decide({} as Turn) };
}

test.each([
  [3, ' with 3 points'],
  [undefined, ''],
])('a champion that is none of the rows is told by the word of the manager: with %s points', async (points, told) => {
  await opened();
  const { terminal, person } = toldPerson(['even']);
  const champion = { player_id: 'P09', display_name: 'Bea', ...(points === undefined ? {} : { points }) };
  person.hear({ status: 'league_over', player_id: 'P01', champion, standings: [], your_rank: 2 });
  person.close();
  expect(terminal.text).toContain(`Champion: Bea (P09)${told}.\nYour place: 2.`);
});

test('of the final table only rows are shown', async () => {
  await opened();
  const { terminal, person } = toldPerson(['even']);
  const row = {
    rank: 1,
    player_id: 'P09',
    display_name: 'Bea',
    games_played: 3,
    wins: 3,
    draws: 0,
    losses: 0,
    points: 9,
  };
  const { points: _, ...less } = { ...row, player_id: 'P08', display_name: 'Cy' };
  person.hear({ status: 'league_over', player_id: 'P01', champion: null, standings: [less, null, row], your_rank: 2 });
  person.close();
  expect(terminal.text).toContain('P09');
  expect(terminal.text).not.toContain('P08');
});

test('a choice holds when the same is asked again, and is asked for anew where it was forgotten', async () => {
  await opened();
  const { terminal, person, turn, decide } = toldPerson(['even', 'odd']);
  const first = decide();
  person.press('2');
  expect(await first).toBe('odd');
  person.hear({ status: 'waiting', why: 'the time for your move in R1M1 against P02 is over' });
  expect(terminal.text).toMatch(/The time for your move in R1M1 against P02 is over\.$/);
  person.hear({ ...turn, times_asked: 2, match_clock: { seconds_left: 70, of_seconds: 150 } });
  expect(terminal.text).toMatch(/You chose odd; P02 is waited for\.$/);
  const second = decide();
  expect(terminal.text).toContain('together: 1:10 left.\n\nYour move: press a key.');
  person.press('1');
  expect(await second).toBe('even');
  person.close();
});

test('a move of a list that is longer than the keys is typed, with Backspace and Enter', async () => {
  await opened();
  const { terminal, person, decide } = toldPerson(Array.from({ length: 40 }, (_, i) => `cell ${i}`));
  const move = decide();
  person.press('cell 33');
  person.press('\u007f');
  expect(terminal.text).toMatch(/Your move, then Enter: cell 3$/);
  person.press('x\r');
  expect(terminal.text).toMatch(/"cell 3x" is no legal move\.$/);
  person.press('cell 3\r');
  expect(await move).toBe('cell 3');
  person.close();
});
