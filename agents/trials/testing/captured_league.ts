/** A whole league in memory with an eavesdropper on every wire: it hears each letter, and can write to any agent. */

import type { DialectName } from '../../../SHARED/contracts/dialects/dialect.ts';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { later } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Disk, WriteOptions } from '../../../SHARED/league_sdk/disk/disk.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Effects, Running, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf, games, judge } from '../../../SHARED/testing/shipped_games.ts';
import { tokenIn } from '../../launcher/world/operator.ts';
import { startManager } from '../../league_manager/manager.ts';
import { startPlayer } from '../../player/player.ts';
import type { Strategy } from '../../player/strategy.ts';
import { startReferee } from '../../referee/referee.ts';
import { shippedSettings } from './rehearsal_in_process.ts';

export const LEAGUE = 'league_2025_even_odd';
export const REFEREES = ['REF01', 'REF02'] as const;
export const PLAYERS = ['P01', 'P02', 'P03', 'P04'] as const;
const PLACES = { data: '/data', logs: '/logs' };
export const addressOf = (id: string) => `memory:${id}`;

/** A request as it went over a wire, and what came back. */
export interface Letter {
  readonly from: string;
  /** The id of the agent that listens there. */
  readonly to: string;
  readonly text: string;
  /** Undefined as long as there is none. */
  reply?: string;
}

export interface CaptureOptions {
  /** Different for leagues that have nothing to do with each other. */
  readonly seed?: number;
  /** The strategy of each player; all choose "even" unless told otherwise. */
  readonly strategies?: { readonly [player_id: string]: Strategy };
  /** The dialect of each player; rpc unless told otherwise. */
  readonly dialects?: { readonly [player_id: string]: DialectName };
  /** Agents that are started, stopped and started again before play begins: each then has a token that died. */
  readonly restarted?: readonly string[];
  readonly judge?: Judge;
  /** A change to each reply of a player before it leaves. */
  readonly lips?: { readonly [player_id: string]: (reply: string) => string };
  /** Whether the eavesdropper sends every letter once more, at once. */
  readonly isEchoed?: boolean;
}

export type CapturedLeague = Awaited<ReturnType<typeof captureLeague>>;

const ALWAYS_EVEN: Strategy = { name: 'even', decide: () => 'even' };

/** Plays as another strategy does until this round, and from then on never answers. */
export function stallingFrom(round: number, until: Strategy = ALWAYS_EVEN): Strategy {
  const decide: Strategy['decide'] = (turn) =>
    turn.round_id < round ? until.decide(turn) : new Promise<never>(() => undefined);
  return { name: 'stalling', unguarded: true, decide };
}

/**
 * The shipped league with all agents registered, manager and agents as they are started in production. It is kept after
 * its end.
 */
export async function captureLeague(options: CaptureOptions = {}) {
  const { seed = 1, strategies = {}, dialects = {}, restarted = [] } = options;
  const clock = fakeClock();
  const network = memoryNetwork({ clock });
  const disk = memoryDisk();
  const locked = new Set<string>();
  const entropy = seededEntropy(seed);
  const letters: Letter[] = [];
  const settings = { ...(await shippedSettings(['memory:'])), keep: true };
  const common = { places: PLACES, manager: addressOf('LM01'), game_types: games.types };
  const wireOf = (id: string) => network.transport(addressOf(id));
  const effectsOf = (id: string): Effects => {
    const wire = options.isEchoed === true ? echoed(wireOf(id)) : wireOf(id);
    const lips = options.lips?.[id];
    return {
      clock,
      entropy,
      disk: watched(disk, locked),
      logs: { ...USUAL_LOGS, level: 'DEBUG' },
      transport: heardBy(letters, id, lips === undefined ? wire : speaking(wire, lips)),
    };
  };
  const agents = new Map<string, Running>();

  async function start(id: string): Promise<void> {
    const about = { ...common, id, effects: effectsOf(id), listen: addressOf(id) };
    const started = id.startsWith('REF')
      ? await startReferee({ ...about, display_name: `Referee ${id}`, gameOf, max_concurrent_matches: 64 })
      : await startPlayer({
          ...about,
          display_name: `Player ${id}`,
          strategy: strategies[id] ?? ALWAYS_EVEN,
          dialect: dialects[id] ?? 'rpc',
        });
    agents.set(id, unwrap<Running, StartFailure>(started));
  }

  async function gather() {
    const effects = effectsOf('LM01');
    const store = fileLedgerStore(effects.disk, PLACES.data);
    const world = { effects, places: PLACES, ledgers: store };
    const listen = addressOf('LM01');
    const begun = unwrap(await startManager({ ...world, settings, judge: options.judge ?? judge, listen }));
    for (const id of [...REFEREES, ...PLAYERS]) await start(id);
    for (const id of restarted) {
      await agents.get(id)?.stop('restart');
      await start(id);
    }
    return { begun, operator: await tokenIn(store, LEAGUE) };
  }

  const { begun: manager, operator } = await clock.runUntil(gather());

  /** Brings a text to an agent, as the eavesdropper can, from any address; the answer, if there is one. */
  async function post(to: string, text: string, from = 'stranger'): Promise<string | undefined> {
    const sent = await clock.runUntil(wireOf(from).send(addressOf(to), text, later(clock.monotonic(), 60_000)));
    return unwrap(sent).text;
  }

  async function command(method: string, message: JsonObject): Promise<void> {
    const params = { protocol: 'league.v2', sender: 'launcher', auth_token: operator, ...message };
    const request = { jsonrpc: '2.0', method, params, id: 1 };
    const { transport } = effectsOf('operator');
    const deadline = later(clock.monotonic(), 60_000);
    unwrap(await clock.runUntil(transport.send(addressOf('LM01'), JSON.stringify(request), deadline)));
  }

  /** Lets time pass until something is so. */
  async function until(isSo: () => boolean): Promise<void> {
    const reached = async () => {
      while (!isSo()) await new Promise<void>((wake) => void clock.after(1_000, wake));
    };
    await clock.runUntil(reached());
  }

  return {
    ...{ clock, disk, locked, letters, manager, agents, operator, post, until },
    /** Starts play as the operator does, by a letter of its own. */
    begin: () => command('start_league', { message_type: 'START_LEAGUE', league_id: LEAGUE }),
    /** Ends all agents as the operator does. */
    async dismiss(): Promise<void> {
      await command('shutdown', { message_type: 'SHUTDOWN_COMMAND' });
      await clock.runUntil(Promise.all([manager, ...agents.values()].map(({ ended }) => ended)));
    },
    /** Resolves when all agents have been told of the end and have written it down. */
    async end(): Promise<void> {
      await until(() => manager.league.told);
      await clock.advance(5_000);
    },
    /** Every file but the logs, as it is now. */
    kept: () => new Map([...disk.files()].filter(([path]) => !path.startsWith(PLACES.logs))),
    async close(): Promise<void> {
      await clock.runUntil(Promise.all([manager, ...agents.values()].map((each) => each.stop('the test is over'))));
    },
  };
}

function heardBy(letters: Letter[], from: string, wire: Transport): Transport {
  return {
    ...wire,
    async send(to, text, deadline) {
      const letter: Letter = { from, to: to.replace('memory:', ''), text };
      letters.push(letter);
      const sent = await wire.send(to, text, deadline);
      if (sent.ok && sent.value.text !== undefined) letter.reply = sent.value.text;
      return sent;
    },
  };
}

/** Notes the files that are written for their owner alone. */
function watched(disk: Disk, locked: Set<string>): Disk {
  const note = (path: string, options?: WriteOptions): void => {
    if (options?.secret === true) locked.add(path);
  };
  return {
    ...disk,
    append(path, text, options) {
      note(path, options);
      return disk.append(path, text, options);
    },
    replace(path, text, options) {
      note(path, options);
      return disk.replace(path, text, options);
    },
  };
}

function echoed(wire: Transport): Transport {
  return {
    ...wire,
    send(to, text, deadline) {
      const sent = wire.send(to, text, deadline);
      void wire.send(to, text, deadline);
      return sent;
    },
  };
}

function speaking(wire: Transport, lips: (reply: string) => string): Transport {
  return {
    ...wire,
    listen: (at, answer) =>
      wire.listen(at, async (text, from) => {
        const reply = await answer(text, from);
        return reply === undefined ? undefined : lips(reply);
      }),
  };
}
