/** One match: who met whom, how it ended and why, the draw with its check, and every step of it. */
import type { ComponentChildren } from 'preact';
import type { MatchDocument } from '../../../SHARED/contracts/api/one.ts';
import { checkedDraw, type DrawCheck } from '../model/match_draw.ts';
import { Badge, type BadgeKind, Document, Facts, PlayerLink, useTitle } from '../parts/parts.tsx';
import { linkTo } from '../router.ts';
import { isSaved, useDocument } from '../source.ts';
import { matchState } from '../words.ts';
import { Course } from './match_course.tsx';
import { nameIn } from './match_position.tsx';

/** The view of a match. */
export function MatchView({ match_id }: { readonly match_id: string }) {
  useTitle(`Match ${match_id}`);
  return (
    <article class="match">
      <h1 tabIndex={-1}>Match {match_id}</h1>
      <Document of={useDocument('match', { match_id })}>
        {(match) => (
          <>
            <Head match={match} />
            <Faults match={match} />
            <Course key={match.status} match={match} />
            <Draw match={match} />
          </>
        )}
      </Document>
    </article>
  );
}

function Head({ match }: { readonly match: MatchDocument }) {
  const { round_id, referee_id, status, score_a, score_b, waits_for, reason } = match;
  const told = match.facts.filter((fact) => !SHOWN_ELSEWHERE.has(fact.name) && !isData(fact) && fact.text !== reason);
  return (
    <>
      <p class="crumbs">
        <a href={linkTo('schedule', undefined, { round: round_id })}>Round {round_id}</a>
        {referee_id !== null && <>, run by referee {referee_id}</>}
      </p>
      <div class="meeting">
        <Seat match={match} id={match.player_a} />
        <p class="score">
          {score_a ?? '–'} <span aria-hidden="true">:</span>
          <span class="for-ears"> to </span> {score_b ?? '–'}
        </p>
        <Seat match={match} id={match.player_b} />
      </div>
      <p class="lead" aria-live="polite">
        <Badge kind={KINDS[status]}>{matchState(status, isSaved())}</Badge> {reason ?? sentenceOn(status)}
        {waits_for.length > 0 && ` The referee waits for ${waits_for.map((id) => nameIn(match, id)).join(' and ')}.`}
      </p>
      {told.length > 0 && <Facts facts={told.map(({ name, text }) => [name, text] as const)} />}
      {match.record_missing !== null && <p class="note">Its messages are not shown: {match.record_missing}</p>}
    </>
  );
}

/** State and reason stand above, the draw below. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['State', 'Draw', '']);

/** Whether the facts of a game are a board or a list of rounds: those are shown step by step. */
function isData({ name, text }: MatchDocument['facts'][number]): boolean {
  return name === 'Facts' && /[[{]/.test(text);
}

function Seat({ match, id }: { readonly match: MatchDocument; readonly id: string }) {
  const { status, winner } = match;
  const isForfeit = match.faults.some(({ player_id }) => player_id === id);
  const [word, kind] = outcomeOf(winner, id, isForfeit);
  return (
    <p class="seat">
      <PlayerLink id={id} name={nameIn(match, id)} />
      {status === 'DECIDED' && <Badge kind={kind}>{word}</Badge>}
    </p>
  );
}

function outcomeOf(winner: string | null, id: string, isForfeit: boolean): readonly [string, BadgeKind] {
  if (winner === id) return ['won', 'good'];
  if (isForfeit) return ['forfeited', 'bad'];
  return [winner === null ? 'drawn' : 'lost', 'plain'];
}

type Status = MatchDocument['status'];
const KINDS: { readonly [S in Status]: BadgeKind } = {
  ...{ SCHEDULED: 'muted', QUEUED: 'muted', RUNNING: 'busy', PAUSED: 'muted', DECIDED: 'good' },
  ...{ LATE_PLACE: 'muted', NOT_PLAYED: 'bad', CAME_LATER: 'muted' },
};
function sentenceOn(status: Status): string {
  return isSaved() && status === 'RUNNING' ? 'It was under way when this page was saved.' : SENTENCES[status];
}

const SENTENCES: { readonly [S in Status]: string } = {
  SCHEDULED: 'It has not begun.',
  QUEUED: 'It begins when a referee takes it.',
  RUNNING: 'Moves, times and seed are shown here once it is decided.',
  PAUSED: 'It waits until the league goes on.',
  DECIDED: '',
  LATE_PLACE: 'It waits for a late-comer: nobody has taken a place of it yet.',
  NOT_PLAYED: 'It will not be played: a player of it was removed.',
  CAME_LATER: 'It was not played: a player of it came later.',
};

function Faults({ match }: { readonly match: MatchDocument }) {
  if (match.faults.length === 0) return null;
  return (
    <section class="faults" aria-labelledby="faults">
      <h2 id="faults">What went wrong</h2>
      {match.faults.map(({ player_id, error_code, sentence, advice }) => (
        <div key={player_id} class="fault">
          <p class="wrong">
            ✕ <PlayerLink id={player_id} name={nameIn(match, player_id)} />
            {error_code !== null && <code> {error_code}</code>}
          </p>
          <p>{sentence}</p>
          <p>
            <b>What to change:</b> {advice}
          </p>
        </div>
      ))}
    </section>
  );
}

/** What this page was shown of matches that were not decided yet; forgotten with the page. */
const promises = new Map<string, string>();
const CHECKS: { readonly [V in DrawCheck['verdict']]: readonly [BadgeKind, string] } = {
  none: ['muted', 'not made yet'],
  promised: ['plain', 'promised'],
  unknown: ['plain', 'not checked'],
  checked: ['good', 'as promised'],
  forged: ['bad', 'NOT as promised'],
};

function Draw({ match }: { readonly match: MatchDocument }) {
  const { verdict, text } = checkedDraw(match, promises);
  const [kind, word] = CHECKS[verdict];
  const facts: (readonly [string, ComponentChildren])[] = [];
  if (match.draw !== null) facts.push(['Commitment', <code key="c">{match.draw.commitment}</code>]);
  if (match.draw !== null && match.draw.seed !== null) {
    const { seed, told_commitment: told } = match.draw;
    facts.push(['Told to the players', told === null ? 'not known here' : <code key="t">{told}</code>]);
    facts.push(['Seed', <code key="s">{seed}</code>]);
  }
  return (
    <section class="draw" aria-labelledby="draw">
      <h2 id="draw">The draw</h2>
      <p aria-live="polite">
        <Badge kind={kind}>{word}</Badge> {text}
      </p>
      <Facts facts={facts} />
      <details>
        <summary>How it is checked</summary>
        <p>
          Before a round begins every match has a secret seed, and its players are told the commitment: SHA-256 over the
          bytes of the seed and the match id <code>{match.match_id}</code>. Afterwards the seed is told, and this page
          computes the commitment again and holds it against what the players were told, which the record of the match
          has, and against what this page itself saw before: another seed would give another one.
        </p>
      </details>
    </section>
  );
}
