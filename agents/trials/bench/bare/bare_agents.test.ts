/** The bare loop keeps the league's order: told before matched, and never too many at once. */
import { expect, test } from 'vitest';
import { type BareScript, bareManager } from './bare_agents.ts';

const PLAYERS = Array.from({ length: 140 }, (_, i) => `player ${i}`);
const request = (method: string) => ({ method, params: {}, id: 1 });
const script: BareScript = {
  agents: [
    { role: 'referee', address: 'referee' },
    ...PLAYERS.map((address) => ({ role: 'player' as const, address })),
  ],
  rounds: [1, 2].map((round) => ({
    player: request('told'),
    referee: request('told'),
    matches: PLAYERS.slice(0, 70).map((a, i) => {
      return { match_id: `R${round}M${i}`, referee: 'referee', players: [a, PLAYERS[70 + i] as string] as const };
    }),
  })),
  plays: 2,
  requests: {
    order: request('order'),
    invitation: request('invitation'),
    call: request('call'),
    report: request('report'),
    end: request('end'),
  },
  results: {},
};

test('a round waits for the one before, a match for its players, and a referee has 64 matches at most', async () => {
  const told = new Set<string>();
  const open: string[] = [];
  const rounds: string[] = [];
  let most = 0;
  const manager = bareManager(
    {
      traffic: { trips: 0, bytes: 0 },
      async send(to, text) {
        const { method, params } = JSON.parse(text);
        if (method === 'told' && to !== 'referee') told.add(to);
        if (method === 'order') {
          expect(told).toContain(params.player_a_endpoint);
          expect(told).toContain(params.player_b_endpoint);
          open.push(params.match_id);
          rounds.push(params.match_id.slice(0, 2));
          most = Math.max(most, open.length);
          void reportOne();
        }
        return '{}';
      },
    },
    script,
  );
  /** Much later than everything that can be ordered now. */
  async function reportOne(): Promise<void> {
    for (let i = 0; i < 1_000; i++) await Promise.resolve();
    manager.answer(JSON.stringify({ method: 'report', params: { match_id: open.shift() }, id: 1 }), () => undefined);
  }
  await manager.play();
  expect(most).toBe(64);
  expect(rounds).toEqual([...Array(70).fill('R1'), ...Array(70).fill('R2')]);
});
