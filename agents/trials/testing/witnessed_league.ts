/**
 * A league before a witness: the sender and receiver of every message, and the agent that touched each file, from start
 * to end.
 */
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf, judge } from '../../../SHARED/testing/shipped_games.ts';
import { LeagueManager } from '../../league_manager/surface.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import { Player } from '../../player/surface.ts';
import { Referee } from '../../referee/surface.ts';
import { shippedSettings } from './rehearsal_in_process.ts';

/** One thing that was said: a request, or the answer to one. */
export interface Word {
  readonly from: string;
  readonly to: string;
  /** Its message type, or the method of a look. */
  readonly type: string;
  readonly isAnswer: boolean;
  readonly message: JsonObject;
}

export interface Touch {
  readonly by: string;
  readonly how: 'reads' | 'writes';
  readonly path: string;
}

const PLAYERS = { P01: 'random', P02: 'mirror', P03: 'invalid', P04: 'timeout' } as const;
const REFEREES = ['REF01', 'REF02'] as const;
const PLACES = { data: '/data', logs: '/logs' };
const idAt = (address: string) => address.replace('memory:', '');

/** Plays the shipped league, with one player that cheats and one that is silent, to its end. */
export async function witnessedLeague() {
  const clock = fakeClock();
  const network = memoryNetwork({ clock });
  const disk = memoryDisk();
  const entropy = seededEntropy(1);
  const words: Word[] = [];
  const touches: Touch[] = [];

  const effectsOf = (id: string): Effects => ({
    clock,
    entropy,
    transport: overheard(id, network.transport(`memory:${id}`), (word) => void words.push(word)),
    disk: watched(id, disk, (touch) => void touches.push(touch)),
    logs: USUAL_LOGS,
  });
  const addressOf = (id: string) => `memory:${id}`;
  const manager = addressOf('LM01');

  const settings = await shippedSettings(['memory:']);

  async function play(): Promise<void> {
    const effects = effectsOf('LM01');
    const store = fileLedgerStore(effects.disk, PLACES.data);
    const lm = new LeagueManager({ effects, places: PLACES, judge, ledgers: store, listen: manager });
    unwrap(await lm.startLeagueManager(settings));
    const game_types = [settings.config.game_type];
    const ends = [lm.running?.ended];
    for (const id of REFEREES) {
      const referee = new Referee({ effects: effectsOf(id), places: PLACES, gameOf });
      const who = { id, display_name: `Referee ${id}`, listen: addressOf(id), manager };
      unwrap(await referee.startReferee({ ...who, game_types, max_concurrent_matches: 1 }));
      ends.push(referee.running?.ended);
    }
    for (const [id, strategy] of Object.entries(PLAYERS)) {
      const world = { effects: effectsOf(id), places: PLACES, manager, id, strategy: unwrap(strategyOf(strategy)) };
      const player = new Player(world);
      unwrap(await player.startPlayer({ display_name: `Player ${id}`, game_types, contact_endpoint: addressOf(id) }));
      ends.push(player.running?.ended);
    }
    unwrap(await lm.createSchedule());
    await Promise.all(ends);
  }

  await clock.runUntil(play());
  return { words, touches, files: disk.files(), players: Object.keys(PLAYERS), referees: REFEREES };
}

function overheard(from: string, wire: Transport, hear: (word: Word) => void): Transport {
  return {
    ...wire,
    async send(address, text, deadline) {
      const to = idAt(address);
      const requests = spokenIn(text);
      for (const { method, params } of requests) {
        const message = isJsonObject(params) ? params : {};
        hear({ from, to, type: String(message['message_type'] ?? method), isAnswer: false, message });
      }
      const sent = await wire.send(address, text, deadline);
      for (const { result } of sent.ok && sent.value.text !== undefined ? spokenIn(sent.value.text) : []) {
        const message = isJsonObject(result) ? result : {};
        hear({ from: to, to: from, type: String(message['message_type'] ?? 'a look'), isAnswer: true, message });
      }
      return sent;
    },
  };
}

function spokenIn(text: string): readonly JsonObject[] {
  const value = JSON.parse(text) as Json;
  return (isJsonArray(value) ? value : [value]).filter(isJsonObject);
}

const READS = ['read', 'list'] as const;
const WRITES = ['append', 'replace', 'truncate', 'rename', 'remove', 'lock'] as const;

function watched(by: string, disk: Disk, see: (touch: Touch) => void): Disk {
  const seen = (how: Touch['how'], names: readonly (keyof Disk)[]) =>
    names.map((name) => {
      const call = disk[name] as (path: string, ...rest: readonly unknown[]) => unknown;
      return [
        name,
        (path: string, ...rest: readonly unknown[]) => {
          see({ by, how, path });
          return call.call(disk, path, ...rest);
        },
      ] as const;
    });
  return { ...disk, ...Object.fromEntries([...seen('reads', READS), ...seen('writes', WRITES)]) };
}
