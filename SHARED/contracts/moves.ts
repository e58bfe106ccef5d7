/**
 * The words for "your move?" and "here it is", per game type. Rules know no messages and referees know no
 * games; this table is where the two vocabularies meet.
 */
import { didYouMean } from '../core/did_you_mean.ts';
import { canonicalJson, cut, isJsonObject, type Json, type JsonObject, parseJson, sameJson } from '../core/json.ts';
import { type ErrorCode, type Refusal, refusal } from './errors.ts';
import type { Message } from './index.ts';

/** A call for a move, of any game. */
export interface MoveQuestion {
  readonly league_id: string;
  readonly round_id: number;
  readonly match_id: string;
  readonly player_id: string;
  readonly game_type: string;
  readonly opponent_id: string;
  readonly your_standings: {
    readonly wins: number;
    readonly losses: number;
    readonly draws: number;
    readonly points?: number;
  };
  readonly step: number;
  readonly view: Json;
  readonly options: readonly Json[];
  readonly deadline: string;
  readonly assignment_epoch: number;
}

/** The message types that ask for a move. */
export type CallType = 'CHOOSE_PARITY_CALL' | 'GAME_MOVE_CALL';
/** The message types that bring one. */
export type MoveAnswerType = 'CHOOSE_PARITY_RESPONSE' | 'GAME_MOVE_RESPONSE';

/** How one game's moves are asked for, given and recorded. */
export interface MoveWords {
  readonly call: CallType;
  readonly answer: MoveAnswerType;
  /** The code for a move that is not among the options. */
  readonly invalid: ErrorCode;
  /** The name of a move in transcripts and logs, and of its field there (spec 004). */
  readonly record: { readonly message_type: string; readonly field: string };
  /** Names of the outcome's facts, which stand as null in the record of a match that was not played out. */
  readonly facts: readonly string[];
  callBody(question: MoveQuestion): JsonObject;
  answerBody(question: MoveQuestion, move: Json): JsonObject;
}

const parity: MoveWords = {
  call: 'CHOOSE_PARITY_CALL',
  answer: 'CHOOSE_PARITY_RESPONSE',
  invalid: 'E004',
  record: { message_type: 'PARITY_CHOICE', field: 'choice' },
  facts: ['drawn_number', 'number_parity'],
  callBody: (q) => ({
    ...where(q),
    context: { opponent_id: q.opponent_id, round_id: q.round_id, your_standings: { ...q.your_standings } },
    valid_options: q.options,
    deadline: q.deadline,
    assignment_epoch: q.assignment_epoch,
  }),
  answerBody: (q, move) => ({ match_id: q.match_id, player_id: q.player_id, parity_choice: move }),
};

const general: MoveWords = {
  call: 'GAME_MOVE_CALL',
  answer: 'GAME_MOVE_RESPONSE',
  invalid: 'E022',
  record: { message_type: 'GAME_MOVE', field: 'choice' },
  facts: [],
  callBody: (q) => ({
    ...where(q),
    step: q.step,
    move_request: {
      move_type: q.game_type,
      valid_options: q.options,
      context: {
        opponent_id: q.opponent_id,
        round_id: q.round_id,
        your_standings: { ...q.your_standings },
        view: q.view,
      },
    },
    deadline: q.deadline,
    assignment_epoch: q.assignment_epoch,
  }),
  answerBody: (q, move) => ({
    match_id: q.match_id,
    player_id: q.player_id,
    step: q.step,
    move_data: { move_type: q.game_type, choice: move },
  }),
};

/** The game that is meant where none is named: spec 004's history file knows only one. */
export const UNNAMED_GAME = 'even_odd';

const WORDS: ReadonlyMap<string, MoveWords> = new Map([[UNNAMED_GAME, parity]]);

/** The games that have words of their own. */
export const GAMES_WITH_WORDS: readonly string[] = [...WORDS.keys()];

/** The words of a game; every game without words of its own uses the general pair. */
export function wordsFor(game_type: string): MoveWords {
  return WORDS.get(game_type) ?? general;
}

/** The fields that hold a move: a player that was asked for one may use any of them, also the word of another game. */
export const MOVE_FIELDS: readonly string[] = ['parity_choice', 'choice', 'move_data'];

/** The move in an answer of either pair, or undefined when there is none. */
export function moveIn(answer: JsonObject): Json | undefined {
  if (answer['parity_choice'] !== undefined) return answer['parity_choice'];
  const data = answer['move_data'];
  return isJsonObject(data) ? data['choice'] : undefined;
}

/** A move as models and people read and write it: words as they are, anything else as JSON. */
export function moveText(move: Json): string {
  return typeof move === 'string' ? move : JSON.stringify(move);
}

/**
 * The legal move that is meant by a client, a model or a person. They write numbers and objects as texts, and texts as
 * numbers or in capitals: a text counts that says exactly one legal move; undefined where it says none or several.
 */
export function legalMove(given: Json, moves: readonly Json[]): Json | undefined {
  const exact = moves.find((move) => sameJson(move, given));
  if (exact !== undefined) return exact;
  const said = typeof given === 'string' ? parseJson(given) : undefined;
  const spelt = spelled(given);
  const meant = moves.filter((move) => spelled(move) === spelt || (said?.ok === true && sameJson(move, said.value)));
  return meant.length === 1 ? meant[0] : undefined;
}

function spelled(move: Json): string {
  return (typeof move === 'string' ? move.trim() : canonicalJson(move)).toLowerCase();
}

/** The number of the call that a posted answer belongs to, if it names one. */
export function stepIn(answer: JsonObject): number | undefined {
  return typeof answer['step'] === 'number' ? answer['step'] : undefined;
}

/** The question in a call of either pair, as a player reads it. */
export function questionIn(call: Message<'CHOOSE_PARITY_CALL'> | Message<'GAME_MOVE_CALL'>): MoveQuestion {
  const common = {
    league_id: call.league_id ?? '',
    match_id: call.match_id,
    player_id: call.player_id,
    game_type: call.game_type,
    deadline: call.deadline,
    assignment_epoch: call.assignment_epoch ?? 1,
  };
  if ('move_request' in call) {
    const { context, valid_options } = call.move_request;
    return {
      ...common,
      ...asked(context),
      step: call.step,
      view: context.view as Json,
      options: valid_options as readonly Json[],
    };
  }
  return { ...common, ...asked(call.context), step: 1, view: {}, options: call.valid_options ?? ['even', 'odd'] };
}

function asked(context: Message<'CHOOSE_PARITY_CALL'>['context']) {
  return { opponent_id: context.opponent_id, round_id: context.round_id, your_standings: context.your_standings };
}

function where(q: MoveQuestion): JsonObject {
  return {
    league_id: q.league_id,
    round_id: q.round_id,
    match_id: q.match_id,
    player_id: q.player_id,
    game_type: q.game_type,
  };
}

/** Names with the words of the first game in them: the referee, which knows no game, takes them from here. */
export const MOVE_TAKEN = 'handleChooseParityResponse';
export const MOVE_TIMED_OUT = 'handleChooseParityTimeout';

const ENVELOPE_FIELDS = ['protocol', 'message_type', 'sender', 'timestamp', 'conversation_id', 'auth_token'] as const;
/** Fields of an answer that go without saying: where it lacks them, the request's count. */
export const BASE_FIELDS = ['league_id', 'round_id', 'match_id', 'player_id', 'query_type'] as const;

/** The most fields of a stranger's reply that a sentence shows. */
const FIELDS_SHOWN = 5;
const FIELD_LENGTH = 40;

/** The fields that are taken for these: a move may stand in the field of any game. */
export function takenFor(fields: readonly string[]): readonly string[] {
  return fields.some((field) => MOVE_FIELDS.includes(field)) ? MOVE_FIELDS : fields;
}

/** Whether a move is awaited and its field is not there under any name; one that is there and empty is a choice of nothing. */
export function lacksMove(words: JsonObject, ownFields: readonly string[]): boolean {
  const isMove = ownFields.some((field) => MOVE_FIELDS.includes(field));
  return isMove && (moveIn(words) ?? null) === null;
}

/** Whether a body has the field of a move, under any name. */
export function hasMove(body: JsonObject): boolean {
  return MOVE_FIELDS.some((field) => body[field] !== undefined);
}

/** The fields of a reply that are not those of every answer. */
export function ownKeys(body: JsonObject): readonly string[] {
  const known: readonly string[] = [...ENVELOPE_FIELDS, ...BASE_FIELDS, 'step', 'status'];
  return Object.keys(body).filter((key) => !known.includes(key) && !MOVE_FIELDS.includes(key));
}

/** The field that an answer lacks, and the one that was meant for it: its values are not told, as they may be a choice. */
export function lacks(body: JsonObject, ownFields: readonly string[]): Refusal {
  const [own = ''] = ownFields;
  const keys = ownKeys(body);
  const slip = keys
    .slice(0, 20)
    .map((key) => ({ key, meant: didYouMean(cut(key, FIELD_LENGTH).replaceAll(/[\s-]/g, '_'), takenFor(ownFields)) }))
    .find(({ meant }) => meant !== undefined);
  const named = (slip === undefined ? keys : [slip.key]).slice(0, FIELDS_SHOWN).map((key) => cut(key, FIELD_LENGTH));
  const has = named.length === 0 ? 'nothing of its own' : named.join(', ');
  const hint = slip === undefined ? '' : `: did you mean ${slip.meant}?`;
  return refusal('E003', `the answer has no field ${own} (it has ${has}${hint})`);
}
