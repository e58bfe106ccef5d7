/** The stage of leagues: virtual time in memory, or HTTP on this machine; files stay in memory in both. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import { seededEntropy, systemEntropy } from '../../../SHARED/core/entropy.ts';
import { intBetween, seeded } from '../../../SHARED/core/random.ts';
import type { Games } from '../../../SHARED/games/registry.ts';
import { type MemoryDisk, memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { games } from '../../../SHARED/testing/shipped_games.ts';
import { systemEffects } from '../../launcher/world/installation.ts';
import type { WireTap } from './wire_tap.ts';

export interface Stage {
  /** The players' memories lie here, so players that meet again on the same stage have met before. */
  readonly disk: MemoryDisk;
  /** The games that can be played on it. */
  readonly games: Games;
  /** Of the addresses agents may register with. */
  readonly schemes: readonly string[];
  /** Whether chance is the same in every run. Where it is not, a league needs a seed of its own to be repeated. */
  readonly isRepeatable: boolean;
  effectsOf(agent_id: string): Effects;
  addressOf(agent_id: string): string;
  /** Lets time pass until a play is over. */
  wait<T>(play: Promise<T>): Promise<T>;
  /** Lets go of what is still open. */
  close(): Promise<void>;
}

const START = '2025-01-15T10:00:00.000Z';
/** Longer than any league that is played here; one that never ends is a bug, and told as one. */
const PATIENCE_MS = 24 * 3_600_000;

/** In memory: the same seed gives the same games to the byte, and a silent player costs no real time. */
export function virtualStage(tap: WireTap, seed: number): Stage {
  const clock = fakeClock(START);
  const latency = seeded(seed + 1);
  const network = memoryNetwork({ clock, latencyMs: () => intBetween(latency, 1, 20) });
  const entropy = seededEntropy(seed);
  const disk = memoryDisk();
  return {
    disk,
    games,
    schemes: ['memory:'],
    isRepeatable: true,
    effectsOf: (id) => ({ clock, entropy, disk, logs: USUAL_LOGS, transport: tap.around(id, network.transport(id)) }),
    addressOf: (id) => `memory:${id}`,
    wait: (play) => clock.runUntil(play, PATIENCE_MS),
    close: async () => undefined,
  };
}

/** Real sockets on the loopback, every agent at a port of its own. */
export function httpStage(tap: WireTap): Stage {
  const disk = memoryDisk();
  const transports: Transport[] = [];
  return {
    disk,
    games,
    schemes: ['http:'],
    isRepeatable: false,
    effectsOf(id) {
      const { transport } = systemEffects(id === 'LM01' ? 'manager' : 'agent');
      transports.push(transport);
      return {
        clock: systemClock,
        entropy: systemEntropy,
        disk,
        logs: USUAL_LOGS,
        transport: tap.around(id, transport),
      };
    },
    addressOf: () => 'http://localhost:0/mcp',
    wait: (play) => play,
    close: async () => void (await Promise.all(transports.map((transport) => transport.close()))),
  };
}
