import { describe, expect, test } from 'vitest';
import { approve, isOwnAddress, parseEndpoint } from './endpoints.ts';

const HTTP = ['http:', 'https:'];

describe('an endpoint', () => {
  test.each([
    ['http://localhost:8101/mcp', 'http://localhost:8101/mcp'],
    ['HTTP://LOCALHOST:8101/mcp', 'http://localhost:8101/mcp'],
    ['http://2130706433:8101/mcp', 'http://127.0.0.1:8101/mcp'],
    ['http://127.0.0.1:80/mcp', 'http://127.0.0.1/mcp'],
    ['https://[0:0:0:0:0:0:0:1]:8443/a/../mcp', 'https://[::1]:8443/mcp'],
    ['http://example.org', 'http://example.org/'],
  ])('%s has one spelling', (text, spelling) => {
    expect(parseEndpoint(text, HTTP)).toEqual({ ok: true, value: spelling });
  });

  test.each([
    ['', 'not a URL; write it as http://host:port/mcp'],
    ['localhost', 'not a URL; write it as http://host:port/mcp'],
    ['http://', 'not a URL; write it as http://host:port/mcp'],
    ['http://host:99999/mcp', 'not a URL; write it as http://host:port/mcp'],
    ['/mcp', 'not a URL; write it as http://host:port/mcp'],
    ['localhost:8101/mcp', 'must begin with http: or https:'],
    ['ftp://localhost/mcp', 'must begin with http: or https:'],
    ['file:///etc/passwd', 'must begin with http: or https:'],
    ['javascript:alert(1)', 'must begin with http: or https:'],
    ['memory:P01', 'must begin with http: or https:'],
    ['stdio:P01', 'must begin with http: or https:'],
    ['http://user@localhost/mcp', 'must not hold a user name or password'],
    ['http://:secret@localhost/mcp', 'must not hold a user name or password'],
    ['http://localhost/mcp#here', 'must not have a fragment'],
    ['http://localhost:0/mcp', 'needs the port the agent listens at'],
    [`http://localhost/${'é'.repeat(1_000)}`, 'is longer than 2048 characters'],
  ])('%j is none: %s', (text, error) => {
    expect(parseEndpoint(text, HTTP)).toEqual({ ok: false, error });
  });

  test.each(['stdio:P01', 'memory:P01', 'pigeon:The Loft'])('off the network may be a name, as it is: %s', (text) => {
    const { protocol } = new URL(text);
    expect(parseEndpoint(text, [protocol])).toEqual({ ok: true, value: text });
    expect(parseEndpoint('http://localhost/mcp', ['memory:'])).toEqual({ ok: false, error: 'must begin with memory:' });
  });
});

test('an endpoint of the network that names no host is taken from nobody; one off the network is, unless it is the manager’s', () => {
  const rules = { kind: 'local', networks: ['0.0.0.0/0'], machine: [], manager: 'socket:LM01' } as const;
  const by = { caller: '127.0.0.1', resolved: [] };
  expect(approve('socket:P01', { ...by, isRemote: true }, rules)).toMatchObject({ ok: false });
  expect(approve('socket:P01', { ...by, isRemote: false }, rules)).toMatchObject({ ok: true });
  expect(approve('socket:LM01', { ...by, isRemote: false }, rules)).toMatchObject({ ok: false });
});

describe('a caller is at home at an endpoint', () => {
  test.each([
    ['http://10.0.0.7:8101/mcp', '10.0.0.7'],
    ['http://[fe80::1]:8101/mcp', 'fe80::1'],
    ['http://localhost:8101/mcp', '127.0.0.1'],
    ['http://localhost:8101/mcp', '::1'],
    ['http://127.0.0.1:8101/mcp', '127.0.0.2'],
    ['http://[::1]:8101/mcp', '127.0.0.1'],
  ])('%s is that of %s', (endpoint, caller) => {
    expect(isOwnAddress(endpoint, { caller, isRemote: true })).toBe(true);
  });

  test.each([
    ['memory:P01', 'memory'],
    ['stdio:P01', 'stdio:P01'],
    ['pigeon:P01', 'a pigeon'],
  ])('off the network, %s is that of %s: its wire says who speaks', (endpoint, caller) => {
    expect(isOwnAddress(endpoint, { caller, isRemote: false })).toBe(true);
  });

  test.each([
    ['http://10.0.0.7:8101/mcp', '10.0.0.8'],
    ['http://10.0.0.7:8101/mcp', '127.0.0.1'],
    ['http://localhost:8101/mcp', '10.0.0.7'],
    ['http://127.0.0.1.example.org/mcp', '127.0.0.1'],
    ['http://example.org/mcp', '93.184.216.34'],
    ['wss://10.0.0.7/league', '10.0.0.7'],
    ['socket:P01', '10.0.0.7'],
    ['socket:P01', 'socket:P01'],
  ])('%s is not that of %s', (endpoint, caller) => {
    expect(isOwnAddress(endpoint, { caller, isRemote: true })).toBe(false);
  });
});
