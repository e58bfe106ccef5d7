/**
 * The kinds of wires a process can speak over, as one table, and the choice from the command line. A new kind is one
 * row.
 */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { PipeEnds } from '../../../SHARED/league_sdk/transport/pipe/lines.ts';
import type { Address, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type Flags, usage } from '../options.ts';
import {
  fromHere,
  managersIn,
  type NetworkSettings,
  networkTransport,
  portOf,
  type Serving,
  type SIZES,
  seatAddresses,
} from './wires_http.ts';
import { alsoOnPipe, hubOf, MANAGER_ON_PIPE, onPipe, PIPE_SCHEMES, pipeBeside, takeStdio } from './wires_pipe.ts';

/** Something between an agent and its wires, which both do not notice. */
export type Layer = (transport: Transport) => Transport;

/** The wires of one process. */
export interface Wires {
  /** The bare wires, for parties beside the agent. */
  readonly transport: Transport;
  /** The wires as the agent of this process uses them, through layers of which the last is the outermost. */
  through(...layers: readonly Layer[]): Transport;
  /** The address an agent of this process listens at. */
  addressOf(id: string): Address;
  /** The manager's address, the first of several. */
  readonly manager: Address;
  /** Its further addresses. */
  readonly alsoAt: readonly Address[];
  /** Resolves when there is a way to the manager; on a pipe without a hub, never. */
  readonly ready: Promise<void>;
  /** Resolves when the wires have ended; never for those that last as long as their process. */
  readonly ended: Promise<void>;
  /** Whether no other party can be reached, because the other end passes no messages on. */
  isAlone(): boolean;
  /** The wires of players that live beside a manager, in its process. */
  beside(): { readonly transport: Transport; addressOf(place: number): Address };
  /** Lets what was said last leave. */
  close(): Promise<void>;
}

/** The parts that the wires of a process are made of. */
export interface WireOptions {
  readonly of: keyof typeof SIZES;
  /** By which the agent is found where addresses are names. */
  readonly id: string;
  /** Its address on the network. */
  readonly at: Address;
  /** The address of each agent of a process of many, by its id. */
  readonly places?: ReadonlyMap<string, Address>;
  /** The manager's endpoint, or several with commas between them; absent in the manager's own process. */
  readonly manager?: string;
  /** The configuration of the network; absent: the usual limits. */
  readonly settings?: NetworkSettings;
  /** What its address is besides, where the wires are such that people can look. */
  readonly serving?: Serving;
  /** A pipe that is taken already. */
  readonly ends?: PipeEnds | undefined;
}

/** A launcher's side of the wires of a run. */
export interface RunWires {
  /** By which a process of the run finds its row. */
  readonly name: WireName;
  /** For the operator, and for looking after agents from here. */
  readonly transport: Transport;
  readonly manager: Address;
  /** Takes hold of the streams of a process. */
  readonly holder: Holder;
  /** The options that tell a process where it listens. */
  listening(address: Address): readonly string[];
  /** The options that tell an agent where its manager is. */
  readonly leading: readonly string[];
  /** The address of an agent of the run, as called from here. */
  addressOf(agent: { readonly id: string; readonly address: Address }): Address;
  close(): void;
}

/** Holds stdin and stdout of processes, or leaves them out. */
export interface Holder {
  readonly streams: 'pipe' | 'ignore';
  /** Takes what a process writes and reads; `ended` tells when it is listened to no more. */
  attach(name: string, ends: PipeEnds): { readonly ended: Promise<'ended' | 'cut off'> };
}

export interface RunWireOptions {
  /** The manager's address on the network. */
  readonly manager: Address;
  readonly warn: (line: string) => void;
}

/** One way to speak. */
export interface Wire {
  /** Its name on the command line. */
  readonly flag: string;
  /** The schemes of its agents' endpoints. */
  readonly schemes: readonly string[];
  open(options: WireOptions): Wires;
  /** The wires between a launcher and the processes of a run; absent where a run is one process. */
  readonly processes?: {
    /**
     * Whether agents of a run are found by other processes too, which can ping, join and stop them, and leave them when
     * it is over.
     */
    readonly isOpen: boolean;
    lay(options: RunWireOptions): RunWires;
  };
}

const NEVER = new Promise<never>(() => {});
const LASTING = {
  ...{ alsoAt: [], ready: Promise.resolve(), ended: NEVER },
  isAlone: () => false,
  close: async () => undefined,
};
const through =
  (transport: Transport): Wires['through'] =>
  (...layers) =>
    layers.reduce((inner, layer) => layer(inner), transport);

export type WireName = 'http' | 'pipe' | 'memory';

/** Every way to speak there is. */
export const WIRES = {
  /** Over the network; with a pipe as well where there is one. */
  http: {
    flag: 'http',
    schemes: ['http:', 'https:'],
    open({ of, id, at, places, settings, serving, ends, ...given }) {
      const managers = given.manager === undefined ? [] : managersIn(given.manager);
      const network = networkTransport(of, settings, managers, serving);
      const [manager = at, ...alsoAt] = managers;
      const beside = () => ({
        transport: networkTransport('agent', settings),
        addressOf: seatAddresses(at),
      });
      const common = { ...LASTING, beside, manager, alsoAt };
      const addressOf = (agent_id: string) => places?.get(agent_id) ?? at;
      if (ends === undefined) return { ...common, addressOf, transport: network, through: through(network) };
      const pair = pipeBeside(network, ends, { of, isPatient: false });
      const transport = alsoOnPipe(pair, onPipe(id));
      const { ended, close } = pair.pipe;
      return { ...common, addressOf, transport, through: through(transport), ended, close };
    },
    processes: {
      isOpen: true,
      lay(given) {
        const manager = fromHere(given.manager);
        return {
          name: 'http',
          transport: networkTransport('agent'),
          manager,
          holder: { streams: 'ignore', attach: () => ({ ended: NEVER }) },
          listening: (address) => ['--port', String(portOf(address))],
          leading: ['--manager', manager],
          addressOf: ({ address }) => fromHere(address),
          close: () => undefined,
        };
      },
    },
  },
  /** Over stdin and stdout, through the process at their other end. */
  pipe: {
    flag: 'stdio',
    schemes: PIPE_SCHEMES,
    open({ of, settings, ends = takeStdio() }) {
      const { pipe, transport, hasHub } = pipeBeside(networkTransport(of, settings), ends, { of, isPatient: true });
      return {
        transport,
        through: through(transport),
        addressOf: onPipe,
        manager: MANAGER_ON_PIPE,
        alsoAt: [],
        ready: pipe.hub,
        ended: pipe.ended,
        isAlone: () => !hasHub(),
        beside: () => ({ transport, addressOf: (place) => onPipe(`SEAT${place}`) }),
        close: () => pipe.close(),
      };
    },
    processes: {
      isOpen: false,
      lay({ warn }) {
        const hub = hubOf(warn);
        return {
          name: 'pipe',
          transport: hub.transport,
          manager: MANAGER_ON_PIPE,
          holder: { streams: 'pipe', attach: hub.attach },
          listening: () => ['--stdio'],
          leading: [],
          addressOf: ({ id }) => onPipe(id),
          close: hub.close,
        };
      },
    },
  },
  /** Inside one process. */
  memory: {
    flag: 'memory',
    schemes: ['memory:'],
    open() {
      const transport = memoryNetwork({ clock: systemClock }).transport();
      const addressOf = (id: string) => `memory:${id}`;
      const beside = () => ({ transport, addressOf: (place: number) => addressOf(`SEAT${place}`) });
      return { ...LASTING, transport, through: through(transport), addressOf, manager: addressOf(MANAGER_ID), beside };
    },
  },
} as const satisfies { readonly [name in WireName]: Wire };

/** The row of a name. */
export function wireOf(name: WireName): Wire {
  return WIRES[name];
}

/** The row for agents that share one process. */
export const IN_PROCESS = WIRES.memory;

/** The switches by which an agent is told how to speak. */
export const WIRE_SWITCHES = ['stdio'] as const;

/** The wires that one agent was told to speak over. */
export interface Choice {
  readonly name: WireName;
  /** Every scheme by which the agent can be reached and can reach others. */
  readonly schemes: readonly string[];
  /** Its pipe, taken at once: nothing of the user's is loaded before, which might print. */
  readonly ends: PipeEnds | undefined;
}

/** As every agent speaks that is told nothing. */
export const OVER_NETWORK: Choice = { name: 'http', schemes: WIRES.http.schemes, ends: undefined };

/** The wires of a player or referee. With `--stdio` alone its pipe, with `--manager` too the pipe and the network. */
export function agentChoice(flags: Flags): Choice {
  if (flags.text('manager') === undefined && flags.has('stdio') && flags.text('port') !== undefined)
    throw usage('--port with --stdio needs --manager URL: without one an agent listens on its pipe alone');
  return choice(flags, 'manager');
}

/** The wires of a manager. With `--stdio` alone its pipe, with `--port` too the pipe and the network. */
export function managerChoice(flags: Flags): Choice {
  return choice(flags, 'port');
}

function choice(flags: Flags, both: 'manager' | 'port'): Choice {
  if (!flags.has('stdio')) return OVER_NETWORK;
  if (flags.text('log-to') === 'stdout')
    throw usage('--log-to stdout and --stdio cannot both be; leave out one of them');
  const ends = takeStdio();
  if (flags.text(both) === undefined) return { name: 'pipe', schemes: WIRES.pipe.schemes, ends };
  return { name: 'http', schemes: [...WIRES.pipe.schemes, ...WIRES.http.schemes], ends };
}

/** `--transport`, of which `--in-process` is an older spelling; http unless one of them says otherwise. */
export function runChoice(flags: Flags): WireName {
  const text = flags.text('transport');
  const names = Object.keys(WIRES) as WireName[];
  const named = names.find((name) => WIRES[name].flag === text);
  if (text !== undefined && named === undefined)
    throw usage(`--transport takes one of ${names.map((name) => WIRES[name].flag).join(', ')}, not "${text}"`);
  const isInProcess = flags.has('in-process');
  if (isInProcess && named !== undefined && named !== 'memory')
    throw usage(`--in-process and --transport ${text} contradict each other; leave out one of them`);
  const name = isInProcess ? 'memory' : (named ?? 'http');
  if (wireOf(name).processes === undefined && flags.has('keep'))
    throw usage('--keep leaves agents running, and a league in one process has none that could; leave out one of them');
  return name;
}
