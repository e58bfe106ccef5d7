/** A stage for one player: a scripted manager and referee around it, on virtual time, with texts as on a real wire. */

import type { Contract } from '../../../SHARED/contracts/contract.ts';
import type { HistoryFile } from '../../../SHARED/contracts/files/history.ts';
import { CONTRACTS, type RequestType } from '../../../SHARED/contracts/index.ts';
import { type Clock, later, timestamp } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { type Result, unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Running, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { type PlayerOptions, startPlayer } from '../player.ts';
import { alwaysPlaying } from '../strategies/always.ts';
import {
  ACCEPTED,
  ANNOUNCED,
  GAME_RESULT,
  LEAGUE,
  MANAGER,
  MANAGER_TOKEN,
  NOT_STARTED,
  ROUND_RESULT,
  SEED,
  TICKET,
} from './rehearsal_script.ts';

/** The manager's answers by method; undefined is silence. */
export type Script = { [method: string]: ((params: JsonObject, id: Json) => JsonObject | undefined) | undefined };

/** The options in which the player differs from P01, which always plays even; an id of null is no wish. */
export type Parts = Omit<Partial<PlayerOptions>, 'id'> & { readonly id?: string | null };

/** A stage on any kind of clock. */
export type Stage = ReturnType<typeof rehearsal>;

/** A clock that a test moves. */
interface MovedClock extends Clock {
  advance(ms: number): Promise<void>;
}

/** An empty stage; the same seed gives the same tokens and the same chance. */
export function rehearsal<C extends MovedClock>(clock: C, entropySeed = 1) {
  const disk = memoryDisk();
  const network = memoryNetwork({ clock });
  const wire = network.transport();
  /** Every request the manager got, in order. */
  const requests: { readonly method: string; readonly params: JsonObject }[] = [];
  const script: Script = {
    get_status: () => ({ league_id: LEAGUE, run_id: 'run_1', status: 'waiting' }),
    ping: () => ({ status: 'ok', league_id: LEAGUE, run_id: 'run_1' }),
    register_player: (params) => spoken('LEAGUE_REGISTER_RESPONSE', { ...ACCEPTED }, params),
    league_query: (params) => spoken('LEAGUE_QUERY_RESPONSE', NOT_STARTED, params),
  };
  let lastId = 0;

  function spoken(message_type: string, body: JsonObject, asked: JsonObject): JsonObject {
    const { conversation_id } = asked as { readonly conversation_id: string };
    return {
      protocol: 'league.v2',
      message_type,
      sender: 'league_manager',
      timestamp: timestamp(clock),
      conversation_id,
      ...body,
    };
  }

  /** The manager begins to listen; until then its address is empty. */
  async function openManager(): Promise<void> {
    const listening = await wire.listen(MANAGER, async (text) => {
      const { method, params, id } = JSON.parse(text) as { method: string; params: JsonObject; id: Json };
      requests.push({ method, params });
      const result = script[method]?.(params, id);
      if (result === undefined) return new Promise(() => undefined);
      const isFault = 'error' in result && !('message_type' in result);
      return JSON.stringify(isFault ? { jsonrpc: '2.0', ...result, id } : { jsonrpc: '2.0', result, id });
    });
    unwrap(listening);
  }

  /** Starts the player, by default P01, which always plays even. */
  function start({ id = 'P01', ...parts }: Parts = {}): Promise<Result<Running, StartFailure>> {
    const effects = {
      clock,
      disk,
      transport: network.transport(),
      entropy: seededEntropy(entropySeed),
      logs: USUAL_LOGS,
    };
    const options = {
      effects,
      places: { data: '/data', logs: '/logs' },
      ...(id === null ? {} : { id }),
      display_name: 'Agent Alpha',
      strategy: alwaysPlaying('even'),
      game_types: ['even_odd'],
      listen: 'memory:P01',
      manager: MANAGER,
      ...parts,
    };
    return startPlayer(options);
  }

  /** Manager and player, ready. */
  async function started(parts: Parts = {}): Promise<Running> {
    await openManager();
    return unwrap(await start(parts));
  }

  /** Sends one JSON-RPC text to the player and gives its whole reply. */
  async function post(request: Json): Promise<JsonObject> {
    const reply = unwrap(await wire.send('memory:P01', JSON.stringify(request), later(clock.monotonic(), 600_000)));
    return reply.text === undefined ? {} : (JSON.parse(reply.text) as JsonObject);
  }

  /** Sends a league message as its contract says, and gives the answer in the reply. */
  async function say(type: RequestType, body: JsonObject, envelope: JsonObject = {}): Promise<JsonObject> {
    const { head }: Contract = CONTRACTS[type];
    const isReferee = head.from.includes('referee');
    const params = {
      protocol: 'league.v2',
      message_type: type,
      sender: isReferee ? 'referee:REF01' : 'league_manager',
      timestamp: timestamp(clock),
      conversation_id: isReferee ? 'conv-r1m1' : 'conv-lm',
      auth_token: isReferee ? TICKET : MANAGER_TOKEN,
      ...body,
      ...envelope,
    };
    const reply = await post({ jsonrpc: '2.0', method: head.method as string, params, id: ++lastId });
    return (reply.result ?? reply) as JsonObject;
  }

  const announce = (parts: JsonObject = {}, round_id = 1) =>
    say('ROUND_ANNOUNCEMENT', { league_id: LEAGUE, round_id, total_rounds: 3, matches: [{ ...ANNOUNCED, ...parts }] });

  const invite = (envelope: JsonObject = {}) =>
    say(
      'GAME_INVITATION',
      {
        league_id: LEAGUE,
        round_id: 1,
        match_id: 'R1M1',
        game_type: 'even_odd',
        player_id: 'P01',
        role_in_match: 'PLAYER_A',
        opponent_id: 'P02',
        opponent_name: 'Agent Beta',
        assignment_epoch: 1,
      },
      envelope,
    );

  const call = (envelope: JsonObject = {}) =>
    say(
      'CHOOSE_PARITY_CALL',
      {
        league_id: LEAGUE,
        round_id: 1,
        match_id: 'R1M1',
        player_id: 'P01',
        game_type: 'even_odd',
        context: { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
        valid_options: ['even', 'odd'],
        deadline: new Date(clock.now().getTime() + 30_000).toISOString(),
        assignment_epoch: 1,
      },
      envelope,
    );

  const over = (envelope: JsonObject = {}) =>
    say(
      'GAME_OVER',
      {
        match_id: 'R1M1',
        game_type: 'even_odd',
        game_result: { ...GAME_RESULT },
        draw_seed: SEED,
        assignment_epoch: 1,
      },
      envelope,
    );

  const completeRound = (result: JsonObject = {}, round_id = 1) =>
    say('ROUND_COMPLETED', {
      league_id: LEAGUE,
      round_id,
      matches_played: 1,
      next_round_id: round_id + 1,
      results: [ROUND_RESULT, { ...ROUND_RESULT, match_id: 'R1M2', player_a: 'P03', player_b: 'P04' }].map(
        (entry, i) => (i === 0 ? { ...entry, ...result } : entry),
      ),
      summary: { total_matches: 1, wins: 1, draws: 0, technical_losses: 0 },
    });

  /** The result of a read-only method. */
  async function look(method: 'ping' | 'get_player_state'): Promise<JsonObject> {
    const reply = await post({ jsonrpc: '2.0', method, params: {}, id: ++lastId });
    return reply.result as JsonObject;
  }

  function fileAt<T>(path: string): T {
    const text = disk.files().get(path);
    if (text === undefined) throw new Error(`no file ${path}; there are ${[...disk.files().keys()].join(', ')}`);
    return JSON.parse(text) as T;
  }

  /** The lines of the player's log so far. */
  async function log(player_id = 'P01'): Promise<readonly LogLine[]> {
    await clock.advance(300);
    const text = disk.files().get(`/logs/agents/${player_id}.log.jsonl`) ?? '';
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine);
  }

  /** The warnings in the log so far. */
  async function warnings(): Promise<readonly string[]> {
    const lines = await log();
    return lines.flatMap(({ details }) => (typeof details.warning === 'string' ? [details.warning] : []));
  }

  return {
    ...{ clock, disk, wire, requests, script, spoken },
    ...{ openManager, start, started, post, say, announce, invite, call, over, completeRound, look, log, warnings },
    history: () => fileAt<HistoryFile>('/data/players/P01/history.json'),
    fileAt,
  };
}

export interface LogLine {
  readonly timestamp: string;
  readonly agent_id: string;
  readonly direction: 'SENT' | 'RECEIVED';
  readonly message_type: string;
  readonly level: string;
  readonly peer: string;
  readonly details: JsonObject;
}
