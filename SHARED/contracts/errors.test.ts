import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Contract } from './contract.ts';
import {
  adviceFor,
  ERRORS,
  type ErrorCode,
  errorBody,
  errorNamed,
  REJECTIONS,
  RPC_ERRORS,
  refusal,
  type WireError,
  WRONG_STATE_WORDS,
} from './errors.ts';
import { CONTRACTS } from './index.ts';

const SPEC = readFileSync(new URL('../../doc/protocol_spec.md', import.meta.url), 'utf8');
const CODES = Object.keys(ERRORS) as ErrorCode[];

test('there are 23 codes, without a gap', () => {
  expect(CODES).toEqual(Array.from({ length: 23 }, (_, i) => `E${String(i + 1).padStart(3, '0')}`));
});

test('no name is used twice, and every code says what it means', () => {
  expect(new Set(CODES.map((code) => ERRORS[code].name)).size).toBe(CODES.length);
  for (const code of CODES) expect(ERRORS[code].about).toMatch(/^[A-Z].*\.$/);
});

test('the codes of the specification have its names', () => {
  expect(ERRORS).toMatchObject({
    E001: { name: 'TIMEOUT_ERROR' },
    E003: { name: 'MISSING_REQUIRED_FIELD' },
    E004: { name: 'INVALID_PARITY_CHOICE' },
    E005: { name: 'PLAYER_NOT_REGISTERED' },
    E009: { name: 'CONNECTION_ERROR' },
    E011: { name: 'AUTH_TOKEN_MISSING' },
    E012: { name: 'AUTH_TOKEN_INVALID' },
    E018: { name: 'PROTOCOL_VERSION_MISMATCH' },
    E021: { name: 'INVALID_TIMESTAMP' },
  });
});

test('every code is in the protocol document, and every code of the document is one', () => {
  for (const code of CODES) expect(SPEC).toContain(`| ${code} | \`${ERRORS[code].name}\` |`);
  const told = new Set(SPEC.match(/\bE\d{3}\b/g));
  expect([...told].sort()).toEqual(CODES);
});

test('so are the errors of JSON-RPC, the reasons of a rejection and the finer words', () => {
  for (const { code, message } of Object.values(RPC_ERRORS)) expect(SPEC).toContain(`| ${code} | ${message} |`);
  for (const { reason, code } of Object.values(REJECTIONS)) expect(SPEC).toContain(`| ${reason} | ${code} |`);
  for (const word of WRONG_STATE_WORDS) expect(SPEC).toContain(`\`${word}\``);
  const told = new Set(SPEC.match(/-32\d{3}\b/g));
  expect([...told].map(Number).sort()).toEqual(
    Object.values(RPC_ERRORS)
      .map(({ code }) => code)
      .sort(),
  );
});

test('the reasons of the specification are written exactly', () => {
  const reasons = Object.values(REJECTIONS).map(({ reason }) => reason);
  expect(reasons).toEqual(
    expect.arrayContaining(['League full', 'Invalid endpoint', 'Unsupported game type', 'Duplicate name']),
  );
});

test('a refusal speaks in the words of the table, or in a finer one', () => {
  expect(errorBody(refusal('E008', 'no R9M9'))).toEqual({
    error_code: 'E008',
    error_name: 'MATCH_NOT_FOUND',
    error_description: 'no R9M9',
  });
  expect(errorBody(refusal('E007', 'nobody there', 'NO_REFEREES')).error_name).toBe('NO_REFEREES');
});

test('a code is known by itself, by its name and by the other words of the specification for it', () => {
  for (const code of CODES) expect([errorNamed(code), errorNamed(ERRORS[code].name)]).toEqual([{ code }, { code }]);
  expect(errorNamed('INVALID_AUTH_TOKEN')).toEqual({ code: 'E012' });
  expect(errorNamed('PLAYER_NOT_FOUND')).toEqual({ code: 'E005' });
  expect(errorNamed('INVALID_CHOICE')).toEqual({ code: 'E004' });
  for (const name of WRONG_STATE_WORDS) {
    expect([errorNamed(name), errorNamed('E007', name)]).toEqual([
      { code: 'E007', name },
      { code: 'E007', name },
    ]);
  }
  for (const name of ['WRONG_STATE', 'a word of theirs', 7, null])
    expect(errorNamed('E007', name)).toEqual({ code: 'E007' });
  expect(errorNamed('E008', 'NO_REFEREES')).toEqual({ code: 'E008' });
  for (const other of ['E000', 'E024', 'e013', '', 7, null, undefined]) expect(errorNamed(other)).toBeUndefined();
});

test('no message is refused with a code that is never sent, and the document says so', () => {
  const never = CODES.filter((code) => (ERRORS[code] as WireError).neverSent !== undefined);
  expect(never).toEqual(['E013']);
  const refusals = Object.values(CONTRACTS).flatMap(({ head }: Contract) => head.refusals ?? []);
  expect(refusals.filter((code) => never.includes(code))).toEqual([]);
  expect(SPEC).toMatch(/^\| E013 \|.* Read, and never sent by us: /m);
  expect(SPEC).toContain('`SCHEDULE_GENERATION_FAILED` is read, and never sent by us: ');
  expect(SPEC).toMatch(/^\| `status` \|.*`error` is read and never sent/m);
});

test('the advice for a call that was merely acknowledged is to answer it, by the method it came by', () => {
  const late = 'not answered when its 30 s were over';
  expect(adviceFor('timeout', 'E001', `it had ${late}`)).toMatch(/^Answer before the deadline/);
  expect(adviceFor('timeout', 'E001', `it had acknowledged and ${late}`)).toMatch(/a status alone is no move/);
  const advice = adviceFor('timeout', 'E001', `it had acknowledged a call by tools/call and ${late}`);
  expect(advice).toContain('called by tools/call, as well as by the methods of the documents');
  expect(advice).toContain('register_player');
});
