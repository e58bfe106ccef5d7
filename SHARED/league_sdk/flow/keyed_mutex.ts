/** Queues by name: what is asked under one name is done one after the other, in the order it was asked. */

export class KeyedMutex {
  /** The end of each queue that has anybody in it. */
  readonly #ends = new Map<string, Promise<unknown>>();

  /** Runs the action when everything asked before under this name has ended, well or badly. */
  take<T>(name: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.#ends.get(name) ?? Promise.resolve()).then(action, action);
    this.#ends.set(name, turn);
    const leave = () => {
      if (this.#ends.get(name) === turn) this.#ends.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  }

  /** Resolves when every queue is empty; rejects with what went wrong in the last of any. */
  async settled(): Promise<void> {
    await Promise.all(this.#ends.values());
  }
}
