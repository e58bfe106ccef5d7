/** Bugs in how habits of players are found out and remembered, to be found by the simulation. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { PRODUCTION } from '../simulation/parts.ts';
import { type PlantedBug, REFEREE, tampered, withLedger, withSend } from './planting.ts';

export const HABIT_BUGS: readonly PlantedBug[] = [
  {
    name: 'an answer with a foreign id is taken on a connection that was kept',
    seed: 98,
    breaks: ['I6'],
    plant: () =>
      tampered(REFEREE, (effects) =>
        withSend(effects, async (...what) => {
          const heard = await effects.transport.send(...what);
          return heard.ok ? { ok: true, value: { ...heard.value, alone: true } } : heard;
        }),
      ),
  },
  {
    name: 'a request that is made again to find out a habit is counted as an attempt',
    seed: 7,
    breaks: ['I6'],
    plant: () =>
      tampered(REFEREE, (effects) => {
        const counted = new Set<string>();
        return withSend(effects, async (...what) => {
          const [to, text, , how] = what;
          const heard = await effects.transport.send(...what);
          const seat = `${to} ${/"match_id":"(\w+)"/.exec(text)?.[1]}`;
          if (how?.alone !== true || !heard.ok || counted.has(seat)) return heard;
          counted.add(seat);
          return { ok: true, value: { ...heard.value, text: '}{' } };
        });
      }),
  },
  {
    name: 'a player that merely acknowledges is asked in the same words again',
    seed: 23,
    breaks: ['I6'],
    plant: () =>
      tampered(REFEREE, (effects) => {
        const wrapped = new Set<string>();
        return withSend(effects, (to, text, ...how) => {
          if (text.includes('"method":"handle_message"')) wrapped.add(to);
          if (!wrapped.has(to) || !text.includes('"message_type":"CHOOSE_PARITY_CALL"'))
            return effects.transport.send(to, text, ...how);
          const { params, ...request } = JSON.parse(text) as JsonObject;
          const { message = params } = params as JsonObject;
          const again = { jsonrpc: '2.0', method: 'handle_message', params: { message }, id: request['id'] };
          return effects.transport.send(to, JSON.stringify(again), ...how);
        });
      }),
  },
  {
    name: 'the manager forgets the habits of players by a restart',
    seed: 60,
    breaks: ['I2'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withLedger((real) => ({
        async *replay(from) {
          for await (const events of real.replay(from))
            yield events.filter((event) => event['type'] !== 'habits_noted');
        },
      })),
    }),
  },
];
