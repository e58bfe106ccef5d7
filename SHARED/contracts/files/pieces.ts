/** Pieces that several files share: versions, times, and the limits that a system and a league may set. */
import { ID_PATTERN } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import {
  type TBoolean,
  type TInteger,
  type TNumber,
  type TOptional,
  type TProperties,
  Type,
} from '../schema_builder.ts';

/** A part of a configuration file. It is closed: an unknown key is a mistake in the file. */
export const closed = <P extends TProperties>(properties: P, description: string, options: { default?: object } = {}) =>
  Type.Object(properties, { additionalProperties: false, description, ...options });

export const SchemaVersion = Type.String({
  pattern: '^1\\.\\d+\\.\\d+$',
  default: '1.0.0',
  description: 'Version of the file’s shape; every 1.x.x is read.',
});
/** An id that also names a file or a folder. */
export const fileName = (description: string) => Type.String({ pattern: ID_PATTERN, description });
export const Options = Type.Record(Type.String(), Type.Unsafe<Json>({}), {
  default: {},
  description: 'Options of the game, as its rules know them; those of a league come before those of the registry.',
});
export const Concurrency = Type.Integer({
  minimum: 1,
  default: 16,
  description: 'How many matches it runs at the same time.',
});

const WAITS = {
  game_join_timeout_sec: { default: 5, about: 'How long a player has to accept an invitation' },
  move_timeout_sec: { default: 30, about: 'How long a player has for one move' },
  notify_timeout_sec: { default: 5, about: 'How long the end of a match is offered to a player' },
  generic_response_timeout_sec: { default: 10, about: 'How long any other message waits for its answer' },
  registration_timeout_sec: { default: 30, about: 'When the league starts without the agents that have not come' },
  resume_wait_sec: {
    default: undefined,
    about:
      'How long a league that goes on waits for players that are not back; absent: no limit where agents were started by hand and the operator has a terminal, else registration_timeout_sec',
  },
  max_match_sec: { default: 150, about: 'Each player’s clock for all its calls of one match together' },
  lease_sec: { default: 30, about: 'How long a referee keeps a match without a sign of life' },
  linger_sec: {
    default: 300,
    about:
      'How long a manager can still be asked, read-only, after the last seat was told of the end, where clients of MCP or people have seats',
  },
  ping_interval_sec: { default: 10, about: 'How often referees and suspended players are asked for a sign of life' },
} as const;
type WaitKey = keyof typeof WAITS;

const ATTEMPTS = { minimum: 1, maximum: 100, description: 'Attempts in all; after the last one the call has failed.' };
const AGAIN = { description: 'Whether a missed deadline may be tried again; otherwise it forfeits at once.' };
const seconds = (about: string) => ({ minimum: 0.01, maximum: 604_800, description: `${about}, in seconds.` });

/** How long things may take, with the defaults that hold when no file says otherwise: `timeouts` of system.json. */
export const WAIT_SETTINGS = forEachWait((wait) =>
  wait.default === undefined
    ? Type.Optional(Type.Number(seconds(wait.about)))
    : Type.Number({ ...seconds(wait.about), default: wait.default }),
) as { readonly [K in WaitKey]: K extends 'resume_wait_sec' ? TOptional<TNumber> : TNumber };

/** How often a failed call is tried, likewise: `retry_policy` of system.json. */
export const RETRY_SETTINGS = {
  max_retries: Type.Integer({ ...ATTEMPTS, default: 3 }),
  retry_on_timeout: Type.Boolean({ ...AGAIN, default: true }),
} as const;

export type LimitKey = WaitKey | keyof typeof RETRY_SETTINGS;
export const WAIT_KEYS = Object.keys(WAITS) as readonly WaitKey[];

/** The same for files before system.json. No key has a default there: an absent key defers to the next file. */
export const LIMIT_OPINIONS = {
  ...forEachWait((wait) => Type.Optional(Type.Number(seconds(wait.about)))),
  max_retries: Type.Optional(Type.Integer(ATTEMPTS)),
  retry_on_timeout: Type.Optional(Type.Boolean(AGAIN)),
} as { readonly [K in WaitKey]: TOptional<TNumber> } & {
  readonly max_retries: TOptional<TInteger>;
  readonly retry_on_timeout: TOptional<TBoolean>;
};

function forEachWait<T>(make: (wait: (typeof WAITS)[WaitKey]) => T): { [key: string]: T } {
  return Object.fromEntries(Object.entries(WAITS).map(([key, wait]) => [key, make(wait)]));
}
