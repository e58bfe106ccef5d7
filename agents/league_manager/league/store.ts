/** A league and its ledger: opened together, and changed only together. */
import { timestamp } from '../../../SHARED/core/clock.ts';
import { toHex } from '../../../SHARED/core/hash.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result, reasonOf } from '../../../SHARED/core/result.ts';
import type { Effects, StartFailure } from '../../../SHARED/league_sdk/effects.ts';
import type { Damage, LedgerDocument, LedgerStore, Locked } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Settings } from '../settings.ts';
import type { Commit, LeagueEvent } from './events.ts';
import { damageText, type HeldLeague, holdLeague, KEPT_EVENTS } from './read_league.ts';
import { snapshotOf } from './snapshot.ts';
import { apply, type League } from './state.ts';

type Hear = (events: readonly LeagueEvent[]) => void;

export interface LeagueStore {
  readonly league: League;
  readonly commit: Commit;
  /** The newest of what happened in the league, up to its present, oldest first; events of an earlier manager are among them. */
  newest(): readonly LeagueEvent[];
  /** Resolves when everything committed so far is durable. */
  durable(): Promise<void>;
  /** Resolves when the league is still this process's alone; rejects when another has written to its ledger. */
  check(): Promise<void>;
  /** The same of a league that others wait for: where it is lost it never resolves, and nothing follows. Absent: none can. */
  readonly stillOurs: (() => Promise<void>) | undefined;
  /** Stores the record of a match with the next commit, all or none; absent where records are the referees' alone. */
  readonly keepRecord: ((match_id: string, text: string) => void) | undefined;
  /** Hears why, when the league can be changed no longer though it was not closed. */
  onLost(hear: (why: unknown) => void): void;
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

export interface OpenOptions {
  readonly effects: Effects;
  readonly settings: Settings;
  readonly ledgers: LedgerStore;
  /** The league, where the caller has opened it already. */
  readonly held?: HeldLeague | undefined;
  /** Given from outside, or made at the first start and kept as a document of the league. */
  readonly operatorToken?: string | undefined;
}

/** Opens the store and the secrets of a league; where that fails, nothing stays locked, not even a ledger that was held before. */
export async function openLeague(options: OpenOptions): Promise<Result<OpenedLeague, StartFailure>> {
  const { effects, settings, ledgers } = options;
  const { league_id } = settings.config;
  let ledger = options.held?.ledger;
  try {
    const held = options.held === undefined ? await holdLeague(ledgers, league_id) : ok(options.held);
    if (!held.ok) return unopened(troubleWith(ledgers, league_id, held.error));
    ledger = held.value.ledger;
    const opened = await openStore(effects, settings, held.value);
    const secrets = await openSecrets(options, league_id);
    return ok({ store: opened, secrets });
  } catch (cause) {
    await ledger?.close();
    return unopened(reasonOf(cause));
  }
}

function unopened(detail: string): Result<never, StartFailure> {
  return err({ code: 'DATA_INIT_FAILED', detail });
}

/** A league that is new gets its first event. */
async function openStore(
  { clock, entropy }: Effects,
  settings: Settings,
  { league, ledger, newest: before }: HeldLeague,
): Promise<LeagueStore> {
  const listeners = new Set<Hear>();
  const durableListeners = new Set<Hear>();
  let kept = [...before];
  let newest: Promise<unknown> = Promise.resolve();
  const commit: Commit = async (...pending) => {
    const events = pending.map((event) => {
      const made = typeof event === 'function' ? event() : event;
      apply(league, made);
      return made;
    });
    kept.push(...events);
    // Not one by one: of long leagues every event would move all of them.
    if (kept.length >= 2 * KEPT_EVENTS) kept = kept.slice(-KEPT_EVENTS);
    const appended = ledger.append(...(events as unknown as readonly JsonObject[]));
    newest = appended;
    if (ledger.isLong) ledger.seal(snapshotOf(league, kept.slice(-KEPT_EVENTS)));
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
    newest: () => kept,
    durable: async () => void (await newest),
    check: () => ledger.check(),
    stillOurs: ledger.keepRecord && (() => ledger.check().catch(() => new Promise<never>(() => {}))),
    onLost: (hear) => ledger.onLost(hear),
    keepRecord: ledger.keepRecord?.bind(ledger),
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

function troubleWith(ledgers: LedgerStore, league_id: string, trouble: Locked | Damage): string {
  if (trouble.code === 'LOCKED')
    return `another manager is using ${ledgers.where(league_id)}; stop it first, or choose another --data folder`;
  return damageText(ledgers, league_id, trouble);
}

/** The two secrets of a league: what its tokens are derived from, and the operator's own token. */
interface Secrets {
  readonly secret: string;
  readonly operator: string;
}

async function openSecrets({ effects, ledgers, operatorToken }: OpenOptions, league_id: string): Promise<Secrets> {
  const chance = () => toHex(effects.entropy.bytes(32));
  const secret = await keptText(ledgers.document(league_id, 'secret'), chance);
  const operator =
    operatorToken ?? (await keptText(ledgers.document(league_id, 'operator_token'), () => `op_${chance()}`));
  return { secret, operator };
}

/** Made once, and durable before anything depends on it. */
async function keptText(document: LedgerDocument, make: () => string): Promise<string> {
  const known = await document.read();
  if (known !== undefined && known.trim() !== '') return known.trim();
  const made = make();
  await document.replace(`${made}\n`);
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
