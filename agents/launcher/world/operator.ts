/** The operator's client of a running manager. */
import type { BodyOf } from '../../../SHARED/contracts/contract.ts';
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type { All, AnswerType, Message, RequestType } from '../../../SHARED/contracts/index.ts';
import { later } from '../../../SHARED/core/clock.ts';
import { uuid } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { IS_IT_HERE, isDistrust, withoutPage } from '../../../SHARED/league_sdk/joining/failure_text.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { isImplied } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { type CallError, makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { type Flags, Mistake } from '../options.ts';
import { leagueIdIn } from './games.ts';
import { portOf } from './wires_http.ts';

const PATIENCE_MS = 10_000;

export interface Operator {
  /** A read-only look; needs no token. */
  look(method: string, params?: JsonObject): Promise<JsonObject>;
  /** A request that needs the operator's token. */
  ask<T extends RequestType>(type: T, body: BodyOf<All[T]>): Promise<Message<AnswerType<T>>>;
}

/** Speaks to the manager at an address; a failure is a Mistake that says what to do. */
export function operatorOf(
  { transport, clock, entropy }: Pick<Effects, 'transport' | 'clock' | 'entropy'>,
  manager: string,
  token: () => Promise<string>,
): Operator {
  const peer = makePeer({ transport, clock, sender: () => 'launcher' });
  const soon = () => later(clock.monotonic(), PATIENCE_MS);
  return {
    async look(method, params = {}) {
      const seen = await peer.look(manager, method, params, soon());
      if (!seen.ok) throw trouble(manager, seen.error);
      return seen.value;
    },
    async ask(type, body) {
      const how = { conversation_id: uuid(entropy), auth_token: await token(), deadline: soon() };
      const heard = await peer.ask({ id: MANAGER_ID, address: manager, dialect: 'rpc' }, type, body, how);
      if (!heard.ok) throw trouble(manager, heard.error);
      if (heard.value.kind !== 'answer') throw new Mistake(`the manager at ${manager} gave no answer`);
      return heard.value.message;
    },
  };
}

function trouble(manager: string, error: CallError): Mistake {
  if (error.code === 'UNREACHABLE' && isDistrust(error.detail))
    return new Mistake(`the manager at ${manager} cannot be spoken to: ${error.detail}`);
  if (error.code === 'UNREACHABLE')
    return new Mistake(
      `no manager answers at ${manager}; start one with: npx league manager --port ${portOf(manager)} (or name it with --manager URL)`,
    );
  if (error.error_code === 'E012')
    return new Mistake(
      `the manager at ${manager} does not know this operator token; name its data folder with --data, or the token with --operator-token`,
    );
  // A name that was typed wrong, as far as the manager can see.
  if (error.error_code === 'E005') return new Mistake(`${error.detail}`, 2);
  const { error_code, error_name, status, detail } = error;
  const named = error_name === undefined ? error_code : `${error_code} ${error_name}:`;
  const code = isImplied(error_code, status) ? undefined : named;
  const isStrange = error_code === undefined && error.code !== 'DEADLINE_PASSED' && error.code !== 'ERROR_REPLY';
  const question = isStrange ? `; ${IS_IT_HERE}` : '';
  return new Mistake(
    `the manager at ${manager} said: ${code === undefined ? '' : `${code} `}${withoutPage(detail)}${question}`,
  );
}

/** The operator's token: typed, from the environment, or as the league's manager keeps it. */
export async function operatorToken(flags: Flags, store: LedgerStore, league_id: string): Promise<string> {
  const given = flags.text('operator-token') ?? process.env['LEAGUE_OPERATOR_TOKEN'];
  return given ?? tokenIn(store, league_id);
}

/**
 * The same for an agent that shows it at its registration, undefined where there is none: a launcher starts agents before
 * there is a manager that keeps one.
 */
export function appointing(flags: Flags, store: LedgerStore, league_id: string): () => Promise<string | undefined> {
  const given = flags.text('operator-token') ?? process.env['LEAGUE_OPERATOR_TOKEN'];
  return async () => given ?? (await store.document(league_id, 'operator_token').read())?.trim();
}

/**
 * What a player of `league run` shows of its organiser: the operator's token, in a league that asks others for a code.
 * Any other player shows the token of this data folder to no manager.
 */
export async function appointed(
  flags: Flags,
  loader: ConfigLoader,
  store: LedgerStore,
): Promise<{ readonly operator_token?: () => Promise<string | undefined> }> {
  const league_id = await leagueIdIn(flags, loader);
  const league = await loader.loadLeague(league_id);
  const hasRoster = league.ok && league.value.participants.roster !== undefined;
  return hasRoster ? { operator_token: appointing(flags, store, league_id) } : {};
}

/** As the manager keeps it. */
export async function tokenIn(store: LedgerStore, league_id: string): Promise<string> {
  const document = store.document(league_id, 'operator_token');
  const token = await document.read();
  if (token === undefined)
    throw new Mistake(
      `no operator token in ${document.where}; name the manager's data folder with --data, or the token with --operator-token`,
    );
  return token.trim();
}
