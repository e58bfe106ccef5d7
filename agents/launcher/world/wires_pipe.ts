/** The pipe of a process: taken from stdin and stdout, heard beside the network, or held for a program. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { later, systemClock } from '../../../SHARED/core/clock.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../SHARED/core/json.ts';
import { ok, type Result } from '../../../SHARED/core/result.ts';
import { errorEnvelope, openRequest, refusalText } from '../../../SHARED/league_sdk/messaging/envelope.ts';
import { byScheme } from '../../../SHARED/league_sdk/transport/by_scheme.ts';
import { type HubLine, type StdioHub, stdioHub } from '../../../SHARED/league_sdk/transport/pipe/hub.ts';
import type { PipeEnds } from '../../../SHARED/league_sdk/transport/pipe/lines.ts';
import { type StdioTransport, stdioTransport } from '../../../SHARED/league_sdk/transport/pipe/pipe_transport.ts';
import type { Address, Answer, ListenFailure, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { managersIn, type NetworkSettings, networkTransport, ownScheme, SIZES } from './wires_http.ts';

export const PIPE_SCHEMES = ['stdio:'] as const;

/** The address of an agent on a pipe that leads to it. */
export function onPipe(id: string): Address {
  return `${PIPE_SCHEMES[0]}${id}`;
}

/** The manager's address in a league on pipes. */
export const MANAGER_ON_PIPE = onPipe(MANAGER_ID);

/** Takes stdin and stdout for the pipe alone: from now on everything that is printed here goes to stderr. */
export function takeStdio(): PipeEnds {
  const { stdin: input, stdout: output, stderr } = process;
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr });
  return { input, output };
}

/** A pipe beside a network; the network alone reaches what is not on the pipe. */
export interface PipeBeside {
  readonly pipe: StdioTransport;
  /** The scheme of an address chooses between the two. */
  readonly transport: Transport;
  /** Whether the other end has said that it passes messages on. */
  hasHub(): boolean;
}

/** The pipe of an agent that may wait for a hub on it, or listens elsewhere already and does not (`isPatient`). */
export function pipeBeside(
  network: Transport,
  ends: PipeEnds,
  { of, isPatient }: { readonly of: keyof typeof SIZES; readonly isPatient: boolean },
): PipeBeside {
  const limits = { ...SIZES[of], ...(isPatient ? {} : { helloMs: 0 }) };
  const pipe = stdioTransport({ ...ends, clock: systemClock, limits, refusalText });
  let hasHub = false;
  void pipe.hub.then(() => {
    hasHub = true;
  });
  const transport = byScheme({ 'http:': network, 'https:': network, [PIPE_SCHEMES[0]]: pipe }, systemClock);
  return { pipe, transport, hasHub: () => hasHub };
}

/** A listener on the network is heard on the pipe as well, at an address of its own there. */
export function alsoOnPipe({ transport, pipe }: PipeBeside, at: Address): Transport {
  return {
    ...transport,
    async listen(address, answer, side) {
      const listened = await transport.listen(address, answer, side);
      if (!listened.ok) return listened;
      const heardThere = await pipe.listen(at, answer, side);
      if (!heardThere.ok) {
        await listened.value.close();
        return heardThere;
      }
      return ok({
        address: listened.value.address,
        close: async () => void (await Promise.all([listened.value.close(), heardThere.value.close()])),
      });
    },
  };
}

/** The hub of a launcher, which holds the pipes of the processes it starts. */
export function hubOf(warn: (line: string) => void): StdioHub {
  return stdioHub({ clock: systemClock, warn });
}

/** An observer of the messages that pass: each request with its response. */
type Seen = (request: JsonObject, response: JsonObject) => void;

/** A program that reads and writes lines, put on the network. */
export interface ProgramWires {
  /** The addresses of the program and of its manager. */
  readonly address: Address;
  readonly manager: Address;
  /** Takes the streams of the program, once. */
  attach(ends: PipeEnds): HubLine;
  close(): Promise<void>;
}

export interface ProgramOptions {
  /** The address the program is to be reached at. */
  readonly host: string;
  readonly port: number;
  /** The manager's address, as it was typed or configured. */
  readonly manager: string;
  readonly settings: NetworkSettings;
  readonly warn: (line: string) => void;
  /** Hears of what the program was asked. */
  readonly onAsked: Seen;
  /** Hears of what the program asked its manager. */
  readonly onAsking: Seen;
}

const PROGRAM = onPipe('program');
/** Longer than any referee waits: whether an answer is late is for it to say. */
const PATIENCE_MS = 300_000;

/** Passes what is sent to an address on to the program, and what the program sends to its manager on to that. */
export async function programWires(options: ProgramOptions): Promise<Result<ProgramWires, ListenFailure>> {
  const { host, port, settings, onAsked, onAsking, warn } = options;
  const managers = managersIn(options.manager);
  const [manager] = managers;
  const network = networkTransport('agent', settings, managers);
  const hub = hubOf(warn);
  const listened = await network.listen(
    `${ownScheme()}//${host}:${port}/mcp`,
    passing(hub.transport, PROGRAM, onAsked),
  );
  if (!listened.ok) return listened;
  const { address, close } = listened.value;
  const heard = await hub.transport.listen(MANAGER_ON_PIPE, passing(network, manager, onAsking));
  if (!heard.ok) return heard;
  return ok({
    address,
    manager,
    attach: (ends) => hub.attach('the program', ends, { at: PROGRAM, manager: MANAGER_ON_PIPE }),
    async close() {
      await close();
      await network.close();
    },
  });
}

/** Answers as the party behind another wire does; `seen` hears of every request and its response. */
function passing(wire: Transport, to: Address, seen: Seen): Answer {
  return async (text) => {
    const sent = await wire.send(to, text, later(systemClock.monotonic(), PATIENCE_MS));
    const request = objectIn(text);
    if (sent.ok) {
      seen(request, objectIn(sent.value.text ?? '{}'));
      return sent.value.text;
    }
    const opened = openRequest(request);
    const id = opened.ok ? (opened.value.id ?? null) : null;
    return JSON.stringify(errorEnvelope(id, 'INTERNAL_ERROR', `${to} did not answer: ${sent.error.detail}`));
  };
}

function objectIn(text: string): JsonObject {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
