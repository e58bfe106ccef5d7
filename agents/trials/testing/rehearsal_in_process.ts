/** A stage for whole leagues in one process: the shipped agents in the world that a test hands in. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { games } from '../../../SHARED/testing/shipped_games.ts';
import { cli } from '../../launcher/cli.ts';
import { Flags } from '../../launcher/options.ts';
import { MATCHES_AT_ONCE } from '../../launcher/processes/roster.ts';
import { type Cast, startInProcess } from '../../launcher/processes/run_in_process.ts';
import { configOf, ledgersIn, systemEffects } from '../../launcher/world/installation.ts';
import { settingsOf } from '../../launcher/world/league_setup.ts';
import { loadStrategy } from '../../launcher/world/strategies.ts';
import type { Settings } from '../../league_manager/settings.ts';
import { within } from './rehearsal.ts';

export interface World {
  /** The world of each party, by its id; LM01 is the manager. */
  readonly effectsOf: (agent_id: string) => Effects;
  readonly addressOf: (agent_id: string) => string;
  /** Of the addresses agents may register with. */
  readonly schemes: readonly string[];
}

/** Every agent with a port of its own, on this machine. */
export const overHttpHere: World = {
  effectsOf: (id) => systemEffects(id === 'LM01' ? 'manager' : 'agent'),
  addressOf: () => 'http://localhost:0/mcp',
  schemes: ['http:'],
};

/** The league as it is shipped, or as these flags want it. */
export function shippedSettings(schemes: readonly string[], flags = new Flags([])): Promise<Settings> {
  return settingsOf(flags, configOf(flags), schemes);
}

/** The two referees and four players as they are shipped. */
export async function shippedCast(): Promise<Cast> {
  const player = async (id: string) => ({
    id,
    name: `Player ${id}`,
    strategy: await loadStrategy(undefined, id, 'random'),
  });
  return {
    referees: ['REF01', 'REF02'].map((id) => ({ id, name: `Referee ${id}` })),
    players: await Promise.all(['P01', 'P02', 'P03', 'P04'].map(player)),
  };
}

export interface Casting {
  /** All agents that are shipped, unless told otherwise. */
  readonly cast?: Cast;
  /** Brings in others before play begins. */
  readonly guests?: (manager: string) => Promise<void>;
}

/** Plays the shipped league with its files below a folder; resolves when every agent of ours has ended by itself. */
export async function playInProcess(folder: string, world: World, { cast, guests }: Casting = {}): Promise<void> {
  const { effectsOf, addressOf, schemes } = world;
  const settings = await shippedSettings(schemes);
  const places = { data: join(folder, 'data'), logs: join(folder, 'logs') };
  const ofManager = effectsOf('LM01');
  const store = ledgersIn(places, ofManager.disk);
  const worlds: Effects[] = [];
  const run = unwrap(
    await startInProcess({
      effectsOf: (id) => {
        const effects = id === 'LM01' ? ofManager : effectsOf(id);
        worlds.push(effects);
        return effects;
      },
      addressOf,
      places,
      settings,
      limits: settings.limits,
      store,
      cast: cast ?? (await shippedCast()),
      games,
      matchesAtOnce: MATCHES_AT_ONCE,
    }),
  );
  try {
    await guests?.(run.manager.address);
    await within(run.play(), 'the league to end by itself');
  } finally {
    await run.stop('the rehearsal is over');
    await Promise.all(worlds.flatMap((effects) => [effects.transport.close(), effects.disk.close()]));
  }
}

export interface VirtualCasting {
  /** Of a league that takes `memory:` addresses. */
  readonly settings: Settings;
  readonly cast: Cast;
  readonly operatorToken: string;
}

/** Starts agents at `memory:<id>`, on a virtual clock and with files below `/data` and `/logs` of a disk in memory. */
export async function startInVirtualTime({ settings, cast, operatorToken }: VirtualCasting) {
  const [clock, disk] = [fakeClock(), memoryDisk()];
  const network = memoryNetwork({ clock });
  let agents = 0;
  const run = unwrap(
    await startInProcess({
      effectsOf: () => ({
        ...{ clock, disk, logs: USUAL_LOGS },
        transport: network.transport(),
        entropy: seededEntropy(++agents),
      }),
      addressOf: (id) => `memory:${id}`,
      places: { data: '/data', logs: '/logs' },
      settings,
      limits: settings.limits,
      store: fileLedgerStore(disk, '/data'),
      cast,
      games,
      matchesAtOnce: MATCHES_AT_ONCE,
      operatorToken,
    }),
  );
  /** Lets time pass until every agent has ended by itself. */
  const untilEnded = () => clock.runUntil(Promise.all([run.manager, ...run.agents].map(({ ended }) => ended)));
  return { clock, disk, wire: network.transport(), run, untilEnded };
}

/** The output and exit code of a command that is run in this very process. */
export async function typed(...words: readonly string[]) {
  const printed = { out: '', err: '' };
  const note = (where: keyof typeof printed) => (text: unknown) => {
    printed[where] += String(text);
    return true;
  };
  const screen = { out: note('out'), err: note('err') };
  const { stdout, stderr } = process;
  if (running === 0) usual = [stdout.write, stderr.write];
  running += 1;
  // Commands print where a user looks; their output should not stand among the results of tests, nor in another's.
  stdout.write = (text: unknown) => (typing.getStore() ?? screen).out(text);
  stderr.write = (text: unknown) => (typing.getStore() ?? screen).err(text);
  try {
    const code = await typing.run(screen, () => within(cli(words, screen), `league ${words.join(' ')}`));
    return { code, ...printed };
  } finally {
    running -= 1;
    if (running === 0) [stdout.write, stderr.write] = usual;
  }
}

/** Where the command prints that something is done for. */
const typing = new AsyncLocalStorage<{ readonly [S in 'out' | 'err']: (text: unknown) => boolean }>();
/** The number of commands that are running at this moment, and where a process prints when there are none. */
let running = 0;
let usual = [process.stdout.write, process.stderr.write] as const;
