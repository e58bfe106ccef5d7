/** Where an agent is at home: on the network, on the pipe it was started with, or on both. */
import { systemClock } from '../../../SHARED/core/clock.ts';
import { ok } from '../../../SHARED/core/result.ts';
import { refusalText } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { byScheme } from '../../../SHARED/league_sdk/transport/by_scheme.ts';
import type { PipeEnds } from '../../../SHARED/league_sdk/transport/pipe/lines.ts';
import { type StdioTransport, stdioTransport } from '../../../SHARED/league_sdk/transport/pipe/pipe_transport.ts';
import type { Address, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type Flags, usage } from '../options.ts';
import { endpointIn, SIZES } from './installation.ts';

/** Where the manager of a league on pipes is found. */
export const MANAGER_ON_PIPE = 'stdio:LM01';

export interface Home {
  readonly transport: Transport;
  readonly listen: Address;
  /** Resolves when it is known that there is a way to a manager; on a pipe that nobody passes on, never. */
  readonly ready: Promise<void>;
  /** Resolves when the pipe has ended; without one, never. */
  readonly ended: Promise<void>;
  /** Whether there is a pipe, and nobody at its other end who passes messages on. */
  isAlone(): boolean;
  /** Lets what was said last leave. */
  close(): Promise<void>;
}

export interface HomeOptions {
  /** Its pipe, if it has one. */
  readonly ends: PipeEnds | undefined;
  readonly of: keyof typeof SIZES;
  readonly network: Transport;
  /** Where it listens on the network; undefined: nowhere. */
  readonly http: Address | undefined;
  /** Where it listens on its pipe. */
  readonly onPipe: Address;
}

const NEVER = new Promise<never>(() => {});

/** The home of an agent that has a pipe, or none. */
export function homeOf({ ends, of, network, http, onPipe }: HomeOptions): Home {
  if (ends === undefined) {
    return {
      transport: network,
      listen: http ?? onPipe,
      ready: Promise.resolve(),
      ended: NEVER,
      isAlone: () => false,
      close: async () => undefined,
    };
  }
  // Who listens on the network waits for nobody on its pipe.
  const limits = { ...SIZES[of], ...(http === undefined ? {} : { helloMs: 0 }) };
  const pipe = stdioTransport({ ...ends, clock: systemClock, limits, refusalText });
  let hasHub = false;
  void pipe.hub.then(() => {
    hasHub = true;
  });
  const wires = byScheme({ 'http:': network, 'https:': network, 'stdio:': pipe }, systemClock);
  return {
    transport: http === undefined ? wires : alsoOnPipe(wires, pipe, onPipe),
    listen: http ?? onPipe,
    ready: http === undefined ? pipe.hub : Promise.resolve(),
    ended: pipe.ended,
    isAlone: () => http === undefined && !hasHub,
    close: () => pipe.close(),
  };
}

/** Whoever listens on the network is heard on the pipe as well. */
function alsoOnPipe(wires: Transport, pipe: StdioTransport, at: Address): Transport {
  return {
    ...wires,
    async listen(address, answer, guest) {
      const listened = await wires.listen(address, answer, guest);
      if (!listened.ok) return listened;
      const onPipe = await pipe.listen(at, answer, guest);
      if (!onPipe.ok) {
        await listened.value.close();
        return onPipe;
      }
      return ok({
        address: listened.value.address,
        close: async () => void (await Promise.all([listened.value.close(), onPipe.value.close()])),
      });
    },
  };
}

/** Where a player or referee finds its manager: the one that is named, that of its pipe, or the usual one. */
export function managerOf(flags: Flags, usual: string): string {
  const named = flags.text('manager');
  if (named !== undefined || !flags.has('stdio')) return endpointIn(named ?? usual, 'manager');
  if (flags.text('port') !== undefined)
    throw usage('--port with --stdio needs --manager URL: without one an agent listens on its pipe alone');
  return MANAGER_ON_PIPE;
}

/** What starts on a pipe, unless the pipe ends before. */
export function unlessEnded<T>(starting: Promise<T>, { ended }: Home): Promise<T | undefined> {
  return Promise.race([starting, ended.then(() => undefined)]);
}

/** For people: an agent that nobody can lead to a league. */
export function unregistered(role: string): string {
  return `${role} answers JSON-RPC and MCP on its pipe and has joined no league; name one with --manager URL.\n`;
}
