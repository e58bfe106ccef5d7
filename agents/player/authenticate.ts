/** Authenticates the sender of a message: the manager by its token, a referee by the ticket of the match. */
import type { Contract, Envelope } from '../../SHARED/contracts/contract.ts';
import { type Refusal, refusal } from '../../SHARED/contracts/errors.ts';
import { type Clock, later } from '../../SHARED/core/clock.ts';
import { sameSecret } from '../../SHARED/core/hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import type { MessageLog } from '../../SHARED/league_sdk/logs/message_log.ts';
import type { Correspondent, Peer } from '../../SHARED/league_sdk/messaging/peer.ts';
import type { Authenticate, Identity } from '../../SHARED/league_sdk/messaging/serve.ts';
import type { Assignment, Match, State } from './state.ts';

export interface AuthenticateOptions {
  readonly state: State;
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly clock: Clock;
  readonly newConversation: () => string;
  readonly log: MessageLog;
}

/** An invitation has to be answered within five seconds, so the manager is not waited for longer than this. */
const QUERY_MS = 2_000;

/** The check before every handler of a player, which is registered by then. */
export function makeAuthenticate(options: AuthenticateOptions): Authenticate {
  const { state, peer, manager, clock, newConversation, log } = options;
  let asking: ReturnType<typeof askManager> | undefined;
  /** A manager that gave no token and knows no such question is not asked it again; it may be waiting for our answer. */
  let mute: string | undefined;

  return (of, message) =>
    of.head.from.some((party) => party === 'referee') ? ofReferee(of, message) : ofManager(message);

  function ofManager(message: Envelope): Result<Identity, Refusal> {
    const { manager_token } = state.member;
    if (manager_token === undefined) return ok({ party: 'league_manager', id: manager.id });
    const wrong = mismatch(manager_token, message.auth_token, 'the league manager’s token');
    return wrong === undefined ? ok({ party: 'league_manager', id: manager.id }) : err(wrong);
  }

  async function ofReferee(of: Contract, message: Envelope & JsonObject): Promise<Result<Identity, Refusal>> {
    const { match_id } = message;
    // Only an error notice can come without a match, and nothing follows from one.
    if (typeof match_id !== 'string') return ok({ party: 'nobody', id: refereeOf(message, undefined) });
    const known = state.matches.get(match_id);
    const identity: Identity = { party: 'referee', id: refereeOf(message, known) };
    const wrong = known?.assignment === undefined ? unknown(match_id) : fault(known.assignment, message);
    if (wrong === undefined) return ok(identity);
    if (isOutdated(known?.assignment, message)) return err(wrong);
    if (of.head.reply === undefined)
      return known?.assignment === undefined ? ok({ ...identity, party: 'nobody' }) : err(wrong);

    const isTrusting = state.member.manager_token === undefined;
    const told = isTrusting && mute !== undefined ? err(mute) : await asked();
    if (!told.ok) {
      if (isTrusting) mute = told.error;
      log.warn(
        message,
        identity.id,
        `${wrong.detail}, and the league manager is silent (${told.error}): played on trust`,
      );
      return ok(identity);
    }
    if (told.value?.match_id !== match_id) return err(wrong);
    const { ticket, epoch } = told.value;
    const stillWrong = fault(state.matches.vouch(match_id, { ticket, epoch }).assignment as Assignment, message);
    return stillWrong === undefined ? ok(identity) : err(stillWrong);
  }

  function asked(): ReturnType<typeof askManager> {
    asking ??= askManager().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  /** The match the manager names for this player, undefined when there is none, or the failure of the query. */
  async function askManager(): Promise<Result<NextMatch | undefined, string>> {
    const { auth_token, league_id, manager_token } = state.member;
    const how = { conversation_id: newConversation(), deadline: later(clock.monotonic(), QUERY_MS) };
    const heard = await peer.ask(
      manager,
      'LEAGUE_QUERY',
      { league_id, query_type: 'GET_NEXT_MATCH' },
      auth_token === undefined ? how : { ...how, auth_token },
    );
    if (!heard.ok) return err(heard.error.detail);
    // By the contract a query is not merely acknowledged.
    const { message } = heard.value as Extract<typeof heard.value, { kind: 'answer' }>;
    const named = message.success ? nextMatch((message.data as JsonObject | null)?.match) : undefined;
    // Managers that give no tokens need not know of tickets, nor of this query: they forbid nothing by it.
    if (manager_token === undefined) return named === undefined ? err('it does not say') : ok(named);
    // A match that is merely planned has neither ticket nor epoch yet, and no referee may speak of it.
    return ok(named?.ticket === undefined && named?.isAssigned === false ? undefined : named);
  }
}

interface NextMatch extends Assignment {
  readonly match_id: string;
  readonly isAssigned: boolean;
}

function nextMatch(match: Json | undefined): NextMatch | undefined {
  if (!isJsonObject(match) || typeof match.match_id !== 'string') return undefined;
  const { match_id, ticket, assignment_epoch } = match;
  const isAssigned = typeof assignment_epoch === 'number';
  return {
    match_id,
    ticket: typeof ticket === 'string' ? ticket : undefined,
    epoch: isAssigned ? assignment_epoch : 1,
    isAssigned,
  };
}

function fault(assignment: Assignment, message: Envelope & JsonObject): Refusal | undefined {
  if (isOutdated(assignment, message)) return refusal('E012', 'the match was assigned again since');
  if (assignment.ticket === undefined) return undefined;
  return mismatch(assignment.ticket, message.auth_token, 'the ticket of the match');
}

function isOutdated(assignment: Assignment | undefined, { assignment_epoch: epoch }: JsonObject): boolean {
  return assignment !== undefined && typeof epoch === 'number' && epoch < assignment.epoch;
}

function mismatch(secret: string, shown: string | undefined, what: string): Refusal | undefined {
  if (shown === undefined) return refusal('E011', `${what} is missing`);
  return sameSecret(secret, shown) ? undefined : refusal('E012', `the auth_token is not ${what}`);
}

function unknown(match_id: string): Refusal {
  return refusal('E012', `match ${match_id} was not announced to this player`);
}

/** For the log alone: the referee that was announced, else what the sender calls itself. */
function refereeOf({ sender }: Envelope, known: Match | undefined): string {
  return known?.referee_id ?? sender.replace(/^referee[:_]/, '');
}
