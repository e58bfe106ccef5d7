/** One line of a ledger file: what was appended together, tied by a hash to the line before, so that no changed byte goes unseen. */
import { sha256 } from '../../core/hash.ts';
import type { Json } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Sequence } from './ledger.ts';

/** What the first line names as the line before it. */
export const BEGINNING = '0'.repeat(64);

const TAIL = /,"hash":"([0-9a-f]{64})"}$/;
/** What bytes that are no text are read as. No line of ours has it, so where it stands, something was changed. */
const REPLACEMENT = '\ufffd';

export interface Line<Event> {
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
