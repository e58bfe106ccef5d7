import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode, errorBody, REJECTIONS, RPC_ERRORS, refusal, WRONG_STATE_WORDS } from './errors.ts';

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
