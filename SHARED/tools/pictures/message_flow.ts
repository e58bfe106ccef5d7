/** Writes doc/diagrams/message_flow.mmd: every message of a league in its order, as a sequence diagram of Mermaid. */
import type { Contract, Party } from '../../contracts/contract.ts';
import { CONTRACTS, type RequestType } from '../../contracts/index.ts';

const PARTICIPANTS: readonly (readonly [party: Party, id: string, title: string])[] = [
  ['operator', 'O', 'Operator'],
  ['league_manager', 'LM', 'League manager'],
  ['referee', 'R', 'Referees'],
  ['player', 'P', 'Players'],
];

/** A phase of a league. */
interface Phase {
  readonly title: string;
  /** The requests in their order. Those of one step are alternatives. */
  readonly steps: readonly (readonly RequestType[] | Phase)[];
}

const MATCH: Phase = {
  title: 'Match (all matches of the round at the same time)',
  steps: [
    ['RUN_MATCH'],
    ['GAME_INVITATION'],
    ['CHOOSE_PARITY_CALL', 'GAME_MOVE_CALL'],
    ['MATCH_RESULT_REPORT'],
    ['GAME_OVER'],
  ],
};

/** A league from its beginning to its end. */
export const FLOW: readonly Phase[] = [
  { title: 'Registration', steps: [['REFEREE_REGISTER_REQUEST'], ['LEAGUE_REGISTER_REQUEST']] },
  { title: 'Start', steps: [['START_LEAGUE']] },
  {
    title: 'Round (again for every round)',
    steps: [['ROUND_ANNOUNCEMENT'], MATCH, ['LEAGUE_STANDINGS_UPDATE'], ['ROUND_COMPLETED']],
  },
  { title: 'End', steps: [['LEAGUE_COMPLETED'], ['SHUTDOWN_COMMAND']] },
];

/** Messages that may come at any time on the way. */
export const SIDE_PHASES: readonly Phase[] = [
  { title: 'At any time', steps: [['LEAGUE_QUERY'], ['AGENT_COMMAND'], ['PAUSE_COMMAND']] },
  { title: 'When something is wrong (no answer)', steps: [['GAME_ERROR'], ['LEAGUE_ERROR']] },
];

/** All requests of a phase and of the phases in it, in their order. */
export function requestsIn({ steps }: Phase): readonly RequestType[] {
  return steps.flatMap((step) => (isPhase(step) ? requestsIn(step) : step));
}

/** The whole flow; a request has the time that its answer may take behind it. */
export function flowMermaid(): string {
  return [
    'sequenceDiagram',
    // Words that begin at the left of their arrow leave the lifelines between its ends alone.
    '  %%{init: {"sequence": {"messageAlign": "left"}}}%%',
    ...PARTICIPANTS.map(([, id, title]) => `  participant ${id} as ${title}`),
    ...[...FLOW, ...SIDE_PHASES].flatMap(phaseLines),
    '',
  ].join('\n');
}

function phaseLines({ title, steps }: Phase): readonly string[] {
  return [
    '  rect rgba(148, 163, 184, 0.15)',
    `  Note over O,P: ${title}`,
    ...steps.flatMap((step) => (isPhase(step) ? phaseLines(step) : arrows(step))),
    '  end',
  ];
}

/** An arrow to each receiver of a request, or of several of which one is sent, and one back for each answer. */
function arrows(types: readonly RequestType[]): readonly string[] {
  const heads = types.map((type) => (CONTRACTS[type] as Contract).head);
  const [{ from, to, reply }] = heads as [Contract['head']];
  const sender = idOf(from[0] as Party);
  const receivers = to.filter((party) => party !== from[0]).map(idOf);
  const within = reply === undefined ? '' : ` (${reply.withinMs / 1_000} s)`;
  const answer = heads.map((head) => head.reply?.type).join(' / ');
  return [
    ...receivers.map((receiver) => `  ${sender}->>${receiver}: ${types.join(' / ')}${within}`),
    ...(reply === undefined ? [] : receivers.map((receiver) => `  ${receiver}-->>${sender}: ${answer}`)),
  ];
}

function idOf(party: Party): string {
  return PARTICIPANTS.find(([known]) => known === party)?.[1] ?? '';
}

function isPhase(step: readonly RequestType[] | Phase): step is Phase {
  return 'title' in step;
}
