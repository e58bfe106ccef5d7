/** The head of the league: what is played, how far it is, how long it will take, and its champion. */
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { useManagerTime } from '../parts/connection.tsx';
import { Facts, PlayerLink } from '../parts/parts.tsx';
import { isSaved } from '../source.ts';
import { counted, duration, figure, roughly, sentence, stateOf } from '../words.ts';

export function LeagueHead({ league }: { readonly league: LeagueDocument }) {
  const { game } = league;
  return (
    <header class="head">
      <h1 tabIndex={-1}>
        <bdi>{league.display_name}</bdi>
      </h1>
      <p class="game">
        <strong>{game.display_name}.</strong> {sentence(game.description)}
      </p>
      <State league={league} />
      <LeagueFacts league={league} />
    </header>
  );
}

/** How far the league is: a sentence, and a bar where the number of matches is known. */
export function State({ league }: { readonly league: LeagueDocument }) {
  const { champion, leader, matches, status, paused } = league;
  const kind = status === 'running' && (paused !== null || isSaved()) ? 'paused' : status;
  return (
    <div class={`state ${kind}`}>
      <p class="sentence">{stateOf(league, isSaved())}</p>
      {champion === null ? null : (
        <p class="champion">
          <Crown /> <span>Champion:</span> <PlayerLink id={champion.player_id} name={champion.display_name} />
          {leader?.player_id === champion.player_id ? <small> with {counted(leader.points, 'point')}</small> : null}
        </p>
      )}
      <Leader league={league} />
      {matches.total === null || status !== 'running' ? null : (
        <progress
          value={matches.decided}
          max={Math.max(1, matches.total)}
          aria-label={`${matches.decided} of ${matches.total} matches decided`}
        />
      )}
    </div>
  );
}

/** Who leads and by how much, or who share the first place; of a champion that is first alone it says nothing more. */
function Leader({ league: { champion, leader, first_place, scoring } }: { readonly league: LeagueDocument }) {
  if (leader === null) return null;
  if (champion !== null) return first_place === null ? null : <p class="leader">First by id alone: {first_place}</p>;
  const points = `with ${counted(leader.points, 'point')}`;
  if (first_place === null)
    return (
      <p class="leader">
        <PlayerLink id={leader.player_id} name={leader.display_name} /> leads {points}
      </p>
    );
  return (
    <p class="leader">
      {first_place}
      {scoring.tiebreakers.includes('points') ? `, ${points} each` : ''}
    </p>
  );
}

function LeagueFacts({ league }: { readonly league: LeagueDocument }) {
  const { rounds, matches, status, started_at, closed_at, remaining_sec, now } = league;
  const time = useManagerTime(league);
  if (status === 'waiting') return <WaitingFacts league={league} />;
  const ofTotal = (count: number, total: number | null) =>
    total === null ? figure(count) : `${figure(count)} of ${figure(total)}`;
  const end = closed_at === null ? time : Date.parse(closed_at);
  const elapsed = started_at === null ? undefined : (end - Date.parse(started_at)) / 1_000;
  const left = remaining_sec === null ? undefined : remaining_sec - (time - Date.parse(now)) / 1_000;
  return (
    <Facts
      facts={[
        ['Rounds done', ofTotal(rounds.closed, rounds.total)],
        ['Matches decided', ofTotal(matches.decided, matches.total)],
        ...(status === 'running' && !isSaved()
          ? [['Being played', figure(matches.running - matches.queued)] as const]
          : []),
        ...(matches.queued > 0
          ? [[league.paused === null ? 'Waiting for a referee' : 'Held', figure(matches.queued)] as const]
          : []),
        ...(elapsed === undefined ? [] : [[status === 'completed' ? 'Took' : 'So far', duration(elapsed)] as const]),
        ...(left === undefined || status !== 'running' || league.paused !== null || isSaved()
          ? []
          : [['Time left', roughly(left)] as const]),
        ['Players', figure(league.players)],
        ['Forfeits', figure(league.technical_losses)],
        ['Violations', figure(league.violations)],
      ]}
    />
  );
}

/** What a player who comes now has to know. */
function WaitingFacts({ league: { players, referees, deadlines } }: { readonly league: LeagueDocument }) {
  return (
    <Facts
      facts={[
        ['Players', figure(players)],
        ['Referees', figure(referees)],
        ...(deadlines === null
          ? []
          : ([
              ['Time to accept', duration(deadlines.join_sec)],
              ['Time for a move', duration(deadlines.move_sec)],
            ] as const)),
      ]}
    />
  );
}

/** A crown beside the word; the word says it. */
export function Crown() {
  return (
    <svg class="crown" viewBox="0 0 24 18" aria-hidden="true">
      <path d="M1 4l6 5 5-8 5 8 6-5-2 13H3z" />
    </svg>
  );
}
