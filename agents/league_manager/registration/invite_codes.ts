/** Invite codes: how they are made, and which of a roster an applicant has shown. */
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import type { Application, Rejected } from './admit.ts';

/** Of letters and digits that look alike (0 and O, 1 and I) there are none; 32 of them, so that five bits are one. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A code of 80 bits that people can read out: K7QM-3XNP-A2DF-9WRT. */
export function newInviteCode({ bytes }: Entropy): string {
  const signs = Array.from(bytes(GROUPS * GROUP_LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');
  return (signs.match(/.{4}/g) as readonly string[]).join('-');
}

/** The hash by which a code is known; capitals, spaces and dashes do not matter. */
export function codeDigest(code: string): string {
  return sha256(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));
}

/** The hash of the code that an applicant has shown, if it is one of the roster. */
export function shownCode(
  { participants: { roster } }: LeagueConfig,
  { meta, caller }: Pick<Application, 'meta' | 'caller'>,
): string | undefined {
  return codeOfRoster(roster, codesIn({ meta, caller }));
}

/** The hash of the first of these codes that is one of the roster. */
export function codeOfRoster(
  roster: LeagueConfig['participants']['roster'],
  codes: readonly string[],
): string | undefined {
  const shown = codes.map(codeDigest);
  return roster?.find(({ code_sha256 }) => shown.includes(code_sha256))?.code_sha256;
}

/** Whether an applicant has shown anything that could be meant as a code. */
export function triesCode(application: Pick<Application, 'meta' | 'caller'>): boolean {
  return codesIn(application).length > 0;
}

/**
 * The rejection of a newcomer that is not named where players are, and has no code where one is needed; the operator
 * brings players of its own.
 */
export function uninvited(config: LeagueConfig, application: Application): Rejected | undefined {
  const { role, caller, meta } = application;
  const { roster, names } = config.participants;
  if (role !== 'player' || caller.identity.party === 'operator') return undefined;
  if (names?.includes(meta.display_name) === true) return undefined;
  if (roster === undefined) return names === undefined ? undefined : { rejection: 'NOT_NAMED', detail: NOT_NAMED };
  if (shownCode(config, application) !== undefined) return undefined;
  return { rejection: 'NOT_INVITED', detail: `${triesCode(application) ? UNKNOWN : NEEDED}: ${WHERE}` };
}

const NOT_NAMED = 'this league is for players that its file names, and this name is none of them';
const NEEDED = 'this league takes players by invite code';
const UNKNOWN = 'the invite code is none of this league; look for a typing error, or ask the organiser for yours';
const WHERE =
  'it is shown as player_meta.invite_code, as "Authorization: Bearer CODE", or by writing ?code=CODE behind the manager’s URL';

function codesIn({ meta, caller }: Pick<Application, 'meta' | 'caller'>): readonly string[] {
  return [meta.invite_code, caller.bearer, caller.code].filter(
    (code) => code !== undefined && code !== '',
  ) as readonly string[];
}
