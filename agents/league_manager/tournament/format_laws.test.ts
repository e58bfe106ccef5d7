import { expect, test } from 'vitest';
import { ids } from '../testing/rehearsal.ts';
import { type Field, type Format, numbered, type Outlook, type Pairing, type Seats } from './format.ts';
import { formatLaws } from './format_laws.ts';
import { roundRobin } from './round_robin.ts';

const FIELD: Field = { players: ids('P', 4), seatsMatter: true };
const ending = ({ seats: [winner] }: Pairing) => ({ winner, score: { [winner]: 3 } });
const broken = (make: (field: Field) => Format) =>
  formatLaws(make, FIELD, ending).flatMap(({ name, breach }) => (breach() === undefined ? [] : [name]));

/** A format of these rounds, whatever they are. */
function written(rounds: readonly (readonly Seats[])[], outlook: Outlook = {}): Format {
  return {
    next: ({ rounds: done }) => (done < rounds.length ? numbered(done + 1, rounds[done] ?? []) : undefined),
    outlook: () => outlook,
  };
}

const ONCE: readonly (readonly Seats[])[] = Array.from({ length: 3 }, (_, i) =>
  (
    roundRobin(FIELD)
      .outlook()
      .planned?.(i + 1) ?? []
  ).map(({ seats }) => seats),
);

test('a round robin keeps them all', () => {
  expect(broken((field) => roundRobin(field))).toEqual([]);
  expect(broken(() => written(ONCE))).toEqual([]);
});

test.each<[string, () => Format, string]>([
  [
    'a player in two matches of a round',
    () =>
      written([
        [
          ['P01', 'P02'],
          ['P01', 'P03'],
        ],
      ]),
    'nobody has two matches',
  ],
  ['a player of another league', () => written([[['P01', 'P99']]]), 'nobody has two matches'],
  [
    'a pair too often',
    () => written([...ONCE, ...ONCE.map((round) => round.map(swapped))], { meetings: { least: 1, most: 1 } }),
    'two players meet',
  ],
  ['a pair too seldom', () => written(ONCE.slice(1), { meetings: { least: 1, most: 1 } }), 'two players meet'],
  ['a round too many', () => written(ONCE, { rounds: 2 }), 'the outlook tells the truth'],
  ['a match too few', () => written(ONCE, { matches: 7 }), 'the outlook tells the truth'],
  ['another plan', () => written(ONCE, { planned: () => [] }), 'the outlook tells the truth'],
  ['another size', () => written(ONCE, { sizeOf: () => 2 }), 'the outlook tells the truth'],
  ['a player always first', () => written(ONCE.map((round) => round.map(ordered))), 'where seats matter'],
  ['numbers that begin anew', () => ({ ...written(ONCE), next: again }), 'matches are numbered'],
])('%s breaks a law', (_, make, law) => {
  expect(broken(make)).toEqual([expect.stringContaining(law)]);
});

test('pairings that come by chance break a law', () => {
  let tosses = 0;
  const format = () => written(++tosses % 2 === 0 ? ONCE : ONCE.toReversed());
  expect(broken(format)).toContain('the same results give the same pairings');
});

function swapped([a, b]: Seats): Seats {
  return [b, a];
}

function ordered([a, b]: Seats): Seats {
  return a < b ? [a, b] : [b, a];
}

function again({ rounds }: { readonly rounds: number }): readonly Pairing[] | undefined {
  return rounds < ONCE.length ? numbered(1, ONCE[rounds] ?? []) : undefined;
}
