/** The order in which the messages of a league are sent; their senders and receivers come from the contracts. */
import type { Contract, Party } from '../../contracts/contract.ts';
import { CONTRACTS, type RequestType } from '../../contracts/index.ts';

/** A phase of a league. */
export interface Phase {
  readonly title: string;
  /** One request after the other; of those that stand together, one or the other. */
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

/** A league from its beginning to its end, and what may happen on the way. */
export const FLOW: readonly Phase[] = [
  { title: 'Registration', steps: [['REFEREE_REGISTER_REQUEST'], ['LEAGUE_REGISTER_REQUEST']] },
  { title: 'Start', steps: [['START_LEAGUE']] },
  {
    title: 'Round (again for every round)',
    steps: [['ROUND_ANNOUNCEMENT'], MATCH, ['LEAGUE_STANDINGS_UPDATE'], ['ROUND_COMPLETED']],
  },
  { title: 'End', steps: [['LEAGUE_COMPLETED'], ['SHUTDOWN_COMMAND']] },
];

export const ASIDE: readonly Phase[] = [
  { title: 'At any time', steps: [['LEAGUE_QUERY']] },
  { title: 'When something is wrong (no answer)', steps: [['GAME_ERROR'], ['LEAGUE_ERROR']] },
];

/** All requests of a phase and of the phases in it, in their order. */
export function requestsIn({ steps }: Phase): readonly RequestType[] {
  return steps.flatMap((step) => (isPhase(step) ? requestsIn(step) : step));
}

export function isPhase(step: readonly RequestType[] | Phase): step is Phase {
  return 'title' in step;
}

/** One request, or several of which one is sent, as it goes from one party to others and is answered. */
export interface Exchange {
  readonly from: Party;
  readonly to: readonly Party[];
  readonly request: string;
  readonly answer: string | undefined;
  readonly withinMs: number | undefined;
}

export function exchangeOf(types: readonly RequestType[]): Exchange {
  const heads = types.map((type) => (CONTRACTS[type] as Contract).head);
  const [{ from, to, reply }] = heads as [Contract['head']];
  const sender = from[0] as Party;
  return {
    from: sender,
    to: to.filter((party) => party !== sender),
    request: types.join(' / '),
    answer: reply === undefined ? undefined : heads.map((head) => head.reply?.type).join(' / '),
    withinMs: reply?.withinMs,
  };
}
