/** The process of Agent Beta: an identity, a strategy, and nothing else. */
import { runPlayer } from '../launcher/run_role.ts';
import { strategy } from './strategy.ts';

process.exit(await runPlayer({ id: 'P02', display_name: 'Agent Beta', strategy }, process.argv.slice(2)));
