/** What a referee works with once it is registered: its logs, its files, its desk, and what it left unfinished. */
import type { LogLevel } from '../../SHARED/contracts/files_logs.ts';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import { check } from '../../SHARED/contracts/read.ts';
import { randomFrom } from '../../SHARED/league_sdk/core/entropy.ts';
import type { Effects, Places } from '../../SHARED/league_sdk/effects.ts';
import { AgentLogger, JsonLogger } from '../../SHARED/league_sdk/logger.ts';
import type { Correspondent, Peer } from '../../SHARED/league_sdk/peer.ts';
import { MatchRepository, OutboxRepository } from '../../SHARED/league_sdk/repositories.ts';
import type { RetryPlan } from './conclude.ts';
import { type Desk, makeDesk } from './desk.ts';
import type { GameOf } from './judge.ts';
import type { MatchOrder } from './order.ts';
import type { Postbox } from './postbox.ts';
import type { Registered } from './registration.ts';
import type { Report } from './report.ts';

/** What an office is made of. */
/** A registered referee at work. */
export interface OfficeOptions {
  readonly effects: Effects;
  readonly places: Places;
  readonly level: LogLevel | undefined;
  readonly gameOf: GameOf;
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly postbox: Postbox;
  readonly endpoint: string;
  readonly max_concurrent_matches: number;
  readonly retry: RetryPlan;
  readonly onBug: (what: string, cause: unknown) => void;
}

export interface Office {
  readonly referee_id: string;
  /** By which the manager proves who it is; a manager that gave none is believed. */
  readonly manager_token: string | undefined;
  readonly desk: Desk;
  readonly log: JsonLogger;
  readonly agentLog: AgentLogger;
}

/** Opens the office. Reports that lie in the outbox are on their way again when it resolves. */
export async function openOffice(registered: Registered, options: OfficeOptions): Promise<Office> {
  const { referee_id, league_id, auth_token, manager_token } = registered;
  const { effects, places, level } = options;
  const { disk, clock, entropy } = effects;
  const logs = { disk, clock, root: places.logs, ...(level === undefined ? {} : { level }) };
  const log = new JsonLogger(`referee:${referee_id}`, logs, league_id);
  const agentLog = new AgentLogger(referee_id, logs);
  const store = { disk, clock, root: places.data };
  const outbox = new OutboxRepository(referee_id, store);
  const desk = makeDesk({
    ...options,
    clock,
    entropy,
    random: randomFrom(entropy),
    referee_id,
    auth_token,
    matches: new MatchRepository(league_id, store),
    outbox,
    log,
  });
  await restore(outbox, registered, { desk, log });
  return { referee_id, manager_token, desk, log, agentLog };
}

async function restore(
  outbox: OutboxRepository,
  { league_id, run_id }: Registered,
  { desk, log }: Pick<Office, 'desk' | 'log'>,
): Promise<void> {
  for (const match_id of await outbox.list()) {
    const kept = await outbox.load(match_id);
    const item = kept.ok ? kept.value : undefined;
    const isSound =
      check(CONTRACTS.RUN_MATCH.body, item?.order).ok && check(CONTRACTS.MATCH_RESULT_REPORT.body, item?.report).ok;
    if (!isSound) {
      log.error('OUTBOX_DAMAGED', { match_id, detail: kept.ok ? 'not an order and its report' : kept.error.detail });
      continue;
    }
    const order = item?.order as MatchOrder;
    if (order.league_id !== league_id || order.run_id !== run_id) {
      // A report of another run would be judged by the seeds of this one.
      log.warning('REPORT_OUTDATED', { match_id, league_id: order.league_id, run_id: order.run_id });
      await outbox.remove(match_id);
      continue;
    }
    desk.restore(order, item?.report as Report);
  }
}
