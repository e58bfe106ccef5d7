import { describe, expect, test } from 'vitest';
import { MINIMUM_PROTOCOL_VERSION, PROTOCOL_VERSION } from './fields.ts';
import { incompatibility, VERSION_CASES } from './protocol_version.ts';

test('ours is 2.1.0, and the oldest supported 2.0.0, as in spec 004', () => {
  expect([PROTOCOL_VERSION, MINIMUM_PROTOCOL_VERSION]).toEqual(['2.1.0', '2.0.0']);
});

describe('a protocol version', () => {
  test.each([
    [undefined, 'taken'],
    ['2.1.0', 'taken'],
    ['2.0.0', 'taken'],
    ['2.0.9', 'taken'],
    ['2.1.1', 'taken'],
    ['2.2.0', 'taken'],
    ['2.99.99', 'taken'],
    ['2', 'taken'],
    ['2.0', 'taken'],
    ['v2.1', 'taken'],
    ['2.1.0.4', 'taken'],
    ['2.0.0-beta', 'taken'],
    ['2.x', 'taken'],
    ['02.1.0', 'taken'],
    ['1.99.99', 'PROTOCOL_TOO_OLD'],
    ['1', 'PROTOCOL_TOO_OLD'],
    ['0', 'PROTOCOL_TOO_OLD'],
    ['V1.0', 'PROTOCOL_TOO_OLD'],
    ['3', 'PROTOCOL_TOO_NEW'],
    ['3.0.0', 'PROTOCOL_TOO_NEW'],
    ['3.0.0-alpha', 'PROTOCOL_TOO_NEW'],
    ['10.0.0', 'PROTOCOL_TOO_NEW'],
    ['9'.repeat(64), 'PROTOCOL_TOO_NEW'],
    ['league.v2', 'taken'],
    ['league.v1', 'taken'],
    ['latest', 'taken'],
    ['', 'taken'],
    ['-1.0.0', 'taken'],
  ])('%j is judged: %s', (version, verdict) => {
    expect(incompatibility(version)?.rejection ?? 'taken').toBe(verdict);
  });

  test('that is rejected is told both numbers and what to do, and nothing it wrote besides', () => {
    expect(incompatibility('1.4.2\u001b[31m')?.detail).toBe(
      'protocol_version 1.4.2 is older than 2.0.0, the oldest taken here; this league speaks 2.1.0: update the agent',
    );
    expect(incompatibility('v3')?.detail).toBe(
      'protocol_version 3 is of a newer major version than 2.1.0, which this league speaks: register with a version from 2.0.0 to 2.x',
    );
  });
});

test('the cases of the protocol document are one of each kind', () => {
  const told = VERSION_CASES.map(([name, version]) => `${name}: ${incompatibility(version)?.rejection ?? 'taken'}`);
  expect(told).toEqual([
    'absent: taken',
    'equal: taken',
    'another patch: taken',
    'an older minor: taken',
    'a newer minor: taken',
    'an older major: PROTOCOL_TOO_OLD',
    'a newer major: PROTOCOL_TOO_NEW',
    'no number: taken',
  ]);
});
