/** The few pieces of Markdown that documents are put together from. */
import { isJsonArray, isJsonObject, type Json } from '../../core/json.ts';

/** A table; bars in cells are escaped. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Something that is folded until it is asked for. */
export function details(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** A block of code in a language. */
export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** JSON for people: a value that fits into a line stands in one. */
export function readableJson(value: Json, indent = ''): string {
  const line = oneLine(value);
  if (indent.length + line.length <= 110 || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  if (isJsonArray(value)) {
    return `[\n${value.map((entry) => deeper + readableJson(entry, deeper)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(([key, inner]) => {
    return `${deeper}${JSON.stringify(key)}: ${readableJson(inner, deeper)}`;
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** One line for each heading of the second level, with links to it and to those of the third level below it. */
export function contentsOf(text: string): string {
  const lines: string[][] = [];
  for (const [, level, heading = ''] of withoutCode(text).matchAll(/^(##|###) (.+)$/gm)) {
    const link = `[${heading}](#${anchorOf(heading)})`;
    if (level === '##') lines.push([link]);
    else lines.at(-1)?.push(link);
  }
  return lines
    .map(([first, ...others]) => `- ${first}${others.length === 0 ? '' : `: ${others.join(' · ')}`}`)
    .join('\n');
}

/** The name a heading is linked by. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * A template with its gaps filled: `{{name}}` in a text by a word, alone on a line by a block, which may take
 * arguments; `<!-- contents -->` by links to what follows it.
 */
export function filled(template: string, words: Words, blocks: Blocks): string {
  const text = template.replace(/^\{\{(\w+)((?: \S+)*)\}\}$|\{\{(\w+)\}\}/gm, (all, block, gaps, word) => {
    const make = block === undefined ? undefined : blocks[block];
    const piece = make === undefined ? words[word ?? block] : make(...String(gaps).split(' ').slice(1));
    if (piece === undefined) throw new Error(`the template asks for ${all}, which nobody makes`);
    return piece;
  });
  const [before = '', after = ''] = text.split('<!-- contents -->');
  return `${before}${contentsOf(after)}${after}`;
}

export type Words = { readonly [name: string]: string };
export type Blocks = { readonly [name: string]: (...gaps: string[]) => string };

function oneLine(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** An item of a list, with what is said below it; an empty text is left out. */
export function listItem(head: string, below: readonly string[]): string {
  return [`- ${head}`, ...below.filter((line) => line !== '').map((line) => `  - ${line}`)].join('\n');
}

/** Words with what they mean, as a list. */
export function explained(words: { readonly [word: string]: string }): string {
  return Object.entries(words)
    .map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
    .join('\n');
}
