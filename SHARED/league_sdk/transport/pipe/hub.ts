/** The hub in the middle of many pipes: a process that starts agents as its children passes on their messages to each other. */
import type { Clock } from '../../../core/clock.ts';
import { err, ok } from '../../../core/result.ts';
import type { Address, Answer, Transport } from '../transport.ts';
import { HubChild } from './child.ts';
import {
  type Delivered,
  isStdioAddress,
  nobodyAt,
  notOfPipe,
  type Outgoing,
  takenAt,
  textIn,
  tooLargeFor,
} from './frame.ts';
import { isLonger, type PipeEnds, STDIO_LIMITS, type StdioLimits } from './lines.ts';
import { exchanged } from './pipe.ts';

/** Where the hub delivers to. */
export interface PipeEndpoint {
  /** Passes a text on; `settled` hears once what became of it, unless the returned function is called before. */
  deliver(delivery: Delivery, settled: (delivered: Delivered) => void): () => void;
}

/** A text on its way. */
export interface Delivery extends Outgoing {
  readonly from: string;
  /** Is called when the line has left, where there is one. */
  readonly left?: () => void;
}

/** The endpoints and deliveries that a child shares with the others. */
export interface Switchboard {
  readonly endpoints: Map<Address, PipeEndpoint>;
  deliver(delivery: Delivery, settled: (delivered: Delivered) => void): () => void;
}

/** The options of a hub. */
export interface StdioHubOptions {
  readonly clock: Clock;
  readonly limits?: Partial<StdioLimits>;
  /** Hears, now and then, of children that say what means nothing. */
  readonly warn: (line: string) => void;
}

/** A child that knows no frame: it reads a JSON-RPC request a line and writes a response a line. */
export interface PlainChild {
  /** Where it is reached. */
  readonly at: Address;
  /** The address that the child's own requests go to. */
  readonly manager: Address;
}

/** The pipe of one child, for the process that started it. */
export interface HubLine {
  /** Resolves when the pipe has ended, or the child was cut off. */
  readonly ended: Promise<'ended' | 'cut off'>;
  /** Lets the child see the end of its pipe. */
  hangUp(): void;
}

/** Holds the pipes of all children. */
export interface StdioHub {
  /** Takes in a child; `input` is what it writes, `output` what it reads. `name` is what it is called in warnings. */
  attach(name: string, ends: PipeEnds, plain?: PlainChild): HubLine;
  /** The transport of the hub's own process. */
  readonly transport: Transport;
  /** Ends all pipes. */
  close(): void;
}

/** Passes texts between its children and its own transport; a child that is gone, silent or mad costs the others nothing. */
export function stdioHub(options: StdioHubOptions): StdioHub {
  const { clock, warn } = options;
  const limits = { ...STDIO_LIMITS, ...options.limits };
  const endpoints = new Map<Address, PipeEndpoint>();
  const children = new Set<HubChild>();

  const board: Switchboard = {
    endpoints,
    deliver(delivery, settled) {
      const endpoint = endpoints.get(delivery.to);
      if (endpoint !== undefined) return endpoint.deliver(delivery, settled);
      settled(nobodyAt(delivery.to));
      return () => undefined;
    },
  };

  function attach(name: string, ends: PipeEnds, plain?: PlainChild): HubLine {
    const child = new HubChild(name, ends, { board, clock, limits, warn, plain });
    children.add(child);
    void child.ended.then(() => children.delete(child));
    return child;
  }

  const transport: Transport = {
    send: (to, text, deadline) =>
      exchanged({
        ...{ clock, to, deadline, maxReplyBytes: limits.maxTextBytes },
        begin(settled, left) {
          if (!isLonger(text, limits.maxTextBytes)) return board.deliver({ to, text, from: OWN_NAME, left }, settled);
          settled(tooLargeFor(limits.maxTextBytes));
          return () => undefined;
        },
      }),
    async knock(to) {
      if (endpoints.has(to)) return ok(undefined);
      return err({ code: 'UNREACHABLE', detail: nobodyAt(to).failure.detail, failedAt: clock.monotonic() });
    },
    async listen(at, answer) {
      if (!isStdioAddress(at)) return err({ code: 'INVALID_ADDRESS', detail: notOfPipe(at).failure.detail });
      if (endpoints.has(at)) return err({ code: 'PORT_IN_USE', detail: takenAt(at).failure.detail });
      const endpoint = endpointOf(answer, clock);
      endpoints.set(at, endpoint);
      return ok({
        address: at,
        async close() {
          if (endpoints.get(at) === endpoint) endpoints.delete(at);
        },
      });
    },
    isRemote: (address) => !isStdioAddress(address),
    close: async () => undefined,
  };

  return {
    attach,
    transport,
    close() {
      for (const child of children) child.hangUp();
    },
  };
}

/** What listeners see as the address of the hub itself. */
const OWN_NAME = 'stdio';

function endpointOf(answer: Answer, clock: Clock): PipeEndpoint {
  return {
    deliver({ text, from, left }, settled) {
      let isForgotten = false;
      left?.();
      void answer(textIn(text), { address: from, receivedAt: clock.monotonic() }).then((said) => {
        if (!isForgotten) settled(said === undefined ? { ok: true } : { ok: true, text: said });
      });
      return () => {
        isForgotten = true;
      };
    },
  };
}
