import { type ClientRequest, request } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { later, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { StoreError } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { CallerCheck } from '../../../SHARED/league_sdk/transport/http/forwarded.ts';
import type { HttpResponse } from '../../../SHARED/league_sdk/transport/http/server.ts';
import type { Listener } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { QueuedLeague } from '../world/installation.ts';
import { lookAt, networkTransport, passingOn } from '../world/wires_http.ts';
import { FrontDoor } from './front_door.ts';

const SECRET = 'the secret of a league';
const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

/** A manager that answers with what it was asked, and by whom. */
async function manager(name: string): Promise<string> {
  const callers = new CallerCheck(systemClock);
  callers.trust(SECRET);
  const wires = networkTransport('manager', undefined, undefined, {
    callers,
    rest: (request, response) => {
      response.end(`${name} ${request.url}`);
      return true;
    },
  });
  const answer = async (text: string, { address }: { readonly address: string }) => `${name} ${text} ${address}`;
  open.push(unwrap(await wires.listen('http://127.0.0.1:0/mcp', answer)));
  return open.at(-1)?.address as string;
}

const league = (league_id: string, more: Partial<QueuedLeague> = {}) =>
  ({ league_id, state: 'RUNNING', manager: null, why: null, total_matches: 12, ...more }) as QueuedLeague;

async function door(
  leagues: () => readonly QueuedLeague[],
  failing: () => Promise<never> | undefined = () => undefined,
  mostOpen = 100,
) {
  const looks: string[] = [];
  const noted = (what: string) => {
    looks.push(what);
    return failing();
  };
  const made = new FrontDoor({
    ...{ clock: systemClock, mostOpen },
    passing: passingOn(),
    look: async () => (await noted('look')) ?? leagues().filter(({ state }) => ['WAITING', 'RUNNING'].includes(state)),
    find: async (id) => (await noted(`find ${id}`)) ?? leagues().find(({ league_id }) => league_id === id),
    secretOf: async () => SECRET,
    async past({ league_id, why }) {
      if (why === 'away') throw new StoreError(why);
      if (why !== null) return { status: 404, why };
      return (request, response) => {
        response.end(`past ${league_id} ${request.url}`);
        return true;
      };
    },
    isReady: () => true,
  });
  const wires = networkTransport('manager', undefined, undefined, { rest: made.rest });
  const listener = unwrap(await wires.listen('http://127.0.0.1:0/', async () => 'a host'));
  open.push(listener);
  const at = listener.address.replace(/\/$/, '');
  const get = async (path: string) => {
    const { status, text } = unwrap(await lookAt(`${at}${path}`));
    return [status, text];
  };
  const post = async (path: string) => {
    const sent = await networkTransport('agent').send(
      `${at}${path}`,
      '{"jsonrpc":"2.0"}',
      later(systemClock.monotonic(), 9_000),
    );
    return sent.ok ? sent.value.text : sent.error.detail;
  };
  return { get, post, at, looks };
}

test('every league is below its own path, with the caller’s own address, and the rest is told so', async () => {
  const leagues = [
    league('cup', { manager: await manager('first') }),
    league('gown', { manager: await manager('second') }),
  ];
  const { get, post } = await door(() => [...leagues, league('off', { state: 'CANCELLED', why: 'rain' })]);
  expect(await get('/cup/api/league?limit=3')).toEqual([200, 'first /api/league?limit=3']);
  expect(await get('/gown/')).toEqual([200, 'second /']);
  expect(await get('/gown')).toEqual([308, '']);
  expect(await post('/gown/mcp')).toBe('second {"jsonrpc":"2.0"} 127.0.0.1');
  expect(await get('/')).toEqual([200, '{"leagues":["cup","gown"]}']);
  const there = '2 leagues are here: cup, gown; name one in the path, such as POST /cup/mcp';
  for (const path of ['/mcp', '/api/league'])
    expect(await get(path), path).toEqual([404, expect.stringContaining(`"error_description":"${there}"`)]);
  expect(await post('/mcp')).toContain(there);
  expect(await post('/')).toBe('a host');
  expect(await get('/none/mcp')).toEqual([404, expect.stringContaining(`there is no league \\"none\\"; ${there}`)]);
  expect(await get('/off/api/league')).toEqual([404, expect.stringContaining('league off is CANCELLED: rain')]);
  expect(await get('/readyz')).toEqual([200, '{"status":"ok"}']);
});

test('where there is one league, its paths are those of the host', async () => {
  const at = await manager('only');
  const { get, post } = await door(() => [league('cup', { manager: at })]);
  expect(await get('/cup/')).toEqual([200, 'only /']);
  expect(await get('/')).toEqual([200, 'only /']);
  expect(await get('/api/league')).toEqual([200, 'only /api/league']);
  expect(await post('/mcp')).toBe('only {"jsonrpc":"2.0"} 127.0.0.1');
});

test('a league that is over shows its page, and tells agents that it is over', async () => {
  const [old, torn] = [
    league('old', { state: 'OVER' }),
    league('torn', { state: 'OVER', why: 'its ledger is damaged' }),
  ];
  const unread = league('unread', { state: 'OVER', why: 'away' });
  const long = league('long', { state: 'OVER', total_matches: 10_001 });
  const { get, post } = await door(() => [old, torn, unread, long, league('cup'), league('gown')]);
  expect(await get('/old')).toEqual([308, '']);
  expect(await get('/old/')).toEqual([200, 'past old /']);
  expect(await get('/old/api/matches?limit=3')).toEqual([200, 'past old /api/matches?limit=3']);
  expect(await get('/torn/')).toEqual([404, expect.stringContaining('its ledger is damaged')]);
  expect(await get('/unread/')).toEqual([503, expect.stringContaining('the database of this host cannot be asked')]);
  // Nobody is sent to a page that is not shown.
  const tooLong = 'league long is over, and too long for the page of a host: npx league export';
  expect(await get('/long/')).toEqual([404, expect.stringContaining(tooLong)]);
  expect(await post('/long/mcp')).toContain(tooLong);
  for (const said of [await post('/old/mcp'), await post('/old/register')])
    expect(said).toContain('league old is over; its page at /old/ shows how it ended');
});

test('a league that is found in a moment is waited for, and so is its manager', async () => {
  const leagues: QueuedLeague[] = [league('gown')];
  const { get } = await door(() => leagues);
  expect(await get('/none/')).toEqual([404, expect.anything()]);
  leagues.push(league('cup', { manager: await manager('late') }));
  expect(await get('/cup/api')).toEqual([200, 'late /api']);
});

test('a database that cannot be asked is no answer: nobody is told that there is no league', async () => {
  const leagues = [league('a', { state: 'OVER' }), league('other')];
  const { get } = await door(
    () => leagues,
    () => Promise.reject(new Error('the database is away')),
  );
  for (const path of ['/a/mcp', '/none/', '/other/api'])
    expect(await get(path), path).toEqual([503, expect.stringContaining('ask again')]);
});

/** The status of a post from an address of this machine; `sends` is what of its body is sent. */
function posted(url: string, localAddress: string, sends = '{}'): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const headers = { 'content-type': 'application/json', 'content-length': 2 };
  const asking = request(url, { method: 'POST', localAddress, headers, agent: false });
  asking.once('response', (answer) => resolve(answer.resume().statusCode));
  asking.once('error', () => resolve(undefined));
  asks.push(asking);
  if (sends === '') asking.flushHeaders();
  else asking.end(sends);
  return promise;
}
const asks: ClientRequest[] = [];
afterEach(() => {
  for (const asking of asks.splice(0)) asking.destroy();
});

test('one caller does not close the door of a league to others, by requests that wait or by bodies that never come', async () => {
  const waiting: HttpResponse[] = [];
  const wires = networkTransport('manager', undefined, undefined, {
    rest: (_, response) => void waiting.push(response) === undefined,
  });
  open.push(unwrap(await wires.listen('http://127.0.0.1:0/', async () => undefined)));
  const { at } = await door(() => [league('cup', { manager: open[0]?.address ?? '' })], undefined, 5);
  const url = `${at}/cup/api`;
  for (let i = 0; i < 6; i++) void posted(url, '127.0.0.1', '');
  await sleep(systemClock, 100);
  const first = Array.from({ length: 3 }, () => posted(url, '127.0.0.1'));
  await vi.waitUntil(() => waiting.length === 3, 5_000);
  expect(await posted(url, '127.0.0.1')).toBe(429);
  const second = [posted(url, '127.0.0.2'), posted(url, '127.0.0.3')];
  await vi.waitUntil(() => waiting.length === 5, 5_000);
  expect(await posted(url, '127.0.0.4')).toBe(503);
  for (const response of waiting) response.end();
  expect(await Promise.all([...first, ...second])).toEqual([200, 200, 200, 200, 200]);
});

test('words of strangers cost the database little: one look for all, and each word once in a second', async () => {
  const { get, looks } = await door(() => [league('a'), league('b')]);
  await Promise.all(Array.from({ length: 20 }, (_, i) => get(`/none${i % 2}/mcp`)));
  await Promise.all(Array.from({ length: 20 }, () => get('/no%20id/mcp')));
  expect(looks.filter((what) => what !== 'look').sort()).toEqual(['find none0', 'find none1']);
  expect(looks.filter((what) => what === 'look').length).toBeLessThan(5);
});
