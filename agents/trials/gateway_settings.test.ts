import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { officialClient } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { writeTestConfig } from '../../SHARED/testing/test_config.ts';
import { OwnStage } from './testing/own_stage.ts';

const stage = new OwnStage();

test('how many seats one address may have is a setting', async () => {
  const config = join(stage.folder, 'config');
  await writeTestConfig(nodeDisk(), config, {
    'system.json': { security: { max_seats_per_address: 1 } },
    // In a local league this machine is not counted.
    'leagues/league_2025_even_odd.json': { kind: 'class' },
  });
  const manager = stage.started('manager', '--port', '0', '--config', config);
  const [address] = await manager.says(/http:\S+\/mcp/);
  const client = await officialClient(address, '2025-11-25');
  const joined = (display_name: string) => client.callTool({ name: 'join_league', arguments: { display_name } });
  expect(await joined('First')).toMatchObject({ structuredContent: { player_id: 'P01' } });
  expect(await joined('Second')).toMatchObject({
    isError: true,
    content: expect.arrayContaining([
      {
        type: 'text',
        text: expect.stringMatching(
          /^E006 .*no more than 1 seats for one address.*security\.max_seats_per_address in system\.json/,
        ),
      },
    ]),
  });
});
