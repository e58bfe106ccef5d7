import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../SHARED/contracts/contract.ts';
import { dialectOf } from '../../SHARED/contracts/dialects/detect.ts';
import { ERRORS } from '../../SHARED/contracts/errors.ts';
import { CONTRACTS, type RequestType } from '../../SHARED/contracts/index.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import { type CapturedLeague, captureLeague, LEAGUE } from './testing/captured_league.ts';
import { secretsOf } from './testing/captured_secrets.ts';

const BLNS = new URL('../../SHARED/testing/fixtures/suites/blns/blns.json', import.meta.url);
const naughty = JSON.parse(readFileSync(BLNS, 'utf8')) as readonly string[];
/** Where not all 515 are tried in every field, each is tried in some. */
const EVERY = 7;
const SELDOM = 41;

let league: CapturedLeague;
beforeAll(async () => {
  league = await captureLeague();
});
afterAll(() => league.close());

/** The paths of all texts in a message. */
function* texts(value: Json, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value === 'string') yield path;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* texts(inner, [...path, key]);
}

function withText(value: Json, [key, ...rest]: readonly string[], text: string): Json {
  if (key === undefined) return text;
  if (isJsonArray(value)) return value.map((inner, i) => (String(i) === key ? withText(inner, rest, text) : inner));
  return { ...(value as JsonObject), [key]: withText((value as JsonObject)[key] as Json, rest, text) };
}

/** What an answer says in a word: a status, or a code of our table. */
function wordIn(reply: string | undefined): string {
  const value = JSON.parse(reply ?? 'null') as Json;
  if (!isJsonObject(value)) return 'nothing';
  const { result = value, error } = value;
  const data = isJsonObject(error) ? (error['data'] ?? error) : result;
  const { error_code, status, code } = data as JsonObject;
  return String(error_code ?? status ?? code ?? 'a result');
}

const KNOWN = /^(E\d{3}|ACCEPTED|REJECTED|registered|error|acknowledged|ok|a result|refused|-32600)$/;
/** Fields in which no naughty string is what they have to be. */
const NEVER_RIGHT = /^(protocol|message_type|timestamp|contact_endpoint)$/;
const logOf = () => league.disk.files().get(`/logs/league/${LEAGUE}/league.log.jsonl`) ?? '';

describe('naughty strings in each text of a registration', () => {
  const request = {
    ...CONTRACTS.LEAGUE_REGISTER_REQUEST.example,
    auth_token: 'tok',
    player_meta: {
      ...(CONTRACTS.LEAGUE_REGISTER_REQUEST.example['player_meta'] as JsonObject),
      player_id: 'P77',
      contact_endpoint: 'memory:P77',
      protocol_version: '2.1.0',
    },
  };

  test.each([
    ['rpc', 1],
    ['flat', EVERY],
    ['v1', EVERY],
  ] as const)('in %s get the right answer, and every refusal one line of the log', async (name, every) => {
    const wire = dialectOf(name).write(request);
    // Registering again is limited; by now it has been a while.
    await league.clock.advance(600_000);
    const words: string[] = [];
    /** Answers to the texts that can only be wrong. */
    const toRefuse: string[] = [];
    const before = logOf().length;
    for (const [nth, path] of [...texts(wire)].entries()) {
      for (let i = nth % every; i < naughty.length; i += every) {
        const unique = { ...wire, conversation_id: `${name} ${words.length}` };
        const params = withText(unique, path, naughty[i] as string);
        const body = name === 'rpc' ? { jsonrpc: '2.0', method: 'register_player', params, id: 1 } : params;
        const origin = { address: `${name}${words.length}`, receivedAt: league.clock.monotonic() };
        const word = wordIn(await league.manager.answer(JSON.stringify(body), origin));
        words.push(word);
        if (NEVER_RIGHT.test(String(path.at(-1)))) toRefuse.push(word);
      }
    }
    expect(words.filter((word) => !KNOWN.test(word))).toEqual([]);
    await league.clock.advance(1_000);
    const lines = logOf().slice(before).split('\n').slice(0, -1);
    const events = lines.map((line) => (JSON.parse(line) as { readonly event_type: string }).event_type);
    const isIn = (word: string) => word === 'ACCEPTED' || word === 'registered';
    // What is no league message at all is answered by the envelope: nobody has asked for anything yet.
    const isRefused = (word: string) => !isIn(word) && word !== '-32600';
    expect(events.filter((event) => event.endsWith('_REFUSED'))).toHaveLength(words.filter(isRefused).length);
    expect(toRefuse.length).toBeGreaterThan(words.length / 4);
    expect(toRefuse.filter((word) => !isRefused(word))).toEqual([]);
    expect(words.some(isIn)).toBe(true);
  });

  test('leave no file outside the folders, whatever they were meant to name', () => {
    const paths = [...league.disk.files().keys()];
    expect(paths.filter((path) => !/^\/(data|logs)\/[\w./-]+$/.test(path) || path.includes('..'))).toEqual([]);
  });
});

test('naughty strings in each text of every other message get the right answer', async () => {
  const secrets = secretsOf(league);
  const tokens = {
    LM01: secrets.of('auth token', 'P01').at(-1),
    REF01: secrets.of('manager token', 'REF01').at(-1),
    P01: secrets.of('manager token', 'P01').at(-1),
  };
  const words = new Set<string>();
  let nth = 0;
  for (const [type, contract] of Object.entries(CONTRACTS) as [RequestType, Contract][]) {
    const { method, to } = contract.head;
    if (method === undefined || type.includes('REGISTER') || type === 'SHUTDOWN_COMMAND') continue;
    for (const [id, role] of [
      ['LM01', 'league_manager'],
      ['REF01', 'referee'],
      ['P01', 'player'],
    ] as const) {
      if (!to.includes(role)) continue;
      const message = { ...contract.example, auth_token: tokens[id] ?? '' };
      for (const path of texts(message)) {
        for (let i = nth++ % SELDOM; i < naughty.length; i += SELDOM) {
          const params = withText(message, path, naughty[i] as string);
          const text = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
          words.add(wordIn(await league.post(id, text, `other${nth}`)));
        }
      }
    }
  }
  expect([...words].filter((word) => !KNOWN.test(word))).toEqual([]);
  for (const word of words) if (word.startsWith('E')) expect(ERRORS).toHaveProperty(word);
  await league.clock.advance(1_000);
  for (const [path, text] of league.disk.files()) {
    if (!path.endsWith('.jsonl')) continue;
    for (const line of text.split('\n').slice(0, -1)) expect(JSON.parse(line)).toBeTypeOf('object');
    expect(text).not.toContain('INTERNAL_ERROR');
  }
});
