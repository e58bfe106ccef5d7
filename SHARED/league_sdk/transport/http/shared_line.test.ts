import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Clock, later, type Monotonic, systemClock } from '../../../core/clock.ts';
import { unwrap } from '../../../core/result.ts';
import { client, echo, type Heard, offering, send, warmUp, within } from '../../../testing/line_offers.ts';
import { LATE_ANSWER_MS } from './connection.ts';
import { LINE_REQUESTS, LINE_TEXT_BYTES } from './shared_line.ts';

test('as many requests at once as pay for it make a line, and all that follow share it', async () => {
  const kept: Heard[] = [];
  const server = await offering((heard) => {
    // Answers come in another order than requests.
    if (kept.push(heard) === 50) for (const one of kept.toReversed()) echo(one);
  });
  const transport = client();
  await warmUp(transport, server);
  const { connections } = server;
  const texts = Array.from({ length: 50 }, (_, i) => `{"n":${i}}`);
  const sent = await Promise.all(texts.map((text) => send(transport, server.address, text)));
  expect(sent.map((one) => unwrap(one).text)).toEqual(texts);
  expect(server).toMatchObject({ connections, upgrades: 1 });
  expect(sent.some((one) => unwrap(one).alone)).toBe(false);
});

test('fewer requests at once make none', async () => {
  const server = await offering(echo);
  const transport = client();
  const pair = () =>
    Promise.all([transport.send(server.address, '{}', within(300)), transport.send(server.address, '{}', within(300))]);
  await pair();
  for (let i = 0; i < 10; i++) for (const sent of await pair()) expect(unwrap(sent).text).toBe('"by a post"');
  expect(server.upgrades).toBe(0);
});

test('what a server answers with a status has it, as over HTTP', async () => {
  const server = await offering(
    ({ socket, id }) => void socket.write(`{"jsonrpc":"2.0","id":${id},"result":{"text":"slow down","status":429}}\n`),
  );
  const transport = client();
  await warmUp(transport, server);
  expect(await send(transport, server.address)).toMatchObject({
    error: { code: 'REFUSED', status: 429, text: 'slow down' },
  });
});

test('what goes by a connection after all uses those that there are', async () => {
  const server = await offering(
    ({ socket, id }) => void socket.write(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32050,"message":"no"}}\n`),
  );
  const transport = client();
  await warmUp(transport, server);
  const { connections } = server;
  for (let i = 0; i < 50; i++) expect(unwrap(await send(transport, server.address)).text).toBe('"by a post"');
  expect(server).toMatchObject({ connections, upgrades: 1 });
});

describe('goes by a connection of its own', () => {
  test.each([
    ['a long text', '', JSON.stringify('x'.repeat(LINE_TEXT_BYTES)), {}],
    ['a text with an end of a line in it', '', '{\n}', {}],
    ['a text that is no Unicode', '', '"\ud800"', {}],
    ['an address with a query', '?code=a', '{}', {}],
    ['an address with a strange path', '/%7E', '{}', {}],
    ['an address with a long path', `/${'x'.repeat(1_000)}`, '{}', {}],
    ['a text that is to be alone', '', '{}', { alone: true }],
  ])('%s', async (_what, more, text, how) => {
    const server = await offering(() => expect.unreachable('it went by the line'));
    const transport = client();
    await warmUp(transport, server);
    expect(unwrap(await send(transport, `${server.address}${more}`, text, how)).text).toBe('"by a post"');
  });

  test('what is one more than a line takes at once', async () => {
    const kept: Heard[] = [];
    const server = await offering((heard) => void kept.push(heard));
    const transport = client();
    await warmUp(transport, server);
    const all = Array.from({ length: LINE_REQUESTS }, () => send(transport, server.address));
    expect(unwrap(await send(transport, server.address)).text).toBe('"by a post"');
    for (const heard of kept) echo(heard);
    for (const sent of await Promise.all(all)) expect(unwrap(sent).text).toBe('{"a":1}');
  });
});

test('an answer that is longer than answers may be is told as such', async () => {
  const server = await offering(({ socket, id }) => void socket.write(`<${id} "${'x'.repeat(200)}"\n`));
  const transport = client({ maxReplyBytes: 100 });
  await warmUp(transport, server);
  expect(await send(transport, server.address)).toMatchObject({ error: { code: 'TOO_LARGE' } });
});

describe('a request whose time is over', () => {
  test('is given up, and its server hears of it; the line takes no other until it has answered one', async () => {
    const kept: Heard[] = [];
    const server = await offering((heard) => void kept.push(heard));
    const transport = client();
    await warmUp(transport, server);
    const patient = send(transport, server.address, '{"patient":true}');
    const sent = await transport.send(server.address, '{"hasty":true}', within(50));
    expect(sent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
    expect(sent).toHaveProperty('error.sentAt');
    const [first, second] = kept as [Heard, Heard];
    await expect.poll(() => server.notices).toEqual([expect.stringContaining(`"params":{"id":${second.id}}`)]);
    expect(unwrap(await send(transport, server.address)).text).toBe('"by a post"');
    echo(first);
    expect(unwrap(await patient).text).toBe('{"patient":true}');
    const next = send(transport, server.address);
    await expect.poll(() => kept).toHaveLength(3);
    echo(second);
    echo(kept[2] as Heard);
    expect(unwrap(await next).text).toBe('{"a":1}');
  });

  test('is told of an answer that comes late', async () => {
    const kept: Heard[] = [];
    const server = await offering((heard) => void kept.push(heard));
    const transport = client();
    await warmUp(transport, server);
    const { promise: late, resolve } = Promise.withResolvers<number>();
    const deadline = within(50);
    expect(await transport.send(server.address, '{}', deadline, { onLate: resolve })).toMatchObject({
      error: { code: 'DEADLINE_PASSED' },
    });
    echo(kept[0] as Heard);
    expect(await late).toBeGreaterThan(deadline);
    expect(server.notices).toEqual([]);
  });
});

test('requests that are given up take no room on the line', async () => {
  let isDeaf = true;
  const server = await offering((heard) => {
    if (!isDeaf) echo(heard);
  });
  const transport = client();
  await warmUp(transport, server);
  for (let i = 0; i < 3; i++) {
    const hasty = Array.from({ length: 120 }, () => transport.send(server.address, '{}', within(40)));
    for (const sent of await Promise.all(hasty)) expect(sent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
    await expect.poll(() => server.forgotten.length).toBeGreaterThanOrEqual(120);
    // An answer that comes too late shows that the line is heard again.
    isDeaf = false;
    for (const id of server.forgotten.splice(0)) server.lines[0]?.write(`<${id} {}\n`);
    await expect.poll(async () => unwrap(await send(transport, server.address)).text).toBe('{"a":1}');
    isDeaf = true;
  }
});

test('a line whose replies are not trusted is used no more, and those that wait on it are answered', async () => {
  const kept: Heard[] = [];
  const server = await offering((heard) => {
    if (kept.push(heard) === 1) echo(heard);
  });
  const transport = client();
  await warmUp(transport, server);
  const { distrust } = unwrap(await send(transport, server.address));
  const waiting = send(transport, server.address, '{"b":2}');
  await expect.poll(() => kept).toHaveLength(2);
  distrust?.();
  expect(unwrap(await send(transport, server.address)).text).toBe('"by a post"');
  echo(kept[1] as Heard);
  expect(unwrap(await waiting).text).toBe('{"b":2}');
  await expect.poll(() => server.lines[0]?.closed).toBe(true);
});

test('a line to a host that is pinned elsewhere is left', async () => {
  const server = await offering(echo);
  const { port } = new URL(server.address);
  const pins = new Map([[`localhost:${port}`, '127.0.0.1']]);
  const transport = client({}, pins);
  const there = { ...server, address: `http://localhost:${port}/mcp` };
  await warmUp(transport, there);
  expect(unwrap(await send(transport, there.address)).text).toBe('{"a":1}');
  pins.set(`localhost:${port}`, '127.0.0.9');
  expect(await send(transport, there.address)).toMatchObject({ error: { code: 'UNREACHABLE' } });
  await expect.poll(() => server.lines[0]?.closed).toBe(true);
});

test('an answer that comes too late to be told takes its request off the line, once', async () => {
  const kept: Heard[] = [];
  const server = await offering((heard) => void kept.push(heard));
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => (systemClock.monotonic() + aheadMs) as Monotonic };
  const transport = client({}, undefined, clock);
  await warmUp(transport, server);
  const late = () => expect.unreachable('it is too late');
  const sent = await transport.send(server.address, '{}', within(50), { onLate: late });
  expect(sent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
  aheadMs = 20_000;
  echo(kept[0] as Heard);
  // What is asked by a line once it has been heard again, and not before, shows that the answer has been read.
  await expect
    .poll(async () => {
      const next = transport.send(server.address, '{"b":2}', later(clock.monotonic(), 5_000));
      await Promise.race([next, expect.poll(() => kept.length).toBe(2)]);
      return kept.length;
    })
    .toBe(2);
  echo(kept[1] as Heard);
  await transport.close();
  await expect.poll(() => server.lines[0]?.closed).toBe(true);
});

test('a line on which an answer never comes is closed a while after its time', async () => {
  const server = await offering(() => undefined);
  const transport = client({ clientIdleMs: 1_000 });
  await warmUp(transport, server);
  const late = () => expect.unreachable('no answer came');
  const sent = await transport.send(server.address, '{}', within(250), { onLate: late });
  expect(sent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
  await expect.poll(() => server.lines[0]?.closed, { timeout: 5_000 }).toBe(true);
});

test('a line by which nothing comes but drops is closed a while after the time of its last request', async () => {
  const server = await offering(() => undefined);
  const lateMs = 200;
  const after: Clock['after'] = (ms, action) => systemClock.after(ms === LATE_ANSWER_MS ? lateMs : ms, action);
  const transport = client({ clientIdleMs: 100 }, undefined, { ...systemClock, after });
  await warmUp(transport, server);
  const line = server.lines[0] as Socket;
  const drip = (): void => {
    if (!line.destroyed) systemClock.after(10, () => line.write(' ', drip));
  };
  drip();
  const both = [undefined, () => expect.unreachable('no answer came')].map((onLate) =>
    transport.send(server.address, '{}', within(50), { onLate }),
  );
  for (const sent of await Promise.all(both)) expect(sent).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
  await expect.poll(() => line.closed, { timeout: 5_000 }).toBe(true);
});

test('a line that nobody uses is closed after a while, and by close at once', async () => {
  const server = await offering(echo);
  const hasty = client({ clientIdleMs: 50 });
  await warmUp(hasty, server);
  await expect.poll(() => server.lines[0]?.closed, { timeout: 5_000 }).toBe(true);
  const other = await offering(echo);
  const patient = client();
  await warmUp(patient, other);
  expect(other.lines[0]?.closed).toBe(false);
  await patient.close();
  await expect.poll(() => other.lines[0]?.closed).toBe(true);
});
