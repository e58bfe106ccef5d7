/** A bridge: the tools of all connected agents in one place, for an assistant that speaks to one program only. */
import type { Refusal } from '../../SHARED/contracts/errors.ts';
import type { Urgency } from '../../SHARED/contracts/urgency.ts';
import type { Clock } from '../../SHARED/core/clock.ts';
import { type Entropy, randomFrom } from '../../SHARED/core/entropy.ts';
import { isJsonObject, type JsonObject } from '../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../SHARED/core/result.ts';
import { WorkQueue } from '../../SHARED/league_sdk/flow/work_queue.ts';
import type {
  AskPerson,
  ConnectRemote,
  Elicitation,
  Listed,
  PassedOn,
  PassedWith,
  RemoteFailure,
  RemoteServer,
} from '../../SHARED/league_sdk/mcp/remote_server.ts';
import {
  type Connection,
  type Session,
  type SessionChange,
  type SessionFailure,
  SessionManager,
} from '../../SHARED/league_sdk/spec/session_manager.ts';
import { type NoSuchTool, type ShownTool, ToolRegistry } from '../../SHARED/league_sdk/spec/tool_registry.ts';

/** An agent to connect to, and the name that qualifies its tools. */
export interface Upstream {
  readonly name: string;
  readonly url: string;
  /** The invite code that is shown to it, and to no other. */
  readonly code?: string;
}

interface BridgeOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The first is the manager: its resources and prompts are passed on too, and it alone may ask the person at the client. */
  readonly servers: readonly [Upstream, ...Upstream[]];
  readonly connect: ConnectRemote;
  /** Takes a line for people. */
  readonly say: (line: string) => void;
}

/** A call that its caller has cancelled: there is no answer to it. */
interface Cancelled {
  readonly code: 'CANCELLED';
  readonly detail: string;
}

/** A failed call: there is no such tool, no room (E014), or its server refused or is away. */
type BridgeFailure = RemoteFailure | NoSuchTool | Refusal | Cancelled;

type Work<T> = (remote: RemoteServer) => Promise<Result<T, RemoteFailure>>;

const CANCELLED: Result<never, Cancelled> = err({ code: 'CANCELLED', detail: 'it was called off' });

/** How long a request waits for a server that is being looked for. */
const PATIENCE_MS = 10_000;
/** A person waits: a server is looked for more often than agents look for theirs. */
const POLICY = { baseMs: 500, longestMs: 2_000 };
/** For each server: one that hangs holds up no other. */
const BOUNDS = { atOnce: 16, room: 256 };

const THE_MANAGERS: readonly Listed[] = ['resources', 'prompts'];
/** After this long a manager that has stopped telling of its resources is asked for them again. */
const LISTEN_AGAIN_MS = 2_000;
const MAY_HAVE_HAPPENED = 'It may have happened all the same: look before you call it again.';

/** A bridge that is not connected yet. Its promises never reject. */
export function makeBridge({ clock, entropy, servers, connect, say }: BridgeOptions) {
  const tools = new ToolRegistry();
  const sessions = new SessionManager<RemoteServer>({ clock, random: randomFrom(entropy), ...POLICY });
  const lines = new Map(servers.map(({ name }) => [name, new WorkQueue(BOUNDS)]));
  /** The reasons why servers were never connected. */
  const unseen = new Map(servers.map(({ name }) => [name, 'it has not answered yet']));
  const listeners = new Set<(what: Listed) => void>();
  const readers = new Set<(uri: string) => void>();
  const closed = new AbortController();
  /** The manager's resources that the client at the other end wants to hear of. */
  let watched: readonly string[] = [];
  /** One after the other: the last word on what is watched is the one that holds. */
  let watching: Promise<unknown> = Promise.resolve();
  let asked: AskPerson = async () => {
    throw new Error('nobody is there to be asked');
  };
  let elicitation: Elicitation | undefined;
  const urls = new Map(servers.map(({ name, url }) => [name, url]));
  for (const upstream of servers) {
    // The list has the order of the servers, not that of their answers.
    tools.put(upstream.name, []);
    sessions.add(upstream.name, () => shakeHands(upstream));
  }
  sessions.onChange((change) => {
    const line = reported(change, urls.get(change.server) ?? '');
    if (line !== undefined) say(line);
    // They may have changed while it was away.
    if (change.event === 'opened' && change.server === servers[0].name) {
      for (const what of THE_MANAGERS) tell(what);
      void watchAgain();
    }
  });
  tools.onChange(() => tell('tools'));

  function tell(what: Listed): void {
    for (const listener of listeners) listener(what);
  }

  function tellOf(uri: string): void {
    for (const reader of readers) reader(uri);
  }

  function watch(): Promise<Result<void, BridgeFailure>> {
    const next = watching.then(() =>
      passOn(servers[0].name, 'informs', closed.signal, async (remote) =>
        remote.answers('resources/read') ? remote.watch(watched) : hasNot(remote, 'resources/subscribe'),
      ),
    );
    watching = next;
    return next;
  }

  /** What changed while nobody listened is unknown: all of it may have. */
  async function watchAgain(): Promise<void> {
    if (watched.length === 0 || closed.signal.aborted) return;
    const heard = await watch();
    if (heard.ok) for (const uri of watched) tellOf(uri);
    // A manager that is being looked for is listened to as soon as it is found.
    else if (heard.error.code === 'AWAY' && sessions.get(servers[0].name)?.state === 'OPEN') listenLater();
  }

  function listenLater(): void {
    const cancel = clock.after(LISTEN_AGAIN_MS, () => void watchAgain());
    closed.signal.addEventListener('abort', cancel, { once: true });
  }

  async function shakeHands({ name, ...place }: Upstream): Promise<Result<Connection<RemoteServer>, SessionFailure>> {
    const onChanged = (what: Listed): void => {
      if (what === 'tools') void refresh(name);
      else if (name === servers[0].name) tell(what);
    };
    const answer: AskPerson = (question, signal) => asked(signed(question), signal);
    const connected = await connect({
      ...{ ...place, onChanged },
      ...(name === servers[0].name ? { onUpdated: tellOf, onDeaf: listenLater } : {}),
      ...(name === servers[0].name && elicitation !== undefined ? { person: { elicitation, answer } } : {}),
    });
    if (!connected.ok) return missed(name, connected.error);
    const remote = connected.value;
    const listed = await remote.tools();
    if (!listed.ok) {
      await remote.close();
      return missed(name, { ...listed.error, final: false });
    }
    unseen.delete(name);
    tools.put(name, listed.value);
    return ok({ value: remote, heartbeat: () => remote.heartbeat(), close: () => remote.close() });
  }

  /** A question of the manager, with its name before its words: to the person it comes from the client. */
  function signed(question: JsonObject): JsonObject {
    return { ...question, message: `${servers[0].name} at ${servers[0].url} asks: ${String(question['message'])}` };
  }

  /** A result in whose place a server asks something (2026-07-28): signed where it may, refused where it may not. */
  function asking(server: string, can: Elicitation | undefined, result: JsonObject): Result<JsonObject, RemoteFailure> {
    const { resultType, inputRequests } = result;
    if (resultType !== 'input_required' || !isJsonObject(inputRequests)) return ok(result);
    const questions = Object.entries(inputRequests).map(([id, request]) => {
      const { method, params } = isJsonObject(request) ? request : {};
      const isFit =
        method === 'elicitation/create' &&
        isJsonObject(params) &&
        can?.[params['mode'] === 'url' ? 'url' : 'form'] !== undefined;
      return isFit ? ([id, { method, params: signed(params) }] as const) : undefined;
    });
    if (questions.includes(undefined))
      return err({ code: 'SAID_NO', detail: `${server} asks for what it may not, or what the client cannot be asked` });
    const fit = questions.filter((each) => each !== undefined);
    return ok({ ...result, inputRequests: Object.fromEntries(fit) });
  }

  function missed(name: string, failure: SessionFailure): Result<never, SessionFailure> {
    if (unseen.has(name)) unseen.set(name, failure.detail);
    return err(failure);
  }

  /** A server that cannot list its tools now keeps those it had; after it was lost they are listed anyway. */
  async function refresh(name: string): Promise<void> {
    const listed = await sessions.get(name)?.value?.tools();
    if (listed?.ok === true) tools.put(name, listed.value);
  }

  /** Passes work on to a server, in line with everything else that is for it. */
  async function passOn<T>(
    name: string,
    urgency: Urgency,
    signal: AbortSignal,
    work: Work<T>,
  ): Promise<Result<T, BridgeFailure>> {
    const session = sessions.get(name) as Session<RemoteServer>;
    const taken = (lines.get(name) as WorkQueue).offer(
      () => urgency,
      () => attempt(session, urgency, signal, work),
      signal,
    );
    return taken.ok ? taken.value : taken;
  }

  async function attempt<T>(
    session: Session<RemoteServer>,
    urgency: Urgency,
    signal: AbortSignal,
    work: Work<T>,
  ): Promise<Result<T, BridgeFailure>> {
    for (let isAgain = false; ; isAgain = true) {
      const remote = await whenOpen(session, signal);
      if (signal.aborted) return CANCELLED;
      if (remote === undefined)
        return err(unseen.has(session.server) ? sought([session.server]) : away(session.server));
      const done = await work(remote);
      // A cancelled call failed by our own doing, and says nothing of the server.
      if (signal.aborted) return CANCELLED;
      if (done.ok || done.error.code === 'SAID_NO') {
        session.heard();
        return done;
      }
      const { code, detail } = done.error;
      // It may be the call that took too long, and not the server that is gone.
      const isLost = code === 'FORGOTTEN' || (await remote.heartbeat()) !== 'alive';
      if (isLost && session.value === remote) session.lost(detail);
      const mayHaveHappened = code !== 'FORGOTTEN' && urgency !== 'informs';
      // A server that has forgotten us has done nothing, and a request that only reads does no harm twice.
      if (isAgain || !isLost || mayHaveHappened)
        return err(away(session.server, mayHaveHappened ? `${detail}. ${MAY_HAVE_HAPPENED}` : detail));
    }
  }

  function away(server: string, why = 'it is looked for again'): RemoteFailure {
    return { code: 'AWAY', detail: `${server} does not answer at ${urls.get(server)}: ${why}` };
  }

  function sought(names: readonly string[], before = ''): RemoteFailure {
    const each = names.map((name) => `${name} at ${urls.get(name)} is still looked for: ${unseen.get(name)}`);
    return { code: 'AWAY', detail: before + each.join('; ') };
  }

  /** A server that was never seen may have any tool: this one may be its. */
  function notFound(failure: NoSuchTool): BridgeFailure {
    if (failure.code !== 'UNKNOWN_TOOL' || unseen.size === 0) return failure;
    return sought([...unseen.keys()], `${failure.detail} so far; `);
  }

  /** The connection, as soon as there is one; undefined when it takes too long, or the caller wants it no more. */
  function whenOpen(session: Session<RemoteServer>, signal: AbortSignal): Promise<RemoteServer | undefined> {
    if (session.value !== undefined || session.state === 'CLOSED' || signal.aborted)
      return Promise.resolve(session.value);
    return new Promise((resolve) => {
      const finish = (): void => {
        stop();
        cancel();
        signal.removeEventListener('abort', finish);
        resolve(session.value);
      };
      const stop = sessions.onChange(({ server, to }) => {
        if (server === session.server && (to === 'OPEN' || to === 'CLOSED')) finish();
      });
      const cancel = clock.after(PATIENCE_MS, finish);
      signal.addEventListener('abort', finish);
    });
  }

  return {
    /**
     * Tries every server once; a server that does not answer is looked for until `close`. A manager of 2025 hears now, and
     * only now, what the person at the client can be asked.
     */
    async open(can?: Elicitation): Promise<void> {
      elicitation = can;
      await Promise.all(sessions.sessions.map((session) => session.open()));
    },
    tools: (): readonly ShownTool[] => tools.list(),
    /** Calls the listener when tools, or the manager's resources or prompts, change; the result ends that. */
    onChange(listener: (what: Listed) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** How each session is, by the name of its server. */
    states: () => sessions.states(),
    /** The manager's instructions for a model. */
    instructions: (): string | undefined => sessions.get(servers[0].name)?.value?.instructions,
    /** Calls a tool by a name it has in the list; the result is as its server gave it. */
    async call(name: string, given: JsonObject, how: PassedWith): Promise<Result<JsonObject, BridgeFailure>> {
      const found = tools.find(name);
      if (!found.ok) return err(notFound(found.error));
      const { server, own, more } = found.value;
      const can = server === servers[0].name ? how.elicitation : undefined;
      const called = await passOn(server, urgencyOf(more), how.signal, (remote) =>
        remote.call(own, given, { ...how, elicitation: can }),
      );
      return called.ok ? asking(server, can, called.value) : called;
    },
    /** Asks the manager for its resources and prompts. */
    async ask(method: PassedOn, params: JsonObject, how: PassedWith): Promise<Result<JsonObject, BridgeFailure>> {
      const asked = await passOn(servers[0].name, 'informs', how.signal, async (remote) =>
        remote.answers(method) ? remote.ask(method, params, how) : hasNot(remote, method),
      );
      return asked.ok ? asking(servers[0].name, how.elicitation, asked.value) : asked;
    },
    /** Tells of changes of these resources of the manager from now on, also after it was away. */
    watch(uris: readonly string[]): Promise<Result<void, BridgeFailure>> {
      watched = uris;
      return watch();
    },
    /** Calls the listener when a watched resource may have changed; the result ends that. */
    onUpdated(listener: (uri: string) => void): () => void {
      readers.add(listener);
      return () => readers.delete(listener);
    },
    /** From now on `answer` is asked what the manager asks of a person; it throws where it cannot be asked. */
    onQuestion(answer: AskPerson): void {
      asked = answer;
    },
    close(): Promise<void> {
      closed.abort();
      return sessions.close();
    },
  };
}

function hasNot({ name }: RemoteServer, method: string): Result<never, RemoteFailure> {
  return err({ code: 'SAID_NO', detail: `${name} has no ${method}`, number: -32601 });
}

/** A tool that changes something may decide a match; a tool that only reads does not. */
function urgencyOf(more: JsonObject | undefined): Urgency {
  const hints = more?.['annotations'];
  return isJsonObject(hints) && hints['readOnlyHint'] === true ? 'informs' : 'decides';
}

/** The line on a change of a session, where it is worth one. */
function reported({ server, event, why }: SessionChange, url: string): string | undefined {
  switch (event) {
    case 'opened':
      return `${server} at ${url} is connected.`;
    case 'failed':
      return `${server} at ${url} is not connected: ${why}. It is looked for until it is.`;
    case 'lost':
      return `${server} at ${url} is lost: ${why}. It is looked for again.`;
    default:
      return undefined;
  }
}
