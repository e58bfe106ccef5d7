/** The cost of readers: what a manager spends on a match while others read its event stream, and while none does. */
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { Mistake } from '../../launcher/options.ts';
import { endAll, type Spawned, spawnAgent } from '../../launcher/processes/spawn.ts';
import { type Field, startField } from './field.ts';

/** As many as a class has in front of it, and a wall. */
export const READERS = 10;

/** The part of a process of readers. */
export interface ReadersPart {
  readonly readers: number;
  /** The address of the stream. */
  readonly url: string;
}

const ENDING_MS = 3_000;
const LOOK_EVERY_MS = 100;
/** A manager measures itself no more often. */
const FRESH_MS = 1_100;
const CPU = /^process_cpu_seconds_total (\S+)$/m;

/** The CPU seconds of a manager per match, from the start of a league to its end, with so many readers in one process. */
export async function cpuPerMatch(field: Field, folder: string, readers: number): Promise<number> {
  const { settings, matches, config } = field;
  const { league_id } = settings.config;
  // A league that is over stays, until it was seen what it took.
  const run = await startField(field, folder, { wire: 'http', config, keep: true });
  const at = (path: string) => new URL(path, run.manager).href;
  const heard = Promise.withResolvers<string>();
  const reading: Spawned[] = [];
  try {
    if (readers > 0) {
      const hand: ReadersPart = { readers, url: at('/api/events') };
      const main = 'agents/trials/bench/readers_main.ts';
      reading.push(spawnAgent('readers', main, [], { hand, onNote: heard.resolve }));
      await Promise.all(reading.map(({ listening }) => listening));
    }
    const before = await cpuOf(at('/metrics'));
    await run.operator.ask('START_LEAGUE', { league_id });
    await Promise.race([untilComplete(), run.hopeless]);
    // They have heard of every match, each of them: what is measured was really done.
    if (readers > 0 && (await heard.promise) !== String(readers * matches))
      throw new Mistake(`readers heard of ${await heard.promise} matches, not of ${readers} times ${matches}`);
    await sleep(systemClock, FRESH_MS);
    const after = await cpuOf(at('/metrics'));
    run.checkLosses();
    return (after - before) / matches;
  } finally {
    await endAll(reading, ENDING_MS, (ms) => sleep(systemClock, ms));
    await run.end();
  }

  async function untilComplete(): Promise<void> {
    for (;;) {
      const text = await textAt(at('/metrics'));
      if (new RegExp(`^league_rounds_closed_total ${rounds()}$`, 'm').test(text)) return;
      await sleep(systemClock, LOOK_EVERY_MS);
    }
  }

  function rounds(): number {
    return matches / Math.floor(field.players / 2);
  }
}

async function cpuOf(url: string): Promise<number> {
  const cpu = CPU.exec(await textAt(url))?.[1];
  if (cpu === undefined) throw new Mistake(`${url} does not say what its process has used`);
  return Number(cpu);
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** Reads streams until the league is over; resolves with how many decided matches all readers together were told of. */
export async function readAll({ readers, url }: ReadersPart, begun: () => void): Promise<number> {
  const streams = await Promise.all(
    Array.from({ length: readers }, async () => {
      const response = await fetch(url, { headers: { accept: 'text/event-stream' } });
      if (response.status !== 200) throw new Mistake(`${url} answers ${response.status}`);
      return response;
    }),
  );
  begun();
  const told = await Promise.all(streams.map(matchesIn));
  return told.reduce((sum, matches) => sum + matches, 0);
}

/** The decided matches that a stream tells of until the league is over. Like a page, it parses what it is told. */
async function matchesIn({ body }: Response): Promise<number> {
  let [text, matches] = ['', 0];
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      const { events = [] } = JSON.parse(data ?? '{}') as { events?: readonly { readonly type: string }[] };
      for (const { type } of events) if (type === 'match_decided') matches++;
      if (events.some(({ type }) => type === 'league_closed')) return matches;
    }
  }
  return matches;
}
