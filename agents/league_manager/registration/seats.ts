/** Seats that are claimed: by a token, by an invite code, or by name, endpoint and address; and whether a claim counts. */
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Agent, League } from '../league/state.ts';
import type { Application, ApprovedEndpoint, Registry, Rejected, ResolvedEndpoint } from './admit.ts';
import { isOwnAddress, placeOf } from './endpoints.ts';
import { shownCode } from './invite_codes.ts';

/** A claim on a seat, by what the applicant shows of itself. */
export interface Claim {
  readonly seat: Agent;
  /** Its own token or the operator’s word; or one that was given for name and endpoint; or its invite code; or name, endpoint and address alone. */
  readonly by: 'token' | 'reclaimed token' | 'code' | 'name and place';
  /** Whether the seat would have another name or place. */
  readonly changes: boolean;
}

/** The seat that an application is for, if there is one. */
export function claimOn(
  { league, directory, settings }: Registry,
  { role, meta, caller, resolution }: Application & { readonly resolution: ResolvedEndpoint },
  place: ApprovedEndpoint,
): Claim | undefined {
  const placed = (endpoint: string, address: string | undefined) => placeOf(endpoint, address, resolution);
  const isSame = (seat: Agent) =>
    seat.display_name === meta.display_name &&
    placed(seat.endpoint, seat.address) === placed(place.endpoint, place.address);
  const { party, id, reclaimed } = caller.identity;
  const own = party === role ? league.agents.get(id) : undefined;
  if (own !== undefined)
    return { seat: own, by: reclaimed === true ? 'reclaimed token' : 'token', changes: !isSame(own) };
  const invited = league.agents.get(directory.invited(shownCode(settings.config, { meta, caller }) ?? '') ?? '');
  if (invited?.role === role) return { seat: invited, by: 'code', changes: !isSame(invited) };
  const seat = league.agents.get(directory.named(meta.display_name) ?? '');
  if (seat?.role !== role) return undefined;
  const isGranted = seat.granted !== undefined && placed(seat.granted, undefined) === placed(place.endpoint, undefined);
  if (isGranted && seat.display_name === meta.display_name) return { seat, by: 'token', changes: !isSame(seat) };
  const by = { caller: caller.address, isRemote: resolution.isRemote };
  const isOwn = (at: Pick<ApprovedEndpoint, 'endpoint' | 'address'>) => isOwnAddress(at.endpoint, by, at.address);
  if (!isOwn(place)) return undefined;
  if (!isSame(seat) && !(isOwn(seat) && seat.display_name === meta.display_name && isWaiting(league))) return undefined;
  // A referee’s word counts: in a class league its seat is for the operator to give.
  if (role === 'referee' && settings.config.kind === 'class' && party !== 'operator') return undefined;
  // Its owner has the code, and others of the same address have not.
  if (seat.code_sha256 !== undefined) return undefined;
  return { seat, by: 'name and place', changes: !isSame(seat) };
}

function isWaiting({ phase }: League): boolean {
  return phase === 'WAITING_FOR_REGISTRATIONS';
}

/** Whether a claim is as good as a token, or gives back no more than the seat as it is; undefined: it counts for nothing. */
export function judgedClaim(
  { seat, by, changes }: Claim,
  league: League,
  { heard }: Application,
): Result<'proved' | 'reclaimed' | undefined, Rejected> {
  if (by === 'token') return ok('proved');
  const testimony = heard?.endpoint === seat.endpoint ? heard.testimony : undefined;
  // A code is its owner's as a token is; but two processes with one code would take the seat from each other.
  if (by === 'code')
    return !changes || testimony === 'silent' || testimony === 'own'
      ? ok('proved')
      : err({ rejection: 'CODE_IN_USE', detail: inUse(seat) });
  if (changes) {
    const isSilent = testimony === 'silent' && isWaiting(league);
    const leftMs = SILENCE_MS - (heard?.silentMs ?? 0);
    if (isSilent && leftMs <= 0) return ok('reclaimed');
    if (by === 'name and place')
      return isSilent ? err({ rejection: 'DUPLICATE_NAME', detail: notYet(leftMs) }) : ok(undefined);
    return err({ rejection: 'INVALID_ENDPOINT', detail: isSilent ? notYet(leftMs) : HELD });
  }
  if (testimony === 'own') return ok('proved');
  if (testimony === 'not own') return err({ rejection: 'DUPLICATE_NAME', detail: NOT_OWN });
  if (seat.role === 'player' || by === 'reclaimed token') return ok('reclaimed');
  return ok(seat.token_used || league.phase !== 'WAITING_FOR_REGISTRATIONS' ? undefined : 'reclaimed');
}

/** A seat moves without an earlier token when its endpoint has been silent for so long; to start an agent again takes less. */
const SILENCE_MS = 30_000;

function notYet(leftMs: number): string {
  return `the seat is silent at its endpoint, where its agent may be starting again: it can be moved after ${SILENCE_MS / 1_000} s of silence, in ${Math.ceil(leftMs / 1_000)} s, or with an earlier auth_token`;
}

function inUse({ id, display_name, endpoint }: Agent): string {
  return `the code has its seat already, ${id} “${display_name}”, which answers at ${endpoint}: end that player first, or register with its auth_token`;
}

const HELD =
  'the seat answers at its endpoint, or the league has started: this auth_token was given for name and endpoint, and an earlier one is needed to change either';
const NOT_OWN =
  'the agent at contact_endpoint says that this registration is not its own; choose another display_name, or register again with your own auth_token';
