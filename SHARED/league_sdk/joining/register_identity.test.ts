import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { makePeer } from '../messaging/peer.ts';
import { memoryNetwork } from '../transport/memory.ts';
import { openCredentials, type Self } from './credentials.ts';
import { previousIdentity } from './register.ts';

const RUN = { league_id: 'cup', run_id: 'run_1' };
const ENDPOINT = 'memory:P01';

/** An agent that was registered as P01 by the manager at an address, and looks for itself at another one. */
function staged(givenBy: string) {
  const clock = fakeClock();
  const disk = memoryDisk();
  const wire = memoryNetwork({ clock }).transport();
  const credentials = openCredentials('player', { disk, clock, root: '/data' });
  const given = { agent_id: 'P01', ...RUN, filed_as: RUN.league_id, auth_token: 'tok', manager_token: undefined };
  const kept = credentials.keep(
    { ...given, manager: givenBy },
    { id: undefined, display_name: 'Alpha', endpoint: ENDPOINT },
  );
  async function at(address: string, status: JsonObject = RUN, self: Partial<Self> = {}) {
    unwrap(await kept);
    const looking = previousIdentity(status, {
      peer: makePeer({ transport: wire, clock, sender: () => 'player:Alpha' }),
      manager: { id: 'LM01', address, dialect: 'rpc' },
      clock,
      credentials,
      role: 'player',
      self: { id: undefined, display_name: 'Alpha', endpoint: ENDPOINT, ...self },
    });
    return unwrap(await clock.runUntil(looking));
  }
  return { clock, wire, at };
}

const FORMER = { own: { agent_id: 'P01', auth_token: 'tok' } };

test.each([
  ['http://192.0.2.5:8000/mcp', 'http://192.0.2.5:8000/mcp'],
  ['http://192.0.2.5:8000/mcp', 'http://192.0.2.5:9000/'],
  ['http://league.example:8000/mcp', 'http://League.Example.:9000/mcp'],
  ['http://localhost:8000/mcp', 'http://127.0.0.1:9000/mcp'],
  ['http://127.0.0.1:8000/mcp', 'http://[::1]:8000/mcp'],
  ['http://192.0.2.5:8000/mcp', 'http://[::ffff:192.0.2.5]:8000/mcp'],
  ['memory:LM01', 'memory:LM01'],
])('what was given at %s is shown at %s: it is the same host', async (givenBy, now) => {
  expect(await staged(givenBy).at(now)).toMatchObject(FORMER);
});

test.each([
  ['http://192.0.2.5:8000/mcp', 'http://192.0.2.6:8000/mcp'],
  ['http://192.0.2.5:8000/mcp', 'http://localhost:8000/mcp'],
  ['http://localhost:8000/mcp', 'http://localhost.example:8000/mcp'],
  ['http://league.example:8000/mcp', 'http://rogue.example:8000/mcp'],
  ['http://league.example:8000/mcp', 'http://league.example@rogue.example:8000/mcp'],
  ['memory:LM01', 'memory:LM02'],
])('what was given at %s is not shown at %s, whatever run that one names', async (givenBy, now) => {
  expect(await staged(givenBy).at(now)).toEqual({});
  expect(await staged(givenBy).at(now, RUN, { id: 'P01' })).toEqual({});
});

test('nobody was anybody in another run', async () => {
  expect(await staged('memory:LM01').at('memory:LM01', { ...RUN, run_id: 'run_2' })).toEqual({});
});

test('a manager that names no run is shown what was given at its very address', async () => {
  const { at } = staged('http://192.0.2.5:8000/mcp');
  expect(await at('http://192.0.2.5:8000/mcp', {})).toMatchObject(FORMER);
  expect(await at('http://192.0.2.5:9000/mcp', {})).toEqual({});
});

test('who is found by its name alone, and is at work elsewhere, is a namesake', async () => {
  const { wire, at } = staged('memory:LM01');
  const elsewhere = { endpoint: 'memory:P02' };
  expect(await at('memory:LM01', RUN, elsewhere)).toMatchObject(FORMER);
  unwrap(
    await wire.listen(ENDPOINT, async (text) =>
      JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(text) as { readonly id: number }).id, result: {} }),
    ),
  );
  expect(await at('memory:LM01', RUN, elsewhere)).toMatchObject({ namesake: { agent_id: 'P01' } });
  expect(await at('memory:LM01', RUN, { ...elsewhere, id: 'P01' })).toMatchObject(FORMER);
  const other = { ...elsewhere, id: 'P01', display_name: 'Beta' };
  expect(await at('memory:LM01', RUN, other)).toMatchObject({ namesake: { display_name: 'Alpha' } });
});

test('an agent that changes its name is the same once nobody of the old one is at work', async () => {
  const renamed = { id: 'P01', display_name: 'Beta', endpoint: 'memory:P02' };
  expect(await staged('memory:LM01').at('memory:LM01', RUN, renamed)).toMatchObject(FORMER);
});
