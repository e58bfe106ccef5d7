/** Bytes from a wire as text, without ever repairing them. */
import { isUtf8 } from 'node:buffer';

/** What bytes that are no UTF-8 are read as: a text that no JSON parser accepts. */
const UNREADABLE = '\uFFFD';

/** The text of these bytes exactly, or a text that is certain to be refused as JSON. */
export function textOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : UNREADABLE;
}
