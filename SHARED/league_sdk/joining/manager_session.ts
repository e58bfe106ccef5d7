/** An agent's session with its league manager: registers, sends heartbeats, and registers again when forgotten. */
import type { LogLevel } from '../../contracts/files/logs.ts';
import type { SessionEvent } from '../../contracts/states.ts';
import { type Clock, later } from '../../core/clock.ts';
import { type Entropy, randomFrom, uuid } from '../../core/entropy.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { StartFailure } from '../effects.ts';
import type { CallError, Correspondent, Peer } from '../messaging/peer.ts';
import {
  type Connection,
  type Heartbeat,
  type SessionFailure,
  SessionManager,
  type SessionPolicy,
} from '../spec/session_manager.ts';
import type { Admission } from './credentials.ts';
import { type Registered, runningIn } from './register.ts';

/** The parts of a session, and the pauses in which they differ from the usual ones. */
export interface LeagueSessionOptions extends Partial<SessionPolicy> {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly peer: Peer;
  readonly manager: Correspondent;
  /** Registers and does what follows from that; `again` when the league has forgotten this agent, or is another one. */
  readonly join: (again: boolean) => Promise<Result<Registered, StartFailure>>;
  readonly log: (event: string, level: LogLevel, details: { readonly [name: string]: string }) => void;
  /** Hears, once that is logged, that the agent is in no league: refused for good, or unable to take its new place. */
  readonly onOutcast?: (() => void) | undefined;
}

/** A session that keeps an agent registered until it is closed. */
export interface LeagueSession {
  /** Registers for the first time; if that fails there is no session. */
  open(): Promise<Result<Registered, StartFailure>>;
  /** The manager was heard: it need not be asked whether it is there. */
  heard(): void;
  /** Asks and tries nothing more: the league is over, or the agent is. Safe to call twice. */
  close(): void;
}

const PING_MS = 5_000;

/** Codes that say: there is no such agent here. */
const UNKNOWN_HERE: ReadonlySet<string | undefined> = new Set(['E005', 'E012', 'E013']);

const ON_ITS_OWN = 'this agent is in no league, and looks for none until it is started again';

/** The log lines of a session that has been open; its beginning is in the log anyway. */
const NOTES: { readonly [E in SessionEvent]?: readonly [string, LogLevel] } = {
  missed: ['SESSION_DEGRADED', 'INFO'],
  answered: ['SESSION_RECOVERED', 'INFO'],
  lost: ['SESSION_LOST', 'WARNING'],
  opened: ['SESSION_RESTORED', 'INFO'],
  refused: ['SESSION_REFUSED', 'WARNING'],
};

/**
 * A session that is not open yet. Only a manager that answered `get_status` at the registration is sent `ping`:
 * other managers get no request that the documents do not name.
 */
export function leagueSession(options: LeagueSessionOptions): LeagueSession {
  const { clock, entropy, peer, manager, join, log } = options;
  const sessions = new SessionManager<Registered>({ ...options, random: randomFrom(entropy) });
  let registered: Registered | undefined;
  let failure: StartFailure | undefined;
  const session = sessions.add(manager.id, () => (registered === undefined ? begin(false) : goOn(registered)));
  sessions.onChange(({ event, from, why }) => {
    const note = from === 'CONNECTING' ? undefined : NOTES[event];
    if (note === undefined) return;
    const details = why === undefined ? {} : { reason: why };
    log(...note, event === 'refused' ? { ...details, consequence: ON_ITS_OWN } : details);
    if (event === 'refused') options.onOutcast?.();
  });

  async function begin(again: boolean): Promise<Result<Connection<Registered>, SessionFailure>> {
    const joined = await join(again);
    if (joined.ok) {
      registered = joined.value;
      void useToken(joined.value.admission);
      return ok(connectionTo(joined.value));
    }
    failure = joined.error;
    // A manager that could not be reached may be back; an agent that it rejected it will reject again.
    return err({ ...joined.error, final: joined.error.code !== 'REGISTRATION_FAILED' });
  }

  /** A manager that goes on with the same run knows this agent, unless it says otherwise. */
  async function goOn(before: Registered): Promise<Result<Connection<Registered>, SessionFailure>> {
    const beat = await heartbeat(before);
    if (beat === 'silent') return err({ code: 'UNREACHABLE', detail: 'it does not answer', final: false });
    if (beat === 'stranger') return begin(true);
    const confirmed = await confirmToken(before.admission, options);
    if (confirmed.ok) return ok(connectionTo(before));
    const { code, error_code, detail } = confirmed.error;
    return UNKNOWN_HERE.has(error_code) ? begin(true) : err({ code, detail, final: false });
  }

  /** A token that was used once is given to no second registration; an agent plays without an answer all the same. */
  async function useToken(admission: Admission): Promise<void> {
    const confirmed = await confirmToken(admission, options);
    if (confirmed.ok) return;
    const { code, error_code = code, detail } = confirmed.error;
    log('TOKEN_NOT_CONFIRMED', 'WARNING', { error_code, error_description: detail });
  }

  function connectionTo(value: Registered): Connection<Registered> {
    return value.running === undefined ? { value } : { value, heartbeat: () => heartbeat(value) };
  }

  async function heartbeat({ running }: Registered): Promise<Heartbeat> {
    const pong = await peer.look(manager.address, 'ping', {}, later(clock.monotonic(), PING_MS));
    if (!pong.ok) {
      // A manager that has no time for us is there all the same.
      return pong.error.code === 'UNREACHABLE' || pong.error.code === 'DEADLINE_PASSED' ? 'silent' : 'alive';
    }
    const now = runningIn(pong.value) ?? running;
    return now?.league_id === running?.league_id && now?.run_id === running?.run_id ? 'alive' : 'stranger';
  }

  return {
    async open() {
      const opened = await session.open();
      if (opened.ok) return opened;
      await session.close();
      // Closed in the very moment it was registered: its league is over, and it was in it.
      if (registered !== undefined) return ok(registered);
      return err(failure ?? { code: 'REGISTRATION_FAILED', detail: opened.error.detail });
    },
    heard: () => session.heard(),
    close: () => void sessions.close(),
  };
}

/** Nothing waits for the answer, so it is not waited for long. */
const CONFIRM_MS = 2_000;

/** Shows the manager the token it gave, once, or that the agent leaves. Any answer to the question will do. */
export async function confirmToken(
  { league_id, auth_token, manager_token }: Admission,
  { peer, manager, clock, entropy }: Pick<LeagueSessionOptions, 'peer' | 'manager' | 'clock' | 'entropy'>,
  more: { readonly leaving?: true } = {},
): Promise<Result<void, CallError>> {
  // Managers that give no token of their own need not know this question, nor give a second token to an agent that asks again.
  if (auth_token === undefined || manager_token === undefined) return ok(undefined);
  // All agents ask this at once at a start: it is the question that costs the manager least.
  const question = { league_id, query_type: 'GET_NEXT_MATCH', ...more } as const;
  const how = { conversation_id: uuid(entropy), deadline: later(clock.monotonic(), CONFIRM_MS), auth_token };
  const heard = await peer.ask(manager, 'LEAGUE_QUERY', question, how);
  return heard.ok ? ok(undefined) : heard;
}
