/** A whole league inside a program of one's own: no other process, no network, files below one folder. */

import {
  ConfigLoader,
  fileLedgerStore,
  memoryNetwork,
  nodeDisk,
  systemClock,
  systemEntropy,
  unwrap,
} from '../../../SHARED/league_sdk/index.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { gameOf, judge } from '../../../SHARED/testing/shipped_games.ts';
import { LeagueManager } from '../../league_manager/surface.ts';
import { strategies } from '../../player/strategies/strategies.ts';
import { Player } from '../../player/surface.ts';
import { Referee } from '../../referee/surface.ts';

/** Plays it to its end, and returns the champion. */
export async function embeddedLeague(folder: string): Promise<string | null> {
  const transport = memoryNetwork({ clock: systemClock }).transport();
  const effects = { clock: systemClock, entropy: systemEntropy, disk: nodeDisk(), transport, logs: USUAL_LOGS };
  const places = { data: `${folder}/data`, logs: `${folder}/logs` };
  const loader = new ConfigLoader(effects.disk, 'SHARED/config');
  const config = unwrap(await loader.loadLeague('league_2025_even_odd'));
  const limits = unwrap(await loader.limits({ role: 'referee', leagueId: config.league_id }));
  const trust = { requireTokens: true, tokenTtlMs: 86_400_000 };
  const rules = { seatsMatter: false, seed: undefined, ...trust, expected: [], keep: false };

  const manager = 'memory:LM01';
  const store = fileLedgerStore(effects.disk, places.data);
  const lm = new LeagueManager({ effects, places, judge, ledgers: store, listen: manager });
  unwrap(await lm.startLeagueManager({ config, limits, ...rules, schemes: ['memory:'] }));
  const running = lm.running;
  const ends = [running?.ended];

  const game_types = [config.game_type];
  const referee = new Referee({ effects, places, gameOf });
  const about = { display_name: 'Referee', game_types, manager, max_concurrent_matches: 8 };
  unwrap(await referee.startReferee({ ...about, listen: 'memory:REF01' }));
  ends.push(referee.running?.ended);

  for (const [name, strategy] of [...strategies].slice(0, 4)) {
    const player = new Player({ effects, places, manager, strategy });
    unwrap(await player.startPlayer({ display_name: name, game_types, contact_endpoint: `memory:${name}` }));
    ends.push(player.running?.ended);
  }

  unwrap(await lm.createSchedule());
  await Promise.all(ends);
  await effects.disk.close();
  return running?.league.champion ?? null;
}
