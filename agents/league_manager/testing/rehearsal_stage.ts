/** A stage for one manager: it runs for real, on a disk and a wire in memory, with a scripted cast around it. */

import type { Contract } from '../../../SHARED/contracts/contract.ts';
import { CONTRACTS, type RequestType } from '../../../SHARED/contracts/index.ts';
import type { Judge, JudgedMatch } from '../../../SHARED/contracts/messages/result.ts';
import { type Clock, later, timestamp } from '../../../SHARED/core/clock.ts';
import { seededEntropy } from '../../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { type Result, unwrap } from '../../../SHARED/core/result.ts';
import type { LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import { documentFile, fileLedgerStore, ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../../SHARED/league_sdk/logs/logs.ts';
import { dataPaths, logPaths } from '../../../SHARED/league_sdk/paths.ts';
import { type Manager, type ManagerOptions, startManager } from '../manager.ts';
import type { Settings } from '../settings.ts';
import { GAME, LEAGUE, OPERATOR_TOKEN, settingsWith } from './rehearsal.ts';
import { ACKNOWLEDGE, castOn, type Script } from './rehearsal_cast.ts';

export const MANAGER = 'memory:LM01';
export const PLACES = { data: '/data', logs: '/logs' } as const;
export const paths = {
  ...dataPaths(PLACES.data),
  ledger: (league_id: string) => ledgerFile(PLACES.data, league_id),
  secret: (league_id: string) => documentFile(PLACES.data, league_id, 'secret'),
  operatorToken: (league_id: string) => documentFile(PLACES.data, league_id, 'operator_token'),
};

/** The claim of a scripted referee on a match: its moves, and the faults in it. */
export interface Claim {
  readonly moves: readonly JsonObject[];
  readonly faults?: readonly JsonObject[];
}
export type Plays = (order: JsonObject) => Claim | undefined;

export interface StageOptions<C extends Clock> {
  readonly clock: C;
  readonly judge: Judge;
  /** How matches end unless a referee is told otherwise. */
  readonly plays: Plays;
}

/** How this manager differs from any other. */
export type Parts = Partial<Omit<ManagerOptions, 'settings'>> & {
  readonly settings?: Partial<Settings>;
  readonly file?: Partial<LeagueConfig>;
};

export type Stage<C extends Clock> = ReturnType<typeof stage<C>>;

export function stage<C extends Clock>({ clock, judge, plays }: StageOptions<C>) {
  const cast = castOn(clock);
  const disk = memoryDisk();
  /** The tokens agents were given, newest last. */
  const given = new Map<string, { readonly auth_token: string; readonly manager_token: string }>();
  let incarnations = 0;
  let lastId = 0;

  /** Starts a manager on this disk that makes its own operator's token; each one has other chances. */
  function startWithoutToken({
    settings = {},
    file = {},
    ...parts
  }: Parts = {}): Promise<Result<Manager, StartFailure>> {
    const effects = { clock, disk, transport: cast.wire, entropy: seededEntropy(++incarnations), logs: USUAL_LOGS };
    return startManager({
      effects,
      places: PLACES,
      judge,
      ledgers: fileLedgerStore((parts.effects ?? effects).disk, PLACES.data),
      listen: MANAGER,
      ...parts,
      settings: settingsWith(settings, file),
    });
  }
  const start = (parts: Parts = {}) => startWithoutToken({ operatorToken: OPERATOR_TOKEN, ...parts });

  /** Calls a method of the manager; the whole reply comes back. */
  async function call(method: string, params: JsonObject): Promise<JsonObject> {
    const text = JSON.stringify({ jsonrpc: '2.0', method, params, id: ++lastId });
    const sent = unwrap(await cast.wire.send(MANAGER, text, later(clock.monotonic(), 3_600_000)));
    return JSON.parse(sent.text as string) as JsonObject;
  }

  /** Says something to the manager as whoever the token proves; its answer, or its error, comes back. */
  async function say(type: RequestType, body: JsonObject, auth_token?: string): Promise<JsonObject> {
    const envelope = { protocol: 'league.v2', message_type: type, sender: 'somebody', timestamp: timestamp(clock) };
    const token = auth_token === undefined ? {} : { auth_token };
    const { method } = (CONTRACTS[type] as Contract).head;
    const reply = await call(method as string, { ...envelope, conversation_id: `c${lastId}`, ...token, ...body });
    return (reply['result'] ?? reply['error']) as JsonObject;
  }

  const asOperator = (type: RequestType, body: JsonObject = {}) => say(type, body, OPERATOR_TOKEN);
  const startLeague = () => asOperator('START_LEAGUE', { league_id: LEAGUE });
  const tokenOf = (id: string) => given.get(id)?.auth_token ?? '';

  /** Registers somebody under its id, by its token if it has one, without putting anybody there. */
  async function register(id: string, meta: JsonObject = {}): Promise<JsonObject> {
    const referee = id.startsWith('REF');
    const about = { display_name: `Agent ${id}`, game_types: [GAME], contact_endpoint: `memory:${id}`, ...meta };
    const [type, key] = referee ? (['REFEREE', 'referee'] as const) : (['LEAGUE', 'player'] as const);
    const body = { [`${key}_meta`]: { [`${key}_id`]: id, ...(referee ? { tickets: true } : {}), ...about } };
    const answer = await say(`${type}_REGISTER_REQUEST`, body, given.get(id)?.auth_token);
    if (answer['status'] === 'ACCEPTED')
      given.set(id, answer as unknown as { auth_token: string; manager_token: string });
    return answer;
  }

  /** The report of a match that was ordered, as the rules have it. */
  function reportOf(order: JsonObject, { moves, faults = [] }: Claim): JsonObject {
    const { league_id, round_id, match_id, assignment_epoch, player_a, player_b, draw_seed, rules } = order;
    const match = { ...(rules as JsonObject), draw_seed, players: [player_a, player_b] } as unknown as JudgedMatch;
    const result = unwrap(judge(match, { moves, faults })) as unknown as JsonObject;
    const about = { league_id, round_id, match_id, assignment_epoch, player_a, player_b } as JsonObject;
    return { ...about, result };
  }

  /** A referee that reports each match at once; `how` may say how it ends, or undefined to keep silent about it. */
  function referee(id: string, how: Plays = plays, at = `memory:${id}`) {
    const script: Script = {
      RUN_MATCH: (order) => {
        const claim = how(order);
        if (claim !== undefined) void say('MATCH_RESULT_REPORT', reportOf(order, claim), tokenOf(id));
        return ACKNOWLEDGE;
      },
    };
    return cast.agent(id, script, at);
  }

  /** Everybody takes a place and registers: referees that report at once, players that hear everything. */
  async function assemble(players: readonly string[], referees: readonly string[]): Promise<void> {
    for (const id of referees) {
      await referee(id);
      await register(id);
    }
    for (const id of players) {
      await cast.agent(id);
      await register(id);
    }
  }

  /** The lines of the league's log so far on disk. */
  async function logged(): Promise<
    readonly { event_type: string; level: string; details: { [name: string]: Json } }[]
  > {
    const text = (await disk.read(logPaths(PLACES.logs).league(LEAGUE))) ?? '';
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  }

  return {
    ...cast,
    clock,
    disk,
    given,
    start,
    startWithoutToken,
    call,
    say,
    asOperator,
    startLeague,
    tokenOf,
    register,
    reportOf,
    referee,
    assemble,
    logged,
  };
}
