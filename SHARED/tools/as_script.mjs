/**
 * A module as a script: a function that is given what the module imports and returns what it exports. Its lines keep
 * their numbers, and in them all but imports and exports its place, so that errors name the lines of the source.
 */
import { stripTypeScriptTypes } from 'node:module';

/** Statements begin a line. What is in a comment or a text is passed by. */
const PIECE = new RegExp(
  [
    /^import\s*(?<taken>\{[^}]*\}|\*\s*as\s+\w+|\w+(?=\s*from\s*'[^']+\.json'))\s*from\s*(?<q>['"])(?<from>[^'"]+)\k<q>(?:\s*with\s*\{[^}]*\})?;/,
    /^import\s*(?<r>['"])(?<effect>[^'"]+)\k<r>;/,
    /^export\s*(?<given>\{[^}]*\})(?:\s*from\s*(?<p>['"])(?<source>[^'"]+)\k<p>)?;/,
    /^export\s+(?=(?:const\s|class\s|(?:async\s+)?function[\s*])\s*(?<declared>[\w$]+))/,
    /(?<other>^(?:import|export)\b(?!\s*\())/,
    /(?<url>\bimport\.meta\.url\b)/,
    /(?<dynamic>\bimport\s*\()/,
    /(?<text>\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);
const STATEMENT = /^(?:import|export)\b|\bimport\s*\(/m;

/**
 * The script of a text, its imports as `{ name, names }` and the names of its exports. Its parameters are a function from
 * the number of an import to its exports, the address of the module, and `import()`. Throws where a text has no script.
 */
export function asScript(source, isTyped) {
  const imports = [];
  const exports = [];
  const heads = [];
  const results = [];
  const take = (name, names) => `$take(${imports.push({ name, names }) - 1})`;
  const give = (name, value) => {
    exports.push(name);
    results.push(`${name}:${value}`);
  };
  const body = (isTyped ? withoutTypes(source) : source).replace(PIECE, (whole, ...rest) => {
    const { taken, from, effect, given, source: other, declared, url, dynamic, text } = rest.at(-1);
    if (url !== undefined) return '$url';
    if (dynamic !== undefined) return '$load(';
    if (text !== undefined) {
      // A quote of a pattern may have been taken for that of a text, and the text for what is between two of them.
      if (text.startsWith('`') && STATEMENT.test(text)) throw new Error('a statement in a text, or none');
      return whole;
    }
    if (declared !== undefined) give(declared, declared);
    else if (effect !== undefined) heads.push(`${take(effect, [])};`);
    else if (taken?.startsWith('{')) {
      const pairs = pairsIn(taken);
      heads.push(`const{${pairs.map((pair) => pair.join(':'))}}=${take(from, firstOf(pairs))};`);
    } else if (taken?.startsWith('*')) heads.push(`const ${taken.replace(/^\*\s*as\s+/, '')}=${take(from, [])};`);
    else if (taken !== undefined) heads.push(`const{default:${taken}}=${take(from, [])};`);
    else if (other !== undefined) {
      const pairs = pairsIn(given);
      const all = `$${heads.length}`;
      heads.push(`const ${all}=${take(other, firstOf(pairs))};`);
      for (const [name, outside] of pairs) give(outside, `${all}.${name}`);
    } else if (given === undefined) throw new Error(`no form for ${whole}`);
    else for (const [local, outside] of pairsIn(given)) give(outside, local);
    return whole.replace(/[^\n]/g, '');
  });
  // What it takes is all on the first line, so that every other keeps its number.
  const code = `(function($take,$url,$load){'use strict';${heads.join('')}${body}\nreturn{${results}}})`;
  return { imports, exports, code };
}

/** Without the warning that this is new: every start of TypeScript does the same. */
function withoutTypes(source) {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Of `{ a, b as c }`, a and a, b and c. */
function pairsIn(braces) {
  const names = braces.slice(1, -1).split(',');
  return names
    .map((each) => each.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== '')
    .map(([name, other = name]) => [name, other]);
}

function firstOf(pairs) {
  return pairs.map(([name]) => name);
}
