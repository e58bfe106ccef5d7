import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import type { Transport } from '../transport.ts';
import { httpTransport } from './http.ts';

const trusted = getCACertificates();
const certificate = selfSigned('localhost');
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    request.on('data', (piece) => response.end(`over TLS: ${piece}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as { port: number });
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  server.closeAllConnections();
  server.close();
});

const send = (transport: Transport, to: string): ReturnType<Transport['send']> =>
  transport.send(to, '{}', later(systemClock.monotonic(), 3_000));

test('an https address is reached when its certificate is trusted, again and again', async () => {
  setDefaultCACertificates([...trusted, certificate.cert]);
  const transport = httpTransport({ clock: systemClock });
  for (let i = 0; i < 3; i++) {
    expect(unwrap(await send(transport, `https://localhost:${port}/mcp`)).text).toBe('over TLS: {}');
  }
  const wrongName = await send(transport, `https://127.0.0.1:${port}/mcp`);
  expect(wrongName).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
  await transport.close();
});

test('a certificate that nobody vouches for makes it UNREACHABLE', async () => {
  setDefaultCACertificates(trusted);
  const transport = httpTransport({ clock: systemClock });
  expect(await send(transport, `https://localhost:${port}/mcp`)).toMatchObject({
    ok: false,
    error: { code: 'UNREACHABLE', detail: expect.stringMatching(/certificate/) },
  });
});

test('plain HTTP spoken to as https is UNREACHABLE', async () => {
  const transport = httpTransport({ clock: systemClock });
  const listener = unwrap(await transport.listen('http://localhost:0/mcp', async (text) => text));
  const result = await send(transport, listener.address.replace('http:', 'https:'));
  expect(result).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
  await listener.close();
});

/** A certificate for one name, made here so that no private key lies in the repository. */
function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
  const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
  const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));

  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const commonName = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
  const alternativeNames = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    commonName,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
