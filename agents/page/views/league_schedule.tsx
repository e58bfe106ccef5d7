/** The schedule, round by round: who meets whom, what came of it and why. */
import type { LeagueDocument, MatchRow, RoundRow } from '../../../SHARED/contracts/api/league.ts';
import { Badge, type BadgeKind, Document, Empty, MatchLink, Pager, PlayerLink } from '../parts/parts.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { go, linkTo, place } from '../router.ts';
import { isSaved, useDocument } from '../source.ts';
import { counted, figure, matchState, wonBy } from '../words.ts';

const LIMIT = 50;
/** More rounds than this are chosen by number. */
const LISTED_ROUNDS = 200;

const COLUMNS: readonly Column<MatchRow>[] = [
  { name: 'Match', cell: ({ match_id }) => <MatchLink id={match_id} /> },
  { name: 'Players', isHead: true, cell: Players },
  {
    name: 'Points',
    isNumber: true,
    isExtra: true,
    cell: ({ score_a, score_b }) => (score_a === null ? '' : `${score_a} : ${score_b}`),
  },
  { name: 'What came of it', cell: MatchOutcome },
];

export function ScheduleTab({ league }: { readonly league: LeagueDocument }) {
  const rounds = useDocument('rounds', {}, { limit: LISTED_ROUNDS });
  // What is wrong where there are none, the matches say.
  const picked = rounds.value.document;
  const { round: chosen, from = '0' } = place.value.query;
  const round = Math.max(1, Math.trunc(Number(chosen)) || league.rounds.current || 1);
  const first = Math.max(0, Math.trunc(Number(from)) || 0);
  const page = useDocument(
    'schedule',
    {},
    // Before the start there is no round to ask for.
    { round: league.status === 'waiting' ? '' : round, limit: LIMIT, cursor: first === 0 ? '' : String(first) },
  );
  return (
    <section class="schedule" aria-label="Schedule">
      {picked === undefined || picked.total === 0 ? null : (
        <RoundPicker rounds={picked.rows} total={picked.total} round={round} />
      )}
      <Document of={page}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty>
              {league.status === 'waiting'
                ? 'The matches are drawn when the league starts.'
                : `Round ${round} has no matches yet.`}
            </Empty>
          ) : (
            <>
              <Table caption={`Round ${round}`} columns={COLUMNS} rows={rows} keyOf={({ match_id }) => match_id} />
              <Pager
                what={`round ${round}`}
                first={first}
                shown={rows.length}
                total={total}
                limit={LIMIT}
                hrefOf={(to) => linkTo('schedule', undefined, { round, from: to === 0 ? undefined : to })}
              />
            </>
          )
        }
      </Document>
    </section>
  );
}

interface RoundPickerProps {
  readonly rounds: readonly RoundRow[];
  readonly total: number;
  readonly round: number;
}

function RoundPicker({ rounds, total, round }: RoundPickerProps) {
  const to = (wanted: number) => linkTo('schedule', undefined, { round: wanted });
  const choose = ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
    go(to(Math.min(total, Math.max(1, Math.trunc(Number(value)) || 1))));
  return (
    <nav class="pager" aria-label="Rounds">
      <span class="where">
        <label for="round">Round</label>{' '}
        {total > LISTED_ROUNDS ? (
          <>
            <input id="round" type="number" min={1} max={total} value={round} onChange={choose} /> of {figure(total)}
          </>
        ) : (
          <select id="round" value={String(round)} onChange={choose}>
            {rounds.map((each) => (
              <option key={each.round_id} value={String(each.round_id)}>
                {`${each.round_id} – ${roundState(each)}`}
              </option>
            ))}
          </select>
        )}
      </span>
      {round > 1 ? (
        <a class="button" href={to(round - 1)}>
          Previous round
        </a>
      ) : null}
      {round < total ? (
        <a class="button" href={to(round + 1)}>
          Next round
        </a>
      ) : null}
    </nav>
  );
}

function roundState({ status, matches, decided }: RoundRow): string {
  if (status === 'COMPLETED') return `done, ${counted(matches, 'match', 'matches')}`;
  if (status === 'RUNNING') return `${isSaved() ? '' : 'being played, '}${decided} of ${matches} decided`;
  return 'to come';
}

function Players({ player_a, name_a, player_b, name_b, winner }: MatchRow) {
  return (
    <span class="pairing">
      <span class={winner === player_a ? 'winner' : ''}>
        <PlayerLink id={player_a} name={name_a} />
      </span>{' '}
      <span class="against">against</span>{' '}
      <span class={winner === player_b ? 'winner' : ''}>
        <PlayerLink id={player_b} name={name_b} />
      </span>
    </span>
  );
}

/** The result in words, with its reason. */
function MatchOutcome({ status, score_a, winner, termination, reason, waits_for }: MatchRow) {
  if (score_a !== null) {
    const isForfeit = termination !== null && termination !== 'normal';
    const word = wonBy({ winner, termination });
    return (
      <>
        <Badge kind={isForfeit ? 'bad' : 'plain'}>
          {isForfeit ? `${word}, ${termination.replaceAll('_', ' ')}` : word}
        </Badge>{' '}
        <span class="reason">{reason}</span>
      </>
    );
  }
  const kind: BadgeKind = status === 'RUNNING' && !isSaved() ? 'busy' : 'muted';
  return (
    <>
      <Badge kind={kind}>{matchState(status, isSaved())}</Badge>{' '}
      {waits_for.length === 0 ? null : <span class="reason">waiting for {waits_for.join(' and ')}</span>}
    </>
  );
}
