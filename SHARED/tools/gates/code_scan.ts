/** Tells code from comments, strings and patterns, so that a gate judges what a file does and not what it says. */

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const STRING = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y;
const PATTERN = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** From a backtick, or from the brace that ends an inserted expression, to the next one or to the closing backtick. */
const TEMPLATE = /[`}](?:\\[\s\S]|[^`\\$]|\$(?!\{))*(?:`|\$\{)/y;
const WORD = /[\w$]+|\s+|[\s\S]/y;
/** After these a slash begins a pattern; after anything else it divides. */
const BEFORE_PATTERN = /^(?:|[=(,:[!&|?{};>+~*%^-]|return|typeof|case|in|of|await|yield|void)$/;

/** The text with every comment blanked out; lines and columns stay where they were. */
export function withoutComments(text: string): string {
  return blanked(text, (kind) => kind === 'comment');
}

/** The text with comments, strings and patterns blanked out, but not what templates insert: words that are left are code. */
export function codeOnly(text: string): string {
  return blanked(text, () => true);
}

type Kind = 'comment' | 'literal';

function blanked(text: string, goes: (kind: Kind) => boolean): string {
  let kept = '';
  let last = '';
  /** For every template we are in, how many braces its inserted expression has open. */
  const templates: number[] = [];

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = kept.length;
    return pattern.exec(text)?.[0];
  };
  const keep = (piece: string, kind?: Kind): void => {
    kept += kind !== undefined && goes(kind) ? blank(piece, /^['"`}]/.test(piece) ? 1 : 0) : piece;
  };

  while (kept.length < text.length) {
    const comment = take(COMMENT);
    if (comment !== undefined) {
      keep(comment, 'comment');
      continue;
    }
    const next = text[kept.length];
    const endsInsertion = next === '}' && templates.at(-1) === 0;
    const literal = next === '`' || endsInsertion ? take(TEMPLATE) : (take(STRING) ?? patternHere());
    if (literal !== undefined) {
      if (endsInsertion) templates.pop();
      if (literal.endsWith('${')) templates.push(0);
      keep(literal, 'literal');
      last = literal.endsWith('${') ? '{' : 'literal';
      continue;
    }
    const word = take(WORD) ?? '';
    if (word === '{') count(templates, 1);
    if (word === '}') count(templates, -1);
    if (word.trim() !== '') last = word;
    keep(word);
  }
  return kept;

  function patternHere(): string | undefined {
    return BEFORE_PATTERN.test(last) ? take(PATTERN) : undefined;
  }
}

/** Quotes stay, so that an argument remains an argument. */
function blank(piece: string, ends: number): string {
  const inside = piece.slice(ends, piece.length - ends);
  return piece.slice(0, ends) + inside.replace(/[^\n]/g, ' ') + piece.slice(piece.length - ends);
}

function count(templates: number[], step: number): void {
  const open = templates.pop();
  if (open !== undefined) templates.push(open + step);
}
