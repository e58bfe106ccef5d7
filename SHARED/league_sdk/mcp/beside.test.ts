import { expect, onTestFinished, test } from 'vitest';
import { later, systemClock } from '../../core/clock.ts';
import { seededEntropy } from '../../core/entropy.ts';
import { unwrap } from '../../core/result.ts';
import { plainCatalog, request } from '../../testing/mcp_fixtures_host.ts';
import { httpTransport } from '../transport/http/http.ts';
import type { Answer, Transport } from '../transport/transport.ts';
import { withMcp } from './beside.ts';

const options = { clock: systemClock, entropy: seededEntropy(1), onBug: () => expect.unreachable() };
const soon = () => later(systemClock.monotonic(), 2_000);
const echo: Answer = async (text) => text;

function speaking(): Transport {
  const transport = withMcp(httpTransport({ clock: systemClock }), () => plainCatalog(), options);
  onTestFinished(() => transport.close());
  return transport;
}

test('what the league says goes through as before, both ways', async () => {
  const transport = speaking();
  const { address, close } = unwrap(await transport.listen('http://127.0.0.1:0/mcp', echo));
  expect(unwrap(await transport.send(address, '{"a":1}', soon())).text).toBe('{"a":1}');
  expect((await transport.knock(address, soon())).ok).toBe(true);
  await close();
  // Its port is anybody's from then on.
  const sent = await transport.send(address, '{"b":2}', soon());
  expect(sent.ok && sent.value.text).not.toBe('{"b":2}');
  expect((await transport.knock('http://127.0.0.1:9/mcp', soon())).ok).toBe(false);
});

test('a face is made for every address, from the answer that is given there', async () => {
  const answers: Answer[] = [];
  const catalogOf = (answer: Answer) => {
    answers.push(answer);
    return plainCatalog({ name: `face ${answers.length}` });
  };
  const transport = withMcp(httpTransport({ clock: systemClock }), catalogOf, options);
  onTestFinished(() => transport.close());
  const first = unwrap(await transport.listen('http://127.0.0.1:0/mcp/P01', echo));
  const second = unwrap(await transport.listen(first.address.replace('P01', 'P02'), echo));
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])));
  expect(answers).toEqual([echo, echo]);
  const clientInfo = { name: 'test', version: '1' };
  const hello = request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const names = [first, second].map(async ({ address }) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(hello),
    });
    return /"name":"(face \d)"/.exec(await response.text())?.[1];
  });
  expect(await Promise.all(names)).toEqual(['face 1', 'face 2']);
});

test('an address that is taken is told as before', async () => {
  const transport = speaking();
  const { address, close } = unwrap(await transport.listen('http://127.0.0.1:0/mcp', echo));
  onTestFinished(close);
  expect(await transport.listen(address, echo)).toMatchObject({ ok: false, error: { code: 'PORT_IN_USE' } });
});
