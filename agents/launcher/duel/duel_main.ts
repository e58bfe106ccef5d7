/** A thread of a duel: plays the batches it is given, one after the other. */
import { unwrap } from '../../../SHARED/core/result.ts';
import { GameFault } from '../../../SHARED/games/game.ts';
import { loadGames } from '../../../SHARED/games/load_games.ts';
import { Mistake } from '../options.ts';
import { answerAll, threadData } from '../processes/threads.ts';
import { strategyIn } from '../world/strategies.ts';
import { addTo, type Batch, type Contender, type DuelThread } from './duel.ts';
import { emptyTally, playSeries, type SeriesTally } from './series.ts';

const { duel, gamesPlayed } = threadData<DuelThread>();
const { gameOf } = unwrap(await loadGames([duel.game]));
const game = unwrap(gameOf(duel.game.game_type, duel.options));
let lives = 0;

answerAll(play, [GameFault, Mistake]);

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
        onGame: () => Atomics.add(gamesPlayed, 0, 1),
      }),
    );
  }
  return sum;
}
