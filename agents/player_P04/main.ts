/** The process of Agent Delta: an identity, a strategy, and nothing else. */
import { runPlayer } from '../launcher/run_role.ts';
import { strategy } from './strategy.ts';

process.exit(await runPlayer({ id: 'P04', display_name: 'Agent Delta', strategy }, process.argv.slice(2)));
