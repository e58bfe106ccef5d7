/**
 * Checks a document against its computed figures: every statement stands in it word for word, and no other figure does.
 */
import { readFileSync } from 'node:fs';

/** The faults of a document that should say these statements. */
export interface FigureReport {
  /** Statements that are not in it as they were computed. */
  readonly missing: readonly string[];
  /** Figures in it that belong to no statement, with the words around them. */
  readonly uncomputed: readonly string[];
}

const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
const LINK_TARGET = /\]\([^)]*\)/g;
/** Percentages, decimals, powers of ten and whole numbers of three digits and more; small whole numbers are words. */
const FIGURE = /\d[\d,.]*\s*%|\d+\.\d+|10\^|\d{1,3}(?:,\d{3})+|\d{3,}/g;
const AROUND = 30;

/** Finds each statement regardless of its line breaks, and checks the text that is left when they are taken out. */
export function checkFigures(document: string, statements: readonly string[]): FigureReport {
  let rest = flowing(document);
  const missing: string[] = [];
  // Longest first, so that no statement is found inside another that says more.
  for (const statement of statements.map(flowing).toSorted((a, b) => b.length - a.length)) {
    if (rest.includes(statement)) rest = rest.replaceAll(statement, '¶');
    else missing.push(statement);
  }
  const plain = rest.replace(CODE, ' ').replace(LINK_TARGET, ' ');
  const uncomputed = [...plain.matchAll(FIGURE)].map(({ index, 0: figure }) =>
    plain.slice(Math.max(0, index - AROUND), index + figure.length + AROUND).trim(),
  );
  return { missing, uncomputed };
}

/** One line: where a text is broken says nothing. */
function flowing(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A section of the mathematical foundations by its heading, and nothing else. */
export function mathematicsOf(heading: string): string {
  const text = readFileSync(new URL('../../../doc/MATHEMATICAL_FOUNDATIONS.md', import.meta.url), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`the mathematical foundations have no section "${heading}"`);
  return section;
}

/** A share as it is told: at most one digit after the point, and none that is 0. */
export function percent(share: number): string {
  return `${rounded(share * 100, 1)} %`;
}

/** A number with at most this many digits after the point. */
export function rounded(number: number, digits = 2): string {
  return String(Number(number.toFixed(digits)));
}

/** A whole number in groups of three digits. */
export function grouped(number: number | bigint): string {
  return number.toLocaleString('en-US');
}
