import { afterEach, expect, test } from 'vitest';
import { type Serving, serving } from './testing/shown.ts';
import { probes, type ShownLeague, type WebPart } from './web.ts';

const closing: Serving[] = [];
afterEach(async () => {
  for (const { close } of closing.splice(0)) await close();
});

async function serve(part: WebPart): Promise<Serving> {
  const served = await serving(part);
  closing.push(served);
  return served;
}

test('a process is healthy before its league can be seen, and ready from then on', async () => {
  let league: ShownLeague | undefined;
  const { at } = await serve(probes(() => league));
  const healthy = await fetch(`${at}/healthz`);
  expect([healthy.status, healthy.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  expect((await fetch(`${at}/readyz`)).status).toBe(503);
  league = {} as ShownLeague;
  expect(await (await fetch(`${at}/readyz`)).json()).toEqual({ status: 'ok' });
});

test('what no part answers is left to others, and what is read only says so to every method but GET and HEAD', async () => {
  const { at } = await serve(probes(() => undefined));
  expect((await fetch(`${at}/elsewhere`)).status).toBe(404);
  for (const path of ['/register', '/', '/api/register'])
    expect([path, (await fetch(at + path, { method: 'POST' })).status]).toEqual([path, 404]);
  for (const path of ['/healthz', '/metrics', '/api/league', '/api/events?after=1', '/api/matches/R1M1']) {
    const answer = await fetch(at + path, { method: 'POST', body: '{}' });
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    expect(await answer.json()).toEqual({ error: 'this is read only: use GET' });
  }
  const head = await fetch(`${at}/healthz`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a part that throws is told as a bug, and its reader is not left waiting', async () => {
  const { at, bugs } = await serve(() => Promise.reject(new Error('oh')));
  await expect(fetch(`${at}/x`)).rejects.toThrow();
  expect(bugs).toEqual(['GET /x']);
});
