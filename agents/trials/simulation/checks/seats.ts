/** The requests to every seat and its answers, as the wires carried them: by reply, or by a post of its own. */
import { canonicalType } from '../../../../SHARED/contracts/dialects/spellings.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../../SHARED/core/json.ts';
import { agentIn, type TraceEvent } from '../trace.ts';
import { fieldIn, typeIn } from './evidence.ts';

/** The questions of a referee, with what is awaited from the player. */
const AWAITED: ReadonlyMap<string | undefined, string> = new Map([
  ['GAME_INVITATION', 'GAME_JOIN_ACK'],
  ['CHOOSE_PARITY_CALL', 'CHOOSE_PARITY_RESPONSE'],
  ['GAME_MOVE_CALL', 'GAME_MOVE_RESPONSE'],
]);
/** The messages that players may post. */
const ANSWERS: ReadonlySet<string | undefined> = new Set(AWAITED.values());

/** One player in one assignment of a match. */
export interface SeatOf {
  readonly referee_id: string;
  readonly match_id: string;
  readonly player_id: string;
  readonly epoch: number;
}

/** One question to a seat, with everything that came back. */
export interface SeatQuestion extends SeatOf {
  /** The process that asked. */
  readonly life: string;
  readonly at: number;
  readonly awaited: string;
  /** The method it was asked by. */
  readonly method: string;
  /** Its id, and whether nothing else was carried by its connection. */
  readonly id: string | undefined;
  readonly alone: boolean;
  /** The texts that may have answered it, in the order they came. */
  readonly texts: string[];
  /** Those of them that came by a post, which has an id of its own. */
  readonly posted: Set<string>;
  /** Whether the line was ended instead of an answer. */
  hungUp?: true;
  /** When a good answer reached the referee's machine. */
  answered?: number;
  /** When a mere acknowledgement did. */
  acknowledged?: number;
}

/** An answer that came by itself and was not refused. */
export interface Post extends SeatOf {
  readonly awaited: string;
  readonly text: string;
}

/** The seat that a text of a referee is for. */
export function seatIn(text: string): SeatOf {
  return {
    referee_id: fieldIn(text, 'sender')?.replace('referee:', '') ?? '',
    match_id: fieldIn(text, 'match_id') ?? '',
    player_id: fieldIn(text, 'player_id') ?? '',
    epoch: Number(/"assignment_epoch":(\d+)/.exec(text)?.[1] ?? 1),
  };
}

/** The accepted posts of players, by call and copy as they arrived: whose they are is proved by the conversation. */
export function postsIn(events: readonly TraceEvent[]): ReadonlyMap<string, Post> {
  const posts = new Map<number, Post>();
  const seats = new Map<string, string>();
  const accepted = new Map<string, Post>();
  for (const event of events) {
    if (event.kind === 'sent') {
      const type = canonicalType(typeIn(event.text));
      const conversation = AWAITED.has(type) || ANSWERS.has(type) ? (fieldIn(event.text, 'conversation_id') ?? '') : '';
      const awaited = isOfPlayer(event) && ANSWERS.has(type) ? type : undefined;
      const question = seats.get(conversation);
      if (awaited !== undefined && question !== undefined)
        posts.set(event.call, { ...seatIn(question), awaited, text: event.text });
      else if (AWAITED.has(type) && awaited === undefined) seats.set(conversation, event.text);
    } else if (posts.size === 0) continue;
    else if (event.kind === 'arrived') {
      const post = posts.get(event.call);
      if (post !== undefined) accepted.set(`${event.call}/${event.copy}`, post);
    } else if (event.kind === 'answered' && isRefusal(event.text ?? '')) accepted.delete(`${event.call}/${event.copy}`);
  }
  return accepted;
}

/** Whether a player sent a text: one that sends a question back asks nobody. */
function isOfPlayer({ life }: { readonly life: string }): boolean {
  return agentIn(life).startsWith('P');
}

/** Whether a reply says no: by an error of JSON-RPC, or by a GAME_ERROR, also where that is the text of a tool. */
export function isRefusal(answer: string): boolean {
  return answer.includes('"error":{') || (typeIn(answer) ?? meantIn(answer)?.['message_type']) === 'GAME_ERROR';
}

/** By match and player, then in order: every question, with what was said to it. */
export function questionsIn(events: readonly TraceEvent[]): ReadonlyMap<string, readonly SeatQuestion[]> {
  const posts = postsIn(events);
  const all = new Map<string, SeatQuestion[]>();
  const open = new Map<number, SeatQuestion>();
  for (const event of events) {
    if (event.kind === 'sent') {
      const awaited = AWAITED.get(typeIn(event.text));
      if (awaited === undefined || isOfPlayer(event)) continue;
      const { life, at, alone = false } = event;
      const asked: SeatQuestion = {
        ...seatIn(event.text),
        life,
        at,
        awaited,
        method: fieldIn(event.text, 'method') ?? '',
        id: idIn(event.text),
        alone,
        texts: [],
        posted: new Set(),
      };
      open.set(event.call, asked);
      const key = seatKey(asked);
      const before = all.get(key);
      if (before === undefined) all.set(key, [asked]);
      else before.push(asked);
    } else if (event.kind === 'heard') {
      const asked = open.get(event.call);
      if (asked === undefined || event.text === undefined) continue;
      asked.texts.push(event.text);
      if (isGood(event.text, asked)) asked.answered = event.landed;
      else if (event.text.includes('"result":{"status":"ACK"}')) asked.acknowledged = event.landed;
    } else if (event.kind === 'failed') {
      const asked = open.get(event.call);
      if (asked !== undefined && event.code === 'UNREACHABLE') asked.hungUp = true;
    } else if (event.kind === 'arrived' && posts.size > 0) {
      const post = posts.get(`${event.call}/${event.copy}`);
      if (post === undefined) continue;
      const { awaited, epoch, text } = post;
      const asked = all.get(seatKey(post))?.findLast((each) => each.awaited === awaited && each.epoch === epoch);
      asked?.texts.push(text);
      asked?.posted.add(text);
    }
  }
  return all;
}

/** The key of a request's referee, match and player. */
export function seatKey({ referee_id, match_id, player_id }: Omit<SeatOf, 'epoch'>): string {
  return `${referee_id} ${match_id} ${player_id}`;
}

/** Whether a text may count as the answer: it has the id of the question, or nothing else can have come by the same connection. */
export function isOwn(text: string, { id, alone, posted }: SeatQuestion): boolean {
  return alone || posted.has(text) || idIn(text) === undefined || idIn(text) === id;
}

/** The id at the end of an envelope; undefined where there is none. */
function idIn(text: string): string | undefined {
  return /"id":("[^"]*"|\d+|null)\}$/.exec(text)?.[1];
}

function isGood(text: string, asked: SeatQuestion): boolean {
  const said = isOwn(text, asked) && !isRefusal(text) ? meantIn(text) : undefined;
  if (said === undefined) return false;
  if (asked.awaited === 'GAME_JOIN_ACK') return said['accept'] === true;
  if (asked.awaited === 'GAME_MOVE_RESPONSE') return true;
  return said['parity_choice'] === 'even' || said['parity_choice'] === 'odd';
}

/** The content of a player's text in the words of the documents, whatever habits its player has. */
export function meantIn(text: string): JsonObject | undefined {
  const said = saidIn(text);
  if (said === undefined) return undefined;
  const { content, data } = said;
  const told = /^\[\{"type":"text","text":/.test(JSON.stringify(content ?? '')) ? toldIn(content as Told) : said;
  const body = isJsonObject(data) ? data : told;
  const { accept, accepted, status, parity_choice, choice } = body;
  const joins = accept ?? accepted ?? (status === 'ACK' ? true : undefined);
  const move = parity_choice ?? choice;
  return {
    ...body,
    ...(joins === undefined ? {} : { accept: joins }),
    ...(move === undefined ? {} : { parity_choice: move }),
  };
}

type Told = readonly [{ readonly text: string }];

function toldIn([{ text }]: Told): JsonObject {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

/** The message in a text of a player; undefined when it says nothing that can be read. */
export function saidIn(text: string): JsonObject | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const said: Json | undefined = parsed.value['result'] ?? parsed.value['params'];
  return isJsonObject(said) ? said : undefined;
}
