/** I5: no choice leaves a referee before both are in or the time is up, and no seed before the result is safe. */
import { agentIn, type TraceEvent } from '../trace.ts';
import { broken, type Case, type Check, isHonest, typeIn, type Violation } from './evidence.ts';
import { postsIn, type SeatOf, seatIn } from './seats.ts';

/** The names of the options go out with every call and every complaint, and give nothing away. */
const OPTIONS = /"valid_options":\[[^\]]*\]|is not one of: \w+, \w+|could be one of: \w+, \w+/g;
const CHOICE = /\b(even|odd)\b/i;
const FORFEIT = /"status": ?"TECHNICAL_LOSS"/;
/** Stands for a player where both have chosen: from then on nothing is secret. */
const BOTH = 'both';
const CALL = 'CHOOSE_PARITY_CALL';

export const secrecy: Check = (of) => {
  /** By life and match: the only player that has chosen so far, or both. */
  const lonely = new Map<string, string>();
  /** By life, match and assignment: what is over there, where a choice may still be said again. */
  const reported = new Set<string>();
  const posts = postsIn(of.events);
  const decidedAt = new Map<string, number>();
  for (const { event, end } of of.ledger) if (event.type === 'match_decided') decidedAt.set(event.match_id, end);
  for (const [i, event] of of.events.entries()) {
    if (event.kind === 'heard' && isHonest(of, event.life)) noteChoice(of, event, lonely, reported);
    if (event.kind === 'arrived' && posts.size > 0 && isHonest(of, event.life)) {
      const post = posts.get(`${event.call}/${event.copy}`);
      if (post !== undefined && CHOICE.test(post.text)) note(event.life, post, lonely, reported);
    }
    const leaked = lonely.size === 0 ? undefined : leakIn(event, lonely);
    if (leaked !== undefined) return leaked;
    const early = event.kind === 'sent' ? seedIn(event, decidedAt, of.safe[i] ?? 0) : undefined;
    if (early !== undefined) return early;
    if (event.kind === 'sent' && typeIn(event.text) === 'MATCH_RESULT_REPORT') {
      const { match_id, epoch } = seatIn(event.text);
      lonely.delete(`${event.life} ${match_id}`);
      reported.add(`${event.life} ${match_id} ${epoch}`);
    }
  }
  return undefined;
};

function noteChoice(
  { sent }: Case,
  { call, life, text }: Extract<TraceEvent, { kind: 'heard' }>,
  lonely: Map<string, string>,
  reported: ReadonlySet<string>,
): void {
  const asked = sent.get(call);
  if (asked === undefined || typeIn(asked.text) !== CALL || text === undefined || !CHOICE.test(text)) return;
  note(life, seatIn(asked.text), lonely, reported);
}

function note(
  life: string,
  { match_id, epoch, player_id: player }: SeatOf,
  lonely: Map<string, string>,
  reported: ReadonlySet<string>,
): void {
  if (reported.has(`${life} ${match_id} ${epoch}`)) return;
  const key = `${life} ${match_id}`;
  const first = lonely.get(key);
  if (first === undefined) lonely.set(key, player);
  else if (first !== player) lonely.set(key, BOTH);
}

/** A choice in anything a referee says or writes while another is still to come. */
function leakIn(event: TraceEvent, lonely: ReadonlyMap<string, string>): Violation | undefined {
  if (event.kind !== 'sent' && event.kind !== 'answered' && event.kind !== 'wrote') return undefined;
  const { text, life, at } = event;
  if (text === undefined || !CHOICE.test(text)) return undefined;
  const rest = text.replaceAll(OPTIONS, '');
  if (!CHOICE.test(rest) || typeIn(rest) === 'MATCH_RESULT_REPORT') return undefined;
  for (const [key, player] of lonely) {
    const [referee, match_id] = key.split(' ') as [string, string];
    if (referee !== life || player === BOTH) continue;
    // Where a player was given up, I6 says whether its time was up.
    const isLeak = (each: string) => each.includes(`"${match_id}"`) && CHOICE.test(each) && !FORFEIT.test(each);
    const line = rest.split('\n').find(isLeak);
    if (line !== undefined)
      return broken('I5', `${life} let the choice of ${player} in ${match_id} out at ${at}: ${line.slice(0, 300)}`);
  }
  return undefined;
}

/** The seed of a match, on its way to a player, before its result is safe. */
function seedIn(
  { text, to, life, at }: Extract<TraceEvent, { kind: 'sent' }>,
  decidedAt: ReadonlyMap<string, number>,
  safe: number,
): Violation | undefined {
  if (!text.includes('"draw_seed":"') || typeIn(text) === 'RUN_MATCH' || agentIn(life).startsWith('P'))
    return undefined;
  for (const [, match_id = ''] of text.matchAll(/"match_id":"(\w+)"(?:(?!"match_id").)*?"draw_seed":"\w+"/g)) {
    if ((decidedAt.get(match_id) ?? Number.POSITIVE_INFINITY) > safe)
      return broken('I5', `${life} told ${to} the seed of ${match_id} at ${at} before its result was safe`);
  }
  return undefined;
}
