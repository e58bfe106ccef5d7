/** How fast a player answers, against the limits it had. */
import type { PlayerDocument } from '../../../SHARED/contracts/api/one.ts';
import { durationText, scaleOf, stripText, usedOf } from '../model/latency.ts';
import { Empty } from '../parts/parts.tsx';
import { Table } from '../parts/table.tsx';

type Answers = PlayerDocument['answers'];
type Latency = PlayerDocument['latencies'][number];

/** The strips of a player's answers, and the same in figures. */
export function Times({ player: { answers, latencies } }: { readonly player: PlayerDocument }) {
  const joins = answers.filter(({ step }) => step === 0);
  const moves = answers.filter(({ step }) => step > 0);
  return (
    <section class="times" aria-labelledby="times">
      <h2 id="times">Times of its answers</h2>
      {answers.length === 0 && <Empty>It has not been asked anything yet.</Empty>}
      {moves.length > 0 && <Strip name="Moves" answers={moves} />}
      {joins.length > 0 && <Strip name="Invitations" answers={joins} />}
      {answers.length > 0 && (
        <p class="note">
          The dashed line is the limit; the scale is logarithmic. ✕ marks an answer that came too late or not at all.
        </p>
      )}
      {latencies.length > 0 && (
        <Table
          caption="Times of answers"
          hideCaption
          columns={COLUMNS}
          rows={latencies}
          keyOf={(row) => row.asked_for}
        />
      )}
    </section>
  );
}

const COLUMNS = [
  { name: 'Asked to', isHead: true, cell: ({ asked_for }: Latency) => asked_for },
  { name: 'Answers', isNumber: true, cell: ({ answers }: Latency) => answers },
  { name: 'Median', isNumber: true, cell: ({ median_ms }: Latency) => durationText(median_ms) },
  { name: '95 %', isNumber: true, cell: ({ p95_ms }: Latency) => durationText(p95_ms) },
  { name: 'Longest', isNumber: true, cell: ({ max_ms }: Latency) => durationText(max_ms) },
  {
    name: 'Limit',
    isNumber: true,
    cell: ({ limit_ms }: Latency) => (limit_ms === null ? '–' : durationText(limit_ms)),
  },
];

const WIDTH = 640;
const HEIGHT = 120;
const LEFT = 80;
const MOST = 100;

/** The newest answers from left to right, higher where they took longer; one over its limit has a cross above it. */
function Strip({ name, answers }: { readonly name: string; readonly answers: Answers }) {
  const shown = answers.slice(-MOST);
  const { place, marks } = scaleOf(shown);
  const y = (ms: number) => 14 + (1 - place(ms)) * (HEIGHT - 28);
  const each = (WIDTH - LEFT) / Math.max(shown.length, 12);
  const text = stripText(shown);
  return (
    <figure>
      <figcaption>
        <b>{name}</b>, {shown.length < answers.length ? `the newest ${MOST}: ` : ''}
        {text}
      </figcaption>
      <svg class="strip" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${name}: ${text}`}>
        {marks.map((ms) => (
          <g key={ms} class="mark">
            <line x1={LEFT} x2={WIDTH} y1={y(ms)} y2={y(ms)} />
            <text x={LEFT - 8} y={y(ms) + 4}>
              {durationText(ms)}
            </text>
          </g>
        ))}
        {shown.map((answer, index) => {
          const { verdict, text: told } = usedOf(answer);
          const { took_ms, limit_ms } = answer;
          const isBad = verdict === 'late' || verdict === 'no answer';
          const top = y(took_ms ?? limit_ms ?? Number.MAX_VALUE);
          const x = LEFT + each * index;
          const width = Math.max(1, Math.min(each - 1.5, 24));
          return (
            <g key={index} class={isBad ? 'bad' : 'fine'}>
              <title>{`${answer.match_id}: ${told}`}</title>
              <rect x={x} y={Math.min(top, HEIGHT - 16)} width={width} height={Math.max(2, HEIGHT - 14 - top)} />
              {limit_ms !== null && <line class="limit" x1={x} x2={x + each} y1={y(limit_ms)} y2={y(limit_ms)} />}
              {isBad && (
                <text x={x + width / 2} y={12}>
                  ✕
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
