/** The tables of a league that follow from its ledger: players, matches, moves and faults. */
import { factsOf } from '../../../SHARED/contracts/files/history.ts';
import { type Fault, faultSentence, type TimelineEntry } from '../../../SHARED/contracts/messages/result.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { isOfWorth, type League } from '../../league_manager/league/state.ts';
import type { ToldMatch } from '../../league_manager/public/public_match.ts';
import type { LeagueSource } from '../world/league_source.ts';
import type { Column, ColumnType, ExportRow, Table } from './table.ts';

/** A league in files, with what is known of it beside its ledger. */
export interface ExportedLeague {
  readonly source: LeagueSource;
  readonly league: League;
  /** How players play, by their ids, as far as it was noted when they were started. */
  readonly strategies: ReadonlyMap<string, string>;
}

const column =
  (type: ColumnType) =>
  (name: string, about: string): Column => ({ name, type, about });
export const text = column('text');
export const time = column('time');
export const integer = column('integer');
export const json = column('json');
export const number = column('number');
const boolean = column('boolean');
const strategy = (name: string) =>
  text(name, 'How it plays, where this installation started it; empty for players started by hand.');

/** Where a row belongs. */
export const MATCH = [text('match_id', 'The match.'), integer('round_id', 'Its round.')] as const;
const ASKED = [
  integer('asked_ms', 'When it was asked, since the match began.'),
  integer('answered_ms', 'When something came back, likewise; empty where nothing is known to have come.'),
  integer('deadline_ms', 'When its time was over, likewise.'),
] as const;

/** One row for each player. */
export function playersTable({ source, league, strategies }: ExportedLeague): Table {
  return {
    name: 'players',
    about: 'The players, the first of the standings first.',
    columns: [
      integer('rank', 'Its place; equal in everything that counts means equal in rank.'),
      text('player_id', 'Its id.'),
      text('display_name', 'Its name.'),
      text('kind', 'human where a person played; empty for a program.'),
      strategy('strategy'),
      text('state', 'What has become of it.'),
      text('mark', 'removed, disqualified or suspended; empty where it plays as the others do.'),
      text('reason', 'Why, where there is a mark.'),
      text('version', 'Its own version, as it registered.'),
      text('dialect', 'The spelling of the protocol it speaks.'),
      integer('played', 'Matches played.'),
      integer('wins', 'Matches won.'),
      integer('draws', 'Matches drawn.'),
      integer('losses', 'Matches lost, by play or by forfeit.'),
      integer('technical_losses', 'How many of the losses were technical.'),
      number('points', 'League points.'),
      integer('guarded_moves', 'Moves that a guard made in place of its strategy.'),
      json('violations', 'Breaches of the protocol, kind by kind; empty where there is none.'),
    ],
    async *rows() {
      const guarded = new Map<string, number>();
      for await (const { result } of source.decided())
        for (const [player_id, moves] of Object.entries(result?.details.guarded ?? {}))
          guarded.set(player_id, (guarded.get(player_id) ?? 0) + moves);
      for (const { games_played: _, ...row } of await source.standings()) {
        const { state, version, dialect } = league.agents.get(row.player_id) ?? {};
        const guarded_moves = guarded.get(row.player_id) ?? 0;
        yield { ...row, strategy: strategies.get(row.player_id), state, version, dialect, guarded_moves };
      }
    },
  };
}

/** One row for each match, decided or not. */
export function matchesTable({ source, league, strategies }: ExportedLeague): Table {
  return {
    name: 'matches',
    about: 'The matches, played and to come.',
    columns: [
      ...MATCH,
      text('status', 'SCHEDULED, RUNNING (PAUSED: not given out), DECIDED, or NOT_PLAYED where it never will be.'),
      ...['a', 'b'].flatMap((seat) => [
        text(`player_${seat}`, 'The player of this seat.'),
        text(`name_${seat}`, 'Its name.'),
        strategy(`strategy_${seat}`),
        number(`score_${seat}`, 'The league points it got.'),
        integer(`guarded_${seat}`, 'Moves that a guard made in place of its strategy.'),
      ]),
      text('winner', 'The player that won; empty for a draw and for matches that are not decided.'),
      text('result', 'WIN, DRAW or TECHNICAL_LOSS.'),
      text('termination', 'How it ended, apart from who won it.'),
      text('reason', 'The result in a sentence.'),
      boolean('is_counted', 'Whether it is worth anything: not where a player was removed before half of its matches.'),
      json('facts', 'The facts of the game, such as the number that was drawn.'),
      text('referee_id', 'The referee it was given to last.'),
      integer('assignment_epoch', 'How many referees it was given to.'),
      boolean('verified', 'Whether the manager has replayed it from moves and seed.'),
      text('draw_commitment', 'The promise of the seed, made before the match.'),
      text('draw_seed', 'The seed of its chance; told once it is decided.'),
      time('opened_at', 'When its round began.'),
      time('created_at', 'When the referee began it; from the match file.'),
      time('started_at', 'When both players had joined; from the match file.'),
      time('finished_at', 'When it was over; from the match file.'),
      time('decided_at', 'When the manager took its result.'),
      integer('duration_ms', 'From created_at to finished_at.'),
    ],
    async *rows() {
      const planned = await source.schedule();
      if (!planned.ok) return;
      for (const { match_id } of planned.value) {
        const match = await source.match(match_id);
        if (match !== undefined) yield { ...matchRow(match), ...(await lifecycle(match)) };
      }
    },
  };

  function matchRow(match: ToldMatch): ExportRow {
    const { result, player_a, player_b, ...told } = match;
    const { details, score, winner = null } = result ?? {};
    const seats = (
      [
        ['a', player_a],
        ['b', player_b],
      ] as const
    ).flatMap(([seat, id]): [string, Json | undefined][] => [
      [`player_${seat}`, id],
      [`name_${seat}`, league.agents.get(id)?.display_name],
      [`strategy_${seat}`, strategies.get(id)],
      [`score_${seat}`, score?.[id]],
      [`guarded_${seat}`, details === undefined ? undefined : (details.guarded?.[id] ?? 0)],
    ]);
    return {
      ...told,
      ...Object.fromEntries(seats),
      winner,
      result: details?.status,
      termination: details?.termination,
      reason: details?.reason,
      is_counted: details === undefined ? undefined : isOfWorth(league, [player_a, player_b]),
      facts: details === undefined ? undefined : (factsOf(details) as JsonObject),
      opened_at: league.rounds.get(match.round_id)?.opened_at,
    };
  }

  async function lifecycle(match: ToldMatch): Promise<ExportRow> {
    if (match.result === undefined) return {};
    const record = await source.record(match);
    if (!record.ok) return {};
    const { created_at, started_at, finished_at } = record.value.lifecycle;
    const duration_ms = typeof finished_at === 'string' ? Date.parse(finished_at) - Date.parse(created_at) : null;
    return { created_at, started_at, finished_at, duration_ms };
  }
}

/** One row for each move of a decided match. */
export function movesTable({ source }: ExportedLeague): Table {
  return {
    name: 'moves',
    about: 'The moves of the decided matches, with the time each took where its referee tells it.',
    columns: [
      ...MATCH,
      integer('step', 'Which call of the match, from 1.'),
      text('player_id', 'The player that moved.'),
      text('opponent_id', 'Its opponent.'),
      json('move', 'The move.'),
      integer('attempts', 'How often it was asked.'),
      ...ASKED,
      text('guarded', 'How its strategy failed; a guard made the move. Empty where it did not.'),
      json('model_use', 'What the language model it thinks with spent on it; empty where it names none.'),
    ],
    async *rows() {
      for await (const match of source.decided()) {
        const timeline = timelineOf(match);
        for (const [at, moves] of (match.result?.details.moves ?? []).entries()) {
          for (const [player_id, move] of Object.entries(moves)) {
            const asked = timeline.filter((entry) => entry.step === at + 1 && entry.player_id === player_id);
            const { asked_ms, answered_ms, deadline_ms, guarded, model_use } = asked.at(-1) ?? {};
            const attempts = asked.length === 0 ? null : asked.length;
            const place = { ...placeOf(match, player_id), step: at + 1, move: move as Json };
            yield { ...place, attempts, asked_ms, answered_ms, deadline_ms, guarded, model_use };
          }
        }
      }
    },
  };
}

/** One row for each attempt that came to nothing. */
export function faultsTable({ source }: ExportedLeague): Table {
  return {
    name: 'faults',
    about: 'What players failed at: every attempt that came to nothing, and what cost a match.',
    columns: [
      ...MATCH,
      text('player_id', 'The player at fault.'),
      text('opponent_id', 'Its opponent.'),
      boolean('is_decisive', 'Whether it cost the match.'),
      text('cause', 'Of what cost a match: timeout, invalid_choice, unreachable, declined or bad_answer.'),
      text('code', 'The code of the league for it.'),
      integer('step', 'Which call for a move, from 1; 0 is the invitation.'),
      text('awaited', 'The message that was awaited.'),
      integer('attempt', 'Which attempt at this question.'),
      ...ASKED,
      text('sentence', 'What was wrong, in the words the player was told.'),
      json('evidence', 'Of what cost a match: what was sent, awaited and received.'),
    ],
    async *rows() {
      for await (const match of source.decided()) {
        const failed = timelineOf(match).filter(({ fault }) => fault !== undefined);
        const decisive = new Map<TimelineEntry | undefined, Fault>();
        for (const fault of match.result?.details.faults ?? []) {
          const last = failed.findLast(({ player_id }) => player_id === fault.player_id);
          if (last === undefined) yield faultRow(match, undefined, fault);
          else decisive.set(last, fault);
        }
        for (const entry of failed) yield faultRow(match, entry, decisive.get(entry));
      }
    },
  };
}

function faultRow(match: ToldMatch, entry: TimelineEntry | undefined, decisive: Fault | undefined): ExportRow {
  const { fault, guarded: _, model_use: _use, ...asked } = entry ?? {};
  return {
    ...asked,
    ...placeOf(match, entry?.player_id ?? decisive?.player_id ?? ''),
    is_decisive: decisive !== undefined,
    cause: decisive?.cause,
    code: fault?.code,
    sentence: fault?.sentence ?? (decisive && faultSentence(decisive)),
    evidence: decisive?.evidence as JsonObject | undefined,
  };
}

function placeOf({ match_id, round_id, player_a, player_b }: ToldMatch, player_id: string) {
  return { match_id, round_id, player_id, opponent_id: player_a === player_id ? player_b : player_a };
}

function timelineOf({ result }: ToldMatch): readonly TimelineEntry[] {
  return result?.details.timeline ?? [];
}
