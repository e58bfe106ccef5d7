/** Reads files of the machine that may not be there: their bytes, and where their last lines end. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Measure } from './disk.ts';

/** The result of reading a file; undefined when there is no such file. */
export async function reading<T>(path: string, read: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  const handle = await ifThere(open(path, 'r'));
  try {
    return handle === undefined ? undefined : await read(handle);
  } finally {
    await handle?.close();
  }
}

/** The bytes of an open file from a place on, fewer where it ends before. */
export async function bytesIn(handle: FileHandle, from: number, length?: number): Promise<Uint8Array> {
  const left = Math.max(0, (await handle.stat()).size - from);
  const buffer = Buffer.allocUnsafe(Math.min(left, length ?? left));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
  return buffer.subarray(0, bytesRead);
}

const LOOK_BYTES = 65_536;

/** Looks for the last newline from the end on. */
export async function measured(handle: FileHandle): Promise<Measure> {
  const { size: bytes } = await handle.stat();
  const buffer = Buffer.alloc(Math.min(bytes, LOOK_BYTES));
  for (let end = bytes; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const newline = buffer.subarray(0, bytesRead).lastIndexOf('\n');
    if (newline >= 0) return { bytes, torn: bytes - (start + newline + 1) };
    end = start;
  }
  return { bytes, torn: bytes };
}

/** The result of an operation; undefined when there is no such file. */
export function ifThere<T>(operation: Promise<T>): Promise<T | undefined> {
  return operation.catch((thrown: unknown) => {
    const { code } = thrown as NodeJS.ErrnoException;
    // ESRCH: what /proc has on a process that ended while it was read.
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw thrown;
  });
}
