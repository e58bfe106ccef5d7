/** The judge a League Manager is handed: the rules of every game, behind one function. */
import { gameOf } from '../../../SHARED/games/registry.ts';
import { replay } from '../../../SHARED/games/replay.ts';
import type { Judge } from '../../league_manager/settings.ts';
import { makeJudge } from '../../referee/result/judge.ts';

export const judge: Judge = makeJudge(gameOf, replay);
