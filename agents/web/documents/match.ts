/** The document on one match: how far it is, and once it is decided how it went and why it ended so. */
import type { MatchDocument, MatchStep } from '../../../SHARED/contracts/api/one.ts';
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import { cut, type Json } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import { publicWords, recordsOf, TOLD_LENGTH } from '../../league_manager/public/public_league.ts';
import { forAnybody, recordAt, type ToldMatch, toldMatch } from '../../league_manager/public/public_match.ts';
import { pairingOf } from '../../league_manager/public/queries.ts';
import { factsIn, type StoryFault, type StoryStep, storyOf } from '../../league_manager/public/story_of_match.ts';
import type { Pairing } from '../../league_manager/tournament/format.ts';
import type { ShownLeague } from '../web.ts';
import type { NoDocument } from './documents.ts';
import { headOf, nameIn } from './league.ts';
import { matchRow, waitsIn } from './matches.ts';

const UNDECIDED_DRAW = { seed: null, told_commitment: null, as_promised: null };

/** One match, as anybody may know it; the failures of strategies for the operator alone. */
export async function matchDocument(
  shown: ShownLeague,
  match_id: string,
  isOperator: boolean,
): Promise<Result<MatchDocument, NoDocument>> {
  const { league } = shown;
  const whole = toldMatch(league, match_id);
  if (whole === undefined) return err({ status: 404, error: `no match ${cut(match_id, 40)} in this league` });
  const told = forAnybody(whole);
  const head = { ...headOf(league), game_type: league.game_type };
  const pairing = pairingOf(league, match_id) as Pairing;
  const row = matchRow(shown, pairing, (await waitsIn(shown, [match_id])).get(match_id));
  const record = told.result === undefined ? err('') : await recordAt(recordsOf(shown), match_id, told.record_sha256);
  const names = new Map([told.player_a, told.player_b].map((id) => [id, nameIn(league, id)]));
  const story = storyOf(told, record, names);
  const { draw_commitment: commitment } = told;
  return ok({
    ...head,
    ...row,
    facts: [...factsIn(story)],
    draw: story.draw ?? (commitment === undefined ? null : { commitment, ...UNDECIDED_DRAW }),
    steps: story.steps.map((step, at) => ({ ...shownStep(step), ...(isOperator ? guardedAt(whole, at) : {}) })),
    steps_left_out: story.steps_left_out,
    messages: record.ok ? shownMessages(record.value) : null,
    record_missing: story.record_missing,
    frames: framesOf(shown, told),
    faults: story.faults.map(shownFault),
  });
}

function shownStep({ player_id, step, awaited, attempt, asked_ms, answered_ms, deadline_ms, fault }: StoryStep) {
  const why = fault === undefined ? null : `${fault.code} ${fault.sentence}`.trim();
  return { player_id, step, awaited, attempt, asked_ms, answered_ms, deadline_ms, fault: why };
}

/** How the strategy failed whose move at a place of the timeline a guard made; nothing where none did. */
function guardedAt({ result }: ToldMatch, at: number): Pick<MatchStep, 'guarded'> {
  const { guarded } = result?.details.timeline?.[at] ?? {};
  return guarded === undefined ? {} : { guarded };
}

/** A fault without its evidence. */
function shownFault({ player_id, cause, error_code, sentence, advice }: StoryFault) {
  return { player_id, cause, error_code, sentence, advice };
}

/** A move as it is shown: one that is too long is told by its beginning. */
export function shownMove(move: Json | undefined): Json {
  const told = publicWords(move ?? null);
  const text = JSON.stringify(told);
  return text.length > TOLD_LENGTH ? cut(text, TOLD_LENGTH) : told;
}

function shownMessages({ transcript, lifecycle }: MatchRecord): MatchDocument['messages'] {
  const begun = Date.parse(lifecycle.created_at);
  return transcript.map(({ message_type, timestamp, to = [], from = null, choice, error_code }) => ({
    at_ms: Math.max(0, Date.parse(timestamp) - begun),
    message_type,
    from,
    to: [...to],
    ...(choice === undefined ? {} : { move: shownMove(choice) }),
    ...(error_code === undefined ? {} : { error_code }),
  }));
}

/** Frames of a match at most; a longer one is told by its beginning. */
const MOST_FRAMES = 1_000;

/** The course of a decided match; boards where its game has one. */
function framesOf({ league, settings, boardsOf }: ShownLeague, told: ToldMatch): MatchDocument['frames'] {
  const { result, draw_seed, player_a, player_b } = told;
  if (result === undefined || draw_seed === undefined) return [];
  const moves = (result.details.moves ?? []).slice(0, MOST_FRAMES);
  const { options } = league.rules ?? settings.config;
  const match = { game_type: league.game_type, options, players: [player_a, player_b] as const, draw_seed };
  const boards = boardsOf?.(match, moves) ?? [];
  return [{}, ...moves].map((step, at) => ({
    step: at,
    moves: Object.fromEntries(Object.entries(step).map(([id, move]) => [id, shownMove(move)])),
    board: boards[at]?.map((row) => [...row]) ?? null,
  }));
}
