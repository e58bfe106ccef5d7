/** The text of a ledger: one line for what was appended together, each with the hash of the line before. */
import { sha256 } from '../../core/hash.ts';
import type { Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Damage, Sequence } from './ledger.ts';

interface Verified {
  readonly last: Sequence;
  readonly hash: string;
  /** How many characters at the end are an append that was interrupted. */
  readonly torn: number;
}

/**
 * Goes over the whole text; `hear` is told what was appended together, in order. Only a last line without its end can be a torn write, since lines are written with
 * their end: whatever else does not fit has been changed.
 */
export function verify(text: string, hear: (events: readonly Json[]) => void = () => {}): Result<Verified, Damage> {
  let last = 0;
  let hash = BEGINNING;
  let start = 0;
  for (let number = 1; ; number++) {
    const end = text.indexOf('\n', start);
    const damaged = (detail: string) => err<Damage>({ code: 'DAMAGED', line: number, detail });
    if (end === -1) {
      const rest = text.slice(start);
      const isWhole = readLine(rest.slice(0, -1), last + 1, hash).ok;
      if (isWhole) return damaged('the end of the last line has been changed');
      return ok({ last, hash, torn: rest.length });
    }
    const line = readLine(text.slice(start, end), last + 1, hash);
    if (!line.ok) return damaged(line.error);
    hear(line.value.events);
    last += line.value.events.length;
    hash = line.value.hash;
    start = end + 1;
  }
}

/** What a ledger says, line by line, and whether its end is an append that was interrupted. */
export function eventsIn<Event>(
  text: string,
): Result<{ readonly lines: readonly (readonly Event[])[]; readonly torn: boolean }, Damage> {
  const lines: (readonly Event[])[] = [];
  const verified = verify(text, (events) => lines.push(events as readonly Event[]));
  return verified.ok ? ok({ lines, torn: verified.value.torn > 0 }) : verified;
}

/** What the first line names as the line before it. */
export const BEGINNING = '0'.repeat(64);

const TAIL = /,"hash":"([0-9a-f]{64})"}$/;
/** What bytes that are no text are read as. No line of ours has it, so where it stands, something was changed. */
const REPLACEMENT = '\ufffd';

interface Line<Event> {
  /** Number of its first event. */
  readonly seq: Sequence;
  readonly events: readonly Event[];
  readonly hash: string;
}

/** The text of a line, without its end, and its hash. */
export function writeLine(
  seq: Sequence,
  prev: string,
  events: readonly Json[],
): { readonly text: string; readonly hash: string } {
  const list = JSON.stringify(events).replaceAll(REPLACEMENT, '\\ufffd');
  const body = `{"seq":${seq},"prev":"${prev}","events":${list}`;
  const hash = sha256(body);
  return { text: `${body},"hash":"${hash}"}`, hash };
}

/** The line that must follow `prev` and begin with event `seq`, or what is wrong with it. */
export function readLine<Event extends Json>(text: string, seq: Sequence, prev: string): Result<Line<Event>, string> {
  const tail = TAIL.exec(text);
  if (tail === null) return err('the line does not end with its hash');
  const [body, hash] = [text.slice(0, tail.index), tail[1] as string];
  if (text.includes(REPLACEMENT) || sha256(body) !== hash)
    return err('the line does not have the hash it was written with');
  const line = JSON.parse(`${body}}`) as {
    readonly seq: Sequence;
    readonly prev: string;
    readonly events: readonly Event[];
  };
  if (line.seq !== seq) return err(`the line begins with event ${line.seq} where ${seq} should come`);
  if (line.prev !== prev) return err('the line does not follow from the one before');
  return ok({ seq, events: line.events, hash });
}
