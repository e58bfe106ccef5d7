/** A manager that stands by: passes on what reaches it, leads when no other does, and stands by again when it has lost the league. */
import type { Clock, Monotonic } from '../../../SHARED/core/clock.ts';
import { cut } from '../../../SHARED/core/json.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import type { Leader, SharedLedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import type { Address, Answer, Listener, Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { HeldLeague } from '../../league_manager/league/read_league.ts';
import { standBy } from '../../league_manager/league/stand_by.ts';
import { sendText } from '../../web/web.ts';
import { Mistake } from '../options.ts';
import { need } from '../world/installation.ts';
import { type CallerCheck, passingOn, type Rest, Signpost } from '../world/wires_http.ts';

/** The pages of a manager at an address; others may take their place while it is listened at. */
export class Front {
  #rest: Rest | undefined;

  /** For the server, once and for all. */
  readonly rest: Rest = Object.assign((...asked: Parameters<Rest>) => this.#rest?.(...asked) ?? false, {
    close: () => this.#rest?.close?.(),
    health: () => this.#rest?.health?.(),
  });

  /** From now on this is shown. */
  show(rest: Rest): void {
    this.#rest = rest;
  }
}

/** The time in which a manager leads. */
export interface Term {
  readonly held: HeldLeague;
  /** When the last leader was heard of, where it takes over from one. */
  readonly leaderless: Monotonic | undefined;
  /** To be called when it listens. */
  readonly onListening: (address: Address) => void;
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
  /** Whether the league was lost to another, or its store was: the term is over, and that is no failure. */
  readonly isLost: () => boolean;
}

export interface StandbyOptions {
  readonly clock: Clock;
  readonly store: SharedLedgerStore;
  readonly league_id: string;
  readonly transport: Pick<Transport, 'listen'>;
  /** Where it listens, leading or not. */
  readonly at: Address;
  readonly front: Front;
  readonly callers: CallerCheck;
  /** Leads until the term has ended; false: it has only made room, and the league is to be taken anew. */
  readonly lead: (term: Term) => Promise<boolean>;
  readonly tell: (line: string) => void;
}

/** A listener of this path holds the port for a process that does not lead. */
const HOLDING = '/.standby';
const NOBODY: Answer = async () => undefined;

/** Stands by and leads in turn, until the league is over or the process is told to end. */
export async function standbyManager(options: StandbyOptions): Promise<void> {
  const { clock, store, league_id, transport, at, front, callers, lead, tell } = options;
  const to = new Signpost();
  const passing = passingOn();
  const ending = new AbortController();
  for (const sign of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(sign, () => ending.abort());
  const passingRest: Rest = Object.assign(rest, { health: words });
  let holder = await hold();
  let leading: Leader | undefined;
  let trouble: string | undefined;
  let hasStoodBy = false;
  const { signal } = ending;
  try {
    for (;;) {
      front.show(passingRest);
      const turn = await standBy({ store, league_id, clock, hasStoodBy, onLeader, onTrouble, signal });
      if (!turn.ok) {
        if (typeof turn.error === 'object') throw new Mistake(`${store.where(league_id)}: ${turn.error.detail}`);
        return tell(`League Manager of ${league_id} stands by no longer: ${turn.error}.`);
      }
      let lost: unknown;
      turn.value.held.ledger.onLost((why) => {
        lost = why;
        // From now on nothing is answered here that the next leader should.
        to.point(undefined);
        front.show(passingRest);
      });
      const onListening = (address: Address) => void point({ address });
      const isLost = () => lost !== undefined;
      const hasLed = await lead({ ...turn.value, onListening, signal, isLost }).catch((thrown) => {
        // A league that is lost on the way to its start is one that is lost.
        if (!isLost()) throw thrown;
        return true;
      });
      if (!hasLed) continue;
      if (!isLost() || signal.aborted) return;
      to.point(undefined);
      leading = undefined;
      hasStoodBy = true;
      tell(`League Manager of ${league_id} leads no longer: ${reasonOf(lost)}. It stands by again.`);
      // What is still being answered can be acknowledged no more: its callers ask anew, here or elsewhere.
      void holder.close();
      holder = await hold();
    }
  } finally {
    passing.close();
    await holder.close();
  }

  async function hold(): Promise<Listener> {
    return need(await transport.listen(new URL(HOLDING, at).href, NOBODY));
  }

  function onLeader(leader: Leader | undefined): void {
    trouble = undefined;
    if (leader?.epoch === leading?.epoch && leader?.address === leading?.address) return;
    leading = leader;
    if (leader?.address === undefined) {
      to.point(undefined);
      return;
    }
    void point(leader);
    tell(`League Manager of ${league_id} stands by at ${new URL(at).origin}; ${leader.address} leads.`);
  }

  function onTrouble(why: unknown): void {
    const line = reasonOf(why);
    if (line !== trouble) tell(`League Manager of ${league_id} stands by and waits: ${line}`);
    trouble = line;
  }

  /** Requests go there from now on, unless another leads by the time the league's secret is known. */
  async function point({ address, epoch }: { address: string | undefined; epoch?: string }): Promise<void> {
    const secret = (
      await store
        .document(league_id, 'secret')
        .read()
        .catch(() => undefined)
    )?.trim();
    if (secret === undefined || address === undefined || (epoch !== undefined && epoch !== leading?.epoch)) return;
    callers.trust(secret);
    to.point({ address, secret });
  }

  function words(): string {
    const leader = to.now?.address ?? null;
    return JSON.stringify({ status: leader === null ? 'waiting for a leader' : 'ok', role: 'standby', leader });
  }

  /** Its own health is told here; all else is the leader's to answer. */
  function rest(...[request, response, asked]: Parameters<Rest>): Promise<boolean> | boolean {
    const path = /^[^?]*/.exec(request.url ?? '')?.[0] ?? '';
    const isProbe = (path === '/healthz' || path === '/readyz') && /^(GET|HEAD)$/.test(request.method ?? '');
    const isReady = path === '/healthz' || to.now !== undefined;
    if (isProbe) return sendText(response, isReady ? 200 : 503, 'application/json', words());
    return passing.take(request, response, asked, { to, awaited: `the leader of ${cut(league_id, 80)}` });
  }
}
