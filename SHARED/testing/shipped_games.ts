/** The games of the shipped configuration, loaded as the launcher loads them, and the judge of their results. */
import type { Judge } from '../contracts/messages/result.ts';
import { unwrap } from '../core/result.ts';
import { makeJudge } from '../games/judge.ts';
import { loadGames } from '../games/load_games.ts';
import type { Games } from '../games/registry.ts';
import { ConfigLoader } from '../league_sdk/config_loader.ts';
import { nodeDisk } from '../league_sdk/disk/node_disk.ts';
import { SHIPPED_CONFIG } from './test_config.ts';

const registry = unwrap(await new ConfigLoader(nodeDisk(), SHIPPED_CONFIG).loadGamesRegistry());

export const games: Games = unwrap(await loadGames(registry.games));
export const { gameOf } = games;
export const judge: Judge = makeJudge(gameOf);
