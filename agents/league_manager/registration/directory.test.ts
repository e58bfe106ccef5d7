import { describe, expect, test } from 'vitest';
import type { AgentRegistered } from '../league/events.ts';
import { type Agent, apply } from '../league/state.ts';
import { CREATED, folded, ids, registration, waiting } from '../testing/rehearsal.ts';
import { walksThrough } from '../testing/walks.ts';
import { directoryOf } from './directory.ts';
import { placeOf } from './endpoints.ts';

const MACHINE = ['192.0.2.2'];
const place = (endpoint: string, address?: string) => placeOf(endpoint, address, { machine: MACHINE });

/** A league, its directory, and the way an agent comes in: by an event, and into the directory. */
function staged(events = waiting(2)) {
  const league = folded(events);
  const directory = directoryOf(league, MACHINE);
  const comesIn = (id: string, changes: Partial<AgentRegistered> = {}) => {
    apply(league, registration(id, changes));
    directory.enter(league.agents.get(id) as Agent);
  };
  return { league, directory, comesIn };
}

describe('who is registered is found', () => {
  test('by a name that looks the same: case, width, spaces and what cannot be seen do not count', () => {
    const { directory } = staged([CREATED, registration('P01', { display_name: 'Ada  Lovelace' })]);
    for (const name of ['Ada Lovelace', 'ada lovelace', ' ADA\tLOVELACE ', 'Ａda Lovelace', 'A\u200bda Lovelace'])
      expect(directory.named(name), name).toBe('P01');
    expect(directory.named('Ada')).toBeUndefined();
  });

  test('by its id, in any case of its letters', () => {
    const { directory } = staged();
    expect(['P01', 'p01', 'ref01', 'P03'].map((id) => directory.hasId(id))).toEqual([true, true, true, false]);
  });

  test('by its place, whatever name of the machine stands in it', () => {
    const { directory } = staged([CREATED, registration('P01', { endpoint: 'http://localhost:8101/mcp' })]);
    for (const host of ['localhost', '127.0.0.1', '192.0.2.2'])
      expect(directory.at(place(`http://${host}:8101/mcp`)), host).toBe('P01');
    expect(directory.at(place('http://localhost:8102/mcp'))).toBeUndefined();
  });

  test('and counted by role', () => {
    const { directory } = staged(waiting(3, 2));
    expect([directory.count('player'), directory.count('referee')]).toEqual([3, 2]);
  });
});

describe('who comes in', () => {
  test('is found at once, and counted once', () => {
    const { directory, comesIn } = staged();
    comesIn('P03');
    comesIn('P03');
    expect([directory.named('Agent P03'), directory.at(place('memory:P03'))]).toEqual(['P03', 'P03']);
    expect([directory.hasId('P03'), directory.count('player')]).toEqual([true, 3]);
  });

  test('under another name and at another place gives the old ones up', () => {
    const { directory, comesIn } = staged();
    comesIn('P01', { display_name: 'Renamed', endpoint: 'memory:moved' });
    expect([directory.named('Agent P01'), directory.at(place('memory:P01'))]).toEqual([undefined, undefined]);
    expect([directory.named('Renamed'), directory.at(place('memory:moved'))]).toEqual(['P01', 'P01']);
  });

  test('at the same name, which now stands for another address, is found there', () => {
    const endpoint = 'http://laptop.example:8101/mcp';
    const { directory, comesIn } = staged([CREATED, registration('P01', { endpoint, address: '10.0.0.7' })]);
    comesIn('P01', { endpoint, address: '10.0.0.8' });
    expect(directory.at(place(endpoint, '10.0.0.7'))).toBeUndefined();
    expect(directory.at(place(endpoint, '10.0.0.8'))).toBe('P01');
  });

  test('and gives up what another has meanwhile does not take it from the other', () => {
    const { directory, comesIn } = staged();
    comesIn('P02', { display_name: 'Agent P01', endpoint: 'memory:P01' });
    comesIn('P01', { display_name: 'Renamed', endpoint: 'memory:moved' });
    expect([directory.named('Agent P01'), directory.at(place('memory:P01'))]).toEqual(['P02', 'P02']);
  });

  test('is all that is looked at: nobody else is, however many there are', () => {
    const { league, directory, comesIn } = staged();
    const walks = walksThrough(league.agents);
    for (const id of ids('P', 50)) comesIn(id);
    expect([directory.count('player'), walks()]).toEqual([50, 0]);
  });
});

describe('a place', () => {
  const at = (endpoint: string) => place(endpoint.replace('HERE', 'http://127.0.0.1:8101'));

  test.each([
    ['HERE/mcp?x=1', 'a query'],
    ['HERE/mcp;x', 'a parameter'],
    ['HERE/mcp;x=1/', 'a parameter and a slash'],
    ['HERE//mcp', 'two slashes'],
    ['HERE/mcp/', 'a slash at the end'],
    ['HERE/./mcp', 'a dot'],
    ['HERE/x/../mcp', 'two dots'],
    ['HERE/%2e/mcp', 'a dot in disguise'],
    ['HERE/%6dcp', 'a letter in disguise'],
    ['HERE/%6Dcp', 'a letter in disguise, in capitals'],
    ['HERE/%256dcp', 'a letter in two disguises'],
    ['HERE/%2Fmcp', 'a slash in disguise'],
    ['HERE/%3Bx/mcp', 'a parameter in disguise'],
    ['HERE\\mcp', 'a slash of another system'],
    ['HERE/MCP', 'capitals'],
    ['http://LOCALHOST:8101/mcp', 'a name in capitals'],
    ['http://localhost.:8101/mcp', 'a name with its dot'],
    ['http://[::1]:8101/mcp', 'loopback of IPv6'],
    ['http://[::ffff:127.0.0.1]:8101/mcp', 'an IPv4 address in IPv6 clothes'],
    ['http://0x7f.1:8101/mcp', 'an address in another notation'],
    ['http://127.0.0.1:08101/mcp', 'a port with a zero'],
    ['https://127.0.0.1:8101/mcp', 'another protocol at the same port'],
  ])('is one, however it is written: %s, %s', (endpoint) => {
    expect(at(endpoint)).toBe(at('HERE/mcp'));
  });

  test('is another at another port or path', () => {
    expect(new Set(['HERE/mcp', 'HERE/mcp/a', 'HERE/mcp/b', 'http://127.0.0.1:8102/mcp'].map(at)).size).toBe(4);
    expect(place('http://10.0.0.7/mcp')).toBe(place('http://10.0.0.7:80/mcp'));
    expect(place('http://10.0.0.7/mcp')).not.toBe(place('https://10.0.0.7/mcp'));
    expect(place('http://10.0.0.7:8101/%zz')).toBe(place('http://10.0.0.7:8101/%zz'));
  });
});
