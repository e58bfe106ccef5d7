/** The requests of an operator to a manager: each as it is sent, the question before it, and its answer in words. */
import type { AgentRow } from '../../../SHARED/contracts/api/league.ts';

export type ActionName = 'start' | 'pause' | 'unpause' | 'remove' | 'suspend' | 'readmit' | 'shutdown';

/** The answers of an operator to a question. */
export interface Said {
  readonly agent_id?: string;
  readonly reason?: string;
  readonly endpoint?: string;
}

export interface Action {
  /** On the button that asks, and on the one that says yes. */
  readonly label: string;
  readonly question: (agent_id: string) => string;
  readonly consequence: string;
  readonly reason: 'none' | 'optional' | 'needed';
  readonly takesEndpoint?: true;
  readonly isDangerous?: true;
  /** What is true when it has been done. */
  readonly done: (agent_id: string) => string;
  readonly message: 'START_LEAGUE' | 'PAUSE_COMMAND' | 'AGENT_COMMAND' | 'SHUTDOWN_COMMAND';
  readonly method: string;
}

/** Every action by name, in the words and messages of the command line. */
export const ACTIONS: { readonly [A in ActionName]: Action } = {
  start: {
    label: 'Start the league',
    question: () => 'Start the league?',
    consequence:
      'Registration closes, the players are paired and the first round is opened. This cannot be taken back.',
    reason: 'none',
    done: () => 'The league is started.',
    message: 'START_LEAGUE',
    method: 'start_league',
  },
  pause: {
    label: 'Pause',
    question: () => 'Pause the league?',
    consequence: 'No further match is given out until the league goes on; matches under way are played to their end.',
    reason: 'optional',
    done: () => 'The league is paused.',
    message: 'PAUSE_COMMAND',
    method: 'pause_league',
  },
  unpause: {
    label: 'Go on',
    question: () => 'Let the league go on?',
    consequence: 'Matches are given out again.',
    reason: 'none',
    done: () => 'The league goes on.',
    message: 'PAUSE_COMMAND',
    method: 'pause_league',
  },
  suspend: {
    label: 'Suspend',
    question: (agent_id) => `Suspend ${agent_id}?`,
    consequence:
      'A player forfeits its open matches and those to come until it is readmitted, and what it forfeited stays forfeited; the matches of a referee go to others.',
    reason: 'needed',
    done: (agent_id) => `${agent_id} is suspended.`,
    message: 'AGENT_COMMAND',
    method: 'command_agent',
  },
  readmit: {
    label: 'Readmit',
    question: (agent_id) => `Readmit ${agent_id}?`,
    consequence:
      'It plays again from its next match on; what it forfeited stays forfeited. With another address, it may register there once under its name without a token.',
    reason: 'needed',
    takesEndpoint: true,
    done: (agent_id) => `${agent_id} is readmitted.`,
    message: 'AGENT_COMMAND',
    method: 'command_agent',
  },
  remove: {
    label: 'Remove',
    question: (agent_id) => `Remove ${agent_id} for good?`,
    consequence:
      'It takes part no longer, and that is for good. Before half of its matches were played none of its results count; later those it played count and the rest is forfeited to its opponents. The matches of a referee go to others.',
    reason: 'needed',
    isDangerous: true,
    done: (agent_id) => `${agent_id} is removed.`,
    message: 'AGENT_COMMAND',
    method: 'command_agent',
  },
  shutdown: {
    label: 'Shut down',
    question: () => 'Shut down the manager and its agents?',
    consequence:
      'The manager ends and tells its agents to; this page is served no longer. A league that is not over goes on with: npx league resume.',
    reason: 'none',
    isDangerous: true,
    done: () => 'The manager ends, and tells its agents to.',
    message: 'SHUTDOWN_COMMAND',
    method: 'shutdown',
  },
};

/** The actions of an operator on an agent as it is; a removal is for good. A silent agent may be let in from elsewhere. */
export function actionsFor({ mark, is_ready, silent_since }: Standing): readonly ActionName[] {
  if (mark === 'removed' || mark === 'disqualified') return [];
  if (mark === 'suspended') return ['readmit', 'remove'];
  const isSilent = is_ready === false || silent_since !== null;
  return isSilent ? ['suspend', 'readmit', 'remove'] : ['suspend', 'remove'];
}

type Standing = Pick<AgentRow, 'mark' | 'is_ready' | 'silent_since'>;

/** The head of a request: its league, token and time, and a number that no request had before. */
export interface Sending {
  readonly league_id: string;
  readonly token: string;
  readonly timestamp: string;
  readonly nth: number;
}

/** The request of an action, to be posted to the manager. */
export function requestOf(name: ActionName, said: Said, sending: Sending): Request {
  const { message, method } = ACTIONS[name];
  return request(method, message, bodyOf(name, said, sending.league_id), sending);
}

/** A request that changes nothing, and that only the owner of a token is answered. */
export function tokenQuestion(sending: Sending): Request {
  const body = { league_id: sending.league_id, query_type: 'GET_STANDINGS', query_params: { limit: 1 } };
  return request('league_query', 'LEAGUE_QUERY', body, sending);
}

function bodyOf(name: ActionName, { agent_id = '', reason = '', endpoint = '' }: Said, league_id: string) {
  const why = reason === '' ? {} : { reason };
  switch (name) {
    case 'start':
      return { league_id };
    case 'pause':
    case 'unpause':
      return { league_id, action: name, ...why };
    case 'shutdown':
      return { league_id, reason: 'the operator stopped the league' };
    default:
      return { league_id, agent_id, action: name, ...why, ...(endpoint === '' ? {} : { endpoint }) };
  }
}

/** A call by JSON-RPC. */
export interface Request {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
  readonly id: number;
}

function request(method: string, message_type: string, body: object, sending: Sending): Request {
  const { token, timestamp, nth } = sending;
  const envelope = { protocol: 'league.v2', message_type, sender: 'launcher', timestamp };
  const params = { ...envelope, conversation_id: `page-${timestamp}-${nth}`, auth_token: token, ...body };
  return { jsonrpc: '2.0', method, params, id: nth };
}

/** The outcome of a request, in words. */
export interface RequestOutcome {
  readonly isDone: boolean;
  readonly text: string;
  /** The token was refused: it is to be asked for again. */
  readonly isTokenWrong?: true;
}

/** The outcome that an answer tells; `done` is said where it was carried out. */
export function outcomeOf(reply: unknown, done: string): RequestOutcome {
  const { error, result } = isObject(reply) ? reply : {};
  if (isObject(error)) return refusalOf(isObject(error['data']) ? error['data'] : {}, String(error['message']));
  if (!isObject(result)) return { isDone: false, text: 'The manager gave no answer.' };
  if (result['message_type'] === 'LEAGUE_ERROR') return refusalOf(result, 'the manager refused it');
  const more = [done, statusText(result), absentText(result['would_forfeit'])];
  return { isDone: true, text: more.filter(Boolean).join(' ') };
}

function refusalOf(fields: Fields, otherwise: string): RequestOutcome {
  const { error_code, error_name, error_description, detail } = fields;
  const why = [error_description, detail, otherwise].find((said) => typeof said === 'string');
  const code = [error_code, error_name].filter((said) => typeof said === 'string').join(' ');
  const text = `The manager said: ${code === '' ? '' : `${code}: `}${why}`;
  return { isDone: false, text, ...(TOKEN_CODES.has(String(error_code)) ? { isTokenWrong: true } : {}) };
}

/** Without a token, with a wrong one, or with one of somebody else. */
const TOKEN_CODES: ReadonlySet<string> = new Set(['E006', 'E011', 'E012']);

function statusText({ status, paused, current_round: round, total_rounds: rounds }: Fields): string {
  if (typeof paused === 'string') return `It is paused: ${paused}.`;
  return status === 'running' ? `Round ${round} of ${rounds} is being played.` : '';
}

function absentText(absent: unknown): string {
  const named = (Array.isArray(absent) ? absent : []).filter(isObject);
  if (named.length === 0) return '';
  const who = named.map(({ agent_id, reason }) => `${agent_id} (${reason})`).join(', ');
  return `Not there, so that they forfeit until they answer: ${who}.`;
}

type Fields = { readonly [name: string]: unknown };

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
