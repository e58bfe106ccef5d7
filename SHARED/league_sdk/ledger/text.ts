/** The text of a ledger: one line for what was appended together, each with the hash of the line before. */
import { sha256 } from '../../core/hash.ts';
import type { Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Damage, Sequence } from './ledger.ts';

/** How far a chain of lines has come: its last event, and the hash that the next line names as the one before. */
export interface Link {
  readonly last: Sequence;
  readonly hash: string;
}

interface Verified extends Link {
  /** How many characters at the end are an append that was interrupted. */
  readonly torn: number;
  /** Whether its last line says that the ledger goes on in the next segment. */
  readonly ends: boolean;
}

/** The hash that the first line names for the line before it. */
export const BEGINNING = '0'.repeat(64);
/** The chain before the first line. */
export const START: Link = { last: 0, hash: BEGINNING };

/** What was appended together, the number of its first event, and in which line of its text it stands. */
interface Told<Event> {
  readonly events: readonly Event[];
  readonly seq: Sequence;
  readonly line: number;
}

/**
 * Goes over the whole text, which follows from a link, and gives what was appended, in order. Only a last line without its
 * end can be a torn write, since lines are written with their end: any other line that does not fit was changed.
 */
export function* walk<Event extends Json>(
  text: string,
  from: Link = START,
): Generator<Told<Event>, Result<Verified, Damage>> {
  let { last, hash } = from;
  let start = 0;
  let ends = false;
  /** Whether the next line begins a segment: such a line tells of those before it, and nothing else does. */
  let begins = hash !== BEGINNING;
  for (let number = 1; ; number++) {
    const end = text.indexOf('\n', start);
    const damaged = (detail: string) => err<Damage>({ code: 'DAMAGED', line: number, detail });
    if (end === -1) {
      const rest = text.slice(start);
      const isWhole = readLine(rest.slice(0, -1), last + 1, hash).ok;
      if (isWhole) return damaged('the end of the last line has been changed');
      return ok({ last, hash, torn: rest.length, ends });
    }
    const line = readLine<Event>(text.slice(start, end), last + 1, hash);
    if (!line.ok) return damaged(line.error);
    const { seq, events, closed } = line.value;
    ends = line.value.ends === true;
    if (begins !== (closed !== undefined))
      return damaged(begins ? 'a segment has ended before it' : 'no segment has ended before it');
    const isMark = ends || begins;
    if ((ends && begins) || (isMark && events.length > 0)) return damaged('the line between two segments says more');
    if (events.length > 0) yield { seq, events, line: number };
    last += events.length;
    // The line behind the first of a segment follows from the last of those before.
    if (!begins) hash = line.value.hash;
    begins = ends;
    start = end + 1;
  }
}

/** The same in one go; `hear` is told what was appended together. */
export function verify(
  text: string,
  hear: (events: readonly Json[]) => void = () => {},
  from: Link = START,
): Result<Verified, Damage> {
  const lines = walk(text, from);
  for (;;) {
    const { done, value } = lines.next();
    if (done) return value;
    hear(value.events);
  }
}

/** The events of a ledger, line by line, and whether its end is an append that was interrupted. */
export function eventsIn<Event>(
  text: string,
): Result<{ readonly lines: readonly (readonly Event[])[]; readonly torn: boolean }, Damage> {
  const lines: (readonly Event[])[] = [];
  const verified = verify(text, (events) => lines.push(events as readonly Event[]));
  return verified.ok ? ok({ lines, torn: verified.value.torn > 0 }) : verified;
}

const TAIL = /^,"hash":"([0-9a-f]{64})"}$/;
const TAIL_LENGTH = ',"hash":""}'.length + 64;
/** What bytes that are no text are read as. No line of ours has it, so where it stands, something was changed. */
const REPLACEMENT = '\ufffd';

/** A segment of a ledger that takes no more lines, as the first line of the next one names it. */
export interface Closed extends Link {
  readonly file: string;
  /** The hash of the file's bytes. */
  readonly sha256: string;
  /** What a fold had made of the events up to its end; absent where none was kept. */
  readonly snapshot?: KeptSnapshot;
}

/** The files of a snapshot: the state as a whole, and the pages since the snapshot before. */
export interface KeptSnapshot {
  readonly state: KeptFile;
  readonly pages?: KeptFile;
  /** How many pages the snapshots before it have, and how many it has itself. */
  readonly from: number;
  readonly count: number;
}

/** A file beside a ledger, and the hash of its bytes. */
export interface KeptFile {
  readonly file: string;
  readonly sha256: string;
}

interface Line<Event> {
  /** Number of its first event. */
  readonly seq: Sequence;
  readonly events: readonly Event[];
  readonly hash: string;
  /** In the first line of a segment: those before it. */
  readonly closed?: readonly Closed[];
  /** In the last line of a segment. */
  readonly ends?: boolean;
}

/** The text of a line, without its end, and its hash. */
export function writeLine(
  seq: Sequence,
  prev: string,
  events: readonly Json[],
  of: Pick<Line<Json>, 'closed' | 'ends'> = {},
): { readonly text: string; readonly hash: string } {
  const list = JSON.stringify(events).replaceAll(REPLACEMENT, '\\ufffd');
  const { closed, ends } = of;
  const segment = `${closed === undefined ? '' : `"closed":${JSON.stringify(closed)},`}${ends === true ? '"ends":true,' : ''}`;
  const body = `{"seq":${seq},"prev":"${prev}",${segment}"events":${list}`;
  const hash = sha256(body);
  return { text: `${body},"hash":"${hash}"}`, hash };
}

/** The line that must follow `prev` and begin with event `seq`, or what is wrong with it. */
export function readLine<Event extends Json>(text: string, seq: Sequence, prev: string): Result<Line<Event>, string> {
  const tail = TAIL.exec(text.slice(-TAIL_LENGTH));
  if (tail === null) return err('the line does not end with its hash');
  const [body, hash] = [text.slice(0, -TAIL_LENGTH), tail[1] as string];
  if (text.includes(REPLACEMENT) || sha256(body) !== hash)
    return err('the line does not have the hash it was written with');
  // Not the body with an end of its own: that would be another copy of it.
  const line = JSON.parse(text) as Line<Event> & { readonly prev: string };
  if (line.seq !== seq) return err(`the line begins with event ${line.seq} where ${seq} should come`);
  if (line.prev !== prev) return err('the line does not follow from the one before');
  return ok(line);
}

/** The segments before one, as its first line names them; undefined where it has no end, or says nothing of the kind. */
export function closedBefore(text: string): readonly Closed[] | undefined {
  const end = text.indexOf('\n');
  if (end < 0 || !/^\{"seq":\d+,"prev":"[0-9a-f]{64}","closed":\[/.test(text)) return undefined;
  const { closed } = parsed(text.slice(0, end)) ?? {};
  return closed;
}

/** Whether a text ends with the line that ends a segment. */
export function isEnded(text: string): boolean {
  const start = text.lastIndexOf('\n', text.length - 2) + 1;
  return (
    text.endsWith('\n') && text.startsWith('{"seq":', start) && text.slice(start, start + 120).includes(',"ends":true,')
  );
}

function parsed(line: string): Partial<Line<Json>> | undefined {
  try {
    return JSON.parse(line) as Partial<Line<Json>>;
  } catch {
    // What cannot be read is found to be damaged where the line is checked.
    return undefined;
  }
}
