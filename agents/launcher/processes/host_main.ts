/** The entry of a hosting process: waits to be handed its players. */
import { Mistake } from '../options.ts';
import { type Hosting, hostPlayers } from './host.ts';

process.once('message', (hosting: Hosting) => {
  hostPlayers(hosting)
    .then(() => process.exit(0))
    .catch((problem: unknown) => {
      process.stderr.write(`league: ${problem instanceof Mistake ? problem.message : String(problem)}\n`);
      process.exit(1);
    });
});
