/** Tables as one page for people: it needs no server and loads nothing, and is sorted and searched where it is opened. */
import { sha256Bytes } from '../../../SHARED/core/hash.ts';
import { draftFile } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { cellText, type ExportRow, type Table, type TableWriter } from './table.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
body { margin: 1.5rem }
nav a { margin-right: 1rem }
.wide { overflow-x: auto; max-height: 80vh }
table { border-collapse: collapse }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8884; text-align: start; vertical-align: top; max-width: 40rem; overflow-wrap: anywhere }
th { position: sticky; top: 0; background: Canvas }
th button { all: unset; cursor: pointer; white-space: nowrap }
th button:focus-visible { outline: 2px solid }
th[aria-sort=ascending] button::after { content: " ▲" }
th[aria-sort=descending] button::after { content: " ▼" }
.n { text-align: end; font-variant-numeric: tabular-nums }
`;

const SCRIPT = `
for (const section of document.querySelectorAll('section')) {
  const body = section.querySelector('tbody');
  const heads = [...section.querySelectorAll('th')];
  for (const [at, head] of heads.entries()) {
    head.querySelector('button').addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const text = (row) => row.cells[at].textContent;
      const natural = new Intl.Collator(undefined, { numeric: true }).compare;
      const order = (a, b) => head.className === 'n' ? Number(text(a)) - Number(text(b)) : natural(text(a), text(b));
      const last = (a, b) => (text(a) === '') - (text(b) === '');
      body.append(...[...body.rows].sort((a, b) => last(a, b) || (down ? order(b, a) : order(a, b))));
    });
  }
  section.querySelector('input').addEventListener('input', ({ target }) => {
    const wanted = target.value.toLowerCase();
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
`;

/** All tables on one page. Texts are escaped, and the page runs no script but its own. */
export const writeHtml: TableWriter = (path, tables) =>
  draftFile(path, async ({ write }) => {
    const hash = Buffer.from(sha256Bytes(SCRIPT)).toString('base64');
    const rule = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
    const links = tables.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ');
    await write(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${rule}">
<meta name="viewport" content="width=device-width">
<title>League</title>
<style>${STYLE}</style>
<nav>${links}</nav>
`);
    const counts: number[] = [];
    for (const table of tables) {
      await write(headOf(table));
      let count = 0;
      for await (const row of table.rows()) {
        await write(rowOf(table, row));
        count += 1;
      }
      await write(`</tbody></table></div><p>${count} ${count === 1 ? 'row' : 'rows'}</p></section>\n`);
      counts.push(count);
    }
    await write(`<script>${SCRIPT}</script>\n</html>\n`);
    return counts;
  });

function headOf({ name, about, columns }: Table): string {
  const heads = columns.map(
    (column) => `<th${classOf(column.type)} title="${escaped(column.about)}"><button>${column.name}</button></th>`,
  );
  return `<section id="${name}"><h2>${name}</h2><p>${escaped(about)}</p>
<p><label>Only rows with <input type="search"></label></p>
<div class="wide"><table><thead><tr>${heads.join('')}</tr></thead><tbody>
`;
}

function rowOf({ columns }: Table, row: ExportRow): string {
  const cells = columns.map(({ name, type }) => `<td${classOf(type)}>${escaped(cellText(row[name]))}</td>`);
  return `<tr>${cells.join('')}</tr>\n`;
}

function classOf(type: Table['columns'][number]['type']): string {
  return type === 'integer' || type === 'number' ? ' class="n"' : '';
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
