/** The document on one player: how it did, how fast it answers, and what went wrong. */
import type { PlayerDocument } from '../../../SHARED/contracts/api/one.ts';
import { VIOLATION_KINDS, VIOLATIONS } from '../../../SHARED/contracts/violations.ts';
import { cut } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { League } from '../../league_manager/league/state.ts';
import { forAnybody, type ToldMatch, toldMatch } from '../../league_manager/public/public_match.ts';
import { nextPairing } from '../../league_manager/public/queries.ts';
import { stepsIn } from '../../league_manager/public/story_of_match.ts';
import { playerStory } from '../../league_manager/public/story_of_player.ts';
import type { ShownLeague } from '../web.ts';
import { agentRow } from './agents.ts';
import type { NoDocument } from './documents.ts';
import { headOf, nameIn, openIds } from './league.ts';
import { shownMove } from './match.ts';
import { matchRow, waitsIn } from './matches.ts';
import { gently, seatOutcome } from './results.ts';
import type { TableNotes } from './table.ts';

/** The newest decided matches that are told, and of what is counted over them. */
const MOST_MATCHES = 200;
const MOST_ANSWERS = 500;
const MOST_CHOICES = 20;

/** One player, as anybody may know it. */
export async function playerDocument(
  shown: ShownLeague,
  notes: TableNotes,
  player_id: string,
): Promise<Result<PlayerDocument, NoDocument>> {
  const { league, rows } = shown;
  const table = rows();
  const place = table.findIndex((candidate) => candidate.player_id === player_id);
  const row = table[place];
  const agent = league.agents.get(player_id);
  if (row === undefined || agent === undefined)
    return err({ status: 404, error: `no player ${cut(player_id, 40)} in this league` });
  const head = headOf(league);
  const next = await nextOf(shown, player_id);
  const ids = league.matchesOf.get(player_id) ?? [];
  const decided = await newestDecided(shown, ids);
  const names = new Map(
    decided.flatMap(({ player_a, player_b }) => [player_a, player_b]).map((id) => [id, nameIn(league, id)]),
  );
  const story = playerStory(row, decided, names);
  const counts: { readonly [kind: string]: number } = row.violations ?? {};
  return ok({
    ...head,
    row: notes.row(table, place),
    agent: agentRow(shown, agent, { isOperator: false, open: openIds(league) }),
    next_match: next,
    matches: decided.map((match) => ownMatch(match, player_id, league)).reverse(),
    matches_left_out: Math.max(0, row.played - decided.length),
    choices: choicesIn(decided, player_id),
    answers: answersIn(decided, player_id),
    latencies: [...story.latencies],
    faults: story.faults.map((group) => ({ ...group, player_id, matches: [...group.matches] })),
    violations: VIOLATION_KINDS.flatMap((kind) => {
      const times = counts[kind] ?? 0;
      return times === 0 ? [] : [{ kind, about: VIOLATIONS[kind].about, count: times }];
    }),
  });
}

async function nextOf(shown: ShownLeague, player_id: string): Promise<PlayerDocument['next_match']> {
  const { league } = shown;
  const newest = league.matches.get(league.matchesOf.get(player_id)?.at(-1) ?? '');
  const pairing =
    newest !== undefined && newest.decided === undefined ? newest.pairing : nextPairing(league, player_id);
  if (pairing === undefined) return null;
  return matchRow(shown, pairing, (await waitsIn(shown, [pairing.match_id])).get(pairing.match_id));
}

/** The newest decided matches, oldest first. */
async function newestDecided({ league, clock }: ShownLeague, ids: readonly string[]): Promise<readonly ToldMatch[]> {
  const pause = gently(clock);
  const found: ToldMatch[] = [];
  for (let at = ids.length - 1; at >= 0 && found.length < MOST_MATCHES; at--) {
    const told = toldMatch(league, ids[at] as string);
    if (told?.result !== undefined) found.push(forAnybody(told));
    await pause();
  }
  return found.reverse();
}

function ownMatch(match: ToldMatch, player_id: string, league: League): PlayerDocument['matches'][number] {
  const { match_id, round_id, player_a, player_b, winner, result, annulled, decided_at = '' } = match;
  const opponent_id = player_a === player_id ? player_b : player_a;
  const { choices = {}, faults = [], termination = '', reason = '' } = result?.details ?? {};
  const isAtFault = faults.some((fault) => fault.player_id === player_id);
  return {
    ...{ match_id, round_id, opponent_id, opponent_name: nameIn(league, opponent_id) },
    outcome: seatOutcome(player_id, winner, isAtFault),
    points: result?.score[player_id] ?? 0,
    own_move: shownMove(choices[player_id]),
    opponent_move: shownMove(choices[opponent_id]),
    ...{ termination, reason, decided_at },
    ...(annulled === undefined ? {} : { annulled }),
  };
}

function choicesIn(decided: readonly ToldMatch[], player_id: string): PlayerDocument['choices'] {
  const times = new Map<string, number>();
  for (const { result } of decided) {
    for (const step of result?.details.moves ?? []) {
      const move = step[player_id];
      if (move === undefined || move === null) continue;
      const text = JSON.stringify(shownMove(move));
      times.set(text, (times.get(text) ?? 0) + 1);
    }
  }
  return Object.fromEntries([...times].sort(([, a], [, b]) => b - a).slice(0, MOST_CHOICES));
}

function answersIn(decided: readonly ToldMatch[], own: string): PlayerDocument['answers'] {
  const all = decided.flatMap(({ match_id, result }) =>
    (result === undefined ? [] : stepsIn(result, undefined))
      .filter(({ player_id }) => player_id === own)
      .map(({ step, asked_ms, answered_ms, deadline_ms }) => ({
        match_id,
        step,
        took_ms: answered_ms === null ? null : answered_ms - asked_ms,
        limit_ms: deadline_ms === null ? null : deadline_ms - asked_ms,
      })),
  );
  return all.slice(-MOST_ANSWERS);
}
