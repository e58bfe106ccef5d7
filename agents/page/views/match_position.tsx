/** The position of a game as its reader sees it: a board with the last move marked, or the moves that were made. */
import type { ComponentChildren } from 'preact';
import type { Frame, MatchDocument } from '../../../SHARED/contracts/api/one.ts';
import { cellsOf, marksOf } from '../model/match_moments.ts';
import { PlayerLink } from '../parts/parts.tsx';
import { Table } from '../parts/table.tsx';

export interface PositionProps {
  readonly match: MatchDocument;
  /** How many frames had come about. */
  readonly shown: number;
}

/** The position after so many frames; nothing where the rules tell none. */
export function Position({ match, shown }: PositionProps) {
  const { frames } = match;
  if (frames.length === 0) return null;
  const cells = cellsOf(frames, shown - 1);
  if (cells === undefined) return <Moves match={match} shown={shown} />;
  const marks = marksOf(frames);
  const seat = (mark: string) => (marks.get(mark) === match.player_b ? 'b' : 'a');
  return (
    <div class="position">
      <table class={`board ${cells.length > 4 ? 'many' : ''}`}>
        <caption>{shown <= 1 ? 'Before the first move' : `After move ${shown - 1} of ${frames.length - 1}`}</caption>
        <tbody>
          {cells.map((row, y) => (
            <tr key={y}>
              {row.map(({ mark, isNew }, x) => (
                <td key={x} class={`${mark === null ? '' : seat(mark)}${isNew ? ' new' : ''}`}>
                  <small>
                    <span class="for-ears">cell </span>
                    {y * row.length + x}
                  </small>{' '}
                  {mark === null ? <span class="for-ears">empty</span> : <b>{mark}</b>}
                  {isNew && <span class="for-ears">, last move</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {[...marks].map(([mark, id]) => (
        <p key={mark} class="marks">
          <b class={seat(mark)}>{mark}</b> <PlayerLink id={id} name={nameIn(match, id)} />
        </p>
      ))}
    </div>
  );
}

/** The moves of a game without a board, step by step. */
function Moves({ match, shown }: PositionProps) {
  const { player_a, player_b, frames } = match;
  const made = frames.slice(0, shown).filter(({ moves }) => Object.keys(moves).length > 0);
  const column = (id: string) => ({
    name: id,
    title: nameIn(match, id),
    cell: ({ moves }: Frame): ComponentChildren => (Object.hasOwn(moves, id) ? moveText(moves[id]) : '–'),
  });
  if (made.length === 0)
    return <p class="position empty">{shown >= frames.length ? 'No move counted.' : 'No move is made yet.'}</p>;
  return (
    <div class="position">
      <Table
        caption="Moves"
        columns={[
          { name: 'Step', isHead: true, isNumber: true, cell: ({ step }: Frame) => step },
          column(player_a),
          column(player_b),
        ]}
        rows={made}
        keyOf={({ step }) => String(step)}
      />
    </div>
  );
}

/** The name of a player of the match. */
export function nameIn({ player_a, name_a, player_b, name_b }: MatchDocument, id: string): string {
  return { [player_a]: name_a, [player_b]: name_b }[id] ?? id;
}

/** A move as a person reads it. */
export function moveText(move: unknown): string {
  return typeof move === 'string' ? move : JSON.stringify(move);
}
