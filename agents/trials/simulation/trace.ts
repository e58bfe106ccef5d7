/** The trace of a simulated world, in order: every text, every write, every fault, and one hash over all of it. */
import { createHash } from 'node:crypto';

/** A text on its way, by the number of its call; `life` is the incarnation that did it, such as REF01#2. */
export type TraceEvent =
  | {
      readonly kind: 'sent';
      readonly at: number;
      /** When it was given to the wires: it leaves later where its process is stopped, or its receiver takes its time. */
      readonly begun: number;
      readonly call: number;
      readonly life: string;
      readonly to: string;
      readonly text: string;
      /** Nothing else is carried by its connection. */
      readonly alone?: true;
    }
  /** A request reached a living listener. */
  | {
      readonly kind: 'arrived';
      readonly at: number;
      readonly call: number;
      readonly life: string;
      readonly copy: number;
    }
  | {
      readonly kind: 'answered';
      readonly at: number;
      readonly call: number;
      readonly life: string;
      readonly copy: number;
      readonly text: string | undefined;
    }
  /** The reply reached its asker, at `landed` its machine. */
  | {
      readonly kind: 'heard';
      readonly at: number;
      readonly landed: number;
      readonly call: number;
      readonly life: string;
      readonly text: string | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly at: number;
      readonly call: number;
      readonly life: string;
      readonly code: string;
    }
  | {
      readonly kind: 'wrote';
      readonly at: number;
      readonly life: string;
      readonly path: string;
      readonly text: string;
    }
  /** An agent begins to find out whether a listener takes a connection at an address. */
  | {
      readonly kind: 'knocks';
      readonly at: number;
      readonly life: string;
      readonly to: string;
    }
  /** It has found out. */
  | {
      readonly kind: 'knocked';
      readonly at: number;
      readonly life: string;
      readonly to: string;
      readonly opened: boolean;
    }
  /** A file is safe up to this many characters. */
  | {
      readonly kind: 'synced';
      readonly at: number;
      readonly life: string;
      readonly path: string;
      readonly length: number;
    }
  /** The database carried out a statement that changes a league, or would have; `from` is what it took the league from. */
  | {
      readonly kind: 'stored';
      readonly at: number;
      readonly life: string;
      readonly statement: string;
      /** The epoch that it was given as its own; undefined where it is fenced by none. */
      readonly epoch: number | undefined;
      readonly changed: number;
      readonly from?: { readonly lease: 'none' | 'ended' | 'lasts'; readonly isAlive: boolean };
    }
  /** Something was done to the world; `ledger` is what a manager that died left on its disk. */
  | {
      readonly kind: 'fault';
      readonly at: number;
      readonly what: string;
      readonly where: string;
      readonly ledger?: string | undefined;
    };

export interface Trace {
  readonly events: readonly TraceEvent[];
  note(event: TraceEvent): void;
  /** A hash over everything noted so far, texts and writes in full: two runs are the same when theirs are. */
  hash(): string;
}

/** Texts are hashed in pieces of this size: a call of the hash costs more than the bytes. */
const PIECE = 64 * 1024;

export function newTrace(): Trace {
  const events: TraceEvent[] = [];
  const hash = createHash('sha256');
  let waiting = '';
  return {
    events,
    note(event) {
      events.push(event);
      waiting += lineOf(event);
      if (waiting.length < PIECE) return;
      hash.update(waiting);
      waiting = '';
    },
    hash() {
      hash.update(waiting);
      waiting = '';
      return hash.copy().digest('hex');
    },
  };
}

/** An event as a line, for people and for the hash; a reply is heard as it was answered, and not said again. */
export function lineOf(event: TraceEvent): string {
  const { kind, at } = event;
  switch (kind) {
    case 'sent':
      return `${at} ${event.life} -> ${event.to} #${event.call} ${event.text}\n`;
    case 'arrived':
      return `${at} ${event.life} gets #${event.call}${copyOf(event.copy)}\n`;
    case 'answered':
      return `${at} ${event.life} answers #${event.call}${copyOf(event.copy)} ${event.text ?? '(nothing)'}\n`;
    case 'heard':
      return `${at} ${event.life} hears #${event.call} landed ${event.landed}\n`;
    case 'failed':
      return `${at} ${event.life} fails #${event.call} ${event.code}\n`;
    case 'wrote':
      return `${at} ${event.life} writes ${event.path} ${event.text}\n`;
    case 'knocks':
      return `${at} ${event.life} knocks at ${event.to}\n`;
    case 'knocked':
      return `${at} ${event.life} finds ${event.opened ? 'a listener' : 'nobody'} at ${event.to}\n`;
    case 'synced':
      return `${at} ${event.life} syncs ${event.path} ${event.length}\n`;
    case 'stored':
      return `${at} ${event.life} has ${event.statement} of epoch ${event.epoch ?? 'none'} change ${event.changed}${takenFrom(event.from)}\n`;
    case 'fault':
      return `${at} *** ${event.what} ${event.where}\n`;
  }
}

function takenFrom(from: Extract<TraceEvent, { kind: 'stored' }>['from']): string {
  return from === undefined
    ? ''
    : ` (the lease before: ${from.lease}; its session: ${from.isAlive ? 'there' : 'gone'})`;
}

function copyOf(copy: number): string {
  return copy === 0 ? '' : ` (copy ${copy})`;
}

/** Whether an incarnation is of a manager: of the one, or of one of several that stand by for each other. */
export function isManager(life: string): boolean {
  return life.startsWith('LM');
}

/** Which agent an incarnation is of. */
export function agentIn(life: string): string {
  const end = life.indexOf('#');
  return end < 0 ? life : life.slice(0, end);
}
