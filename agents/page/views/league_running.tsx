/** The matches under way: who plays whom, and who is waited for; apart from them those that wait themselves. */
import type { MatchRow } from '../../../SHARED/contracts/api/league.ts';
import { Badge, Empty, MatchLink, PlayerLink } from '../parts/parts.tsx';
import { linkTo } from '../router.ts';
import { isSaved, useDocument } from '../source.ts';
import { figure } from '../words.ts';

/** The most of them at once; the schedule has all. */
const MATCHES = 6;

/** The first matches under way, each with its players and those whose answer is awaited; nothing while that is not known. */
export function Running() {
  const { document: known } = useDocument('matches', {}, { status: 'RUNNING', limit: MATCHES }).value;
  if (known === undefined) return null;
  const { rows, total } = known;
  const played = rows.filter(({ status }) => status === 'RUNNING');
  const waiting = rows.filter(({ status }) => status !== 'RUNNING');
  return (
    <>
      <section aria-labelledby="running">
        <h2 id="running">{isSaved() ? 'Not decided when it was saved' : 'Being played'}</h2>
        {played.length === 0 ? <Empty>No match at this moment.</Empty> : <Matches rows={played} />}
      </section>
      {waiting.length === 0 ? null : (
        <section aria-labelledby="queued">
          <h2 id="queued">{waiting[0]?.status === 'PAUSED' ? 'Held by the pause' : 'Waiting for a referee'}</h2>
          <Matches rows={waiting} />
        </section>
      )}
      {total > rows.length ? (
        <p>
          and <a href={linkTo('schedule')}>{figure(total - rows.length)} more</a>
        </p>
      ) : null}
    </>
  );
}

function Matches({ rows }: { readonly rows: readonly MatchRow[] }) {
  return (
    <ul class="running">
      {rows.map((row) => (
        <RunningMatch key={row.match_id} row={row} />
      ))}
    </ul>
  );
}

function RunningMatch({ row }: { readonly row: MatchRow }) {
  const { match_id, player_a, name_a, player_b, name_b, waits_for } = row;
  return (
    <li>
      <MatchLink id={match_id} /> <PlayerLink id={player_a} name={name_a} /> against{' '}
      <PlayerLink id={player_b} name={name_b} />{' '}
      {waits_for.length === 0 ? null : <Badge kind="busy">waiting for {waits_for.join(' and ')}</Badge>}
    </li>
  );
}
