/** The entry of a hosting process: waits to be handed its players. */
import { type Hosting, hostPlayers } from './host.ts';
import { Mistake } from './mistake.ts';

process.once('message', (hosting: Hosting) => {
  hostPlayers(hosting)
    .then(() => process.exit(0))
    .catch((problem: unknown) => {
      process.stderr.write(`league: ${problem instanceof Mistake ? problem.message : String(problem)}\n`);
      process.exit(1);
    });
});
