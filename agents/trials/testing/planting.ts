/** How bugs are planted: production parts whose effects, or one of whose neighbours, do not do what they should. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { Effects } from '../../../SHARED/league_sdk/effects.ts';
import type { Ledger, LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Answer, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { Invariant } from '../simulation/checks/check.ts';
import { type Parts, PRODUCTION } from '../simulation/parts.ts';

export interface PlantedBug {
  readonly name: string;
  /** A seed that shows it among four players. */
  readonly seed: number;
  /** Which invariants may show it. */
  readonly breaks: readonly Invariant[];
  /** It is looked for where nothing else goes wrong. */
  readonly calm?: true;
  /** The parts with the bug in them, made anew for each league. */
  readonly plant: () => Parts;
}

/** Parts in which one role has other effects. */
export function tampered(
  who: RegExp,
  tamper: (effects: Effects, agent_id: string) => Effects,
  parts: Parts = PRODUCTION,
): Parts {
  return { ...parts, effects: (id, effects) => (who.test(id) ? tamper(effects, id) : effects) };
}
export const MANAGER = /^LM01$/;
export const REFEREE = /^REF/;

export function withDisk(effects: Effects, change: Partial<Disk>): Effects {
  return { ...effects, disk: { ...effects.disk, ...change } };
}

export function withSend(effects: Effects, send: Transport['send']): Effects {
  return { ...effects, transport: { ...effects.transport, send } };
}

/** The listener with something between it and the world. */
export function withAnswer(effects: Effects, between: (answer: Answer) => Answer): Effects {
  const { transport } = effects;
  return { ...effects, transport: { ...transport, listen: (at, answer) => transport.listen(at, between(answer)) } };
}

/** A ledger with other ways. */
export function withLedger(
  change: (ledger: Ledger<JsonObject>) => Partial<Ledger<JsonObject>>,
  opened: (ledger: Ledger<JsonObject>) => void = () => {},
  parts: Parts = PRODUCTION,
): Parts['ledgersOn'] {
  const openIn = (store: LedgerStore) => async (league_id: string) => {
    const found = await store.open<JsonObject>(league_id);
    if (!found.ok) return found;
    const ledger = found.value;
    opened(ledger);
    const whole: Ledger<JsonObject> = {
      append: (...events) => ledger.append(...events),
      replay: (from) => ledger.replay(from),
      seal: (snapshot) => ledger.seal(snapshot),
      snapshot: () => ledger.snapshot(),
      get isLong() {
        return ledger.isLong;
      },
      check: () => ledger.check(),
      onLost: (hear) => ledger.onLost(hear),
      close: () => ledger.close(),
      get last() {
        return ledger.last;
      },
    };
    return { ok: true, value: Object.create(whole, Object.getOwnPropertyDescriptors(change(ledger))) };
  };
  return (disk) => {
    const store = parts.ledgersOn(disk);
    return { ...store, open: openIn(store) as LedgerStore['open'] };
  };
}

export const isDecided = (event: JsonObject): boolean => event['type'] === 'match_decided';
