/**
 * The door of the npm package: leagues, strategies and games for programs in TypeScript and JavaScript.
 *
 * @example
 * import { defineStrategy, playLeague } from 'even-odd-league';
 * const odd = defineStrategy({ name: 'odd', decide: () => 'odd' });
 * const { champion, standings } = await playLeague({ players: [odd, 'random', 'mirror'] });
 */
import { fileURLToPath } from 'node:url';
import type { LeagueOptions, LeagueResult } from './play_league.ts';

const OLDEST_NODE = 24;
/** From the built file of this one, in `dist/` of the package. */
const FETCHED = '../../../../.node';
const { node } = process.versions;
// Before anything is loaded that an older one could not read.
if (Number(node.split('.')[0]) < OLDEST_NODE)
  throw new Error(
    `even-odd-league needs Node ${OLDEST_NODE} or later, and this is ${node}: update it; or run npx even-odd-league --version, which fetches one below ${fileURLToPath(new URL(FETCHED, import.meta.url))}: start your program with that`,
  );

export type { Clock } from '../../../SHARED/core/clock.ts';
export type { Json, JsonObject } from '../../../SHARED/core/json.ts';
export { intBetween, pick, type Random } from '../../../SHARED/core/random.ts';
export type { Game, GameFamily, Outcome, Seat, Status } from '../../../SHARED/games/game.ts';
export type { Choice, Decide, PastMatch, Strategy, Turn } from '../../player/strategy.ts';
export { defineGame, defineStrategy } from './define.ts';
export type { LeagueMatch, LeagueOptions, LeagueResult, LeagueRow } from './play_league.ts';

/**
 * Plays a whole league in this process, with the manager, referee and players of `league run`, and resolves when all
 * is told. Nothing is written unless `data` names a folder. Rejects with a TypeError of one line for options that cannot
 * be meant, and with an Error where the league could not be played to its end.
 */
export async function playLeague(options: LeagueOptions): Promise<LeagueResult> {
  return (await import('./play_league.ts')).playLeague(options);
}
