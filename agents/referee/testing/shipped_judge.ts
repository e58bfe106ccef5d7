/** The judge of results by the rules of the shipped games. */
import { replay } from '../../../SHARED/games/replay.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import type { Judge } from '../../league_manager/settings.ts';
import { makeJudge } from '../result/judge.ts';

export const judge: Judge = makeJudge(gameOf, replay);
