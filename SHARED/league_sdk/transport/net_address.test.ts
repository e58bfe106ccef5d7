import { describe, expect, test } from 'vitest';
import {
  isInNetwork,
  isNetwork,
  isPublic,
  isSamePlace,
  kindOf,
  plainAddress,
  subnetOf,
  whyUnfit,
} from './net_address.ts';

describe('an address has one spelling', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:c0a8:0105', '192.168.1.5'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['[::1]', '::1'],
    ['FE80::1%eth0', 'fe80::1'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::', '::'],
    ['255.255.255.255', '255.255.255.255'],
  ])('%s is %s', (text, spelling) => {
    expect(plainAddress(text)).toBe(spelling);
  });

  test.each([
    '',
    'localhost',
    '::\0',
    '1::2::3',
    'fd00::/8',
    'beef',
    '1.2.3',
    '1.2.3.4.5',
    '256.0.0.1',
    '0127.0.0.1',
    '1.2.3.04',
    '0x7f.0.0.1',
    '2130706433',
  ])('%j is none', (text) => {
    expect(plainAddress(text)).toBeUndefined();
  });

  test.each([
    ':',
    ':::',
    '1::2::3',
    '12345::',
    'g::1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::1.2.3',
    ' ::1',
    '1.1.1.1 ',
  ])('%j is none either', (text) => {
    expect(plainAddress(text)).toBeUndefined();
  });
});

describe('what kind of place it is', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
  ])('%s is this machine', (address) => {
    expect(kindOf(address)).toBe('loopback');
  });

  test.each([
    ['0.0.0.0', 'stands for no machine in particular'],
    ['0.1.2.3', 'stands for no machine in particular'],
    ['::', 'stands for no machine in particular'],
    ['169.254.169.254', 'is link-local, where clouds keep their secrets'],
    ['::ffff:169.254.169.254', 'is link-local, where clouds keep their secrets'],
    ['64:ff9b::a9fe:a9fe', 'is link-local, where clouds keep their secrets'],
    ['2002:a9fe:a9fe::1', 'is link-local, where clouds keep their secrets'],
    ['100.100.100.200', 'is where a cloud keeps its secrets'],
    ['168.63.129.16', 'is where a cloud keeps its secrets'],
    ['fd00:ec2::254', 'is where a cloud keeps its secrets'],
    ['192.0.0.192', 'is reserved'],
    ['224.0.0.1', 'is multicast'],
    ['255.255.255.255', 'is reserved'],
    ['fe80::1', 'is link-local'],
    ['febf::1', 'is link-local'],
    ['ff02::1', 'is multicast'],
    ['2001:0:1::1', 'is tunnelled to another address'],
    ['64:ff9b:1::1', 'is translated to another address'],
    ['100::1', 'is discarded'],
    ['localhost', 'is not an IP address'],
  ])('%s is unfit: it %s', (address, why) => {
    expect(kindOf(address)).toBe('unfit');
    expect(whyUnfit(address)).toBe(why);
  });

  test.each([
    '10.0.0.7',
    '192.168.1.5',
    '172.16.0.1',
    '100.64.0.1',
    '192.0.2.2',
    '8.8.8.8',
    'fd12::1',
    '2001:db8::1',
    'fec0::1',
  ])('%s is a machine like others', (address) => {
    expect(kindOf(address)).toBe('ordinary');
  });
});

test('two addresses are the same place whatever their spelling, and loopback is one place', () => {
  expect(isSamePlace('10.0.0.7', '::ffff:10.0.0.7')).toBe(true);
  expect(isSamePlace('127.0.0.1', '::1')).toBe(true);
  expect(isSamePlace('127.0.0.1', '127.9.9.9')).toBe(true);
  expect(isSamePlace('10.0.0.7', '10.0.0.8')).toBe(false);
  expect(isSamePlace('10.0.0.7', '127.0.0.1')).toBe(false);
  expect(isSamePlace('name', 'name')).toBe(false);
});

test.each([
  ['192.168.1.0/24', '192.168.1.255', true],
  ['192.168.1.0/24', '192.168.2.0', false],
  ['192.168.1.77/24', '192.168.1.1', true],
  ['192.168.1.7', '192.168.1.7', true],
  ['192.168.1.7', '192.168.1.8', false],
  ['192.168.1.0/24', '::ffff:192.168.1.9', true],
  ['0.0.0.0/0', '8.8.8.8', true],
  ['0.0.0.0/0', '::1', false],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', 'fe80::1', false],
  ['fd00::/8', 'nonsense', false],
])('in %s lies %s: %s', (network, address, isIn) => {
  expect(isInNetwork(address, network)).toBe(isIn);
});

test.each(['', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', 'fd00::/129', 'lan', '10.0.0/8', '/8'])(
  '%j is no network',
  (text) => {
    expect(isNetwork(text)).toBe(false);
    expect(isInNetwork('10.0.0.1', text)).toBe(false);
  },
);

test('a limit per address holds for a whole household of IPv6', () => {
  expect(subnetOf('192.168.1.5')).toBe('192.168.1.5');
  expect(subnetOf('::ffff:192.168.1.5')).toBe('192.168.1.5');
  expect(subnetOf('2001:db8:1:2::1')).toBe(subnetOf('2001:db8:1:2:ffff::9'));
  expect(subnetOf('2001:db8:1:2::1')).not.toBe(subnetOf('2001:db8:1:3::1'));
  expect(subnetOf('memory')).toBe('memory');
});

test('an address of the open internet is told from those of this machine and of a network inside', () => {
  const open = ['8.8.8.8', '172.32.0.1', '2a00:1450::1', '::ffff:8.8.8.8'];
  const inside = ['127.0.0.1', '::1', '10.1.2.3', '172.31.0.1', '192.168.0.9', '100.64.1.1', 'fd12::1', '169.254.1.1'];
  expect(open.filter((address) => !isPublic(address))).toEqual([]);
  expect(inside.filter(isPublic)).toEqual([]);
});
