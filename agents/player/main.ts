/** The process of a player without a folder of its own: `--strategy` names how it plays. */
import { runRole } from '../launcher/run_role.ts';

process.exit(await runRole('player', process.argv.slice(2)));
