/**
 * The bare loop's pipes: lines between children and a hub that reads no more of them than their addressee. Nothing is
 * checked, nothing is timed, and any failure ends the process.
 */
import type { Readable, Writable } from 'node:stream';
import type { BareAnswer, BareWire } from './bare_agents.ts';

/** A question is `?<number> <address> <text>`, an answer `!<number> <address> <text>`; the address is the other side's. */
const [QUESTION, ANSWER] = ['?', '!'] as const;

/** One end of a pipe. */
export interface BarePipe {
  readonly from: Readable;
  readonly to: Writable;
}

/** Sends over the pipe to the hub, and gives what others ask to `answer`. */
export function bareStdioWire({ from, to }: BarePipe, answer: BareAnswer): BareWire {
  const traffic = { trips: 0, bytes: 0 };
  const waiting = new Map<string, (text: string) => void>();
  let asked = 0;
  eachLine(from, (line) => {
    const { mark, number, address, text } = opened(line);
    if (mark === QUESTION) answer(text, (reply) => to.write(`${ANSWER}${number} ${address} ${reply}\n`));
    else {
      waiting.get(number)?.(text);
      waiting.delete(number);
    }
  });
  return {
    traffic,
    send: (address, text) =>
      new Promise((resolve) => {
        const number = String(++asked);
        waiting.set(number, (reply) => {
          traffic.trips += 1;
          traffic.bytes += Buffer.byteLength(text) + Buffer.byteLength(reply);
          resolve(reply);
        });
        to.write(`${QUESTION}${number} ${address} ${text}\n`);
      }),
  };
}

/** Carries lines between pipes, each known by the addresses behind it; resolves questions of its own too. */
export function bareHub(pipes: ReadonlyMap<string, BarePipe>): (to: string, text: string) => Promise<string> {
  const own = new Map<string, (text: string) => void>();
  const homes = new Map([...new Set(pipes.values())].map((pipe, i) => [pipe, `pipe${i}`]));
  const byHome = new Map([...homes].map(([pipe, home]) => [home, pipe]));
  for (const [pipe, home] of homes) {
    eachLine(pipe.from, (line) => {
      const { mark, number, address, text } = opened(line);
      if (mark === QUESTION) pipes.get(address)?.to.write(`${QUESTION}${number} ${home} ${text}\n`);
      else if (address === HUB) own.get(number)?.(text);
      else byHome.get(address)?.to.write(`${ANSWER}${number} ${home} ${text}\n`);
    });
  }
  let asked = 0;
  return (to, text) =>
    new Promise((resolve) => {
      const number = String(++asked);
      own.set(number, resolve);
      pipes.get(to)?.to.write(`${QUESTION}${number} ${HUB} ${text}\n`);
    });
}

const HUB = 'hub';

function opened(line: string) {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  return {
    mark: line[0],
    number: line.slice(1, first),
    address: line.slice(first + 1, second),
    text: line.slice(second + 1),
  };
}

function eachLine(from: Readable, take: (line: string) => void): void {
  let rest = '';
  from.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
