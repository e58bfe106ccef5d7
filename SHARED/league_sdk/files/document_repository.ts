/** What the repositories share: one document at one place, read whole, written whole. */
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../../core/clock.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Disk } from '../disk/disk.ts';
import { KeyedMutex } from '../flow/keyed_mutex.ts';
import { type DataFault, documentText, readDocument } from './document.ts';

/** Where repositories keep their files. */
export interface Store {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Such as SHARED/data. */
  readonly root: string;
  /** Hears of a delayed write that failed. */
  readonly onFailure?: (thrown: unknown) => void;
}

export interface DocumentShape<S extends TSchema> {
  readonly schema: S;
  /** What is loaded while there is no file. */
  readonly empty: () => Static<S>;
  /** The document as it is written now. */
  readonly stamp?: (document: Static<S>) => Static<S>;
}

/** One document. Reading never throws for what is in the file; a disk that fails rejects with a DiskError. */
export class DocumentRepository<S extends TSchema> {
  readonly path: string;
  readonly #disk: Disk;
  readonly #shape: DocumentShape<S>;
  readonly #turns = new KeyedMutex();

  constructor(store: Store, path: string, shape: DocumentShape<S>) {
    this.path = path;
    this.#disk = store.disk;
    this.#shape = shape;
  }

  /** The document; the empty one when there is no file yet. */
  async load(): Promise<Result<Static<S>, DataFault>> {
    const read = await readDocument(this.#disk, this.path, this.#shape.schema);
    return read.ok ? ok(read.value ?? this.#shape.empty()) : read;
  }

  /** Puts the document in place of the old one, whole or not at all. */
  async save(document: Static<S>): Promise<void> {
    const stamped = this.#shape.stamp?.(document) ?? document;
    await this.#disk.replace(this.path, documentText(stamped as object));
  }

  /** Changes the document; one change after the other, so that none is lost. A refused change writes nothing. */
  protected change<E>(edit: (document: Static<S>) => Result<Static<S>, E>): Promise<Result<void, DataFault | E>> {
    return this.#turns.take(this.path, async () => {
      const loaded = await this.load();
      if (!loaded.ok) return loaded;
      const edited = edit(loaded.value);
      if (!edited.ok) return edited;
      await this.save(edited.value);
      return ok(undefined);
    });
  }
}
