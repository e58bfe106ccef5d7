/** A league as one file: the page of a manager with all documents in it, which opens without any server. */
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Crosstable, Progress } from '../../../SHARED/contracts/api/league.ts';
import { CROSSTABLE_PLAYERS, PAGE_ROWS, PROGRESS_LINES, SAVED_ID } from '../../../SHARED/contracts/api/paging.ts';
import { ROUTES } from '../../../SHARED/contracts/api/routes.ts';
import { sha256Bytes } from '../../../SHARED/core/hash.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { newestOf } from '../../league_manager/public/change_feed.ts';
import { type AskedDocument, type DocumentName, type Documents, documentsOf } from '../../web/documents/documents.ts';
import { Mistake } from '../options.ts';
import type { FiledLeague } from '../world/filed_league.ts';
import { PAGE_FOLDER } from '../world/league_web.ts';

type ListName = Extract<DocumentName, 'standings' | 'schedule' | 'rounds' | 'matches' | 'agents'>;
interface Rows {
  readonly rows: readonly { readonly [name: string]: unknown }[];
  readonly next_cursor: string | null;
}

/** The number of newest events that are looked at for the news. */
const NEWS = 200;
/** More than this no browser reads as one text. */
const MOST_BYTES = 400_000_000;
/** Letters of a page that takes long to open. */
const LONG_PAGE = 50_000_000;

/** The note on a page of so many letters; undefined where it opens at once. */
export function lengthNote(letters: number): string | undefined {
  if (letters <= LONG_PAGE) return undefined;
  return `this page has ${Math.round(letters / 1_000_000)} MB, and a browser takes its time to open it; tables are smaller: --format sqlite`;
}

/** The text of the file; a mistake of the caller where the documents have more than `most` bytes. */
export async function savedPage(filed: FiledLeague, disk: Disk, most = MOST_BYTES): Promise<string> {
  const zip = createGzip({ level: 9 });
  const packed = buffer(zip);
  let [bytes, before] = [0, '{'];
  for await (const [path, document] of documentsIn(filed)) {
    const piece = Buffer.from(`${before}${JSON.stringify(path)}:${JSON.stringify(document)}`);
    bytes += piece.length;
    if (bytes > most)
      throw new Mistake(
        'the league is too large for a page that a browser can open; tables are smaller: --format sqlite',
      );
    if (!zip.write(piece)) await once(zip, 'drain');
    before = ',';
  }
  zip.end('}');
  return joined(disk, (await packed).toString('base64'));
}

/** Documents by their addresses; lists have all their rows. */
async function* documentsIn({ league, lines, at }: FiledLeague): AsyncGenerator<readonly [path: string, object]> {
  const documents = documentsOf(at(league));
  yield [ROUTES.league.path, await one(documents, 'league')];
  const [table, matches] = [await wholeList(documents, 'standings'), await wholeList(documents, 'matches')];
  yield [ROUTES.standings.path, table];
  yield [ROUTES.players.path, table];
  yield [ROUTES.matches.path, matches];
  const schedule = await wholeList(documents, 'schedule');
  yield [ROUTES.schedule.path, schedule];
  for (const name of ['rounds', 'agents'] as const) yield [ROUTES[name].path, await wholeList(documents, name)];
  const players = table.rows.map(({ player_id }) => String(player_id));
  yield [ROUTES.crosstable.path, await wholeCrosstable(documents, players.length)];
  yield [ROUTES.progress.path, await wholeProgress(documents, players)];
  yield [ROUTES.events.path, { rows: newestOf(lines.flat(), league, NEWS) }];
  for (const player_id of players)
    yield [`${ROUTES.players.path}/${player_id}`, await one(documents, 'player', { player_id })];
  const planned = [...schedule.rows, ...matches.rows].map((row) => String(row['match_id']));
  for (const match_id of new Set(planned))
    yield [`${ROUTES.matches.path}/${match_id}`, await one(documents, 'match', { match_id })];
}

/** A document that is there. */
async function one<T extends object>(
  documents: Documents,
  name: DocumentName,
  asked: Partial<AskedDocument> = {},
): Promise<T> {
  const answer = await documents[name]({ query: {}, ...asked });
  if (!answer.ok) throw new Error(`${name}: ${answer.error.error}`);
  return answer.value as T;
}

/** A list in one piece. */
async function wholeList(documents: Documents, name: ListName): Promise<Rows> {
  const limit = PAGE_ROWS.most;
  const first = await one<Rows>(documents, name, { query: { limit } });
  const rows = [...first.rows];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await one<Rows>(documents, name, { query: { limit, cursor } });
    rows.push(...page.rows);
    cursor = page.next_cursor;
  }
  return { ...first, rows, next_cursor: null };
}

/** The crosstables of all pages of the table; a row has the columns of its own page alone. */
async function wholeCrosstable(documents: Documents, players: number): Promise<object> {
  const limit = CROSSTABLE_PLAYERS;
  const whole = await one<Crosstable>(documents, 'crosstable', { query: { limit } });
  for (let first = limit; first < players; first += limit) {
    const page = await one<Crosstable>(documents, 'crosstable', { query: { limit, cursor: String(first) } });
    whole.players.push(...page.players);
    whole.cells.push(...page.cells);
  }
  return whole;
}

/** The points of all players over rounds. */
async function wholeProgress(documents: Documents, players: readonly string[]): Promise<object> {
  const whole = await one<Progress>(documents, 'progress', { query: { players: '' } });
  for (let first = 0; first < players.length; first += PROGRESS_LINES.most) {
    const named = players.slice(first, first + PROGRESS_LINES.most).join(',');
    whole.lines.push(...(await one<Progress>(documents, 'progress', { query: { players: named } })).lines);
  }
  return whole;
}

/** The built page with its script, its styles and the documents inside; nothing else may run in it, and nothing is loaded. */
async function joined(disk: Disk, data: string): Promise<string> {
  const [html, script, style] = await Promise.all([fileOf('index.html'), fileOf('page.js'), fileOf('page.css')]);
  // Within a script element this is the one text that ends it.
  const code = script.replaceAll('</script', '<\\/script');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html
    .replace(/<script type="module"[^>]*><\/script>/, '')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(
      '<meta charset="utf-8">',
      (meta) => `${meta}\n    <meta http-equiv="content-security-policy" content="${policy}">`,
    )
    .replace('</body>', (end) =>
      [
        `<script type="text/plain" id="${SAVED_ID}">${data}</script>`,
        `<script type="module">${code}</script>`,
        end,
      ].join('\n    '),
    );

  async function fileOf(name: string): Promise<string> {
    const text = await disk.read(join(PAGE_FOLDER, name));
    if (text === undefined) throw new Error(`the page lacks ${name}`);
    return text;
  }
}

function hashOf(text: string): string {
  return `sha256-${Buffer.from(sha256Bytes(text)).toString('base64')}`;
}
