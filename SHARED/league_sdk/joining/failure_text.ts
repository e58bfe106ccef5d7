/** The texts of failed registrations: one line each, with the reason and the remedy. */
import { ERRORS, type ErrorCode, REJECTIONS, type Rejection } from '../../contracts/errors.ts';
import type { Credential } from '../../contracts/files/history.ts';
import type { StartFailure } from '../effects.ts';
import { isImplied } from '../messaging/envelope.ts';
import type { CallError, Correspondent } from '../messaging/peer.ts';
import type { AgentRole } from '../paths.ts';

/** A failure before a manager has accepted or rejected. */
export type RegistrationFailure = CallError | StartFailure;

/** Whether no answer came at all, so that another question would be in vain. */
export function isUnheard({ code }: CallError): boolean {
  return code === 'UNREACHABLE' || code === 'DEADLINE_PASSED' || code === 'REFUSED';
}

/** Statuses of HTTP by which somebody is there and has no time. */
const NOT_NOW: ReadonlySet<number | undefined> = new Set([undefined, 429, 503]);

/** Whether a manager that was looked at is not there, or has no time; any other answer is that of one that knows no such look. */
export function isAway(failure: CallError): boolean {
  return isUnheard(failure) && (failure.code !== 'REFUSED' || NOT_NOW.has(failure.status));
}

/** Whether a line could not be made because of TLS, in the words of the wire: then no waiting helps, and its reason does. */
export function isDistrust(detail: string): boolean {
  return /\b(?:certificate|TLS)\b/.test(detail);
}

/** Whether the same registration may succeed when it is tried again. */
export function isWorthRetrying(setback: RegistrationFailure): boolean {
  if (!isCallError(setback) || isDistrust(setback.detail)) return false;
  if (setback.code !== 'ERROR_REPLY') return setback.code !== 'TOO_LARGE';
  return setback.error_code === undefined || (ERRORS[setback.error_code as ErrorCode]?.retryable ?? false);
}

/** A detail with no web page in it but the word for one: of an agent it is not. */
export function withoutPage(detail: string): string {
  return detail.replace(/<(?:!doctype\s|html\b).*/is, 'a web page');
}

/** The question for a user where another party seems to answer. */
export const IS_IT_HERE = 'is this its address?';

/** The text for a manager that gave no usable answer. */
export function notRegistered(setback: RegistrationFailure, role: AgentRole, manager: Correspondent): StartFailure {
  if (!isCallError(setback)) return setback;
  const { error_code, status, detail } = setback;
  const said = withoutPage(detail);
  const why = error_code === undefined || isImplied(error_code, status) ? said : `${error_code} ${said}`;
  const what = isAway(setback) ? 'does not answer' : `did not register this ${role}`;
  const question = isAway(setback) ? `; is it running, and ${IS_IT_HERE}` : `; ${IS_IT_HERE}`;
  const isUnknown = isUnheard(setback) && error_code === undefined && !isDistrust(detail);
  const advice = isUnknown || said !== detail ? question : '';
  return { code: 'REGISTRATION_FAILED', detail: `the league manager at ${manager.address} ${what}: ${why}${advice}` };
}

/** A manager's rejection: the applicant, the reason, and the agent that has the name already, where that is known. */
export interface Rejected {
  readonly display_name: string;
  readonly reason: string | null;
  readonly detail?: string | null | undefined;
  readonly namesake: Credential | undefined;
}

/** The text for a manager that rejected the agent. */
export function rejected({ display_name, reason, detail, namesake }: Rejected): StartFailure {
  const [known] = Object.entries(REJECTIONS).find(([, rejection]) => rejection.reason === reason) ?? [];
  const exactly = detail === undefined || detail === null ? '' : ` (${detail})`;
  const advice = known === undefined ? '' : `; ${adviceOn(known as Rejection, display_name, namesake)}`;
  return {
    code: 'REGISTRATION_REJECTED',
    detail: `the league manager rejected ${display_name}: ${reason ?? 'no reason given'}${exactly}${advice}`,
    ...(known === undefined ? {} : { rejection: known as Rejection }),
  };
}

const ADVICE: { readonly [R in Rejection]: string } = {
  LEAGUE_FULL: 'wait for the next run, or have the league take more players',
  ADDRESS_FULL: 'have the league file allow more from one address',
  INVALID_ENDPOINT:
    'listen at an address the league manager can call: --host ADDRESS, or network.base_host in system.json',
  UNSUPPORTED_GAME: 'offer the game of this league',
  DUPLICATE_NAME: 'choose another name or id, or start with the data folder that holds its credentials',
  REGISTRATION_CLOSED: 'wait for the next run',
  PROTOCOL_TOO_OLD: 'update this agent',
  PROTOCOL_TOO_NEW: 'start a version of this agent that speaks the protocol of this league',
  INVALID_ID: 'choose an id of letters, digits, _ and -, at most 64 of them',
  INVALID_NAME: 'choose another name',
  REMOVED: 'ask the organiser; a removal is for good',
  NOT_ALLOWED: 'start with the operator’s token',
  NOT_INVITED: 'start with --manager URL?code=CODE',
  NOT_NAMED: 'start with --name and the name that the organiser knows',
  CODE_IN_USE: 'end the other player of this code',
};

function adviceOn(rejection: Rejection, display_name: string, namesake: Credential | undefined): string {
  if (rejection !== 'DUPLICATE_NAME' || namesake === undefined) return ADVICE[rejection];
  const { agent_id, endpoint } = namesake;
  return namesake.display_name === display_name
    ? `${agent_id} of this name is running at ${endpoint}: choose another name`
    : `${agent_id} is another agent, running at ${endpoint}: choose another id`;
}

function isCallError(setback: RegistrationFailure): setback is CallError {
  return 'failedAt' in setback;
}
