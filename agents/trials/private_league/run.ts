/**
 * The private league: its pairings, from the first duel to the last league over HTTP, with how often and where each is
 * played.
 */

import { sha256 } from '../../../SHARED/core/hash.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { counted } from '../../launcher/output/text.ts';
import type { Settings } from '../../league_manager/settings.ts';
import type { Entrant, Entries } from './entrants.ts';
import { type Outing, outingsOf } from './outings.ts';
import { type PlayedLeague, playLeague } from './play_league.ts';
import { httpStage, type Stage, virtualStage } from './stage.ts';
import type { WireCounts, WireTap } from './wire_tap.ts';

export interface PrivateLeagueOptions {
  readonly field: Entries;
  /** Of each pairing. */
  readonly games: number;
  readonly seed: number;
  /** The rules and limits of the game that is tried. */
  readonly settings: Settings;
  /** Those of other games, each of which is played once for its messages. */
  readonly otherGames: readonly Settings[];
  /** A fresh one for each kind of wire. */
  readonly tap: () => WireTap;
  /** Hears of progress. */
  readonly tell: (line: string) => void;
}

/** Two players after many games, all of which they remembered. */
export interface Duel {
  readonly first: Entrant;
  readonly second: Entrant;
  readonly outings: { readonly first: readonly Outing[]; readonly second: readonly Outing[] };
}

/** Some players in leagues of their own. */
export interface Gathering {
  /** By the ids they have there. */
  readonly players: ReadonlyMap<string, Entrant>;
  readonly leagues: readonly PlayedLeague[];
}

export interface Results {
  readonly duels: readonly Duel[];
  /** The players that misbehave, each against the first of the opponents. */
  readonly misbehaving: readonly Duel[];
  /** The shipped players and the misbehaving ones in the same leagues. */
  readonly mixed: Gathering;
  /** The shipped players. */
  readonly overHttp: Gathering;
  /** By game. */
  readonly otherGames: ReadonlyMap<string, Gathering>;
  readonly wires: { readonly memory: WireCounts; readonly http: WireCounts };
}

/** The number of matches of four players that meet once each. */
const MATCHES_OF_FOUR = 6;

/** Plays everything. In memory the same seed gives the same games; over HTTP the same results. */
export async function playPrivateLeague(options: PrivateLeagueOptions): Promise<Results> {
  const { field, games, seed, settings, tell } = options;
  const taps = { memory: options.tap(), http: options.tap() };
  const stageFor = (...words: readonly string[]) => virtualStage(taps.memory, seedFrom(seed, ...words));
  const [yardstick] = field.opponents;
  if (yardstick === undefined) throw new RangeError('nobody can be met without an opponent');

  async function duel(first: Entrant, second: Entrant): Promise<Duel> {
    const stage = stageFor('duel', first.name, second.name);
    const outings = { first: [] as Outing[], second: [] as Outing[] };
    // Two players meet once in a league, and remember it in the next.
    for (let game = 1; game <= games; game++) {
      const played = await playLeague(stage, named(settings, `game_${game}`), castOf([first, second]));
      outings.first.push(...outingsOf('P01', played));
      outings.second.push(...outingsOf('P02', played));
    }
    return { first, second, outings };
  }

  async function gather(stage: Stage, entrants: readonly Entrant[], rules: readonly Settings[]): Promise<Gathering> {
    const cast = castOf(entrants);
    const leagues: PlayedLeague[] = [];
    for (const [index, each] of rules.entries()) {
      const own = named(each, `league_${index + 1}`);
      const seeded = stage.isRepeatable ? own : { ...own, seed: `${seed}:${index}` };
      leagues.push(await playLeague(stage, seeded, cast));
    }
    await stage.close();
    return { players: new Map(cast.players.map(({ id }, at) => [id, entrants[at] as Entrant])), leagues };
  }

  const duels: Duel[] = [];
  for (const candidate of field.candidates) {
    const others = field.opponents.filter(({ name }) => name !== candidate.name);
    for (const opponent of [...others, candidate]) duels.push(await duel(candidate, opponent));
    tell(`${candidate.name}: ${counted((others.length + 1) * games, 'game')}`);
  }

  const misbehaving: Duel[] = [];
  for (const who of field.misbehaving) {
    misbehaving.push(await duel(who, yardstick));
    tell(`${who.name}: ${counted(games, 'game')}`);
  }

  const all = [...field.shipped, ...field.misbehaving];
  const mixed = await gather(stageFor('mixed'), all, times(Math.ceil(games / 10), settings));
  tell(`the shipped players among those who misbehave: ${counted(mixed.leagues.length, 'league')}`);

  const otherGames = new Map<string, Gathering>();
  for (const rules of options.otherGames) {
    const { game_type } = rules.config;
    otherGames.set(game_type, await gather(stageFor(game_type), times(4, yardstick), [rules]));
    tell(`${game_type}: 1 league`);
  }

  const overHttp = await gather(
    httpStage(taps.http),
    field.shipped,
    times(Math.ceil(games / MATCHES_OF_FOUR), settings),
  );
  tell(`the shipped players over HTTP: ${counted(overHttp.leagues.length, 'league')}`);

  const wires = { memory: taps.memory.counts(), http: taps.http.counts() };
  return { duels, misbehaving, mixed, overHttp, otherGames, wires };
}

/** A referee, and these entrants as P01, P02, …; names are unique in a league. */
function castOf(entrants: readonly Entrant[]) {
  return {
    referees: [{ id: 'REF01', name: 'Referee' }],
    players: entrants.map(({ name, strategy }, at) => {
      const id = numberedId('P', at + 1);
      return { id, name: `${name} as ${id}`, strategy };
    }),
  };
}

function named(settings: Settings, league_id: string): Settings {
  return { ...settings, config: { ...settings.config, league_id } };
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value);
}

/** Every pairing has a seed of its own, so that a new strategy changes no other games. */
function seedFrom(seed: number, ...words: readonly string[]): number {
  return Number.parseInt(sha256([seed, ...words].join('\n')).slice(0, 8), 16);
}
