/** The rules for names: which of them a league takes, and which look the same (Unicode Technical Standard #39). */
import { CONFUSABLES } from './confusables.ts';

/** Words that stand in the place of a winner, and the league's own parties. */
const WORDS = ['draw', 'player_a', 'player_b', 'league_manager', 'launcher', 'operator'];
/** The words that cannot be ids, in small letters. */
export const RESERVED: ReadonlySet<string> = new Set([...WORDS, 'lm01', 'referee', 'player', 'unknown']);

/** The ids that are given in order, in small letters, with the prefix of their role. */
export const ID_FORM = /^(p|ref|lm)\d+$/;

/** The fault of a name, as the end of a sentence about it; undefined: a league takes it from the agent of this id. */
export function wrongWithName(name: string, id?: string): string | undefined {
  const hidden = HIDDEN.exec(withoutJoiners(name))?.[0];
  if (hidden !== undefined) return `holds ${codePoint(hidden)}, which cannot be seen`;
  if (!VISIBLE.test(name)) return 'holds nothing that can be seen';
  const plain = tidy(name)
    .replace(/[^\p{ASCII}]/gu, (letter) => skeleton(letter))
    .toLowerCase();
  const isOwnId = plain === id?.toLowerCase();
  if ((ID_FORM.test(plain) && !isOwnId) || WORDS.includes(plain))
    return 'is an id or a word of the league; choose a name of its own';
  const mixed = tidy(name)
    .split(BETWEEN_WORDS)
    .find((word) => !isOfOneScript(word));
  if (mixed !== undefined) return `mixes letters of several scripts in the word "${mixed}", so that it may be mistaken`;
  return undefined;
}

/** The keys of a name: two names that share one look the same. Case, width, spaces and what cannot be seen do not count. */
export function likenessesOf(name: string): readonly string[] {
  const plain = tidy(name);
  // A capital I looks like a small L, and a capital L does not: what looks alike depends on the case.
  return [...new Set([skeleton(plain).toLowerCase(), skeleton(plain.toLowerCase())])];
}

/**
 * Ignorable characters, among them the fillers of Hangul and the tags, and others that show nothing: the blank of Braille,
 * annotation marks and the null notehead; and what is no character of any script.
 */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb\u{1d159}]/u;
const VISIBLE = /[^\p{White_Space}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

/**
 * Joiners where writing needs them: inside words of scripts whose letters join, between the parts of an emoji, and the
 * mark that asks for its coloured form.
 */
const JOINERS = [
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}])[\u200c\u200d](?=[\p{L}\p{M}])/gu,
  /(?<=\p{Emoji})\ufe0f/gu,
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu,
];

function withoutJoiners(name: string): string {
  // The mark for colour comes first: an emoji that has it may be joined to another.
  const [joiners, colours, emoji] = JOINERS as [RegExp, RegExp, RegExp];
  return name.replace(joiners, '').replace(colours, '').replace(emoji, '');
}

function tidy(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/\s+/g, ' ');
}

/** The prototypes of all characters of a text. */
function skeleton(text: string): string {
  prototypes ??= readPrototypes();
  let made = '';
  for (const character of text.normalize('NFD')) made += prototypes.get(character) ?? character;
  return made.normalize('NFD');
}
let prototypes: ReadonlyMap<string, string> | undefined;

function readPrototypes(): ReadonlyMap<string, string> {
  const character = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16));
  const entries = CONFUSABLES.trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [prototype = '', alike = ''] = entry.split(':');
      const made = prototype.split('+').map(character).join('');
      return alike.split(',').map((hex) => [character(hex), made] as const);
    });
  return new Map(entries);
}

/** Every script, those first that names are mostly written in. */
const SCRIPTS =
  'Latn Cyrl Grek Hebr Arab Hani Hira Kana Hang Deva Thai Armn Geor Beng Taml Telu Adlm Aghb Ahom Armi Avst Bali Bamu ' +
  'Bass Batk Berf Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Diak Dogr Dsrt Dupl Egyp ' +
  'Elba Elym Ethi Gara Glag Gong Gonm Goth Gran Gujr Gukh Guru Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar ' +
  'Khmr Khoj Kits Knda Krai Kthi Lana Laoo Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc ' +
  'Mero Mlym Modi Mong Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Orya Osge Osma Ougr ' +
  'Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sidt Sind Sinh Sogd ' +
  'Sogo Sora Soyo Sund Sunu Sylo Syrc Tagb Takr Tale Talu Tang Tavt Tayo Tfng Tglg Thaa Tibt Tirh Tnsa Todr Tols Toto ' +
  'Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb';
/** Scripts that are written together: Japanese, Chinese and Korean, each with Latin (UTS 39, highly restrictive). */
const TOGETHER = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'];

const ALIKE = /[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]/u;

const written = new Map<string, RegExp>();

/** Whether a word is written in some of these scripts and in characters of all. */
function isWrittenIn(word: string, scripts: string): boolean {
  const pattern = written.get(scripts) ?? patternOf(scripts);
  written.set(scripts, pattern);
  return pattern.test(word);
}

/** An engine of an older Unicode does not know every script: of one that it does not know it has no letter either. */
function patternOf(scripts: string): RegExp {
  const set = [...scripts.split(' '), 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`).join('');
  try {
    return new RegExp(`^[${set}]+$`, 'u');
  } catch {
    return /(?!)/;
  }
}

function isOfOneScript(word: string): boolean {
  if (/^\p{ASCII}*$/u.test(word)) return true;
  const isIn = (scripts: string) => isWrittenIn(word, scripts);
  if (TOGETHER.some(isIn)) return true;
  // Most mixed words hold a letter of these, and are spared the patterns of all scripts.
  return (ALIKE.test(word) ? ['Cyrl', 'Grek'] : SCRIPTS.split(' ')).some(isIn);
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
