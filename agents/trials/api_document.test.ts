/** doc/API.md against agents that run: what it tells people to paste works, and what it says of the answers is so. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { type Look, READ_ONLY } from '../../SHARED/contracts/read_only.ts';
import { SEAT_METHODS } from '../../SHARED/contracts/seat_methods.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import type { Effects } from '../../SHARED/league_sdk/effects.ts';
import { games } from '../../SHARED/testing/shipped_games.ts';
import { type InProcessRun, startInProcess } from '../launcher/processes/run_in_process.ts';
import { ledgersIn, ROOT } from '../launcher/world/installation.ts';
import { overHttpHere, shippedCast, shippedSettings } from './testing/rehearsal_in_process.ts';

const OPERATOR = 'op_of_this_test';
const API = await readFile(join(ROOT, 'doc', 'API.md'), 'utf8');

/** A method of the document: what is to be posted where, and what it may be refused with. */
interface Pasted {
  readonly port: string;
  readonly body: { readonly params: JsonObject; readonly id?: number };
  readonly refusals: readonly string[];
}

const METHODS = new Map<string, Pasted>(
  API.split(/^### /m).flatMap((section) => {
    const [, port = '', body] = /^curl -s http:\/\/localhost:(\d+)\/mcp .*? -d '([\s\S]*?)'$/m.exec(section) ?? [];
    if (body === undefined) return [];
    const refused = /^- Refused with: (.*)$/m.exec(section)?.[1] ?? '';
    const method = section.slice(0, section.indexOf('\n'));
    return [[method, { port, body: JSON.parse(body), refusals: refused.match(/E\d{3}/g) ?? [] }] as const];
  }),
);

let folder: string;
let run: InProcessRun;
const worlds: Effects[] = [];
const addresses = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  const settings = await shippedSettings(overHttpHere.schemes);
  const { referees, players } = await shippedCast();
  const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
  const ofManager = overHttpHere.effectsOf('LM01');
  const started = await startInProcess({
    effectsOf: (id) => {
      const effects = id === 'LM01' ? ofManager : overHttpHere.effectsOf(id);
      worlds.push(effects);
      return effects;
    },
    addressOf: overHttpHere.addressOf,
    places,
    settings,
    limits: settings.limits,
    store: ledgersIn(places, ofManager.disk),
    cast: { referees: referees.slice(0, 1), players: players.slice(0, 1) },
    games,
    matchesAtOnce: 1,
    operatorToken: OPERATOR,
  });
  run = unwrap(started);
  const [referee, player] = run.agents.map((agent) => agent.address);
  addresses
    .set('8000', run.manager.address)
    .set('8001', referee as string)
    .set('8101', player as string);
});
afterAll(async () => {
  await run?.stop('the test is over');
  await Promise.all(worlds.flatMap(({ transport, disk }) => [transport.close(), disk.close()]));
  await rm(folder, { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly result: JsonObject;
  readonly error: JsonObject | undefined;
}

/** Posts what the document says to the agent it says, with changes to the message. */
async function paste(method: string, changes: JsonObject = {}): Promise<Reply> {
  const { port, body } = METHODS.get(method) as Pasted;
  const response = await fetch(addresses.get(port) as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, params: { ...body.params, ...changes } }),
  });
  const text = await response.text();
  const { result, error } = (text === '' ? {} : JSON.parse(text)) as Partial<Reply>;
  return { status: response.status, result: result ?? {}, error };
}

test('every method and every look is told', () => {
  const methods = Object.values(CONTRACTS).flatMap(({ head }) => ('method' in head ? [head.method] : []));
  expect([...METHODS.keys()].sort()).toEqual([...methods, ...Object.keys({ ...READ_ONLY, ...SEAT_METHODS })].sort());
});

test.each(Object.values(READ_ONLY) as Look[])(
  '$method is answered in the fields that are told',
  async ({ method, example }) => {
    const { status, result } = await paste(method);
    expect(status).toBe(200);
    // Nothing is announced before the league starts, and the manager has nothing to add to a ping.
    const fields = method === 'ping' ? [] : Object.keys(example);
    expect(Object.keys(result)).toEqual(expect.arrayContaining(fields));
  },
);

describe('a request is refused with what is told', () => {
  const codeOf = ({ result }: Reply) => result['error_code'] ?? (result['error'] as JsonObject | null)?.['error_code'];
  const token = async () => (await paste('register_referee', { referee_meta: guest() })).result['auth_token'] as string;
  let guests = 0;
  const guest = (): JsonObject => {
    guests += 1;
    const contact_endpoint = `http://localhost:${9_000 + guests}/mcp`;
    return { display_name: `Guest ${guests}`, game_types: ['even_odd'], contact_endpoint };
  };

  test.each<[string, string, JsonObject]>([
    ['start_league', 'E002', { auth_token: OPERATOR, league_id: 'another' }],
    ['start_league', 'E007', { auth_token: OPERATOR }],
    ['league_query', 'E007', { auth_token: OPERATOR, query_type: 'GET_STANDINGS' }],
    ['register_player', 'E016', { player_meta: { ...meta(), display_name: 'Player P01' } }],
    ['register_player', 'E019', { player_meta: { ...meta(), game_types: ['chess'] } }],
    ['register_player', 'E018', { player_meta: { ...meta(), protocol_version: '1.0.0' } }],
    ['register_player', 'E015', { player_meta: { ...meta(), contact_endpoint: 'ftp://nowhere' } }],
  ])('%s with %s', async (method, code, changes) => {
    expect(codeOf(await paste(method, changes))).toBe(code);
    expect(METHODS.get(method)?.refusals).toContain(code);
  });

  test('a report of a match that is not there with E008', async () => {
    expect(codeOf(await paste('report_match_result', { auth_token: await token() }))).toBe('E008');
    expect(METHODS.get('report_match_result')?.refusals).toContain('E008');
  });

  test('and everywhere with E011 and E006, for want of a token or of the right sender', async () => {
    expect(codeOf(await paste('start_league', { auth_token: null }))).toBe('E011');
    expect(codeOf(await paste('start_league', { auth_token: await token() }))).toBe('E006');
  });

  function meta(): JsonObject {
    return { display_name: 'Somebody', game_types: ['even_odd'], contact_endpoint: 'http://localhost:9100/mcp' };
  }
});

// The last, for it brings in a second player, with whom the league could start.
test('every other request is understood as it stands, and is nobody’s who does not hold the token', async () => {
  const replies = [...METHODS.keys()].filter((method) => !(method in READ_ONLY || method in SEAT_METHODS));
  for (const method of replies) {
    const { status, result, error } = await paste(method);
    const { id } = (METHODS.get(method) as Pasted).body;
    expect([method, status, error]).toEqual([method, id === undefined ? 202 : 200, undefined]);
    if (id === undefined) continue;
    const isRegistration = method.startsWith('register_');
    expect([method, result['status'] ?? result['error_code']]).toEqual([method, isRegistration ? 'ACCEPTED' : 'E012']);
  }
});
