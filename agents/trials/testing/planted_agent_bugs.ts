/** Bugs of referees and players, to be found by the simulation. */
import { later, watchOf } from '../../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { ok } from '../../../SHARED/core/result.ts';
import type { GameOf, Seat } from '../../../SHARED/games/game.ts';
import { wholeText } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import type { Answer } from '../../../SHARED/league_sdk/transport/transport.ts';
import { PRODUCTION } from '../simulation/parts.ts';
import { type PlantedBug, REFEREE, tampered, withAnswer, withDisk, withSend } from './planting.ts';

export const AGENT_BUGS: readonly PlantedBug[] = [
  {
    name: 'the referee shows the second player what the first has chosen',
    seed: 5,
    breaks: ['I5'],
    plant: () =>
      tampered(REFEREE, (effects) => {
        const chosen = new Map<string, string>();
        return withSend(effects, async (to, text, deadline, ...how) => {
          const match_id = /"match_id":"(\w+)"/.exec(text)?.[1] ?? '';
          const known = chosen.get(match_id);
          const told =
            text.includes('CHOOSE_PARITY_CALL') && known !== undefined
              ? text.replace('"params":{', `"params":{"opponent_choice":"${known}",`)
              : text;
          const heard = await effects.transport.send(to, told, deadline, ...how);
          const choice = heard.ok ? /"parity_choice":"(\w+)"/.exec(heard.value.text ?? '')?.[1] : undefined;
          if (choice !== undefined) chosen.set(match_id, choice);
          return heard;
        });
      }),
  },
  {
    name: 'the referee writes choices into its log as they come',
    seed: 1,
    breaks: ['I5'],
    plant: () =>
      tampered(REFEREE, (effects, id) =>
        withSend(effects, async (to, text, deadline, ...how) => {
          const heard = await effects.transport.send(to, text, deadline, ...how);
          const choice = heard.ok ? /"match_id":"(\w+)".*"parity_choice":"(\w+)"/.exec(heard.value.text ?? '') : null;
          if (choice !== null)
            void effects.disk.append(
              `/logs/agents/${id}.log.jsonl`,
              `${JSON.stringify({ match_id: choice[1], choice: choice[2] })}\n`,
            );
          return heard;
        }),
      ),
  },
  {
    name: 'the referee writes choices that are posted into its log as they come',
    seed: 2,
    breaks: ['I5'],
    plant: () =>
      tampered(/^(REF\d+|P01)$/, (effects, id) =>
        withAnswer(effects, (answer) => (id === 'P01' ? posting(answer, effects) : loggingPosts(answer, effects, id))),
      ),
  },
  {
    name: 'the referee keeps neither record nor report of what it decided',
    seed: 509,
    breaks: ['I4'],
    plant: () =>
      tampered(REFEREE, (effects) =>
        withDisk(effects, {
          append: (path, text, options) =>
            path.endsWith('outbox.jsonl') ? Promise.resolve() : effects.disk.append(path, text, options),
        }),
      ),
  },
  {
    name: 'a log goes on in the middle of a line that a full disk has torn',
    seed: 3,
    breaks: ['I9'],
    plant: () =>
      tampered(/./, (effects) =>
        withDisk(effects, {
          truncate: (path, bytes) =>
            path.endsWith('.log.jsonl') ? Promise.resolve() : effects.disk.truncate(path, bytes),
        }),
      ),
  },
  {
    name: 'the record of a match keeps half a character',
    seed: 556,
    // The record is not what was reported, and no strict reader takes it.
    breaks: ['I1', 'I9'],
    plant: () =>
      tampered(REFEREE, (effects) =>
        withDisk(effects, {
          replace: (path, text, options) =>
            effects.disk.replace(path, wholeText(text).replace(/😀"/, '\\ud83d"'), options),
        }),
      ),
  },
  {
    name: 'a fault of the referee is scored as the first player’s',
    seed: 97,
    breaks: ['I6'],
    plant: () =>
      tampered(REFEREE, (effects) =>
        withSend(effects, (to, text, deadline, ...how) =>
          effects.transport.send(
            to,
            text.includes('"termination":"referee_fault"') ? blamed(text, effects.clock.monotonic()) : text,
            deadline,
            ...how,
          ),
        ),
      ),
  },
  {
    name: 'the rules of the referees score otherwise than those of the manager',
    seed: 5,
    breaks: ['I10'],
    calm: true,
    plant: () => ({ ...PRODUCTION, gameOf: (...named) => withTurnedMoves(PRODUCTION.gameOf(...named)) }),
  },
  {
    name: 'a deadline is called passed when half of it is',
    seed: 46,
    breaks: ['I6'],
    plant: () =>
      tampered(REFEREE, (effects) => {
        const { transport, clock } = effects;
        return withSend(effects, (to, text, deadline, ...how) => {
          const now = clock.monotonic();
          return transport.send(
            to,
            text,
            /CHOOSE_PARITY_CALL|GAME_INVITATION/.test(text) ? later(now, (deadline - now) / 2) : deadline,
            ...how,
          );
        });
      }),
  },
  {
    name: 'the referee does not look once more after it was stopped',
    seed: 211,
    breaks: ['I6'],
    plant: () =>
      tampered(REFEREE, (effects) => {
        const { transport, clock } = effects;
        return withSend(
          effects,
          (to, text, deadline, ...how) =>
            new Promise((resolve) => {
              const sentAt = clock.monotonic();
              const impatient = () => {
                const failedAt = clock.monotonic();
                resolve({ ok: false, error: { code: 'DEADLINE_PASSED', detail: 'too late', sentAt, failedAt } });
              };
              clock.after(deadline - sentAt, impatient);
              void transport.send(to, text, deadline, ...how).then(resolve);
            }),
        );
      }),
  },
  {
    name: 'bytes that were never sent count as asked in time',
    seed: 133,
    breaks: ['I6'],
    plant: () =>
      tampered(REFEREE, (effects) => {
        const { transport, clock } = effects;
        const blind = withSend({ ...effects, clock: { ...clock, watch: () => watchOf(() => 0) } }, send);
        return blind;

        async function send(...[to, text, deadline, ...how]: Parameters<typeof transport.send>) {
          const sentAt = clock.monotonic();
          const heard = await transport.send(to, text, deadline, ...how);
          if (heard.ok) return heard;
          const { departure: _, ...error } = heard.error;
          return { ok: false, error: { ...error, sentAt } } as const;
        }
      }),
  },
  {
    name: 'the clock does not run while a player lets a connection hang',
    seed: 253,
    breaks: ['I6', 'I10'],
    plant: () =>
      tampered(REFEREE, (effects) =>
        withSend(effects, async (to, text, deadline, ...how) => {
          const heard = await effects.transport.send(to, text, deadline, ...how);
          if (heard.ok) return { ok: true, value: { ...heard.value, departure: UNCHARGED } };
          return { ok: false, error: { ...heard.error, departure: UNCHARGED } };
        }),
      ),
  },
  {
    name: 'a token is in a log',
    seed: 1,
    breaks: ['I9'],
    plant: () =>
      tampered(/^P0[12]$/, (effects, id) =>
        withSend(effects, (to, text, deadline, ...how) => {
          void effects.disk.append(`/logs/agents/${id}.log.jsonl`, `${JSON.stringify({ event_type: 'SENT', text })}\n`);
          return effects.transport.send(to, text, deadline, ...how);
        }),
      ),
  },
  {
    name: 'players are told the end before the manager has it',
    seed: 1,
    breaks: ['I4', 'I5'],
    plant: () =>
      tampered(REFEREE, (effects) =>
        withSend(effects, (to, text, deadline, ...how) => {
          const sent = effects.transport.send(to, text, deadline, ...how);
          if (!text.includes('"message_type":"MATCH_RESULT_REPORT"')) return sent;
          const now = effects.clock.monotonic();
          return Promise.resolve({
            ok: true,
            value: { text: acknowledging(text), sentAt: now, receivedAt: now },
          } as const);
        }),
      ),
  },
];

/** A player that acknowledges a call and posts its choice, which is its right. */
export function posting(answer: Answer, { transport, clock }: Effects): Answer {
  return async (text, from) => {
    const said = await answer(text, from);
    if (said === undefined || !text.includes('"message_type":"CHOOSE_PARITY_CALL"')) return said;
    const { result, id } = JSON.parse(said) as { readonly result: Json; readonly id: Json };
    const post = { jsonrpc: '2.0', method: 'choose_parity', params: result, id };
    void transport.send(`memory:${from.address}`, JSON.stringify(post), later(clock.monotonic(), 10_000));
    return JSON.stringify({ jsonrpc: '2.0', result: { status: 'ok' }, id });
  };
}

function loggingPosts(answer: Answer, { disk }: Effects, referee_id: string): Answer {
  return (text, from) => {
    const choice = /"match_id":"(\w+)".*"parity_choice":"(\w+)"/.exec(text);
    if (choice !== null)
      void disk.append(
        `/logs/agents/${referee_id}.log.jsonl`,
        `${JSON.stringify({ match_id: choice[1], choice: choice[2] })}\n`,
      );
    return answer(text, from);
  };
}

/** A departure that names no handshake. */
const UNCHARGED = { handshakeMs: 0, stoodMs: 0 };

const MOVE_MS = 30_000;

/** A report of a fault of ours as one of a silent player, with attempts that look like it. */
function blamed(text: string, now: number): string {
  const report = JSON.parse(text) as { readonly params: JsonObject };
  const { params } = report;
  const { player_a, player_b } = params as { readonly player_a: string; readonly player_b: string };
  const attempts = [1, 2, 3].map((attempt) => {
    const settled_ms = Math.round(now) - (3 - attempt) * MOVE_MS;
    return {
      attempt,
      sent_at: params['timestamp'] as string,
      deadline: params['timestamp'] as string,
      sent_ms: settled_ms - MOVE_MS,
      deadline_ms: settled_ms,
      settled_ms,
      lag_ms: 0,
      charged_ms: MOVE_MS,
      cause: 'timeout',
      error_code: 'E001',
      detail: 'silence',
    };
  });
  const clock = { charged_ms: 3 * MOVE_MS, handshake_ms: 0, excused_ms: 0, stood_ms: 0 };
  const evidence = { awaited: 'CHOOSE_PARITY_RESPONSE', detail: 'silence', attempts, clock };
  const details = {
    drawn_number: null,
    number_parity: null,
    choices: { [player_a]: null, [player_b]: null },
    moves: [],
    status: 'TECHNICAL_LOSS',
    termination: 'timeout',
    faults: [{ player_id: player_a, cause: 'timeout', evidence }],
    reason: `${player_a} did not answer in time.`,
  };
  const result = { winner: player_b, score: { [player_a]: 0, [player_b]: 3 }, details };
  return JSON.stringify({ ...report, params: { ...params, result } });
}

function acknowledging(text: string): string {
  const { params, id } = JSON.parse(text) as { readonly params: JsonObject; readonly id: Json };
  const { protocol, timestamp, conversation_id, match_id } = params;
  return JSON.stringify({
    jsonrpc: '2.0',
    result: {
      protocol,
      message_type: 'MATCH_RESULT_ACK',
      sender: 'league_manager',
      timestamp,
      conversation_id,
      match_id,
      status: 'recorded',
    },
    id,
  } as JsonObject);
}

/** The same rules, for choices that are the other way round. */
function withTurnedMoves(known: ReturnType<GameOf>): ReturnType<GameOf> {
  if (!known.ok) return known;
  const game = known.value;
  const turned = ([seat, move]: readonly [Seat, Json]) => [seat, move === 'even' ? 'odd' : 'even'] as const;
  return ok({
    ...game,
    play: (state, moves, random) => game.play(state, new Map([...moves].map(turned)), random),
  });
}
