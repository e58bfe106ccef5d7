/** The page at a manager's address: the few built files, read once, with the headers that let a browser run nothing else. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Disk } from '../../SHARED/league_sdk/disk/disk.ts';
import { isKnown, takesGzip, type WebPart } from './web.ts';

/** Scripts, styles and data from the manager alone; nothing may frame the page, and no form leaves it. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
  vary: 'origin, accept-encoding',
};

const FILES: { readonly [path: string]: { readonly name: string; readonly type: string } } = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/index.html': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
};

interface PageFile {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

/** Serves the built page from a folder; an installation without it declines, and the rest of the manager is as ever. */
export function pageFiles(disk: Pick<Disk, 'read'>, folder: string): WebPart {
  const files = new Map<string, Promise<PageFile | undefined>>();
  return async (asked, response) => {
    const { path, method } = asked;
    const known = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
    if (known === undefined) return false;
    const read = files.get(known.name) ?? readFile(disk, join(folder, known.name));
    files.set(known.name, read);
    const file = await read;
    if (file === undefined) return false;
    const isPacked = takesGzip(asked);
    const etag = isPacked ? `"${file.etag}-gzip"` : `"${file.etag}"`;
    const body = isPacked ? file.packed : file.plain;
    if (isKnown(asked, etag)) {
      response.writeHead(304, { ...HEADERS, etag }).end();
      return true;
    }
    response.writeHead(200, {
      ...HEADERS,
      etag,
      'content-type': known.type,
      'content-length': body.length,
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  };
}

async function readFile(disk: Pick<Disk, 'read'>, path: string): Promise<PageFile | undefined> {
  const text = await disk.read(path);
  if (text === undefined) return undefined;
  const plain = Buffer.from(text);
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, packed: await promisify(gzip)(plain, { level: 9 }), etag };
}
