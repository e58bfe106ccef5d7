/** A stage for one referee: a scripted manager and scripted players around it, with texts as on a real wire. */
import type { BodyOf, Contract } from '../../../SHARED/contracts/contract.ts';
import type { LogLevel } from '../../../SHARED/contracts/files/logs.ts';
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import { type All, CONTRACTS, contractByMethod, type RequestType } from '../../../SHARED/contracts/index.ts';
import type { Fault } from '../../../SHARED/contracts/messages/result.ts';
import { moveIn, questionIn, wordsFor } from '../../../SHARED/contracts/moves.ts';
import { type Clock, later, timestamp } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { type Result, unwrap } from '../../../SHARED/core/result.ts';
import type { GameOf } from '../../../SHARED/games/game.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import type { Listener } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { MatchOrder } from '../match/order.ts';
import { type RefereeAtWork, type RefereeOptions, startReferee } from '../referee.ts';
import { LEAGUE, RUN, sampleOrder } from './sample_order.ts';

export { LEAGUE, ordered, RUN, SEED } from './sample_order.ts';

/** The file of the reports that REF01 has to deliver. */
export const OUTBOX = '/data/referees/REF01/outbox.jsonl';

/** Where the referee and its manager are on the stage. */
export const REFEREE = 'memory:REF01';
export const MANAGER = 'memory:LM01';

/** The answer to REF01 when it registers. */
export const ACCEPTED = {
  status: 'ACCEPTED',
  referee_id: 'REF01',
  auth_token: 'tok_ref01',
  manager_token: 'mgr_ref01',
  league_id: LEAGUE,
  run_id: RUN,
  reason: null,
} as const;

/** The answer of a manager to questions for standings before the league starts. */
export const NOT_STARTED = { query_type: 'GET_NEXT_MATCH', success: false, data: null, error: { error_code: 'E007' } };

/** The result in a report. */
export type Reported = BodyOf<All['MATCH_RESULT_REPORT']>['result'] & {
  readonly details: { readonly faults: readonly Fault[] } & JsonObject;
};

/** One message that went over the wire to a scripted party. */
export interface Arrival {
  readonly at: number;
  readonly to: string;
  readonly message: JsonObject;
}

/** A result, a whole text, or silence; `nth` counts from 1 how often it was asked this. */
export type Says = (
  message: JsonObject,
  nth: number,
) => JsonObject | string | undefined | Promise<JsonObject | string | undefined>;
/** The answers of a party to each type of message. */
export type Script = { readonly [message_type: string]: Says };

/** A clock that somebody moves. */
export interface MovedClock extends Clock {
  advance(ms: number): Promise<void>;
}

/** On which clock, and with which game. */
export interface StageOptions<C extends Clock> {
  readonly clock: C;
  readonly gameOf: GameOf;
  readonly game_type: string;
}

/** What a referee is started with otherwise than usual. */
interface Parts extends Partial<RefereeOptions> {
  /** The least that goes to its logs. */
  readonly level?: LogLevel;
}

/** An empty stage: put a manager and players on it, then start the referee. */
export function stage<C extends Clock>({ clock, gameOf, game_type }: StageOptions<C>) {
  const disk = memoryDisk();
  const network = memoryNetwork({ clock });
  const wire = network.transport();
  const arrivals: Arrival[] = [];
  let lastId = 0;
  let incarnation = 0;

  /** Puts somebody at an address who answers by a script; what it does not know it never answers. */
  async function party(id: string, script: Script): Promise<Listener> {
    const asked = new Map<string, number>();
    const listening = await wire.listen(`memory:${id}`, async (text) => {
      const { method, params, id: request } = JSON.parse(text) as { method: string; params: JsonObject; id?: Json };
      const type = contractByMethod(method)?.head.type ?? method;
      arrivals.push({ at: clock.monotonic(), to: id, message: { message_type: type, ...params } });
      if (request === undefined) return undefined;
      const nth = (asked.get(type) ?? 0) + 1;
      asked.set(type, nth);
      const said = await script[type]?.(params, nth);
      if (said === undefined) return new Promise(() => undefined);
      return typeof said === 'string' ? said : JSON.stringify({ jsonrpc: '2.0', result: said, id: request });
    });
    return unwrap(listening);
  }

  /** A player who joins, makes the move it is told, and hears how it ended; `script` does otherwise. */
  function player(id: string, move: Json | ((nth: number) => Json), script: Script = {}): Promise<Listener> {
    const chooses: Says = (call, nth) => answerTo(call, typeof move === 'function' ? move(nth) : move);
    const { call } = wordsFor(game_type);
    return party(id, { GAME_INVITATION: joins, [call]: chooses, GAME_OVER: hears, ...script });
  }

  const joins: Says = (message) =>
    spoken('GAME_JOIN_ACK', { match_id: message['match_id'] as Json, accept: true }, message);
  const hears: Says = (message) =>
    spoken('GAME_OVER_ACK', { match_id: message['match_id'] as Json, status: 'acknowledged' }, message);

  /** The answer to a call for a move, with this move in it. */
  function answerTo(call: JsonObject, move: Json): JsonObject {
    const question = questionIn(call as never);
    const words = wordsFor(question.game_type);
    return spoken(words.answer, words.answerBody(question, move), call);
  }

  function spoken(message_type: string, body: JsonObject, asked: JsonObject): JsonObject {
    const conversation_id = asked['conversation_id'] as Json;
    return {
      protocol: 'league.v2',
      message_type,
      sender: 'somebody',
      timestamp: timestamp(clock),
      conversation_id,
      ...body,
    };
  }

  /** A manager that takes the referee in and every report; `script` does otherwise. */
  function manager(script: Script = {}): Promise<Listener> {
    return party('LM01', {
      get_status: () => ({ league_id: LEAGUE, run_id: RUN, status: 'running' }),
      ping: () => ({ status: 'ok', league_id: LEAGUE, run_id: RUN }),
      REFEREE_REGISTER_REQUEST: (message) => spoken('REFEREE_REGISTER_RESPONSE', ACCEPTED, message),
      LEAGUE_QUERY: (message) => spoken('LEAGUE_QUERY_RESPONSE', NOT_STARTED, message),
      MATCH_RESULT_REPORT: (message) =>
        spoken('MATCH_RESULT_ACK', { match_id: message['match_id'] as Json, status: 'recorded' }, message),
      ...script,
    });
  }

  /** A refusal, as the manager says it. */
  const refuses =
    (error_code: string): Says =>
    (message) =>
      spoken('LEAGUE_ERROR', { error_code, error_name: error_code, error_description: 'no' }, message);

  /** Starts the referee, REF01 unless told otherwise, each time anew. */
  function start({ level = 'INFO', ...parts }: Parts = {}): Promise<Result<RefereeAtWork, StartFailure>> {
    return startReferee({
      effects: {
        clock,
        disk,
        transport: network.transport(REFEREE),
        entropy: seededEntropy(++incarnation),
        logs: { ...USUAL_LOGS, level },
      },
      places: { data: '/data', logs: '/logs' },
      gameOf,
      game_types: [game_type],
      id: 'REF01',
      display_name: 'Referee Alpha',
      listen: REFEREE,
      manager: MANAGER,
      max_concurrent_matches: 8,
      ...parts,
    });
  }

  /** Manager and referee, ready. */
  async function ready(script: Script = {}, parts: Parts = {}): Promise<RefereeAtWork> {
    await manager(script);
    return unwrap(await start(parts));
  }

  /** Sends any JSON to the referee and gives its whole reply. */
  async function send(request: Json): Promise<JsonObject> {
    const reply = unwrap(await wire.send(REFEREE, JSON.stringify(request), later(clock.monotonic(), 600_000)));
    return reply.text === undefined ? {} : (JSON.parse(reply.text) as JsonObject);
  }

  /** Calls a method of the referee and gives its result. */
  async function call(method: string, params: JsonObject): Promise<JsonObject> {
    const reply = await send({ jsonrpc: '2.0', method, params, id: ++lastId });
    return (reply['result'] ?? reply) as JsonObject;
  }

  /** Sends a message of the manager and gives the answer. */
  function say(type: RequestType, body: JsonObject, envelope: JsonObject = {}): Promise<JsonObject> {
    const { head }: Contract = CONTRACTS[type];
    const common = { protocol: 'league.v2', message_type: type, sender: 'league_manager', timestamp: timestamp(clock) };
    return call(head.method as string, {
      ...common,
      conversation_id: 'conv-lm',
      auth_token: ACCEPTED.manager_token,
      ...body,
      ...envelope,
    });
  }

  const order = (parts?: Partial<MatchOrder>, rules?: Partial<MatchOrder['rules']>): MatchOrder =>
    sampleOrder(game_type, parts, rules);

  const run = (parts?: Partial<MatchOrder>, rules?: Partial<MatchOrder['rules']>): Promise<JsonObject> =>
    say('RUN_MATCH', order(parts, rules) as JsonObject);

  /** Runs a match on a clock that is moved until the match is reported, and gives the reported result. */
  async function reported(
    moved: MovedClock,
    parts?: Partial<MatchOrder>,
    rules?: Partial<MatchOrder['rules']>,
  ): Promise<Reported> {
    await run(parts, rules);
    for (let passed = 0; reports().length === 0 && passed < 600; passed++) await moved.advance(1_000);
    return reports()[0]?.['result'] as unknown as Reported;
  }

  /** What arrived at somebody, of one type. */
  const got = (to: string, type: string): readonly Arrival[] =>
    arrivals.filter(({ to: who, message }) => who === to && message['message_type'] === type);

  const reports = (): readonly JsonObject[] => got('LM01', 'MATCH_RESULT_REPORT').map(({ message }) => message);

  /** The file at a path below /data or /logs, if there is one. */
  const file = (path: string): string | undefined => disk.files().get(path);
  const record = (match_id = 'R1M1'): MatchRecord =>
    JSON.parse(file(`/data/matches/${LEAGUE}/${match_id}.json`) ?? 'null') as MatchRecord;
  const lines = (path: string): readonly JsonObject[] =>
    (file(path) ?? '').split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as JsonObject]));
  const agentLog = () => lines('/logs/agents/REF01.log.jsonl');
  const componentLog = () => lines(`/logs/league/${LEAGUE}/referee_REF01.log.jsonl`);
  /** The matches whose reports are not settled. */
  const outbox = () => {
    const open = new Map<string, string>();
    for (const { match_id, assignment_epoch, settled } of lines(OUTBOX)) {
      if (settled === true) open.delete(`${match_id}/${assignment_epoch}`);
      else open.set(`${match_id}/${assignment_epoch}`, match_id as string);
    }
    return [...open.values()];
  };

  return {
    ...{ clock, disk, network, arrivals, party, player, manager, joins, hears, answerTo, spoken, refuses },
    ...{
      start,
      ready,
      send,
      call,
      say,
      order,
      run,
      reported,
      got,
      reports,
      record,
      agentLog,
      componentLog,
      outbox,
      moveIn,
    },
  };
}
