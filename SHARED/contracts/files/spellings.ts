/** Reads the other spellings of the specification’s configuration files into the one our models have. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

type Respelling = (file: Json) => Json;
type Names = { readonly [other: string]: string };

const LIMIT_NAMES: Names = {
  parity_choice_timeout_sec: 'move_timeout_sec',
  response_timeout_sec: 'generic_response_timeout_sec',
};
const REFEREE_NAMES: Names = {
  id: 'referee_id',
  supported_games: 'game_types',
  max_concurrent_games: 'max_concurrent_matches',
};
const PLAYER_NAMES: Names = { id: 'player_id', endpoint: 'default_endpoint', supported_games: 'game_types' };
const PRESENT: readonly string[] = ['ACTIVE', 'REGISTERED'];
const AWAY: readonly string[] = ['INIT', 'INACTIVE', 'SUSPENDED', 'SHUTDOWN'];

/** Per kind of file, the function that turns any spelling into ours. Unknown parts are left for the check. */
export const RESPELL = {
  system: inside({ timeouts: named(LIMIT_NAMES) }),
  agents_config: inside({
    league_manager: (agent) => located(filled({ display_name: 'League Manager' }, named({ id: 'agent_id' })(agent))),
    referees: each((referee) => withName('referee_id', present(named(REFEREE_NAMES)(referee)))),
    players: each((player) => withName('player_id', present(named(PLAYER_NAMES)(player)))),
  }),
  league: (file) =>
    withName('league_id', judged(planned(inside({ timeouts: named(LIMIT_NAMES), referees: listed })(file)))),
  games_registry: inside({ games: each((game) => withName('game_type', game)) }),
  referee_defaults: inside({
    default_settings: named({ ...LIMIT_NAMES, max_concurrent_games: 'max_concurrent_matches' }),
  }),
  player_defaults: inside({ default_settings: named(LIMIT_NAMES) }),
} as const satisfies { readonly [file: string]: Respelling };

/** Other names of keys. Where both names stand, both stay, and the check will say that one is not known. */
function named(names: Names): Respelling {
  return (part) => {
    if (!isJsonObject(part)) return part;
    const rename = (key: string) =>
      Object.hasOwn(names, key) && !((names[key] as string) in part) ? (names[key] as string) : key;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [rename(key), value]));
  };
}

function inside(parts: { readonly [key: string]: Respelling }): Respelling {
  return (file) => {
    if (!isJsonObject(file)) return file;
    return Object.fromEntries(
      Object.entries(file).map(([key, value]) => [
        key,
        Object.hasOwn(parts, key) ? (parts[key] as Respelling)(value) : value,
      ]),
    );
  };
}

function each(respell: Respelling): Respelling {
  return (list) => (isJsonArray(list) ? list.map(respell) : list);
}

/** Adds keys that the file leaves out. */
function filled(missing: JsonObject, part: Json): Json {
  return isJsonObject(part) ? { ...missing, ...part } : part;
}

function without(name: string, part: Json): Json {
  if (!isJsonObject(part)) return part;
  const { [name]: _, ...rest } = part;
  return rest;
}

/** A name that is not given is the id. */
function withName(idKey: string, part: Json): Json {
  return isJsonObject(part) && part[idKey] !== undefined ? { display_name: part[idKey] as Json, ...part } : part;
}

/** The number of rounds may stand with the schedule. */
function planned(league: Json): Json {
  if (!isJsonObject(league) || !isJsonObject(league.schedule)) return league;
  const { total_rounds, ...schedule } = league.schedule;
  return total_rounds === undefined ? league : { total_rounds, ...league, schedule };
}

/** Where points are grades, two players that both fail get none unless the file says otherwise. */
function judged(league: Json): Json {
  return isJsonObject(league) && league.kind === 'class' ? filled({ double_forfeit: 'loss' }, league) : league;
}

/** A list of referees is the short way to name them. */
function listed(referees: Json): Json {
  return isJsonArray(referees) ? { ids: referees } : referees;
}

/** `status` says in a word whether an agent takes part. */
function present(agent: Json): Json {
  if (!isJsonObject(agent) || typeof agent.status !== 'string') return agent;
  const word = agent.status.toUpperCase();
  const rest = without('status', agent);
  const isPresent = PRESENT.includes(word);
  if (isPresent || AWAY.includes(word)) return filled({ active: isPresent }, rest);
  // A word of neither kind is left for the check, which says what it must be.
  return isJsonObject(rest) ? { ...rest, active: agent.status } : rest;
}

/** Port and endpoint say the same; either is enough. */
function located(agent: Json): Json {
  if (!isJsonObject(agent)) return agent;
  const { port, endpoint } = agent;
  if (typeof endpoint === 'string' && port === undefined) return { ...agent, port: portOf(endpoint) };
  if (typeof port === 'number' && endpoint === undefined) return { ...agent, endpoint: `http://localhost:${port}/mcp` };
  return agent;
}

function portOf(endpoint: string): number {
  if (!URL.canParse(endpoint)) return 0;
  const { port, protocol } = new URL(endpoint);
  return port === '' ? Number(protocol === 'https:' ? 443 : 80) : Number(port);
}
