import { describe, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { dialectOf } from './detect.ts';

describe('a sender', () => {
  const sent = (name: 'flat' | 'v1', message_type: string, sender: Json) =>
    dialectOf(name).read({ message_type, sender })['sender'];

  test.each([
    ['flat', 'GAME_INVITATION', 'REF01', 'referee:REF01'],
    ['flat', 'PARITY_CHOICE', 'P01', 'player:P01'],
    ['flat', 'PARITY_CHOICE', 'player:P01', 'player:P01'],
    // It may be the whole id, or the player 1: only a caller that knows the ids can tell.
    ['flat', 'PARITY_CHOICE', 'player_1', 'player_1'],
    ['flat', 'ROUND_ANNOUNCEMENT', 'LM01', 'league_manager'],
    ['flat', 'ROUND_ANNOUNCEMENT', 'league_manager', 'league_manager'],
    ['flat', 'START_LEAGUE', 'launcher', 'launcher'],
    // A sender of several possible roles stays as it is, and so does one that is no agent.
    ['flat', 'GAME_ERROR', 'REF01', 'REF01'],
    ['flat', 'SHUTDOWN_ACK', 'P01', 'P01'],
    ['flat', 'ROUND_ANNOUNCEMENT', 'The League', 'The League'],
    ['flat', 'NO_MESSAGE', 'P01', 'P01'],
    ['flat', 'GAME_INVITATION', 'referee', 'referee'],
    ['flat', 'GAME_INVITATION', 7, 7],
    ['v1', 'GAME_INVITATION', 'referee_REF01', 'referee:REF01'],
    ['v1', 'PARITY_CHOICE', 'player_player_1', 'player:player_1'],
    ['v1', 'ROUND_ANNOUNCEMENT', 'league_manager', 'league_manager'],
    ['v1', 'GAME_INVITATION', null, null],
  ] as const)('%s %s from %j is %j', (name, type, sender, ours) => {
    expect(sent(name, type, sender)).toBe(ours);
  });

  test('that is not named is not made up', () => {
    for (const name of ['flat', 'v1'] as const) {
      expect(dialectOf(name).write({ message_type: 'GAME_OVER_ACK' })).not.toHaveProperty('sender');
    }
  });
});
