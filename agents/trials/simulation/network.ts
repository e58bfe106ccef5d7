/** The wires of a simulated world: texts are lost, doubled, late, out of order, cut off, and every one of them is on record. */
import { type Clock, type Monotonic, oncePassed } from '../../../SHARED/core/clock.ts';
import { intBetween, type Random } from '../../../SHARED/core/random.ts';
import { err, ok } from '../../../SHARED/core/result.ts';
import type { Answer, Departure, SendFailure, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import { type Death, type Incarnation, never } from './incarnation.ts';
import type { WireRates } from './plan.ts';
import { agentIn, type Trace } from './trace.ts';

export interface NetworkOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly trace: Trace;
  readonly rates: WireRates;
  /** Is told of every fault of the wires themselves. */
  readonly count: (fault: string) => void;
}

export interface Network {
  /** The wires as one life of an agent has them. */
  transport(by: Incarnation): Transport;
  /** Tells each caller that waits for an answer of a dead life that the line broke, or nothing at all. */
  died(who: Incarnation, death: Death): void;
  /** Takes the address from a life that goes on living and can still send; whether it had one. */
  evict(who: Incarnation): boolean;
  /** Cuts one agent off from another or from all until the returned function is called. */
  partition(one: string, other: string, silent: boolean): () => void;
  /** Holds back every text to an agent until the returned function is called. */
  clog(agent: string): () => void;
  /** From here on every text arrives, once. */
  heal(): void;
}

type Sending = Parameters<Transport['send']>;

const LATE_MS = 20_000;

export function faultyNetwork({ clock, random, trace, rates, count }: NetworkOptions): Network {
  const listeners = new Map<string, { readonly by: Incarnation; readonly answer: Answer }>();
  /** The answers each life is working on, as functions that are called when it dies. */
  const answering = new Map<Incarnation, Set<(death: Death) => void>>();
  const cuts = new Set<{ readonly one: string; readonly other: string; readonly silent: boolean }>();
  const clogged = new Map<string, (() => void)[]>();
  let calls = 0;
  let healthy = false;

  function happens(share: number, fault: string): boolean {
    if (healthy || share === 0 || random() >= share) return false;
    count(fault);
    return true;
  }

  function latencyMs(): number {
    const usual = intBetween(random, 0, rates.latencyMs);
    return happens(rates.delay, 'delayed') ? usual + intBetween(random, 100, LATE_MS) : usual;
  }

  function travel(to: string, arrive: () => void): void {
    clock.after(latencyMs(), () => {
      const held = clogged.get(to);
      if (held === undefined) arrive();
      else held.push(arrive);
    });
  }

  /** How long a new connection to an address takes to be taken. */
  function handshakeMs(to: string): number {
    const longest = healthy ? undefined : rates.handshakes.get(ownerOf(to));
    if (longest === undefined || random() < 0.5) return 0;
    count('slow handshake');
    return intBetween(random, 100, longest);
  }

  function cutBetween(a: string, b: string): { readonly silent: boolean } | undefined {
    for (const cut of cuts) {
      const hits = (x: string, y: string) => cut.one === x && (cut.other === y || cut.other === 'everybody');
      if (hits(a, b) || hits(b, a)) return cut;
    }
    return undefined;
  }

  function send(
    by: Incarnation,
    ...[to, text, deadline, { onLate, alone } = {}]: Sending
  ): ReturnType<Transport['send']> {
    const call = ++calls;
    const begun = clock.monotonic();
    const watch = by.clock.watch();
    const slowMs = handshakeMs(to);
    let sentAt: Monotonic | undefined;
    const asker = agentIn(by.life);
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Transport['send']>>>();
    let settled = false;
    let expired = false;

    function departure(until: Monotonic): { readonly departure?: Departure } {
      watch.end();
      const stoodMs = watch.stoodMs();
      if (slowMs === 0 && stoodMs === 0) return {};
      const shakenMs = slowMs === 0 ? 0 : (sentAt ?? until) - begun - stoodMs;
      return { departure: { handshakeMs: shakenMs, stoodMs } };
    }

    function settle(code: SendFailure['code'], detail: string, how: Pick<SendFailure, 'hungUp'> = {}): void {
      if (settled) return;
      settled = true;
      callOff();
      const failedAt = clock.monotonic();
      if (sentAt !== undefined) trace.note({ kind: 'failed', at: failedAt, call, life: by.life, code });
      const sent = sentAt === undefined ? {} : { sentAt };
      resolve(err({ code, detail, ...how, ...sent, ...departure(failedAt), failedAt }));
    }
    const breaks = (detail: string, how?: { readonly hungUp: true }) =>
      travel(asker, () => by.run('arrival', () => settle('UNREACHABLE', detail, how)));
    const callOff = oncePassed(by.clock, deadline, () => {
      expired = true;
      settle('DEADLINE_PASSED', `no reply from ${to}`);
    });

    function reply(answer: string | undefined): void {
      travel(asker, () => {
        const landed = clock.monotonic();
        if (cutBetween(asker, ownerOf(to)) !== undefined) return count('cut off');
        by.run('arrival', () => {
          if (expired) onLate?.(clock.monotonic());
          if (settled) return;
          settled = true;
          callOff();
          const receivedAt = clock.monotonic();
          trace.note({ kind: 'heard', at: receivedAt, landed, call, life: by.life, text: answer });
          const line = alone ? { alone } : {};
          resolve(ok({ text: answer, sentAt: sentAt ?? receivedAt, ...departure(receivedAt), receivedAt, ...line }));
        });
      });
    }

    function deliver(copy: number): void {
      const cut = cutBetween(asker, ownerOf(to));
      if (cut !== undefined) {
        count('cut off');
        if (!cut.silent) breaks('no way to the host');
        return;
      }
      const listener = listeners.get(to);
      if (listener === undefined) {
        breaks(`nobody listens at ${to}`);
        return;
      }
      const receivedAt = clock.monotonic();
      const { by: host, answer } = listener;
      const onDeath = (death: Death): void => {
        if (death === 'killed') breaks('the line broke', { hungUp: true });
      };
      const pending = answering.get(host) ?? new Set();
      answering.set(host, pending);
      pending.add(onDeath);
      host.run('arrival', () => {
        trace.note({ kind: 'arrived', at: clock.monotonic(), call, life: host.life, copy });
        void answer(text, { address: asker, receivedAt }).then((said) => {
          host.run('arrival', () => {
            pending.delete(onDeath);
            trace.note({ kind: 'answered', at: clock.monotonic(), call, life: host.life, copy, text: said });
            if (!happens(rates.drop, 'reply lost')) reply(said);
            else if (random() < 0.5) breaks('the line broke before the reply', { hungUp: true });
          });
        });
      });
    }

    function depart(): void {
      if (settled) return;
      sentAt = clock.monotonic();
      watch.end();
      trace.note({ kind: 'sent', at: sentAt, begun, call, life: by.life, to, text, ...(alone ? { alone } : {}) });
      if (happens(rates.drop, 'dropped')) {
        if (random() < 0.5) breaks('the line broke', { hungUp: true });
      } else travel(ownerOf(to), () => deliver(0));
      if (happens(rates.duplicate, 'doubled')) travel(ownerOf(to), () => deliver(1));
    }
    // The bytes leave when the process is awake to write them, and the other side has taken the connection.
    if (slowMs === 0) by.run('arrival', depart);
    else clock.after(slowMs, () => by.run('arrival', depart));
    return promise;
  }

  function knock(by: Incarnation, to: string, deadline: Monotonic): ReturnType<Transport['knock']> {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Transport['knock']>>>();
    const asker = agentIn(by.life);
    trace.note({ kind: 'knocks', at: clock.monotonic(), life: by.life, to });
    const note = (opened: boolean) => trace.note({ kind: 'knocked', at: clock.monotonic(), life: by.life, to, opened });
    const fail = (code: SendFailure['code']) => {
      callOff();
      note(false);
      resolve(err({ code, detail: `nobody opens at ${to}`, failedAt: clock.monotonic() }));
    };
    const callOff = oncePassed(by.clock, deadline, () => fail('DEADLINE_PASSED'));
    travel(ownerOf(to), () => {
      // The system takes connections even for a process that is stopped.
      const isThere = cutBetween(asker, ownerOf(to)) === undefined && listeners.has(to);
      travel(asker, () =>
        by.run('arrival', () => {
          if (!isThere) return fail('UNREACHABLE');
          callOff();
          note(true);
          resolve(ok(undefined));
        }),
      );
    });
    return promise;
  }

  function evict(who: Incarnation): boolean {
    const held = [...listeners].filter(([, { by }]) => by === who);
    for (const [at] of held) listeners.delete(at);
    return held.length > 0;
  }

  return {
    transport: (by) => ({
      send(...what) {
        const [, text] = what;
        if (!by.begin(text)) return never();
        const reply = send(by, ...what);
        by.end();
        return reply;
      },
      knock(to, deadline) {
        if (!by.begin()) return never();
        const answered = knock(by, to, deadline);
        by.end();
        return answered;
      },
      async listen(at, answer) {
        if (!by.begin()) return never();
        if (listeners.has(at)) return err({ code: 'PORT_IN_USE', detail: `somebody already listens at ${at}` });
        const listener = { by, answer };
        listeners.set(at, listener);
        by.end();
        return ok({
          address: at,
          async close() {
            if (listeners.get(at) === listener) listeners.delete(at);
          },
        });
      },
      isRemote: (address) => !address.startsWith('memory:'),
      close: async () => undefined,
    }),
    evict,
    died(who, death) {
      evict(who);
      for (const told of answering.get(who) ?? []) told(death);
      answering.delete(who);
    },
    partition(one, other, silent) {
      const cut = { one, other, silent };
      cuts.add(cut);
      return () => cuts.delete(cut);
    },
    clog(agent) {
      const held: (() => void)[] = [];
      if (!clogged.has(agent)) clogged.set(agent, held);
      return () => {
        if (clogged.get(agent) === held) clogged.delete(agent);
        for (const arrive of held.splice(0)) arrive();
      };
    },
    heal() {
      healthy = true;
    },
  };
}

/** The owner of an address: memory:REF01, or memory:REF01.2 after a move. */
export function ownerOf(address: string): string {
  return /^memory:([^.]+)/.exec(address)?.[1] ?? address;
}
