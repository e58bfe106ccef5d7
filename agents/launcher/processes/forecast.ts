/** The forecast of a run: its size from the schedule, its cost from a small league that is played in this process. */
import { availableParallelism } from 'node:os';
import type { RecordsPolicy } from '../../../SHARED/contracts/files/system.ts';
import { later, systemClock } from '../../../SHARED/core/clock.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import { zstdFrame } from '../../../SHARED/core/pack.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Games } from '../../../SHARED/games/registry.ts';
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { SEGMENT_LENGTH } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { filesIn, frameOf } from '../../../SHARED/league_sdk/records/frames.ts';
import { Records } from '../../../SHARED/league_sdk/records/records.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Settings } from '../../league_manager/settings.ts';
import type { Outlook } from '../../league_manager/tournament/format.ts';
import { formatOf } from '../../league_manager/tournament/formats.ts';
import { strategies } from '../../player/strategies/strategies.ts';
import type { Strategy } from '../../player/strategy.ts';
import { clockText } from '../live/view.ts';
import { Mistake } from '../options.ts';
import { counted } from '../output/text.ts';
import { hereAt } from '../world/addresses.ts';
import { ledgersIn, machine, need } from '../world/installation.ts';
import { IN_PROCESS, type WireName, wireOf } from '../world/wires.ts';
import { networkTransport } from '../world/wires_http.ts';
import { MATCHES_AT_ONCE, type Roster } from './roster.ts';
import { startInProcess } from './run_in_process.ts';

/** The run that is forecast. */
export interface Prospect {
  readonly settings: Settings;
  readonly games: Games;
  readonly players: number;
  readonly referees: number;
  /** Processes of players. */
  readonly hosts: number;
  readonly wire: WireName;
  /** How matches, histories and messages are kept. */
  readonly records: RecordsPolicy;
}

/** A run as it was set up. */
interface Run extends Pick<Prospect, 'settings' | 'games' | 'wire'> {
  readonly roster: Roster;
  readonly records: Pick<Records, 'policy'>;
}

/** The size and the cost of a run; `messages` are requests with their answers, bytes are of both. */
export interface Forecast {
  readonly rounds: number;
  readonly matches: number;
  readonly messages: number;
  readonly bytes: number;
  readonly disk: number;
  /** On this machine, from the first start to the last result, without the time that strategies think. */
  readonly seconds: number;
  /** Of these seconds, before the first match. */
  readonly startSeconds: number;
}

/** The measured cost of matches, and of what comes before the first. */
export interface Measured {
  readonly matches: number;
  readonly cpuMs: number;
  readonly messages: number;
  readonly bytes: number;
  readonly disk: number;
  /** Bytes of the ledger in that, as they are written, and the share of them that is left once they are packed. */
  readonly ledger: { readonly bytes: number; readonly share: number };
  /** Of each agent, until it is registered. */
  readonly agent: { readonly messages: number; readonly bytes: number; readonly disk: number; readonly cpuMs: number };
  /** Carrying one message over a socket of this machine, both ends. */
  readonly wireMs: number;
}

/** Broadcasts are cut short from a hundred players on: a league of a few more costs per match what a larger one does. */
const MOST_PLAYERS = 104;
/** Enough that the code is warm, and little enough that all of it takes about a second. */
const MATCHES = 250;
const WARM_UP = { players: 16, matches: 100 };
/** Writing to a real disk takes so much more than to one in memory. */
const WRITING = 1.3;
/** A process that begins costs so much, and its first matches twice as much until its code is warm. */
const PROCESS_MS = 400;
const COLD_MATCHES = 1_000;

/** A packed segment of the ledger has a snapshot beside it, which takes a fifth more than itself. */
const WITH_SNAPSHOT = 2.2;

const LONG_SEC = 60;
/** With fewer matches a run takes less than a minute on any machine that it is worth measuring on. */
const MANY_MATCHES = 15_000;

/** Rounds and matches of a league; a Mistake where its format cannot tell. */
function outlookOf({
  settings,
  players,
}: Pick<Prospect, 'settings' | 'players'>): Required<Pick<Outlook, 'rounds' | 'matches'>> {
  const { config, seatsMatter } = settings;
  const { rounds, matches } = formatOf(config.schedule, { players: idsOf(players), seatsMatter })?.outlook() ?? {};
  if (rounds === undefined || matches === undefined)
    throw new Mistake(`how long a league by "${config.schedule.algorithm}" is depends on its results`);
  return { rounds, matches };
}

/**
 * The forecast by what was measured. The model: messages, bytes and disk grow with the matches and with the agents, less
 * what packing saves of a long ledger; CPU
 * per match is that of the league in memory, times 1.3 for a real disk, and the wire's for each message; over processes
 * it is shared by as many cores as there are processes.
 */
export function forecastOf(prospect: Prospect, measured: Measured, cores = availableParallelism()): Forecast {
  const { players, referees, hosts, wire } = prospect;
  const { rounds, matches } = outlookOf(prospect);
  const { agent, wireMs, ledger } = measured;
  const agents = players + referees;
  const per = (what: 'cpuMs' | 'messages' | 'bytes' | 'disk') => measured[what] / measured.matches;
  const { cost, processes: own } = wireOf(wire);
  const isHere = own === undefined;
  const processes = isHere ? 1 : 1 + referees + hosts;
  const spread = Math.min(cores, processes);
  const carrying = wireMs * cost;
  const matchMs = (per('cpuMs') * WRITING + per('messages') * carrying) / spread;
  const agentMs = (agent.cpuMs * WRITING + agent.messages * carrying) / spread;
  const startMs = (isHere ? 0 : (processes * PROCESS_MS) / spread) + agents * agentMs;
  return {
    rounds,
    matches,
    messages: Math.round(agents * agent.messages + matches * per('messages')),
    bytes: Math.round(agents * agent.bytes + matches * per('bytes')),
    disk: Math.round(
      agents * agent.disk + matches * per('disk') - savedOf((matches * ledger.bytes) / measured.matches),
    ),
    seconds: (startMs + (matches + Math.min(matches, isHere ? 0 : COLD_MATCHES)) * matchMs) / 1_000,
    startSeconds: startMs / 1_000,
  };

  /** What packing saves of a ledger: its first segment and its newest lie there as they were written. */
  function savedOf(bytes: number): number {
    const packed = Math.max(0, Math.floor(bytes / SEGMENT_LENGTH) - 1) * SEGMENT_LENGTH;
    return packed * Math.max(0, 1 - ledger.share * WITH_SNAPSHOT);
  }
}

/** The facts of a run that a forecast needs; players of other machines take part and take no process here. */
export function prospectOf({ settings, games, roster, wire, records }: Run): Prospect {
  const away = (role: string) => roster.away.filter((seat) => seat.role === role).length;
  return {
    ...{ settings, games, wire, records: records.policy },
    players: roster.players.length + away('player'),
    referees: roster.referees.length + away('referee'),
    hosts: roster.hosts ?? roster.players.length,
  };
}

/**
 * One line where a run will take more than a minute; otherwise nothing, and nothing where that cannot be told: a run does
 * not wait for an estimate. Only a run of many matches is measured.
 */
export async function longRunText(stage: Run): Promise<string> {
  return textOfLong(prospectOf(stage)).catch(() => '');
}

async function textOfLong(prospect: Prospect): Promise<string> {
  if (prospect.players < 2 || outlookOf(prospect).matches < MANY_MATCHES) return '';
  const { seconds, disk, matches, rounds } = forecastOf(prospect, await measure(prospect));
  if (seconds < LONG_SEC) return '';
  return `${manyText(matches, 'match')} in ${counted(rounds, 'round')}: about ${spanText(seconds)} and ${sizeText(disk)} of disk on this machine; npx league plan says more\n`;
}

/** 9000 matches; 499,500 matches. */
export function manyText(count: number, what: string): string {
  const figure = count < 10_000 ? String(count) : count.toLocaleString('en-US');
  return counted(count, what).replace(String(count), figure);
}

/** 8:16 min, 1:02:05 h. */
export function spanText(seconds: number): string {
  return `${clockText(seconds)} ${Math.round(seconds) < 3_600 ? 'min' : 'h'}`;
}

/** Plays a small league of the same rules in this process, with a disk in memory, and measures a socket. */
export async function measure(prospect: Prospect): Promise<Measured> {
  const { players } = prospect;
  await playSmall(prospect, Math.min(players, WARM_UP.players), WARM_UP.matches);
  const wireMs = wireOf(prospect.wire).cost === 0 ? 0 : await measureWire();
  return { ...(await playSmall(prospect, Math.min(players, MOST_PLAYERS), MATCHES)), wireMs };
}

async function playSmall(
  { settings, games, records: policy }: Prospect,
  players: number,
  wanted: number,
): Promise<Omit<Measured, 'wireMs'>> {
  const small = smallOf(settings, players, wanted);
  const { matches } = outlookOf({ settings: small, players });
  const count = { messages: 0, bytes: 0 };
  const { transport, addressOf } = IN_PROCESS.open();
  const disk = memoryDisk();
  const places = { data: 'data', logs: 'logs' };
  const world = machine();
  const logs = { ...world.logs, messages: policy };
  const records = new Records(policy, { disk, root: places.data });
  const effects = { ...world, disk, logs, records, transport: countedBy(count, transport) };
  let pause = (_why: string) => {};
  const paused = new Promise<never>((_, fail) => {
    pause = (why) => fail(new Mistake(why));
  });
  const store = ledgersIn(places, disk);
  const ledger = () => disk.files().get(store.where(small.config.league_id)) ?? '';
  const figures = () => ({ ...count, cpuMs: cpuMs(), disk: sizeOf(disk.files()), ledger: Buffer.byteLength(ledger()) });
  const before = figures();
  const run = need(
    await startInProcess({
      ...{ effectsOf: () => effects, addressOf, places, settings: small, limits: small.limits, games },
      store,
      cast: {
        referees: [{ id: 'REF01', name: 'Referee' }],
        players: idsOf(players).map((id) => ({ id, name: id, strategy: strategies.get('random') as Strategy })),
      },
      matchesAtOnce: MATCHES_AT_ONCE,
      onPaused: pause,
    }),
  );
  const begun = figures();
  try {
    await Promise.race([run.play(), run.manager.ended, paused]);
  } finally {
    await run.stop('it was a measurement');
  }
  const failure = run.manager.failure();
  if (failure !== undefined) throw new Mistake(failure);
  const each = (what: keyof typeof before) => (begun[what] - before[what]) / (players + 1);
  const over = figures();
  const play = (what: keyof typeof before) => over[what] - begun[what];
  return {
    matches,
    ...{ cpuMs: play('cpuMs'), messages: play('messages'), bytes: play('bytes'), disk: play('disk') },
    ledger: { bytes: play('ledger'), share: zstdFrame(ledger()).length / over.ledger },
    agent: { messages: each('messages'), bytes: each('bytes'), disk: each('disk'), cpuMs: each('cpuMs') },
  };
}

/** The same rules for a few rounds, open to the players of the measurement. */
function smallOf(settings: Settings, players: number, wanted: number): Settings {
  const { config } = settings;
  const max_rounds = Math.max(1, Math.min(config.schedule.max_rounds ?? wanted, Math.ceil((2 * wanted) / players)));
  const small: LeagueConfig = {
    ...config,
    kind: 'local',
    schedule: { ...config.schedule, max_rounds },
    participants: { ...config.participants, min_players: 2 },
  };
  return { ...settings, config: small, schemes: IN_PROCESS.schemes, expected: [], keep: false };
}

function countedBy(count: { messages: number; bytes: number }, transport: Transport): Transport {
  return {
    ...transport,
    async send(to, text, deadline, how) {
      const sent = await transport.send(to, text, deadline, how);
      count.messages += 1;
      count.bytes += Buffer.byteLength(text) + (sent.ok ? Buffer.byteLength(sent.value.text ?? '') : 0);
      return sent;
    },
  };
}

const WIRE_TEXT = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'measure', params: { text: 'x'.repeat(900) } });
const WIRE = { warmUp: 200, messages: 600, atOnce: 32, waitMs: 10_000 };

/** CPU for one message and its answer, both ends in this process. */
async function measureWire(): Promise<number> {
  const transport = networkTransport('manager');
  const listener = unwrap(await transport.listen(hereAt(0), async (text) => text));
  const send = async (many: number) => {
    for (let sent = 0; sent < many; sent += WIRE.atOnce)
      await Promise.all(
        Array.from({ length: WIRE.atOnce }, () =>
          transport.send(listener.address, WIRE_TEXT, later(systemClock.monotonic(), WIRE.waitMs)),
        ),
      );
  };
  try {
    await send(WIRE.warmUp);
    const before = cpuMs();
    await send(WIRE.messages);
    return (cpuMs() - before) / WIRE.messages;
  } finally {
    await listener.close();
    await transport.close();
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** What files take, once all parts of segments are packed. */
function sizeOf(files: ReadonlyMap<string, string>): number {
  let bytes = 0;
  for (const [path, text] of files) {
    const [kept] = filesIn([path]);
    if (kept?.isSegment === false) bytes += frameOf(1, Buffer.from(text))?.length ?? 0;
    // A packed file has a character for each byte.
    else bytes += path.endsWith('.zst') ? text.length : Buffer.byteLength(text);
  }
  return bytes;
}

function idsOf(players: number): readonly string[] {
  return Array.from({ length: players }, (_, at) => numberedId('P', at + 1));
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** 12 KB, 3.4 GB. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
