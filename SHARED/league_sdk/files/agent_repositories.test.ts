import { describe, expect, test } from 'vitest';
import { unwrap } from '../../core/result.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import type { Disk, WriteOptions } from '../disk/disk.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { CredentialsRepository } from '../repositories.ts';

function store() {
  const memory = memoryDisk();
  const open: string[] = [];
  const disk: Disk = {
    ...memory,
    replace: (path, text, options?: WriteOptions) => {
      if (options?.secret !== true) open.push(path);
      return memory.replace(path, text);
    },
  };
  return { memory, open, disk, clock: fakeClock(), root: '/data' };
}

const credential = (agent_id: string, run_id: string, token = 'tok') => ({
  league_id: 'cup',
  run_id,
  agent_id,
  display_name: `Agent ${agent_id}`,
  auth_token: token,
});

describe('credentials', () => {
  test('are kept per league and run, the newest in place of the older, and survive a power cut', async () => {
    const place = store();
    const credentials = new CredentialsRepository('player', place);
    expect(unwrap(await credentials.load('P01'))).toEqual([]);
    await credentials.save(credential('P01', 'run1', 'first'));
    await credentials.save(credential('P01', 'run2'));
    await credentials.save(credential('P01', 'run1', 'second'));
    place.memory.crash();
    const kept = unwrap(await credentials.load('P01'));
    expect(kept.map(({ run_id, auth_token }) => [run_id, auth_token])).toEqual([
      ['run2', 'tok'],
      ['run1', 'second'],
    ]);
    expect(place.open).toEqual([]);
  });

  test('are found by id or, without one, by name, in this run alone', async () => {
    const credentials = new CredentialsRepository('player', store());
    await credentials.save(credential('P01', 'run1'));
    await credentials.save(credential('P02', 'run1'));
    const find = async (wanted: object) =>
      unwrap(await credentials.find({ league_id: 'cup', run_id: 'run1', ...wanted }));
    expect(await find({ agent_id: 'P02' })).toMatchObject({ agent_id: 'P02' });
    expect(await find({ display_name: 'Agent P01' })).toMatchObject({ agent_id: 'P01' });
    expect(await find({ display_name: 'Agent P03' })).toBeUndefined();
    expect(await find({ agent_id: 'P01', run_id: 'run2' })).toBeUndefined();
  });

  test('from a manager at several addresses are found by any of them, and kept once for each', async () => {
    const credentials = new CredentialsRepository('player', store());
    const at = (host: string, token = 'tok') => ({
      ...credential('P01', 'run1', token),
      manager: `http://${host}:8000/mcp`,
    });
    await credentials.save(at('10.0.0.1'), at('10.0.0.2'));
    await credentials.save(at('10.0.0.1', 'new'), at('10.0.0.2', 'new'));
    const find = async (...manager: readonly string[]) =>
      unwrap(await credentials.find({ league_id: 'cup', run_id: 'run1', agent_id: 'P01', manager }))?.auth_token;
    expect(await find('http://10.0.0.2:9000/mcp')).toBe('new');
    expect(await find('http://10.0.0.9:8000/mcp', 'http://10.0.0.1:8000/mcp')).toBe('new');
    expect(await find('http://10.0.0.9:8000/mcp')).toBeUndefined();
    expect(unwrap(await credentials.load('P01'))).toHaveLength(2);
  });

  test('of two by one name, the newer is found', async () => {
    const place = store();
    const credentials = new CredentialsRepository('player', place);
    await credentials.save({ ...credential('P09', 'run1'), display_name: 'Twin' });
    await place.clock.advance(1_000);
    await credentials.save({ ...credential('P05', 'run1'), display_name: 'Twin' });
    const found = await credentials.find({ league_id: 'cup', run_id: 'run1', display_name: 'Twin' });
    expect(unwrap(found)?.agent_id).toBe('P05');
  });

  test('that are damaged hide nobody else’s, are told when nothing else is found, and are not overwritten', async () => {
    const place = store();
    const credentials = new CredentialsRepository('referee', place);
    await credentials.save(credential('REF01', 'run1'));
    await place.disk.append('/data/referees/REF02/credentials.json', '{');
    const find = (display_name: string) => credentials.find({ league_id: 'cup', run_id: 'run1', display_name });
    expect(unwrap(await find('Agent REF01'))?.agent_id).toBe('REF01');
    expect(await find('Agent REF02')).toMatchObject({ ok: false, error: { code: 'DAMAGED' } });
    expect(await credentials.save(credential('REF02', 'run1'))).toMatchObject({
      ok: false,
      error: { code: 'DAMAGED' },
    });
    expect(await place.disk.read('/data/referees/REF02/credentials.json')).toBe('{');
  });
});
