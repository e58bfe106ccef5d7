import { describe, expect, test } from 'vitest';
import { ids } from '../testing/rehearsal.ts';
import { type Pairing, roundRobin, type Schedule } from './round_robin.ts';

const SIZES = Array.from({ length: 63 }, (_, i) => i + 2);
const plain = { seatsMatter: false } as const;
const schedules = SIZES.map((n) => [n, ids('P', n), roundRobin(ids('P', n), plain)] as const);

function allMatches(schedule: Schedule): readonly Pairing[] {
  return Array.from({ length: schedule.totalRounds }, (_, i) => schedule.round(i + 1)).flat();
}

const key = ([a, b]: readonly [string, string]) => (a < b ? `${a} ${b}` : `${b} ${a}`);

describe('for 2 to 64 players', () => {
  test('everyone meets everyone once', () => {
    for (const [n, , schedule] of schedules) {
      const meetings = allMatches(schedule).map(({ seats }) => key(seats));
      expect(new Set(meetings).size, `${n} players`).toBe((n * (n - 1)) / 2);
      expect(meetings).toHaveLength((n * (n - 1)) / 2);
    }
  });

  test('nobody plays twice in a round, and nobody meets themselves', () => {
    for (const [, , schedule] of schedules) {
      for (let round = 1; round <= schedule.totalRounds; round++) {
        const playing = schedule.round(round).flatMap(({ seats }) => seats);
        expect(new Set(playing).size).toBe(playing.length);
      }
    }
  });

  test('there are as many rounds and matches as it takes', () => {
    for (const [n, , schedule] of schedules) {
      expect(schedule.totalRounds).toBe(n % 2 === 0 ? n - 1 : n);
      expect(schedule.matchesPerRound).toBe(Math.floor(n / 2));
      expect(schedule.totalMatches).toBe(allMatches(schedule).length);
    }
  });

  test('with an odd number everybody has the bye once, and match numbers skip it', () => {
    for (const [n, players, schedule] of schedules.filter(([size]) => size % 2 === 1)) {
      const byes = players.map((id) => {
        const rounds = Array.from({ length: schedule.totalRounds }, (_, i) => i + 1);
        return rounds.filter((round) => schedule.matchOf(id, round) === undefined);
      });
      expect(byes.map((rounds) => rounds.length)).toEqual(Array(n).fill(1));
      expect(new Set(byes.flat()).size).toBe(n);
    }
  });

  test('matches are numbered in their round and in the whole schedule, without a gap', () => {
    for (const [, , schedule] of schedules) {
      const numbers = allMatches(schedule).map(({ match_id, round_id, index }) => `${match_id} ${round_id} ${index}`);
      const expected = numbers.map((_, index) => {
        const round = Math.floor(index / schedule.matchesPerRound) + 1;
        return `R${round}M${(index % schedule.matchesPerRound) + 1} ${round} ${index}`;
      });
      expect(numbers).toEqual(expected);
    }
  });

  test('the matches of a round are ordered by their lower player', () => {
    for (const [, players, schedule] of schedules) {
      for (let round = 1; round <= schedule.totalRounds; round++) {
        const lower = schedule.round(round).map(({ seats }) => Math.min(...seats.map((id) => players.indexOf(id))));
        expect(lower).toEqual(lower.toSorted((a, b) => a - b));
      }
    }
  });

  test('in round 1 the lower player sits first, in later rounds the higher', () => {
    for (const [, players, schedule] of schedules) {
      const wrong = allMatches(schedule).filter(({ seats, round_id }) => {
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
      const schedule = roundRobin(players, { seatsMatter: true });
      for (const { seats } of allMatches(schedule)) {
        for (const [seat, id] of seats.entries()) surplus.set(id, (surplus.get(id) ?? 0) + (seat === 0 ? 1 : -1));
      }
      const worst = Math.max(...[...surplus.values()].map(Math.abs));
      expect(worst, `${n} players`).toBeLessThanOrEqual(1);
    }
  });

  test('balanced or not, the same two meet in the same match', () => {
    for (const [n, players, schedule] of schedules) {
      const balanced = roundRobin(players, { seatsMatter: true });
      const meetings = (of: Schedule) => allMatches(of).map(({ match_id, seats }) => `${match_id} ${key(seats)}`);
      expect(meetings(balanced), `${n} players`).toEqual(meetings(schedule));
    }
  });

  test('the three ways to a match agree: by round, by player, by id; and so does who meets when', () => {
    for (const [, , schedule] of schedules) {
      const disagreeing = allMatches(schedule).filter(({ match_id, round_id, seats: [a, b] }) => {
        const found = [schedule.match(match_id), schedule.matchOf(a, round_id), schedule.matchOf(b, round_id)];
        const rounds = [schedule.meeting(a, b), schedule.meeting(b, a)];
        return found.some((pairing) => pairing?.match_id !== match_id) || rounds.some((round) => round !== round_id);
      });
      expect(disagreeing).toEqual([]);
    }
  });
});

test('the table for four players is that of the specification', () => {
  const schedule = roundRobin(['P01', 'P02', 'P03', 'P04'], plain);
  expect(allMatches(schedule).map(({ match_id, seats }) => `${match_id} ${seats.join('-')}`)).toEqual([
    'R1M1 P01-P02',
    'R1M2 P03-P04',
    'R2M1 P03-P01',
    'R2M2 P04-P02',
    'R3M1 P04-P01',
    'R3M2 P03-P02',
  ]);
});

test('where seats matter, everybody sits first against those just before, and the one that stands still takes turns', () => {
  // A schedule is never written down: a league that goes on after an update must find the same seats.
  const seatsOf = (n: number) =>
    allMatches(roundRobin(ids('P', n), { seatsMatter: true })).map(({ seats }) => seats.join('-'));
  expect(seatsOf(4)).toEqual(['P01-P02', 'P04-P03', 'P03-P01', 'P02-P04', 'P01-P04', 'P03-P02']);
  expect(seatsOf(5).sort()).toEqual([
    ...['P01-P04', 'P01-P05', 'P02-P01', 'P02-P05', 'P03-P01'],
    ...['P03-P02', 'P04-P02', 'P04-P03', 'P05-P03', 'P05-P04'],
  ]);
});

test('the order of the players is the order they are given in, whatever they are called', () => {
  expect(roundRobin(['zoe', 'adam', 'P10'], plain).round(1)).toEqual([
    { match_id: 'R1M1', round_id: 1, seats: ['zoe', 'adam'], index: 0 },
  ]);
});

test('max_rounds makes a league shorter and never longer', () => {
  const players = ids('P', 6);
  const short = roundRobin(players, { seatsMatter: false, maxRounds: 2 });
  const whole = roundRobin(players, plain);
  expect(short).toMatchObject({ totalRounds: 2, matchesPerRound: 3, totalMatches: 6 });
  expect([short.round(1), short.round(2)]).toEqual([whole.round(1), whole.round(2)]);
  expect(short.round(3)).toEqual([]);
  expect(short.match('R3M1')).toBeUndefined();
  const [a, b] = (whole.match('R3M1') as Pairing).seats;
  expect(whole.meeting(a, b)).toBe(3);
  expect(short.meeting(a, b)).toBeUndefined();
  expect(roundRobin(players, { seatsMatter: false, maxRounds: 99 }).totalRounds).toBe(5);
});

test('what is not in the schedule is not found', () => {
  const schedule = roundRobin(ids('P', 4), plain);
  for (const id of ['R0M1', 'R4M1', 'R1M0', 'R1M3', 'R01M1', 'r1m1', 'R1M1 ', 'R1', '', 'R1M12345678', 'R-1M1']) {
    expect(schedule.match(id), id).toBeUndefined();
  }
  for (const round of [0, -1, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(schedule.round(round)).toEqual([]);
    expect(schedule.matchOf('P01', round)).toBeUndefined();
  }
  expect(schedule.matchOf('P99', 1)).toBeUndefined();
  expect(schedule.meeting('P01', 'P99')).toBeUndefined();
  expect(schedule.meeting('P99', 'P01')).toBeUndefined();
  expect(schedule.meeting('P98', 'P99')).toBeUndefined();
  expect(schedule.meeting('P01', 'P01')).toBeUndefined();
});

describe('a round that is asked for again', () => {
  test('is not made again in a league of up to 256', () => {
    const schedule = roundRobin(ids('P', 256), plain);
    const rounds = Array.from({ length: schedule.totalRounds }, (_, i) => schedule.round(i + 1));
    for (const [i, round] of rounds.entries()) expect(schedule.round(i + 1)).toBe(round);
  });

  test('is not made again in a bigger one if it is among the last three', () => {
    const schedule = roundRobin(ids('P', 257), plain);
    const [first, second, third, fourth] = [1, 2, 3, 4].map((round) => schedule.round(round));
    for (const [i, round] of [second, third, fourth].entries()) expect(schedule.round(i + 2)).toBe(round);
    expect(schedule.round(1)).not.toBe(first);
    expect(schedule.round(1)).toEqual(first);
  });
});

test('a league too big to be held whole gives the same rounds in whatever order it is asked', () => {
  const schedule = roundRobin(ids('P', 300), plain);
  const first = schedule.round(1);
  for (const round of [299, 2, 150, 3, 4]) expect(schedule.round(round)).toHaveLength(150);
  expect(schedule.round(1)).toEqual(first);
  expect(schedule.match('R299M150')?.round_id).toBe(299);
});
