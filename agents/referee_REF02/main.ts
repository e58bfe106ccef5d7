/** Referee REF02: an identity and nothing else. */
import { runRole } from '../launcher/run_role.ts';

process.exit(await runRole('referee', ['--id', 'REF02', ...process.argv.slice(2)]));
