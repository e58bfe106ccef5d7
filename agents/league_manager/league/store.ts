/** A league and its ledger: opened together, and changed only together. */
import { timestamp } from '../../../SHARED/core/clock.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { Effects, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import type { Damage, Ledger, OpenLedger } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { Settings } from '../settings.ts';
import type { Commit, LeagueEvent } from './events.ts';
import { apply, type League, newLeague } from './state.ts';

type Hear = (events: readonly LeagueEvent[]) => void;

export interface LeagueStore {
  readonly league: League;
  readonly commit: Commit;
  /** Resolves when everything committed so far is durable. */
  durable(): Promise<void>;
  /** Is told of every commit as it happens, from now on; returns how to stop that. */
  onCommit(hear: Hear): () => void;
  /** Is told of every commit once it is durable, in order; returns how to stop that. */
  onDurable(hear: Hear): () => void;
  close(): Promise<void>;
}

interface OpenedLeague {
  readonly store: LeagueStore;
  readonly secrets: Secrets;
}

/** What a manager keeps of a league; where it cannot be opened, nothing stays locked. */
export async function openLeague(
  effects: Effects,
  settings: Settings,
  openLedger: OpenLedger,
  { data, operatorToken }: { readonly data: string; readonly operatorToken: string | undefined },
): Promise<Result<OpenedLeague, StartFailure>> {
  const paths = dataPaths(data);
  const { league_id } = settings.config;
  const path = paths.ledger(league_id);
  let ledger: Ledger<JsonObject> | undefined;
  try {
    const opened = await openLedger<JsonObject>(effects.disk, path);
    if (!opened.ok) return unopened(troubleWith(path, opened.error));
    ledger = opened.value;
    const store = await openStore(effects, settings, ledger);
    const secrets = await openSecrets(effects, paths, league_id, operatorToken);
    return ok({ store, secrets });
  } catch (cause) {
    await ledger?.close();
    return unopened(reasonOf(cause));
  }
}

/** What somebody threw, in its own words. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function unopened(detail: string): Result<never, StartFailure> {
  return err({ code: 'DATA_INIT_FAILED', detail });
}

/** Finds out from its ledger how far the league is; a new one gets its first event. */
async function openStore(
  { clock, entropy }: Effects,
  settings: Settings,
  ledger: Ledger<JsonObject>,
): Promise<LeagueStore> {
  const league = newLeague();
  for await (const events of ledger.replay()) for (const event of events) apply(league, asEvent(event));

  const listeners = new Set<Hear>();
  const durableListeners = new Set<Hear>();
  let newest: Promise<unknown> = Promise.resolve();
  const commit: Commit = async (...pending) => {
    const events = pending.map((event) => {
      const made = typeof event === 'function' ? event() : event;
      apply(league, made);
      return made;
    });
    const appended = ledger.append(...(events as unknown as readonly JsonObject[]));
    newest = appended;
    for (const hear of listeners) hear(events);
    await appended;
    for (const hear of durableListeners) hear(events);
  };
  if (league.sequence === 0) {
    const at = timestamp(clock);
    const run_id = `run_${at.replace(/[-:.]/g, '')}_${toHex(entropy.bytes(3))}`;
    const { league_id, game_type } = settings.config;
    await commit({ type: 'league_created', at, run_id, league_id, game_type, seeded: settings.seed !== undefined });
  }
  return {
    league,
    commit,
    durable: async () => void (await newest),
    onCommit(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    onDurable(hear) {
      durableListeners.add(hear);
      return () => void durableListeners.delete(hear);
    },
    close: () => ledger.close(),
  };
}

/** The ledger's hash chain vouches for what it says: these are the events we wrote. */
function asEvent(event: JsonObject): LeagueEvent {
  return event as unknown as LeagueEvent;
}

function troubleWith(path: string, trouble: { readonly code: 'LOCKED' } | Damage): string {
  if (trouble.code === 'LOCKED')
    return `another manager is using ${path}; stop it first, or choose another --data folder`;
  return `the ledger ${path} is damaged at line ${trouble.line}: ${trouble.detail}`;
}

/** The two secrets of a league: what its tokens are derived from, and the operator's own token. */
interface Secrets {
  readonly secret: string;
  readonly operator: string;
}

async function openSecrets(
  effects: Effects,
  paths: ReturnType<typeof dataPaths>,
  league_id: string,
  operatorToken: string | undefined,
): Promise<Secrets> {
  const { disk, entropy } = effects;
  const secret = await keptText(disk, paths.secret(league_id), () => toHex(entropy.bytes(32)));
  const operator =
    operatorToken ?? (await keptText(disk, paths.operatorToken(league_id), () => `op_${toHex(entropy.bytes(32))}`));
  return { secret, operator };
}

/** Made once, durable before anything depends on it, and readable by its owner alone. */
async function keptText(disk: Disk, path: string, make: () => string): Promise<string> {
  const known = await disk.read(path);
  if (known !== undefined && known.trim() !== '') return known.trim();
  const made = make();
  await disk.replace(path, `${made}\n`, { secret: true });
  await disk.sync(path);
  return made;
}

/** The same value, and the same object, for everybody who asks between two events. Nobody may change it. */
export function memoByEvent<T>(league: League, workOut: () => T): () => T {
  let known: { readonly sequence: number; readonly value: T } | undefined;
  return () => {
    if (known?.sequence !== league.sequence) known = { sequence: league.sequence, value: workOut() };
    return known.value;
  };
}
