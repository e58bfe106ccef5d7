/** Clients of MCP whose manager is killed and started again, and ask on when their league is over. */
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { officialClient } from '../../SHARED/testing/mcp_fixtures_host.ts';
import { bridgedClient } from './testing/bridged_client.ts';
import { OwnStage } from './testing/own_stage.ts';
import { program } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const stage = new OwnStage();

/** Makes the calls of a client that joins, plays and asks. */
function using(client: Client) {
  const call = async (name: string, given: JsonObject): Promise<JsonObject> => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
    expect(isError, JSON.stringify(content)).not.toBe(true);
    return structuredContent as JsonObject;
  };
  /** Takes a seat, and gives its token. */
  const join = async (display_name: string) => {
    const { seat_token } = await call('join_league', { display_name });
    return seat_token as string;
  };
  const play = async (seat_token: string): Promise<JsonObject> => {
    for (let word: JsonObject = {}; ; ) {
      const [move = null] = (word['legal_moves'] ?? []) as string[];
      const isAsked = word['status'] === 'your_turn';
      const turn = isAsked ? { match_id: word['match_id'] ?? null, move } : {};
      word = await call(isAsked ? 'make_move' : 'wait_for_turn', { seat_token, ...turn });
      if (word['status'] === 'league_over') return word;
    }
  };
  return { client, call, join, play };
}

test('after a kill of the manager a 2025 client begins anew and has its seat by its seat_token; others notice nothing', async () => {
  const lingering = (...words: readonly string[]) =>
    stage.own(program('agents/launcher/main.ts', ['manager', ...words, ...stage.where], { LEAGUE_LINGER_SEC: '600' }));
  const killed = lingering('--port', '0');
  const [, address = ''] = await killed.says(/listens at (http:\S+\/mcp)\./);
  const to = ['--manager', address] as const;
  const referee = stage.started('referee', '--id', 'REF01', '--port', '0', ...to);
  await referee.says(/registered/);
  const old = using(await officialClient(address, '2025-06-18'));
  const newest = using(await officialClient(address, '2026-07-28'));
  const behindBridge = await bridgedClient(address, 'legacy');
  onTestFinished(() => behindBridge.close());
  const bridged = using(behindBridge.client);
  const tokens = [await old.join('Of 2025'), await newest.join('Of today'), await bridged.join('Bridged')] as const;
  await killed.end();
  const manager = lingering('--port', new URL(address).port);
  await manager.says(/listens at/);

  const [seat_token] = tokens;
  const refused = old.call('my_standing', { seat_token });
  await expect(refused).rejects.toMatchObject({ data: { status: 404 } });
  await expect(refused).rejects.toThrow(/begin anew with initialize/);
  const again = using(await officialClient(address, '2025-06-18'));
  expect(await again.call('my_standing', { seat_token })).toMatchObject({ player_id: 'P01' });
  expect(await typed('start', ...to, '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
  const clients = [again, newest, bridged] as const;
  const ends = await Promise.all(clients.map(({ play }, nth) => play(tokens[nth] as string)));
  expect(ends).toMatchObject(clients.map(() => ({ your_row: { played: 2 } })));

  await manager.says(/The league is over\. Its clients can ask how it ended for 600 s more/);
  for (const [nth, { call, client }] of clients.entries()) {
    expect(await call('my_standing', { seat_token: tokens[nth] as string })).toMatchObject({
      league_status: 'completed',
    });
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
