/** Wires over a pipe: an agent speaks through the two streams it is handed, with the hub that holds it or with any client. */
import { type Clock, later, type Monotonic, oncePassed } from '../../../core/clock.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import type { Address, ListenFailure, Reply, SendFailure, Transport } from '../transport.ts';
import {
  type Delivered,
  FRAME,
  type FrameId,
  failed,
  isStdioAddress,
  lineBytesFor,
  notOfPipe,
  type RefusedFrame,
  takenAt,
  tooLargeFor,
} from './frame.ts';
import { isLonger, type PipeEnds, STDIO_LIMITS, type StdioLimits } from './lines.ts';
import { PipeListeners } from './listeners.ts';
import { type Exchange, exchanged, type PipeEar, StdioPipe } from './pipe.ts';

export interface StdioOptions extends PipeEnds {
  readonly clock: Clock;
  readonly limits?: Partial<StdioLimits>;
  /** What is said to a line that is too long to be read, by the HTTP status that means the same; nothing unless given. */
  readonly refusalText?: (status: number, why: string) => string;
}

export interface StdioTransport extends Transport {
  /** Resolves when a hub has said that it is there; never where another program holds the pipe. */
  readonly hub: Promise<void>;
  /** Resolves when the pipe has ended and all earlier requests are answered. */
  readonly ended: Promise<void>;
}

/** Ids of an agent's own frame requests. */
const idOf = (number: number): string => `wire-${number}`;

/**
 * A transport for addresses like `stdio:P01`. Nothing is read before the first call. Lines that are not of the frame
 * are for the agent that listened first: its side protocol gets what it wants, its `answer` the rest.
 */
export function stdioTransport(options: StdioOptions): StdioTransport {
  const { clock } = options;
  const limits = { ...STDIO_LIMITS, ...options.limits };
  const hub = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const noHub = Promise.withResolvers<false>();
  let isGreeted = false;
  let takesRaw = false;
  let callOffHello: (() => void) | undefined;

  const ear: PipeEar = {
    deliver(asked) {
      if (isGreeted) listeners.deliver(asked);
      else pipe.answer(asked.id, failed('REFUSED', `a hub says ${FRAME.hello} before it delivers`));
    },
    frame(method, params, id) {
      if (method === FRAME.hello) greeted(params['raw'] === true);
      else if (id !== undefined) pipe.answer(id, failed('REFUSED', `${method} is for a hub to answer`));
    },
    line(text, read) {
      // A hub would have spoken first.
      noHub.resolve(false);
      listeners.line(text, read);
    },
    tooLong: (_bytes, isFirst) => {
      if (isFirst) listeners.refuse(`a line has more than ${limits.maxRequestBytes} bytes`);
    },
    ended() {
      callOffHello?.();
      noHub.resolve(false);
      void listeners.finish().then(ended.resolve);
    },
  };
  const pipe = new StdioPipe(
    options,
    { clock, maxLineBytes: lineBytesFor(limits.maxTextBytes), maxWaitingBytes: limits.maxWaitingBytes },
    idOf,
    ear,
  );
  const listeners = new PipeListeners(pipe, clock, limits, options.refusalText);

  function greeted(hubTakesRaw: boolean): void {
    if (isGreeted) return;
    isGreeted = true;
    takesRaw = hubTakesRaw;
    if (takesRaw) pipe.hearRaw();
    callOffHello?.();
    hub.resolve();
    // Listeners from before the hub came are announced now; a listener whose address is taken keeps its pipe alone.
    for (const at of listeners.addresses()) void announce(at);
  }

  function start(): void {
    callOffHello ??= oncePassed(clock, later(clock.monotonic(), limits.helloMs), () => noHub.resolve(false));
    pipe.start();
  }

  const hasHub = async (): Promise<boolean> => isGreeted || Promise.race([hub.promise.then(() => true), noHub.promise]);
  const ask = (method: typeof FRAME.listen | typeof FRAME.unlisten, at: Address): Promise<Delivered> =>
    new Promise((resolve) => {
      pipe.ask(method, takesRaw ? { at, raw: true } : { at }, resolve);
    });

  const announced = new Map<Address, Promise<Delivered>>();
  function announce(at: Address): Promise<Delivered> {
    const known = announced.get(at) ?? ask(FRAME.listen, at);
    announced.set(at, known);
    return known;
  }

  /** Asks a listener on this very end before a deadline, else the hub; without a text, whether there is a listener. */
  function exchange(
    params: { readonly to: Address; readonly text?: string },
    deadline: Monotonic,
  ): Promise<Result<Reply, SendFailure>> {
    const { to, text = '' } = params;
    const { maxReplyBytes, maxTextBytes } = limits;
    const begin: Exchange['begin'] = (settled, left) => {
      let isGivenUp = false;
      let id: FrameId | undefined;
      const pass = (): void => {
        if (params.text === undefined) id = pipe.ask(FRAME.knock, { to }, settled, left);
        else id = pipe.deliver({ to, text }, takesRaw, settled, left);
      };
      const own = listeners.ask(to, params.text);
      if (own !== undefined) {
        left();
        void own.then((said) => isGivenUp || settled(said === undefined ? { ok: true } : { ok: true, text: said }));
      } else if (!isStdioAddress(to)) settled(failed('UNREACHABLE', notOfPipe(to).failure.detail));
      else if (isLonger(text, maxTextBytes)) settled(tooLargeFor(maxTextBytes));
      else {
        start();
        if (isGreeted) pass();
        else
          void hasHub().then((is) => {
            if (isGivenUp) return;
            if (is) pass();
            else
              settled(failed('UNREACHABLE', `nobody at the other end of the pipe passes on what is meant for ${to}`));
          });
      }
      return () => {
        isGivenUp = true;
        if (id !== undefined) pipe.forget(id);
      };
    };
    return exchanged({ clock, to, deadline, maxReplyBytes, begin });
  }

  return {
    hub: hub.promise,
    ended: ended.promise,
    send: (to, text, deadline) => exchange({ to, text }, deadline),
    async knock(to, deadline) {
      const heard = await exchange({ to }, deadline);
      return heard.ok ? ok(undefined) : heard;
    },
    async listen(at, answer, side) {
      if (!isStdioAddress(at)) return err(asListenFailure(notOfPipe(at)));
      const listener = listeners.add(at, answer, side);
      if (listener === undefined) return err(asListenFailure(takenAt(at)));
      start();
      if (await hasHub()) {
        const heard = await announce(at);
        if (!heard.ok) {
          announced.delete(at);
          await listeners.remove(listener);
          return err(asListenFailure(heard));
        }
      }
      let closing: Promise<void> | undefined;
      const close = async (): Promise<void> => {
        await listeners.remove(listener);
        if (announced.delete(at)) await ask(FRAME.unlisten, at);
      };
      return ok({
        address: at,
        close: () => {
          closing ??= close();
          return closing;
        },
      });
    },
    isRemote: (address) => !isStdioAddress(address),
    /** The pipe belongs to its opener; what was written leaves. */
    close: () => pipe.flushed(clock, limits.closingMs),
  };
}

/** Any other reason why it cannot listen: the address leads nowhere. */
function asListenFailure({ failure: { code, detail } }: RefusedFrame): ListenFailure {
  return { code: code === 'PORT_IN_USE' ? code : 'INVALID_ADDRESS', detail };
}
