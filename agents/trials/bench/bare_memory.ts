/** The bare loop's wires in one process: a text is handed over, and nothing more. */
import type { BareAnswer, BareWire } from './bare_agents.ts';

/** Wires to whoever answers at an address. */
export function bareMemoryWire(answers: ReadonlyMap<string, BareAnswer>): BareWire {
  const traffic = { trips: 0, bytes: 0 };
  return {
    traffic,
    send: (to, text) =>
      new Promise((resolve) => {
        const answer = answers.get(to) as BareAnswer;
        answer(text, (reply) => {
          traffic.trips += 1;
          // Every text of a league is ASCII but for names, and none of ours has others.
          traffic.bytes += text.length + reply.length;
          resolve(reply);
        });
      }),
  };
}
