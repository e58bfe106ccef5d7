/** Admission: one decision per registration, from the state and the request alone. */

import { NOT_REGISTERED_WITH, withHabits } from '../../../SHARED/contracts/dialects/wrappings.ts';
import { REJECTIONS, type Rejection } from '../../../SHARED/contracts/errors.ts';
import type { Message } from '../../../SHARED/contracts/index.ts';
import { incompatibility } from '../../../SHARED/contracts/protocol_version.ts';
import { isId, numberedId } from '../../../SHARED/core/ids.ts';
import { cut } from '../../../SHARED/core/json.ts';
import { PLAYERS_PER_ADDRESS } from '../../../SHARED/core/limits.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Caller } from '../../../SHARED/league_sdk/messaging/serve.ts';
import { plainAddress, subnetOf } from '../../../SHARED/league_sdk/transport/net_address.ts';
import type { AgentRegistered } from '../league/events.ts';
import type { Agent, League } from '../league/state.ts';
import { knowsPing, type Testimony } from '../liveness/ping.ts';
import type { Settings } from '../settings.ts';
import type { Directory } from './directory.ts';
import { approve, isAtLocalhost, isOfMachine, parseEndpoint, placeOf } from './endpoints.ts';
import { codeOfRoster, shownCode, uninvited } from './invite_codes.ts';
import { ID_FORM, RESERVED, wrongWithName } from './names.ts';
import { type Claim, claimOn, judgedClaim } from './seats.ts';

export type Meta = Message<'REFEREE_REGISTER_REQUEST'>['referee_meta'] &
  Message<'LEAGUE_REGISTER_REQUEST'>['player_meta'];
type Admitted = Omit<AgentRegistered, 'at' | 'token_sha256'>;
export interface Rejected {
  readonly rejection: Rejection;
  readonly detail: string;
}

const PREFIXES = { player: 'P', referee: 'REF' } as const;

/** The state and settings that an application is judged by. */
export interface Registry {
  readonly league: League;
  /** The directory of this league, in step with it. */
  readonly directory: Directory;
  readonly settings: Settings;
}

/** An agent's request to take part. */
export interface Application {
  readonly role: Agent['role'];
  readonly meta: Meta;
  readonly caller: Caller;
  /** The network's knowledge of its endpoint; absent where there is no network. */
  readonly resolution?: ResolvedEndpoint;
  /** What was said at the endpoint of the seat it asks for, where that was asked; see `seatToAsk`. */
  readonly heard?: { readonly endpoint: string; readonly testimony: Testimony; readonly silentMs: number };
}

export interface ResolvedEndpoint {
  /** The addresses that the name in the endpoint stands for. */
  readonly resolved: readonly string[];
  /** The addresses of the manager's machine, beside loopback. */
  readonly machine: readonly string[];
  /** Whether it is one of the network, where a caller is known by its address. */
  readonly isRemote: boolean;
  /** The endpoint as it is to be read, where `localhost` in it is another agent's. */
  readonly endpoint?: string;
  /** Why the name in the endpoint stands for nothing, where that is known. */
  readonly unasked?: Rejected | undefined;
}
const NO_RESOLUTION: ResolvedEndpoint = { resolved: [], machine: [], isRemote: true };

/** An endpoint that was taken, and the address its name stood for, or the kind it is looked for at. */
export interface ApprovedEndpoint extends Pick<AgentRegistered, 'endpoint' | 'from_ipv6'> {
  readonly address?: string | undefined;
}

/** More referees than this are of no use to any league. */
const MAX_REFEREES = 1_000;

/** The event that takes the agent in, or why it is turned away. */
export function admit({ league, directory, settings }: Registry, application: Application): Result<Admitted, Rejected> {
  const { role, meta, resolution = NO_RESOLUTION } = application;
  const incompatible = incompatibility(meta.protocol_version);
  if (incompatible !== undefined) return err(incompatible);
  const endpoint = parseEndpoint(resolution.endpoint ?? meta.contact_endpoint, settings.schemes);
  if (!endpoint.ok) return turn('INVALID_ENDPOINT', `contact_endpoint: ${endpoint.error}`);
  const place = approved(league, settings, application, endpoint.value);
  if (!place.ok) return place;
  const claim = claimOn({ league, directory, settings }, { ...application, resolution }, place.value);
  if (claim?.seat.removed !== undefined) {
    const { id: agent_id, removed } = claim.seat;
    return turn('REMOVED', `${agent_id} was removed from the league: ${removed.reason}`);
  }
  const judged = claim === undefined ? ok(undefined) : judgedClaim(claim, league, application);
  if (!judged.ok) return judged;
  const granted = judged.value;
  const known = granted === undefined ? undefined : claim?.seat;
  const nameTaken = wrongName(application, known) ?? nameOfAnother(directory, meta.display_name, known);
  const placeTaken = placeOfAnother(directory, place.value, known, resolution);
  if (claim !== undefined && known !== undefined) {
    const isProved = granted === 'proved';
    const entry = isProved
      ? admitted(application, known.id, place.value)
      : reclaimed(league, application, claim, place.value);
    return (
      nameTaken ??
      placeTaken ??
      ok({ ...stillWith(entry, known), ...standing(known, directory, shownCode(settings.config, application)) })
    );
  }
  const barred = barredFrom(league, settings, application) ?? uninvited(settings.config, application);
  if (barred !== undefined) return err(barred);
  const id =
    role === 'player' && league.phase === 'RUNNING_LEAGUE'
      ? latePlace(league, meta.player_id)
      : chooseId(directory, role, role === 'player' ? meta.player_id : meta.referee_id);
  if (!id.ok) return id;
  if (nameTaken !== undefined) return nameTaken;
  const places = role === 'player' ? settings.config.participants.max_players : MAX_REFEREES;
  if (directory.count(role) >= places) return turn('LEAGUE_FULL', `no more than ${places} ${role}s`);
  const share = shareOf(settings, application);
  if (share !== undefined && directory.countFrom(share.of) >= share.places) return turn('ADDRESS_FULL', share.full);
  const entry = admitted(application, id.value, place.value);
  const code = shownCode(settings.config, application);
  if (code !== undefined) return placeTaken ?? ok({ ...entry, code_sha256: code });
  return placeTaken ?? ok(share === undefined ? entry : { ...entry, registered_from: share.of });
}

/** The entry with the habits of its seat that no registration shows. */
function stillWith(entry: Admitted, { echo }: Agent): Admitted {
  const kept = (echo?.habits ?? []).filter((name) => NOT_REGISTERED_WITH.includes(name));
  return kept.length === 0 ? entry : { ...entry, echo: withHabits(entry.echo, kept) };
}

/**
 * By what a seat was taken, and that a person played from it, which a return does not change; one that was taken without
 * a code may show it later.
 */
function standing({ registered_from, code_sha256, kind }: Agent, directory: Directory, code: string | undefined) {
  const late = code === undefined || directory.invited(code) !== undefined ? undefined : code;
  const by = code_sha256 ?? late;
  return {
    ...(registered_from === undefined ? {} : { registered_from }),
    ...(by === undefined ? {} : { code_sha256: by }),
    ...(kind === undefined ? {} : { kind }),
  };
}

/** The share of the places that a player takes of; undefined where they are not shared out. */
function shareOf({ config }: Settings, { role, caller, resolution = NO_RESOLUTION }: Application) {
  const usual = config.kind === 'class' ? PLAYERS_PER_ADDRESS : undefined;
  const places = config.participants.max_registrations_per_address ?? usual;
  if (places === undefined || config.participants.roster !== undefined) return undefined;
  if (role !== 'player' || isOfMachine(caller.address, resolution)) return undefined;
  const of = subnetOf(caller.address);
  const full = `${places} players have registered from ${of}, and the league takes no more from there; its file may say otherwise (participants.max_registrations_per_address)`;
  return { of, places, full };
}

/** The place where the agent may be called, or why there is none. */
function approved(
  league: League,
  { config }: Settings,
  { caller, resolution = NO_RESOLUTION }: Application,
  endpoint: string,
): Result<ApprovedEndpoint, Rejected> {
  const rules = {
    kind: config.kind,
    networks: config.participants.allowed_networks ?? [],
    anyPlace: caller.identity.party === 'operator',
    machine: resolution.machine,
    manager: league.manager_address,
  };
  const address = approve(endpoint, { caller: caller.address, ...resolution }, rules);
  const { unasked } = resolution;
  if (!address.ok) return unasked ? err(unasked) : turn('INVALID_ENDPOINT', `contact_endpoint ${address.error}`);
  const isLookedFor = address.value === undefined && isAtLocalhost(endpoint);
  const isFromIpv6 = isLookedFor && plainAddress(caller.address)?.includes(':') === true;
  return ok({ endpoint, address: address.value, ...(isFromIpv6 ? { from_ipv6: true } : {}) });
}

/** The rejection of every newcomer of a role, where none is taken in any more. */
export function closedTo(role: Agent['role'], league: League): Rejected | undefined {
  const { phase } = league;
  if (phase === 'LEAGUE_COMPLETE') return { rejection: 'REGISTRATION_CLOSED', detail: 'the league is complete' };
  if (role === 'referee' || phase === 'WAITING_FOR_REGISTRATIONS') return undefined;
  if (nextLatePlace(league) !== undefined) return undefined;
  const late = league.late_places.length === 0 ? '' : ', and every late place is taken';
  return { rejection: 'REGISTRATION_CLOSED', detail: `the league has started; players register before that${late}` };
}

/** The place that the next late-comer takes, which is also its id; undefined where none is left. */
function nextLatePlace({ late_places, agents }: League): string | undefined {
  return late_places.find((id) => !agents.has(id));
}

function latePlace(league: League, wish: string | undefined): Result<string, Rejected> {
  const place = nextLatePlace(league) as string;
  if (wish === undefined || wish === place) return ok(place);
  return turn('INVALID_ID', `the league has started, and the next late-comer is ${place}; leave player_id out`);
}

/** The rejection of a newcomer that does not depend on its name. */
function barredFrom(league: League, { config }: Settings, { role, meta, caller }: Application): Rejected | undefined {
  const closed = closedTo(role, league);
  if (closed !== undefined) return closed;
  if (role === 'referee' && config.kind === 'class' && caller.identity.party !== 'operator') {
    const detail = 'in a class league a referee registers with the operator’s token as auth_token';
    return { rejection: 'NOT_ALLOWED', detail };
  }
  if (meta.game_types.includes(config.game_type)) return undefined;
  const offered = meta.game_types.join(', ') || 'nothing';
  return {
    rejection: 'UNSUPPORTED_GAME',
    detail: `this league plays ${config.game_type}; game_types lists ${offered}`,
  };
}

/** The seat whose endpoint is to be asked before an application can be judged. */
export function seatToAsk(registry: Registry, application: Application): Agent | undefined {
  const { league, settings } = registry;
  const { meta, resolution = NO_RESOLUTION } = application;
  const endpoint = parseEndpoint(resolution.endpoint ?? meta.contact_endpoint, settings.schemes);
  const place = endpoint.ok ? approved(league, settings, application, endpoint.value) : endpoint;
  const claim = place.ok ? claimOn(registry, { ...application, resolution }, place.value) : undefined;
  if (claim === undefined || claim.by === 'token') return undefined;
  return claim.changes || (claim.by !== 'code' && knowsPing(claim.seat)) ? claim.seat : undefined;
}

/**
 * The seat as it is, for an applicant that has shown no token of its own; abilities are believed where it may be asked.
 * A seat that has used a token, or whose league plays, is written to as before: its own agent is there, and not asked.
 */
function reclaimed(
  { phase }: League,
  application: Application,
  { seat, changes }: Claim,
  place: ApprovedEndpoint,
): Admitted {
  const entry = { ...admitted(application, seat.id, changes ? place : seat), reclaimed: true } as const;
  if (changes) return entry;
  const { batches, tickets, max_concurrent_matches, dialect, dialects, echo, game_types } = seat;
  const abilities = { batches, tickets, max_concurrent_matches };
  const hasUsedToken = seat.token_used || seat.former_token_sha256 !== undefined;
  if (phase === 'WAITING_FOR_REGISTRATIONS' && !hasUsedToken) return { ...entry, ...abilities };
  const { echo: _, ...rest } = entry;
  return { ...rest, ...abilities, dialect, dialects, game_types, ...(echo === undefined ? {} : { echo }) };
}

function chooseId(directory: Directory, role: Agent['role'], wish: string | undefined): Result<string, Rejected> {
  if (wish === undefined) return ok(nextFreeId(directory, role));
  if (!isId(wish) || RESERVED.has(wish.toLowerCase()))
    return turn(
      'INVALID_ID',
      `"${cut(wish, 80)}" cannot be an id: letters, digits, _ and -, up to 64, and not a reserved name`,
    );
  const [, prefix = PREFIXES[role]] = ID_FORM.exec(wish.toLowerCase()) ?? [];
  if (prefix.toUpperCase() !== PREFIXES[role])
    return turn('INVALID_ID', `the id ${wish} has the form of another role; a ${role}’s is like ${PREFIXES[role]}07`);
  if (directory.hasId(wish))
    return turn(
      'DUPLICATE_NAME',
      `the id ${wish} is taken; leave it out to be given one, or register again with your own auth_token`,
    );
  return ok(wish);
}

/** The refusal of a name that is none; an agent that has it keeps it. */
function wrongName({ role, meta }: Application, known: Agent | undefined): Result<never, Rejected> | undefined {
  const { display_name: name } = meta;
  const wrong = name === known?.display_name ? undefined : wrongWithName(name, known?.id ?? meta[`${role}_id`]);
  return wrong === undefined ? undefined : turn('INVALID_NAME', `display_name "${name}" ${wrong}`);
}

/** The refusal of a name that another agent has, or one that looks the same; an agent that has it keeps it. */
function nameOfAnother(
  directory: Directory,
  name: string,
  known: Agent | undefined,
): Result<never, Rejected> | undefined {
  if (name === known?.display_name || directory.named(name, known?.id) === undefined) return undefined;
  return turn(
    'DUPLICATE_NAME',
    `the name "${name}" is taken, or looks like one that is; choose another display_name${freeLike(name, directory)}, or register again with your own auth_token`,
  );
}

/** A free name like one that is taken, as an example; empty where none is near. */
function freeLike(name: string, directory: Directory): string {
  for (let nth = 2; nth < 100; nth++) {
    const like = `${cut(name, 60)} ${nth}`;
    if (directory.named(like) === undefined && wrongWithName(like) === undefined) return `, e.g. "${like}"`;
  }
  return '';
}

/**
 * The refusal of a place where another agent listens already: one answer cannot be two agents'. An agent that was taken
 * in there, before such places were compared, keeps it.
 */
function placeOfAnother(
  directory: Directory,
  { endpoint, address }: ApprovedEndpoint,
  known: Agent | undefined,
  { machine }: ResolvedEndpoint,
): Result<never, Rejected> | undefined {
  const place = placeOf(endpoint, address, { machine });
  const holder = directory.at(place);
  if (holder === undefined || holder === known?.id) return undefined;
  if (known?.endpoint === endpoint && placeOf(endpoint, known.address, { machine }) === place) return undefined;
  return turn(
    'INVALID_ENDPOINT',
    'contact_endpoint is that of another agent; listen at another port or path, or register again with its auth_token',
  );
}

function nextFreeId(directory: Directory, role: Agent['role']): string {
  for (let number = directory.count(role) + 1; ; number++) {
    const id = numberedId(PREFIXES[role], number);
    if (!directory.hasId(id)) return id;
  }
}

function admitted({ role, meta, caller }: Application, agent_id: string, place: ApprovedEndpoint): Admitted {
  const { endpoint, address, from_ipv6 } = place;
  const { habits = [] } = meta;
  const echo = habits.length === 0 ? caller.echo : withHabits(caller.echo, habits);
  return {
    type: 'agent_registered',
    role,
    agent_id,
    display_name: meta.display_name,
    version: meta.version ?? '',
    ...(role === 'player' && meta.kind === 'human' ? { kind: meta.kind } : {}),
    endpoint,
    ...(address === undefined ? {} : { address }),
    ...(from_ipv6 === undefined ? {} : { from_ipv6 }),
    dialect: caller.dialect,
    dialects: meta.dialects ?? [caller.dialect],
    ...(echo === undefined ? {} : { echo }),
    game_types: meta.game_types,
    batches: meta.batches ?? false,
    max_concurrent_matches: meta.max_concurrent_matches ?? 1,
    tickets: meta.tickets ?? false,
  };
}

function turn(rejection: Rejection, detail: string): Result<never, Rejected> {
  return err({ rejection, detail });
}

/** The fields of a REJECTED answer. */
export function rejected({ rejection, detail }: Rejected) {
  const { reason, code } = REJECTIONS[rejection];
  return {
    status: 'REJECTED',
    auth_token: null,
    manager_token: null,
    run_id: null,
    reason,
    error_code: code,
    detail,
  } as const;
}

/** The rejection a new player of this name would get, checked in the order of registration, which has the last word. */
export function rejectionFor(
  name: string,
  { league, directory, settings }: Registry,
  codes: readonly string[] = [],
): Rejection | undefined {
  const { roster, names, max_players } = settings.config.participants;
  const closed = closedTo('player', league);
  if (closed !== undefined) return closed.rejection;
  if (wrongWithName(name) !== undefined) return 'INVALID_NAME';
  if (directory.named(name) !== undefined) return 'DUPLICATE_NAME';
  if (names?.includes(name) !== true) {
    if (roster !== undefined && codeOfRoster(roster, codes) === undefined) return 'NOT_INVITED';
    if (roster === undefined && names !== undefined) return 'NOT_NAMED';
  }
  return directory.count('player') >= max_players ? 'LEAGUE_FULL' : undefined;
}
