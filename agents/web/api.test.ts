import { afterEach, expect, test } from 'vitest';
import { ROUTES, type RouteName } from '../../SHARED/contracts/api/routes.ts';
import { schemaFault } from '../../SHARED/contracts/read.ts';
import type { Json } from '../../SHARED/core/json.ts';
import { folded, waiting } from '../league_manager/testing/rehearsal.ts';
import { api } from './api.ts';
import { playedRounds, type Serving, serving, shownOf } from './testing/shown.ts';
import type { ShownLeague } from './web.ts';

const closing: Serving[] = [];
afterEach(async () => {
  for (const { close } of closing.splice(0)) await close();
});

async function showing(shown: ShownLeague | undefined): Promise<string> {
  const served = await serving(api(() => shown));
  closing.push(served);
  return served.at;
}

const DOCUMENTS = (Object.keys(ROUTES) as RouteName[]).filter((name) => name !== 'events');
const pathOf = (name: RouteName) => ROUTES[name].path.replace('{match_id}', 'R1M1').replace('{player_id}', 'P01');

test('every document keeps to its schema, before the start, in play and at the end', async () => {
  for (const [name, league] of [
    ['waiting', folded(waiting(3))],
    ['running', playedRounds(5, 2)],
    ['over', playedRounds(4, 3)],
  ] as const) {
    const at = await showing(shownOf(league));
    for (const route of DOCUMENTS) {
      const answer = await fetch(at + pathOf(route));
      if (name === 'waiting' && route === 'match') {
        expect(answer.status).toBe(404);
        continue;
      }
      const fault = schemaFault(ROUTES[route].answer, (await answer.json()) as Json);
      expect([name, route, answer.status, fault]).toEqual([name, route, 200, undefined]);
    }
  }
});

test('a wrong query is refused with the name of its parameter', async () => {
  const at = await showing(shownOf(playedRounds(4, 1)));
  for (const [path, parameter] of [
    ['/api/standings?limit=0', 'limit'],
    ['/api/standings?limit=two', 'limit'],
    ['/api/standings?cursor=-1', 'cursor'],
    ['/api/standings?Limit=5', 'Limit'],
    ['/api/standings?limit=5&limit=6', 'limit'],
    ['/api/matches?status=OVER', 'status'],
    ['/api/matches?player=P99', 'player'],
    ['/api/schedule?round=9', 'round'],
    ['/api/progress?players=P01,P99', 'players'],
  ] as const) {
    const answer = await fetch(at + path);
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      400,
      { error: expect.stringMatching(/./), parameter },
    ]);
  }
});

test('a path that is none is answered with those that are, and a league that is not there yet with 503', async () => {
  const at = await showing(undefined);
  expect((await fetch(`${at}/api/league`)).status).toBe(503);
  const nowhere = await fetch(`${at}/api/legue`);
  expect(nowhere.status).toBe(404);
  expect(JSON.stringify(await nowhere.json())).toContain('/api/league');
  expect(await (await fetch(`${at}/api/`)).json()).toMatchObject({ routes: expect.any(Array) });
  const shown = await showing(shownOf(playedRounds(4, 1)));
  expect((await fetch(`${shown}/api/matches/R9M9`)).status).toBe(404);
  expect((await fetch(`${shown}/api/players/%E0%A4%A`)).status).toBe(404);
});

test('a document that did not change is not sent again, and HEAD sends none', async () => {
  const league = playedRounds(4, 1);
  const at = await showing(shownOf(league));
  const first = await fetch(`${at}/api/standings`);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect((await fetch(`${at}/api/standings`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await fetch(`${at}/api/standings`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String((await first.text()).length),
    '',
  ]);
  league.sequence += 1;
  expect((await fetch(`${at}/api/standings`, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

interface List {
  readonly rows: readonly unknown[];
  readonly next_cursor: string | null;
  readonly total: number;
}

async function listAt(url: string): Promise<List> {
  return (await (await fetch(url)).json()) as List;
}

test('pages of a list join to the whole list', async () => {
  const at = await showing(shownOf(playedRounds(7, 3)));
  for (const list of ['standings', 'schedule', 'rounds', 'matches', 'agents', 'players'] as const) {
    const whole = await listAt(`${at}/api/${list}?limit=1000`);
    const rows: unknown[] = [];
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const page = await listAt(`${at}/api/${list}?limit=2&cursor=${cursor}`);
      expect(page.total).toBe(whole.total);
      rows.push(...page.rows);
      cursor = page.next_cursor;
    }
    expect(rows).toEqual(whole.rows);
    expect(rows).toHaveLength(whole.total);
  }
});
