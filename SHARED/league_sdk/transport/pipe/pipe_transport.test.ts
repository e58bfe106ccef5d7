import { describe, expect, test } from 'vitest';
import { type Clock, later, sleep, systemClock } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import { unwrap } from '../../../core/result.ts';
import { fakeClock } from '../../../testing/fake_clock.ts';
import { pipeHere, type Typist, typistAt, until } from '../../../testing/stdio_pipes.ts';
import type { SideProtocol } from '../side_protocol.ts';
import type { Answer } from '../transport.ts';
import { type StdioOptions, stdioTransport } from './pipe_transport.ts';

const HELLO = '{"jsonrpc":"2.0","method":"wire/hello"}';

function agent(options: Partial<StdioOptions> = {}, clock: Clock = systemClock) {
  const { agent: ends, holder } = pipeHere();
  const transport = stdioTransport({ ...ends, clock, ...options });
  return { transport, holder, client: typistAt(holder), soon: () => later(clock.monotonic(), 2_000) };
}

/** Somebody who says back what it heard, and from whom. */
const echo: Answer = async (text, { address }) => JSON.stringify({ heard: text, address });

async function greeted(client: Typist): Promise<JsonObject> {
  client.type(HELLO);
  const [listen] = (await client.take()) as readonly JsonObject[];
  client.type(JSON.stringify({ jsonrpc: '2.0', id: listen?.['id'] as string, result: {} }));
  return listen as JsonObject;
}

describe('with nobody at the other end who knows the frame, an agent', () => {
  test('answers every line, and says no word that was not asked for', async () => {
    const { transport, client, soon } = agent({ limits: { helloMs: 1 } });
    unwrap(await transport.listen('stdio:P01', echo));
    client.type('{"jsonrpc":"2.0","method":"ping","id":1}');
    client.type('no JSON');
    client.type('{"message_type":"GAME_INVITATION"}');
    const answers = (await client.take(3)) as readonly JsonObject[];
    expect(answers.map(({ heard }) => heard)).toEqual([
      '{"jsonrpc":"2.0","method":"ping","id":1}',
      'no JSON',
      '{"message_type":"GAME_INVITATION"}',
    ]);
    expect(answers[0]).toMatchObject({ address: 'stdio' });
    expect(await transport.send('stdio:LM01', '{}', soon())).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(await transport.knock('stdio:LM01', soon())).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(client.lines()).toHaveLength(3);
  });

  test('knows that at the first line that is no hub’s', async () => {
    const clock = fakeClock();
    const { transport, client } = agent({}, clock);
    client.type('{"jsonrpc":"2.0","method":"ping","id":1}');
    unwrap(await transport.listen('stdio:P01', echo));
    expect(clock.monotonic()).toBe(0);
    await clock.poll();
    expect(client.lines()).toHaveLength(1);
  });

  test('is reached by others on the same end, without a word on the pipe', async () => {
    const { transport, client, soon } = agent({ limits: { helloMs: 1 } });
    unwrap(await transport.listen('stdio:LM01', echo));
    unwrap(await transport.listen('stdio:SEAT1', () => new Promise(() => undefined)));
    expect(unwrap(await transport.send('stdio:LM01', '{}', soon())).text).toBe('{"heard":"{}","address":"stdio"}');
    expect(await transport.knock('stdio:LM01', soon())).toMatchObject({ ok: true });
    const silent = transport.send('stdio:SEAT1', '{}', later(systemClock.monotonic(), 10));
    expect(await silent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
    expect(client.lines()).toEqual([]);
  });

  test('is announced to a hub that comes late', async () => {
    const { transport, client, soon } = agent({ limits: { helloMs: 1 } });
    unwrap(await transport.listen('stdio:P01', echo));
    expect(await greeted(client)).toMatchObject({ method: 'wire/listen', params: { at: 'stdio:P01' } });
    await transport.hub;
    const sending = transport.send('stdio:LM01', '{"a":1}', soon());
    const [deliver] = (await client.take()) as readonly JsonObject[];
    expect(deliver).toMatchObject({ method: 'wire/deliver', params: { to: 'stdio:LM01', text: '{"a":1}' } });
    client.type(JSON.stringify({ jsonrpc: '2.0', id: deliver?.['id'] as string, result: { text: 'ok' } }));
    expect(unwrap(await sending).text).toBe('ok');
  });

  test('does not answer answers, nor anything before it listens or after', async () => {
    const { transport, client } = agent({ limits: { helloMs: 1 } });
    const listener = unwrap(await transport.listen('stdio:P01', echo));
    client.type('{"jsonrpc":"2.0","id":7,"result":{}}');
    client.type('"one"');
    await client.take();
    await listener.close();
    client.type('"two"');
    await sleep(systemClock, 5);
    expect(client.lines()).toHaveLength(1);
  });
});

test('a deadline passes while the first word of a hub is still awaited', async () => {
  const clock = fakeClock();
  const { transport } = agent({}, clock);
  const result = await clock.runUntil(transport.send('stdio:LM01', '{}', later(clock.monotonic(), 40)));
  expect(result).toMatchObject({ error: { code: 'DEADLINE_PASSED', failedAt: 40 } });
});

test('the hub is told when nobody waits for an answer any more', async () => {
  const { transport, client } = agent();
  client.type(HELLO);
  await transport.send('stdio:P09', '{}', later(systemClock.monotonic(), 20));
  const [asked, forgotten] = (await client.take(2)) as readonly JsonObject[];
  expect(forgotten).toEqual({ jsonrpc: '2.0', method: 'wire/forget', params: { id: asked?.['id'] as string } });
});

describe('a guest', () => {
  test('gets what it wants, is told once its conversation has begun, and ends with the pipe', async () => {
    const asked: (readonly [string, boolean])[] = [];
    const { guest, received, closed } = fakeGuest((text, hinted) => {
      asked.push([text, hinted]);
      return hinted ? text.includes('tools') || text.includes('result') : text.includes('initialize');
    });
    const { transport, client, holder } = agent({ limits: { helloMs: 1 } });
    unwrap(await transport.listen('stdio:P01', echo, guest));
    client.type('{"id":1,"method":"tools/list"}');
    client.type('{"id":2,"method":"initialize"}');
    client.type('{"id":3,"method":"tools/list"}');
    client.type('{"id":9,"result":{}}');
    client.type('{"id":4,"method":"ping"}');
    await until(() => asked.length === 5);
    expect(asked.map(([, hinted]) => hinted)).toEqual([false, false, true, true, true]);
    expect(received.map((text) => JSON.parse(text).id)).toEqual([2, 3, 9]);
    holder.output.end();
    await transport.ended;
    const said = client.lines().map((line) => JSON.parse(line));
    expect(said.map(({ id, heard }) => id ?? JSON.parse(heard).id).sort()).toEqual([1, 2, 3, 4]);
    expect(closed()).toBe(1);
  });
});

describe('the end of the pipe', () => {
  test('comes after the answers to everything that was asked before it', async () => {
    const { transport, client, holder, soon } = agent({ limits: { helloMs: 1 } });
    unwrap(
      await transport.listen('stdio:P01', async (text) => {
        await sleep(systemClock, 20);
        return text;
      }),
    );
    holder.output.end('"first"\n"last, without an end of its own"');
    await transport.ended;
    expect(client.lines()).toEqual(['"first"', '"last, without an end of its own"']);
    expect(await transport.send('stdio:LM01', '{}', soon())).toMatchObject({ error: { code: 'UNREACHABLE' } });
  });

  test('does not wait for ever for an answer that never comes', async () => {
    const { transport, holder } = agent({ limits: { helloMs: 1, closingMs: 20 } });
    unwrap(await transport.listen('stdio:P01', () => new Promise(() => undefined)));
    holder.output.end('"question"\n');
    await transport.ended;
  });

  test('does not wait for ever for a reader', async () => {
    const { agent: ends, holder } = pipeHere();
    const transport = stdioTransport({ ...ends, clock: systemClock, limits: { helloMs: 1, closingMs: 20 } });
    unwrap(await transport.listen('stdio:P01', async () => JSON.stringify('x'.repeat(60_000))));
    holder.output.end('"a"\n"b"\n');
    await transport.ended;
    await transport.close();
    expect(ends.output.writableLength).toBeGreaterThan(0);
  });

  test('makes whoever waits for an answer see that nobody is there', async () => {
    const { transport, client, holder, soon } = agent();
    client.type(HELLO);
    const sending = transport.send('stdio:P09', '{}', soon());
    await client.take();
    holder.output.end();
    expect(await sending).toMatchObject({ error: { code: 'UNREACHABLE', detail: 'the pipe has ended' } });
  });
});

describe('a holder who is up to no good', () => {
  test('and never reads is read no further, until it does', async () => {
    let answered = 0;
    const answer: Answer = async () => {
      answered++;
      return JSON.stringify('x'.repeat(1_000));
    };
    const { agent: ends, holder } = pipeHere();
    const transport = stdioTransport({ ...ends, clock: systemClock, limits: { helloMs: 1, unreadBytes: 20_000 } });
    unwrap(await transport.listen('stdio:P01', answer));
    // As a pipe of the system does, some at a time.
    for (let i = 0; i < 100; i++) {
      holder.output.write('{"id":1,"method":"ping"}\n'.repeat(10));
      await systemClock.poll();
    }
    expect(answered).toBeLessThan(100);
    holder.input.resume();
    await until(() => answered === 1_000);
  });

  test('is told that a line is too long, once, whether it can be kept or not', async () => {
    const refusalText = (status: number) => JSON.stringify({ status });
    const limits = { helloMs: 1, maxRequestBytes: 100, maxTextBytes: 100 };
    const { transport, client } = agent({ limits, refusalText });
    unwrap(await transport.listen('stdio:P01', echo));
    client.type(JSON.stringify('x'.repeat(200)));
    client.type(JSON.stringify('x'.repeat(500_000)));
    client.type('"short"');
    expect(await client.take(3)).toMatchObject([{ status: 413 }, { status: 413 }, { heard: '"short"' }]);
  });

  test('is turned away when too much is being answered', async () => {
    const refusalText = (status: number) => JSON.stringify({ status });
    const { transport, client } = agent({ limits: { helloMs: 1, maxPending: 2 }, refusalText });
    unwrap(await transport.listen('stdio:P01', () => new Promise(() => undefined)));
    for (const line of ['"a"', '"b"', '"c"']) client.type(line);
    expect(await client.take()).toEqual([{ status: 503 }]);
  });

  test('and delivers without having said that it is a hub is refused', async () => {
    const { transport, client } = agent({ limits: { helloMs: 1 } });
    unwrap(await transport.listen('stdio:P01', echo));
    const params = { to: 'stdio:P01', text: '{}', from: 'stdio:LM01' };
    client.type(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'wire/deliver', params }));
    expect(await client.take()).toMatchObject([{ id: 1, error: { data: { code: 'REFUSED' } } }]);
  });

  test('gets nowhere with frames that make no sense', async () => {
    const { transport, client } = agent();
    const listening = transport.listen('stdio:P01', echo);
    await greeted(client);
    unwrap(await listening);
    const frames: readonly JsonObject[] = [
      { method: 'wire/deliver', id: 1 },
      { method: 'wire/deliver', id: 2, params: { to: 7, text: {} } },
      { method: 'wire/deliver', id: 3, params: ['stdio:P01'] },
      { method: 'wire/listen', id: 4, params: { at: 'stdio:P01' } },
      { method: 'wire/deliver', params: { to: 'stdio:P01', text: 'nobody waits' } },
      { method: 'wire/hello', id: 5 },
      { method: 'wire/deliver', id: 6, params: { to: 'stdio:P01', text: 'sense' } },
    ];
    for (const frame of frames) client.type(JSON.stringify({ jsonrpc: '2.0', ...frame }));
    const answers = (await client.take(5)) as readonly JsonObject[];
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4, 6]);
    expect(answers.slice(0, 4).map(({ error }) => (error as { data: JsonObject }).data['code'])).toEqual([
      ...['UNREACHABLE', 'UNREACHABLE', 'UNREACHABLE', 'REFUSED'],
    ]);
    expect(answers[4]).toMatchObject({ result: { text: '{"heard":"sense","address":"stdio"}' } });
  });
});

test('texts and answers that are longer than they may be are refused on either side', async () => {
  const { transport, client, soon } = agent({ limits: { maxRequestBytes: 20, maxReplyBytes: 20, maxTextBytes: 40 } });
  const listening = transport.listen('stdio:P01', async (text) => text.repeat(3));
  await greeted(client);
  unwrap(await listening);
  const asked = (id: number, text: string) =>
    client.type(JSON.stringify({ jsonrpc: '2.0', id, method: 'wire/deliver', params: { to: 'stdio:P01', text } }));
  asked(1, 'x'.repeat(21));
  asked(2, 'x'.repeat(20));
  const codes = ((await client.take(2)) as { id: number; error: { data: { code: string } } }[]).map(({ id, error }) => [
    id,
    error.data.code,
  ]);
  expect(codes).toEqual([
    [1, 'REFUSED'],
    [2, 'TOO_LARGE'],
  ]);
  expect(await transport.send('stdio:LM01', 'é'.repeat(21), soon())).toMatchObject({ error: { code: 'TOO_LARGE' } });
  const sending = transport.send('stdio:LM01', 'x', soon());
  const [deliver] = (await client.take()) as readonly JsonObject[];
  client.type(JSON.stringify({ jsonrpc: '2.0', id: deliver?.['id'] as string, result: { text: 'x'.repeat(21) } }));
  expect(await sending).toMatchObject({ error: { code: 'TOO_LARGE' } });
});

/** A guest that answers every request of its conversation a little later. */
function fakeGuest(wants: SideProtocol['wants']) {
  const received: string[] = [];
  let closings = 0;
  const guest: SideProtocol = {
    wants,
    http: async () => undefined,
    lines(send) {
      return {
        receive(text) {
          received.push(text);
          const { id, method } = JSON.parse(text) as { id: number; method?: string };
          if (method !== undefined) void sleep(systemClock, 10).then(() => send(JSON.stringify({ id, result: {} })));
        },
        close: () => void closings++,
      };
    },
    close: async () => undefined,
  };
  return { guest, received, closed: () => closings };
}
