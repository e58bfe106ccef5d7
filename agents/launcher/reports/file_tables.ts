/** The tables of a league that are read from other files than its ledger: messages, histories and logs. */
import { basename, join } from 'node:path';
import { factsOf } from '../../../SHARED/contracts/files/history.ts';
import type { Clock } from '../../../SHARED/core/clock.ts';
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../SHARED/core/json.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { linesOf } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { FILE_LIMITS } from '../../../SHARED/league_sdk/files/document.ts';
import { PlayerHistoryRepository } from '../../../SHARED/league_sdk/files/player_history.ts';
import { logPaths } from '../../../SHARED/league_sdk/paths.ts';
import { Records } from '../../../SHARED/league_sdk/records/records.ts';
import { type ExportedLeague, integer, json, MATCH, number, text, time } from './league_tables.ts';
import type { ExportRow, Table } from './table.ts';

/** The folders of a league, and when it was played. */
export interface ExportedFiles extends ExportedLeague {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly data: string;
  readonly logs: string;
  /** When the next run of the league began: lines of logs from then on are not of this one. */
  readonly until: string | undefined;
  /** Told of what is not at hand, in a line. */
  readonly missing: (line: string) => void;
}

/** One row for each message of a match, as its referee kept it. */
export function messagesTable({ source, missing }: ExportedFiles): Table {
  return {
    name: 'messages',
    about: 'The messages of the decided matches, from the match files that are at hand here.',
    columns: [
      ...MATCH,
      integer('sequence', 'Its place in the match.'),
      text('message_type', 'What it is.'),
      time('timestamp', 'When it was sent or came.'),
      text('sender', 'Who wrote to the referee; empty where the referee wrote.'),
      text('receivers', 'Whom the referee wrote to, separated by spaces.'),
      json('choice', 'The move in it.'),
      integer('step', 'Which call of the match.'),
      integer('attempt', 'Which attempt of the call.'),
      text('error_code', 'What was wrong with it.'),
      text('guarded', 'How the player’s strategy failed; a guard made the move.'),
    ],
    async *rows() {
      let absent = 0;
      let why = '';
      for await (const match of source.decided()) {
        const record = await source.record(match);
        if (!record.ok) {
          absent += 1;
          why = record.error;
          continue;
        }
        const { match_id, round_id } = match;
        for (const { from: sender, to = [], ...line } of record.value.transcript)
          yield { match_id, round_id, ...line, sender, receivers: to.join(' ') };
      }
      if (absent > 0) missing(`the messages of ${absent} of the decided matches are left out: ${why}`);
    },
  };
}

/** One row for each match as a player remembers it. */
export function historyTable({ league, disk, clock, data, missing }: ExportedFiles): Table {
  return {
    name: 'history',
    about: 'The matches as the players themselves remember them, from the histories that are at hand here.',
    columns: [
      text('player_id', 'The player that remembers.'),
      ...MATCH,
      text('opponent_id', 'Its opponent.'),
      text('result', 'How it went for the player: WIN, LOSS, DRAW or TECHNICAL_LOSS.'),
      json('my_choice', 'Its last move.'),
      json('opponent_choice', 'The last move of its opponent.'),
      number('points_earned', 'The league points it got.'),
      json('facts', 'The facts of the game, such as the number that was drawn.'),
      text('reason', 'The result in a sentence.'),
      time('timestamp', 'When it heard the end.'),
    ],
    async *rows() {
      const records = new Records('files', { disk, root: data });
      for (const player_id of league.tallies.keys()) {
        const onFailure = (thrown: unknown) => missing(`matches of ${player_id} may be left out: ${String(thrown)}`);
        const store = { disk, clock, root: data, records, onFailure };
        const history = await new PlayerHistoryRepository(player_id, store).getHistory();
        if (!history.ok) {
          missing(`the history of ${player_id} is left out: ${history.error.detail}`);
          continue;
        }
        for (const entry of history.value.matches)
          if (entry.league_id === league.league_id && entry.run_id === league.run_id)
            yield { ...(entry as ExportRow), player_id, facts: factsOf(entry) as JsonObject };
      }
    },
  };
}

/** One row for each line of the league's logs that was written while it was played. */
export function logTable({ league, disk, logs, until }: ExportedFiles): Table {
  return {
    name: 'log',
    about: 'The lines of the league’s own logs.',
    columns: [
      text('file', 'The log.'),
      time('timestamp', 'When.'),
      text('component', 'Who writes: league_manager, referee:REF01, player:P01.'),
      text('event_type', 'What happened.'),
      text('level', 'How much it matters.'),
      json('details', 'What belongs to it.'),
    ],
    async *rows() {
      const folder = join(logPaths(logs).league(league.league_id), '..');
      for (const name of (await disk.list(folder)).toSorted(byAge)) {
        for await (const line of linesOf(join(folder, name))) {
          const row = logRow(line);
          if (row !== undefined && isOfThisRun(String(row['timestamp']))) yield { file: basename(name), ...row };
        }
      }
    },
  };

  function isOfThisRun(at: string): boolean {
    return at >= league.created_at && (until === undefined || at < until);
  }
}

/** A line as a row; one that a kill has torn is none. */
function logRow(line: string): ExportRow | undefined {
  const parsed = parseJson(line, FILE_LIMITS);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { timestamp, component, event_type, level, details, ...beside } = parsed.value;
  return { timestamp, component, event_type, level, details: details ?? beside };
}

const ROTATED = /^(.*\.log)(?:\.(\d+))?\.jsonl$/;

/** By log, and of one log the oldest file first. */
function byAge(a: string, b: string): number {
  const [[, logA = a, ageA = '0'], [, logB = b, ageB = '0']] = [ROTATED.exec(a) ?? [a], ROTATED.exec(b) ?? [b]];
  return byNaturalOrder(logA, logB) || Number(ageB) - Number(ageA);
}
