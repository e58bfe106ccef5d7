/** What our servers say to a request that nobody gets to read: a JSON-RPC error with the fields of every league error. */
import { type ErrorCode, type RpcErrorName, refusal } from '../../contracts/errors.ts';
import { errorEnvelope } from './envelope.ts';

const REFUSALS: ReadonlyMap<number, readonly [RpcErrorName, ErrorCode]> = new Map([
  [403, ['INVALID_REQUEST', 'E006']],
  // Whatever it is, it was not read.
  [413, ['PARSE_ERROR', 'E002']],
  [429, ['INVALID_REQUEST', 'E014']],
  [503, ['INVALID_REQUEST', 'E014']],
]);

/** The body of a refusal with this HTTP status. */
export function refusalText(status: number, why: string): string {
  const [name, code] = REFUSALS.get(status) ?? ['INVALID_REQUEST', 'E002'];
  return JSON.stringify(errorEnvelope(null, name, refusal(code, why)));
}
