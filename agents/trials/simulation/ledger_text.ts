/** The text of a ledger as it lies on a simulated disk, in one file or in segments: one behind the other, as written. */
import { zstdDecompressSync } from 'node:zlib';
import { ledgerFile } from '../../../SHARED/league_sdk/ledger/file.ts';
import { closedBefore } from '../../../SHARED/league_sdk/ledger/text.ts';
import { DATA } from './parts.ts';

const SEGMENT = /\/ledger(?:\.(\d{5}))?\.jsonl$/;

/** The number of the segment that a path is of, from 1; undefined where it is of none. */
export function segmentAt(path: string): number | undefined {
  const found = SEGMENT.exec(path);
  return found === null ? undefined : Number(found[1] ?? 1);
}

/** The bytes of a file, whose text has a character for each of them where it is packed. */
export function bytesIn(path: string, text: string): Buffer {
  return Buffer.from(text, /\.(zst|pages)$/.test(path) ? 'latin1' : 'utf8');
}

export interface LedgerText {
  readonly text: string;
  /** How long the segments before the newest are, in order. */
  readonly lengths: readonly number[];
}

/** The ledger of a league in the files of its manager's machine; undefined where there is none. */
export function ledgerIn(files: ReadonlyMap<string, string>, league_id: string): LedgerText | undefined {
  const first = ledgerFile(DATA, league_id);
  const folder = first.slice(0, first.lastIndexOf('/'));
  const segments = [...files.keys()].filter((path) => path.startsWith(`${folder}/`) && segmentAt(path) !== undefined);
  segments.sort((a, b) => (segmentAt(b) ?? 0) - (segmentAt(a) ?? 0));
  // A first line without its end is the beginning of a segment that never was.
  const newest = segments.find((path) => path === first || files.get(path)?.includes('\n') === true);
  if (newest === undefined) return undefined;
  const text = files.get(newest) ?? '';
  const closed = closedBefore(text) ?? [];
  const before = closed.map(({ file }) => unpacked(file, files.get(`${folder}/${file}`) ?? ''));
  return { text: before.join('') + text, lengths: before.map(({ length }) => length) };
}

function unpacked(file: string, text: string): string {
  if (!file.endsWith('.zst')) return text;
  try {
    return zstdDecompressSync(bytesIn(file, text)).toString();
  } catch {
    // What is left of it says nothing: what was in it is lost, and found to be.
    return '';
  }
}
