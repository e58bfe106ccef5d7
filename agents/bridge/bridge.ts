/** A bridge: the tools of all agents it is connected to in one place, for an assistant that speaks to one program only. */
import type { Refusal } from '../../SHARED/contracts/errors.ts';
import type { Urgency } from '../../SHARED/contracts/urgency.ts';
import type { Clock } from '../../SHARED/league_sdk/core/clock.ts';
import { type Entropy, randomFrom } from '../../SHARED/league_sdk/core/entropy.ts';
import { isJsonObject, type JsonObject } from '../../SHARED/league_sdk/core/json.ts';
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';
import type {
  ConnectRemote,
  PassedOn,
  RemoteFailure,
  RemoteServer,
} from '../../SHARED/league_sdk/mcp/remote_server.ts';
import { WorkLine } from '../../SHARED/league_sdk/message_queue_work.ts';
import {
  type Connection,
  type Session,
  type SessionFailure,
  SessionManager,
} from '../../SHARED/league_sdk/session_manager.ts';
import { type NoSuchTool, type ShownTool, ToolRegistry } from '../../SHARED/league_sdk/tool_registry.ts';
import { reported } from './reports.ts';

/** An agent to connect to, and what its tools are qualified with. */
export interface Upstream {
  readonly name: string;
  readonly url: string;
}

export interface BridgeOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The first is the manager: its resources and prompts are passed on too. */
  readonly servers: readonly [Upstream, ...Upstream[]];
  readonly connect: ConnectRemote;
  /** Takes a line for people. */
  readonly say: (line: string) => void;
}

/** Why something came to nothing: there is no such tool, no room (E014), or its server said no or is away. */
export type BridgeFailure = RemoteFailure | NoSuchTool | Refusal;

/** How long a request waits for a server that is being looked for. */
const PATIENCE_MS = 10_000;
/** A person waits: a server is looked for more often than agents look for theirs. */
const POLICY = { baseMs: 500, longestMs: 8_000 };
const BOUNDS = { in: { atOnce: 64, room: 256 }, out: { atOnce: 16, room: 64 } };

/** A bridge that is not connected yet. Its promises never reject. */
export function makeBridge({ clock, entropy, servers, connect, say }: BridgeOptions) {
  const tools = new ToolRegistry();
  const sessions = new SessionManager<RemoteServer>({ clock, random: randomFrom(entropy), ...POLICY });
  const incoming = new WorkLine(BOUNDS.in);
  const outgoing = new Map(servers.map(({ name }) => [name, new WorkLine(BOUNDS.out)]));
  const urls = new Map(servers.map(({ name, url }) => [name, url]));
  for (const { name, url } of servers) {
    // Whoever answers first, the list has the order of the servers.
    tools.put(name, []);
    sessions.add(name, () => shakeHands(name, url));
  }
  sessions.onChange((change) => {
    const line = reported(change, urls.get(change.server) ?? '');
    if (line !== undefined) say(line);
  });

  async function shakeHands(name: string, url: string): Promise<Result<Connection<RemoteServer>, SessionFailure>> {
    const connected = await connect({ url, onToolsChanged: () => void refresh(name) });
    if (!connected.ok) return connected;
    const remote = connected.value;
    const listed = await remote.tools();
    if (!listed.ok) {
      await remote.close();
      return err({ ...listed.error, final: false });
    }
    tools.put(name, listed.value);
    return ok({ value: remote, heartbeat: () => remote.heartbeat(), close: () => remote.close() });
  }

  /** A server whose tools cannot be listed now keeps those it had; after it was lost they are listed anyway. */
  async function refresh(name: string): Promise<void> {
    const listed = await sessions.get(name)?.value?.tools();
    if (listed?.ok === true) tools.put(name, listed.value);
  }

  /** Passes work on to a server, in line with everything else that is on its way. */
  async function passOn<T>(
    name: string,
    urgency: Urgency,
    work: (remote: RemoteServer) => Promise<Result<T, RemoteFailure>>,
  ): Promise<Result<T, BridgeFailure>> {
    const came = incoming.offer(
      () => urgency,
      async (): Promise<Result<T, BridgeFailure>> => {
        const sent = (outgoing.get(name) as WorkLine).offer(
          () => urgency,
          () => attempt(sessions.get(name) as Session<RemoteServer>, urgency, work),
        );
        return sent.ok ? sent.value : sent;
      },
    );
    return came.ok ? came.value : came;
  }

  async function attempt<T>(
    session: Session<RemoteServer>,
    urgency: Urgency,
    work: (remote: RemoteServer) => Promise<Result<T, RemoteFailure>>,
  ): Promise<Result<T, RemoteFailure>> {
    for (let isAgain = false; ; isAgain = true) {
      const remote = await whenOpen(session);
      if (remote === undefined) return err(away(session.server));
      const done = await work(remote);
      if (done.ok || done.error.code === 'SAID_NO') {
        session.heard();
        return done;
      }
      const { code, detail } = done.error;
      // It may be the call that took too long, and not the server that is gone.
      const isLost = code === 'FORGOTTEN' || (await remote.heartbeat()) !== 'alive';
      if (isLost && session.value === remote) session.lost(detail);
      // Who has forgotten us has done nothing, and what only reads does no harm twice.
      if (isAgain || !isLost || (code !== 'FORGOTTEN' && urgency !== 'informs'))
        return err(away(session.server, detail));
    }
  }

  function away(server: string, why = 'it is looked for again'): RemoteFailure {
    return { code: 'AWAY', detail: `${server} does not answer at ${urls.get(server)}: ${why}` };
  }

  /** The connection, as soon as there is one; undefined when it takes too long. */
  function whenOpen(session: Session<RemoteServer>): Promise<RemoteServer | undefined> {
    if (session.value !== undefined || session.state === 'CLOSED') return Promise.resolve(session.value);
    return new Promise((resolve) => {
      const finish = (): void => {
        stop();
        cancel();
        resolve(session.value);
      };
      const stop = sessions.onChange(({ server, to }) => {
        if (server === session.server && (to === 'OPEN' || to === 'CLOSED')) finish();
      });
      const cancel = clock.after(PATIENCE_MS, finish);
    });
  }

  return {
    /** Tries every server once; those that do not answer are looked for until `close`. */
    async open(): Promise<void> {
      await Promise.all(sessions.sessions.map((session) => session.open()));
    },
    tools: (): readonly ShownTool[] => tools.list(),
    onToolsChange: (listener: () => void) => tools.onChange(listener),
    /** How each session is, by the name of its server. */
    states: () => sessions.states(),
    /** What the manager says a model should know. */
    instructions: (): string | undefined => sessions.get(servers[0].name)?.value?.instructions,
    /** Calls a tool by a name it has in the list; the result is as its server gave it. */
    async call(name: string, given: JsonObject, signal: AbortSignal): Promise<Result<JsonObject, BridgeFailure>> {
      const found = tools.find(name);
      if (!found.ok) return found;
      const { server, own, more } = found.value;
      return passOn(server, urgencyOf(more), (remote) => remote.call(own, given, signal));
    },
    /** Asks the manager for its resources and prompts. */
    ask: (method: PassedOn, params: JsonObject, signal: AbortSignal) =>
      passOn(servers[0].name, 'informs', async (remote) => {
        if (remote.answers(method)) return remote.ask(method, params, signal);
        return err({ code: 'SAID_NO', detail: `${remote.name} has no ${method}`, number: -32601 });
      }),
    close: () => sessions.close(),
  };
}

/** What changes something may decide a match; what only reads does not. */
function urgencyOf(more: JsonObject | undefined): Urgency {
  const hints = more?.['annotations'];
  return isJsonObject(hints) && hints['readOnlyHint'] === true ? 'informs' : 'decides';
}
