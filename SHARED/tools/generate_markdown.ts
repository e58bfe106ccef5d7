/** The few pieces of Markdown that documents are put together from. */

/** A table; bars in cells are escaped. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** A nested list of links to the headings of the second and third level that a text has. */
export function contentsOf(text: string): string {
  return [...text.matchAll(/^(##|###) (.+)$/gm)]
    .map(([, level, heading = '']) => `${level === '##' ? '' : '  '}- [${heading}](#${anchorOf(heading)})`)
    .join('\n');
}

/** The name a heading is linked by. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
