import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { probes, type ShownLeague, type WebPart, webRest } from './web.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The base address of a server of these parts, and what it was told of bugs. */
async function serving(...parts: readonly WebPart[]) {
  const bugs: string[] = [];
  const rest = webRest(parts, (what) => bugs.push(what));
  const asked = { origin: { address: '127.0.0.1', receivedAt: 0 }, settled: () => undefined };
  const server = createServer(async (request, response) => {
    if (!(await rest(request, response, asked as unknown as Parameters<typeof rest>[2]))) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bugs };
}

test('a process is healthy before its league can be seen, and ready from then on', async () => {
  let league: ShownLeague | undefined;
  const { at } = await serving(probes(() => league));
  expect((await fetch(`${at}/healthz`)).status).toBe(200);
  expect((await fetch(`${at}/readyz`)).status).toBe(503);
  league = {} as ShownLeague;
  expect(await (await fetch(`${at}/readyz`)).json()).toEqual({ status: 'ok' });
});

test('what no part answers is left to others, and so is every method but GET and HEAD', async () => {
  const { at } = await serving(probes(() => undefined));
  expect((await fetch(`${at}/elsewhere`)).status).toBe(404);
  expect((await fetch(`${at}/healthz`, { method: 'POST' })).status).toBe(404);
  const head = await fetch(`${at}/healthz`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a part that throws is told as a bug, and its reader is not left waiting', async () => {
  const { at, bugs } = await serving(() => Promise.reject(new Error('oh')));
  await expect(fetch(`${at}/x`)).rejects.toThrow();
  expect(bugs).toEqual(['GET /x']);
});
