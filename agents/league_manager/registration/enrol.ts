/** The registration of an agent: an application is completed, judged, and committed before the answer. */
import { HABITS } from '../../../SHARED/contracts/dialects/habits.ts';
import { refusal } from '../../../SHARED/contracts/errors.ts';
import { type Monotonic, timestamp } from '../../../SHARED/core/clock.ts';
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { type Json, type JsonObject, sameJson } from '../../../SHARED/core/json.ts';
import { err, ok } from '../../../SHARED/core/result.ts';
import type { OnRefused } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { AgentRegistered } from '../league/events.ts';
import type { Agent } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import type { AskSeat } from '../liveness/ping.ts';
import type { Readiness } from '../liveness/readiness.ts';
import type { Dispatcher } from '../play/dispatcher.ts';
import type { Lifecycle } from '../play/lifecycle.ts';
import type { ConductWatch } from '../results/conduct.ts';
import { type Application, admit, rejected, seatToAsk } from './admit.ts';
import type { Directory } from './directory.ts';
import { shownCode, triesCode } from './invite_codes.ts';
import type { NamePins } from './name_pins.ts';
import { duplicateRequests, type RateLimits } from './rate_limits.ts';
import { newToken, type TokenBook } from './tokens.ts';

export interface EnrolmentOptions extends LeagueTools {
  readonly entropy: Entropy;
  readonly book: TokenBook;
  readonly directory: Directory;
  /** Resolves when everything committed so far is durable. */
  readonly durable: () => Promise<void>;
  readonly dispatcher: Pick<Dispatcher, 'refereeIsBack' | 'playerMoved'>;
  readonly readiness: Pick<Readiness, 'note'>;
  readonly askSeat: AskSeat;
  readonly rateLimits: Pick<RateLimits, 'returning' | 'afterWrongToken'>;
  readonly namePins: NamePins;
  readonly conduct: Pick<ConductWatch, 'heard'>;
  readonly lifecycle: Pick<Lifecycle, 'startByItself' | 'noteReturn'>;
  /** Hears of each registration that the rules of the league refuse. */
  readonly onRejected: OnRefused;
}

const REQUESTS = { player: 'LEAGUE_REGISTER_REQUEST', referee: 'REFEREE_REGISTER_REQUEST' } as const;

/** A registration is answered within ten seconds, and its endpoint may be asked on the way. */
const ASK_MS = 2_000;

/** Enrols the agents of one league: a message that comes twice is answered twice and counts once. */
export function makeEnrolment(options: EnrolmentOptions) {
  const { league, settings, clock, entropy, tokens, commit, durable, log } = options;
  const { book, directory, dispatcher, readiness, askSeat, namePins, conduct } = options;
  const { returning, afterWrongToken } = options.rateLimits;
  const { startByItself, noteReturn } = options.lifecycle;
  const registry = { league, directory, settings };
  const once = duplicateRequests<Awaited<ReturnType<typeof enter>>>((agent_id) => league.agents.get(agent_id));
  /** Seats that were asked in vain, from the first time on; one that answers or registers is silent no more. */
  const silentSince = new Map<string, Monotonic>();

  /** Takes an agent in for good before it is told so, or says why not. */
  async function enter(asked: Application, conversation_id: string) {
    const { role, meta, caller } = asked;
    const resolution = await namePins.resolve(asked);
    const application = await withTestimony({ ...asked, resolution }, conversation_id);
    const admitted = admit(registry, application);
    if (!admitted.ok) {
      const isGuess = admitted.error.rejection === 'NOT_INVITED' && triesCode(asked);
      const wait = isGuess ? afterWrongToken(caller.address, refusal('E012', admitted.error.detail)) : undefined;
      if (wait?.code === 'E014') return { id: null, answer: err(wait) };
      const answer = rejected(admitted.error);
      log('REGISTRATION_REFUSED', {
        role,
        display_name: meta.display_name,
        reason: answer.reason,
        detail: answer.detail,
        address: caller.address,
      });
      const told = { code: answer.error_code, detail: `${answer.reason}: ${answer.detail}` };
      const { address, receivedAt, path, dialect, echo } = caller;
      const wrapping = [dialect, ...(echo?.habits ?? []).map((name) => HABITS[name].about)].join(', ');
      const origin = { address, receivedAt, ...(path === undefined ? {} : { path }) };
      options.onRejected(REQUESTS[role], { ...told, sent: { name: meta.display_name, wrapping } }, origin);
      return { id: null, answer: ok({ ...answer, league_id: league.league_id }) };
    }
    const id = admitted.value.agent_id;
    const former = league.agents.get(id);
    const isReclaimed = former !== undefined && admitted.value.reclaimed === true;
    const code = shownCode(settings.config, asked);
    const isOwn = former === undefined || (code !== undefined && code === former.code_sha256);
    if (isReclaimed && isUnchanged(former, admitted.value)) {
      // What it is told now may have been made a moment ago, and must be durable.
      await durable();
      void clock.poll().then(() => goOnWith(id, undefined));
      return accepted(id, tokens.reclaimed(former));
    }
    const refused = former === undefined ? undefined : returning(id, isReclaimed);
    if (refused !== undefined) return { id: null, answer: err(refused) };
    const { token_sha256, token } = isReclaimed ? { ...former, token: tokens.reclaimed(former) } : newToken(entropy);
    const event: AgentRegistered = { ...admitted.value, at: timestamp(clock), token_sha256 };
    const written = commit(event);
    // It has its name and place before that is durable, or another agent could be given them meanwhile.
    directory.enter(league.agents.get(id) as Agent);
    await written;
    const agent = league.agents.get(id) as Agent;
    book.remember(agent);
    namePins.pin(agent);
    if (former === undefined) noteRegistration(event);
    else log('AGENT_RETURNED', { agent_id: id, endpoint: event.endpoint });
    // One with its token has been heard; one with name and endpoint alone may be anybody's.
    if (isOwn && caller.identity.id !== id && caller.wire !== undefined)
      conduct.heard(id, {
        ...{ type: REQUESTS[role], dialect: caller.dialect, wire: caller.wire },
        habits: caller.echo?.habits ?? [],
      });
    // The answer leaves first: an agent hears of no match before it knows that it is in.
    void clock.poll().then(() => goOnWith(id, former));
    return accepted(id, token);
  }

  function accepted(id: string, token: string) {
    const answer = {
      status: 'ACCEPTED',
      auth_token: token,
      manager_token: tokens.manager(id),
      league_id: league.league_id,
      run_id: league.run_id,
      reason: null,
    } as const;
    return { id, answer: ok(answer), token_sha256: sha256(token) };
  }

  /** The application with what is said at the endpoint of the seat it is for, where that matters. */
  async function withTestimony(application: Application, conversation_id: string): Promise<Application> {
    const seat = seatToAsk(registry, application);
    if (seat === undefined) return application;
    const { id, endpoint } = seat;
    const testimony = await askSeat(seat, conversation_id, ASK_MS);
    const now = clock.monotonic();
    const since = testimony === 'silent' ? (silentSince.get(id) ?? now) : undefined;
    if (since === undefined) silentSince.delete(id);
    else silentSince.set(id, since);
    return { ...application, heard: { endpoint, testimony, silentMs: now - (since ?? now) } };
  }

  function noteRegistration({ role, agent_id, endpoint, display_name }: AgentRegistered): void {
    if (role === 'referee') log('REFEREE_REGISTERED', { referee_id: agent_id, endpoint });
    else log('PLAYER_REGISTERED', { player_id: agent_id, display_name });
  }

  /** What follows from a registration: open matches of an agent that is back, or the start of the league. */
  function goOnWith(agent_id: string, former: Agent | undefined): void {
    if (league.phase === 'WAITING_FOR_REGISTRATIONS') readiness.note(agent_id);
    silentSince.delete(agent_id);
    noteReturn(agent_id);
    if (former?.role === 'referee') dispatcher.refereeIsBack(agent_id);
    if (former?.role === 'player') dispatcher.playerMoved(agent_id);
    const wanted = settings.config.participants.auto_start_players;
    if (wanted !== undefined && directory.count('player') >= wanted) startByItself();
  }

  /** Registers an agent; `meta` is what makes another registration of it. */
  return function enrol(asked: Application, conversation_id: string, meta: JsonObject) {
    return once({ conversation_id, meta, address: asked.caller.address }, () => enter(asked, conversation_id));
  };
}

/** Whether a seat that is reclaimed stays as it is. */
function isUnchanged(seat: Agent, entry: Omit<AgentRegistered, 'at' | 'token_sha256'>): boolean {
  const { type: _type, agent_id: _id, reclaimed: _reclaimed, ...said } = entry;
  // An agent without habits says nothing of them, and may have had some.
  const fields = { ...said, echo: said.echo };
  return Object.entries(fields).every(([name, value]) => sameJson(seat[name as keyof Agent] as Json, value as Json));
}
