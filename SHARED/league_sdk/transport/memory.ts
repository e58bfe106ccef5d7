/** The memory transport, inside one process: for tests, simulations and leagues that need no network. */
import { type Clock, type Monotonic, oncePassed } from '../../core/clock.ts';
import { err, ok } from '../../core/result.ts';
import type { Address, Answer, SendFailure, Transport } from './transport.ts';

export interface MemoryNetworkOptions {
  readonly clock: Clock;
  /** The delay of one text, asked anew for each; without it a text arrives with the next microtask. */
  readonly latencyMs?: () => number;
}

export interface MemoryNetwork {
  /** A view for one party. All views reach each other; the address given is what listeners see as the sender's. */
  transport(address?: Address): Transport;
}

/** An in-process network for addresses like `memory:P01`. Nothing but texts passes from one side to the other. */
export function memoryNetwork({ clock, latencyMs }: MemoryNetworkOptions): MemoryNetwork {
  const listeners = new Map<Address, { readonly answer: Answer }>();

  function travel(arrive: () => void): void {
    if (latencyMs === undefined) void AT_ONCE.then(arrive);
    else clock.after(latencyMs(), arrive);
  }

  function send(...[from, to, text, deadline, { onLate, alone } = {}]: [string, ...Parameters<Transport['send']>]) {
    return new Promise<Awaited<ReturnType<Transport['send']>>>((resolve) => {
      const sentAt = clock.monotonic();
      let isOver = false;
      const fail = (code: SendFailure['code'], detail: string): void => {
        callOff();
        resolve(err({ code, detail, sentAt, failedAt: clock.monotonic() }));
      };
      const callOff = oncePassed(clock, deadline, () => {
        isOver = true;
        fail('DEADLINE_PASSED', `no reply from ${to}`);
      });
      travel(() => {
        const listener = listeners.get(to);
        if (listener === undefined) {
          travel(() => fail('UNREACHABLE', `nobody listens at ${to}`));
          return;
        }
        void listener.answer(text, { address: from, receivedAt: clock.monotonic() }).then((reply) => {
          travel(() => {
            callOff();
            if (isOver) onLate?.(clock.monotonic());
            const back = { text: reply, sentAt, receivedAt: clock.monotonic() };
            resolve(ok(alone ? { ...back, alone } : back));
          });
        });
      });
    });
  }

  function knock(to: Address, deadline: Monotonic): ReturnType<Transport['knock']> {
    return new Promise((resolve) => {
      const fail = (code: SendFailure['code'], detail: string): void => {
        callOff();
        resolve(err({ code, detail, failedAt: clock.monotonic() }));
      };
      const callOff = oncePassed(clock, deadline, () => fail('DEADLINE_PASSED', `no reply from ${to}`));
      travel(() => {
        const isThere = listeners.has(to);
        travel(() => {
          if (!isThere) return fail('UNREACHABLE', `nobody listens at ${to}`);
          callOff();
          resolve(ok(undefined));
        });
      });
    });
  }

  return {
    transport: (address = 'memory') => ({
      send: (...what) => send(address, ...what),
      knock,
      async listen(at, answer) {
        if (!isMemoryAddress(at)) return err({ code: 'INVALID_ADDRESS', detail: `${at} is not memory:…` });
        if (listeners.has(at)) return err({ code: 'PORT_IN_USE', detail: `somebody already listens at ${at}` });
        const listener = { answer };
        listeners.set(at, listener);
        return ok({
          address: at,
          async close() {
            // Closing twice must not close the next one at the same address.
            if (listeners.get(at) === listener) listeners.delete(at);
          },
        });
      },
      isRemote: (address) => !isMemoryAddress(address),
      close: async () => undefined,
    }),
  };
}

const AT_ONCE = Promise.resolve();

function isMemoryAddress(address: Address): boolean {
  return address.startsWith('memory:');
}
