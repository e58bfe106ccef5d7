import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HTTP_LIMITS } from './limits.ts';
import { HttpReplyReader } from './reply.ts';

const LIMITS = { ...HTTP_LIMITS, maxReplyBytes: 100, maxHeadBytes: 200 };

type Outcome = ReturnType<HttpReplyReader['feed']>;

/** What a client makes of these pieces, and of the end of the connection if they are not enough. */
function read(...pieces: readonly string[]): Outcome {
  const reader = new HttpReplyReader(LIMITS);
  for (const piece of pieces) {
    const outcome = reader.feed(Buffer.from(piece));
    if (outcome !== undefined) return outcome;
  }
  return reader.end();
}

const answer = (status: number, text: string, reusable: boolean): Outcome => ({
  ok: true,
  value: { status, text, reusable },
});
const fault = (code: string, detail: string): object => ({
  ok: false,
  error: { code, detail: expect.stringContaining(detail) },
});

const ANSWERS: readonly (readonly [string, string, Outcome])[] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"\u00e9"', answer(200, '"\u00e9"', true)],
  ['any case and spaces', 'HTTP/1.1 200\r\ncontent-LENGTH: \t2 \r\n\r\n{}', answer(200, '{}', true)],
  ['bare newlines', 'HTTP/1.1 200 OK\ncontent-length: 4\n\n{\n\n}', answer(200, '{\n\n}', true)],
  ['no body', 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n', answer(202, '', true)],
  ['a status without body', 'HTTP/1.1 204 No Content\r\n\r\n', answer(204, '', true)],
  [
    'words of patience',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 P\r\nx: y\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
    answer(200, '{}', true),
  ],
  [
    'an offer of another protocol',
    'HTTP/1.1 200 OK\r\nconnection: upgrade\r\nupgrade: websocket\r\ncontent-length: 2\r\n\r\n{}',
    answer(200, '{}', true),
  ],
  ['a wish to close', 'HTTP/1.1 200 OK\r\nconnection: Close\r\ncontent-length: 2\r\n\r\n{}', answer(200, '{}', false)],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}', answer(200, '{}', false)],
  [
    'HTTP/1.0 that stays',
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\n{}',
    answer(200, '{}', true),
  ],
  [
    'the end of the connection',
    'HTTP/1.0 200 OK\r\nserver: old\r\n\r\n{"until":"close"}',
    answer(200, '{"until":"close"}', false),
  ],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n1\r\n{\r\n00001;x="y"\r\n}\r\n0\r\n\r\n',
    answer(200, '{}', true),
  ],
  [
    'trailers',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx: y\r\nz: w\r\n\r\n',
    answer(200, '{}', true),
  ],
  [
    'chunks and a length',
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    answer(200, '{}', false),
  ],
  [
    'the same length twice',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\n{}',
    answer(200, '{}', true),
  ],
  ['a refusal', 'HTTP/1.1 503 Busy\r\ncontent-length: 4\r\n\r\nbusy', answer(503, 'busy', true)],
];

describe('an answer is understood', () => {
  test.each(ANSWERS)('with %s', (_what, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ANSWERS), fc.array(fc.nat(300)), ([, text, expected], cuts) => {
        const bytes = Buffer.from(text);
        const at = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b);
        const reader = new HttpReplyReader(LIMITS);
        let outcome: Outcome;
        for (let i = 1; i < at.length && outcome === undefined; i++)
          outcome = reader.feed(bytes.subarray(at[i - 1], at[i]));
        expect(outcome ?? reader.end()).toEqual(expected);
      }),
    );
  });

  test('one after the other', () => {
    const reader = new HttpReplyReader(LIMITS);
    for (const [, text, expected] of ANSWERS) {
      reader.restart();
      expect(reader.hasBegun).toBe(false);
      expect(reader.feed(Buffer.from(text)) ?? reader.end()).toEqual(expected);
      expect(reader.hasBegun).toBe(true);
    }
  });

  test('a connection on which more came than was asked for is not used again', () => {
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK')).toEqual(answer(200, '{}', false));
    expect(read('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n!')).toEqual(
      answer(200, '{}', false),
    );
  });

  test('bytes that are no UTF-8 are a text that no JSON parser takes', () => {
    const reader = new HttpReplyReader(LIMITS);
    reader.feed(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n'));
    expect(reader.feed(Buffer.from([0x22, 0xff, 0x22]))).toEqual(answer(200, '\uFFFD', true));
  });
});

describe('an answer is not taken', () => {
  test.each([
    ['noise', 'SSH-2.0-OpenSSH_9.6\r\n', 'UNREACHABLE', 'not HTTP'],
    ['noise with an empty line', 'hello\r\n\r\n', 'UNREACHABLE', 'not HTTP'],
    ['another version', 'HTTP/2.0 200 OK\r\n\r\n', 'UNREACHABLE', 'not HTTP'],
    ['a status of no kind', 'HTTP/1.1 999 ?\r\n\r\n', 'UNREACHABLE', 'not HTTP'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n', 'UNREACHABLE', 'switched protocols'],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      'UNREACHABLE',
      'no valid length',
    ],
    [
      'a length that is no number',
      'HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\n\r\n{}',
      'UNREACHABLE',
      'no valid length',
    ],
    ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n', 'UNREACHABLE', 'no valid length'],
    ['compression', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\nx', 'UNREACHABLE', 'encoded as gzip'],
    [
      'two codings',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n',
      'UNREACHABLE',
      'encoded as gzip, chunked',
    ],
    ['a chunk without size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n', 'UNREACHABLE', 'chunks'],
    [
      'a chunk longer than its size',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{}\r\n',
      'UNREACHABLE',
      'chunks',
    ],
    [
      'a size that never ends',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(300)}`,
      'UNREACHABLE',
      'chunks',
    ],
    [
      'trailers that never end',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x: y\r\n'.repeat(90)}`,
      'UNREACHABLE',
      'chunks',
    ],
    ['nothing', '', 'UNREACHABLE', 'closed before'],
    ['half a head', 'HTTP/1.1 200 OK\r\nconte', 'UNREACHABLE', 'closed in the middle'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{}', 'UNREACHABLE', 'closed in the middle'],
    [
      'half a chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{}',
      'UNREACHABLE',
      'closed in the middle',
    ],
    ['a long head', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200)}\r\n\r\n`, 'TOO_LARGE', '200 bytes'],
    ['patience without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20), 'TOO_LARGE', '200 bytes'],
    ['a long length', 'HTTP/1.1 200 OK\r\ncontent-length: 101\r\n\r\n', 'TOO_LARGE', '100 bytes'],
    [
      'many chunks',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(101)}`,
      'TOO_LARGE',
      '100 bytes',
    ],
    ['a body without end', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(101)}`, 'TOO_LARGE', '100 bytes'],
  ])('that is %s', (_what, text, code, detail) => {
    expect(read(text)).toMatchObject(fault(code, detail));
  });

  test('exactly the limit is allowed', () => {
    const text = 'x'.repeat(100);
    expect(read(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n${text}`)).toEqual(answer(200, text, true));
    expect(read(`HTTP/1.0 200 OK\r\n\r\n${text}`)).toEqual(answer(200, text, false));
  });

  test('a refusal that is too long is still a refusal', () => {
    expect(read(`HTTP/1.1 500 Oops\r\ncontent-length: 5000\r\n\r\n${'x'.repeat(150)}`)).toEqual(
      answer(500, 'x'.repeat(150), false),
    );
  });

  test('whatever the bytes are, nothing throws and the reader comes to an end', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'HTTP/1.1 200 OK',
        '\r\n',
        '\n',
        '\r\n\r\n',
        'content-length: 5',
        'transfer-encoding: chunked',
        '0',
        '3',
        ':',
      ),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        expect(read(...words)).toHaveProperty('ok');
        expect(read('HTTP/1.1 200 OK\r\n', ...words)).toHaveProperty('ok');
      }),
      { numRuns: 500 },
    );
  });
});
