import { expect, test } from 'vitest';
import { isInsideName, isLocalhost, localhostAddress, namesOf, plainName } from './net_address.ts';

test('a name is compared in lower case and without its last dot', () => {
  expect(plainName('LocalHost.')).toBe('localhost');
  expect(plainName('a.B.')).toBe('a.b');
});

test.each([
  'localhost',
  'LOCALHOST.',
  'manager',
  'teacher-pc',
  'teacher-pc.local',
  'a.b.internal',
  'x.home.arpa',
  'p.test',
])('nobody on the internet can own %s', (name) => {
  expect(isInsideName(name)).toBe(true);
});

test.each(['', '.', 'example.org', 'localhost.example.org', 'evil.com.', '127.0.0.1.nip.io', 'arpa.home', 'local.net'])(
  'anybody may come to own %j',
  (name) => {
    expect(isInsideName(name)).toBe(false);
  },
);

test.each([
  ['localhost', true],
  ['Localhost.', true],
  ['p01.localhost', true],
  ['localhost.org', false],
  ['notlocalhost', false],
  ['manager', false],
])('%s is this machine by definition: %s', (name, isIt) => {
  expect(isLocalhost(name)).toBe(isIt);
});

test.each([
  ['teacher-pc', ['teacher-pc', 'teacher-pc.local']],
  ['Teacher-PC.local', ['teacher-pc.local', 'teacher-pc']],
  ['pc.school.example.org', ['pc.school.example.org', 'pc', 'pc.local']],
  ['localhost', ['localhost']],
  ['localhost.localdomain', ['localhost.localdomain']],
  ['', []],
])('a machine that calls itself %j is called %j', (name, names) => {
  expect(namesOf(name)).toEqual(names);
});

test.each([
  [['127.0.0.1', '::1', '192.0.2.2'], '127.0.0.1'],
  [['127.0.0.1', '::1', 'fd98::1'], '127.0.0.1'],
  [['127.0.0.1'], '127.0.0.1'],
  [['::1', 'fd98::1'], '::1'],
  [[], '127.0.0.1'],
])('on a machine with %j localhost is %s', (own, address) => {
  expect(localhostAddress(own)).toBe(address);
});
