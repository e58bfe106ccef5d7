/** The League Manager. */
import { runRole } from '../launcher/run_role.ts';

process.exit(await runRole('manager', process.argv.slice(2)));
