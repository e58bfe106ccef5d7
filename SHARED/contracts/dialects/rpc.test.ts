import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { CONTRACTS } from '../index.ts';
import { rpc } from './rpc.ts';

describe('what rpc writes', () => {
  test('names the players of a match in both ways, and reads both', () => {
    const order = CONTRACTS.RUN_MATCH.example;
    const written = rpc.write(order);
    expect(written).toEqual({ ...order, player_A_id: 'P01', player_B_id: 'P02' });
    expect(rpc.read(written)).toEqual(order);

    const round = CONTRACTS.ROUND_ANNOUNCEMENT.example;
    const [first] = rpc.write(round)['matches'] as JsonObject[];
    expect(first).toMatchObject({ player_a: 'P01', player_A_id: 'P01', player_b: 'P02', player_B_id: 'P02' });
    expect(rpc.read(rpc.write(round))).toEqual(round);
    // It goes to everybody, and what is the same is copied once.
    expect((rpc.write(round)['matches'] as JsonObject[])[0]).toBe(first);
  });

  test('is otherwise the canonical message itself', () => {
    const message = CONTRACTS.GAME_OVER.example;
    expect(rpc.write(message)).toBe(message);
    expect(rpc.read(message)).toEqual(message);
    const partly = { message_type: 'RUN_MATCH', player_b: 'P02' };
    expect(rpc.write(partly)).toStrictEqual({ ...partly, player_B_id: 'P02' });
    expect(rpc.write({ message_type: 'ROUND_ANNOUNCEMENT', matches: 7 })).toEqual({
      message_type: 'ROUND_ANNOUNCEMENT',
      matches: 7,
    });
  });
});

test('rpc calls the protocol what its agent calls it, where that is one', () => {
  const message = CONTRACTS.GAME_OVER.example;
  expect(rpc.echoOf({ ...message, protocol: 'league.v1' })).toEqual({ protocol: 'league.v1' });
  expect(rpc.write(message, { echo: { protocol: 'league.v1' } })).toEqual({ ...message, protocol: 'league.v1' });
  for (const protocol of ['league.v2', 'league.v3', 7]) expect(rpc.echoOf({ protocol })).toBeUndefined();
  expect(rpc.lacks({})).toEqual([]);
});
