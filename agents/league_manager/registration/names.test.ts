import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CONFUSABLES } from './confusables.ts';
import { likenessesOf, wrongWithName } from './names.ts';

const look = (a: string, b: string) => likenessesOf(a).some((key) => likenessesOf(b).includes(key));

describe('a league takes a name', () => {
  test.each([
    ['Agent Alpha'],
    ['Zoë O’Brien-Łukasz 3'],
    ['דוד המלך'],
    ['Алексей'],
    ['Ελένη'],
    ['محمد'],
    ['علی‌رضا'],
    ['देवनागरी'],
    ['ශ්‍රී'],
    ['ไทย'],
    ['Հայ'],
    ['ქართული'],
    ['ᚠᚢᚦ'],
    ['𒀀𒀁'],
    ['田中さくらコーチ'],
    ['東京Bot'],
    ['ソニーXperia'],
    ['한국어學Bot'],
    ['ㄅㄆ中文abc'],
    ['Player Иван'],
    ['Иван-Bot'],
    ['Team 🚀'],
    ['❤️ Bot'],
    ['👩‍💻 Ada'],
    ['👨🏽‍🚀'],
    ['P1 fan'],
    ['Preference 12'],
    ['42'],
    ['µ-bot'],
    ['!?'],
    ['Referee'],
  ])('such as %s', (name) => {
    expect(wrongWithName(name)).toBeUndefined();
  });

  test('that is the id of its agent, and no other id', () => {
    expect(wrongWithName('P01', 'P01')).toBeUndefined();
    expect(wrongWithName('P01', 'P02')).toMatch(/^is an id/);
    expect(wrongWithName('draw', 'draw')).toMatch(/^is an id/);
  });
});

describe('a league takes no name', () => {
  test.each([
    ['\u3164', 'U+3164'],
    ['a\u115fb', 'U+115F'],
    ['Agent\u{e0041}\u{e0042}', 'U+E0041'],
    ['A\u200bB', 'U+200B'],
    ['Agent\u200dAlpha', 'U+200D'],
    ['Agent\u200cAlpha', 'U+200C'],
    ['a\u2060', 'U+2060'],
    ['soft\u00adhyphen', 'U+00AD'],
    ['a\ufe0f', 'U+FE0F'],
    ['a\u034fb', 'U+034F'],
    ['\u2800', 'U+2800'],
    ['a\ue000', 'U+E000'],
    ['a\uffff', 'U+FFFF'],
    ['🏴\u{e0067}\u{e007f}', 'U+E0067'],
  ])('with characters that cannot be seen: %j', (name, which) => {
    expect(wrongWithName(name)).toBe(`holds ${which}, which cannot be seen`);
  });

  test.each([' ', '\u00a0\u3000', ' \u0301'])('that shows nothing: %j', (name) => {
    expect(wrongWithName(name)).toBe('holds nothing that can be seen');
  });

  test.each([
    ...['P01', 'p7', 'REF01', 'ref2', 'LM01', 'lm99', 'draw', 'DRAW', ' Draw ', 'operator', 'Player_A'],
    ...['Ｐ０１', 'Р01', 'ＤＲＡＷ', 'LМ01', 'Ρ01'],
  ])('that is an id or a word of the league: %s', (name) => {
    expect(wrongWithName(name)).toBe('is an id or a word of the league; choose a name of its own');
  });

  test.each(['Аlpha', 'Agent Аlpha', 'pаypal', 'Bοt', 'шapka', 'αβгд', 'さくらБот', 'دavid', '한국かな'])(
    'that mixes scripts in a word: %s',
    (name) => {
      expect(wrongWithName(name)).toMatch(
        /^mixes letters of several scripts in the word "\S+", so that it may be mist/,
      );
    },
  );
});

describe('two names look the same', () => {
  test.each([
    ['Alpha', 'ALPHA'],
    ['Ada  Lovelace', ' ada\tlovelace '],
    ['Ａlpha', 'Alpha'],
    ['АВС', 'ABC'],
    ['асе', 'ace'],
    ['Paul', 'PauI'],
    ['Paul', 'Pau1'],
    ['Bot 0', 'Bot O'],
    ['modern', 'rnodern'],
    ['Zoë', 'Zoe\u0308'],
    ['İ', 'i\u0307'],
    ['Ꭺgent', 'Agent'],
    ['𝐀lpha', 'Alpha'],
    ['It’s', "It's"],
  ])('%s and %s', (a, b) => {
    expect(look(a, b)).toBe(true);
  });

  test.each([
    ['Alpha', 'Alphа2'],
    ['Agent P01', 'AgentP01'],
    ['Zoë', 'Zoe'],
    ['Agent 11', 'Agent 12'],
    ['Иван', 'Ivan'],
    ['あい', 'アイ'],
  ])('but not %s and %s', (a, b) => {
    expect(look(a, b)).toBe(false);
  });
});

test('every prototype is its own but one, so that a skeleton has none', () => {
  const alike = new Set(
    CONFUSABLES.trim()
      .split(/\s+/)
      .flatMap((entry) => entry.split(':')[1]?.split(',') ?? []),
  );
  expect(alike.size).toBe(2_524);
  const moving = CONFUSABLES.trim()
    .split(/\s+/)
    .filter((entry) => (entry.split(':')[0] ?? '').split('+').some((hex) => alike.has(hex)));
  expect(moving).toEqual(['438+326+306:48B']);
});

test('a script that an engine of an older Unicode does not know keeps no other name out', async () => {
  const Known = RegExp;
  function Older(pattern: string, flags?: string): RegExp {
    if (pattern.includes('Berf')) throw new SyntaxError('Invalid property name in character class');
    return new Known(pattern, flags);
  }
  vi.stubGlobal('RegExp', Older);
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllGlobals());
  const older = await import('./names.ts');
  expect(older.wrongWithName('𐌰𐌱')).toBeUndefined();
  expect(older.wrongWithName('𐌰ሀ')).toMatch(/mixes letters of several scripts/);
});
