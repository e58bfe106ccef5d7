import { afterEach, expect, test } from 'vitest';
import { ROUTES, type RouteName } from '../../SHARED/contracts/api/routes.ts';
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { schemaFault } from '../../SHARED/contracts/read.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { err, ok } from '../../SHARED/core/result.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { type Agent, tableOf } from '../league_manager/league/state.ts';
import { folded, waiting } from '../league_manager/testing/rehearsal.ts';
import { api } from './api.ts';
import { playedRounds, QUIET, type Serving, serving, shownOf } from './testing/shown.ts';
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

test('a person is told from programs in the table, among the agents and in its own document', async () => {
  const league = playedRounds(4, 1);
  league.agents.set('P02', { ...(league.agents.get('P02') as Agent), kind: 'human' });
  const at = await showing(shownOf(league));
  const read = async (path: string) => (await (await fetch(`${at}/api/${path}`)).json()) as JsonObject;
  const human = (rows: Json | undefined) =>
    (rows as JsonObject[]).flatMap(({ kind, player_id, agent_id }) =>
      kind === 'human' ? [player_id ?? agent_id] : [],
    );
  expect(human((await read('standings'))['rows'])).toEqual(['P02']);
  expect(human((await read('agents'))['rows'])).toEqual(['P02']);
  expect(await read('players/P02')).toMatchObject({ row: { kind: 'human' }, agent: { kind: 'human' } });
  expect((await read('players/P01'))['row']).not.toHaveProperty('kind');
});

test('a wrong query is refused with the name of its parameter', async () => {
  const at = await showing(shownOf(playedRounds(4, 1)));
  for (const [path, parameter] of [
    ['/api/standings?limit=0', 'limit'],
    ['/api/standings?limit=two', 'limit'],
    ['/api/standings?cursor=-1', 'cursor'],
    ['/api/standings?Limit=5', 'Limit'],
    ['/api/standings?limit=5&limit=6', 'limit'],
    ['/api/standings?__proto__=1', '__proto__'],
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

test('an address that wants too many documents at once is told so, and gets them a little later', async () => {
  const disk = Promise.withResolvers<void>();
  const store = { onCommit: () => () => undefined, durable: () => disk.promise };
  const at = await showing(shownOf(playedRounds(4, 1), { store }));
  const many = Array.from({ length: 200 }, (_, i) => fetch(`${at}/api/standings?cursor=${i}`));
  const refused = await Promise.race(many);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  disk.resolve();
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(150);
  expect((await fetch(refused.url)).status).toBe(200);
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

test('a document is made once between two events, however many read it', async () => {
  const league = playedRounds(4, 1);
  let made = 0;
  const rows = () => {
    made++;
    return tableOf(league);
  };
  const at = await showing(shownOf(league, { rows }));
  const read = () => Promise.all(Array.from({ length: 5 }, () => textAt(`${at}/api/standings`)));
  const first = await read();
  expect([made, new Set(first).size]).toEqual([1, 1]);
  await read();
  expect(made).toBe(1);
  league.sequence += 1;
  await read();
  expect(made).toBe(2);
});

test('of a league in play a document is made anew after a second: some of it no event tells', async () => {
  const clock = fakeClock();
  let made = 0;
  const league = playedRounds(4, 1);
  const rows = () => {
    made++;
    return tableOf(league);
  };
  const at = await showing(shownOf(league, { clock, live: QUIET, rows }));
  const first = await fetch(`${at}/api/standings`);
  await fetch(`${at}/api/standings`);
  expect(made).toBe(1);
  await clock.advance(1_000);
  const again = await fetch(`${at}/api/standings`);
  expect(made).toBe(2);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
});

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}

test('nothing is told before it is durable', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((settle) => {
    isAsked = settle;
  });
  const durable = () => {
    isAsked();
    return promise;
  };
  const at = await showing(shownOf(playedRounds(4, 1), { store: { onCommit: () => () => undefined, durable } }));
  let isTold = false;
  const answer = fetch(`${at}/api/league`).finally(() => {
    isTold = true;
  });
  await asked;
  expect(isTold).toBe(false);
  resolve();
  expect((await answer).status).toBe(200);
});

test('a long document is packed for a reader elsewhere that takes it, and for none on this machine', async () => {
  const shown = shownOf(playedRounds(40, 1));
  const part = api(() => shown);
  const elsewhere = await serving((asked, response) =>
    part({ ...asked, origin: { ...asked.origin, address: '10.0.0.9' } }, response),
  );
  closing.push(elsewhere);
  const here = await showing(shown);
  const encoding = async (at: string, path: string, accepted: string) =>
    (await fetch(at + path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding');
  expect(await encoding(elsewhere.at, '/api/standings', 'br, gzip')).toBe('gzip');
  expect(await encoding(elsewhere.at, '/api/standings', 'gzip; q=0, br')).toBeNull();
  expect(await encoding(elsewhere.at, '/api/standings', 'identity')).toBeNull();
  expect(await encoding(elsewhere.at, '/api/standings?limit=1', 'gzip')).toBeNull();
  expect(await encoding(here, '/api/standings', 'gzip')).toBeNull();
  expect(await textAt(`${elsewhere.at}/api/standings`)).toBe(await textAt(`${here}/api/standings`));
});

test('a token that is not the operator’s is refused, and too many of them wait', async () => {
  const refusals = [refusal('E012', 'not the operator’s'), refusal('E014', 'too many')];
  const isOperator = (token: string) => (token === 'op_true' ? ok(undefined) : err(refusals.shift() as Refusal));
  const at = await showing(shownOf(playedRounds(4, 1), { isOperator }));
  const asOwner = (token: string) => fetch(`${at}/api/agents`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asOwner('op_false')).status).toBe(401);
  expect((await asOwner('op_false')).status).toBe(429);
  const owned = await asOwner('op_true');
  expect(owned.headers.get('cache-control')).toBe('no-store');
  expect(owned.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await owned.text()).toContain('memory:P01');
  expect(await textAt(`${at}/api/agents`)).not.toContain('memory:');
});
