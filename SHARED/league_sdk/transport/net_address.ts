/** Addresses and host names: their plain form, what kind of network they are in, and which of them a connection may go to. */

/** `loopback`: this machine. `unfit`: no agent can live there, though something else may. `ordinary`: any other machine. */
type PlaceKind = 'loopback' | 'unfit' | 'ordinary';

interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

interface Network {
  readonly of: Address;
  readonly prefix: number;
}

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const V6 = /^[0-9a-f:.]{2,45}$/i;
const MAPPED = 0xffffn;
const V4_IN_V6 = 32n;
const LOW_32 = 0xffff_ffffn;

/** The one spelling of an IP address, an IPv4 one in IPv6 clothes being IPv4; undefined for anything else. */
export function plainAddress(text: string): string | undefined {
  const address = parse(text);
  return address === undefined ? undefined : spell(address);
}

/** Places no message should go to: whatever answers there is not an agent, and may be worth protecting. */
const UNFIT = [
  ['0.0.0.0/8', 'stands for no machine in particular'],
  ['169.254.0.0/16', 'is link-local, where clouds keep their secrets'],
  ['192.0.0.0/24', 'is reserved'],
  ['100.100.100.200/32', 'is where a cloud keeps its secrets'],
  ['168.63.129.16/32', 'is where a cloud keeps its secrets'],
  ['224.0.0.0/4', 'is multicast'],
  ['240.0.0.0/4', 'is reserved'],
  ['::/128', 'stands for no machine in particular'],
  ['64:ff9b:1::/48', 'is translated to another address'],
  ['100::/64', 'is discarded'],
  ['2001::/32', 'is tunnelled to another address'],
  ['fd00:ec2::/32', 'is where a cloud keeps its secrets'],
  ['fd20:ce::/32', 'is where a cloud keeps its secrets'],
  ['fe80::/10', 'is link-local'],
  ['ff00::/8', 'is multicast'],
].map(([network, why]) => ({ network: need(network as string), why: why as string }));
const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(need);

/** What kind of place an address is; of an address that is reached through another, the worse of both. */
export function kindOf(address: string): PlaceKind {
  const forms = formsOf(address);
  if (forms.length === 0 || forms.some((form) => unfitIn(form) !== undefined)) return 'unfit';
  return forms.some((form) => LOOPBACK.some((network) => isIn(form, network))) ? 'loopback' : 'ordinary';
}

/** Why an address is unfit, as the end of a sentence about it. */
export function whyUnfit(address: string): string {
  for (const form of formsOf(address)) {
    const why = unfitIn(form);
    if (why !== undefined) return why;
  }
  return 'is not an IP address';
}

/** Whether two addresses are the same, whatever their spelling; all addresses of loopback are one machine. */
export function isSamePlace(a: string, b: string): boolean {
  const plain = plainAddress(a);
  if (plain === undefined) return false;
  return plain === plainAddress(b) || (kindOf(a) === 'loopback' && kindOf(b) === 'loopback');
}

/** Whether a text is an address or a network such as 192.168.1.0/24. */
export function isNetwork(text: string): boolean {
  return networkIn(text) !== undefined;
}

/** Whether an address lies in a network; a network without a length is a single address. */
export function isInNetwork(address: string, network: string): boolean {
  const [of, within] = [parse(address), networkIn(network)];
  return of !== undefined && within !== undefined && isIn(of, within);
}

/** Whom a limit per address holds for: an IPv4 address, or the 64 bits of IPv6 that one household has. */
export function neighbourhoodOf(address: string): string {
  const parsed = parse(address);
  if (parsed === undefined) return address;
  return parsed.bits === 32 ? spell(parsed) : `${(parsed.value >> 64n).toString(16)}::/64`;
}

/** The address itself, and the IPv4 address that a translator or tunnel would make of it. */
function formsOf(text: string): readonly Address[] {
  const address = parse(text);
  if (address === undefined) return [];
  if (address.bits === 32) return [address];
  const { value } = address;
  const v4 = (from: bigint): Address => ({ bits: 32, value: from & LOW_32 });
  if (value >> 96n === 0n && value > 1n) return [address, v4(value)];
  if (value >> V4_IN_V6 === 0x64_ff9b_0000_0000_0000_0000n) return [address, v4(value)];
  if (value >> 112n === 0x2002n) return [address, v4(value >> 80n)];
  return [address];
}

function unfitIn(address: Address): string | undefined {
  return UNFIT.find(({ network }) => isIn(address, network))?.why;
}

function isIn(address: Address, { of, prefix }: Network): boolean {
  if (address.bits !== of.bits) return false;
  const rest = BigInt(of.bits - prefix);
  return address.value >> rest === of.value >> rest;
}

function networkIn(text: string): Network | undefined {
  const [head = '', length, ...more] = text.split('/');
  const of = parse(head);
  if (of === undefined || more.length > 0) return undefined;
  if (length === undefined) return { of, prefix: of.bits };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY;
  return prefix <= of.bits ? { of, prefix } : undefined;
}

function need(text: string): Network {
  const network = networkIn(text);
  if (network === undefined) throw new RangeError(`${text} is not a network`);
  return network;
}

function parse(text: string): Address | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  // What the system tells of a link-local neighbour ends in the name of the link.
  const address = bare.includes('%') ? bare.slice(0, bare.indexOf('%')) : bare;
  const v4 = V4.exec(address);
  if (v4 !== null) return parseV4(v4);
  if (!address.includes(':') || !V6.test(address)) return undefined;
  const value = parseV6(address);
  if (value === undefined) return undefined;
  return value >> V4_IN_V6 === MAPPED ? { bits: 32, value: value & LOW_32 } : { bits: 128, value };
}

function parseV4([, ...parts]: RegExpExecArray): Address | undefined {
  let value = 0n;
  for (const part of parts) {
    // A leading zero is octal to some and decimal to others.
    if (Number(part) > 255 || (part.length > 1 && part.startsWith('0'))) return undefined;
    value = (value << 8n) | BigInt(part);
  }
  return { bits: 32, value };
}

function parseV6(text: string): bigint | undefined {
  const url = URL.parse(`http://[${text}]/`);
  if (url === null) return undefined;
  const [head = '', tail] = url.hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

function spell({ bits, value }: Address): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  const digits = value.toString(16).padStart(32, '0');
  const groups = digits.match(/.{4}/g) as string[];
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

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

/** Why a host must not be called at an address it stands for; undefined when it may. */
export type Guard = (host: string, address: string) => string | undefined;

/** No place where agents cannot live, and no name of a stranger's choice that turns out to be this machine. */
export const usualGuard: Guard = (host, address) => {
  const kind = kindOf(address);
  if (kind === 'unfit') return `${address} ${whyUnfit(address)}`;
  if (kind === 'ordinary' || plainAddress(host) !== undefined || isInsideName(host)) return undefined;
  return `${host} stands for ${address}, which is this machine`;
};

/** What an http or https URL is pinned by: its host and port, whatever its path. */
export function pinOf({ hostname, port, protocol }: URL): string {
  const usualPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? usualPort : port}`;
}
