/** The rule of compatibility between versions of the protocol (spec 004, Core Design 3), in this file alone. */
import { MINIMUM_PROTOCOL_VERSION, PROTOCOL_VERSION } from './fields.ts';

/** The reason why a version is incompatible with ours, as a registration is rejected for it. */
export interface Incompatibility {
  readonly rejection: 'PROTOCOL_TOO_OLD' | 'PROTOCOL_TOO_NEW';
  /** Both numbers, and what to do. */
  readonly detail: string;
}

/** Every case of the rule: a version as an example (undefined: absent), and why it is taken or rejected. */
export const VERSION_CASES: readonly (readonly [name: string, version: string | undefined, why: string])[] = [
  ['absent', undefined, `It counts as ${PROTOCOL_VERSION}.`],
  ['equal', PROTOCOL_VERSION, 'It is ours.'],
  ['another patch', '2.1.7', 'Patches change no message.'],
  ['an older minor', '2.0.0', 'What was added since is optional, and its absence is read.'],
  ['a newer minor', '2.7.0', 'What was added is optional; fields that are unknown here are ignored.'],
  ['an older major', '1.9.9', `It is older than ${MINIMUM_PROTOCOL_VERSION}, the oldest version supported.`],
  ['a newer major', '3.0.0', 'A new major version changes what messages mean.'],
  ['no number', 'league.v2', 'It says nothing of a version, and counts as absent.'],
];

type Numbers = readonly [major: number, minor: number, patch: number];

/**
 * Undefined for a version that is taken: of our major version, and not older than the oldest supported. Compared are
 * the numbers a version begins with, missing ones as 0; a version that begins with none counts as absent.
 */
export function incompatibility(version: string | undefined): Incompatibility | undefined {
  const [said = ''] = LEADING_NUMBERS.exec(version ?? '') ?? [];
  if (said === '') return undefined;
  if (isOlder(numbersIn(said), numbersIn(MINIMUM_PROTOCOL_VERSION))) {
    const detail = `protocol_version ${said} is older than ${MINIMUM_PROTOCOL_VERSION}, the oldest taken here; this league speaks ${PROTOCOL_VERSION}: update the agent`;
    return { rejection: 'PROTOCOL_TOO_OLD', detail };
  }
  const [ours] = numbersIn(PROTOCOL_VERSION);
  if (numbersIn(said)[0] <= ours) return undefined;
  const detail = `protocol_version ${said} is of a newer major version than ${PROTOCOL_VERSION}, which this league speaks: register with a version from ${MINIMUM_PROTOCOL_VERSION} to ${ours}.x`;
  return { rejection: 'PROTOCOL_TOO_NEW', detail };
}

const LEADING_NUMBERS = /(?<=^v?)\d+(\.\d+){0,2}/i;

function numbersIn(version: string): Numbers {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

function isOlder(version: Numbers, other: Numbers): boolean {
  const differs = version.findIndex((part, i) => part !== other[i]);
  return differs >= 0 && (version[differs] as number) < (other[differs] as number);
}
