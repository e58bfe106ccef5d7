import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { bodyOf, post, statusOf, talk } from '../../../testing/http_raw.ts';
import { HostCheck } from './hosts.ts';
import { httpTransport } from './http.ts';

const check = new HostCheck({
  hosts: ['League.Example.org', 'teacher-pc', 'teacher-pc.local'],
  origins: ['https://page.example.org'],
});

describe('a server answers', () => {
  test.each([
    [undefined],
    ['127.0.0.1:8000'],
    ['127.0.0.1'],
    ['[::1]:8000'],
    ['192.168.1.5:8000'],
    ['[fd00::2]:8000'],
    ['localhost:8000'],
    ['LocalHost.:8000'],
    ['p01.localhost:8000'],
    ['teacher-pc:8000'],
    ['teacher-pc.local:8000'],
    ['league.example.org:8000'],
    ['league.example.org.'],
  ])('to the name %s', (host) => {
    expect(check.objection(host, undefined)).toBeUndefined();
    expect(check.objection(host, undefined)).toBeUndefined();
  });

  test.each([
    [''],
    ['evil.com'],
    ['manager:8000'],
    ['neighbour.local:8000'],
    ['league.internal'],
    ['league.test'],
    ['league.home.arpa'],
    ['x.teacher-pc.local'],
    ['evil.com:8000'],
    ['127.0.0.1.evil.com'],
    ['localhost.evil.com:8000'],
    ['127.0.0.1.nip.io:8000'],
    ['league.example.org.evil.com'],
    ['example.org'],
    ['user@localhost'],
    ['localhost/'],
    ['localhost:8000, evil.com'],
    ['[::1'],
    ['localhost:abc'],
    ['.'],
  ])('not to the name %j', (host) => {
    expect(check.objection(host, undefined)).toMatch(/^the Host header names a host this server is not/);
  });
});

describe('a web page may call it', () => {
  test.each([
    ['http://localhost:6274', '127.0.0.1:8000'],
    ['http://127.0.0.1:3000', 'localhost:8000'],
    ['http://[::1]:3000', 'localhost:8000'],
    ['http://192.168.1.5:8000', '192.168.1.5:8000'],
    ['http://teacher-pc.local:8000', 'teacher-pc.local:8000'],
    ['https://page.example.org', 'localhost:8000'],
  ])('from %s at %s', (origin, host) => {
    expect(check.objection(host, origin)).toBeUndefined();
  });

  test.each([
    ['http://evil.com', 'localhost:8000'],
    ['http://evil.com:8000', '127.0.0.1:8000'],
    ['http://192.168.1.6:8000', '192.168.1.5:8000'],
    ['http://192.168.1.5:8001', '192.168.1.5:8000'],
    ['http://localhost.evil.com', 'localhost:8000'],
    ['http://page.example.org', 'localhost:8000'],
    ['null', 'localhost:8000'],
    ['', 'localhost:8000'],
    ['file://', 'localhost:8000'],
    ['http://', 'localhost:8000'],
    ['http://evil.com', undefined],
  ])('not from %j at %s', (origin, host) => {
    expect(check.objection(host, origin)).toMatch(/^the Origin header names a web page/);
  });
});

test('whoever is refused gets 403 and JSON that says why, on any path and by any method', async () => {
  const transport = httpTransport({ clock: systemClock, rest: () => true });
  const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', async (text) => text));
  onTestFinished(() => listener.close());
  const port = Number(new URL(listener.address).port);
  const ask = (line: string, headers: string) =>
    talk(port, `${line} HTTP/1.1\r\nconnection: close\r\n${headers}content-length: 0\r\n\r\n`);
  for (const line of ['POST /mcp', 'GET /', 'OPTIONS /mcp']) {
    const rebound = await ask(line, 'host: evil.com\r\n');
    expect(statusOf(rebound)).toBe(403);
    expect(JSON.parse(bodyOf(rebound))).toEqual({ error: expect.stringContaining('Host') });
    const foreign = await ask(line, 'host: localhost\r\norigin: http://evil.com\r\n');
    expect([statusOf(foreign), JSON.parse(bodyOf(foreign))]).toEqual([
      403,
      { error: expect.stringContaining('Origin') },
    ]);
  }
  const own = ['content-type: application/json', `origin: http://localhost:${port}`];
  expect(statusOf(await talk(port, post('{}', own)))).toBe(200);
});
