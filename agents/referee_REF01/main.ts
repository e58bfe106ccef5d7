/** Referee REF01: an identity and nothing else. */
import { runRole } from '../launcher/run_role.ts';

process.exit(await runRole('referee', ['--id', 'REF01', ...process.argv.slice(2)]));
