/** The workspace of a registered referee: its logs, its files, its matches, and what it left unfinished. */
import { MatchRecord, type OutboxItem } from '../../SHARED/contracts/files/match.ts';
import { CONTRACTS } from '../../SHARED/contracts/index.ts';
import type { TSchema } from '../../SHARED/contracts/schema_builder.ts';
import { fits } from '../../SHARED/contracts/validator.ts';
import { randomFrom } from '../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import type { GameOf } from '../../SHARED/games/game.ts';
import type { Effects, Places } from '../../SHARED/league_sdk/effects.ts';
import type { Admission } from '../../SHARED/league_sdk/joining/credentials.ts';
import type { JsonLogger } from '../../SHARED/league_sdk/logger.ts';
import type { Loggers } from '../../SHARED/league_sdk/logs/logs.ts';
import type { Correspondent, Peer } from '../../SHARED/league_sdk/messaging/peer.ts';
import { Records } from '../../SHARED/league_sdk/records/records.ts';
import { OutboxRepository } from '../../SHARED/league_sdk/repositories.ts';
import type { MatchOrder } from './match/order.ts';
import type { PostedAnswers } from './match/posted_answers.ts';
import { type Matches, makeMatches } from './matches.ts';
import type { Report } from './result/report.ts';
import type { RetryPlan } from './result/report_and_notify.ts';

/** The parts of a workspace. */
export interface WorkspaceOptions {
  readonly effects: Effects;
  readonly places: Places;
  readonly logs: Loggers;
  readonly gameOf: GameOf;
  readonly peer: Peer;
  readonly manager: Correspondent;
  readonly posted: PostedAnswers;
  readonly endpoint: string;
  readonly max_concurrent_matches: number;
  readonly retry: RetryPlan;
  readonly onBug: (what: string, cause: unknown) => void;
  /** Hears, for people, how the rules of a game failed: once each way. */
  readonly onGameFault: (sentence: string) => void;
}

/** A registered referee at work. */
export interface Workspace {
  readonly referee_id: string;
  /** By which the manager proves who it is; a manager that gave none is believed. */
  readonly manager_token: string | undefined;
  readonly matches: Matches;
  readonly log: JsonLogger;
  /** The league is over: no match is run again. */
  over(): void;
  /** Ends what the workspace does on disk. */
  close(): Promise<void>;
}

/** Opens the workspace. Reports that lie in the outbox are on their way again when it resolves. */
export async function openWorkspace(admission: Admission, options: WorkspaceOptions): Promise<Workspace> {
  const { agent_id: referee_id, filed_as: league_id, auth_token, manager_token } = admission;
  const { effects, places, logs } = options;
  const { disk, clock, entropy } = effects;
  const log = logs.component(`referee:${referee_id}`, league_id);
  const store = { disk, clock, root: places.data };
  const outbox = new OutboxRepository(referee_id, store);
  const { records = new Records('files', store) } = effects;
  const matchFiles = await records.matches(league_id, referee_id, (thrown) =>
    log.error('DISK_FAILED', { detail: String(thrown) }),
  );
  const onRecord = new Set(await matchFiles.listMatches());
  const matches = makeMatches({
    ...options,
    clock,
    entropy,
    random: randomFrom(entropy),
    referee_id,
    auth_token,
    matchFiles,
    outbox,
    onGameFault: (match_id, { message }) => {
      log.error('GAME_FAULT', { match_id, detail: message });
      options.onGameFault(message);
    },
    onRecord,
    log,
  });
  await restore(outbox, admission, { matches, log });
  const close = async () => {
    await outbox.close();
    await matchFiles.flush?.();
  };
  return { referee_id, manager_token, matches, log, over: () => outbox.forgetMoves(), close };
}

async function restore(
  outbox: OutboxRepository,
  { league_id, run_id }: Admission,
  { matches, log }: Pick<Workspace, 'matches' | 'log'>,
): Promise<void> {
  const { items, damaged } = await outbox.left(run_id === undefined ? { league_id } : { league_id, run_id });
  if (damaged !== undefined)
    log.error('OUTBOX_DAMAGED', { detail: `lines that cannot be read are kept in ${damaged}` });
  for (const item of items) {
    const { match_id } = item;
    const { value: order } = sound(CONTRACTS.RUN_MATCH.body, item.order) as { readonly value?: MatchOrder };
    const { value: report } = sound(CONTRACTS.MATCH_RESULT_REPORT.body, item.report) as { readonly value?: Report };
    if (order === undefined || report === undefined) {
      const aside = await outbox.setAside(item);
      log.error('OUTBOX_DAMAGED', { match_id, detail: `not an order and its report; it is kept in ${aside}` });
      await outbox.settle(item);
    } else if (order.league_id !== league_id || order.run_id !== run_id) {
      // A report of another run would be judged by the seeds of this one.
      log.warning('REPORT_OUTDATED', { match_id, league_id: order.league_id, run_id: order.run_id });
      await outbox.settle(item);
    } else {
      matches.restore(order, { report, record: await recordIn(item, outbox, log) });
    }
  }
}

/** The record of a match, if there is a sound one: a report arrives without it all the same. */
async function recordIn(item: OutboxItem, outbox: OutboxRepository, log: JsonLogger): Promise<MatchRecord | undefined> {
  const { match_id, record } = item;
  if (record === undefined) return undefined;
  if (fits(MatchRecord, record)) return record;
  const aside = await outbox.setAside(item);
  log.error('OUTBOX_DAMAGED', { match_id, detail: `not a record; there is no match file, and it is kept in ${aside}` });
  return undefined;
}

function sound(shape: TSchema, value: JsonObject): { readonly value?: JsonObject } {
  return fits(shape, value) ? { value } : {};
}
