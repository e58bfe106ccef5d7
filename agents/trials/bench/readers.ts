/** Readers of the event stream of a manager, as a class has them in front of it: all of them in one process. */
import { Mistake } from '../../launcher/options.ts';
import { type Spawned, spawnAgent } from '../../launcher/processes/spawn.ts';

/** As many as a class has in front of it, and a wall. */
export const READERS = 10;

/** The part of a process of readers. */
export interface ReadersPart {
  readonly readers: number;
  /** The address of the stream. */
  readonly url: string;
}

export interface Reading {
  readonly agent: Spawned;
  /** How many decided matches all readers together were told of, once the league is over. */
  readonly heard: Promise<number>;
}

/** Starts a process of readers, which listens once every stream is open. */
export function startReaders(readers: number, url: string): Reading {
  const { promise, resolve } = Promise.withResolvers<number>();
  const hand: ReadersPart = { readers, url };
  const onNote = (line: string) => resolve(Number(line));
  const agent = spawnAgent('readers', 'agents/trials/bench/readers_main.ts', [], { hand, onNote });
  return { agent, heard: promise };
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
