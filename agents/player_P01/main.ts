/** The process of Agent Alpha: an identity, a strategy, and nothing else. */
import { runPlayer } from '../launcher/run_role.ts';
import { strategy } from './strategy.ts';

process.exit(await runPlayer({ id: 'P01', display_name: 'Agent Alpha', strategy }, process.argv.slice(2)));
