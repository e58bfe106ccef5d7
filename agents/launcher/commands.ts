/** Every command of `league`, by what it is for. */
import type { CommandGroup } from './options.ts';
import { CLASS_LEAGUE } from './tables/class_league.ts';
import { HOSTING } from './tables/hosting.ts';
import { MAKING } from './tables/making.ts';
import { OPERATING } from './tables/operating.ts';
import { PLAYING } from './tables/playing.ts';
import { TRYING } from './tables/trying.ts';

export const GROUPS: readonly CommandGroup[] = [
  { title: 'Play', commands: PLAYING },
  { title: 'Run and read a league', commands: OPERATING },
  { title: 'Class league', commands: CLASS_LEAGUE },
  { title: 'Many leagues', commands: HOSTING },
  { title: 'Make your own', commands: MAKING },
  { title: 'Try agents and the system', commands: TRYING },
];

export const COMMANDS = GROUPS.flatMap(({ commands }) => commands);
