import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { PAGE_POLICY, pageFiles } from './page_files.ts';
import { webRest } from './web.ts';

const BUILT = fileURLToPath(new URL('../page/built/', import.meta.url));
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(part: ReturnType<typeof pageFiles>): Promise<string> {
  const rest = webRest([part], (what, cause) => expect.unreachable(`${what}: ${cause}`));
  const asked = { origin: { address: '127.0.0.1', receivedAt: 0 }, settled: () => undefined };
  const server = createServer(async (request, response) => {
    if (!(await rest(request, response, asked as unknown as Parameters<typeof rest>[2]))) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the address of a manager is a page, and all that it needs is beside it', async () => {
  const at = await serving(pageFiles(nodeDisk(), BUILT));
  const html = await (await fetch(`${at}/`)).text();
  const needed = [...html.matchAll(/(?:src|href)="\.\/([\w.]+)"/g)].map(([, name]) => name);
  expect(needed.sort()).toEqual(['page.css', 'page.js']);
  expect(await (await fetch(`${at}/index.html`)).text()).toBe(html);
  for (const [path, type] of [
    ['', 'text/html; charset=utf-8'],
    ['page.js', 'text/javascript; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
  ])
    expect((await fetch(`${at}/${path}`)).headers.get('content-type')).toBe(type);
});

test('the page may run its own script, ask its own manager and nothing else', async () => {
  const at = await serving(pageFiles(nodeDisk(), BUILT));
  for (const path of ['/', '/page.js', '/page.css']) {
    const { headers } = await fetch(`${at}${path}`);
    expect(headers.get('content-security-policy')).toBe(PAGE_POLICY);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('vary')).toBe('origin, accept-encoding');
  }
  expect(PAGE_POLICY).not.toMatch(/unsafe|\*|https?:/);
  const html = await (await fetch(`${at}/`)).text();
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|<style/);
});

test('a file is sent packed to readers that take it so, and not again to readers that have it', async () => {
  let reads = 0;
  const disk = {
    read: (path: string) => {
      reads += 1;
      return nodeDisk().read(path);
    },
  };
  const at = await serving(pageFiles(disk, BUILT));
  const plain = await fetch(`${at}/page.js`, { headers: { 'accept-encoding': 'identity' } });
  const packed = await fetch(`${at}/page.js`, { headers: { 'accept-encoding': 'br, gzip' } });
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 2);
  const [text, same] = [await plain.text(), await packed.text()];
  expect(hashOf(same)).toBe(hashOf(text));
  for (const [answer, encoding] of [
    [plain, 'identity'],
    [packed, 'gzip'],
  ] as const) {
    const headers = { 'accept-encoding': encoding, 'if-none-match': answer.headers.get('etag') ?? '' };
    const again = await fetch(`${at}/page.js`, { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
  const refused = await fetch(`${at}/page.js`, { headers: { 'accept-encoding': 'gzip;q=0' } });
  expect(refused.headers.get('content-encoding')).toBe(null);
  const head = await fetch(`${at}/page.js`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(reads).toBe(1);
});

test('no other file can be had, whatever the path says', async () => {
  const at = await serving(pageFiles(nodeDisk(), BUILT));
  const port = Number(new URL(at).port);
  const paths = ['/../main.tsx', '/%2e%2e/main.tsx', '/built/page.js', '/constructor', '/__proto__', '/page.js/', '//'];
  for (const path of paths) expect(await statusOf(port, path), path).toBe(404);
});

test('an installation without a built page answers as if there were none', async () => {
  const at = await serving(pageFiles({ read: () => Promise.resolve(undefined) }, BUILT));
  expect((await fetch(`${at}/`)).status).toBe(404);
});

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The path goes out as it is written: fetch would tidy it up. */
function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    );
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1])));
  });
}
