/** A Markdown text taken apart: headings, links, code spans and code blocks, each with its line. */

import { lineAt, type Source } from '../gates/sources.ts';
import { anchorOf } from '../generate/markdown.ts';

/** A piece of a document; `line` counts from 1. */
export interface Span {
  readonly text: string;
  readonly line: number;
}

/** A fenced block: the first word after the fence, and what is inside. */
export interface Block extends Span {
  readonly path: string;
  readonly language: string;
}

export interface Document {
  readonly path: string;
  /** The names its headings are linked by; of equal ones the later are numbered. */
  readonly anchors: ReadonlySet<string>;
  /** The targets of links and pictures. */
  readonly links: readonly Span[];
  readonly spans: readonly Span[];
  readonly blocks: readonly Block[];
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n]*\n([\s\S]*?)^[ \t]*\2[ \t]*$/gm;
const CODE_SPAN = /(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g;
const HEADING = /^#{1,6} +(.+?)(?: +#+)?$/gm;
const LINK_TEXT = /\[([^\]]*)\]\([^)]*\)/g;
const LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"\n]*")?\s*\)|^\[[^\]\n]+\]:\s*(\S+)|\b(?:href|src)="([^"]+)"/gm;

/** Takes a document apart. What stands in code is no heading and no link. */
export function readDocument({ path, text }: Source): Document {
  const blocks = [...text.matchAll(FENCE)].map((fence): Block => {
    const [, indent = '', , language = '', inside = ''] = fence;
    const lines = inside.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    return { path, language, text: lines.join('\n'), line: lineAt(text, fence.index) };
  });
  const prose = text.replace(FENCE, blank);
  const spans = [...prose.matchAll(CODE_SPAN)].map((span) => ({
    text: (span[2] ?? '').trim(),
    line: lineAt(prose, span.index),
  }));
  const plain = prose.replace(CODE_SPAN, blank);
  const links = [...plain.matchAll(LINK)].map((match) => ({
    text: match[1] ?? match[2] ?? match[3] ?? '',
    line: lineAt(plain, match.index),
  }));
  return { path, anchors: anchorsOf(prose), links, spans, blocks };
}

function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const [, heading = ''] of prose.matchAll(HEADING)) {
    const anchor = anchorOf(heading.replace(LINK_TEXT, '$1'));
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

/** As long as it was, so that lines and columns stay where they were. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
