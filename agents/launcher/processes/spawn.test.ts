import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { later, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { scratchFolder } from '../../trials/scratch_folder.ts';
import { Mistake } from '../options.ts';
import { heldUp, type Spawned, spawnAgent, Vanished } from './spawn.ts';

/** Why an agent does not listen. */
const complaintOf = ({ listening }: Spawned) => listening.then(String, (thrown: unknown) => thrown);

test('a process that is killed has vanished, whatever it had warned of before', async () => {
  const scratch = await scratchFolder('killed-');
  onTestFinished(() => scratch.remove());
  const script = join(scratch.path, 'warned.ts');
  await writeFile(
    script,
    "process.stderr.write('league: a message cannot be read\\n', () => process.kill(process.pid, 'SIGKILL'));\n",
  );
  const agent = spawnAgent('manager', script, []);
  const complaint = await complaintOf(agent);
  expect(complaint).toBeInstanceOf(Vanished);
  const words = 'manager ended too early, by SIGKILL: league: a message cannot be read';
  expect([(complaint as Vanished).message, await agent.lost]).toEqual([words, words]);
});

test('an agent that ends by its mistake is explained by its own words', async () => {
  const agent = spawnAgent('player P01', 'agents/player/main.ts', ['--nonsense']);
  const complaint = await complaintOf(agent);
  expect(complaint).toBeInstanceOf(Mistake);
  expect(complaint).not.toBeInstanceOf(Vanished);
  expect(await agent.lost).toMatch(/^player P01: .*--nonsense/);
});

test('a process that cannot be started has vanished, and is told with the reason', async () => {
  const agent = spawnAgent('player P01', 'agents/player/main.ts', [], {
    hand: {},
    folder: join(tmpdir(), 'is not there'),
  });
  const complaint = await complaintOf(agent);
  expect(complaint).toBeInstanceOf(Vanished);
  expect((complaint as Vanished).message).toMatch(/^player P01 could not be started: spawn \S+ ENOENT$/);
});

test('what cannot be told to a process any more makes it no lost one: it ends as it ends', async () => {
  const scratch = await scratchFolder('deaf-');
  onTestFinished(() => scratch.remove());
  const [script, closed] = [join(scratch.path, 'deaf.ts'), join(scratch.path, 'closed')];
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs';
process.once('disconnect', () => writeFileSync(${JSON.stringify(closed)}, ''));
process.send({ said: 'registered', id: 'REF01' }, () => process.disconnect());
setTimeout(() => undefined, 200);
`,
  );
  const agent = spawnAgent('referee REF01', script, []);
  await agent.registered;
  // As a launcher that is starved, which does not see yet that nobody listens.
  const until = later(systemClock.monotonic(), 5_000);
  while (!existsSync(closed) && systemClock.monotonic() < until);
  expect(existsSync(closed)).toBe(true);
  void agent.answered();
  void agent.lost.then((line) => expect.unreachable(line));
  await agent.gone;
  expect(agent.exitCode()).toBe(0);
});

test('the manager of a long league is started with what makes it hold less, since nothing sets it later', async () => {
  const scratch = await scratchFolder('sparing-');
  onTestFinished(() => scratch.remove());
  const script = join(scratch.path, 'told.ts');
  await writeFile(
    script,
    "process.send({ said: 'noted', line: process.execArgv.join(' ') });\nprocess.disconnect();\n",
  );
  const told = Promise.withResolvers<string>();
  const { gone } = spawnAgent('sparing', script, [], { isSparing: true, onNote: told.resolve });
  void gone.then(() => told.resolve('it ended without a word'));
  expect(await told.promise).toBe('--min-semi-space-size=8 --max-semi-space-size=8 --heap-growing-percent=60');
  await gone;
});

test('an agent answers its launcher', async () => {
  const scratch = await scratchFolder('answering-');
  onTestFinished(() => scratch.remove());
  const script = join(scratch.path, 'agent.ts');
  await writeFile(
    script,
    `import { childOfLauncher } from '${new URL('./child.ts', import.meta.url).href}';\nchildOfLauncher();\n`,
  );
  const agent = spawnAgent('agent', script, []);
  await agent.answered();
  await agent.answered();
  agent.signal('SIGKILL');
  await agent.gone;
});

test('a process that is held up is told when it has answered for the last time, and one that cannot answer any more is not', async () => {
  const clock = fakeClock();
  const never = new Promise<never>(() => {});
  let answers = 3;
  const answered = () => (answers-- > 0 ? Promise.resolve() : never);
  const line = await clock.runUntil(
    heldUp({ name: 'player P03', answered, parted: never }, 'a strategy never returns', clock),
  );
  expect([clock.monotonic(), line]).toEqual([
    25_000,
    'player P03: no answer of this process for 10 s, as when a strategy never returns',
  ]);
  const gone = heldUp({ name: 'player P04', answered, parted: Promise.resolve() }, '', clock);
  void gone.then(() => expect.unreachable());
  await clock.advance(60_000);
  expect(clock.scheduled).toBe(0);
});

test('time in which the launcher itself stood still holds up no process', async () => {
  const clock = fakeClock();
  const never = new Promise<never>(() => {});
  let asked = 0;
  const answered = () => (++asked === 1 ? sleep(clock, 10_500) : never);
  const line = heldUp({ name: 'player P03', answered, parted: never }, 'a strategy never returns', clock);
  clock.stall(9_000);
  await clock.runUntil(line);
  expect(clock.monotonic()).toBe(25_500);
});

test('a process that closes its channel has parted from its launcher, though it is not gone', async () => {
  const scratch = await scratchFolder('parting-');
  onTestFinished(() => scratch.remove());
  const script = join(scratch.path, 'parted.ts');
  await writeFile(script, 'process.disconnect();\nsetInterval(() => undefined, 60_000);\n');
  const agent = spawnAgent('agent', script, []);
  await agent.parted;
  expect(agent.exitCode()).toBeUndefined();
  agent.signal('SIGKILL');
  await agent.gone;
});
