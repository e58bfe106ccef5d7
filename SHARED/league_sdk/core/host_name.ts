/** Names of hosts: which of them cannot be made to stand for an address of a stranger's choice. */

/** Reserved for use inside one network (RFC 6761, 6762, 8375 and the reservation of `internal`). */
const INSIDE = /\.(?:localhost|local|internal|home\.arpa|test)$/;

/** The name as it is compared: in lower case, without the dot that may end it. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Whether nobody on the internet can own this name: single words, and endings reserved for use inside a network. */
export function isInsideName(name: string): boolean {
  const plain = plainName(name);
  return plain !== '' && (!plain.includes('.') || INSIDE.test(plain));
}

/** Whether a name stands for this machine by definition. */
export function isLocalhost(name: string): boolean {
  return /^(?:[^.]+\.)*localhost$/.test(plainName(name));
}
