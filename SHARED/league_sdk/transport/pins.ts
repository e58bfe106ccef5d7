/** Pins: the address that a name at a port was taken for, and is connected to ever after. */

/** What an http or https URL is pinned by: its host and port, whatever its path. */
export function pinOf({ hostname, port, protocol }: URL): string {
  const usualPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? usualPort : port}`;
}
