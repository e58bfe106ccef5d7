/** The `league` command. */
import { cli } from './cli.ts';

// Who reads our output may stop reading; the league is played all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const code = await cli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
// Whatever is still open (an idle connection, a timer) is of no use to anybody now.
process.exit(code);
