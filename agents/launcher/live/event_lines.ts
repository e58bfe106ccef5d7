/** The events of a league as lines for a screen that cannot be redrawn, a log or a pipe: never more than a person reads. */
import type { PublicEvent } from '../../../SHARED/contracts/api/league.ts';
import { printable } from '../output/text.ts';
import { isNews, type Looked } from './follower.ts';

/** Of events of one kind in one look so many are told one by one; more become one line. */
const EACH = 5;

/** What many events of a kind come to, in a sentence. */
const SUMS: { readonly [type: string]: (events: readonly PublicEvent[]) => string } = {
  agent_registered: (events) => `${events.length} agents registered, from ${endsOf(events)}.`,
  round_opened: (events) => `${events.length} rounds began, the last one is round ${events.at(-1)?.round_id}.`,
  round_closed: (events) => `${events.length} rounds are complete, the last one is round ${events.at(-1)?.round_id}.`,
  match_decided: (events) =>
    `${events.length} matches had faults, from ${events[0]?.match_id} to ${events.at(-1)?.match_id}.`,
};

/** The lines of a look, oldest first. */
export function eventLines({ events, missed }: Pick<Looked, 'events' | 'missed'>): readonly string[] {
  const news = events.filter(isNews);
  const kinds = Map.groupBy(news, ({ type }) => type);
  const told = news.flatMap((event) => {
    const kind = kinds.get(event.type) ?? [];
    if (kind.length <= EACH) return [lineOf(event, event.text)];
    const sum = SUMS[event.type]?.(kind) ?? `${kind.length} events like this one: ${event.text}`;
    return event === kind.at(-1) ? [lineOf(event, sum)] : [];
  });
  return [...(missed === 0 ? [] : [`${missed} earlier events were not seen.`]), ...told];
}

function lineOf({ at, is_trouble }: PublicEvent, text: string): string {
  return `${at.slice(11, 19)} ${is_trouble === true ? '! ' : ''}${printable(text)}`;
}

function endsOf(events: readonly PublicEvent[]): string {
  return `${events[0]?.agent_id} to ${events.at(-1)?.agent_id}`;
}
