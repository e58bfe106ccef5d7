/** The process of Agent Gamma: an identity, a strategy, and nothing else. */
import { runPlayer } from '../launcher/run_role.ts';
import { strategy } from './strategy.ts';

process.exit(await runPlayer({ id: 'P03', display_name: 'Agent Gamma', strategy }, process.argv.slice(2)));
