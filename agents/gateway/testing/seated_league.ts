/** A whole league in memory on virtual time, with seats beside its manager; tests are the clients. */
import { later } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import type { SeatLimits } from '../../../SHARED/core/limits.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Game } from '../../../SHARED/games/game.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Running } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import type { ToolCaller } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { Origin } from '../../../SHARED/league_sdk/transport/transport.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf, games, judge } from '../../../SHARED/testing/shipped_games.ts';
import { Flags } from '../../launcher/options.ts';
import { seatsOf } from '../../launcher/world/gateway.ts';
import { configOf } from '../../launcher/world/installation.ts';
import { settingsOf } from '../../launcher/world/league_setup.ts';
import { type Manager, startManager } from '../../league_manager/manager.ts';
import { codeDigest } from '../../league_manager/registration/invite_codes.ts';
import { startPlayer } from '../../player/player.ts';
import { alwaysPlaying } from '../../player/strategies/always.ts';
import { random } from '../../player/strategies/random.ts';
import { type RefereeAtWork, startReferee } from '../../referee/referee.ts';

const PLACES = { data: '/data', logs: '/logs' };

export interface SeatedOptions {
  /** Which of the shipped leagues; absent: the first. */
  readonly game?: string;
  /** The rules that clients are shown; absent: those of the league's game. */
  readonly rules?: Game;
  /** How many of our own players take part beside the seats. */
  readonly ours?: number;
  readonly limits?: SeatLimits;
  readonly countsThisMachine?: boolean;
  readonly maxPlayers?: number;
  /** The invite codes of its roster; absent: there is none. */
  readonly codes?: readonly string[];
  /** How long the manager can be asked when the league is over; absent: not at all. */
  readonly lingerMs?: number;
  /** Whether all agents stay when the league is over; absent: they do. */
  readonly keep?: boolean;
}

/** A tool's answer, and whether it failed. */
export type Said = JsonObject & { readonly failed?: boolean };

/** Manager, one referee and some players; seats are taken by the tools alone. */
export async function seatedLeague({
  game,
  rules,
  ours = 1,
  limits,
  maxPlayers,
  codes,
  countsThisMachine = false,
  keep = true,
  lingerMs,
}: SeatedOptions = {}) {
  const clock = fakeClock();
  const disk = memoryDisk();
  let isDiskFull = false;
  /** The disk of seats and their players. */
  const seatsDisk: Disk = {
    ...disk,
    replace: (path, text, options) =>
      isDiskFull ? Promise.reject(new Error(`ENOSPC: ${path}`)) : disk.replace(path, text, options),
  };
  const network = memoryNetwork({ clock });
  const flags = new Flags(game === undefined ? [] : [['game', game]]);
  const shipped = await settingsOf(flags, configOf(flags), ['memory:']);
  const { participants } = shipped.config;
  const max_players = maxPlayers ?? participants.max_players;
  const roster =
    codes === undefined ? {} : { roster: codes.map((code) => ({ name: code, code_sha256: codeDigest(code) })) };
  const settings = {
    ...shipped,
    keep,
    config: { ...shipped.config, participants: { ...participants, max_players, ...roster } },
  };
  const { league_id, game_type } = settings.config;
  const trouble: string[] = [];
  const lingered: number[] = [];
  let incarnation = 0;

  const worldOf = (id: string) => ({
    clock,
    disk,
    logs: USUAL_LOGS,
    transport: network.transport(),
    entropy: seededEntropy(sum(id) + 1_000 * incarnation),
  });

  async function openManager() {
    incarnation += 1;
    const seats = seatsOf({
      game_types: games.types,
      effects: { ...worldOf('seats'), disk: seatsDisk },
      places: PLACES,
      store: fileLedgerStore(seatsDisk, PLACES.data),
      league_id,
      addressOf: (place) => `memory:SEAT${place}`,
      ...(limits === undefined ? {} : { limits }),
      countsThisMachine,
      rules: rules ?? unwrap(gameOf(game_type, settings.config.options)),
      moveMs: settings.limits.moveMs,
      matchMs: settings.limits.maxMatchMs,
      onTrouble: (line) => trouble.push(line),
    });
    const world = worldOf('LM01');
    const effects = { ...world, transport: seats.outlasting(world.transport) };
    const listen = 'memory:LM01';
    const started = await startManager({
      effects,
      places: PLACES,
      settings,
      judge,
      ledgers: fileLedgerStore(world.disk, PLACES.data),
      listen,
      ...(lingerMs === undefined
        ? {}
        : { lastLook: () => seats.linger(lingerMs, () => lingered.push(clock.monotonic())) }),
    });
    const manager = unwrap(started);
    await clock.runUntil(seats.open(manager));
    return { manager, seats };
  }

  let { manager, seats } = await openManager();
  const common = { places: PLACES, manager: manager.address, game_types: [game_type] };
  const referee: RefereeAtWork = unwrap(
    await clock.runUntil(
      startReferee({
        ...common,
        effects: worldOf('REF01'),
        gameOf,
        id: 'REF01',
        display_name: 'Referee',
        listen: 'memory:REF01',
        max_concurrent_matches: 8,
      }),
    ),
  );
  const players: Running[] = [];
  for (let number = 1; number <= ours; number++) {
    const id = `OURS${number}`;
    const about = {
      id,
      display_name: `Our ${number}`,
      strategy: game === undefined ? alwaysPlaying('even') : random,
      listen: `memory:${id}`,
    };
    players.push(unwrap(await clock.runUntil(startPlayer({ ...common, ...about, effects: worldOf(id) }))));
  }

  /** Calls a tool as a client would; time moves only as far as its answer needs. */
  function call(
    name: string,
    given: JsonObject,
    from: Partial<Origin> & Partial<Omit<ToolCaller, 'origin'>> = {},
  ): Promise<Said> {
    const tool = seats.tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    const { signal = new AbortController().signal, holdMs, progress, address = 'memory', ...shown } = from;
    const origin = { address, receivedAt: clock.monotonic(), ...shown };
    return tool
      .run(given, { origin, signal, ...(holdMs && { holdMs }), ...(progress && { progress }) })
      .then(({ data, failed = false }) => (failed ? { ...data, failed } : data));
  }

  /** Posts a text to the manager, as any agent would, and moves time until it has answered. */
  async function post(text: string): Promise<Json | undefined> {
    const deadline = later(clock.monotonic(), 60_000);
    const reply = unwrap(await clock.runUntil(network.transport('192.0.2.1').send('memory:LM01', text, deadline)));
    return reply.text === undefined ? undefined : (JSON.parse(reply.text) as Json);
  }

  return {
    clock,
    disk,
    trouble,
    /** When it was said that the manager can still be asked. */
    lingered,
    call,
    post,
    tools: seats.tools,
    worldOf,
    /** Our own players, beside the seats. */
    players,
    manager: (): Manager => manager,
    /** From now on nothing of seats can be written, or everything again. */
    fillDisk(isFull: boolean): void {
      isDiskFull = isFull;
    },
    /** Calls a tool and moves time until it has answered. */
    ask: (...what: Parameters<typeof call>) => clock.runUntil(call(...what)),
    /** Takes a seat and gives its secret. */
    async seat(display_name: string): Promise<string> {
      const joined = await clock.runUntil(call('join_league', { display_name }));
      return String(joined['seat_token']);
    },
    start: async () => unwrap(await clock.runUntil(manager.startLeague())),
    /** Ends the manager and its seats, as a stop does, and starts them again on the same files. */
    async restart(): Promise<void> {
      await clock.runUntil(manager.stop('the test stops it'));
      ({ manager, seats } = await openManager());
    },
    async close(): Promise<void> {
      await clock.runUntil(Promise.all([manager.stop('over'), referee.stop('over')]));
    },
  };
}

function sum(text: string): number {
  return [...text].reduce((total, sign) => total * 31 + sign.charCodeAt(0), 7) % 100_000;
}
