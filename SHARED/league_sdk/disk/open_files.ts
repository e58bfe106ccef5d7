/** Files kept open between appends: at most so many, the longest unused is closed first. */

interface Closable {
  close(): Promise<void>;
}

export class OpenFiles<Handle extends Closable> {
  readonly #limit: number;
  /** In the order of use, the longest unused first. */
  readonly #handles = new Map<string, Handle>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The open file at a path, which thereby counts as just used. */
  use(path: string): Handle | undefined {
    const handle = this.#handles.get(path);
    if (handle !== undefined) {
      this.#handles.delete(path);
      this.#handles.set(path, handle);
    }
    return handle;
  }

  /** Keeps a file open; what is handed back has been pushed out and is the caller's to close. */
  keep(path: string, handle: Handle): readonly [string, Handle][] {
    this.#handles.set(path, handle);
    const pushedOut = [...this.#handles].slice(0, Math.max(0, this.#handles.size - this.#limit));
    for (const [old] of pushedOut) this.#handles.delete(old);
    return pushedOut;
  }

  /** Forgets every file the test says yes to; they are the caller's to close. */
  release(test: (path: string) => boolean): readonly [string, Handle][] {
    const released = [...this.#handles].filter(([path]) => test(path));
    for (const [path] of released) this.#handles.delete(path);
    return released;
  }
}
