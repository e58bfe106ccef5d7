/** The entry of the `league` command. */
import { cli } from './cli.ts';

const code = await cli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: process.stdout.columns,
});
// The last words reach a slow reader too; anything else still open (an idle connection, a timer) is of no use now.
const said = [process.stdout, process.stderr].map((stream) => new Promise((settle) => stream.write('', settle)));
await Promise.all(said);
process.exit(code);
