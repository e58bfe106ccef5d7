/** The evidence that the checks read: the trace, the disks, and what follows from the two at once. */

import type { RecordsPolicy } from '../../../../SHARED/contracts/files/system.ts';
import type { Json } from '../../../../SHARED/core/json.ts';
import type { LeagueConfig, Limits } from '../../../../SHARED/league_sdk/config_models.ts';
import type { LeagueEvent } from '../../../league_manager/league/events.ts';
import { THIEF } from '../bad_agents.ts';
import { ledgerIn, segmentAt } from '../ledger_text.ts';
import type { Plan } from '../plan.ts';
import { agentIn, type TraceEvent } from '../trace.ts';

export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11';

/** An invariant that does not hold, and what shows it. */
export interface Violation {
  readonly invariant: Invariant;
  readonly detail: string;
}

export interface Evidence {
  readonly events: readonly TraceEvent[];
  /** Whose machine has the files of the league: of several managers, the last that led. */
  readonly manager: string;
  /** The files left on each machine. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly config: LeagueConfig;
  readonly limits: Limits;
  readonly plan: Plan;
  /** How matches and histories were kept. */
  readonly records: RecordsPolicy;
  /** Whether the manager ended because the league was complete. */
  readonly ended: boolean;
  readonly trouble: string | undefined;
  readonly boundMs: number;
  /** When the world was last looked at. */
  readonly endMs: number;
}

/** A ledger's event, and where in the file its line ends. */
export interface Placed {
  readonly event: LeagueEvent;
  readonly end: number;
}

export interface Case extends Evidence {
  readonly ledgerText: string;
  readonly ledger: readonly Placed[];
  readonly sent: ReadonlyMap<number, Extract<TraceEvent, { kind: 'sent' }>>;
  /** The length of the ledger that was safe before each event of the trace. */
  readonly safe: Int32Array;
  /** By life of a manager, its place among those that led. */
  readonly terms: ReadonlyMap<string, number>;
  /** When each life ended, however. */
  readonly deaths: ReadonlyMap<string, number>;
  /** When each life ended by itself, in order. */
  readonly exits: ReadonlyMap<string, number>;
}

export type Check = (of: Case) => Violation | undefined;

export function broken(invariant: Invariant, detail: string): Violation {
  return { invariant, detail };
}

/** The lines of a ledger's text, as far as they can be read. */
export function placedIn(text: string): readonly Placed[] {
  const placed: Placed[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end);
    const events = eventsIn(line);
    if (events === undefined) break;
    for (const event of events) placed.push({ event, end: end + 1 });
    start = end + 1;
  }
  return placed;
}

function eventsIn(line: string): readonly LeagueEvent[] | undefined {
  try {
    return (JSON.parse(line) as { readonly events: readonly LeagueEvent[] }).events;
  } catch {
    return undefined;
  }
}

/** Everything the checks look up again and again. */
export function caseOf(evidence: Evidence): Case {
  const { text: ledgerText = '', lengths = [] } =
    ledgerIn(evidence.files.get(evidence.manager) ?? new Map(), evidence.config.league_id) ?? {};
  /** Where in the whole text each segment begins. */
  const begins = [0];
  for (const long of lengths) begins.push((begins.at(-1) ?? 0) + long);
  const sent = new Map<number, Extract<TraceEvent, { kind: 'sent' }>>();
  const safe = new Int32Array(evidence.events.length);
  const deaths = new Map<string, number>();
  const exits = new Map<string, number>();
  const terms = new Map<string, number>();
  let length = 0;
  for (const [i, event] of evidence.events.entries()) {
    safe[i] = length;
    if (event.kind === 'sent') sent.set(event.call, event);
    else if (event.kind === 'stored' && event.statement === 'TAKE' && event.changed > 0) terms.set(event.life, i);
    else if (event.kind === 'synced' && segmentAt(event.path) !== undefined)
      length = (begins[(segmentAt(event.path) ?? 1) - 1] ?? 0) + event.length;
    else if (event.kind === 'fault' && event.where !== '' && event.what !== 'disk full') {
      deaths.set(event.where, event.at);
      if (event.what.startsWith('ended:') && !event.what.includes('failed')) exits.set(event.where, event.at);
    }
  }
  return { ...evidence, ledgerText, ledger: placedIn(ledgerText), sent, safe, terms, deaths, exits };
}

/** The first message type in a text: cheaper than reading it. */
export function typeIn(text: string): string | undefined {
  const at = text.indexOf('"message_type":"');
  return at < 0 ? undefined : text.slice(at + 16, text.indexOf('"', at + 16));
}

/** A field of text, where it first stands. */
export function fieldIn(text: string, field: string): string | undefined {
  const word = `"${field}":"`;
  const at = text.indexOf(word);
  return at < 0 ? undefined : text.slice(at + word.length, text.indexOf('"', at + word.length));
}

/** The messages of a request or of an answer, those of a batch one by one. */
export function messagesIn(text: string): readonly { readonly [field: string]: Json }[] {
  const value = JSON.parse(text) as Envelope | readonly Envelope[];
  const list = (Array.isArray(value) ? value : [value]) as readonly Envelope[];
  return list.map(
    ({ params, result }) =>
      ((params?.['message'] ?? params?.['arguments']) as Message | undefined) ?? params ?? result ?? {},
  );
}
interface Envelope {
  readonly params?: Message;
  readonly result?: Message;
}
type Message = { readonly [field: string]: Json };

/**
 * Whether the newest text of a view is that of a manager that had lost its folder to a later one: it was on its way while
 * the disk was slow, and is made anew at the next start.
 */
export function isLate({ events, manager }: Evidence, path: string): boolean {
  const lives = events.flatMap((event) =>
    event.kind === 'wrote' && event.path === path && agentIn(event.life) === manager ? [numberOf(event.life)] : [],
  );
  return (lives.at(-1) ?? 0) < Math.max(0, ...lives);
}

/** Which life of the manager it is; of several managers, the how-manieth that led, in any numbers that grow. */
export function termOf({ terms }: Case, life: string): number {
  return terms.get(life) ?? numberOf(life);
}

/** Which life of its agent it is. */
function numberOf(life: string): number {
  return Number(life.slice(life.indexOf('#') + 1));
}

/** Whether an agent is believed in its reports of faults and answers. */
export function isHonest({ plan }: Evidence, life: string): boolean {
  const agent = agentIn(life);
  return agent !== THIEF && plan.liar !== agent && plan.nuisances.get(agent) !== 'byzantine';
}

/** Whether a line can be read, which a torn one cannot. */
export function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
