/** Bugs of a League Manager and its ledger, to be found by the simulation. */
import { sleep } from '../../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { ok } from '../../../SHARED/core/result.ts';
import type { Ledger } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Answer } from '../../../SHARED/league_sdk/transport/transport.ts';
import { IN_SEGMENTS, PRODUCTION } from '../simulation/parts.ts';
import {
  isDecided,
  MANAGER,
  type PlantedBug,
  tampered,
  withAnswer,
  withDisk,
  withLedger,
  withSend,
} from './planting.ts';

export const MANAGER_BUGS: readonly PlantedBug[] = [
  {
    name: 'the manager acknowledges before the disk has it',
    seed: 1,
    breaks: ['I1'],
    plant: () => tampered(MANAGER, (effects) => withDisk(effects, { sync: async () => undefined })),
  },
  {
    name: 'the disk of the manager syncs a second late and says otherwise',
    seed: 1,
    breaks: ['I1', 'I5', 'I7'],
    plant: () =>
      tampered(MANAGER, (effects) =>
        withDisk(effects, {
          sync: async (path) =>
            void sleep(effects.clock, 1_000)
              .then(() => effects.disk.sync(path))
              .catch(() => undefined),
        }),
      ),
  },
  {
    name: 'a report that comes twice is recorded twice',
    seed: 86,
    breaks: ['I1', 'I4'],
    plant: () => {
      let ledger: Ledger<JsonObject> | undefined;
      const recorded = new Map<Json, JsonObject>();
      const ledgersOn = withLedger(
        (real) => ({
          append: (...events) => {
            for (const event of events) if (isDecided(event)) recorded.set(event['match_id'] as Json, event);
            return real.append(...events);
          },
        }),
        (opened) => {
          ledger = opened;
        },
      );
      const doubling =
        (answer: Answer): Answer =>
        async (text, from) => {
          const said = await answer(text, from);
          const match_id = /"message_type":"MATCH_RESULT_REPORT".*?"match_id":"(\w+)"/.exec(text)?.[1] ?? '';
          const event = recorded.get(match_id);
          if (event === undefined || said?.includes('"recorded"') !== true) return said;
          if (seen.has(match_id)) await ledger?.append(event);
          seen.add(match_id);
          return said;
        };
      const seen = new Set<string>();
      return { ...tampered(MANAGER, (effects) => withAnswer(effects, doubling)), ledgersOn };
    },
  },
  {
    name: 'a report of an assignment that has ended counts',
    seed: 178,
    breaks: ['I1', 'I4'],
    plant: () => {
      let ledger: Ledger<JsonObject> | undefined;
      const ledgersOn = withLedger(
        () => ({}),
        (opened) => {
          ledger = opened;
        },
      );
      const unfenced =
        (answer: Answer): Answer =>
        async (text, from) => {
          const said = await answer(text, from);
          if (!text.includes('"message_type":"MATCH_RESULT_REPORT"') || said?.includes('"E006"') !== true) return said;
          const { params, id } = JSON.parse(text) as { readonly params: JsonObject; readonly id: Json };
          const { match_id, assignment_epoch: epoch, result, sender } = params;
          const referee_id = String(sender).replace('referee:', '');
          const event = {
            type: 'match_decided',
            at: '2025-01-15T10:00:00.000Z',
            match_id,
            epoch,
            referee_id,
            result,
            verified: true,
            record_sha256: null,
          };
          await ledger?.append(event as JsonObject);
          return JSON.stringify({
            jsonrpc: '2.0',
            result: { message_type: 'MATCH_RESULT_ACK', match_id, status: 'recorded' },
            id,
          } as JsonObject);
        };
      return { ...tampered(MANAGER, (effects) => withAnswer(effects, unfenced)), ledgersOn };
    },
  },
  {
    name: 'a manager that starts again draws anew for the open round',
    seed: 20,
    breaks: ['I4', 'I5'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withLedger((real) => ({
        async *replay(from) {
          for await (const events of real.replay(from)) {
            yield events.map((event) =>
              event['type'] === 'round_opened'
                ? {
                    ...event,
                    matches: (event['matches'] as readonly JsonObject[]).map((match) => ({
                      ...match,
                      seed: String(match['seed']).replace(/^./, '0'),
                    })),
                  }
                : event,
            );
          }
        },
      })),
    }),
  },
  {
    name: 'a round begins before the one before it is closed for good',
    seed: 1,
    breaks: ['I7'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withLedger((real) => ({
        append: (...events) => {
          const appended = real.append(...events);
          return events.some((event) => event['type'] === 'round_closed') ? Promise.resolve(real.last) : appended;
        },
      })),
    }),
  },
  {
    name: 'scores are doubled when the manager starts again',
    seed: 20,
    breaks: ['I2', 'I3', 'I7', 'I10'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withLedger((real) => ({
        async *replay(from) {
          for await (const events of real.replay(from)) {
            yield events.map((event) => (isDecided(event) ? withDoubleScore(event) : event));
          }
        },
      })),
    }),
  },
  {
    name: 'the results of a player that was removed count again when the manager starts again',
    seed: 9,
    breaks: ['I2', 'I3', 'I4'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withReplay((event) => [event['type'] === 'agent_removed' ? { ...event, counted: true } : event]),
    }),
  },
  {
    name: 'a player that is readmitted has its forfeits back when the manager starts again',
    seed: 29,
    breaks: ['I1', 'I2', 'I4'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withReplay((event) => (isDecided(event) && event['referee_id'] === 'LM01' ? [] : [event])),
    }),
  },
  {
    name: 'a manager that starts again does not know that the league is paused, and deals a match',
    seed: 89,
    breaks: ['I7'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withReplay((event) => [
        event['type'] === 'league_paused' ? { ...event, type: 'league_unpaused' } : event,
      ]),
    }),
  },
  {
    name: 'a player that comes late meets in the next round a player that it missed',
    seed: 94,
    breaks: ['I3', 'I4'],
    plant: () => ({
      ...PRODUCTION,
      ledgersOn: withReplay((event) =>
        event['type'] === 'league_started' && event['late_places'] !== undefined
          ? [{ ...event, late_places: [...(event['late_places'] as readonly string[])].reverse() }]
          : [event],
      ),
    }),
  },
  {
    name: 'the manager leaves a question unanswered when it is asked twice',
    seed: 1,
    breaks: ['I8', 'I10'],
    plant: () => {
      const seen = new Set<string>();
      const forgetful =
        (answer: Answer): Answer =>
        (text, from) => {
          if (seen.has(text)) return new Promise(() => {});
          seen.add(text);
          return answer(text, from);
        };
      return tampered(MANAGER, (effects) => withAnswer(effects, forgetful));
    },
  },
  {
    name: 'a torn line of the ledger is skipped and left there',
    seed: 46,
    breaks: ['I1', 'I10'],
    plant: () =>
      tampered(MANAGER, (effects) =>
        withDisk(effects, {
          truncate: async (path, bytes) =>
            path.endsWith('.log.jsonl') ? effects.disk.truncate(path, bytes) : undefined,
        }),
      ),
  },
  {
    name: 'a manager that no longer has its folder to itself goes on writing',
    seed: 36,
    breaks: ['I1', 'I2'],
    plant: () => tampered(MANAGER, (effects) => withDisk(effects, { guard: async () => undefined })),
  },
  {
    name: 'a manager that starts again does not look who is back',
    seed: 302,
    breaks: ['I6'],
    plant: () =>
      tampered(MANAGER, (effects) =>
        withSend(effects, async (to, text, deadline, ...how) => {
          const isRoll = text.includes('"method":"ping"') && to.startsWith('memory:P');
          if (!isRoll) return effects.transport.send(to, text, deadline, ...how);
          const { id } = JSON.parse(text) as { readonly id: Json };
          const now = effects.clock.monotonic();
          return ok({ text: JSON.stringify({ jsonrpc: '2.0', id, result: {} }), sentAt: now, receivedAt: now });
        }),
      ),
  },
  {
    name: 'a token that was given for name and endpoint is as good as the first, and moves a seat that answers',
    seed: 2,
    breaks: ['I6'],
    plant: () => {
      const isAboutSeat = (text: string) => text.includes('"method":"ping","params":{"conversation_id"');
      return tampered(MANAGER, (effects) =>
        withSend(effects, async (to, text, deadline, ...how) => {
          if (!isAboutSeat(text)) return effects.transport.send(to, text, deadline, ...how);
          const { id } = JSON.parse(text) as { readonly id: Json };
          const now = effects.clock.monotonic();
          const result = { status: 'ok', registering: true };
          return ok({ text: JSON.stringify({ jsonrpc: '2.0', id, result }), sentAt: now, receivedAt: now });
        }),
      );
    },
  },
  {
    name: 'the manager never asks a referee for a sign of life',
    seed: 328,
    breaks: ['I10'],
    plant: () => {
      // The question whether a registration is its own is a ping too, and is asked.
      const isPing = (text: string) => text.includes('"method":"ping","params":{}');
      return tampered(MANAGER, (effects) =>
        withSend(effects, (to, text, deadline, ...how) =>
          isPing(text) && to.startsWith('memory:REF')
            ? new Promise(() => {})
            : effects.transport.send(to, text, deadline, ...how),
        ),
      );
    },
  },
  {
    name: 'a match given to a deaf referee waits for ever',
    seed: 38,
    breaks: ['I10'],
    plant: () => {
      const believed = new Set<string>();
      const yes = '"result":{"message_type":"RUN_MATCH_ACK","status":"acknowledged"}';
      return tampered(MANAGER, (effects) =>
        withSend(effects, async (to, text, deadline, ...how) => {
          if (believed.has(to) && text.includes('"method":"ping"')) return new Promise(() => {});
          const heard = await effects.transport.send(to, text, deadline, ...how);
          if (!heard.ok || heard.value.text?.includes('"status":"noted"') !== true) return heard;
          believed.add(to);
          return ok({ ...heard.value, text: heard.value.text.replace(/"result":\{[^}]*\}/, yes) });
        }),
      );
    },
  },
  {
    name: 'a segment is removed, and what it was packed to is not safe yet',
    seed: 1,
    breaks: ['I1', 'I10'],
    plant: () =>
      tampered(
        MANAGER,
        (effects) =>
          withDisk(effects, {
            sync: async (path) => (path.endsWith('.jsonl.zst') ? undefined : effects.disk.sync(path)),
          }),
        IN_SEGMENTS,
      ),
  },
  {
    name: 'a start takes the snapshot for all there is',
    seed: 3,
    breaks: ['I1', 'I2', 'I3', 'I4', 'I7', 'I10'],
    plant: () => ({
      ...IN_SEGMENTS,
      ledgersOn: withLedger(
        (real) => ({
          async *replay(from) {
            if (from === 1) yield* real.replay();
          },
        }),
        undefined,
        IN_SEGMENTS,
      ),
    }),
  },
];

/** A ledger that tells a manager that starts again something else than was written. */
function withReplay(retold: (event: JsonObject) => readonly JsonObject[]) {
  return withLedger((real) => ({
    async *replay(from) {
      for await (const events of real.replay(from)) yield events.flatMap(retold);
    },
  }));
}

function withDoubleScore(event: JsonObject): JsonObject {
  const result = event['result'] as JsonObject;
  const score = Object.fromEntries(
    Object.entries(result['score'] as JsonObject).map(([id, points]) => [id, 2 * Number(points)]),
  );
  return { ...event, result: { ...result, score } };
}
