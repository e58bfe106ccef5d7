/**
 * The plan of faults for one simulated world: each class of faults on or off by the seed, and when each of them
 * strikes.
 */
import { numberedId } from '../../../SHARED/core/ids.ts';
import { intBetween, pick, type Random } from '../../../SHARED/core/random.ts';
import { LEDGER_FILE } from '../../../SHARED/league_sdk/ledger/file.ts';
import { type Habitual, someHabits } from './habits.ts';
import type { Death } from './incarnation.ts';

/** The failure rates of wires while faults last, each a share of all texts. */
export interface WireRates {
  readonly drop: number;
  readonly duplicate: number;
  readonly delay: number;
  /** The longest ordinary time on the way; a long one makes texts overtake each other. */
  readonly latencyMs: number;
  /** Players that let connections hang, with the longest time in milliseconds. */
  readonly handshakes: ReadonlyMap<string, number>;
}

/** A fault of one agent at some time. */
export type Episode = { readonly at: number; readonly who: string } & (
  | {
      readonly what: 'crash';
      readonly aim: string | undefined;
      readonly effects: number;
      readonly after: boolean;
      readonly death: Death;
      readonly awayMs: number;
    }
  | {
      readonly what: 'blackout';
      readonly death: Death;
      /** By agent that goes down, how long it stays away. */
      readonly awayMs: ReadonlyMap<string, number>;
    }
  | {
      readonly what: 'stop' | 'starve';
      readonly aim: string | undefined;
      readonly effects: number;
      /** Just after the effect, or in the middle of it: a text that was to be sent leaves when the process goes on. */
      readonly after: boolean;
      readonly forMs: number;
    }
  | { readonly what: 'partition'; readonly from: string; readonly forMs: number; readonly silent: boolean }
  | { readonly what: 'clog'; readonly forMs: number }
  | { readonly what: 'disk full' | 'sync error'; readonly operations: number }
  | { readonly what: 'slow disk'; readonly forMs: number; readonly upToMs: number }
  | { readonly what: 'clock step'; readonly byMs: number }
  | { readonly what: 'second manager' }
  | { readonly what: OperatorAction }
);

/** The operator's commands on an agent, or on the league; `who` is the agent then. */
export const OPERATOR_ACTIONS = ['remove', 'suspend', 'readmit', 'pause', 'unpause'] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

export interface Plan {
  /** From here on nothing more goes wrong. */
  readonly untilMs: number;
  readonly wires: WireRates;
  readonly episodes: readonly Episode[];
  /** Agents that come back somewhere else after a crash. */
  readonly moves: boolean;
  /** Whether a power cut may leave a part of a file that was not synced; otherwise nothing new is left. */
  readonly tears: boolean;
  /** Rules that throw now and then, a share of all games. */
  readonly brokenRules: number;
  /** Players that are no good, with what they do. */
  readonly nuisances: ReadonlyMap<string, Nuisance>;
  /** Players of other making, with their habits: they play all the same. */
  readonly habits: ReadonlyMap<string, readonly Habitual[]>;
  /** A referee that changes what it reports, while faults last. */
  readonly liar: string | undefined;
  /** A referee of other making, which answers orders with a status of its own and runs nothing, while faults last. */
  readonly deaf: string | undefined;
  /** An agent that dies and is not started again. */
  readonly gone: string | undefined;
  /** Whether a stranger asks for the seats of players by their names and endpoints. */
  readonly thief: boolean;
  /** Players that come after the start, and when each is first started. */
  readonly late: ReadonlyMap<string, number>;
  /** The classes that are on, for people. */
  readonly classes: readonly string[];
}

const NUISANCES = ['slow', 'timeout', 'invalid', 'crash', 'byzantine'] as const;
export type Nuisance = (typeof NUISANCES)[number];

export interface Cast {
  readonly players: readonly string[];
  readonly referees: readonly string[];
}

const HORIZONS_MS = [1_500, 4_000, 15_000, 60_000, 200_000] as const;
/** Texts and files after which a crash must lose nothing. */
const AIMS = [
  ...['REGISTER_REQUEST', 'ROUND_ANNOUNCEMENT', 'RUN_MATCH', 'GAME_INVITATION', 'CHOOSE_PARITY_CALL'],
  ...['MATCH_RESULT_REPORT', 'GAME_OVER', 'ROUND_COMPLETED', 'LEAGUE_COMPLETED', 'SHUTDOWN_COMMAND'],
  ...[LEDGER_FILE, 'outbox.jsonl', 'credentials.json', '/matches/'],
] as const;
const SOON_MS = 1_500;
const HOUR_MS = 3_600_000;
/** Nearly as long as agents have to come back. */
const BLACKOUT_MS = 26_000;

/** The plan that a stream of chance makes for a cast; where the league is merciless habits are breaches, and no player has any. */
export function planFor(random: Random, { players, referees }: Cast, isMerciless = false): Plan {
  const classes: string[] = [];
  const untilMs = pick(random, HORIZONS_MS);
  const episodes: Episode[] = [];
  const agents = ['LM01', ...referees, ...players];

  function isOn(name: string, chance = 0.35): boolean {
    const on = random() < chance;
    if (on) classes.push(name);
    return on;
  }

  function add(name: string, most: number, make: (at: number) => Episode): void {
    if (!isOn(name)) return;
    for (let left = intBetween(random, 1, most); left > 0; left--) episodes.push(make(someTime()));
  }

  /** A league without trouble is over soon, so half of the trouble comes at once. */
  function someTime(): number {
    return random() * (random() < 0.5 ? Math.min(untilMs, SOON_MS) : untilMs);
  }

  /** At any effect, or at one that matters. */
  function aimed(): { readonly aim: string | undefined; readonly effects: number } {
    if (random() < 0.5) return { aim: undefined, effects: intBetween(random, 0, 40) };
    return { aim: pick(random, AIMS), effects: intBetween(random, 0, 3) };
  }

  const crash = (who: readonly string[], death: Death) => (at: number) =>
    ({
      at,
      who: pick(random, who),
      what: 'crash',
      ...aimed(),
      after: random() < 0.5,
      death: random() < 0.5 ? death : 'killed',
      // Now and then longer than a lease lasts.
      awayMs: random() < 0.2 ? intBetween(random, 10_000, 60_000) : intBetween(random, 20, 6_000),
    }) as const;
  const death: Death = isOn('power cuts', 0.5) ? 'power cut' : 'killed';
  add('manager crashes', 4, crash(['LM01'], death));
  add('referee crashes', 4, crash(referees, death));
  add('player crashes', 5, crash(players, death));
  add('stopped referees', 2, (at) => ({
    at,
    who: pick(random, referees),
    what: 'stop',
    ...aimed(),
    after: true,
    forMs: stopMs(),
  }));
  add('stopped agents', 2, (at) => ({
    at,
    who: pick(random, agents),
    what: 'stop',
    ...aimed(),
    after: true,
    forMs: stopMs(),
  }));
  add('partitions', 4, (at) => ({
    at,
    who: pick(random, agents),
    what: 'partition',
    from: pick(random, ['everybody', ...agents]),
    forMs: intBetween(random, 100, 40_000),
    silent: random() < 0.5,
  }));
  add('clogs', 3, (at) => ({ at, who: pick(random, agents), what: 'clog', forMs: intBetween(random, 50, 12_000) }));
  add('disk full', 2, (at) => ({
    at,
    who: pick(random, ['LM01', 'LM01', ...agents]),
    what: 'disk full',
    operations: intBetween(random, 1, 4),
  }));
  add('sync errors', 2, (at) => ({
    at,
    who: pick(random, ['LM01', 'LM01', ...agents]),
    what: 'sync error',
    operations: 1,
  }));
  add('slow disks', 3, (at) => ({
    at,
    who: pick(random, agents),
    what: 'slow disk',
    forMs: intBetween(random, 100, 20_000),
    upToMs: intBetween(random, 5, 2_000),
  }));
  add('clock steps', 3, (at) => ({
    at,
    who: pick(random, agents),
    what: 'clock step',
    byMs: intBetween(random, -HOUR_MS, HOUR_MS),
  }));

  /** The manager goes down with some of the players, and is back before most of them. */
  function blackout(): Episode {
    const share = random();
    const others = players.filter(() => random() < share);
    const awayMs = new Map(others.map((id) => [id, intBetween(random, 500, BLACKOUT_MS)]));
    awayMs.set('LM01', intBetween(random, 20, 3_000));
    return { at: someTime(), who: 'LM01', what: 'blackout', death, awayMs };
  }

  function stopMs(): number {
    return random() < 0.3 ? intBetween(random, 30_000, 90_000) : intBetween(random, 50, 12_000);
  }

  const handshakes = new Map<string, number>();
  const wires = {
    handshakes,
    drop: isOn('drops') ? random() * 0.1 : 0,
    duplicate: isOn('duplicates') ? random() * 0.1 : 0,
    delay: isOn('delays') ? random() * 0.05 : 0,
    latencyMs: isOn('reordering') ? intBetween(random, 50, 800) : intBetween(random, 0, 20),
  };
  const nuisances = new Map<string, Nuisance>();
  if (isOn('bad players')) {
    for (let left = intBetween(random, 1, 3); left > 0; left--)
      nuisances.set(pick(random, players), pick(random, NUISANCES));
  }
  const moves = isOn('moves');
  const tears = isOn('torn writes', 0.5);
  const brokenRules = isOn('broken rules', 0.15) ? 0.15 : 0;
  const liar = isOn('lying referee', 0.15) ? pick(random, referees) : undefined;
  // With a liar the other referee is needed.
  const mortals = liar === undefined && referees.length > 1 ? [...players, ...referees.slice(1)] : players;
  const gone = isOn('leavers', 0.1) ? pick(random, mortals) : undefined;
  if (gone !== undefined) episodes.push({ ...crash([gone], death)(someTime()), awayMs: Number.POSITIVE_INFINITY });
  add('second managers', 2, (at) => ({ at, who: 'LM01', what: 'second manager' }));
  if (isOn('blackouts', 0.25)) episodes.push(blackout());
  add('starved referees', 6, (at) => ({
    at,
    who: pick(random, referees),
    what: 'starve',
    aim: pick(random, ['GAME_INVITATION', '_CALL"']),
    effects: intBetween(random, 0, 3),
    after: random() < 0.5,
    // Longer than a player has to join, and now and then than it has to move.
    forMs: random() < 0.3 ? intBetween(random, 30_000, 60_000) : intBetween(random, 4_000, 15_000),
  }));
  if (isOn('slow handshakes', 0.2)) handshakes.set(pick(random, players), intBetween(random, 1_000, 40_000));
  episodes.sort((a, b) => a.at - b.at);
  const thief = isOn('seat thief', 0.2);
  const late = new Map<string, number>();
  if (isOn('operators', 0.25)) episodes.push(...operatorEpisodes());
  if (isOn('late-comers', 0.2)) {
    const first = players.length + 1;
    for (let nth = first + intBetween(random, 0, 1); nth >= first; nth--) late.set(numberedId('P', nth), someTime());
  }
  episodes.sort((a, b) => a.at - b.at);
  // Drawn last, so that older seeds stay what they were but for it. The other referee is needed then.
  const isStaffed = !episodes.some(
    ({ what, who }) => (what === 'remove' || what === 'suspend') && referees.includes(who),
  );
  const areAllThere = isStaffed && liar === undefined && gone === undefined && referees.length > 1;
  const deaf = areAllThere && isOn('deaf referee', 0.15) ? referees[0] : undefined;
  const habits = new Map<string, readonly Habitual[]>();
  const sound = players.filter((id) => !nuisances.has(id));
  if (!isMerciless && sound.length > 0 && isOn('habits'))
    for (let left = intBetween(random, 1, 3); left > 0; left--) habits.set(pick(random, sound), someHabits(random));
  return {
    ...{ untilMs, wires, episodes, moves, tears, brokenRules, nuisances, habits },
    ...{ liar, deaf, gone, thief, late, classes },
  };

  /** Few enough are removed that a league is left. */
  function operatorEpisodes(): readonly Episode[] {
    const removable = players.length < 4 ? [] : [pick(random, players), pick(random, players)];
    const isSpare = liar === undefined && gone === undefined && referees.length > 1;
    const staff = isSpare && random() < 0.4 ? referees.slice(1, 2) : [];
    const removed = [...removable.slice(0, intBetween(random, 0, 2)), ...staff];
    const suspended = Array.from({ length: intBetween(random, 0, 2) }, () => pick(random, players));
    return [
      ...removed.map((who) => ({ at: someTime(), who, what: 'remove' as const })),
      ...suspended.flatMap((who) => {
        const at = someTime();
        return [
          { at, who, what: 'suspend' as const },
          ...(random() < 0.7 ? [{ at: at + intBetween(random, 20, 4_000), who, what: 'readmit' as const }] : []),
        ];
      }),
      ...Array.from({ length: intBetween(random, 0, 2) }, () => someTime()).flatMap((at) => [
        { at, who: 'LM01', what: 'pause' as const },
        { at: at + intBetween(random, 20, 8_000), who: 'LM01', what: 'unpause' as const },
      ]),
    ];
  }
}

/** A world in which nothing goes wrong. */
export function calm(random: Random): Plan {
  return {
    untilMs: 0,
    wires: { drop: 0, duplicate: 0, delay: 0, latencyMs: intBetween(random, 0, 20), handshakes: new Map() },
    episodes: [],
    moves: false,
    tears: false,
    brokenRules: 0,
    nuisances: new Map(),
    habits: new Map(),
    liar: undefined,
    deaf: undefined,
    gone: undefined,
    thief: false,
    late: new Map(),
    classes: [],
  };
}
