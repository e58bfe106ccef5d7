/** A season: its divisions as leagues that are submitted together, and its final, which a host makes of their first. */
import type { SeasonFile } from '../../../SHARED/contracts/files/season.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { finalId } from '../../../SHARED/core/ids.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { chanceStream } from '../../../SHARED/core/random.ts';
import type { Finalist, Season } from '../world/installation.ts';

/** A division: its name, and how many players it begins with or who they are. */
type Division = SeasonFile['divisions'][number];

/** The divisions of a season; entrants that are dealt out are put in an order by the seed, and go round. */
export function divisionsOf({ divisions, deal }: SeasonFile): readonly Division[] {
  if (deal === undefined) return divisions;
  const random = chanceStream(sha256(deal.seed));
  const entrants = [...deal.entrants];
  for (let last = entrants.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [entrants[last], entrants[other]] = [entrants[other] as string, entrants[last] as string];
  }
  const width = String(deal.divisions).length;
  return Array.from({ length: deal.divisions }, (_, nth) => ({
    name: String(nth + 1).padStart(width, '0'),
    players: entrants.filter((__, place) => place % deal.divisions === nth),
  }));
}

/** The fault of a season beyond its shape, in a line. */
export function seasonFault(season: SeasonFile): string | undefined {
  const divisions = divisionsOf(season);
  if (divisions.length === 0) return 'divisions: has none; name them, or deal entrants out with "deal"';
  if (season.deal !== undefined && season.divisions.length > 0)
    return 'deal: contradicts divisions; leave out one of them';
  const twice = duplicate(divisions.map(({ name }) => name));
  if (twice !== undefined) return `divisions: has two of the name "${twice}"`;
  if (divisions.some(({ name }) => name === 'final')) return 'divisions: "final" is the name of the final';
  const small = divisions.find(({ players }) => typeof players !== 'number' && players.length < 2);
  if (small !== undefined)
    return `deal: leaves division ${small.name} with fewer than two players; make fewer divisions`;
  const name = duplicate(divisions.flatMap(({ players }) => (typeof players === 'number' ? [] : players)));
  return name === undefined ? undefined : `players: "${name}" is there twice; in a final names tell players apart`;
}

function duplicate(names: readonly string[]): string | undefined {
  return names.find((name, at) => names.indexOf(name) !== at);
}

/** The league file of a division. */
export function divisionFile(season: SeasonFile, { name, players }: Division): JsonObject {
  const { season_id, display_name } = season;
  const who = typeof players === 'number' ? {} : { names: [...players] };
  const count = typeof players === 'number' ? players : players.length;
  return leagueFile(season, `${season_id}_${name}`, `${display_name}, ${name}`, { auto_start_players: count, ...who });
}

/** Those who may play a final, each once: a code is one person whatever its names, and without codes a name is. */
export function distinctFinalists(finalists: readonly Finalist[]): readonly Finalist[] {
  const who = ({ display_name, code_sha256 }: Finalist) => code_sha256 ?? `name ${display_name}`;
  return [...new Map([...finalists].reverse().map((finalist) => [who(finalist), finalist])).values()].reverse();
}

/**
 * The league file of the final, a round robin whatever the divisions were: its players are known by the invite codes
 * that they played by, and those who had none by their names.
 */
export function finalFile(season: SeasonFile, finalists: readonly Finalist[]): JsonObject {
  const { season_id, display_name, league } = season;
  const { late_places: _, ...common } = (league['participants'] ?? {}) as JsonObject;
  const { legs } = (league['schedule'] ?? {}) as JsonObject;
  const schedule: JsonObject = { algorithm: 'round_robin', ...(legs === undefined ? {} : { legs }) };
  const names = finalists.filter(({ code_sha256 }) => code_sha256 === null).map((finalist) => finalist.display_name);
  const roster = finalists.flatMap(({ display_name: name, code_sha256 }) =>
    code_sha256 === null ? [] : [{ name, code_sha256 }],
  );
  const rules = { ...league, schedule, participants: common };
  return leagueFile({ ...season, league: rules }, finalId(season_id), `${display_name}, final`, {
    ...{ min_players: 2, auto_start_players: finalists.length, max_players: Math.max(2, finalists.length) },
    ...(names.length === 0 ? {} : { names }),
    ...(roster.length === 0 ? {} : { roster }),
  });
}

/** The options of the final's manager, by those of a division: all rounds are played, and no draw is one of a division. */
export function finalSettings(ofDivision: readonly string[]): readonly string[] {
  return ofDivision.flatMap((word, at) => {
    const before = ofDivision[at - 1];
    if (word === '--max-rounds' || before === '--max-rounds') return [];
    return before === '--seed' ? [finalId(word)] : [word];
  });
}

function leagueFile({ league }: SeasonFile, league_id: string, display_name: string, who: JsonObject): JsonObject {
  const { participants, ...rules } = league as JsonObject;
  const { names: _, roster, ...common } = (participants ?? {}) as JsonObject;
  // Those who are named here come before those of all leagues.
  const invited: { readonly [name: string]: Json } =
    roster === undefined || 'names' in who || 'roster' in who ? {} : { roster };
  return { ...rules, league_id, display_name, participants: { ...common, ...invited, ...who } };
}

/** A season as a host tells it. */
export function seasonTold(
  { season_id, final, is_cancelled, leagues }: Season,
  finalists: readonly string[] | undefined,
): JsonObject {
  // Nobody waits for a final that is called off.
  const known = finalists ?? (is_cancelled ? [] : undefined);
  const made = leagues.find(({ league_id }) => league_id === final);
  return {
    season_id,
    leagues: leagues.map(({ league_id, state }) => ({ league_id, state })),
    final: made?.league_id ?? null,
    final_state: made?.state ?? (is_cancelled ? 'CANCELLED' : null),
    finalists: known === undefined ? null : [...known],
  };
}

/** The names of those who may play a final, by its league file. */
export function finalistsIn(file: string): readonly string[] {
  const { participants } = JSON.parse(file) as {
    readonly participants: {
      readonly names?: readonly string[];
      readonly roster?: readonly { readonly name: string }[];
    };
  };
  return [...(participants.names ?? []), ...(participants.roster ?? []).map(({ name }) => name)];
}
