/** Raw lines: agents of ours and their hub pass texts on as they are, and every other party has the escaped ones. */
import { expect, test } from 'vitest';
import { later, systemClock } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import { unwrap } from '../../../core/result.ts';
import { pipeHere, typistAt, until } from '../../../testing/stdio_pipes.ts';
import { rawAnswer, rawAsk, readRaw } from './frame.ts';
import { type PlainChild, stdioHub } from './hub.ts';
import type { StdioLimits } from './lines.ts';
import { stdioTransport } from './pipe_transport.ts';

const clock = systemClock;
const soon = () => later(clock.monotonic(), 5_000);

function hall(limits: Partial<StdioLimits> = {}) {
  const warnings: string[] = [];
  const hub = stdioHub({ clock, limits, warn: (line) => warnings.push(line) });
  /** A child whose every line is typed by the test. */
  const stranger = (name: string, plain?: PlainChild) => {
    const { agent, holder } = pipeHere();
    const line = hub.attach(name, holder, plain);
    return { line, ends: agent, ...typistAt(agent) };
  };
  /** One that has said where it listens, and whether it reads raw lines. */
  const listener = async (at: string, raw?: true) => {
    const child = stranger(at);
    child.type(JSON.stringify({ jsonrpc: '2.0', id: 'l', method: 'wire/listen', params: { at, raw } }));
    await child.take(2);
    return child;
  };
  return { hub, warnings, stranger, listener };
}

const read = (line: string) => readRaw(Buffer.from(line));

test('a raw line is read as it was written, and nothing else is one', () => {
  const text = '{"a":"é ✓  >"}';
  const head = rawAsk('wire-7', { to: 'stdio:P01', from: 'stdio:REF01', text });
  expect(read(`${head}${text}`)).toEqual({
    ...{ id: 'wire-7', to: 'stdio:P01', from: 'stdio:REF01', isRaw: true },
    text: Buffer.from(text),
  });
  expect(readRaw('>7 stdio:P01 - {}')).toEqual({ id: 7, to: 'stdio:P01', from: '-', text: '{}', isRaw: true });
  expect(readRaw('<wire-7 {}')).toEqual({ id: 'wire-7', answer: '{}' });
  expect(read(`${rawAsk(7, { to: 'stdio:é', text: '' })}`)).toMatchObject({ id: 7, to: 'stdio:é', from: '-' });
  expect(read(`${rawAnswer(7, text)}${text}`)).toEqual({ id: 7, answer: Buffer.from(text) });
  const others = [
    '',
    '>',
    '<',
    '<7',
    '> a b c',
    '< a',
    '>7 to',
    '>7 to from',
    '{"a":1}',
    '[1]',
    ' >7 a b c',
    'a b c d',
  ];
  for (const line of others) expect(read(line), line).toBeUndefined();
  for (const line of others) expect(readRaw(line), line).toBeUndefined();
  expect(readRaw(Buffer.from([0x3c, 0x37, 0x20, 0xff]))).toBeUndefined();
});

test.each([
  ['an end of a line', '{\n}'],
  ['a return', '{}\r'],
  ['half a character', '"\ud800"'],
])('a text with %s in it is escaped', (_what, text) => {
  expect(rawAsk(1, { to: 'stdio:P01', text })).toBeUndefined();
  expect(rawAnswer(1, text)).toBeUndefined();
});

test('bytes with a return in them are escaped too: no child writes a second line for another', async () => {
  const { listener } = hall();
  const [referee, player] = [await listener('stdio:REF01', true), await listener('stdio:P01', true)];
  const text = '{}\r>99 stdio:P01 stdio:LM01 {"forged":true}';
  referee.type(`>wire-7 stdio:P01 - ${text}`);
  await until(() => player.lines().length === 3);
  expect(JSON.parse(player.lines()[2] ?? '')).toMatchObject({ method: 'wire/deliver', params: { text } });
  expect(player.lines()[2]).not.toContain('\r');
});

test('an address with a blank in it is escaped', () => {
  expect(rawAsk(1, { to: 'stdio:my player', text: '{}' })).toBeUndefined();
  expect(rawAsk(1, { to: 'stdio:P01', from: 'stdio:a\u2028b', text: '{}' })).toBeUndefined();
});

test('a hub passes raw lines on between children that read them, under ids of its own', async () => {
  const { listener } = hall();
  const [referee, player] = [await listener('stdio:REF01', true), await listener('stdio:P01', true)];
  referee.type('>wire-7 stdio:P01 stdio:LM01 {"move":"é"}');
  await until(() => player.lines().length === 3);
  expect(player.lines()[2]).toBe('>1 stdio:P01 stdio:REF01 {"move":"é"}');
  player.type('<1 {"odd": "✓"}');
  await until(() => referee.lines().length === 3);
  expect(referee.lines()[2]).toBe('<wire-7 {"odd": "✓"}');
});

test.each([
  ['is read where it is JSON', '{"jsonrpc":"2.0","id":1,"result":{"text":"last"}}', '<wire-7 last'],
  ['is dropped where it is raw', '<1 la', '{"jsonrpc":"2.0","id":"wire-7","error":{'],
])('a last line that does not end %s', async (_what, line, heard) => {
  const { listener } = hall();
  const [referee, player] = [await listener('stdio:REF01', true), await listener('stdio:P01', true)];
  referee.type('>wire-7 stdio:P01 stdio:LM01 {}');
  await until(() => player.lines().length === 3);
  player.ends.output.end(line);
  await until(() => referee.lines().length === 3);
  expect(referee.lines()[2]?.startsWith(heard)).toBe(true);
});

test('a child that did not ask for raw lines gets none, and its answers find their way', async () => {
  const { listener } = hall();
  const [referee, player] = [await listener('stdio:REF01', true), await listener('stdio:P01')];
  referee.type('>wire-1 stdio:P01 - {"a":"\\\\"}');
  const [asked] = (await player.take()) as readonly JsonObject[];
  expect(asked).toMatchObject({
    method: 'wire/deliver',
    params: { to: 'stdio:P01', from: 'stdio:REF01', text: '{"a":"\\\\"}' },
  });
  const result = { text: '{\n}' };
  player.type(JSON.stringify({ jsonrpc: '2.0', id: asked?.['id'] as number, result }));
  expect(await referee.take()).toEqual([{ jsonrpc: '2.0', id: 'wire-1', result }]);
});

test('a delivery that fails is told by a response, and may be forgotten as any other', async () => {
  const { listener } = hall({ maxPending: 1 });
  const [referee, player] = [await listener('stdio:REF01', true), await listener('stdio:P01', true)];
  referee.type('>wire-1 stdio:P09 - {}');
  expect(await referee.take()).toMatchObject([{ id: 'wire-1', error: { data: { code: 'UNREACHABLE' } } }]);
  for (const id of [2, 3]) referee.type(`>wire-${id} stdio:P01 - {}`);
  expect(await referee.take()).toMatchObject([{ id: 'wire-3', error: { data: { code: 'REFUSED' } } }]);
  referee.type(JSON.stringify({ jsonrpc: '2.0', method: 'wire/forget', params: { id: 'wire-2' } }));
  referee.type('>wire-4 stdio:P01 - {}');
  await until(() => player.lines().length === 4);
});

test('a child that writes broken characters has them held against itself, and no other child sees them', async () => {
  const { listener, warnings } = hall();
  const [bad, player] = [await listener('stdio:P02', true), await listener('stdio:P01', true)];
  bad.ends.output.write(Buffer.concat([Buffer.from('>1 stdio:P01 - "'), Buffer.from([0xff, 0x22, 0x0a])]));
  bad.type('>2 stdio:P01 - {}');
  await until(() => player.lines().length === 3);
  expect(player.lines()[2]).toBe('>1 stdio:P01 stdio:P02 {}');
  expect(warnings).toEqual([expect.stringMatching(/^stdio:P02 wrote a line on stdout that is no JSON-RPC/)]);
});

test('raw answers to questions that were never asked are not heard for ever', async () => {
  const { listener } = hall({ rubbishLines: 5 });
  const mad = await listener('stdio:P01', true);
  for (let i = 0; i < 7; i++) mad.type(`<${i + 100} {}`);
  expect(await mad.line.ended).toBe('cut off');
});

test('a program that knows no frame gets no raw line, and what looks like one is none', async () => {
  const { hub, stranger, warnings } = hall();
  const program = stranger('program', { at: 'stdio:P01', manager: 'stdio:LM01' });
  unwrap(await hub.transport.listen('stdio:LM01', async () => 'never'));
  program.type('>1 stdio:LM01 - {}');
  const sending = hub.transport.send('stdio:P01', '{"jsonrpc":"2.0","method":"ping","id":9}', soon());
  expect(await program.take()).toEqual([{ jsonrpc: '2.0', method: 'ping', id: expect.any(Number) }]);
  expect(program.lines()).toHaveLength(1);
  program.ends.output.end();
  expect(await sending).toMatchObject({ error: { code: 'UNREACHABLE' } });
  expect(warnings).toHaveLength(1);
});

test('an agent writes and reads raw lines only where the hub has said that it does', async () => {
  for (const raw of [true, undefined]) {
    const { agent, holder } = pipeHere();
    const [transport, hub] = [stdioTransport({ ...agent, clock }), typistAt(holder)];
    hub.type(JSON.stringify({ jsonrpc: '2.0', method: 'wire/hello', params: { raw } }));
    const listening = transport.listen('stdio:P01', async (text) => `heard ${text}`);
    const [asked] = (await hub.take()) as readonly JsonObject[];
    expect(asked?.['params']).toEqual(raw ? { at: 'stdio:P01', raw } : { at: 'stdio:P01' });
    hub.type(JSON.stringify({ jsonrpc: '2.0', id: asked?.['id'] as string, result: {} }));
    unwrap(await listening);
    hub.type('>5 stdio:P01 stdio:REF01 {}');
    await until(() => hub.lines().length === 2);
    expect(hub.lines()[1]).toBe(raw ? '<5 heard {}' : 'heard >5 stdio:P01 stdio:REF01 {}');
    const sending = transport.send('stdio:P02', '{"b":2}', soon());
    await until(() => hub.lines().length === 3);
    expect(hub.lines()[2]).toMatch(raw ? /^>wire-2 stdio:P02 - \{"b":2\}$/ : /"text":"\{\\"b\\":2\}"/);
    holder.output.end();
    expect(await sending).toMatchObject({ error: { code: 'UNREACHABLE' } });
  }
});

test('a child that does not read is refused raw lines beyond its share', async () => {
  const { hub, listener } = hall({ maxWaitingBytes: 50_000 });
  const hung = await listener('stdio:P01', true);
  const referee = await listener('stdio:REF01', true);
  hung.ends.input.pause();
  for (let i = 0; i < 20; i++) referee.type(`>w${i} stdio:P01 - ${JSON.stringify('x'.repeat(20_000))}`);
  const [refused] = (await referee.take()) as readonly JsonObject[];
  expect(refused).toMatchObject({ error: { data: { code: 'REFUSED' } } });
  hub.close();
});
