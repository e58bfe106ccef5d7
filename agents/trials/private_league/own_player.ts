/** `league private-league --player`: a user's own agent through the first phase of document 004, and its test results. */
import { resolve } from 'node:path';
import { systemClock, timestamp } from '../../../SHARED/core/clock.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { wilsonInterval } from '../../../SHARED/core/statistics.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { markdownTable } from '../../../SHARED/tools/generate/markdown.ts';
import { type Verdict, verdictOn } from '../../checker/report.ts';
import { judgeSteps, type StepReport } from '../../checker/steps.ts';
import type { CheckedMatch } from '../../checker/watch.ts';
import type { Flags } from '../../launcher/options.ts';
import { printable } from '../../launcher/output/columns.ts';
import { shown } from '../../launcher/output/results_text.ts';
import { counted } from '../../launcher/output/text.ts';
import { interruptible } from '../../launcher/processes/interruption.ts';
import { runCheck, type Subject } from '../../launcher/processes/run_check.ts';
import { isCommand, loadStrategy } from '../../launcher/world/strategies.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import { hasTimedOut, longestRun, type Outing, tallyOf } from './outings.ts';
import { percent } from './report_games.ts';

/** The opponents that 004 names, in its order; the version before comes after them, and where none is named a strategy meets itself. */
const OPPONENTS = ['random', 'always:even', 'mirror'] as const;
const IS_URL = /^https?:\/\/|^[^/\\]*:\d+(\/|$)/;
/** Games in a row without a timeout that 004 asks for. */
const IN_A_ROW = 50;

/** 0 when the player meets what can be met, else 1; the document is written in both cases. */
export async function ownPlayerCommand(flags: Flags, player: string, games: number): Promise<number> {
  const subject: Subject = { kind: kindOf(player), text: player };
  const previous = flags.text('previous');
  const last = previous ?? (subject.kind === 'strategy' ? player : undefined);
  const opponents = [
    ...OPPONENTS.map((name) => ({ name, strategy: unwrap(strategyOf(name)) })),
    ...(last === undefined
      ? []
      : [
          {
            name: previous === undefined ? 'itself' : 'its version before',
            strategy: await loadStrategy(last, undefined, last),
          },
        ]),
  ];
  const evidence = await interruptible((interruption) =>
    runCheck({
      flags,
      subject,
      sparring: opponents,
      meetings: games,
      interruption,
      tell: (line) => void process.stderr.write(`${printable(line)}\n`),
    }),
  );
  const steps = judgeSteps(evidence);
  const results: OwnResults = {
    player,
    date: timestamp(systemClock).slice(0, 'yyyy-mm-dd'.length),
    command: `npx league private-league --player ${isCommand(player) ? `"${player}"` : player} --games ${games}${previous === undefined ? '' : ` --previous ${previous}`}`,
    against: opponents.map(({ name }, at) => ({
      name,
      matches: evidence.matches.filter(({ opponent_id }) => opponent_id === `SPAR${at + 1}`),
    })),
    matches: evidence.matches,
    steps,
    verdict: verdictOn(steps),
  };
  const out = resolve(flags.text('out') ?? 'TEST_RESULTS.md');
  const disk = nodeDisk();
  await disk.replace(out, ownResultsText(results));
  await disk.close();
  process.stdout.write(`Wrote ${shown(out)}.\n`);
  const criteria = criteriaOf(results);
  for (const { what, seen, isMet, exception } of criteria) {
    if (isMet === false) process.stderr.write(`league: ${what} is not met: ${printable(seen)}\n`);
    if (exception !== undefined) process.stderr.write(`league: ${what} is not judged: ${exception}\n`);
  }
  return criteria.some(({ isMet }) => isMet === false) ? 1 : 0;
}

/** What a user's player is, by how it is named: an address, a command, which has a blank, or a strategy. */
function kindOf(player: string): Subject['kind'] {
  if (IS_URL.test(player)) return 'url';
  return isCommand(player) ? 'command' : 'strategy';
}

/** The results of a user's own agent. */
export interface OwnResults {
  readonly player: string;
  readonly date: string;
  readonly command: string;
  readonly against: readonly { readonly name: string; readonly matches: readonly CheckedMatch[] }[];
  /** All of them, in their order. */
  readonly matches: readonly CheckedMatch[];
  readonly steps: readonly StepReport[];
  readonly verdict: Verdict;
}

interface Criterion {
  readonly what: string;
  readonly seen: string;
  /** Undefined: it cannot be told, or cannot be met by skill. */
  readonly isMet: boolean | undefined;
  /** Why it cannot be met. */
  readonly exception?: string;
}

/** The criteria of 004 for its first phase, each with what was seen. */
export function criteriaOf({ against, matches, steps, verdict }: OwnResults): readonly Criterion[] {
  const run = longestRun(outings(matches), (outing) => !hasTimedOut(outing));
  const isOften = matches.length >= IN_A_ROW;
  const errors = steps.filter(({ rule, status }) => ROUGH.test(rule) && status === 'failed');
  const { won, lost, games } = tallyOf(outings(against[0]?.matches ?? []));
  const { low, high } = wilsonInterval(won, Math.max(1, won + lost));
  return [
    {
      what: '100 % protocol compliance',
      seen: verdict.violations.length === 0 ? unbroken(steps) : verdict.count,
      isMet: verdict.violations.length === 0 && verdict.isFine,
    },
    {
      what: `no timeouts in ${IN_A_ROW} consecutive games`,
      seen: `${run} in a row, of ${counted(matches.length, 'game')}`,
      isMet: isOften ? run >= IN_A_ROW : undefined,
    },
    {
      what: 'win rate over 60 % against a random agent',
      seen: `${won} of ${counted(games, 'game')} won; of the ${won + lost} decided ${percent(won / Math.max(1, won + lost))}, 95 % interval ${percent(low)} to ${percent(high)}`,
      isMet: undefined,
      exception: 'in Even/Odd it cannot be reached by skill, as the document says',
    },
    {
      what: 'graceful handling of all error conditions',
      seen: errors.length === 0 ? 'no step of the check failed' : errors.map(({ name }) => name).join(', '),
      isMet: errors.length === 0,
    },
  ];
}

/** That no rule was broken, and the steps that failed nevertheless. */
function unbroken(steps: readonly StepReport[]): string {
  const failed = steps.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length === 0 ? 'no breach' : `no message broke a rule, and this failed: ${failed.join(', ')}`;
}

const ROUGH = /error|order|answers|tokens|limits/;

/** The whole document. The same results give the same text. */
export function ownResultsText(results: OwnResults): string {
  const { player, date, command, against, steps, verdict } = results;
  const met = (isMet: boolean | undefined) => (isMet === undefined ? 'not judged' : yesOrNo(isMet));
  return `${[
    '# Test results',
    `Of \`${printable(player)}\`, written by \`${printable(command)}\` on ${date}; nothing here is typed.`,
    '## The criteria of the first phase',
    markdownTable(
      ['Criterion', 'Seen', 'Met'],
      criteriaOf(results).map(({ what, seen, isMet }) => [what, printable(seen), met(isMet)]),
    ),
    'In Even/Odd 60 % against a random agent cannot be reached by skill: a game is drawn when both choose alike, and else won by the number, which is drawn fairly. Whatever a player does against a coin, a quarter of all games is won, and half of those that are decided. What can be tested is that the draw is fair: the interval of the share of decided games that were won should hold 50 %. That criterion is therefore shown, and not judged.',
    '## Games',
    markdownTable(
      ['Against', 'Games', 'Won', 'Drawn', 'Lost', 'Forfeited', 'Timeouts'],
      against.map(({ name, matches }) => {
        const { games, won, drawn, lost, technical, timeouts } = tallyOf(outings(matches));
        return [name, ...[games, won, drawn, lost, technical, timeouts].map(String)];
      }),
    ),
    '## The check',
    markdownTable(
      ['Step', 'What', 'Result', 'Found'],
      steps.map(({ number, name, status, detail }) => [String(number), name, status, printable(detail)]),
    ),
    `Under \`count\`: ${printable(verdict.count)}. Under \`disqualify\`: ${printable(verdict.disqualify)}.`,
  ].join('\n\n')}\n`;
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'yes' : '**no**';
}

function outings(matches: readonly CheckedMatch[]): readonly Outing[] {
  return matches.map(({ result, fault }) => ({ result, fault: fault?.cause, crashed: false }));
}
