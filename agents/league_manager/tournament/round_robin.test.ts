import { describe, expect, test } from 'vitest';
import { ids } from '../testing/rehearsal.ts';
import { type Format, type Pairing, plannedMatch } from './format.ts';
import { formatLaws, playedOut } from './format_laws.ts';
import { roundRobin } from './round_robin.ts';

const SIZES = Array.from({ length: 63 }, (_, i) => i + 2);
const LEGS = [1, 2];
const of = (players: readonly string[], options = {}) => roundRobin({ players, seatsMatter: false }, options);
const formats = SIZES.map((n) => [n, ids('P', n), of(ids('P', n))] as const);
const round = (format: Format, round_id: number) => format.outlook().planned?.(round_id) ?? [];

function allMatches(format: Format): readonly Pairing[] {
  return Array.from({ length: format.outlook().rounds ?? 0 }, (_, i) => round(format, i + 1)).flat();
}

const key = ([a, b]: readonly [string, string]) => (a < b ? `${a} ${b}` : `${b} ${a}`);
const firstWins = ({ seats: [winner] }: Pairing) => ({ winner, score: { [winner]: 3 } });

describe.each(LEGS)('for 2 to 24 players and legs %i', (legs) => {
  const names = formatLaws((field) => roundRobin(field), { players: ids('P', 2), seatsMatter: true }, firstWins);
  test.each(names.map(({ name }) => name))('%s', (name) => {
    for (const n of SIZES.slice(0, 23)) {
      for (const seatsMatter of [true, false]) {
        const make = (field: Parameters<typeof roundRobin>[0]) => roundRobin(field, { legs });
        const law = formatLaws(make, { players: ids('P', n), seatsMatter }, firstWins).find((one) => one.name === name);
        expect(law?.breach(), `${n} players`).toBeUndefined();
      }
    }
  });
});

describe('for 2 to 64 players', () => {
  test('everyone meets everyone once', () => {
    for (const [n, , format] of formats) {
      const meetings = allMatches(format).map(({ seats }) => key(seats));
      expect(new Set(meetings).size, `${n} players`).toBe((n * (n - 1)) / 2);
      expect(meetings).toHaveLength((n * (n - 1)) / 2);
    }
  });

  test('nobody plays twice in a round, and nobody meets themselves', () => {
    for (const [, , format] of formats) {
      for (let id = 1; id <= (format.outlook().rounds ?? 0); id++) {
        const playing = round(format, id).flatMap(({ seats }) => seats);
        expect(new Set(playing).size).toBe(playing.length);
      }
    }
  });

  test('there are as many rounds and matches as it takes', () => {
    for (const [n, , format] of formats) {
      expect(format.outlook()).toMatchObject({ rounds: n % 2 === 0 ? n - 1 : n, matches: allMatches(format).length });
      expect(round(format, 1)).toHaveLength(Math.floor(n / 2));
    }
  });

  test('with an odd number everybody has the bye once, and match numbers skip it', () => {
    for (const [n, players, format] of formats.filter(([size]) => size % 2 === 1)) {
      const byes = players.map((id) => {
        const rounds = Array.from({ length: n }, (_, i) => i + 1);
        return rounds.filter((each) => !round(format, each).some(({ seats }) => seats.includes(id)));
      });
      expect(byes.map((rounds) => rounds.length)).toEqual(Array(n).fill(1));
      expect(new Set(byes.flat()).size).toBe(n);
    }
  });

  test('the matches of a round are ordered by their lower player', () => {
    for (const [, players, format] of formats) {
      for (let id = 1; id <= (format.outlook().rounds ?? 0); id++) {
        const lower = round(format, id).map(({ seats }) => Math.min(...seats.map((each) => players.indexOf(each))));
        expect(lower).toEqual(lower.toSorted((a, b) => a - b));
      }
    }
  });

  test('in round 1 the lower player sits first, in later rounds the higher', () => {
    for (const [, players, format] of formats) {
      const wrong = allMatches(format).filter(({ seats, round_id }) => {
        const [first, second] = seats.map((id) => players.indexOf(id)) as [number, number];
        return first < second !== (round_id === 1);
      });
      expect(wrong).toEqual([]);
    }
  });

  test('where seats matter, nobody sits first more than once oftener than second', () => {
    for (const n of SIZES) {
      const players = ids('P', n);
      const surplus = new Map(players.map((id) => [id, 0]));
      for (const { seats } of allMatches(roundRobin({ players, seatsMatter: true }))) {
        for (const [seat, id] of seats.entries()) surplus.set(id, (surplus.get(id) ?? 0) + (seat === 0 ? 1 : -1));
      }
      const worst = Math.max(...[...surplus.values()].map(Math.abs));
      expect(worst, `${n} players`).toBeLessThanOrEqual(1);
    }
  });

  test('balanced or not, the same two meet in the same match', () => {
    for (const [n, players, format] of formats) {
      const balanced = roundRobin({ players, seatsMatter: true });
      const meetings = (one: Format) => allMatches(one).map(({ match_id, seats }) => `${match_id} ${key(seats)}`);
      expect(meetings(balanced), `${n} players`).toEqual(meetings(format));
    }
  });

  test('a match is found by its id', () => {
    for (const [, , format] of formats) {
      const all = allMatches(format);
      expect(all.map(({ match_id }) => plannedMatch(format, match_id))).toEqual(all);
    }
  });

  test('the second leg has the matches of the first with the seats swapped, and goes on counting', () => {
    for (const [n, players, once] of formats) {
      const twice = allMatches(of(players, { legs: 2 }));
      const leg = allMatches(once);
      expect(twice.slice(0, leg.length), `${n} players`).toEqual(leg);
      expect(twice.slice(leg.length).map(({ seats }) => seats)).toEqual(leg.map(({ seats: [a, b] }) => [b, a]));
      expect(twice[leg.length]?.match_id).toBe(`R${(once.outlook().rounds ?? 0) + 1}M1`);
    }
  });
});

test('the table for four players is that of the specification', () => {
  expect(allMatches(of(ids('P', 4))).map(({ match_id, seats }) => `${match_id} ${seats.join('-')}`)).toEqual([
    'R1M1 P01-P02',
    'R1M2 P03-P04',
    'R2M1 P03-P01',
    'R2M2 P04-P02',
    'R3M1 P04-P01',
    'R3M2 P03-P02',
  ]);
});

test('where seats matter, everybody sits first against those just before, and the one that stands still takes turns', () => {
  // Leagues that began before seats were written down must find the same seats when they go on.
  const seatsOf = (n: number) =>
    allMatches(roundRobin({ players: ids('P', n), seatsMatter: true })).map(({ seats }) => seats.join('-'));
  expect(seatsOf(4)).toEqual(['P01-P02', 'P04-P03', 'P03-P01', 'P02-P04', 'P01-P04', 'P03-P02']);
  expect(seatsOf(5).sort()).toEqual([
    ...['P01-P04', 'P01-P05', 'P02-P01', 'P02-P05', 'P03-P01'],
    ...['P03-P02', 'P04-P02', 'P04-P03', 'P05-P03', 'P05-P04'],
  ]);
});

test('the order of the players is the order they are given in, whatever they are called', () => {
  expect(round(of(['zoe', 'adam', 'P10']), 1)).toEqual([{ match_id: 'R1M1', round_id: 1, seats: ['zoe', 'adam'] }]);
});

test('max_rounds makes a league shorter and never longer', () => {
  const players = ids('P', 6);
  const short = of(players, { max_rounds: 2 });
  const whole = of(players);
  expect(short.outlook()).toMatchObject({ rounds: 2, matches: 6, meetings: { least: 0, most: 1 } });
  expect([round(short, 1), round(short, 2)]).toEqual([round(whole, 1), round(whole, 2)]);
  expect(round(short, 3)).toEqual([]);
  expect(playedOut(short, firstWins).rounds).toBe(2);
  expect(plannedMatch(short, 'R3M1')).toBeUndefined();
  expect(of(players, { max_rounds: 99 }).outlook().rounds).toBe(5);
  expect(of(players, { legs: 2, max_rounds: 7 }).outlook()).toMatchObject({
    rounds: 7,
    matches: 21,
    meetings: { least: 1, most: 2 },
  });
});

test('what is not in the schedule is not found', () => {
  const format = of(ids('P', 4));
  for (const id of ['R0M1', 'R4M1', 'R1M0', 'R1M3', 'R01M1', 'r1m1', 'R1M1 ', 'R1', '', 'R1M12345678', 'R-1M1']) {
    expect(plannedMatch(format, id), id).toBeUndefined();
  }
  for (const each of [0, -1, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(round(format, each)).toEqual([]);
    expect(format.outlook().sizeOf?.(each)).toBe(0);
  }
});

test('a round that is asked for again is not made again if it is among the last three', () => {
  const format = of(ids('P', 16));
  const [first, second, third, fourth] = [1, 2, 3, 4].map((id) => round(format, id));
  for (const [i, one] of [second, third, fourth].entries()) expect(round(format, i + 2)).toBe(one);
  expect(round(format, 1)).not.toBe(first);
  expect(round(format, 1)).toEqual(first);
});

test('a league too big to be held whole gives the same rounds in whatever order it is asked', () => {
  const format = of(ids('P', 300));
  const first = round(format, 1);
  for (const id of [299, 2, 150, 3, 4]) expect(round(format, id)).toHaveLength(150);
  expect(round(format, 1)).toEqual(first);
  expect(plannedMatch(format, 'R299M150')?.round_id).toBe(299);
});
