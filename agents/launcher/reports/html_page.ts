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

/** The number of rows of a table shown at first: a browser takes minutes for the layout of all messages of a long league. */
const FEW = 1_000;

const SCRIPT = `
for (const section of document.querySelectorAll('section')) {
  const [body, search, more] = ['tbody', 'input', '.more'].map((each) => section.querySelector(each));
  const heads = [...section.querySelectorAll('th')];
  let most = ${FEW};
  function show() {
    const wanted = search.value.toLowerCase();
    let seen = 0;
    for (const row of [...body.rows]) {
      const isWanted = wanted === '' || row.textContent.toLowerCase().includes(wanted);
      if (isWanted) seen += 1;
      row.hidden = !isWanted || seen > most;
    }
    more.hidden = seen <= most;
  }
  for (const [at, head] of heads.entries()) {
    head.querySelector('button').addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const natural = new Intl.Collator(undefined, { numeric: true }).compare;
      const order = head.className === 'n' ? (a, b) => a - b : natural;
      const last = (a, b) => (a === '') - (b === '');
      const rows = [...body.rows].map((row) => [row.cells[at].textContent, row]);
      rows.sort(([a], [b]) => last(a, b) || (down ? order(b, a) : order(a, b)));
      const table = body.parentNode;
      // Taken out one by one, 60,000 rows would take a minute.
      body.remove();
      body.replaceChildren();
      for (const [, row] of rows) body.append(row);
      show();
      table.append(body);
    });
  }
  search.addEventListener('input', show);
  more.addEventListener('click', () => {
    most = Infinity;
    show();
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
        await write(rowOf(table, row, count >= FEW));
        count += 1;
      }
      const more = `<button class="more"${count > FEW ? '' : ' hidden'}>Show all</button>`;
      await write(`</tbody></table></div><p>${count} ${count === 1 ? 'row' : 'rows'} ${more}</p></section>\n`);
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

function rowOf({ columns }: Table, row: ExportRow, isHidden: boolean): string {
  const cells = columns.map(({ name, type }) => `<td${classOf(type)}>${escaped(cellText(row[name]))}</td>`);
  return `<tr${isHidden ? ' hidden' : ''}>${cells.join('')}</tr>\n`;
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
