/** `league spar`: practice matches on demand against strategies of ours, and what came of them. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import { playsElsewhere } from '../../checker/judges.ts';
import { stepText, type Verdict, verdictOn } from '../../checker/report.ts';
import { judgeSteps, type StepReport } from '../../checker/steps.ts';
import { outcomeFor, type ToldMatch } from '../../league_manager/public/public_match.ts';
import { type Latency, type PlayerStory, playerStory } from '../../league_manager/public/story_of_player.ts';
import type { Row } from '../../league_manager/tournament/standings.ts';
import type { Strategy } from '../../player/strategy.ts';
import { type Flags, usage } from '../options.ts';
import { printable, table } from '../output/columns.ts';
import { breachesText, forfeitsText } from '../output/player_story.ts';
import { counted, durationText, modelText, print, progressOf } from '../output/text.ts';
import { interruptible } from '../processes/interruption.ts';
import { type Checked, runCheck, type Subject } from '../processes/run_check.ts';
import { loadStrategy } from '../world/strategies.ts';

/** Matches against each opponent, where it is not said. */
const MATCHES = 50;
const OPPONENTS = 'random,mirror,slow';
const PROGRAM = /\.(py|rb|go|rs|java|jar|sh|exe|cs|php|pl|lua)$/;
const URL_LIKE = /^https?:\/\/|^[^/\\]*:\d+(\/|$)/;

/** Practice that was had. */
export interface SparReport {
  /** The player, as it was typed. */
  readonly subject: string;
  readonly game_type: string;
  readonly against: readonly Bout[];
  /** Times, forfeits with what to change, guarded moves and violations over all of it; null where none was played. */
  readonly story: Pick<PlayerStory, 'latencies' | 'faults' | 'guarded' | 'model' | 'violations'> | null;
  /** The steps of `league check` that failed or warned in it. */
  readonly steps: readonly StepReport[];
  readonly verdict: Verdict;
  readonly wanted: number;
  readonly tookMs: number;
}

/** The matches against one opponent. */
interface Bout {
  readonly opponent: string;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Of those lost, by its own fault. */
  readonly forfeited: number;
  readonly points: number;
  /** Of its answers to calls for a move. */
  readonly moves: Latency | null;
}

/** 0 when nothing failed technically, else 1: a match that is lost by play is none of that. */
export async function sparCommand(flags: Flags): Promise<number> {
  const subject = sparringSubject(flags);
  const meetings = flags.number('matches', 1, 1_000) ?? MATCHES;
  const opponents = await opponentsIn(flags.text('vs') ?? OPPONENTS);
  const wanted = meetings * opponents.length;
  const began = systemClock.monotonic();
  const progress = progressOf(wanted, process.stderr);
  const checked = await interruptible((interruption) =>
    runCheck({
      ...{ flags, subject, sparring: opponents, meetings, interruption },
      tell: (line) => void process.stderr.write(`${printable(line)}\n`),
      onPractice: progress.show,
    }),
  );
  progress.end();
  const names = opponents.map(({ name }) => name);
  const report = { ...sparReport(subject.text, checked, names), wanted, tookMs: systemClock.monotonic() - began };
  print(flags, { ...report, tookMs: Math.round(report.tookMs) }, sparText(report));
  return report.verdict.isFine ? 0 : 1;
}

/** The player that practises: a URL, a strategy by its file or name, or a program. */
function sparringSubject(flags: Flags): Subject {
  const typed = flags.operand('URL|FILE');
  if (PROGRAM.test(typed)) {
    const start = typed.endsWith('.py') ? `python3 ${typed}` : `COMMAND ${typed}`;
    throw usage(`${typed} is a program of its own; start it by: npx league spar --command '${start}'`);
  }
  const command = flags.text('command');
  if ((typed === '') === (command === undefined))
    throw usage('name one player: league spar URL|FILE, or --command CMD');
  if (command !== undefined) return { kind: 'command', text: command };
  return { kind: URL_LIKE.test(typed) ? 'url' : 'strategy', text: typed };
}

/** The strategies of these names, each once. */
async function opponentsIn(list: string): Promise<readonly { readonly name: string; readonly strategy: Strategy }[]> {
  const names = list.split(',').map((name) => name.trim());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw usage(`--vs names ${twice === '' ? 'an opponent without a name' : `"${twice}"`} twice`);
  return Promise.all(names.map(async (name) => ({ name, strategy: await loadStrategy(name, undefined, name) })));
}

/** Practice as a report: the opponents have their ids in the order of their names. */
function sparReport(
  subject: string,
  checked: Checked,
  opponents: readonly string[],
): Omit<SparReport, 'wanted' | 'tookMs'> {
  const { played, game_type, registered } = checked;
  // A player of another manager refused what it was asked here: that is no practice.
  const { row, told } = playsElsewhere(checked) ? { row: undefined, told: [] } : played;
  const player_id = registered?.player_id ?? '';
  const nameOf = new Map(opponents.map((name, at) => [`SPAR${at + 1}`, name]));
  const against = Map.groupBy(told, ({ player_a, player_b }) =>
    nameOf.get(player_a === player_id ? player_b : player_a),
  );
  const steps = judgeSteps(checked);
  return {
    subject,
    game_type,
    against: opponents.map((opponent) => boutOf(opponent, against.get(opponent) ?? [], row)),
    story: row === undefined ? null : playerStory(row, told, nameOf),
    steps: steps.filter(({ status }) => status === 'failed' || status === 'warned'),
    verdict: verdictOn(steps),
  };
}

function boutOf(opponent: string, matches: readonly ToldMatch[], row: Row | undefined): Bout {
  const player_id = row?.player_id ?? '';
  const outcomes = matches.map(({ winner, result }) => ({
    outcome: outcomeFor(player_id, winner),
    isPlayed: result?.details.termination === 'normal',
    isForfeit: result?.details.faults.some((fault) => fault.player_id === player_id) === true,
    points: result?.score[player_id] ?? 0,
  }));
  const many = (test: (each: (typeof outcomes)[number]) => boolean) => outcomes.filter(test).length;
  const drawn = many(({ outcome, isPlayed }) => outcome === 'not won by either' && isPlayed);
  const won = many(({ outcome }) => outcome === 'won');
  const latencies = row === undefined ? [] : playerStory(row, matches, new Map()).latencies;
  return {
    ...{ opponent, played: matches.length, won, drawn, lost: matches.length - won - drawn },
    forfeited: many(({ isForfeit }) => isForfeit),
    points: outcomes.reduce((sum, { points }) => sum + points, 0),
    moves: latencies.find(({ asked_for }) => asked_for === 'move') ?? null,
  };
}

/** The report for a terminal. */
function sparText({ subject, game_type, against, story, steps, verdict, wanted, tookMs }: SparReport): string {
  const played = against.reduce((sum, bout) => sum + bout.played, 0);
  const moves = Object.values(story?.guarded ?? {}).reduce((sum, count) => sum + count, 0);
  return [
    `${printable(subject)}: ${played} of ${counted(wanted, 'match')} of ${game_type} in ${durationText(tookMs)}\n`,
    played === 0 ? '' : `\n${boutTable(against)}`,
    played === 0 ? '' : forfeitsText(story?.faults ?? []),
    moves === 0 ? '' : `\n${counted(moves, 'move')} made for a strategy that failed\n`,
    story === null || story.model === null ? '' : `\nIt ${modelText(story.model)}.\n`,
    breachesText(story?.violations ?? []),
    steps.length === 0 ? '' : `\nWhat to mend, by the steps of league check\n`,
    ...steps.map((step) => `${stepText(step, printable)}\n`),
    `\nUnder "count": ${printable(verdict.count)}.\nUnder "disqualify": ${printable(verdict.disqualify)}.\n`,
  ].join('');
}

function boutTable(against: readonly Bout[]): string {
  return table(
    ['Against', 'Played', 'Won', 'Drawn', 'Lost', 'Forfeited', 'Points', 'Median', '95 %', 'Slowest', 'Limit'],
    against.map(({ opponent, played, won, drawn, lost, forfeited, points, moves }) => [
      ...[opponent, played, won, drawn, lost, forfeited, points],
      ...[moves?.median_ms, moves?.p95_ms, moves?.max_ms, moves?.limit_ms ?? undefined].map((ms) =>
        ms === undefined ? '' : durationText(ms),
      ),
    ]),
  );
}
