import { expect, test } from 'vitest';
import { apply, tableOf } from '../../league_manager/league/state.ts';
import { toldMatch } from '../../league_manager/public/public_match.ts';
import { playerStory } from '../../league_manager/public/story_of_player.ts';
import { decision, folded, ids, matchIn, opening, running } from '../../league_manager/testing/rehearsal.ts';
import { playerText } from './player_story.ts';

test.each(['draw', 'loss'] as const)(
  'a match that a player forfeited is told from one that both did, also where that counts as a %s',
  (double_forfeit) => {
    const league = folded(running({ players: 4, double_forfeit }));
    for (const round_id of [1, 2]) {
      for (const match_id of league.rounds.get(round_id)?.matches ?? []) {
        const match = matchIn(league, match_id);
        const silent = round_id === 1 ? ['P01'] : match.pairing.seats;
        apply(league, decision(match, match.pairing.seats.includes('P01') ? { silent } : 'draw'));
      }
      if (round_id === 1) apply(league, opening(ids('P', 4), 1, 2));
    }
    const [row] = tableOf(league).filter(({ player_id }) => player_id === 'P01');
    const matches = (league.matchesOf.get('P01') ?? []).map((match_id) => toldMatch(league, match_id));
    const story = playerStory(row as NonNullable<typeof row>, matches as never, new Map());
    const text = playerText(story, 4);
    expect(text.split('\n')[0]).toMatch(/^P01 .*; 2 played: .*; 1 match both players forfeited$/);
    expect(text).toMatch(/R1M\d +P0\d .* forfeited +0/);
    expect(text).toMatch(/R2M\d +P0\d .* both forfeited +\d/);
    // On a narrow terminal its columns are cut.
    const table = /^ {2}Match.*\n(?: {2}.*\n)+/m.exec(playerText(story, 4, 40))?.[0] ?? '';
    expect(table.split('\n').map((line) => line.length <= 40)).toEqual([true, true, true, true]);
  },
);
