/** The laws every transport obeys, as a suite that each implementation runs. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, later, type Monotonic, sleep } from '../../core/clock.ts';
import { unwrap } from '../../core/result.ts';
import type { Address, Answer, Listener, Transport } from './transport.ts';

/** Two parties on one network, and the time they live in. */
export interface TransportWorld {
  readonly sender: Transport;
  readonly receiver: Transport;
  readonly clock: Clock;
  /** Whether the addresses of this network are those of callers from elsewhere. */
  readonly isRemote: boolean;
  /** An address at which nobody listens and the receiver may. */
  freeAddress(): Address;
  /** Lets time pass until the promise settles; on a real clock it is just the promise. */
  settled<T>(promise: Promise<T>): Promise<T>;
}

const echo: Answer = async (text) => text;

/** Runs the laws on worlds made by `make`, one for each law. */
export function transportLaws(name: string, make: () => TransportWorld): void {
  describe(`${name} obeys the laws of transports`, () => {
    let world: TransportWorld;
    let listeners: Listener[];

    beforeEach(() => {
      world = make();
      listeners = [];
    });
    afterEach(async () => {
      await world.settled(Promise.all(listeners.map((listener) => listener.close())));
      await world.sender.close();
      await world.receiver.close();
    });

    async function listen(answer: Answer, at = world.freeAddress()): Promise<Listener> {
      const listener = unwrap(await world.receiver.listen(at, answer));
      listeners.push(listener);
      return listener;
    }
    const inMs = (ms: number): Monotonic => later(world.clock.monotonic(), ms);
    const send = (to: Address, text: string, withinMs = 5_000): ReturnType<Transport['send']> =>
      world.settled(world.sender.send(to, text, inMs(withinMs)));

    test('a request gets its reply', async () => {
      const { address } = await listen(async (text) => `you said ${text}`);
      expect(unwrap(await send(address, '{"a":1}')).text).toBe('you said {"a":1}');
    });

    test('a notification gets nothing, and is delivered', async () => {
      const heard: string[] = [];
      const { address } = await listen(async (text) => {
        heard.push(text);
        return undefined;
      });
      expect(unwrap(await send(address, '{"note":true}')).text).toBeUndefined();
      expect(heard).toEqual(['{"note":true}']);
    });

    test.each([
      ['unicode', '{"name":"Ünïcode ✓ 𝔘𝔫𝔦 \u2028 \\u0000 שלום"}'],
      ['newlines and spaces', ' {\n\t"a":\r\n"b"}\n\n'],
      ['60 KB', JSON.stringify('é'.repeat(30_000))],
      ['a byte order mark', '\uFEFF{}'],
    ])('text is not touched in either direction: %s', async (_what, text) => {
      let heard: string | undefined;
      const { address } = await listen(async (incoming) => {
        heard = incoming;
        return text;
      });
      expect(unwrap(await send(address, text)).text).toBe(text);
      expect(heard).toBe(text);
    });

    test('the listener learns where a text comes from and when it came', async () => {
      const seen: { address: string; receivedAt: Monotonic }[] = [];
      const { address } = await listen(async (text, from) => {
        seen.push(from);
        return text;
      });
      const before = world.clock.monotonic();
      await send(address, '{}');
      expect(seen[0]?.address).toMatch(/^[^:]|^memory:/);
      expect(seen[0]?.receivedAt).toBeGreaterThanOrEqual(before);
      expect(seen[0]?.receivedAt).toBeLessThanOrEqual(world.clock.monotonic());
    });

    test('fifty concurrent replies do not cross', async () => {
      const { address } = await listen(async (text) => {
        await sleep(world.clock, (Number(text) * 7) % 20);
        return `reply to ${text}`;
      });
      const numbers = Array.from({ length: 50 }, (_, index) => index);
      const sending = numbers.map((number) => world.sender.send(address, String(number), inMs(5_000)));
      const replies = await world.settled(Promise.all(sending));
      expect(replies.map((reply) => unwrap(reply).text)).toEqual(numbers.map((number) => `reply to ${number}`));
    });

    test('a deadline passes as DEADLINE_PASSED, and not earlier', async () => {
      const { address } = await listen(async (text) => {
        await sleep(world.clock, 600);
        return text;
      });
      const deadline = inMs(250);
      const result = await world.settled(world.sender.send(address, '{}', deadline));
      expect(result).toMatchObject({ ok: false, error: { code: 'DEADLINE_PASSED' } });
      if (result.ok) return;
      expect(result.error.failedAt).toBeGreaterThanOrEqual(deadline);
      expect(result.error.sentAt).toBeLessThanOrEqual(deadline);
      await world.settled(sleep(world.clock, 600));
    });

    test('nobody listening is UNREACHABLE, long before the deadline', async () => {
      const result = await send(world.freeAddress(), '{}');
      expect(result).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
      expect(world.clock.monotonic()).toBeLessThan(inMs(4_000));
    });

    test('a knock tells whether somebody is there, and says nothing', async () => {
      const heard: string[] = [];
      const { address, close } = await listen(async (text) => {
        heard.push(text);
        return text;
      });
      const knock = (at: Address) => world.settled(world.sender.knock(at, inMs(2_000)));
      expect(await knock(address)).toMatchObject({ ok: true });
      await world.settled(close());
      expect(await knock(address)).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
      expect(await knock('carrier-pigeon:7')).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
      expect(heard).toEqual([]);
    });

    test('an address says by itself whether it is one of the network; of an unknown one it is supposed', async () => {
      const { address } = await listen(echo);
      for (const transport of [world.sender, world.receiver]) {
        expect(transport.isRemote(address)).toBe(world.isRemote);
        expect(transport.isRemote(world.freeAddress())).toBe(world.isRemote);
        for (const unknown of ['', 'carrier-pigeon:7', 'wss://example.org/league'])
          expect(transport.isRemote(unknown)).toBe(true);
      }
    });

    test('an address of no kind is UNREACHABLE to send to and INVALID_ADDRESS to listen at', async () => {
      for (const address of ['', 'carrier-pigeon:7', 'nowhere']) {
        expect(await send(address, '{}')).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
        expect(await world.receiver.listen(address, echo)).toMatchObject({ error: { code: 'INVALID_ADDRESS' } });
      }
    });

    test('a closed listener is unreachable, and its address is free again', async () => {
      const { address, close } = await listen(async () => 'first');
      expect(unwrap(await send(address, '{}')).text).toBe('first');
      await world.settled(close());
      expect(await send(address, '{}')).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
      await listen(async () => 'second', address);
      expect(unwrap(await send(address, '{}')).text).toBe('second');
      await world.settled(close());
      expect(unwrap(await send(address, '{}')).text).toBe('second');
      await listen(echo, `${address}/P17`);
    });

    test('an answer that is being made when its listener closes still arrives', async () => {
      let close = async (): Promise<void> => undefined;
      const listener = await listen(async () => {
        void close();
        await sleep(world.clock, 20);
        return 'the last word';
      });
      close = listener.close;
      expect(unwrap(await send(listener.address, '{}')).text).toBe('the last word');
    });

    test('an address has one listener at a time', async () => {
      const { address } = await listen(async () => 'first');
      expect(await world.receiver.listen(address, echo)).toMatchObject({ error: { code: 'PORT_IN_USE' } });
      expect(unwrap(await send(address, '{}')).text).toBe('first');
    });

    test('two listeners on one origin are told apart by path, and close alone', async () => {
      const first = await listen(async () => 'first');
      const second = await listen(async () => 'second', `${first.address}/P17`);
      expect(unwrap(await send(first.address, '{}')).text).toBe('first');
      expect(unwrap(await send(second.address, '{}')).text).toBe('second');
      await world.settled(first.close());
      expect((await send(first.address, '{}')).ok).toBe(false);
      expect(unwrap(await send(second.address, '{}')).text).toBe('second');
    });

    test('one listens where another closes meanwhile', async () => {
      const first = await listen(async () => 'first');
      const second = listen(async () => 'second', `${first.address}/P17`);
      const closed = first.close();
      const { address } = await world.settled(second);
      await world.settled(closed);
      expect(unwrap(await send(address, '{}')).text).toBe('second');
    });

    test('what was sent was sent before its reply was received', async () => {
      const { address } = await listen(async (text) => {
        await sleep(world.clock, 5);
        return text;
      });
      const before = world.clock.monotonic();
      const { sentAt, receivedAt } = unwrap(await send(address, '{}'));
      expect(sentAt).toBeGreaterThanOrEqual(before);
      expect(sentAt).toBeLessThan(receivedAt);
      expect(receivedAt).toBeLessThanOrEqual(world.clock.monotonic());
    });
  });
}
