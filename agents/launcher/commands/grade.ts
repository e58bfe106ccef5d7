/** Commands about how players kept to the protocol: what they broke, and the grades that follow. */
import { resolve } from 'node:path';
import { VIOLATION_KINDS } from '../../../SHARED/contracts/violations.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { type Conducts, noteConduct } from '../../league_manager/league/conduct_tally.ts';
import type { League } from '../../league_manager/league/state.ts';
import type { SeenBreach } from '../../league_manager/public/story_of_player.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { COLUMNS, type GradedPlayer, gradeRows, gradesCsv, gradesMarkdown, violationsText } from '../output/grades.ts';
import { counted, print, type TableRow } from '../output/text.ts';
import { systemEffects } from '../world/installation.ts';
import { type LeagueSource, leagueSource } from '../world/league_source.ts';

/** Shows every breach of the protocol, with an example where the ledger is at hand. */
export async function violationsCommand(flags: Flags): Promise<number> {
  const source = await leagueSource(flags);
  const agents = [...(await playersOf(source)), ...refereesOf(source), ...applicantsOf(source)];
  const guilty = agents.filter(({ breaches }) => breaches.length > 0);
  const shown = guilty.map(({ row, messages, breaches }) => ({ agent_id: row.player_id, messages, breaches }));
  return print(flags, shown, violationsText(agents));
}

/** Prints the grades of a league, or writes them to a file whose ending says the form. */
export async function gradeCommand(flags: Flags): Promise<number> {
  const out = flags.text('out');
  const format = flags.text('format') ?? (out?.endsWith('.csv') ? 'csv' : 'md');
  if (format !== 'csv' && format !== 'md') throw usage(`--format takes csv or md, not "${format}"`);
  const source = await leagueSource(flags);
  const rows = gradeRows(await playersOf(source));
  const note = unfinished(await source.status());
  const objects = rows.map((row) => Object.fromEntries(COLUMNS.map((name, i) => [name, row[i]])));
  const isTable = format === 'csv' || flags.has('json');
  if (isTable && note !== '') process.stderr.write(`${note}\n`);
  const written = format === 'csv' ? gradesCsv(rows) : `${note === '' ? '' : `${note}\n\n`}${gradesMarkdown(rows)}`;
  const text = flags.has('json') ? `${JSON.stringify(objects, null, 2)}\n` : written;
  if (out === undefined) process.stdout.write(text);
  else
    await systemEffects('agent')
      .disk.replace(resolve(out), text)
      .catch((cause: unknown) => {
        throw new Mistake(`the grades cannot be written to ${out}: ${String((cause as Error).message)}`);
      });
  return 0;
}

/** How far a league is that is not over, in a sentence; empty where it is. */
function unfinished({ status, matches_completed, total_matches }: JsonObject): string {
  if (status === 'completed') return '';
  const decided = `${Number(matches_completed)} of ${counted(Number(total_matches ?? 0), 'match')}`;
  return `Not over: ${decided} are decided, and these grades may change.`;
}

/** The players of a league in the order of its table, each with its breaches. */
async function playersOf(source: LeagueSource): Promise<readonly GradedPlayer[]> {
  const [rows, seen] = [await source.standings(), await seenIn(source)];
  return rows.map((row) => {
    const { messages = 0, kinds } = seen.get(row.player_id) ?? {};
    const counts: { readonly [kind: string]: number } = row.violations ?? {};
    const known = [...(kinds?.keys() ?? [])];
    // A manager counts what it saw itself; of no breach it tells an example to anybody.
    const order = [...known, ...VIOLATION_KINDS.filter((kind) => counts[kind] !== undefined && !known.includes(kind))];
    const breaches = order.map((kind): SeenBreach => {
      const { example, match_id, count = 0 } = kinds?.get(kind) ?? {};
      return { kind, count: counts[kind] ?? count, example, match_id };
    });
    return { row, messages, breaches };
  });
}

/** What is known of each player: from the ledger where it is at hand, else from the matches that its manager tells. */
async function seenIn(source: LeagueSource): Promise<Conducts> {
  if (source.league !== undefined) return source.league.conduct;
  const seen: Conducts = new Map();
  for await (const { match_id, player_a, player_b, result } of source.decided())
    if (result !== undefined) noteConduct(seen, [player_a, player_b], match_id, result.details);
  return seen;
}

/** Referees with a breach, where the ledger is at hand. */
function refereesOf({ league }: LeagueSource): readonly GradedPlayer[] {
  const referees = [...(league?.agents.values() ?? [])].filter(({ role }) => role === 'referee');
  return referees.flatMap(({ id, display_name }) => guiltyOf(league, id, { display_name }));
}

/** Agents that were refused at their registration for a breach, by name and address, where the ledger is at hand. */
function applicantsOf({ league }: LeagueSource): readonly GradedPlayer[] {
  const applicants = [...(league?.conduct.keys() ?? [])].filter((id) => league?.agents.has(id) === false);
  const display_name = 'refused at registration';
  return applicants.flatMap((id) => guiltyOf(league, id, { display_name, mark: 'refused' }));
}

function guiltyOf(league: League | undefined, id: string, about: Pick<TableRow, 'display_name' | 'mark'>) {
  const none = { rank: 0, games_played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
  const breaches = [...(league?.conduct.get(id)?.kinds ?? [])].map(([kind, breach]) => ({ kind, ...breach }));
  return breaches.length === 0 ? [] : [{ row: { ...none, player_id: id, ...about }, messages: 0, breaches }];
}
