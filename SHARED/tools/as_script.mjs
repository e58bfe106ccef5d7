/**
 * A module as a script: a function that is given what the module imports and returns what it exports. Its lines keep
 * their numbers, and in them all but imports and exports its place, so that errors name the lines of the source.
 */
import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';

/** A comment, a text, or a pattern where one may begin. */
const TEXT =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|\/(?<=(?:[(,=:[!&|?{;>]|\breturn)\s*\/)(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//
    .source;
/** Statements begin a line. What is in a comment, a text or a pattern is passed by. */
const PIECE = new RegExp(
  [
    /^import\s*(?<taken>\{[^}]*\}|\*\s*as\s+\w+|\w+(?=\s*from\s*'[^']+\.json'))\s*from\s*(?<q>['"])(?<from>[^'"]+)\k<q>(?:\s*with\s*\{[^}]*\})?;/,
    /^import\s*(?<r>['"])(?<effect>[^'"]+)\k<r>;/,
    /^export\s*(?<given>\{[^}]*\})(?:\s*from\s*(?<p>['"])(?<source>[^'"]+)\k<p>)?;/,
    /^export\s+(?=(?:const\s|class\s|(?:async\s+)?function[\s*])\s*(?<declared>[\w$]+))/,
    /(?<url>(?<![.#\w$])import\.meta\.url\b)/,
    // Neither a method of this name nor its call.
    /(?<dynamic>(?<![.#\w$])import\s*\((?![^()]*\)\s*\{))/,
    /(?<other>^export\b|(?<![\w$])import\b(?![\w$]))/,
  ]
    .map(({ source }) => source)
    .concat(`(?<text>${TEXT})`)
    .join('|'),
  'gm',
);
/** A text with one of these may be none, when a quote or a slash was taken for what it is not. */
const STATEMENT = /^(?:import|export)\b|\bimport\s*\(/m;
const TEXT_WITHIN_TEXT = /^`[\s\S]*\$\{[^}]*`$/;
const MARK = new RegExp(`${TEXT}|[([{}\\]),;]`, 'g');
/** What keeps its first value. */
const CONSTANT = /^(?:const\s|class\s|(?:async\s+)?function[\s*])\s*([\w$]+)/gm;
const SET = /(^var\s+)?(?<![.\w$])([\w$]+)\s*(?:\+\+|--|[-+*/%&|^?<>]*=(?![=>]))/gm;
const OWN_NAME = /\$(?:take|url|load)\b/;

/**
 * The script of a text, its imports as `{ name, names }` and the names of its exports. Its parameters are a function from
 * the number of an import to its exports, the address of the module, and `import()`. Throws where a text has no script.
 */
export function asScript(source, isTyped) {
  const imports = [];
  const exports = [];
  const heads = [];
  const results = [];
  const locals = [];
  const constants = new Set();
  let hasTextWithinText = false;
  let hasImportAfterText = false;
  const take = (name, names) => `$take(${imports.push({ name, names }) - 1})`;
  const give = (name, value) => {
    exports.push(name);
    results.push(`${name}:${value}`);
  };
  if (OWN_NAME.test(source)) throw new Error('a name that is taken');
  const plain = isTyped ? withoutTypes(source) : source;
  const body = plain.replace(PIECE, (whole, ...rest) => {
    const { taken, from, effect, given, source: other, declared, url, dynamic, text } = rest.at(-1);
    if (url !== undefined || dynamic !== undefined) {
      hasImportAfterText ||= lineBefore(plain, rest.at(-3)).includes('`');
      return url === undefined ? '$load(' : '$url';
    }
    if (text !== undefined) {
      if (STATEMENT.test(text)) throw new Error('a statement in a text, or none');
      hasTextWithinText ||= TEXT_WITHIN_TEXT.test(text);
      return whole;
    }
    if (declared !== undefined) {
      const declaration = plain.slice(rest.at(-3) + whole.length);
      if (/^const\b/.test(declaration) && !declaresOne(declaration)) throw new Error(`more than ${declared}`);
      give(declared, declared);
    } else if (effect !== undefined) heads.push(`${take(effect, [])};`);
    else if (taken?.startsWith('{')) {
      const pairs = pairsIn(taken);
      for (const [, local] of pairs) constants.add(local);
      heads.push(`const{${pairs.map((pair) => pair.join(':'))}}=${take(from, firstOf(pairs))};`);
    } else if (taken?.startsWith('*')) heads.push(`const ${taken.replace(/^\*\s*as\s+/, '')}=${take(from, [])};`);
    else if (taken !== undefined) heads.push(`const{default:${taken}}=${take(from, [])};`);
    else if (other !== undefined) {
      const pairs = pairsIn(given);
      const all = `$${heads.length}`;
      heads.push(`const ${all}=${take(other, firstOf(pairs))};`);
      for (const [name, outside] of pairs) give(outside, `${all}.${name}`);
    } else if (given === undefined) throw new Error(`no form for ${whole}`);
    else
      for (const [local, outside] of pairsIn(given)) {
        locals.push(local);
        give(outside, local);
      }
    return whole.replace(/[^\n]/g, '');
  });
  for (const [, name] of body.matchAll(CONSTANT)) constants.add(name);
  const variable = locals.find((local) => !constants.has(local) && !isSetOnce(local, body));
  if (variable !== undefined) throw new Error(`${variable} may change`);
  if (hasTextWithinText && hasImportAfterText) throw new Error('import in a text within a text, or none');
  // No function can tell await(x) at the top from a call of that name; this block of a class does.
  new Script(`(class{static{${heads.join('')}${body}\n}})`);
  // What it takes is all on the first line, so that every other keeps its number.
  const code = `(function($take,$url,$load){'use strict';${heads.join('')}${body}\nreturn{${results}}})`;
  return { imports, exports, code };
}

function lineBefore(text, at) {
  return text.slice(text.lastIndexOf('\n', at) + 1, at);
}

/** A `var` of made code, which nothing sets but its declaration. */
function isSetOnce(name, body) {
  const sets = [...body.matchAll(SET)].filter(([, , each]) => each === name);
  return sets.length === 1 && sets[0][1] !== undefined;
}

/** Whether no comma follows outside of all brackets, up to the end. */
function declaresOne(declaration) {
  let depth = 0;
  for (const [mark] of declaration.matchAll(MARK)) {
    if (/^[([{]$/.test(mark)) depth += 1;
    else if (/^[)\]}]$/.test(mark)) depth -= 1;
    else if (depth === 0 && mark === ';') return true;
    if (depth < 0 || (depth === 0 && mark === ',')) return false;
  }
  return false;
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
