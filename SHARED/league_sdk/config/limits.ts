/** The time limits of a role: of all files that set one, the first in order of precedence holds. */
import { LIMIT_OPINIONS, type LimitKey } from '../../contracts/files/pieces.ts';
import { Type } from '../../contracts/schema_builder.ts';
import { fits } from '../../contracts/validator.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type {
  GameConfig,
  LeagueConfig,
  Limits,
  PlayerDefaults,
  RefereeDefaults,
  SystemConfig,
} from '../config_models.ts';
import { shapeFault } from '../files/document.ts';
import { type ConfigFault, configFault } from './file.ts';

/** The value of a flag or environment variable: a number or its text, true, false. */
export type Said = string | number | boolean | undefined;
export type Environment = { readonly [name: string]: string | undefined };

export interface LimitSources {
  /** By the names of the settings: `{ move_timeout_sec: '3' }`. */
  readonly flags?: { readonly [K in LimitKey]?: Said };
  /** `LEAGUE_` and the name of the setting: LEAGUE_MOVE_TIMEOUT_SEC. */
  readonly env?: Environment;
  readonly league?: LeagueConfig | undefined;
  readonly game?: GameConfig | undefined;
  readonly defaults?: RefereeDefaults | PlayerDefaults | undefined;
  readonly system: SystemConfig;
}

type Opinions = { readonly [K in LimitKey]?: number | boolean | undefined };

const KEYS = Object.keys(LIMIT_OPINIONS) as readonly LimitKey[];
const SPOKEN = Type.Object(LIMIT_OPINIONS, { additionalProperties: false });

/** The limits that hold, or the fault of a flag or variable. Files were checked when they were loaded. */
export function limitsFor(sources: LimitSources): Result<Limits, ConfigFault> {
  const { flags = {}, env = {}, league, game, defaults, system } = sources;
  const flagged = spoken('the command line', flags, (key) => `--${key.replaceAll('_', '-')}`);
  if (!flagged.ok) return flagged;
  const fromEnv = Object.fromEntries(KEYS.map((key) => [key, env[variable(key)]]));
  const ambient = spoken('the environment', fromEnv, variable);
  if (!ambient.ok) return ambient;
  const inOrder: readonly Opinions[] = [
    flagged.value,
    ambient.value,
    league?.timeouts ?? {},
    { move_timeout_sec: game?.max_round_time_sec, max_match_sec: game?.max_match_sec },
    defaults?.default_settings ?? {},
    { ...system.timeouts, ...system.retry_policy },
  ];
  const settled = (key: LimitKey) => inOrder.find((opinions) => opinions[key] !== undefined)?.[key];
  const ms = (key: LimitKey) => Math.round((settled(key) as number) * 1_000);
  const isSettled = settled('resume_wait_sec') !== undefined;
  return ok({
    joinMs: ms('game_join_timeout_sec'),
    moveMs: ms('move_timeout_sec'),
    notifyMs: ms('notify_timeout_sec'),
    responseMs: ms('generic_response_timeout_sec'),
    registrationMs: ms('registration_timeout_sec'),
    ...(isSettled ? { resumeMs: ms('resume_wait_sec') } : {}),
    maxMatchMs: ms('max_match_sec'),
    leaseMs: ms('lease_sec'),
    lingerMs: ms('linger_sec'),
    pingMs: ms('ping_interval_sec'),
    maxRetries: settled('max_retries') as number,
    retryOnTimeout: settled('retry_on_timeout') as boolean,
    backoff: { baseMs: system.retry_policy.base_delay_sec * 1_000, factor: system.retry_policy.backoff_factor },
  });
}

const variable = (key: LimitKey) => `LEAGUE_${key.toUpperCase()}`;

/** Flags and variables are text: made into numbers and booleans, and checked like a file. */
function spoken(
  where: string,
  said: { readonly [K in LimitKey]?: Said },
  nameOf: (key: LimitKey) => string,
): Result<Opinions, ConfigFault> {
  const opinions = Object.fromEntries(
    KEYS.filter((key) => said[key] !== undefined && said[key] !== '').map((key) => [key, meant(said[key])]),
  );
  if (fits(SPOKEN, opinions)) return ok(opinions as Opinions);
  const { key, problem } = shapeFault(SPOKEN, opinions);
  return err(configFault(where, nameOf(key as LimitKey), problem));
}

function meant(said: Said): Said {
  if (said === 'true' || said === 'false') return said === 'true';
  return typeof said === 'string' && !Number.isNaN(Number(said)) ? Number(said) : said;
}
