/** A referee without a folder of its own. */
import { runRole } from '../launcher/run_role.ts';

process.exit(await runRole('referee', process.argv.slice(2)));
