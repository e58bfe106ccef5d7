/** The games of the private league as tables: wins of each player, what was to be expected, and failures. Pure. */
import { wilsonInterval } from '../../../SHARED/core/statistics.ts';
import { markdownTable } from '../../../SHARED/tools/generate/markdown.ts';
import { hasCrashed, hasTimedOut, isClean, longestRun, type Outing, outingsOf, tallyOf } from './outings.ts';
import type { Duel, Gathering, Results } from './run.ts';
import { type Comparison, comparisonsOf, decidedShare, isByChance, isOutside } from './theory.ts';

/** Every pairing with its figures, and whether they are what was to be expected. */
export function duelsTable(duels: readonly Duel[]): string {
  return markdownTable(
    ['Strategy', 'Against', ...RESULTS, 'Win rate', '95 % interval', 'Theory: won / drawn / lost', 'Outside'],
    duels.map((duel) => {
      const { first, second, outings } = duel;
      const { games, won } = tallyOf(outings.first);
      const { low, high } = wilsonInterval(won, games);
      const marks = compared(duel).filter((each) => isOutside(each));
      return [
        first.name,
        first === second ? 'itself' : second.name,
        ...resultsOf(outings.first),
        percent(won / games),
        `${percent(low)} to ${percent(high)}`,
        theoryOf(duel),
        marks.map(({ what }) => `**${what}**`).join(', '),
      ];
    }),
  );
}

function shareOf({ first, second, outings }: Duel): number | undefined {
  return decidedShare(first.name, second.name, outings.first.length);
}

function compared(duel: Duel): readonly Comparison[] {
  return comparisonsOf(tallyOf(duel.outings.first), shareOf(duel));
}

function theoryOf(duel: Duel): string {
  const share = shareOf(duel);
  if (share !== undefined) return [share / 2, 1 - share, share / 2].map(percent).join(' / ');
  const { won, lost } = tallyOf(duel.outings.first);
  return won + lost === 0 ? 'nothing was decided' : `${percent(1 / 2)} of the ${won + lost} decided`;
}

/** The meaning of the table's marks, with the arithmetic of looking many times. */
export function marksText(duels: readonly Duel[]): string {
  const all = duels.flatMap(compared).filter(isByChance);
  const marks = all.filter((each) => isOutside(each)).length;
  const confidence = 1 - 0.05 / Math.max(1, all.length);
  const beyond = all.filter((each) => isOutside(each, confidence)).length;
  return [
    'A mark says that the 95 % interval around what was seen does not hold what was to be expected.',
    `The table makes ${all.length} comparisons that chance can spoil, so about ${Math.round(all.length * 0.05)} marks are to be expected of chance alone; there ${marks === 1 ? 'is' : 'are'} ${marks}.`,
    `For 95 % over all of them together each has to be outside its ${(confidence * 100).toFixed(3)} % interval (Bonferroni), and ${beyond === 0 ? 'none is' : `${beyond} of them are`}.`,
  ].join(' ');
}

/** Timeouts and crashes of every player that should have none, over all its games in order. */
export function failuresTable({ duels, overHttp }: Results): string {
  const names = [...new Set(duels.map(({ first }) => first.name))];
  const inMemory = names.map((name) => {
    const own = duels.filter(({ first }) => first.name === name);
    return failuresOf(
      name,
      own.flatMap(({ outings }) => outings.first),
    );
  });
  const onTheWire = [...overHttp.players].map(([id, { name }]) =>
    failuresOf(`${name} over HTTP`, gatheredOutings(overHttp, id)),
  );
  const heads = ['Strategy', 'Games', 'Timeouts', 'in a row', 'Crashes', 'in a row', 'Games in a row without either'];
  return markdownTable(heads, [...inMemory, ...onTheWire]);
}

function failuresOf(name: string, outings: readonly Outing[]): readonly string[] {
  const { games, timeouts, crashes } = tallyOf(outings);
  const runs = [hasTimedOut, hasCrashed, isClean].map((isSo) => longestRun(outings, isSo));
  const [silent, broken, clean] = runs;
  return [name, ...[games, timeouts, silent, crashes, broken, clean].map(String)];
}

/** The players that misbehave, the causes they lost by, and the effect on their opponents. */
export function misbehaviourTable(misbehaving: readonly Duel[]): string {
  const runs = ['Timeouts in a row', 'Crashes in a row', 'Opponent’s technical losses', 'Opponent’s crashes'];
  return markdownTable(
    ['Strategy', 'What it does', ...RESULTS, 'Forfeited by', 'Has to forfeit by', ...runs],
    misbehaving.map(({ first, outings }) => {
      const theirs = tallyOf(outings.second);
      const inARow = [hasTimedOut, hasCrashed].map((isSo) => longestRun(outings.first, isSo));
      return [
        first.name,
        first.misbehaviour?.does ?? '',
        ...resultsOf(outings.first),
        causesOf(outings.first),
        first.misbehaviour?.losesBy ?? 'nothing',
        ...[...inARow, theirs.technical, theirs.crashes].map(String),
      ];
    }),
  );
}

/** The results of each player of some leagues. */
export function gatheringTable(gathering: Gathering): string {
  return markdownTable(
    ['Player', ...RESULTS, 'Forfeited by'],
    [...gathering.players].map(([id, { name }]) => {
      const outings = gatheredOutings(gathering, id);
      return [name, ...resultsOf(outings), causesOf(outings)];
    }),
  );
}

/** Every game of a player in some leagues, in order. */
export function gatheredOutings({ leagues }: Gathering, player_id: string): readonly Outing[] {
  return leagues.flatMap((league) => outingsOf(player_id, league));
}

const RESULTS = ['Games', 'Won', 'Drawn', 'Lost', 'Technical losses'] as const;

function resultsOf(outings: readonly Outing[]): readonly string[] {
  const { games, won, drawn, lost, technical } = tallyOf(outings);
  return [games, won, drawn, lost, technical].map(String);
}

function causesOf(outings: readonly Outing[]): string {
  const causes = outings.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  const counts = [...new Set(causes)].map((cause) => `${cause} (${causes.filter((each) => each === cause).length})`);
  return counts.join(', ') || 'nothing';
}

/** 24.75 %: as many digits as it takes, two at most. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
