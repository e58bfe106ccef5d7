/** A player without a folder of its own. */
import { runRole } from '../launcher/run_role.ts';

process.exit(await runRole('player', process.argv.slice(2)));
