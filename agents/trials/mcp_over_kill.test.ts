/** Clients of MCP whose manager is killed and started again, and ask on when their league is over. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { officialClient } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { OwnStage } from './testing/own_stage.ts';
import { program } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const stage = new OwnStage();

/** A client of a revision in a seat; it knows nothing of restarts. */
async function seated(address: string, revision: string, display_name: string) {
  const client = await officialClient(address, revision);
  const call = async (name: string, given: JsonObject): Promise<JsonObject> => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
    expect(isError, JSON.stringify(content)).not.toBe(true);
    return structuredContent as JsonObject;
  };
  const { seat_token = null } = await call('join_league', { display_name });
  async function play(): Promise<JsonObject> {
    for (let word: JsonObject = {}; ; ) {
      const [move = null] = (word['legal_moves'] ?? []) as string[];
      const isAsked = word['status'] === 'your_turn';
      const turn = isAsked ? { match_id: word['match_id'] ?? null, move } : {};
      word = await call(isAsked ? 'make_move' : 'wait_for_turn', { seat_token, ...turn });
      if (word['status'] === 'league_over') return word;
    }
  }
  return { client, call, seat_token, play };
}

test('sessions of 2025 outlive a kill of the manager, and clients can ask on when their league is over', async () => {
  const lingering = (...words: readonly string[]) =>
    stage.own(program('agents/launcher/main.ts', ['manager', ...words, ...stage.where], { LEAGUE_LINGER_SEC: '600' }));
  const killed = lingering('--port', '0');
  const [, address = ''] = await killed.says(/listens at (http:\S+\/mcp)\./);
  const to = ['--manager', address] as const;
  const referee = stage.started('referee', '--id', 'REF01', '--port', '0', ...to);
  await referee.says(/registered/);
  const old = await seated(address, '2025-06-18', 'Of 2025');
  const newest = await seated(address, '2026-07-28', 'Of today');
  await killed.end();
  const manager = lingering('--port', new URL(address).port);
  await manager.says(/listens at/);
  expect(await old.call('my_standing', { seat_token: old.seat_token })).toMatchObject({ player_id: 'P01' });
  expect(await typed('start', ...to, '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
  const ends = await Promise.all([old.play(), newest.play()]);
  expect(ends).toMatchObject([{ your_row: { played: 1 } }, { your_row: { played: 1 } }]);

  await manager.says(/The league is over\. Its clients can ask how it ended for 600 s more/);
  for (const { call, client, seat_token } of [old, newest]) {
    expect(await call('my_standing', { seat_token })).toMatchObject({ league_status: 'completed' });
    const { contents } = await client.readResource({ uri: 'league://standings' });
    expect(JSON.stringify(contents)).toContain('Of 2025');
    const { messages } = await client.getPrompt({ name: 'comment_match', arguments: { match_id: 'R1M1' } });
    expect(JSON.stringify(messages)).toContain('Comment on match R1M1');
  }
  expect((await fetch(new URL('/api/league', address))).status).toBe(200);
  manager.signal('SIGINT');
  expect(await manager.ended()).toBe(0);
  expect(manager.out()).toContain('League Manager ended: interrupted.');
});
