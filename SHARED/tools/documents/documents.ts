/**
 * Checks documents against the product: links lead somewhere, files and commands exist, code blocks are what they claim
 * to be.
 */
import { posix } from 'node:path';
import type { Problem, Source } from '../gates/sources.ts';
import { type Commands, checkCommands } from './commands.ts';
import { checkJson, checkMermaid } from './data.ts';
import { type Block, type Document, readDocument, type Span } from './markdown.ts';

/** The product that documents may speak of. */
export interface Product extends Commands {
  /** Whether there is a file or folder by this path from the root. */
  exists(path: string): boolean;
  /** Every text file of the product: names of files are looked up here. */
  readonly sources: readonly Source[];
}

/** Languages that are judged by what reads them. */
type Language = 'ts' | 'js' | 'python';

/** The problems, and the code that only its own language can judge. */
export interface DocumentReport {
  readonly problems: readonly Problem[];
  readonly code: { readonly [language in Language]: readonly Block[] };
}

/** Written by others, about code of the past, or with holes that a generator fills. */
const NOT_LOOKED_AT = /^SHARED\/testing\/fixtures\/|^doc\/decisions\/archive\/|\.template\.md$/;

/** The documents among some files. */
export function documentsIn(sources: readonly Source[]): readonly Document[] {
  return sources.filter(({ path }) => path.endsWith('.md') && !NOT_LOOKED_AT.test(path)).map(readDocument);
}

/** Looks at everything that can be judged without running anything. */
export function checkDocuments(documents: readonly Document[], product: Product): DocumentReport {
  const problems: Problem[] = [];
  const code: { [language in Language]: Block[] } = { ts: [], js: [], python: [] };
  const note = (path: string, line: number, fault: string | undefined) => {
    if (fault !== undefined) problems.push({ path, line, what: fault });
  };

  for (const document of documents) {
    const { path } = document;
    for (const { text, line } of document.links) {
      const [target = '', anchor] = text.split('#', 2);
      note(path, line, lostTarget(path, target, product));
      if (anchor !== undefined) note(path, line, lostAnchor(document, target, anchor));
    }
    for (const span of document.spans) lookAtSpan(document, span);
    for (const block of document.blocks) lookAtBlock(block);
  }
  return { problems, code };

  function lostAnchor(document: Document, target: string, anchor: string): string | undefined {
    const there = target === '' ? document : documents.find(({ path }) => path === resolved(document.path, target));
    if (there === undefined) return `#${anchor}: ${target} has no headings`;
    return there.anchors.has(anchor) ? undefined : `#${anchor}: no such heading in ${there.path}`;
  }

  function lookAtSpan({ path }: Document, { text, line }: Span): void {
    note(path, line, lostFile(text, product));
    for (const fault of checkCommands(text, product, 'perhaps')) note(path, line, fault);
  }

  function lookAtBlock(block: Block): void {
    const { path, line, language, text } = block;
    if (language === 'ts' || language === 'js' || language === 'python') {
      code[language].push(block);
    } else if (language === 'json' || language === 'jsonl') {
      for (const fault of checkJson(text, language)) note(path, line, fault);
    } else if (language === 'mermaid') note(path, line, checkMermaid(text));
    else if (language === 'sh') {
      for (const fault of checkCommands(text, product, 'surely')) note(path, line, fault);
    } else if (language === '' || language === 'text') {
      for (const fault of checkCommands(text, product, 'perhaps')) note(path, line, fault);
    } else note(path, line, `nobody knows how to check a block of "${language}"`);
  }
}

const ELSEWHERE = /^(https?:|mailto:)/;
/** Made when a league is run, so that they are in no clone. */
const MADE_LATER = /^SHARED\/(data|logs)(\/|$)/;

function lostTarget(path: string, target: string, { exists }: Product): string | undefined {
  if (target === '' || ELSEWHERE.test(target)) return undefined;
  const file = resolved(path, target);
  if (file.startsWith('..') || MADE_LATER.test(file)) return `${target} is not in the clone`;
  return exists(file) ? undefined : `${target} does not exist`;
}

function resolved(path: string, target: string): string {
  return posix.join(posix.dirname(path), decodeURI(target));
}

const FROM_ROOT = /^(SHARED|agents|doc)\/[\w./-]*$/;
/** Files of code are known by as much of their path as is said. */
const NAME = /^[\w./-]*\w\.(ts|mjs|mmd|svg)$/;
/** Names of files that a reader is asked to make. */
const THE_READERS = /^(\.\/)?my_/;

/** The fault of a text that names a file which is not there. */
function lostFile(text: string, { exists, sources }: Product): string | undefined {
  if (FROM_ROOT.test(text)) {
    if (MADE_LATER.test(text) || exists(text)) return undefined;
    return `${text} does not exist`;
  }
  if (!NAME.test(text) || THE_READERS.test(text)) return undefined;
  const name = text.replace(/^\.\//, '');
  const isThere = sources.some(({ path }) => path === name || path.endsWith(`/${name}`));
  return isThere ? undefined : `there is no file ${text}`;
}
