/** Forgers of reports: they know the shape of one and change what it says. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { intBetween, pick, type Random } from '../../../SHARED/core/random.ts';

type Place = readonly (string | number)[];

const ENDINGS = ['normal', 'timeout', 'declined', 'unreachable', 'referee_fault', 'manager_fault'];
/** Values that take the place of something true. */
const LIES: readonly Json[] = [
  ...['P01', 'P02', 'P03', 'P99', 'REF01', 'R1M1', 'R1M2', 'R9M9', 'even', 'odd', 'EVEN', 'draw', 'PLAYER_A', ''],
  ...[
    'WIN',
    'DRAW',
    'TECHNICAL_LOSS',
    'normal',
    'timeout',
    'declined',
    'unreachable',
    'referee_fault',
    'manager_fault',
  ],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, 0.5, 1e308, null, true, false, [], {}],
  ...[{ P01: 'even' }, { P02: 'odd' }, { P01: 'even', P02: 'odd' }, { P01: 'odd', P02: 'odd' }, { P01: 3, P02: 3 }],
  [{ player_id: 'P02', cause: 'timeout', evidence: {} }],
];
const NEW_FIELDS = ['points', 'verified', 'winner_player_id', 'moves', 'faults', 'score', 'draw_seed', 'P03', 'status'];

/** The report with one to three things changed. */
export function forged(report: JsonObject, random: Random): JsonObject {
  let text = report;
  for (let times = intBetween(random, 1, 3); times > 0; times--) text = pick(random, CRAFTS)(text, random);
  return text;
}

const CRAFTS: readonly ((report: JsonObject, random: Random) => JsonObject)[] = [
  // Something else in one place, which more often than not is in the result.
  (report, random) => changed(report, placeIn(report, random), () => pick(random, LIES)),
  (report, random) => changed(report, placeIn(report, random), (value) => likely(value, random)),
  (report, random) => changed(report, placeIn(report, random, 'result'), (value) => likely(value, random)),
  (report, random) => changed(report, placeIn(report, random, 'result'), (value) => likely(value, random)),
  // Something less.
  (report, random) => changed(report, placeIn(report, random), () => undefined),
  // Something more.
  (report, random) =>
    changed(report, placeIn(report, random), (value) => {
      if (isJsonObject(value)) return { ...value, [pick(random, NEW_FIELDS)]: pick(random, LIES) };
      return isJsonArray(value) ? [...value, value[0] ?? pick(random, LIES)] : pick(random, LIES);
    }),
  // The other player in everything, or in one thing.
  (report, random) => changed(report, placeIn(report, random), exchanged),
  (report) => changed(report, ['result'], exchanged),
  // A consistent change of heart.
  (report, random) =>
    changed(
      report,
      pick(random, [
        ['result', 'details'],
        ['result', 'details', 'moves'],
      ]),
      turned,
    ),
  // An ending that was not.
  (report, random) => changed(report, ['result', 'details', 'termination'], () => pick(random, ENDINGS)),
  // A forfeit of a player that played.
  (report, random) =>
    changed(report, ['result', 'details', 'faults'], () => [faultOf(pick(random, ['P01', 'P02']), random)]),
];

/** A lie that looks like what it replaces. */
function likely(value: Json, random: Random): Json {
  const alike = LIES.filter((lie) => typeof lie === typeof value && isJsonArray(lie) === isJsonArray(value));
  return pick(random, alike);
}

function faultOf(player_id: string, random: Random): JsonObject {
  return { player_id, cause: pick(random, ['timeout', 'invalid_choice', 'unreachable', 'declined']), evidence: {} };
}

/** A place somewhere in a report, or below one of its fields. */
function placeIn(report: JsonObject, random: Random, field?: string): Place {
  const start: readonly string[] = field === undefined ? [] : [field];
  const all = placesIn(field === undefined ? report : (report[field] ?? {}));
  return [...start, ...(all.length === 0 ? [] : pick(random, all))];
}

function placesIn(value: Json): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = isJsonArray(value) ? [...value.entries()] : Object.entries(value);
  return inside.flatMap(([key, item]) => [[key], ...placesIn(item).map((place) => [key, ...place])]);
}

/** The value with another one in a place; undefined takes it away. */
function changed<V extends Json>(value: V, [key, ...rest]: Place, by: (value: Json) => Json | undefined): V {
  if (key === undefined || typeof value !== 'object' || value === null) return (by(value) ?? value) as V;
  const entries = isJsonArray(value) ? [...value.entries()] : Object.entries(value);
  const after = entries.flatMap(([name, item]) => {
    if (String(name) !== String(key)) return [[name, item] as const];
    const made = rest.length === 0 ? by(item) : changed(item, rest, by);
    return made === undefined ? [] : [[name, made] as const];
  });
  return (isJsonArray(value) ? after.map(([, item]) => item) : Object.fromEntries(after)) as V;
}

const respelled = (value: Json, from: RegExp, to: (word: string) => string): Json =>
  JSON.parse(JSON.stringify(value).replace(from, to)) as Json;
const exchanged = (value: Json) => respelled(value, /P0[12]/g, (id) => (id === 'P01' ? 'P02' : 'P01'));
const turned = (value: Json) => respelled(value, /"(even|odd)"/g, (word) => (word === '"even"' ? '"odd"' : '"even"'));
