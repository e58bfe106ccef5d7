import { describe, expect, test } from 'vitest';
import { strategies, strategyOf } from '../../../agents/player/strategies/strategies.ts';
import type { Strategy } from '../../../agents/player/strategy.ts';
import { practiceMatch, practiceTurn } from '../../../agents/player/testing/practice.ts';
import { strategy as alpha } from '../../../agents/player_P01/strategy.ts';
import { strategy as beta } from '../../../agents/player_P02/strategy.ts';
import { strategy as gamma } from '../../../agents/player_P03/strategy.ts';
import { strategy as delta } from '../../../agents/player_P04/strategy.ts';
import { decidedShare } from '../../../agents/trials/private_league/theory.ts';
import { unwrap } from '../../core/result.ts';
import { markdownTable } from '../generate/markdown.ts';
import { checkFigures, mathematicsOf, percent, rounded } from './document.ts';
import { type Chooser, differences, mean, pointsAt } from './mathematics.ts';

const SECTION = mathematicsOf('Strategies against each other');
const GAMES = 100;
const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

/** A strategy as chances: asked with either half of what a coin can say. */
function chooser({ decide }: Strategy): Chooser {
  return (past) => {
    const history = past.map(({ mine, theirs, result }) =>
      practiceMatch({ my_choice: mine, opponent_choice: theirs, result }),
    );
    let coins = 0;
    const ask = (coin: number) => {
      const random = () => {
        coins += 1;
        return coin;
      };
      return (decide(practiceTurn({ history, random })) as { readonly move: string }).move;
    };
    const [heads, tails] = [ask(0), ask(0.75)];
    expect(coins).toBeLessThanOrEqual(2);
    if (heads === tails) return [{ move: heads, chance: 1 }];
    return [heads, tails].map((move) => ({ move, chance: 1 / 2 }));
  };
}

const named = (name: string) => unwrap(strategyOf(name));
const [random, mirror, pattern, frequency] = ['random', 'mirror', 'pattern', 'frequency'].map(named) as [
  Strategy,
  Strategy,
  Strategy,
  Strategy,
];
const [even, odd] = ['always:even', 'always:odd'].map(named) as [Strategy, Strategy];

function meetingsOf(first: Strategy, second: Strategy, meetings: number): readonly number[] {
  const resultsMatter = [first, second].includes(gamma);
  return differences(chooser(first), chooser(second), { meetings, resultsMatter });
}

interface Law {
  readonly who: string;
  readonly rule: string;
  /** The chance to differ in meeting k, from 1. */
  readonly chance: (k: number) => number;
  readonly pairs: readonly (readonly [Strategy, Strategy])[];
  /** As many meetings as can be walked through in no time. */
  readonly walked: number;
}

const thinkers = [even, frequency, pattern, mirror, alpha, beta, gamma, delta];
const from = (meeting: number, then: number) => (k: number) => (k < meeting ? 1 / 2 : then);
const settling = (k: number) => 1 - 0.5 ** Math.ceil(k / 2);
const swinging = (k: number) => (1 - (-0.5) ** k) / 3;

const LAWS: readonly Law[] = [
  {
    who: 'anybody – `random`, Delta',
    rule: '1/2',
    chance: () => 1 / 2,
    pairs: thinkers.flatMap((one) => [[one, random] as const, [one, delta] as const]),
    walked: 4,
  },
  {
    who: 'Gamma – anybody but Gamma',
    rule: '1/2',
    chance: () => 1 / 2,
    pairs: thinkers.filter((one) => one !== gamma).map((one) => [gamma, one] as const),
    walked: 5,
  },
  { who: '`always:even` – `always:odd`', rule: '1', chance: () => 1, pairs: [[even, odd]], walked: 10 },
  { who: '`always:even` – itself', rule: '0', chance: () => 0, pairs: [[even, even]], walked: 10 },
  {
    who: '`frequency`, Alpha – `always:…`',
    rule: '1/2 once, then 1',
    chance: from(2, 1),
    pairs: [frequency, alpha].flatMap((one) => [[one, even] as const, [one, odd] as const]),
    walked: 10,
  },
  {
    who: 'Beta – `always:…`',
    rule: '1/2 twice, then 1',
    chance: from(3, 1),
    pairs: [
      [beta, even],
      [beta, odd],
    ],
    walked: 10,
  },
  {
    who: '`pattern` – `always:…`',
    rule: '1/2 three times, then 1',
    chance: from(4, 1),
    pairs: [
      [pattern, even],
      [pattern, odd],
    ],
    walked: 10,
  },
  {
    who: '`mirror` – `always:…`',
    rule: '1/2 once, then 0',
    chance: from(2, 0),
    pairs: [
      [mirror, even],
      [mirror, odd],
    ],
    walked: 10,
  },
  { who: '`mirror` – itself', rule: '1/2: all or nothing', chance: () => 1 / 2, pairs: [[mirror, mirror]], walked: 10 },
  {
    who: '`frequency`, Alpha – themselves, each other',
    rule: '1 − 2^−m, m = ⌈k/2⌉',
    chance: settling,
    pairs: [
      [frequency, frequency],
      [alpha, alpha],
      [alpha, frequency],
    ],
    walked: 10,
  },
  {
    who: '`frequency`, Alpha – `mirror`',
    rule: '(1 − (−1/2)^m)/3, m = ⌈k/2⌉',
    chance: (k) => swinging(Math.ceil(k / 2)),
    pairs: [
      [frequency, mirror],
      [alpha, mirror],
    ],
    walked: 10,
  },
  { who: 'Gamma – itself', rule: '(1 − (−1/2)^k)/3', chance: swinging, pairs: [[gamma, gamma]], walked: 7 },
];

/** Pairs that no short formula tells; their first eight meetings are walked through. */
const WALKED: readonly (readonly [string, Strategy, Strategy])[] = [
  ['`pattern` – itself', pattern, pattern],
  ['`pattern` – `mirror`', pattern, mirror],
  ['`pattern` – `frequency`', pattern, frequency],
  ['`pattern` – Alpha', pattern, alpha],
  ['`pattern` – Beta', pattern, beta],
  ['Beta – itself', beta, beta],
  ['Beta – `mirror`', beta, mirror],
  ['Beta – `frequency`', beta, frequency],
  ['Beta – Alpha', beta, alpha],
];

test('every figure about pairs of strategies is the one that is computed', () => {
  const laws = LAWS.map(({ who, rule, chance }) => {
    const average = mean(upTo(GAMES).map(chance));
    return [who, rule, percent(average), rounded(pointsAt(average))];
  });
  const walked = WALKED.map(([who, first, second]) => {
    const chances = meetingsOf(first, second, 8);
    return [who, ...[1, 4, 8].map((k) => percent(chances[k - 1] as number)), percent(mean(chances))];
  });
  const statements = [
    markdownTable(['pair', '*d* in meeting *k*', `mean over ${GAMES} meetings`, 'points a match'], laws),
    markdownTable(['pair', 'meeting 1', '4', '8', 'mean of eight'], walked),
  ];
  expect(checkFigures(SECTION, statements)).toEqual({ missing: [], uncomputed: [] });
});

describe('how often two strategies choose differently', () => {
  test.each(LAWS)('$who: $rule', ({ pairs, chance, walked }) => {
    for (const [first, second] of pairs) {
      expect(meetingsOf(first, second, walked), `${first.name} – ${second.name}`).toEqual(upTo(walked).map(chance));
    }
  });

  test('the private league expects the same of every pair it knows', () => {
    const names = new Map([alpha, beta, gamma, delta].map((strategy, index) => [strategy, `P0${index + 1}`]));
    const nameOf = (strategy: Strategy) => names.get(strategy) ?? strategy.name;
    const compared = LAWS.flatMap(({ chance, pairs }) =>
      pairs.map(([first, second]) => ({
        ours: mean(upTo(GAMES).map(chance)),
        theirs: decidedShare(nameOf(first), nameOf(second), GAMES),
      })),
    ).filter(({ theirs }) => theirs !== undefined);
    expect(compared.length).toBeGreaterThan(20);
    for (const { ours, theirs } of compared) expect(theirs).toBeCloseTo(ours, 12);
  });

  test('every strategy there is, is spoken of', () => {
    for (const name of strategies.keys()) expect(SECTION, name).toContain(`\`${name}`);
  });
});
