import { expect, test } from 'vitest';
import { refusalText } from './envelope.ts';

test.each([
  [403, -32600, 'E006', 'NOT_ALLOWED'],
  [404, -32600, 'E002', 'INVALID_MESSAGE'],
  [413, -32700, 'E002', 'INVALID_MESSAGE'],
  [429, -32600, 'E014', 'OVERLOADED'],
  [503, -32600, 'E014', 'OVERLOADED'],
])('a refusal with status %i is error %i with %s', (status, code, error_code, error_name) => {
  expect(JSON.parse(refusalText(status, 'because'))).toMatchObject({
    jsonrpc: '2.0',
    error: { code, data: { error_code, error_name, error_description: 'because' } },
    id: null,
  });
});
