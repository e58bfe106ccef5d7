/** A league that is saved in its page answers as a manager would. */
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { SAVED_ID } from '../../SHARED/contracts/api/paging.ts';
import { ROUTES, type RouteName } from '../../SHARED/contracts/api/routes.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { lengthNote, savedPage } from '../launcher/reports/saved_page.ts';
import type { League } from '../league_manager/league/state.ts';
import { folded, running, waiting } from '../league_manager/testing/rehearsal.ts';
import { type DocumentName, type Documents, documentsOf } from '../web/documents/documents.ts';
import { playedRounds, shownOf } from '../web/testing/shown.ts';
import { answerTo, type SavedDocuments, SavedSource } from './saved.ts';
import { urlOf } from './source.ts';

const filed = (league: League) => ({ where: 'data', league, lines: [], at: () => shownOf(league) });

/** What the page of a league has in itself, and what its manager would answer. */
async function savedFrom(league: League): Promise<{ readonly saved: SavedDocuments; readonly documents: Documents }> {
  const text = await savedPage(filed(league), nodeDisk());
  const [, data] = new RegExp(`id="${SAVED_ID}">([^<]+)<`).exec(text) ?? [];
  const saved = JSON.parse(gunzipSync(Buffer.from(data ?? '', 'base64')).toString()) as SavedDocuments;
  return { saved, documents: documentsOf(shownOf(league)) };
}

type Asked = readonly [name: DocumentName, query: { readonly [name: string]: string | number }];

/** The answers to a question from the saved page and from a manager, through JSON both. */
async function both({ saved, documents }: Awaited<ReturnType<typeof savedFrom>>, [name, query]: Asked) {
  const made = await documents[name]({ query });
  if (!made.ok) throw new Error(made.error.error);
  return [answerTo(urlOf(name, {}, query), saved), JSON.parse(JSON.stringify(made.value))];
}

const LISTS = ['standings', 'players', 'agents', 'schedule', 'matches', 'rounds', 'crosstable'] as const;
const PAGES = [{}, { limit: 3 }, { limit: 3, cursor: '3' }, { limit: 2, cursor: '4' }, { cursor: '99999' }];
const QUESTIONS: readonly Asked[] = [
  ['league', {}],
  ...LISTS.flatMap((name) => PAGES.map((page) => [name, page] as const)),
  ...(['standings', 'players', 'agents'] as const).flatMap((name) =>
    ['P0', 'agent p03', 'nobody', ' '].map((search) => [name, { search, limit: 2 }] as const),
  ),
  ...(['player', 'referee'] as const).map((role) => ['agents', { role, limit: 3 }] as const),
  ...[1, 2, 5].map((round) => ['schedule', { round }] as const),
  ['schedule', { round: 2, player: 'P03' }],
  ['schedule', { player: 'P03', limit: 4, cursor: '2' }],
  ...(['RUNNING', 'DECIDED'] as const).map((status) => ['matches', { status, limit: 4 }] as const),
  ['matches', { player: 'P02', status: 'DECIDED' }],
  ['progress', {}],
  ['progress', { players: 'P03,P01' }],
];

describe('a league of seven in its third round', () => {
  let from: Awaited<ReturnType<typeof savedFrom>>;
  let league: League;
  beforeAll(async () => {
    league = playedRounds(7, 2);
    from = await savedFrom(league);
  });

  test.each(QUESTIONS)('answers %s with %j as its manager does', async (...asked) => {
    const [saved, live] = await both(from, asked);
    expect(saved).toEqual(live);
  });

  test('has every player and every match, decided, open or planned', async () => {
    const { saved, documents } = from;
    const { rows } = saved['/api/schedule'] as { readonly rows: readonly { readonly match_id: string }[] };
    expect(rows).toHaveLength(21);
    for (const { match_id } of rows) {
      const made = await documents.match({ match_id, query: {} });
      expect(made).toEqual({ ok: true, value: answerTo(urlOf('match', { match_id }), saved) });
    }
    for (const player_id of league.tallies.keys()) {
      const made = await documents.player({ player_id, query: {} });
      expect(made).toEqual({ ok: true, value: answerTo(urlOf('player', { player_id }), saved) });
    }
  });

  test('has a document for every route, and says of anything else that it is not there', () => {
    const source = new SavedSource(from.saved);
    const params = { match_id: 'R1M1', player_id: 'P01' };
    for (const name of Object.keys(ROUTES) as RouteName[])
      expect([name, source.entry(urlOf(name, params)).shown.value.error]).toEqual([name, undefined]);
    for (const url of [urlOf('match', { match_id: 'R9M9' }), urlOf('player', { player_id: '__proto__' }), '/api/x'])
      expect(source.entry(url).shown.value).toEqual({
        document: undefined,
        error: 'This is not in the saved league.',
      });
  });
});

test('a crosstable of more players than fit into one is paged as by the manager', async () => {
  const from = await savedFrom(playedRounds(104, 1));
  for (const query of [{ limit: 25, cursor: '75' }, { limit: 25, cursor: '100' }, {}, { limit: 100 }]) {
    const [saved, live] = await both(from, ['crosstable', query]);
    expect(saved).toEqual(live);
  }
}, 60_000);

test('a league before its start, and one without any player, are saved as they are', async () => {
  for (const events of [waiting(2), waiting(0, 0), running({ players: 2 })]) {
    const from = await savedFrom(folded(events));
    for (const name of [...LISTS, 'league', 'progress'] as const) {
      const [saved, live] = await both(from, [name, {}]);
      expect(saved).toEqual(live);
    }
  }
});

test('a league that no browser could open is refused, and one that opens slowly is told', async () => {
  const line = 'the league is too large for a page that a browser can open; tables are smaller: --format sqlite';
  await expect(savedPage(filed(playedRounds(4, 1)), nodeDisk(), 1_000)).rejects.toThrow(line);
  expect(lengthNote(50_000_000)).toBeUndefined();
  expect(lengthNote(73_400_000)).toMatch(/^this page has 73 MB, /);
});
