/** I8: every request with an id gets one answer with that id, and a notification gets none. */
import { hasOwnIds } from '../habits.ts';
import { agentIn, isManager } from '../trace.ts';
import { broken, type Case, type Check, isHonest, typeIn } from './evidence.ts';

/**
 * While faults last no agent of ours takes longer, however slow its disk is, and though it may be stopped for 90
 * seconds.
 */
const LONGEST_MS = 100_000;
/** When nothing goes wrong any more; the world is looked at for longer than this after the end. */
const CALM_MS = 10_000;
/**
 * An agent that ends in order has answered every request, unless it was asking the manager about an unknown ticket, or as
 * the manager an agent about its registration.
 */
const ASKS_BACK_MS = 2_500;
/** Nor does it wait longer than this for a disk that is too slow to answer by. */
const SLOW_DISK_MS = 5_000;
const ID = /"id":(\d+)\}/g;

export const answers: Check = (of) => {
  const { events, sent } = of;
  const open = new Map<string, { readonly at: number; readonly life: string; readonly call: number }>();
  const asking = new Map<number | string, string>();
  for (const event of events) {
    if (event.kind === 'arrived') open.set(`${event.call}/${event.copy}`, event);
    else if (event.kind === 'sent' && asksBack(event.text)) asking.set(event.call, event.life);
    else if (event.kind === 'heard') asking.delete(event.call);
    else if (event.kind === 'knocks') asking.set(`${event.life} ${event.to}`, event.life);
    else if (event.kind === 'knocked') asking.delete(`${event.life} ${event.to}`);
    if (event.kind !== 'answered') continue;
    const { life, call, copy, text, at } = event;
    if (!open.delete(`${call}/${copy}`))
      return broken('I8', `${life} answered #${call} twice, the second time at ${at}`);
    const asker = sent.get(call);
    if (asker === undefined || !isHonest(of, life) || !isHonest(of, asker.life)) continue;
    if (hasOwnIds(of.plan.habits.get(agentIn(life)))) continue;
    const [asked, given] = [idsIn(asker.text), idsIn(text ?? '')];
    if (asked !== given)
      return broken('I8', `${life} answered #${call} with ids "${given}" instead of "${asked}" at ${at}`);
  }
  for (const { at, life, call } of open.values()) {
    // Some players are silent on purpose.
    if (of.plan.nuisances.has(agentIn(life)) || at > givenUp(of, life, new Set(asking.values()))) continue;
    if (at > (of.exits.get(life) ?? Number.POSITIVE_INFINITY) - SLOW_DISK_MS && hadSlowDisk(of, life)) continue;
    return broken('I8', `${life} never answered #${call}, which came at ${at}`);
  }
  return undefined;
};

function hadSlowDisk({ events }: Case, life: string): boolean {
  return events.some((event) => event.kind === 'fault' && event.what === `slow disk at ${agentIn(life)}`);
}

function asksBack(text: string): boolean {
  return typeIn(text) === 'LEAGUE_QUERY' || text.includes('"method":"ping","params":{"conversation_id"');
}

/** The time until which requests to a life had to be answered. */
function givenUp({ deaths, exits, endMs, ended, plan }: Case, life: string, asking: ReadonlySet<string>): number {
  const exit = exits.get(life);
  // A question that hangs in a handshake is not sent.
  const mayAsk = asking.has(life) || (isManager(life) && plan.wires.handshakes.size > 0);
  if (exit !== undefined) return mayAsk ? exit - ASKS_BACK_MS : exit;
  const death = deaths.get(life);
  if (death !== undefined) return death - LONGEST_MS;
  return endMs - (ended ? CALM_MS : LONGEST_MS);
}

function idsIn(text: string): string {
  if (!text.startsWith('[')) return /"id":(\d+)\}$/.exec(text)?.[1] ?? '';
  return [...text.matchAll(ID)].map(([, id]) => id).join();
}
