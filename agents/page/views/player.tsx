/** One player: its place, its results, how fast it answers, and what went wrong. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PlayerDocument } from '../../../SHARED/contracts/api/one.ts';
import { Badge, type BadgeKind, Document, Empty, Facts, MatchLink, PlayerLink, useTitle } from '../parts/parts.tsx';
import { Table } from '../parts/table.tsx';
import { isSaved, useDocument } from '../source.ts';
import { bothForfeited, OUTCOMES } from '../words.ts';
import { AgentState, speechOf } from './agents.tsx';
import { moveText } from './match_position.tsx';
import { Times } from './player_times.tsx';

/** The view of a player. */
export function PlayerView({ player_id }: { readonly player_id: string }) {
  const shown = useDocument('player', { player_id });
  const name = shown.value.document?.row.display_name;
  useTitle(name === undefined ? `Player ${player_id}` : `${name}, ${player_id}`);
  return (
    <article class="player-view">
      <h1 tabIndex={-1}>
        {name === undefined ? `Player ${player_id}` : <bdi>{name}</bdi>}{' '}
        {name !== undefined && <small>{player_id}</small>}
      </h1>
      <Document of={shown}>
        {(player) => (
          <>
            <Head player={player} />
            <Faults player={player} />
            <Matches player={player} />
            <Choices player={player} />
            <Times player={player} />
            <Violations player={player} />
            <Speech player={player} />
          </>
        )}
      </Document>
    </article>
  );
}

interface Props {
  readonly player: PlayerDocument;
}

function Head({ player: { row, agent, next_match, matches } }: Props) {
  const { rank, points, played, wins, draws, losses, technical_losses, violations, tie } = row;
  const league = useDocument('league').value.document;
  const both = league === undefined ? '' : bothForfeited(league.scoring, matches);
  const facts: (readonly [string, ComponentChildren])[] = [
    ['Rank', rank],
    ['Points', points],
    ['Played', played],
    ['Won', wins],
    ['Drawn', draws],
    ['Lost', losses],
    ['Lost by forfeit', technical_losses],
    ['Violations', violations],
  ];
  return (
    <>
      <p class="lead">
        <AgentState agent={agent} />
      </p>
      <Facts facts={facts} />
      {both !== '' && <p class="note">{both}</p>}
      {tie !== null && <p class="note">{tie}</p>}
      {next_match !== null && (
        <p>
          {next_match.status === 'RUNNING' && !isSaved() ? 'Plays now: ' : 'Plays next: '}
          <MatchLink id={next_match.match_id} />, round {next_match.round_id}, against{' '}
          {next_match.player_a === row.player_id ? (
            <PlayerLink id={next_match.player_b} name={next_match.name_b} />
          ) : (
            <PlayerLink id={next_match.player_a} name={next_match.name_a} />
          )}
        </p>
      )}
    </>
  );
}

function Faults({ player: { faults } }: Props) {
  if (faults.length === 0) return null;
  return (
    <section class="faults" aria-labelledby="faults">
      <h2 id="faults">What it forfeited by</h2>
      {faults.map(({ cause, error_code, sentence, advice, matches }) => (
        <div key={`${cause} ${error_code}`} class="fault">
          <p class="wrong">
            ✕ {matches.length} × {cause.replaceAll('_', ' ')}
            {error_code !== null && <code> {error_code}</code>}
          </p>
          <p>{sentence}</p>
          <p>
            <b>What to change:</b> {advice}
          </p>
          <p>
            It cost{' '}
            {matches.slice(-SHOWN).map((id, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <MatchLink id={id} />
              </span>
            ))}
            {matches.length > SHOWN && ` and ${matches.length - SHOWN} before`}.
          </p>
        </div>
      ))}
    </section>
  );
}

/** The number of rows of a list before all are asked for. */
const SHOWN = 20;

type Played = PlayerDocument['matches'][number];
const KINDS: { readonly [O in Played['outcome']]: BadgeKind } = {
  ...{ won: 'good', drawn: 'plain', lost: 'plain', forfeited: 'bad', both_forfeited: 'bad' },
};
const COLUMNS = [
  { name: 'Match', isHead: true, cell: ({ match_id }: Played) => <MatchLink id={match_id} /> },
  {
    name: 'Against',
    cell: ({ opponent_id, opponent_name }: Played) => <PlayerLink id={opponent_id} name={opponent_name} />,
  },
  { name: 'Outcome', cell: ({ outcome }: Played) => <Badge kind={KINDS[outcome]}>{OUTCOMES[outcome].word}</Badge> },
  { name: 'Points', isNumber: true, cell: ({ points }: Played) => points },
  { name: 'Its move', isExtra: true, cell: ({ own_move }: Played) => lastMove(own_move) },
  { name: 'Other move', isExtra: true, cell: ({ opponent_move }: Played) => lastMove(opponent_move) },
  { name: 'Why', isExtra: true, cell: ({ reason }: Played) => reason },
];

function lastMove(move: unknown): string {
  return move === null ? '–' : moveText(move);
}

function Matches({ player: { matches, matches_left_out } }: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? matches : matches.slice(0, SHOWN);
  return (
    <section aria-labelledby="matches">
      <h2 id="matches">Matches</h2>
      {matches.length === 0 ? (
        <Empty>None of its matches is decided yet.</Empty>
      ) : (
        <Table
          caption="Its decided matches, newest first"
          hideCaption
          columns={COLUMNS}
          rows={shown}
          keyOf={({ match_id }) => match_id}
        />
      )}
      {shown.length < matches.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {matches.length} matches
        </button>
      )}
      {isWhole && matches_left_out > 0 && <p class="note">{matches_left_out} older matches are not listed.</p>}
    </section>
  );
}

function Choices({ player: { choices } }: Props) {
  const rows = Object.entries(choices).sort(([, one], [, other]) => other - one);
  const most = rows[0]?.[1] ?? 0;
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  if (rows.length === 0) return null;
  return (
    <section class="choices" aria-labelledby="choices">
      <h2 id="choices">Its moves</h2>
      <Table
        caption="How often it made which move"
        hideCaption
        columns={[
          { name: 'Move', isHead: true, cell: ([move]) => readMove(move) },
          { name: 'Times', isNumber: true, cell: ([, count]) => count },
          { name: 'Share', isNumber: true, cell: ([, count]) => `${Math.round((100 * count) / all)} %` },
          {
            name: 'Bar',
            cell: ([, count]) => (
              <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * count) / most} height="8" />
              </svg>
            ),
          },
        ]}
        rows={rows}
        keyOf={([move]) => move}
      />
    </section>
  );
}

/** Moves are counted by their JSON; a word is read without its quotes. */
function readMove(json: string): string {
  return /^"[^"\\]*"$/.test(json) ? json.slice(1, -1) : json;
}

function Violations({ player: { violations } }: Props) {
  if (violations.length === 0) return null;
  return (
    <section aria-labelledby="violations">
      <h2 id="violations">Violations of the protocol</h2>
      <Table
        caption="Violations by rule"
        hideCaption
        columns={[
          { name: 'Rule', isHead: true, cell: ({ kind }) => kind.replaceAll('_', ' ') },
          { name: 'Times', isNumber: true, cell: ({ count }) => count },
          { name: 'What it says', cell: ({ about }) => about },
        ]}
        rows={violations}
        keyOf={({ kind }) => kind}
      />
    </section>
  );
}

function Speech({ player: { agent } }: Props) {
  return (
    <section aria-labelledby="speech">
      <h2 id="speech">How it speaks</h2>
      <p>{speechOf(agent)}</p>
      {agent.habits.length > 0 && (
        <ul>
          {agent.habits.map((habit) => (
            <li key={habit}>{habit}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
