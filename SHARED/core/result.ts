/** Expected failures as values instead of exceptions: check `ok` before the value; and the words of what was thrown. */
/** A success. */
export type Ok<T> = { readonly ok: true; readonly value: T };
/** An expected failure. */
export type Err<E> = { readonly ok: false; readonly error: E };
/**
 * A value, or the reason why there is none.
 *
 * @example
 * const half = (n: number): Result<number, string> => (n % 2 === 0 ? ok(n / 2) : err(`${n} is odd`));
 * const halved = half(3);
 * halved.ok ? halved.value : halved.error; // '3 is odd'
 */
export type Result<T, E> = Ok<T> | Err<E>;

/** A success with this value. */
export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
/** A failure with this reason. */
export const err = <E>(error: E): Err<E> => ({ ok: false, error });

/** The value, or an exception: for places where a failure is a bug (tests, composition roots). */
export function unwrap<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value;
  throw new Error(`unexpected failure: ${JSON.stringify(result.error)}`);
}

/** The message of a thrown error; of any other thrown value its text. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The stack of a thrown error, over several lines: for bugs. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
