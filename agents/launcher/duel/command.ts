/** `league duel`: strategies against each other on the rules alone, many games a second, with intervals. */
import { availableParallelism } from 'node:os';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import { systemEntropy } from '../../../SHARED/core/entropy.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import { holds, type Interval, wilsonInterval } from '../../../SHARED/core/statistics.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import { type GameEntry, loadGames } from '../../../SHARED/games/load_games.ts';
import { LLM } from '../../player/strategies/strategies.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { printable, redrawn, table } from '../output/columns.ts';
import { counted, durationText, print, progressOf } from '../output/text.ts';
import { interruptible } from '../processes/interruption.ts';
import { unheard } from '../processes/strategy_output.ts';
import { gameIn, optionsIn } from '../world/games.ts';
import { configOf, need } from '../world/installation.ts';
import { checkAlways, isCommand, loadStrategy } from '../world/strategies.ts';
import { type Contender, type Duel, GAME_HELD_UP_MS, type PairTally, playDuel } from './duel.ts';
import type { SeriesTally } from './series.ts';

const GAMES = 10_000;
const SERIES = 100;
const MOST_GAMES = 1_000_000_000;
const PROGRAM = /\.(py|rb|go|rs|java|jar|sh|exe|cs|php|pl|lua)$/;

/** The exit code: 0, or 1 if a strategy forfeited a game. */
export async function duelCommand(flags: Flags): Promise<number> {
  const games = flags.number('games', 2, MOST_GAMES) ?? GAMES;
  if (games % 2 === 1) throw usage(`--games takes an even number, so that both play both seats, not ${games}`);
  const series = flags.number('series', 1, 10_000) ?? SERIES;
  const threads = flags.number('threads', 1, 256) ?? availableParallelism();
  const seed = flags.text('seed') ?? toHex(systemEntropy.bytes(4));
  const contenders = await contendersIn(flags.texts('STRATEGY'));
  const { game, options, rules } = await rulesIn(flags);
  checkAlways(flags.texts('STRATEGY'), rules);
  const duel: Duel = { contenders, game, options, games, series, seed };

  const began = systemClock.monotonic();
  const wanted = (games * contenders.length * (contenders.length - 1)) / 2;
  const progress = process.stderr.isTTY ? progressOf(wanted, process.stderr, 'game') : undefined;
  const pairs = await interruptible(({ promise }) =>
    playDuel(duel, {
      ...{ threads, enough: promise, onHeldUp: reportBlockedPair },
      ...(progress === undefined ? {} : { onProgress: progress.show }),
    }),
  ).finally(progress?.end);
  const tookMs = systemClock.monotonic() - began;

  const played = pairs.reduce((sum, { tally }) => sum + tally.games, 0);
  const report = duelReport(duel, pairs);
  if (played > 0) print(flags, report, duelText(report, rules.seatsMatter));
  if (played < wanted) throw new Mistake(`interrupted after ${played} of ${counted(wanted, 'game')}`);
  const perSecond = Math.round(played / (tookMs / 1_000));
  process.stderr.write(`${counted(played, 'game')} in ${durationText(tookMs)}, ${perSecond} a second\n`);
  return report.bouts.some(({ forfeited }) => forfeited > 0) ? 1 : 0;
}

function reportBlockedPair(pair: readonly [Contender, Contender]): void {
  const names = pair.map(({ name }) => printable(name)).join(' – ');
  const line = `${names}: a game takes more than ${GAME_HELD_UP_MS / 1_000} s, as when a strategy or a rule never returns; look for a loop, or end it with Ctrl-C`;
  process.stderr.write(`${process.stderr.isTTY ? redrawn('') : ''}league: ${line}\n`);
}

/** The strategies as they were typed; each is loaded once here, so that what is wrong with it is said before all else. */
async function contendersIn(words: readonly string[]): Promise<readonly Contender[]> {
  if (words.length < 2) throw usage(`a duel is of two strategies or more, such as: npx league duel random mirror`);
  const contenders: Contender[] = [];
  for (const wish of words) {
    if (wish === LLM)
      throw usage('llm asks a language model for every move, which costs money and time; try: npx league spar llm');
    if (isCommand(wish) || PROGRAM.test(wish))
      throw usage(
        `"${wish}" is a program, and a duel is of strategies alone; try: npx league spar --command "${wish}"`,
      );
    const { name } = await unheard(() => loadStrategy(wish, undefined, wish));
    const like = contenders.filter((other) => other.name === name || other.name.startsWith(`${name} #`)).length;
    contenders.push({ name: like === 0 ? name : `${name} #${like + 1}`, wish });
  }
  return contenders;
}

async function rulesIn(flags: Flags): Promise<Pick<Duel, 'game' | 'options'> & { readonly rules: Game }> {
  const loader = configOf(flags);
  const type = await gameIn(flags, loader);
  const { games } = need(await loader.loadGamesRegistry());
  const types = games.map(({ game_type }) => game_type);
  const entry = type === undefined ? games[0] : games.find(({ game_type }) => game_type === type);
  if (entry === undefined) {
    const meant = didYouMean(type ?? '', types);
    throw usage(
      `no game is called "${type}"; ${meant === undefined ? `known: ${types.join(', ')}` : `did you mean ${meant}?`}`,
    );
  }
  const options = optionsIn(flags);
  const { game_type, rules_module } = entry;
  const game: GameEntry = { game_type, rules_module };
  const rules = need(await loadGames([game])).gameOf(game_type, options);
  if (!rules.ok) throw usage(rules.error.detail);
  if (rules.value.seats !== 2)
    throw usage(`${game_type} has ${counted(rules.value.seats, 'seat')}, and a duel has two`);
  return { game, options, rules: rules.value };
}

/** One strategy against another, or against all others. */
interface Bout {
  readonly strategy: string;
  /** Null: all others. */
  readonly against: string | null;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Of those lost, by a strategy that brought no legal move. */
  readonly forfeited: number;
  readonly won_as_first: number;
  /** Of the games that one of the two won; null where there was none. */
  readonly won_of_decided: (Interval & { readonly share: number }) | null;
  /** The mean of the game's own scores, over the games that were played out; null where none was. */
  readonly mean_score: number | null;
}

/** A duel that was played: the same duel gives the same report. */
export interface DuelReport extends Pick<Duel, 'options' | 'series' | 'seed'> {
  readonly game_type: string;
  readonly games: number;
  /** Both views of every pair. */
  readonly bouts: readonly Bout[];
  /** Every strategy against all others, where there are more than two. */
  readonly overall: readonly Bout[];
  readonly failures: readonly {
    readonly strategy: string;
    readonly kind: string;
    readonly games: number;
    /** The first of them, in a sentence. */
    readonly first: string;
  }[];
}

/** The figures of a duel. */
export function duelReport(duel: Duel, pairs: readonly PairTally[]): DuelReport {
  const { contenders, game, options, series, seed, games } = duel;
  const views = pairs.flatMap(({ pair, tally }) =>
    ([0, 1] as const).map((side) => ({ of: pair[side], against: pair[side === 0 ? 1 : 0], side, tally })),
  );
  const overall = contenders.map((of) =>
    boutOf(
      of.name,
      null,
      views.filter((view) => view.of === of),
    ),
  );
  return {
    ...{ game_type: game.game_type, options, games, series, seed },
    bouts: views.map((view) => boutOf(view.of.name, view.against.name, [view])),
    overall: contenders.length > 2 ? overall : [],
    failures: failuresIn(pairs),
  };
}

/** Of each strategy and kind one. */
function failuresIn(pairs: readonly PairTally[]): DuelReport['failures'] {
  const all = pairs.flatMap(({ pair, tally }) =>
    tally.failures.map(({ side, ...failure }) => ({ strategy: pair[side].name, ...failure })),
  );
  return [...Map.groupBy(all, ({ strategy, kind }) => `${kind} ${strategy}`).values()].map((same) => ({
    ...(same[0] as (typeof all)[number]),
    games: same.reduce((sum, { games }) => sum + games, 0),
  }));
}

function boutOf(
  strategy: string,
  against: string | null,
  views: readonly { readonly side: 0 | 1; readonly tally: SeriesTally }[],
): Bout {
  const sum = (of: (tally: SeriesTally, side: 0 | 1) => number) =>
    views.reduce((total, { tally, side }) => total + of(tally, side), 0);
  const won = sum(({ sides }, side) => sides[side].won);
  const decided = won + sum(({ sides }, side) => sides[side === 0 ? 1 : 0].won);
  const playedOut = sum((tally) => tally.playedOut);
  return {
    ...{ strategy, against, games: sum(({ games }) => games), won },
    lost: sum(({ sides }, side) => sides[side].lost),
    drawn: sum(({ sides }, side) => sides[side].drawn),
    forfeited: sum(({ sides }, side) => sides[side].forfeited),
    won_as_first: sum(({ sides }, side) => sides[side].wonAsFirst),
    won_of_decided: decided === 0 ? null : { share: won / decided, ...wilsonInterval(won, decided) },
    mean_score: playedOut === 0 ? null : sum(({ sides }, side) => sides[side].scores) / playedOut,
  };
}

function duelText(report: DuelReport, seatsMatter: boolean): string {
  const { game_type, games, series, seed, bouts, overall, failures } = report;
  const memory = series === 1 ? 'strangers in each' : `in series of ${series}`;
  return [
    ...failures.map((failure) => failureText(failure, bouts)),
    failures.length === 0 ? '' : '\n',
    `${game_type}: ${counted(games, 'game')} of each pair, ${memory}, seed ${printable(seed)}\n\n`,
    boutTable(
      bouts.filter((_, at) => at % 2 === 0 || failures.length > 0),
      seatsMatter,
    ),
    overall.length === 0 ? '' : `\nEach against all others\n${boutTable(overall, seatsMatter)}`,
    bouts.every(({ mean_score }) => mean_score === null) ? '' : `\n${SCORE_TEXT}\n`,
  ].join('');
}

function failureText({ strategy, kind, games, first }: DuelReport['failures'][number], bouts: readonly Bout[]): string {
  const all = bouts.reduce((sum, bout) => sum + (bout.strategy === strategy ? bout.games : 0), 0);
  const failed = kind === 'learn' ? 'could not learn from' : 'forfeited';
  return `${printable(strategy)} ${failed} ${games} of ${counted(all, 'game')}; first failure: ${printable(first)}\n`;
}

const SCORE_TEXT = 'Score: the mean of what the game itself gives a player for a game that was played out.';

function boutTable(bouts: readonly Bout[], seatsMatter: boolean): string {
  const isFailing = bouts.some(({ forfeited }) => forfeited > 0);
  const head = ['Strategy', 'Against', 'Games', 'Won', 'Drawn', 'Lost'];
  return table(
    [
      ...head.filter((title) => title !== 'Against' || bouts.every(({ against }) => against !== null)),
      ...(isFailing ? ['Forfeited'] : []),
      ...(seatsMatter ? ['Won as first'] : []),
      ...['Score', 'Won of decided', '95 % interval', ''],
    ],
    bouts.map((bout) => [
      ...[bout.strategy, ...(bout.against === null ? [] : [bout.against])],
      ...[bout.games, bout.won, bout.drawn, bout.lost],
      ...(isFailing ? [bout.forfeited] : []),
      ...(seatsMatter ? [bout.won_as_first] : []),
      bout.mean_score === null ? '' : bout.mean_score.toFixed(3),
      ...decidedText(bout.won_of_decided),
    ]),
  );
}

function decidedText(decided: Bout['won_of_decided']): readonly string[] {
  if (decided === null) return ['', '', 'never decided'];
  const { share, low, high } = decided;
  const known = share > 1 / 2 ? 'better' : 'worse';
  return [percent(share), `${percent(low)} to ${percent(high)}`, holds(decided, 1 / 2) ? 'no difference shown' : known];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
