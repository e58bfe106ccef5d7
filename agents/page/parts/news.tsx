/** The news of a league: a list for the eyes, and now and then a sentence for the ears. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import { browser } from '../browser.ts';
import { linkTo } from '../router.ts';
import { source } from '../source.ts';
import { timeOfDay } from '../words.ts';
import { Badge, Empty } from './parts.tsx';

/** A league may decide a hundred matches a second, and a listener hears one sentence in so long. */
const SPEAK_EVERY_MS = 6_000;

/** The newest events, the newest first; `most` of them. */
export function News({ most }: { readonly most: number }) {
  const events = source().news.value.slice(-most).reverse();
  return (
    <section class="news" aria-labelledby="news">
      <h2 id="news">News</h2>
      {events.length === 0 ? <Empty>Nothing has happened yet.</Empty> : null}
      <ol>
        {events.map((event) => (
          <li key={event.sequence} class={event.is_trouble === true ? 'trouble' : ''}>
            <time dateTime={event.at}>{timeOfDay(event.at)}</time> <Told event={event} />
          </li>
        ))}
      </ol>
      <Spoken />
    </section>
  );
}

/** The event, leading to what it is about. */
function Told({ event }: { readonly event: PublicEvent }) {
  const { text, match_id, agent_id } = event;
  const href = match_id === undefined ? agentLink(agent_id) : linkTo('match', match_id);
  return (
    <>
      {event.is_trouble === true ? <Badge kind="bad">trouble</Badge> : null}{' '}
      {href === undefined ? <bdi>{text}</bdi> : <a href={href}>{text}</a>}
    </>
  );
}

function agentLink(agent_id: string | undefined): string | undefined {
  return agent_id?.startsWith('P') === true ? linkTo('player', agent_id) : undefined;
}

function Spoken() {
  const newest = source().news.value.at(-1)?.text ?? '';
  const said = useSignal('');
  const next = useRef(newest);
  next.current = newest;
  useEffect(() => {
    let cancel: () => void = () => undefined;
    const speak = () => {
      said.value = next.current;
      cancel = browser.after(SPEAK_EVERY_MS, speak);
    };
    cancel = browser.after(SPEAK_EVERY_MS, speak);
    return () => cancel();
  }, [said]);
  return (
    <p class="for-ears" aria-live="polite">
      {said.value}
    </p>
  );
}
