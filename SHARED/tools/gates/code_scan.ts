/** Tells code from comments, strings and patterns, so that a gate judges what a file does and not what it says. */
import { type ParseResult, parseSync, Visitor } from 'rolldown/utils';
import type { Source } from './sources.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text of a file with every comment blanked out; lines and columns stay where they were. A file that is no code throws. */
export function withoutComments(source: Source): string {
  return blanked(source.text, parsed(source).comments);
}

/** The text with comments, strings and patterns blanked out, but not what templates insert: words that are left are code. */
export function codeOnly(source: Source): string {
  const { program, comments } = parsed(source);
  const spans: Span[] = [...comments];
  new Visitor({
    Literal(node) {
      if ('regex' in node) spans.push(node);
      if (typeof node.value === 'string') spans.push(insideOf(node));
    },
    TemplateElement: (node) => void spans.push(insideOf(node)),
  }).visit(program);
  return blanked(source.text, spans);
}

/** Strings and pieces of templates span their quotes too; those stay, so that an argument remains an argument. */
function insideOf({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

function parsed({ path, text }: Source): ParseResult {
  const result = parseSync(path, text, { astType: 'ts' });
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${path} is no code: ${error.codeframe ?? error.message}`);
  return result;
}

function blanked(text: string, spans: readonly Span[]): string {
  let kept = '';
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start))
    kept += text.slice(kept.length, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
  return kept + text.slice(kept.length);
}
