import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { type ModelReply, type ModelServer, modelServer, type Think } from '../../../SHARED/testing/model_server.ts';
import { practiceTurn } from '../testing/practice.ts';
import { type ModelPlace, openModel } from './ai_sdk.ts';
import { questionOf } from './question.ts';

const KEY = 'sk-secret-0123456789';
const QUESTION = questionOf(practiceTurn(), 'a practice game');
const APIS = { compatible: 'chat', openai: 'responses', anthropic: 'messages' } as const;

let server: ModelServer | undefined;
afterEach(async () => server?.close());

async function ask(think: Think, provider: ModelPlace['provider'] = 'compatible', times = 1) {
  server = await modelServer(think);
  const model = openModel({ provider, model: 'tiny-1', name: `${provider}/tiny-1`, baseUrl: server.baseUrl, key: KEY });
  const answers: Awaited<ReturnType<typeof model.ask>>[] = [];
  for (let nth = 0; nth < times; nth++) answers.push(await model.ask(QUESTION, new AbortController().signal));
  return { answers, answer: answers.at(-1), requests: server.requests };
}

describe.each(Object.entries(APIS))('a model of %s', (provider, api) => {
  const at = provider as ModelPlace['provider'];

  test('is asked with the question and the schema, and its words come back with their tokens', async () => {
    const { answer, requests } = await ask(() => ({ text: '{"reasoning":"why not","move":"odd"}' }), at);
    expect(answer).toMatchObject({ ok: true, value: { text: '{"reasoning":"why not","move":"odd"}' } });
    const { tokensIn = 0, tokensOut = 0 } = answer?.ok ? answer.value : {};
    expect(tokensIn).toBeGreaterThan(0);
    expect(tokensOut).toBeGreaterThan(0);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ api, model: 'tiny-1' });
    const sent = JSON.stringify(requests[0]?.raw);
    expect(sent).toContain('a practice game');
    expect(sent).toContain('"enum":["even","odd"]');
  });

  test('that ignores the schema is heard all the same', async () => {
    const { answer } = await ask(() => ({ text: 'I think odd.' }), at);
    expect(answer).toMatchObject({ ok: true, value: { text: 'I think odd.' } });
  });

  test.each<[number, string, boolean, ModelReply & object]>([
    [429, 'rate_limit', true, { status: 429, headers: { 'retry-after': '7' } }],
    [503, 'outage', true, { status: 503 }],
    [400, 'refused', false, { status: 400 }],
  ])('that answers with HTTP %i has failed by %s', async (status, kind, mayTryAgain, reply) => {
    const { answer } = await ask(() => reply, at);
    expect(answer).toMatchObject({ ok: false, error: { kind, mayTryAgain } });
    const error = answer?.ok === false ? answer.error : undefined;
    expect(error?.detail).toContain(`HTTP ${status}`);
    expect(error?.afterMs).toBe(status === 429 ? 7_000 : undefined);
  });

  test('that refuses the key is told without the key', async () => {
    const { answer } = await ask(
      () => ({ status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}`, type: 'auth' } } }),
      at,
    );
    expect(answer).toEqual({ ok: false, error: { kind: 'auth', detail: 'HTTP 401', mayTryAgain: false } });
  });
});

test('a failure that repeats the key, or a part of one, is told without it', async () => {
  const { answer } = await ask(() => ({ status: 500, body: { error: { message: `bad ${KEY} or sk-ab***yz` } } }));
  const detail = answer?.ok === false ? answer.error.detail : '';
  expect(detail).toContain('HTTP 500 bad …');
  expect(detail).not.toMatch(/sk-/);
});

test('a failure has no letter that moves a terminal, and no proof of somebody', async () => {
  const message = 'gone\u001b[2J\u001b]0;pwned\u0007\u202e Authorization: Bearer abcDEF123/+=.xyz gsk_0123456789abcdef';
  const { answer } = await ask(() => ({ status: 500, body: { error: { message } } }));
  const detail = answer?.ok === false ? answer.error.detail : '';
  expect(detail).toContain('gone');
  expect(detail).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(detail).not.toMatch(/abcDEF|gsk_/);
});

test('a provider that answers with something else has failed by an outage', async () => {
  const { answer } = await ask(() => ({ status: 200, body: { hello: 'world' } }));
  expect(answer).toMatchObject({ ok: false, error: { kind: 'outage', mayTryAgain: true } });
});

test('a provider that is not there has failed by an outage', async () => {
  const gone = await modelServer(() => ({ text: '' }));
  await gone.close();
  const model = openModel({ provider: 'compatible', model: 'x', name: 'x', baseUrl: gone.baseUrl });
  expect(await model.ask(QUESTION, new AbortController().signal)).toMatchObject({
    ok: false,
    error: { kind: 'outage', mayTryAgain: true },
  });
});

describe('a server that refuses a question with a schema', () => {
  const refusing = (reply: ModelReply, isRefused: (nth: number) => boolean = () => true): Think => {
    let asked = 0;
    return ({ raw }) => {
      if (raw['response_format'] === undefined) return { text: 'odd' };
      asked += 1;
      return isRefused(asked) ? reply : { text: 'odd' };
    };
  };
  const hadSchemas = ({ requests }: Awaited<ReturnType<typeof ask>>) =>
    requests.map(({ raw }) => raw['response_format'] !== undefined);

  test('and says that it knows none is asked without one', async () => {
    const body = { error: { message: 'response_format json_schema is not supported' } };
    const asked = await ask(refusing({ status: 400, body }), 'compatible', 2);
    expect(asked.answers.map((answer) => answer.ok)).toEqual([true, true]);
    expect(hadSchemas(asked)).toEqual([true, false, false]);
  });

  test('without saying why is asked without one after the second time, and later once more with one', async () => {
    const asked = await ask(
      refusing({ status: 400 }, (nth) => nth < 3),
      'compatible',
      24,
    );
    const without = Array(20).fill(false);
    expect(hadSchemas(asked)).toEqual([true, false, true, false, ...without, true, true]);
  });

  test('for a passing reason is sent schemas again at once', async () => {
    const body = { error: { message: 'the model is being loaded' } };
    const asked = await ask(
      refusing({ status: 404, body }, (nth) => nth % 2 === 1),
      'compatible',
      4,
    );
    expect(hadSchemas(asked)).toEqual([true, false, true, true, false, true]);
  });
});

describe('the length of an answer', () => {
  const limitOf = (raw: JsonObject) => raw['max_tokens'] ?? raw['max_output_tokens'];

  test.each(['compatible', 'openai', 'anthropic'] as const)('has a limit at %s', async (provider) => {
    const { requests } = await ask(() => ({ text: '{"reasoning":"","move":"odd"}' }), provider);
    expect(requests.map(({ raw }) => limitOf(raw))).toEqual([8_192]);
  });

  test('has none at a server that refuses the limit, and the schema stays', async () => {
    const body = { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } };
    const { answers, requests } = await ask(
      ({ raw }) => (limitOf(raw) === undefined ? { text: 'odd' } : { status: 400, body }),
      'compatible',
      2,
    );
    expect(answers.map((answer) => answer.ok)).toEqual([true, true]);
    expect(requests.map(({ raw }) => limitOf(raw) !== undefined)).toEqual([true, false, false]);
    expect(requests.every(({ raw }) => raw['response_format'] !== undefined)).toBe(true);
  });
});

test('a request that is given up ends', async () => {
  server = await modelServer(() => ({ hang: true }));
  const model = openModel({ provider: 'compatible', model: 'x', name: 'x', baseUrl: server.baseUrl });
  const stop = new AbortController();
  const asked = model.ask(QUESTION, stop.signal);
  stop.abort();
  expect(await asked).toMatchObject({ ok: false });
});
