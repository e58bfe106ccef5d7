/** The tokens in the examples: one for each pair of sender and receiver. */
import type { Head, Party, Role } from '../../contracts/contract.ts';

export interface Token {
  readonly from: Party;
  readonly to: Role;
  /** As it stands in the examples. */
  readonly example: string;
  readonly is: string;
  /** The message or file from which its holder has it. */
  readonly origin: string;
}

const OWN = { is: 'the agent’s own token', origin: '`auth_token` of its registration response' };
const MANAGERS = { is: 'the agent’s manager token', origin: '`manager_token` of its registration response' };

export const TOKENS: readonly Token[] = [
  { from: 'player', to: 'league_manager', example: 'tok_p01_xyz789', ...OWN },
  { from: 'referee', to: 'league_manager', example: 'tok_ref01_abc123', ...OWN },
  { from: 'league_manager', to: 'player', example: 'mgr_p01_uvw123', ...MANAGERS },
  { from: 'league_manager', to: 'referee', example: 'mgr_ref01_def456', ...MANAGERS },
  {
    from: 'referee',
    to: 'player',
    example: 'tkt_r1m1_p01',
    is: 'the ticket of the match',
    origin: 'RUN_MATCH for the referee, ROUND_ANNOUNCEMENT or GET_NEXT_MATCH for the player',
  },
  {
    from: 'operator',
    to: 'league_manager',
    example: 'tok_operator_123',
    is: 'the operator’s token',
    origin: '`operator.token` in the league’s data folder, made at its first start',
  },
];

const WITHOUT_TOKEN: ReadonlySet<string> = new Set(['REFEREE_REGISTER_REQUEST', 'LEAGUE_REGISTER_REQUEST']);

/** The tokens a request may carry to a party; none where it needs none. */
export function tokensOf({ type, from, to, method }: Head, at: Role | undefined = to.find(isRole)): readonly Token[] {
  if (method === undefined || WITHOUT_TOKEN.has(type)) return [];
  return TOKENS.filter((token) => token.to === at && from.includes(token.from));
}

function isRole(party: Party): party is Role {
  return party !== 'operator';
}
