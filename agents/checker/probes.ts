/** The checker's own questions, asked while a match stands still: the texts of the league, turned against the rules. */
import { dialectOf } from '../../SHARED/contracts/dialects/detect.ts';
import type { DialectName, Echo } from '../../SHARED/contracts/dialects/dialect.ts';
import { PROTOCOL } from '../../SHARED/contracts/fields.ts';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { type Clock, sleep, timestamp } from '../../SHARED/core/clock.ts';
import { type Entropy, uuid } from '../../SHARED/core/entropy.ts';
import { isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import { requestText } from '../../SHARED/league_sdk/messaging/envelope.ts';
import { bodyIn, type Exchange, objectIn, type Watch } from './watch.ts';

/** The names of the probes; steps find their exchanges by them. */
const PROBES = [
  'again',
  'wrong_token',
  'conversation',
  'late',
  'out_of_order',
  'errors',
  'unknown',
  'malformed',
  'at_once',
  'afterwards',
  'wrong_shutdown',
  'lives',
] as const;
export type ProbeName = (typeof PROBES)[number];

export interface ProbeOptions {
  readonly watch: Watch;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly dialect: DialectName;
  readonly echo?: Echo | undefined;
  /** By which the player knows its manager, where it was given one. */
  readonly managerToken?: string | undefined;
  /** What a question may take; the whole script keeps to eight times as much. */
  readonly patienceMs: number;
  /** What a move may take. */
  readonly moveMs: number;
}

/** The time a player may take to end, after a word that is to end it. */
const LEAVING_MS = 1_000;
const AT_ONCE = 8;
const SCRIPT = 8;
/** Ids that no league of this check has. */
const ELSEWHERE = 'R999M1';

/** Sends the probes, one after the other; those beyond the time limit are left out. */
export async function runProbes(options: ProbeOptions): Promise<void> {
  const { watch, clock, entropy, dialect, echo, managerToken, patienceMs, moveMs } = options;
  const until = clock.monotonic() + SCRIPT * patienceMs;
  const invitation = lastSent(watch, 'GAME_INVITATION');
  const call = lastSent(watch, 'CHOOSE_PARITY_CALL') ?? lastSent(watch, 'GAME_MOVE_CALL');

  async function ask(probe: ProbeName, text: string | undefined, ms = patienceMs): Promise<void> {
    if (text !== undefined && clock.monotonic() < until) await watch.ask(probe, text, ms);
  }

  await ask('again', call, moveMs);
  await ask('again', invitation);
  await ask('wrong_token', withToken(call));
  await ask('conversation', edited(call, { conversation_id: uuid(entropy) }));
  await ask('late', edited(call, { deadline: PAST, timestamp: PAST }));
  await ask('out_of_order', elsewhere(call));
  await ask('out_of_order', gameOver());
  await ask('errors', composed('GAME_ERROR', placed(CONTRACTS.GAME_ERROR.example)));
  await ask(
    'errors',
    composed('LEAGUE_ERROR', {
      ...CONTRACTS.LEAGUE_ERROR.example,
      ...(managerToken === undefined ? {} : { auth_token: managerToken }),
    }),
  );
  if (call !== undefined && clock.monotonic() < until)
    await Promise.all(Array.from({ length: AT_ONCE }, () => watch.ask('at_once', call, moveMs)));
  await ask(
    'unknown',
    dialectOf(dialect).enveloped
      ? requestText(7, 'no_such_method', {})
      : JSON.stringify({ protocol: PROTOCOL, message_type: 'NO_SUCH_MESSAGE' }),
  );
  for (const text of malformedTexts(call)) await ask('malformed', text);
  await ask('afterwards', invitation ?? requestText(8, 'ping', {}));
  // A player that is of another manager is not to be ended by a check; the bare dialects have no tokens.
  if (managerToken !== undefined && dialectOf(dialect).enveloped) {
    await ask('wrong_shutdown', withToken(composed('SHUTDOWN_COMMAND', { auth_token: managerToken })));
    await sleep(clock, LEAVING_MS);
    await ask('lives', invitation ?? requestText(8, 'ping', {}));
  }

  /** A message of the league, in the player's dialect. */
  function composed(
    type: 'GAME_ERROR' | 'LEAGUE_ERROR' | 'GAME_OVER' | 'SHUTDOWN_COMMAND',
    example: JsonObject,
  ): string {
    const { head } = CONTRACTS[type];
    const codec = dialectOf(dialect);
    const message = { ...example, timestamp: timestamp(clock), conversation_id: uuid(entropy), message_type: type };
    const written = codec.write(message, echo === undefined ? {} : { echo });
    return codec.enveloped ? requestText(9, head.method, written) : JSON.stringify(written);
  }

  /** The end of a match that was never played. */
  function gameOver(): string {
    return composed('GAME_OVER', { ...CONTRACTS.GAME_OVER.example, match_id: ELSEWHERE });
  }

  /** The example with the match and the ticket of the call. */
  function placed(example: JsonObject): JsonObject {
    const { match_id, auth_token } = bodyIn(call ?? invitation);
    return {
      ...example,
      ...(match_id === undefined ? {} : { match_id }),
      ...(auth_token === undefined ? {} : { auth_token }),
    };
  }
}

const PAST = '2020-01-01T00:00:00.000Z';

function lastSent({ exchanges }: Watch, type: string): string | undefined {
  return exchanges.findLast((exchange: Exchange) => exchange.type === type && exchange.probe === undefined)?.sent;
}

/** The same text with other values for fields that it has; undefined when it has none of them. */
function edited(text: string | undefined, changes: JsonObject): string | undefined {
  const body = bodyIn(text);
  const known = Object.entries(changes).filter(([name]) => body[name] !== undefined);
  if (text === undefined || known.length === 0) return undefined;
  const changed = { ...body, ...Object.fromEntries(known) };
  const wire = objectIn(text);
  return JSON.stringify(isJsonObject(wire['params']) ? { ...wire, params: changed } : changed);
}

function withToken(text: string | undefined): string | undefined {
  return edited(text, { auth_token: 'tkt_of_a_stranger' });
}

function elsewhere(text: string | undefined): string | undefined {
  return edited(text, { match_id: ELSEWHERE });
}

/** Texts that are no messages, from the plainest to the subtlest. */
function malformedTexts(call: string | undefined): readonly (string | undefined)[] {
  const nested = (levels: number): Json => (levels === 0 ? 0 : [nested(levels - 1)]);
  return [
    '{"jsonrpc": "2.0", "method":',
    '[]',
    '{}',
    '"text"',
    JSON.stringify({ jsonrpc: '2.0', method: 5, id: 1 }),
    JSON.stringify({ jsonrpc: '2.0', method: 'choose_parity', params: nested(100), id: 1 }),
    edited(call, { match_id: 5, player_id: [], conversation_id: {} }),
  ];
}
