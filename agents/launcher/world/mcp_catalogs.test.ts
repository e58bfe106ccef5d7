import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { httpTransport } from '../../../SHARED/league_sdk/transport/http/http.ts';
import { initialize, NEWEST, request } from '../../../SHARED/testing/mcp_fixtures_host.ts';
import { writeTestConfig } from '../../../SHARED/testing/test_config.ts';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { league, until } from '../../trials/testing/rehearsal.ts';
import { mcpLayer } from './mcp_catalogs.ts';

/** A manager in a process of its own, as whoever runs one has it, and how to ask it. */
async function managerAsRun(network: JsonObject) {
  const home = await scratchFolder('league-mcp-');
  const folder = (name: string) => join(home.path, name);
  await writeTestConfig(nodeDisk(), folder('config'), { 'system.json': { network } });
  const folders = ['config', 'data', 'logs'].flatMap((name) => [`--${name}`, folder(name)]);
  const manager = league('manager', '--port', '0', ...folders);
  onTestFinished(async () => {
    await manager.end();
    await home.remove();
  });
  const address = await until('the manager', () => /http:\/\/\S+\/mcp/.exec(manager.out())?.[0]);
  return async (asked: JsonObject, more: { readonly [name: string]: string } = {}) => {
    const headers = { 'content-type': 'application/json', ...more };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(asked) });
    return { status: response.status, answer: await response.json() };
  };
}

test.each([
  ['shows its tools', true, { result: { tools: expect.any(Array) } }],
  ['knows no such method', false, { error: { code: -32_601 } }],
])('a manager %s when serve_mcp is %s', async (_what, serve_mcp, answer) => {
  const ask = await managerAsRun({ serve_mcp });
  expect(await ask(request('tools/list'))).toMatchObject({ status: 200, answer });
});

test('no name of a tool or a prompt is a fault of the manager', async () => {
  const ask = await managerAsRun({});
  const about = { protocolVersion: NEWEST, clientInfo: { name: 'test', version: '1' }, clientCapabilities: {} };
  const meta = Object.entries(about).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]);
  for (const name of ['__proto__', 'toString', 'constructor', '__defineGetter__']) {
    for (const method of ['tools/call', 'prompts/get']) {
      const params = { name, arguments: {} };
      const refused = { status: 200, answer: { id: 7, error: { code: -32_602 } } };
      expect(await ask(request(method, params, 7))).toMatchObject(refused);
      const headers = { 'mcp-protocol-version': NEWEST, 'mcp-method': method, 'mcp-name': name };
      const asked = request(method, { ...params, _meta: Object.fromEntries(meta) }, 7);
      expect(await ask(asked, headers)).toMatchObject(refused);
    }
  }
});

test('the network says how many conversations there may be, and how much at once', async () => {
  const network = {
    serve_mcp: true,
    max_mcp_sessions: 1,
    max_mcp_sessions_per_address: 1,
    max_mcp_exchanges: 5,
    max_mcp_requests_per_sec_per_address: 10,
  };
  const layer = mcpLayer('player', { clock: systemClock, entropy: seededEntropy(1), network });
  const transport = layer(httpTransport({ clock: systemClock }));
  const { address, close } = unwrap(await transport.listen('http://127.0.0.1:0/mcp', async () => undefined));
  onTestFinished(close);
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const begin = () => fetch(address, { method: 'POST', headers, body: JSON.stringify(initialize('2025-11-25')) });
  const begun = await begin();
  await begun.text();
  const session = { ...headers, 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  const stream = await fetch(address, { headers: session });
  expect([begun.status, stream.status, (await begin()).status]).toEqual([200, 200, 503]);
  // Of five places two are for streams, and one address has its share of them.
  expect((await fetch(address, { headers: session })).status).toBe(429);
});
