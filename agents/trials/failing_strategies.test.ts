/** Strategies that fail: the record says so, the result stands, and no opponent hears of it. */
import { expect, test } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { MatchRecord } from '../../SHARED/contracts/files/match.ts';
import type { Strategy } from '../player/strategy.ts';
import { captureLeague, LEAGUE } from './testing/captured_league.ts';

const broken: Strategy = { name: 'broken', decide: () => JSON.parse('{') };

test('a guarded move is in the record and in the results, and no letter to another player tells of it', async () => {
  const league = await captureLeague({ strategies: { P02: broken } });
  await league.begin();
  await league.end();
  const files = league.kept();
  const document = <T>(path: string) => JSON.parse(files.get(path) ?? 'null') as T;
  const { rounds } = document<RoundsFile>(`/data/leagues/${LEAGUE}/rounds.json`);
  const matches = rounds.flatMap((round) => round.matches);
  expect(matches).toHaveLength(6);
  for (const { match_id, player_a, player_b, guarded } of matches) {
    const isItsMatch = [player_a, player_b].includes('P02');
    expect(guarded, match_id).toEqual(isItsMatch ? { P02: 1 } : undefined);
    const record = document<MatchRecord>(`/data/matches/${LEAGUE}/${match_id}.json`);
    expect(record.result?.guarded, match_id).toEqual(guarded);
    const lines = record.transcript.filter((line) => line.guarded !== undefined);
    expect(lines.map(({ from }) => from)).toEqual(isItsMatch ? ['P02'] : []);
    for (const line of lines)
      expect(line.guarded).toMatch(/^broken threw at .*failing_strategies\.test\.ts:\d+, SyntaxError: /);
  }
  const toPlayers = league.letters.filter(({ to }) => to.startsWith('P'));
  expect(toPlayers.length).toBeGreaterThan(20);
  for (const { text } of toPlayers) expect(text).not.toMatch(/guarded|SyntaxError/);
  await league.close();
});
