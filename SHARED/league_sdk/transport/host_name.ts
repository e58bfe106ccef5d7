/** Names of hosts: which of them stand for this machine, and which of them nobody on the internet can own. */

/** Reserved for use inside one network (RFC 6761, 6762, 8375 and the reservation of `internal`). */
const INSIDE = /\.(?:localhost|local|internal|home\.arpa|test)$/;

/** The name as it is compared: in lower case, without the dot that may end it. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether nobody on the internet can own this name: single words, and endings reserved for use inside a network.
 * Inside it anybody may answer to such a name (mDNS, LLMNR), so it says nothing about who is meant.
 */
export function isInsideName(name: string): boolean {
  const plain = plainName(name);
  return plain !== '' && (!plain.includes('.') || INSIDE.test(plain));
}

/** Whether a name stands for this machine by definition. */
export function isLocalhost(name: string): boolean {
  return /^(?:[^.]+\.)*localhost$/.test(plainName(name));
}

/** What a machine is called inside its network, given what it calls itself. */
export function namesOf(hostname: string): readonly string[] {
  const name = plainName(hostname);
  const [word = ''] = name.split('.');
  if (word === '' || word === 'localhost') return name === '' ? [] : [name];
  return [...new Set([name, word, `${word}.local`])];
}
