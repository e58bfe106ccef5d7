/** The tokens of a besieged league by their owners, and the messages they are tried on. */
import type { Party, Role } from '../../../SHARED/contracts/contract.ts';
import { CONTRACTS, contractByMethod, contractByType, type MessageType } from '../../../SHARED/contracts/index.ts';
import { READ_ONLY } from '../../../SHARED/contracts/read_only.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import type { Bearer } from './authorisation_table.ts';
import { type CapturedLeague, captureLeague, LEAGUE, PLAYERS, REFEREES, stallingFrom } from './captured_league.ts';
import { messagesIn, type Secret, type Secrets } from './captured_secrets.ts';

/** The match everything is about; P01 has chosen in it, and P03 has not. */
export const MATCH = 'R2M1';
export const RECEIVERS = { league_manager: 'LM01', referee: 'REF01', player: 'P01' } as const;
export type Receiver = (typeof RECEIVERS)[keyof typeof RECEIVERS];

/** A league in the middle of its second round, in which P01 and REF01 have registered twice. */
export async function besiegedLeague(seed = 1): Promise<CapturedLeague> {
  const strategies = { P03: stallingFrom(2), P04: stallingFrom(2) };
  const league = await captureLeague({ seed, strategies, restarted: ['P01', 'REF01'] });
  await league.begin();
  const isCalled = ({ text, reply }: CapturedLeague['letters'][number]) =>
    reply !== undefined && /CHOOSE_PARITY_CALL/.test(text) && text.includes(MATCH);
  await league.until(() => league.letters.some(isCalled));
  return league;
}

/** A message that the receiver takes from its rightful sender: as it went over the wire, or as it would. */
export function messageTo(league: CapturedLeague, receiver: Receiver, method: string): JsonObject {
  if (method in READ_ONLY) return {};
  const type = (contractByMethod(method) ?? contractByType(method))?.head.type as MessageType;
  const made = MADE[type]?.(league);
  if (made !== undefined) return { ...CONTRACTS[type].example, ...made };
  const sent = league.letters
    .filter(({ to }) => to === receiver)
    .flatMap(({ text }) => messagesIn(text))
    .findLast(
      ({ message_type, player_meta, referee_meta }) => message_type === type && isOwn(player_meta, referee_meta),
    );
  const { auth_token: _token, ...message } = sent ?? CONTRACTS[type].example;
  return message;
}

/** Registrations are tried in the name of P01 and REF01. */
function isOwn(player_meta: unknown, referee_meta: unknown): boolean {
  const { player_id = 'P01', referee_id = 'REF01' } = {
    ...(player_meta as JsonObject),
    ...(referee_meta as JsonObject),
  };
  return player_id === 'P01' && referee_id === 'REF01';
}

const about = { league_id: LEAGUE, match_id: MATCH };
const MADE: { readonly [T in MessageType]?: (league: CapturedLeague) => JsonObject } = {
  MATCH_RESULT_REPORT: trueReport,
  LEAGUE_QUERY: () => ({ query_type: 'GET_NEXT_MATCH', query_params: { player_id: 'P01' } }),
  GAME_OVER: () => ({ ...about, round_id: 2 }),
  GAME_ERROR: () => about,
  GAME_MOVE_CALL: () => about,
  GAME_JOIN_ACK: () => ({ match_id: MATCH, player_id: 'P01' }),
  CHOOSE_PARITY_RESPONSE: () => ({ match_id: MATCH, player_id: 'P01', parity_choice: 'even' }),
  GAME_MOVE_RESPONSE: () => ({ match_id: MATCH, player_id: 'P01' }),
};

/** A report REF01 could make of the match if P03 had chosen "odd". */
function trueReport({ manager }: CapturedLeague): JsonObject {
  const match = manager.league.matches.get(MATCH);
  const { rules, game_type } = manager.league;
  if (match === undefined || rules === undefined) throw new Error(`${MATCH} is not open`);
  const [player_a, player_b] = match.pairing.seats;
  const judged = { ...rules, game_type, draw_seed: match.seed, players: match.pairing.seats };
  const result = unwrap(judge(judged, { moves: [{ [player_a]: 'odd', [player_b]: 'even' }], faults: [] }));
  return { ...about, round_id: 2, player_a, player_b, result: result as unknown as JsonObject, assignment_epoch: 1 };
}

/** The tokens a bearer can show a receiver to have this message believed; undefined is nothing at all. */
export function tokensOf(bearer: Bearer, to: Receiver, method: string, leagues: readonly [Secrets, Secrets]) {
  const [ours, others] = leagues;
  const own = ownProof(to, method, ours);
  const rest = (wanted: (secret: Secret) => boolean) =>
    ours.all.filter((secret) => secret.text !== own && wanted(secret)).map(({ text }) => text);
  const newest = (id: string) => ours.of('auth token', id).slice(-1);
  const everything = (id: string) => rest(({ owner }) => owner === id);
  const agents = (ids: readonly string[]) => ids.flatMap(to === 'LM01' ? newest : everything);
  const dead = ['P01', 'REF01'].flatMap((id) => ours.of('auth token', id).slice(0, 1));
  const live = [...PLAYERS, ...REFEREES].flatMap(newest);
  const bearers: { readonly [B in Bearer]: () => readonly (string | undefined)[] } = {
    none: () => [undefined],
    own: () => [own],
    'another player': () => agents(['P02', 'P03']),
    'assigned referee': () => agents(['REF01']),
    'another referee': () => agents(['REF02']),
    operator: () => ours.of('operator token', 'operator'),
    expired: () =>
      isPosted(method) ? ours.of('conversation', 'P01', 'R1M1') : [...dead, ...ours.of('ticket', 'P01', 'R1M1')],
    'another league': () => others.all.filter(({ owner }) => NAMESAKES.has(owner)).map(({ text }) => text),
    // Tokens that were meant for another receiver, or for none.
    'another audience': () =>
      rest(
        ({ kind, text }) =>
          kind !== 'operator token' && kind !== 'conversation' && !(to === 'LM01' && live.includes(text)),
      ),
  };
  return bearers[bearer]();
}

/** In the other league they are called the same. */
const NAMESAKES: ReadonlySet<string> = new Set(['LM01', 'REF01', 'P01', 'operator']);
const isPosted = (method: string) => contractByType(method) !== undefined;

/** The party that is meant to send a message to this receiver. */
export function senderOf(to: Receiver, method: string): Party {
  const parties = contractByMethod(method)?.head.from ?? ['player'];
  return parties.find((party) => party !== ROLES[to]) as Party;
}
const ROLES: { readonly [R in Receiver]: Role } = { LM01: 'league_manager', REF01: 'referee', P01: 'player' };

function ownProof(to: Receiver, method: string, secrets: Secrets): string | undefined {
  if (isPosted(method)) return secrets.of('conversation', 'P01', MATCH).at(-1);
  const from = senderOf(to, method);
  if (from === 'operator') return secrets.of('operator token', from).at(-1);
  if (from === 'league_manager') return secrets.of('manager token', to).at(-1);
  if (to === 'P01') return secrets.of('ticket', to, MATCH).at(-1);
  return secrets.of('auth token', from === 'player' ? 'P01' : 'REF01').at(-1);
}
