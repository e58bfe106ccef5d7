/** Endpoints of agents: which a league may call, and whether a caller is at home there. */
import { err, ok, type Result } from '../../SHARED/league_sdk/core/result.ts';

const MAX_LENGTH = 2_048;
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/;

/** The endpoint in its one spelling, or what is wrong with it. */
export function parseEndpoint(text: string, schemes: readonly string[]): Result<string, string> {
  if (!URL.canParse(text)) return err('not a URL; write it as http://host:port/mcp');
  const url = new URL(text);
  if (!schemes.includes(url.protocol)) return err(`must begin with ${schemes.join(' or ')}`);
  if (url.username !== '' || url.password !== '') return err('must not hold a user name or password');
  if (url.port === '0') return err('needs the port the agent listens at');
  if (url.hash !== '') return err('must not have a fragment');
  const spelled = url.protocol === 'memory:' ? text : url.href;
  // Encoding makes it longer, and whatever we cannot write into a message we cannot use.
  if (spelled.length > MAX_LENGTH) return err(`is longer than ${MAX_LENGTH} characters`);
  return ok(spelled);
}

/** Whether a request from this address may come from the agent at this endpoint. */
export function isOwnAddress(endpoint: string, address: string): boolean {
  const url = new URL(endpoint);
  if (url.protocol === 'memory:') return true;
  return (
    url.hostname === address ||
    url.hostname === `[${address}]` ||
    (LOOPBACK.test(url.hostname) && LOOPBACK.test(address))
  );
}

/** Whether an address is one of this machine's own. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}
