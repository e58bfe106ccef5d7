/** I8: every request with an id gets one answer with that id, and a notification gets none. */
import { agentIn } from '../trace.ts';
import { broken, type Check, isHonest } from './evidence.ts';

/** Nobody of ours takes longer, however slow its disk is. */
const LONGEST_MS = 60_000;
const ID = /"id":(\d+)\}/g;

export const answers: Check = (of) => {
  const { events, sent, deaths, plan } = of;
  const open = new Map<string, { readonly at: number; readonly life: string; readonly call: number }>();
  const last = events.at(-1)?.at ?? 0;
  for (const event of events) {
    if (event.kind === 'arrived') open.set(`${event.call}/${event.copy}`, event);
    if (event.kind !== 'answered') continue;
    const { life, call, copy, text, at } = event;
    if (!open.delete(`${call}/${copy}`))
      return broken('I8', `${life} answered #${call} twice, the second time at ${at}`);
    const asker = sent.get(call);
    if (asker === undefined || !isHonest(of, life) || !isHonest(of, asker.life)) continue;
    const [asked, given] = [idsIn(asker.text), idsIn(text ?? '')];
    if (asked !== given)
      return broken('I8', `${life} answered #${call} with ids "${given}" instead of "${asked}" at ${at}`);
  }
  for (const { at, life, call } of open.values()) {
    const end = deaths.get(life) ?? last;
    // Some players are silent on purpose.
    if (end - at <= LONGEST_MS || plan.nuisances.has(agentIn(life))) continue;
    return broken('I8', `${life} never answered #${call}, which came at ${at}`);
  }
  return undefined;
};

function idsIn(text: string): string {
  if (!text.startsWith('[')) return /"id":(\d+)\}$/.exec(text)?.[1] ?? '';
  return [...text.matchAll(ID)].map(([, id]) => id).join();
}
