import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { CONTRACTS } from '../index.ts';
import { sharedList, sharingOf, withOwnEntries } from '../shared_list.ts';
import { flat } from './flat.ts';
import { rpc } from './rpc.ts';
import { v1 } from './v1.ts';

describe('what rpc writes', () => {
  test('names the players of a match in both ways, and reads both', () => {
    const order = CONTRACTS.RUN_MATCH.example;
    const written = rpc.write(order);
    const timestamp = '2025-01-15T10:15:00Z';
    expect(written).toEqual({ ...order, player_A_id: 'P01', player_B_id: 'P02', timestamp });
    expect(rpc.read(written)).toEqual({ ...order, timestamp });

    const round = CONTRACTS.ROUND_ANNOUNCEMENT.example;
    const [first] = rpc.write(round)['matches'] as JsonObject[];
    expect(first).toMatchObject({ player_a: 'P01', player_A_id: 'P01', player_b: 'P02', player_B_id: 'P02' });
    expect(rpc.read(rpc.write(round))).toEqual({ ...round, timestamp });
  });

  test('copies the matches that agents have in common once, and each agent’s own', () => {
    const round = CONTRACTS.ROUND_ANNOUNCEMENT.example;
    const [ticketed, plain] = round['matches'] as JsonObject[] as [JsonObject, JsonObject];
    const common = sharedList<Json>(Array.from({ length: 8 }, () => ({ ...plain })));
    const mine = withOwnEntries(common, [[2, ticketed]]);
    const [all, own] = [common, mine].map((list) => rpc.write({ ...round, matches: list })['matches']);
    expect(sharingOf(own)).toMatchObject({ common: all, own: [[2, { ticket: 'tkt_r1m1_p01', player_A_id: 'P01' }]] });
    expect(sharingOf(own)?.common).toBe(all);
    expect(own).toEqual(
      mine.map((match) => ({ ...(match as object), player_A_id: expect.any(String), player_B_id: expect.any(String) })),
    );
  });

  test('whole_seconds: has no fraction in its time stamp, and keeps that of a deadline', () => {
    const call = { ...CONTRACTS.CHOOSE_PARITY_CALL.example, timestamp: '2025-01-15T10:15:00.999Z' };
    const written = rpc.write({ ...call, deadline: '2025-01-15T10:15:30.999Z' });
    expect(written).toMatchObject({ timestamp: '2025-01-15T10:15:00Z', deadline: '2025-01-15T10:15:30.999Z' });
    for (const bare of [flat, v1]) expect(bare.write(call)['timestamp']).toBe(call.timestamp);
  });

  test('choice_too: has the choice under both its names, and is read by either', () => {
    const answer = { ...CONTRACTS.CHOOSE_PARITY_RESPONSE.example, timestamp: '2025-01-15T10:15:00Z' };
    const written = rpc.write(answer);
    expect(written).toEqual({ ...answer, choice: 'even' });
    expect(rpc.read(written)).toEqual(answer);
  });

  test('is otherwise the canonical message itself', () => {
    const message = { ...CONTRACTS.GAME_OVER.example, timestamp: '2025-01-15T10:15:00Z' };
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
  const message = { ...CONTRACTS.GAME_OVER.example, timestamp: '2025-01-15T10:15:00Z' };
  expect(rpc.echoOf({ ...message, protocol: 'league.v1' })).toEqual({ protocol: 'league.v1' });
  expect(rpc.write(message, { echo: { protocol: 'league.v1' } })).toEqual({ ...message, protocol: 'league.v1' });
  for (const protocol of ['league.v2', 'league.v3', 7]) expect(rpc.echoOf({ protocol })).toBeUndefined();
  expect(rpc.lacks({})).toEqual([]);
});
