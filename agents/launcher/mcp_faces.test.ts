import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { request } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { scratchFolder } from '../../SHARED/tools/scratch_folder.ts';
import { league, until } from './testing/rehearsal.ts';

test.each([
  ['shows its tools', true, { result: { tools: expect.any(Array) } }],
  ['knows no such method', false, { error: { code: -32_601 } }],
])('a manager %s when serve_mcp is %s', async (_what, serve_mcp, answer) => {
  const home = await scratchFolder('league-mcp-');
  const folder = (name: string) => join(home.path, name);
  await writeTestConfig(nodeDisk(), folder('config'), { 'system.json': { network: { serve_mcp } } });
  const folders = ['config', 'data', 'logs'].flatMap((name) => [`--${name}`, folder(name)]);
  const manager = league('manager', '--port', '0', ...folders);
  try {
    const address = await until('the manager', () => /http:\/\/\S+\/mcp/.exec(manager.out())?.[0]);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(request('tools/list')) });
    expect(await response.json()).toMatchObject(answer);
  } finally {
    await manager.end();
    await home.remove();
  }
});
