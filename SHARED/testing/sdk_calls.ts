/** Calls of every part of the library, for tests: one that works, and one for each of its failures. */
import { DiskError } from '../league_sdk/disk/disk.ts';
import { memoryDisk } from '../league_sdk/disk/memory_disk.ts';
import type { SdkFailure } from '../tools/interfaces/sdk_kinds.ts';
import { fakeClock } from './fake_clock.ts';

/** The calls of one export. */
export interface Calls {
  /** Resolves to true when it did what it is for. */
  readonly works: () => Promise<boolean> | boolean;
  /** Each gives, or rejects with, the failure it is named for. */
  readonly fails?: { readonly [F in SdkFailure]?: () => Promise<unknown> };
}

/** By name, as in the table. */
export type CallsByName = { readonly [name: string]: Calls };

/** The code of the failure; a plain word when there was none. */
export async function failureOf(action: () => Promise<unknown>): Promise<string> {
  try {
    const outcome = (await action()) as { readonly ok: boolean; readonly error?: { readonly code: string } };
    return outcome?.ok === false ? String(outcome.error?.code) : 'nothing failed';
  } catch (thrown) {
    if (thrown instanceof DiskError) return thrown.code;
    throw thrown;
  }
}

/** An empty place for files, on virtual time. */
export function emptyStore() {
  return { disk: memoryDisk(), clock: fakeClock(), root: '/data' };
}

/** The same with a disk on which one thing fails. */
export function failingStore(doing: 'read' | 'replace' | 'list' | 'append', code: DiskError['code']) {
  const store = emptyStore();
  const fail = async (): Promise<never> => {
    throw new DiskError(code, `cannot ${doing}`);
  };
  return { ...store, disk: { ...store.disk, [doing]: fail } };
}

/** The same with one file in it. */
export async function storeWith(path: string, text: string) {
  const store = emptyStore();
  await store.disk.replace(path, text);
  return store;
}
