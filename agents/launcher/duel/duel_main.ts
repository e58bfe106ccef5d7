/** A thread of a duel: plays the batches it is given, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { unwrap } from '../../../SHARED/core/result.ts';
import { thrownText } from '../../../SHARED/core/thrown.ts';
import { GameFault } from '../../../SHARED/games/game.ts';
import { loadGames } from '../../../SHARED/games/load_games.ts';
import { Mistake } from '../options.ts';
import { strategyIn } from '../world/strategies.ts';
import { addTo, type Batch, type BatchPlayed, type Contender, type Duel } from './duel.ts';
import { emptyTally, playSeries, type SeriesTally } from './series.ts';

const duel = workerData as Duel;
const { gameOf } = unwrap(await loadGames([duel.game]));
const game = unwrap(gameOf(duel.game.game_type, duel.options));
let lives = 0;

parentPort?.on('message', async (batch: Batch) => {
  const say = (said: BatchPlayed) => parentPort?.postMessage(said);
  try {
    say({ tally: await play(batch) });
  } catch (thrown) {
    if (!(thrown instanceof GameFault || thrown instanceof Mistake)) throw thrown;
    say({ fault: thrownText(thrown.message) });
  }
});

async function play({ pair, from, to }: Batch): Promise<SeriesTally> {
  const { contenders, games, series, seed } = duel;
  const [a, b] = pair.map((index) => contenders[index] as Contender) as [Contender, Contender];
  const sum = emptyTally();
  for (let at = from; at < to; at++) {
    const first = at * series;
    addTo(
      sum,
      await playSeries({
        game,
        pair: [await strategyIn(lives++, a.wish), await strategyIn(lives++, b.wish)],
        // A pair has chance of its own, so that a further strategy changes no other games.
        seed: [seed, a.name, b.name, at].join('\n'),
        games: Math.min(series, games - first),
        from: first,
      }),
    );
  }
  return sum;
}
