/** Connections and requests counted by subnet: one loud client costs the others nothing. */
import type { Socket } from 'node:net';
import type { Clock, Monotonic } from '../../../core/clock.ts';
import { type Overload, shareOfOneAddress } from '../../../core/limits.ts';
import { TokenBucket } from '../../flow/token_bucket.ts';
import { kindOf, plainAddress, subnetOf } from '../net_address.ts';
import type { PassedCaller } from './forwarded.ts';
import type { HttpLimits } from './limits.ts';

/** The clients that share an address. */
interface Subnet {
  readonly key: string;
  readonly connections: Set<ClientConnection>;
  /** Absent for this machine itself, which is not limited. */
  readonly allowance: TokenBucket | undefined;
  /** Requests that are being read or answered, also those of closed connections. */
  pending: number;
  heldBytes: number;
}

/** One connection, from its first byte to its last. */
export interface ClientConnection {
  readonly address: string;
  /** By which it is spoken to: where there is TLS, from the handshake on another than the one it came by. */
  socket: Socket;
  readonly subnet: Subnet;
  readonly since: Monotonic;
  /** Requests that are being read or answered. */
  pending: number;
  /** Whether it has ever asked for anything. */
  hasAsked: boolean;
  /** Why none of its requests is taken. */
  rejectReason: Overload | undefined;
  /** Of one request that was passed on: the connection it came by, which is another's, and what vouches for its body. */
  readonly by?: { readonly connection: ClientConnection; readonly caller: PassedCaller };
}

/** A connection younger than this may simply not have been read yet. */
const GRACE_MS = 1_000;
/** So far beyond the limit, connections are still told that they are. */
const TOLD = 1.1;
/** Subnets without a connection are remembered for their allowance, at most so many. */
const SUBNETS = 10_000;

export class ConnectionLimits {
  readonly #clock: Clock;
  readonly #limits: HttpLimits;
  readonly #pendingShare: number;
  readonly #heldShare: number;
  readonly #subnets = new Map<string, Subnet>();
  readonly #connections = new Map<Socket, ClientConnection>();
  #pending = 0;
  #heldBytes = 0;

  constructor(clock: Clock, limits: HttpLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#pendingShare = shareOfOneAddress(limits.maxPending);
    this.#heldShare = shareOfOneAddress(limits.maxHeldBytes);
  }

  /**
   * Takes note of a new connection. One too many takes the place of one that is of no use; else it is told so when
   * it asks, and if even too many have to be told, it is closed.
   */
  arrive(socket: Socket): ClientConnection {
    const address = plainAddress(socket.remoteAddress ?? '') ?? '';
    const subnet = this.#subnetOf(address);
    const since = this.#clock.monotonic();
    const connection: ClientConnection = {
      address,
      socket,
      subnet,
      since,
      pending: 0,
      hasAsked: false,
      rejectReason: undefined,
    };
    connection.rejectReason = this.#overloadBy(subnet, since);
    if (connection.rejectReason !== undefined && this.#connections.size >= this.#limits.maxConnections * TOLD)
      socket.destroy();
    subnet.connections.add(connection);
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#leave(connection));
    return connection;
  }

  /** The connection of a socket. */
  of(socket: Socket): ClientConnection {
    return this.#connections.get(socket) ?? this.arrive(socket);
  }

  /** The connection of a socket; undefined where it has left or is in the middle of its handshake. */
  find(socket: Socket): ClientConnection | undefined {
    return this.#connections.get(socket);
  }

  /** A caller whose request came by the connection of another server: it has the share of its own address. */
  behind(connection: ClientConnection, caller: PassedCaller): ClientConnection {
    connection.hasAsked = true;
    const { address } = caller;
    return { ...connection, address, subnet: this.#subnetOf(address), pending: 0, by: { connection, caller } };
  }

  /** Whether a connection may make a handshake, which costs as a request does and is counted as one. */
  mayShakeHands({ subnet: { allowance } }: ClientConnection): boolean {
    return allowance?.take(this.#clock.monotonic()) ?? true;
  }

  /** From now on a connection is known by the socket that its handshake made. */
  secure(connection: ClientConnection, socket: Socket): void {
    if (!this.#connections.delete(connection.socket)) return;
    connection.socket = socket;
    this.#connections.set(socket, connection);
  }

  /** Counts a request in, or says why it cannot be taken now. */
  begin(connection: ClientConnection): Overload | undefined {
    const { subnet } = connection;
    const { allowance } = subnet;
    connection.hasAsked = true;
    if (connection.rejectReason !== undefined) return connection.rejectReason;
    if (allowance !== undefined) {
      if (!allowance.take(this.#clock.monotonic())) return 'caller';
      if (subnet.pending >= this.#pendingShare) return 'caller';
    }
    if (this.#pending >= this.#limits.maxPending) return 'here';
    connection.pending++;
    if (connection.by !== undefined) connection.by.connection.pending++;
    subnet.pending++;
    this.#pending++;
    return undefined;
  }

  /** Counts a request out, with the bytes that were held for it. */
  end(connection: ClientConnection, heldBytes: number): void {
    const { subnet } = connection;
    connection.pending--;
    if (connection.by !== undefined) connection.by.connection.pending--;
    subnet.pending--;
    subnet.heldBytes -= heldBytes;
    this.#pending--;
    this.#heldBytes -= heldBytes;
    if (isOver(subnet)) this.#forgetIfIdle(subnet);
  }

  /** Holds so many bytes more of a request until its end, or says why they cannot be held. */
  hold({ subnet }: ClientConnection, bytes: number): Overload | undefined {
    if (subnet.allowance !== undefined && subnet.heldBytes + bytes > this.#heldShare) return 'caller';
    if (this.#heldBytes + bytes > this.#limits.maxHeldBytes) return 'here';
    subnet.heldBytes += bytes;
    this.#heldBytes += bytes;
    return undefined;
  }

  /** Closes the connections that have never sent a request, those in the middle of a handshake too. */
  closeSilent(): void {
    for (const { hasAsked, socket } of this.#connections.values()) if (!hasAsked) socket.destroy();
  }

  /** Why there is no room for one more connection of a subnet, and none could be made. */
  #overloadBy({ allowance, connections }: Subnet, now: Monotonic): Overload | undefined {
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    if (allowance !== undefined && connections.size >= maxConnectionsPerAddress && !this.#makeRoom(connections, now))
      return 'caller';
    return this.#connections.size >= maxConnections && !this.#makeRoom(this.#connections.values(), now)
      ? 'here'
      : undefined;
  }

  /** Closes one connection: the oldest without a request, else the oldest that is idle. */
  #makeRoom(among: Iterable<ClientConnection>, now: Monotonic): boolean {
    let idle: ClientConnection | undefined;
    let slow: ClientConnection | undefined;
    for (const connection of among) {
      if (connection.pending > 0) continue;
      if (connection.hasAsked) idle ??= connection;
      else if (now - connection.since > GRACE_MS) slow = connection;
      if (slow !== undefined) break;
    }
    const leaving = slow ?? idle;
    if (leaving === undefined) return false;
    this.#leave(leaving);
    leaving.socket.destroy();
    return true;
  }

  #leave(connection: ClientConnection): void {
    const { subnet, socket } = connection;
    if (!this.#connections.delete(socket)) return;
    subnet.connections.delete(connection);
    if (isOver(subnet)) this.#forgetIfIdle(subnet);
  }

  #forgetIfIdle({ allowance, key }: Subnet): void {
    if (allowance?.isFull(this.#clock.monotonic()) ?? true) this.#subnets.delete(key);
  }

  #subnetOf(address: string): Subnet {
    const key = subnetOf(address);
    const known = this.#subnets.get(key);
    if (known !== undefined) return known;
    const { requestsPerSec: perSec, requestBurst: burst } = this.#limits;
    const isOwn = kindOf(address) === 'loopback';
    const allowance = isOwn ? undefined : new TokenBucket({ burst, perSec }, this.#clock.monotonic());
    const subnet: Subnet = { key, connections: new Set(), allowance, pending: 0, heldBytes: 0 };
    if (this.#subnets.size >= SUBNETS) this.#forgetOne();
    this.#subnets.set(key, subnet);
    return subnet;
  }

  #forgetOne(): void {
    for (const subnet of this.#subnets.values()) {
      if (!isOver(subnet)) continue;
      this.#subnets.delete(subnet.key);
      return;
    }
  }
}

/** Whether a subnet has neither connections nor requests any more. */
function isOver({ connections, pending }: Subnet): boolean {
  return connections.size === 0 && pending === 0;
}
