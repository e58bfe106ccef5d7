/** The grades of document 004, as far as a machine can give them, with the evidence for each; criteria for a person stay empty. */
import { VIOLATION_KINDS, VIOLATIONS, violationText } from '../../../SHARED/contracts/violations.ts';
import type { SeenBreach } from '../../league_manager/public/story_of_player.ts';
import { csvLine } from '../reports/text_formats.ts';
import { printable } from './columns.ts';
import { counted, type TableRow } from './text.ts';

/** A player of a league, and how it kept to the protocol. */
export interface GradedPlayer {
  readonly row: TableRow;
  /** How many of its answers were judged. */
  readonly messages: number;
  readonly breaches: readonly SeenBreach[];
}

/** Points with the reason for them; null where nothing was measured, and a person judges. */
export interface Points {
  readonly points: number | null;
  readonly because: string;
}

/**
 * From this share on minor breaches are a major one (004: less than 5 % of messages). What is divided by are the answers
 * that referees judged: a manager counts what it refuses, and not what it takes.
 */
const MINOR_SHARE = 0.05;

/** Protocol compliance: 40, 30, 10 or no points. */
export function compliance({ row, messages, breaches }: GradedPlayer): Points {
  if (row.mark === 'disqualified') return { points: 0, because: `disqualified: ${row.reason ?? 'no reason is known'}` };
  const [gravest] = [...breaches].sort((a, b) => weight(b) - weight(a));
  if (gravest === undefined && messages === 0)
    return { points: null, because: 'no messages judged: for a person to judge' };
  if (gravest === undefined) return { points: 40, because: `no violation in ${counted(messages, 'message')}` };
  const { severity } = VIOLATIONS[gravest.kind];
  const seen = `${violationText(gravest.kind)} ${timesText(gravest)}`;
  if (severity === 'critical') return { points: 0, because: `critical: ${seen}` };
  if (severity === 'major') return { points: 10, because: `major: ${seen}` };
  const times = breaches.reduce((sum, { count }) => sum + count, 0);
  if (messages === 0)
    return { points: 30, because: `minor: no answer was judged in a match, so that 5 % of them says nothing, ${seen}` };
  const share = `${times} of ${counted(messages, 'answer')} judged in matches`;
  if (times < MINOR_SHARE * messages) return { points: 30, because: `minor: ${share}, ${seen}` };
  return { points: 10, because: `major: ${share} is not less than 5 %, ${seen}` };
}

function weight({ kind }: SeenBreach): number {
  return { minor: 0, major: 1, critical: 2 }[VIOLATIONS[kind].severity];
}

/** The count is of the whole league, the example of the first time. */
function timesText({ count, example, match_id }: SeenBreach): string {
  const where = match_id === undefined ? '' : `${count === 1 ? '' : ', first'} in ${match_id}`;
  return `${counted(count, 'time')}${where}${example === undefined ? '' : `: ${example}`}`;
}

type Ranked = Pick<GradedPlayer['row'], 'rank' | 'mark' | 'reason'>;
const BANDS = [30, 25, 20, 15, 10] as const;

/**
 * Competition performance: the first fifth 30 points, and so on; `rank <= ceil(p * n)`, so that equal ranks share the
 * better band. A player that was removed or disqualified has no points, and is one of the n: a class is not made smaller,
 * and its bands with it, by a player that leaves.
 */
export function performance({ rank, mark, reason }: Ranked, players: number): Points {
  if (mark === 'removed' || mark === 'disqualified') {
    const why = `${mark}: ${reason ?? 'no reason is known'}`;
    return { points: 0, because: `${why}; it has no rank, and is counted among the ${players}` };
  }
  const band = BANDS.findIndex((_, i) => rank <= Math.ceil(((i + 1) * players) / BANDS.length));
  const top = (band + 1) * (100 / BANDS.length);
  return { points: BANDS[band] ?? 10, because: `rank ${rank} of ${players}, in the first ${top} %` };
}

/** The columns of the grades: those of 004, then the evidence. Empty ones are a person's to fill. */
export const COLUMNS = [
  ...['Rank', 'Player', 'Name', 'Protocol compliance (40)', 'Competition performance (30)'],
  ...['Code quality (10)', 'Architecture (5)', 'Error handling (5)'],
  ...['Strategy explanation (5)', 'Test results (3)', 'Architecture documentation (2)'],
  ...['Bonus: zero violations (+10)', 'Bonus: documentation (+5)', 'Bonus: innovation (+5)'],
  ...['Sum of what is measured', 'Compliance because', 'Performance because'],
] as const;

/** One line of grades per player, in the order of the table. */
export function gradeRows(players: readonly GradedPlayer[]): readonly (readonly (string | number)[])[] {
  return players.map((player) => {
    const { rank, player_id, display_name } = player.row;
    const [kept, played] = [compliance(player), performance(player.row, players.length)];
    const bonus = kept.points === 40 ? 10 : 0;
    const byHand = ['', '', '', '', '', ''];
    const sum = (kept.points ?? 0) + (played.points ?? 0) + bonus;
    const shownBonus = kept.points === null ? '' : bonus;
    return [
      ...[rank, player_id, display_name, kept.points ?? '', played.points ?? '', ...byHand, shownBonus, '', '', sum],
      ...[kept.because, played.because],
    ];
  });
}

/** The grades as a table of Markdown. */
export function gradesMarkdown(rows: ReturnType<typeof gradeRows>): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => printable(cell).replaceAll(/[\\|<>`*_[\]]/g, '\\$&')).join(' | ')} |`;
  return `${[line(COLUMNS), `|${COLUMNS.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')}\n`;
}

/** The grades as CSV. */
export function gradesCsv(rows: ReturnType<typeof gradeRows>): string {
  const shown = rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? printable(cell) : cell)));
  return [COLUMNS, ...shown].map(csvLine).join('');
}

/** The violations of a league, player by player, with what follows from them or would have. */
export function violationsText(players: readonly GradedPlayer[]): string {
  const messages = players.reduce((sum, player) => sum + player.messages, 0);
  const guilty = players.filter(({ breaches }) => breaches.length > 0);
  if (guilty.length === 0)
    return `No violations: ${counted(players.length, 'agent')}, ${counted(messages, 'message')} of matches judged.\n`;
  return guilty.map(violationsOf).join('');
}

function violationsOf({ row, messages, breaches }: GradedPlayer): string {
  const times = breaches.reduce((sum, { count }) => sum + count, 0);
  const [first] = breaches;
  const { condition } = VIOLATIONS[(first as SeenBreach).kind];
  const followed =
    row.mark === 'disqualified'
      ? `disqualified: ${row.reason ?? ''}`
      : `under "disqualify" it would be out, by condition ${condition} of 8`;
  const judged = `${counted(messages, 'message')} of matches judged; ${followed}`;
  const head = `${row.player_id}  ${row.display_name}: ${counted(times, 'violation')}${row.mark === 'refused' ? '' : `, ${judged}`}`;
  const sorted = [...breaches].sort((a, b) => VIOLATION_KINDS.indexOf(a.kind) - VIOLATION_KINDS.indexOf(b.kind));
  const lines = sorted.map((breach) => {
    const { kind } = breach;
    return `  ${VIOLATIONS[kind].condition}  ${violationText(kind)}  ${timesText(breach)}`;
  });
  return `${[head, ...lines].map((line) => printable(line)).join('\n')}\n`;
}
