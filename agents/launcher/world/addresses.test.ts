import { hostname, networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { Flags } from '../options.ts';
import {
  hostTowards,
  inItsLeague,
  isOfThisMachine,
  leagueOfHost,
  listenAt,
  managerFor,
  movedPort,
} from './addresses.ts';
import { configOf, placesOf } from './installation.ts';
import { portOf } from './wires_http.ts';

describe('an agent that is started here listens', () => {
  test.each([
    ['at the port and path of its endpoint', 'http://localhost:8101/here', undefined, 'http://base:8101/here'],
    ['at another port where one is named', 'http://127.0.0.1:8101/mcp', 9_000, 'http://base:9000/mcp'],
    ['at /mcp where its endpoint has no path', 'http://localhost:8101', undefined, 'http://base:8101/mcp'],
    ['at the port of the scheme where it names none', 'http://localhost/mcp', undefined, 'http://base:80/mcp'],
    ['at any free port without an endpoint', undefined, undefined, 'http://base:0/mcp'],
    ['at this machine though others call it by a name', 'http://pc.example:81/mcp', undefined, 'http://base:81/mcp'],
  ])('%s', (_, endpoint, port, address) => {
    expect(listenAt(endpoint, 'base', port)).toBe(address);
  });

  test('at the address of its endpoint where this machine has it', () => {
    const own = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    if (own === undefined) return expect(isOfThisMachine('http://127.0.0.1:1/', 'localhost')).toBe(true);
    expect(listenAt(`http://${own.address}:81/mcp`, 'localhost')).toBe(`http://${own.address}:81/mcp`);
  });
});

describe('an agent that joins a manager', () => {
  test.each([
    ['on this machine has the host of the configuration', 'http://localhost:8000/mcp', 'localhost', 'localhost'],
    ['on another has all addresses of this one', 'http://192.0.2.77:8000/mcp?code=X', 'localhost', '0.0.0.0'],
    ['of another that has a name, likewise', 'http://teacher.example:8000/mcp', '127.0.0.1', '0.0.0.0'],
    ['at an address of IPv6, likewise', 'http://[2001:db8::77]:8000/mcp', 'localhost', '[::]'],
    [
      'has what its configuration says, where that is more than this machine',
      'http://192.0.2.77/',
      'pc.example',
      'pc.example',
    ],
  ])('%s', (_, manager, base_host, host) => {
    expect(hostTowards(manager, base_host, undefined)).toBe(host);
  });

  test('has the address that was typed, and nothing that is none', () => {
    expect(hostTowards('http://localhost:8000/mcp', 'localhost', '192.168.1.7')).toBe('192.168.1.7');
    expect(hostTowards('http://localhost:8000/mcp', 'localhost', 'fd00::7')).toBe('[fd00::7]');
    for (const typed of ['pc.example', '192.168.1.7:81', '', 'http://192.168.1.7'])
      expect(() => hostTowards('http://localhost:8000/mcp', 'localhost', typed)).toThrow('--host takes an address');
  });
});

test.each([
  ['http://host:8000/cup/mcp?code=X', 'cup'],
  ['http://host:8000/mcp', undefined],
  ['http://host:8000/api/mcp', undefined],
  ['http://host:8000/healthz/mcp', undefined],
  ['http://host:8000/of/cup/mcp', undefined],
])('%s is of a host, and of %s', async (manager, league_id) => {
  expect(leagueOfHost(manager)).toBe(league_id);
  const flags = new Flags([
    ['manager', manager],
    ['data', '/d'],
  ]);
  const { data } = placesOf(await inItsLeague(flags, configOf(flags)));
  expect(data).toBe(league_id === undefined ? '/d' : `/d/hosted/${league_id}`);
});

test('--port-base moves the manager, and every agent of this machine as far', async () => {
  const flags = new Flags([['port-base', '12500']]);
  const loader = configOf(flags);
  expect(await managerFor(flags, loader)).toBe('http://localhost:12500/mcp');
  expect(await movedPort(flags, loader, 'http://localhost:8101/mcp')).toBe(12_601);
  expect(await movedPort(flags, loader, undefined)).toBeUndefined();
  await expect(movedPort(flags, loader, 'http://localhost:65000/mcp')).rejects.toThrow('choose a base nearer to it');
  const usual = new Flags([]);
  expect(await managerFor(usual, loader)).toBe('http://localhost:8000/mcp');
  expect(await movedPort(usual, loader, 'http://localhost:8101/mcp')).toBeUndefined();
});

test.each([
  ['http://localhost:1/', true],
  ['http://127.0.0.9:1/', true],
  ['http://[::1]:1/', true],
  ['http://base.example:1/', true],
  [`http://${hostname().toLowerCase()}:1/`, true],
  ['http://192.0.2.7:1/', false],
  ['http://elsewhere.example/', false],
])('%s is of this machine: %s', (endpoint, isHere) => {
  expect(isOfThisMachine(endpoint, 'base.example')).toBe(isHere);
});

test.each([
  ['http://h:81/', 81],
  ['http://h/', 80],
  ['https://h/', 443],
])('the port of %s is %i', (address, port) => {
  expect(portOf(address)).toBe(port);
});
