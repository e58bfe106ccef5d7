/** The smoke simulation: whole leagues of the production code on virtual time. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ConfigLoader } from '../../SHARED/league_sdk/config_loader.ts';
import { unwrap } from '../../SHARED/league_sdk/core/result.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import { verify } from '../../SHARED/league_sdk/ledger/file.ts';
import { tableOf } from '../league_manager/state.ts';
import { type Simulated, simulate } from './simulation.ts';

const LEAGUES = 100;
const PLAYERS = 8;
const MATCHES = (PLAYERS * (PLAYERS - 1)) / 2;

const loader = new ConfigLoader(nodeDisk(), fileURLToPath(new URL('../../SHARED/config', import.meta.url)));

async function league(seed: number, league_id = 'league_2025_even_odd'): Promise<Simulated> {
  const config = unwrap(await loader.loadLeague(league_id));
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: league_id }));
  return simulate({ seed, players: PLAYERS, referees: 2, config, limits });
}

function ledgerOf({ files }: Simulated): string {
  const path = [...files.keys()].find((name) => name.endsWith('ledger.jsonl'));
  return files.get(path ?? '') ?? '';
}

describe('on virtual time', () => {
  test(`${LEAGUES} leagues of ${PLAYERS} players all end, with every match decided once and no forfeit`, async () => {
    const champions = new Set<string | null>();
    for (let seed = 1; seed <= LEAGUES; seed++) {
      const simulated = await league(seed);
      const { course, matches, champion } = simulated.league;
      expect(course).toBe('LEAGUE_COMPLETE');
      expect(matches.size).toBe(MATCHES);
      const results = [...matches.values()].map((match) => match.decided?.result);
      expect(results.every((result) => result?.details.termination === 'normal')).toBe(true);
      const awarded = results.reduce(
        (sum, result) => sum + Object.values(result?.score ?? {}).reduce((a, b) => a + b, 0),
        0,
      );
      const table = tableOf(simulated.league);
      expect(table.reduce((sum, row) => sum + row.points, 0)).toBe(awarded);
      expect(table.every((row) => row.played === PLAYERS - 1)).toBe(true);
      expect(table[0]?.player_id).toBe(champion);
      expect(unwrap(verify(ledgerOf(simulated))).last).toBeGreaterThan(MATCHES);
      champions.add(champion);
    }
    expect(champions.size).toBeGreaterThan(1);
  }, 180_000);

  test('the same seed gives the same trace, another seed another', async () => {
    const [first, again, other] = [await league(7), await league(7), await league(8)];
    expect(first.texts).toBeGreaterThan(MATCHES * 10);
    expect(again.trace).toBe(first.trace);
    expect(again.files).toEqual(first.files);
    expect(other.trace).not.toBe(first.trace);
  });

  test('a game of turns is played the same way', async () => {
    const { league: played } = await league(3, 'league_2025_tic_tac_toe');
    expect(played.course).toBe('LEAGUE_COMPLETE');
    expect([...played.matches.values()].every((match) => match.decided?.result.details.termination === 'normal')).toBe(
      true,
    );
  });
});
