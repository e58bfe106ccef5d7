/** A league as one file: the page of a manager with all documents in it, which opens without any server. */
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CROSSTABLE_PLAYERS, PAGE_ROWS, PROGRESS_LINES } from '../../../SHARED/contracts/api/paging.ts';
import { ROUTES } from '../../../SHARED/contracts/api/routes.ts';
import { sha256Bytes } from '../../../SHARED/core/hash.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { publicEvent } from '../../league_manager/public/public_event.ts';
import { type DocumentName, type Documents, documentsOf } from '../../web/documents/documents.ts';
import type { FiledLeague } from '../world/filed_league.ts';
import { PAGE_FOLDER } from '../world/league_web.ts';

/** Documents by their addresses; lists have all their rows. */
type SavedDocuments = { [path: string]: object };
type ListName = Extract<DocumentName, 'standings' | 'schedule' | 'rounds' | 'matches' | 'agents'>;
interface Rows {
  readonly rows: readonly { readonly [name: string]: unknown }[];
  readonly next_cursor: string | null;
}

const LISTS: readonly ListName[] = ['standings', 'schedule', 'rounds', 'matches', 'agents'];
/** So many of the newest events are kept for the news. */
const NEWS = 200;
/** In which the page looks for its documents. */
const DATA_ID = 'league-data';
const packed = promisify(gzip);

/** The text of the file, and how many matches are in it. */
export async function savedPage(
  { league, lines, at }: FiledLeague,
  disk: Disk,
): Promise<{ readonly text: string; readonly matches: number }> {
  const documents = documentsOf(at(league));
  const saved: SavedDocuments = { [ROUTES.league.path]: await made(documents, 'league') };
  for (const name of LISTS) saved[ROUTES[name].path] = await wholeList(documents, name);
  const table = (saved[ROUTES.standings.path] as Rows).rows.map(({ player_id }) => String(player_id));
  const opened = (saved[ROUTES.matches.path] as Rows).rows.map(({ match_id }) => String(match_id));
  saved[ROUTES.players.path] = saved[ROUTES.standings.path] as object;
  saved[ROUTES.crosstable.path] = await made(documents, 'crosstable', { limit: CROSSTABLE_PLAYERS });
  saved[ROUTES.progress.path] = await wholeProgress(documents, table);
  saved[ROUTES.events.path] = { rows: newest({ league, lines }) };
  for (const player_id of table) saved[`/api/players/${player_id}`] = await one(documents, 'player', { player_id });
  for (const match_id of opened) saved[`/api/matches/${match_id}`] = await one(documents, 'match', { match_id });
  const data = (await packed(JSON.stringify(saved), { level: 9 })).toString('base64');
  return { text: await joined(disk, data), matches: opened.length };
}

/** A document that is there in every league. */
async function made(documents: Documents, name: DocumentName, query = {}): Promise<object> {
  return one(documents, name, { query });
}

async function one(
  documents: Documents,
  name: DocumentName,
  asked: { readonly match_id?: string; readonly player_id?: string; readonly query?: object },
): Promise<object> {
  const answer = await documents[name]({ query: {}, ...asked });
  if (!answer.ok) throw new Error(`${name}: ${answer.error.error}`);
  return answer.value;
}

/** A list in one piece. */
async function wholeList(documents: Documents, name: ListName): Promise<Rows> {
  const limit = PAGE_ROWS.most;
  const first = (await made(documents, name, { limit })) as Rows;
  const rows = [...first.rows];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = (await made(documents, name, { limit, cursor })) as Rows;
    rows.push(...page.rows);
    cursor = page.next_cursor;
  }
  return { ...first, rows, next_cursor: null };
}

/** The points of all players over rounds. */
async function wholeProgress(documents: Documents, players: readonly string[]): Promise<object> {
  let whole: { readonly lines: readonly object[] } | undefined;
  for (let i = 0; i < players.length; i += PROGRESS_LINES.most) {
    const named = players.slice(i, i + PROGRESS_LINES.most).join(',');
    const part = (await made(documents, 'progress', { players: named })) as { readonly lines: readonly object[] };
    whole = { ...part, lines: [...(whole?.lines ?? []), ...part.lines] };
  }
  return whole ?? made(documents, 'progress');
}

function newest({ league, lines }: Pick<FiledLeague, 'league' | 'lines'>): readonly object[] {
  const events = lines.flat();
  return events.flatMap((event, i) => publicEvent(event, i + 1, league) ?? []).slice(-NEWS);
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
        `<script type="text/plain" id="${DATA_ID}">${data}</script>`,
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
