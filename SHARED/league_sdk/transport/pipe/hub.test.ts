import { describe, expect, test } from 'vitest';
import { later, sleep, systemClock } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import { unwrap } from '../../../core/result.ts';
import { pipeHere, type Typist, typistAt, until } from '../../../testing/stdio_pipes.ts';
import type { Answer } from '../transport.ts';
import { type PlainChild, stdioHub } from './hub.ts';
import type { StdioLimits } from './lines.ts';
import { stdioTransport } from './pipe_transport.ts';

const clock = systemClock;
const soon = (ms = 2_000) => later(clock.monotonic(), ms);

function hall(limits: Partial<StdioLimits> = {}) {
  const warnings: string[] = [];
  const hub = stdioHub({ clock, limits, warn: (line) => warnings.push(line) });
  return {
    hub,
    warnings,
    /** A child of ours, listening. */
    async agent(at: string, answer: Answer) {
      const { agent, holder } = pipeHere();
      const line = hub.attach(at, holder);
      const transport = stdioTransport({ ...agent, clock });
      unwrap(await transport.listen(at, answer));
      return { transport, line, die: () => void agent.output.end() };
    },
    /** A child whose every line is typed by the test. */
    stranger(name: string, plain?: PlainChild) {
      const { agent, holder } = pipeHere();
      const line = hub.attach(name, holder, plain);
      return { line, ends: agent, ...typistAt(agent) };
    },
  };
}

/** A stranger that has said where it listens. */
async function listening(stranger: Typist, at: string): Promise<void> {
  stranger.type(JSON.stringify({ jsonrpc: '2.0', id: 'l', method: 'wire/listen', params: { at } }));
  expect(await stranger.take(2)).toEqual([
    { jsonrpc: '2.0', method: 'wire/hello', params: { raw: true } },
    { jsonrpc: '2.0', id: 'l', result: {} },
  ]);
}

test('who listens learns who speaks', async () => {
  const { hub, agent } = hall();
  await agent('stdio:LM01', async (_text, from) => from.address);
  const { transport } = await agent('stdio:P01', async () => '');
  expect(unwrap(await transport.send('stdio:LM01', '{}', soon())).text).toBe('stdio:P01');
  expect(unwrap(await hub.transport.send('stdio:LM01', '{}', soon())).text).toBe('stdio');
});

describe('a child', () => {
  test('that dies is UNREACHABLE at once, also to who is waiting for it, and its address is free', async () => {
    const { agent } = hall();
    const player = await agent('stdio:P01', () => new Promise(() => undefined));
    const { transport } = await agent('stdio:REF01', async () => '');
    const waiting = transport.send('stdio:P01', '{}', soon());
    await sleep(clock, 5);
    player.die();
    expect(await player.line.ended).toBe('ended');
    expect(await waiting).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(await transport.send('stdio:P01', '{}', soon())).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(await transport.knock('stdio:P01', soon())).toMatchObject({ error: { code: 'UNREACHABLE' } });
    await agent('stdio:P01', async () => 'another life');
    expect(unwrap(await transport.send('stdio:P01', '{}', soon())).text).toBe('another life');
  });

  test('that hangs is DEADLINE_PASSED, nobody else waits for it, and its late answer reaches nobody', async () => {
    const { agent, stranger } = hall();
    const hung = stranger('hung');
    await listening(hung, 'stdio:P01');
    await agent('stdio:P02', async () => 'here');
    const { transport } = await agent('stdio:REF01', async () => '');
    const waiting = transport.send('stdio:P01', '{}', soon(30));
    expect(unwrap(await transport.send('stdio:P02', '{}', soon())).text).toBe('here');
    expect(await waiting).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
    const [asked] = (await hung.take()) as readonly JsonObject[];
    hung.type(JSON.stringify({ jsonrpc: '2.0', id: asked?.['id'] as number, result: { text: 'late' } }));
    expect(unwrap(await transport.send('stdio:P02', '{}', soon())).text).toBe('here');
  });

  test('that answers everything, but too late for who asked, is heard on and on', async () => {
    const { hub, stranger, warnings } = hall({ rubbishLines: 5 });
    const slow = stranger('slow');
    await listening(slow, 'stdio:P01');
    const late = Array.from({ length: 50 }, () => hub.transport.send('stdio:P01', '{}', soon(5)));
    for (const result of await Promise.all(late)) expect(result).toMatchObject({ error: { code: 'DEADLINE_PASSED' } });
    const answer = (asked: readonly JsonObject[]) => {
      for (const { id } of asked)
        slow.type(JSON.stringify({ jsonrpc: '2.0', id: id as number, result: { text: 'odd' } }));
    };
    answer((await slow.take(50)) as readonly JsonObject[]);
    const sending = hub.transport.send('stdio:P01', '{}', soon());
    answer((await slow.take()) as readonly JsonObject[]);
    expect(unwrap(await sending).text).toBe('odd');
    expect(warnings).toEqual([]);
  });

  test('that answers twice what it was asked once is not heard for ever', async () => {
    const { hub, stranger } = hall({ rubbishLines: 5 });
    const mad = stranger('mad');
    await listening(mad, 'stdio:P01');
    await hub.transport.send('stdio:P01', '{}', soon(5));
    const [asked] = (await mad.take()) as readonly JsonObject[];
    for (let i = 0; i < 7; i++) mad.type(JSON.stringify({ jsonrpc: '2.0', id: asked?.['id'] as number, result: {} }));
    expect(await mad.line.ended).toBe('cut off');
  });

  test('that says goodbye when the hub has closed already has ended in order', async () => {
    const { hub, stranger, warnings } = hall();
    const leaving = stranger('leaving');
    await listening(leaving, 'stdio:P01');
    hub.close();
    leaving.type(JSON.stringify({ jsonrpc: '2.0', id: 'u', method: 'wire/unlisten', params: { at: 'stdio:P01' } }));
    leaving.ends.output.end();
    expect(await leaving.line.ended).toBe('ended');
    expect(warnings).toEqual([]);
  });

  test('that hangs and is asked on and on costs no more than its share, and then REFUSES', async () => {
    const { agent, stranger } = hall({ maxWaitingBytes: 50_000 });
    const hung = stranger('hung');
    await listening(hung, 'stdio:P01');
    hung.ends.input.pause();
    const { transport } = await agent('stdio:REF01', async () => '');
    const text = JSON.stringify('x'.repeat(20_000));
    const codes = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const result = await transport.send('stdio:P01', text, soon(5));
      if (!result.ok) codes.add(result.error.code);
    }
    expect(codes).toEqual(new Set(['DEADLINE_PASSED', 'REFUSED']));
  });

  test('that writes rubbish now and then is warned of once, and heard all the same', async () => {
    const { hub, stranger, warnings } = hall();
    const chatty = stranger('player P01');
    await listening(chatty, 'stdio:P01');
    for (const line of ['hello', '{"not":"json-rpc"}', '[', '']) chatty.type(line);
    const sending = hub.transport.send('stdio:P01', '{}', soon());
    const [asked] = (await chatty.take()) as readonly JsonObject[];
    chatty.type('thinking …');
    chatty.type(JSON.stringify({ jsonrpc: '2.0', id: asked?.['id'] as number, result: { text: 'odd' } }));
    expect(unwrap(await sending).text).toBe('odd');
    expect(warnings).toEqual([
      expect.stringMatching(/^player P01 wrote a line on stdout that is no JSON-RPC; ignored/),
    ]);
  });

  test('that writes some rubbish with every answer is heard for ever', async () => {
    const { hub, stranger } = hall({ rubbishLines: 3 });
    const chatty = stranger('player P01');
    await listening(chatty, 'stdio:P01');
    for (let i = 0; i < 10; i++) {
      const sending = hub.transport.send('stdio:P01', '{}', soon());
      const [asked] = (await chatty.take()) as readonly JsonObject[];
      chatty.type('I think\nI think …');
      chatty.type(JSON.stringify({ jsonrpc: '2.0', id: asked?.['id'] as number, result: { text: 'odd' } }));
      expect(unwrap(await sending).text).toBe('odd');
    }
  });

  test.each([
    ['lines', 'rubbish\n'.repeat(50)],
    ['blank lines', '\n'.repeat(50)],
    ['answers to what nobody asked', '{"jsonrpc":"2.0","id":1,"result":{}}\n'.repeat(50)],
    ['one line that never ends', 'x'.repeat(2_000_000)],
  ])('that writes nothing but rubbish is cut off: %s', async (_what, rubbish) => {
    const { hub, agent, stranger, warnings } = hall({ rubbishLines: 1_000, rubbishBytes: 10_000_000 });
    const mad = stranger('player P01');
    await listening(mad, 'stdio:P01');
    await agent('stdio:P02', async () => 'here');
    for (let i = 0; i < 30 && !mad.ends.output.destroyed; i++) {
      mad.ends.output.write(rubbish);
      expect(unwrap(await hub.transport.send('stdio:P02', '{}', soon())).text).toBe('here');
    }
    expect(await mad.line.ended).toBe('cut off');
    expect(warnings.at(-1)).toBe('player P01 is cut off: it writes nothing that means anything');
    expect(warnings.length).toBeLessThan(4);
    expect(await hub.transport.send('stdio:P01', '{}', soon())).toMatchObject({ error: { code: 'UNREACHABLE' } });
  });

  test('that asks and does not read the answers is cut off', async () => {
    const { agent, stranger } = hall({ maxWaitingBytes: 20_000 });
    await agent('stdio:LM01', async () => 'x'.repeat(5_000));
    const deaf = stranger('deaf');
    await deaf.take();
    deaf.ends.input.pause();
    for (let i = 0; i < 50; i++) {
      const params = { to: 'stdio:LM01', text: '{}' };
      deaf.type(JSON.stringify({ jsonrpc: '2.0', id: i, method: 'wire/deliver', params }));
      await clock.poll();
    }
    expect(await deaf.line.ended).toBe('cut off');
  });

  test('that asks too much at once is refused, and may ask again when it has given up', async () => {
    const { agent, stranger } = hall({ maxPending: 2 });
    await agent('stdio:LM01', () => new Promise(() => undefined));
    const eager = stranger('eager');
    await eager.take();
    const frame = (id: number | undefined, method: string, params: JsonObject) =>
      eager.type(JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params }));
    for (const id of [1, 2, 3]) frame(id, 'wire/deliver', { to: 'stdio:LM01', text: '{}' });
    expect(await eager.take()).toMatchObject([{ id: 3, error: { data: { code: 'REFUSED' } } }]);
    frame(undefined, 'wire/forget', { id: 1 });
    frame(4, 'wire/deliver', { to: 'stdio:LM01', text: '{}' });
    frame(5, 'wire/knock', { to: 'stdio:LM01' });
    expect(await eager.take()).toMatchObject([{ id: 5, result: {} }]);
  });

  test('cannot take an address that is another’s, nor one of another kind, nor give away what is not its own', async () => {
    const { hub, agent, stranger } = hall();
    await agent('stdio:LM01', async () => 'the manager');
    const thief = stranger('thief');
    await thief.take();
    const ask = (method: string, at: string) =>
      thief.type(JSON.stringify({ jsonrpc: '2.0', id: at, method, params: { at } }));
    ask('wire/listen', 'stdio:LM01');
    ask('wire/listen', 'http://localhost:1/mcp');
    ask('wire/unlisten', 'stdio:LM01');
    const codes = ((await thief.take(3)) as readonly JsonObject[]).map((answer) => answer['error']);
    expect(codes).toMatchObject([{ data: { code: 'PORT_IN_USE' } }, { data: { code: 'INVALID_ADDRESS' } }, undefined]);
    expect(unwrap(await hub.transport.send('stdio:LM01', '{}', soon())).text).toBe('the manager');
  });

  test('cannot answer for another', async () => {
    const { hub, stranger } = hall();
    const [honest, forger] = [stranger('honest'), stranger('forger')];
    await listening(honest, 'stdio:P01');
    await listening(forger, 'stdio:P02');
    const sending = hub.transport.send('stdio:P01', '{}', soon());
    const [asked] = (await honest.take()) as readonly JsonObject[];
    const id = asked?.['id'] as number;
    forger.type(JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'forged' } }));
    await sleep(clock, 5);
    honest.type(JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'true' } }));
    expect(unwrap(await sending).text).toBe('true');
  });
});

describe('a child that knows no frame', () => {
  const plain = { at: 'stdio:P05', manager: 'stdio:LM01' };

  test('gets requests as lines under ids of the hub, and its responses find their way', async () => {
    const { hub, stranger } = hall();
    const program = stranger('program', plain);
    const request = (id: string) => JSON.stringify({ jsonrpc: '2.0', method: 'choose_parity', params: { a: 1 }, id });
    const sending = ['x', 'y'].map((id) => hub.transport.send('stdio:P05', request(id), soon()));
    const asked = (await program.take(2)) as readonly JsonObject[];
    expect(asked).toMatchObject([{ method: 'choose_parity', params: { a: 1 }, id: 1 }, { id: 2 }]);
    program.type('{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no"}}');
    program.type('{"jsonrpc":"2.0","id":1,"result":"even"}');
    const replies = (await Promise.all(sending)).map((result) => JSON.parse(unwrap(result).text ?? ''));
    expect(replies).toMatchObject([
      { id: 'x', result: 'even' },
      { id: 'y', error: { message: 'no' } },
    ]);
  });

  test('has a response passed on as it is where it can be read in two ways, and one behind a byte order mark read', async () => {
    const { hub, stranger } = hall();
    const program = stranger('program', plain);
    const request = '{"jsonrpc":"2.0","method":"choose_parity","id":"x"}';
    const said = [
      '{"jsonrpc":"2.0","id":1,"result":"even","result":"odd"}',
      '\ufeff{"jsonrpc":"2.0","id":2,"result":"odd"}',
    ];
    const heard: (string | undefined)[] = [];
    for (const line of said) {
      const sending = hub.transport.send('stdio:P05', request, soon());
      await program.take();
      program.type(line);
      heard.push(unwrap(await sending).text);
    }
    expect(heard).toEqual([said[0], '{"jsonrpc":"2.0","id":"x","result":"odd"}']);
  });

  test('gets notifications, which nobody waits for, and nothing that is no JSON-RPC', async () => {
    const { hub, stranger } = hall();
    const program = stranger('program', plain);
    const send = (text: string) => hub.transport.send('stdio:P05', text, soon());
    expect(unwrap(await send('{"jsonrpc":"2.0","method":"note"}')).text).toBeUndefined();
    expect(await send('{"message_type":"GAME_INVITATION"}')).toMatchObject({ error: { code: 'REFUSED' } });
    expect(await program.take()).toEqual([{ jsonrpc: '2.0', method: 'note' }]);
    expect(program.lines()).toHaveLength(1);
  });

  test('speaks to the manager with requests of its own, and hears what it says', async () => {
    const { agent, stranger, warnings } = hall();
    const heard: string[] = [];
    await agent('stdio:LM01', async (text, { address }) => {
      heard.push(address);
      const { id } = JSON.parse(text) as { id?: number };
      return id === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, result: 'ACCEPTED' });
    });
    const program = stranger('program', plain);
    program.type('{"jsonrpc":"2.0","id":"mine","method":"register_player","params":{}}');
    program.type('{"jsonrpc":"2.0","method":"a_note"}');
    expect(await program.take()).toEqual([{ jsonrpc: '2.0', id: 'mine', result: 'ACCEPTED' }]);
    await until(() => heard.length === 2);
    expect(heard).toEqual(['stdio:P05', 'stdio:P05']);
    expect(warnings).toEqual([]);
  });

  test('hears that the manager is not there', async () => {
    const { stranger } = hall();
    const program = stranger('program', plain);
    program.type('{"jsonrpc":"2.0","id":1,"method":"register_player"}');
    expect(await program.take()).toMatchObject([{ id: 1, error: { data: { code: 'UNREACHABLE' } } }]);
  });
});

test('a hub that closes lets every child see the end of its pipe', async () => {
  const { hub, agent } = hall();
  const { transport } = await agent('stdio:P01', async () => '');
  hub.close();
  await transport.ended;
});
