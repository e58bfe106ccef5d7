/** The direct way of requests that are written exactly as our own client writes them; all others go the way of Node's server. */
import type { Socket } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import type { Answer } from '../transport.ts';
import type { ClientConnection, ConnectionLimits } from './connection_limits.ts';
import { OwnRequest, textOf } from './incoming.ts';
import type { HttpLimits } from './limits.ts';
import { LineServer } from './line_server.ts';
import { LINE_PROTOCOL } from './reply.ts';

/** The parts of a server that a direct connection needs. */
export interface DirectServer {
  readonly clock: Clock;
  readonly limits: HttpLimits;
  readonly connections: ConnectionLimits;
  /** The answering function for a text that was posted to this path of this host; undefined: the direct way is not for it. */
  answerAt(path: string, host: string, text: string): Answer | undefined;
  /** Takes a connection over for good. */
  handOver(socket: Socket): void;
}

/** The whole head of a request of our client: no other header, no query, nothing that has two readings. */
const HEAD =
  /^POST (\/[\w./-]*) HTTP\/1\.1\r\nhost: ([\w.:[\]-]+)\r\naccept: application\/json\r\ncontent-type: application\/json\r\ncontent-length: (0|[1-9]\d{0,8})$/;
/** The whole request of our client to go over to lines. */
const UPGRADE = new RegExp(
  `^GET / HTTP/1\\.1\\r\\nhost: ([\\w.:[\\]-]+)\\r\\nconnection: upgrade\\r\\nupgrade: ${LINE_PROTOCOL}\\r\\n\\r\\n$`,
);
const HEAD_END = '\r\n\r\n';
/** A head is looked for in so many bytes. */
const LONGEST_HEAD = 512;
/** The words of the statuses that an answer may have. */
const STATUS_LINES = {
  200: 'HTTP/1.1 200 OK',
  202: 'HTTP/1.1 202 Accepted',
  400: 'HTTP/1.1 400 Bad Request',
  429: 'HTTP/1.1 429 Too Many Requests',
} as const;
const OFFER = `connection: upgrade\r\nupgrade: ${LINE_PROTOCOL}\r\n`;
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** The connections of this machine that have sent nothing unusual yet. */
export class DirectWay {
  readonly #server: DirectServer;
  readonly #connections = new Set<DirectConnection | LineServer>();
  #isClosing = false;
  #date = '';
  #dateOf = 0;

  constructor(server: DirectServer) {
    this.#server = server;
  }

  /** Looks after a new connection, until something unusual comes by it. Callers that are counted go the usual way. */
  take(socket: Socket, connection: ClientConnection): void {
    if (connection.unwelcome !== undefined || connection.subnet.allowance !== undefined) this.#server.handOver(socket);
    else this.#connections.add(new DirectConnection(socket, connection, this));
  }

  /** Leaves a connection and its first bytes to Node's server. */
  leave(socket: Socket, piece: Buffer): void {
    this.#server.handOver(socket);
    // Before it hears anything: Node's server may well pause it again, for a caller that does not read.
    if (socket.isPaused()) socket.resume();
    socket.emit('data', piece);
  }

  /** Closes the idle connections at once, the others after their answer. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#connections) connection.close();
  }

  /** Closes every connection. */
  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  get server(): DirectServer {
    return this.#server;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  forget(connection: DirectConnection | LineServer): void {
    this.#connections.delete(connection);
  }

  /** Goes over to lines with a connection that has been forgotten. */
  takeLines(socket: Socket, connection: ClientConnection, host: string): void {
    this.#connections.add(new LineServer(socket, connection, host, this));
  }

  /** The head of an answer up to the length of its body; the first on a connection offers lines. */
  head(status: keyof typeof STATUS_LINES, isFirst: boolean): string {
    const now = this.#server.clock.now();
    const second = Math.floor(now.getTime() / 1_000);
    if (second !== this.#dateOf) {
      this.#dateOf = second;
      this.#date = now.toUTCString();
    }
    const offer = isFirst ? OFFER : '';
    const connection = this.#isClosing ? 'connection: close\r\n' : offer;
    const type = status === 202 ? '' : 'content-type: application/json\r\n';
    return `${STATUS_LINES[status]}\r\n${connection}date: ${this.#date}\r\n${type}content-length: `;
  }
}

/** One connection and its requests, one at a time. */
class DirectConnection {
  readonly #socket: Socket;
  readonly #connection: ClientConnection;
  readonly #way: DirectWay;
  #hasAsked = false;
  /** What came while an answer was being made. */
  #early: Buffer | undefined;
  #asked: OwnRequest | undefined;
  #callOffUnread: (() => void) | undefined;
  readonly #onData = (piece: Buffer): void => this.#read(piece);
  readonly #onEnd = (): void => void this.#socket.end();
  readonly #onTimeout = (): void => this.#silent();
  readonly #onError = (): void => this.destroy();
  readonly #onClose = (): void => {
    this.#way.forget(this);
    this.#callOffUnread?.();
    this.#asked?.leave();
  };
  readonly #onFlushed = (): void => {
    this.#callOffUnread?.();
    this.#callOffUnread = undefined;
  };

  constructor(socket: Socket, connection: ClientConnection, way: DirectWay) {
    this.#socket = socket;
    this.#connection = connection;
    this.#way = way;
    socket
      .setTimeout(way.server.limits.headMs)
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('timeout', this.#onTimeout)
      .on('error', this.#onError)
      .on('close', this.#onClose);
  }

  close(): void {
    if (this.#asked === undefined) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** A new connection has as long as a head may take, later ones as long as a silent connection is kept. */
  #silent(): void {
    if (this.#asked !== undefined) return;
    if (!this.#hasAsked) this.#socket.write(TOO_SLOW);
    this.destroy();
  }

  #read(piece: Buffer): void {
    if (this.#asked !== undefined) {
      // A caller that does not wait for its answers is left to Node's server from the next on.
      this.#early = this.#early === undefined ? piece : Buffer.concat([this.#early, piece]);
      this.#socket.pause();
      return;
    }
    const start = piece.toString('latin1', 0, LONGEST_HEAD);
    const end = start.indexOf(HEAD_END);
    const [, path = '', host = '', length] = (end < 0 ? undefined : HEAD.exec(start.slice(0, end))) ?? [];
    const { limits } = this.#way.server;
    const bodyAt = end + HEAD_END.length;
    const isWhole = length !== undefined && bodyAt + Number(length) === piece.length;
    // A caller that has not read its last answer is left to Node's server too, which makes it wait until it has.
    const isUsual = isWhole && Number(length) <= limits.maxRequestBytes && this.#socket.writableLength === 0;
    if (isUsual && this.#take(path, host, piece.subarray(bodyAt))) return;
    const [, lineHost] = (piece.length < LONGEST_HEAD && UPGRADE.exec(start)) || [];
    if (lineHost === undefined) this.#handOver(piece);
    else this.#switch(lineHost);
  }

  #switch(host: string): void {
    this.#letGo();
    this.#connection.hasAsked = true;
    this.#way.takeLines(this.#socket, this.#connection, host);
  }

  /** Answers a request, if there is room for it and the direct way is for it. */
  #take(path: string, host: string, body: Buffer): boolean {
    const { connections, limits } = this.#way.server;
    const connection = this.#connection;
    const text = textOf(body);
    const answer = this.#way.server.answerAt(path, host, text);
    const settled = answer === undefined ? undefined : connections.take(connection, body.length);
    if (answer === undefined || settled === undefined) return false;
    const isFirst = !this.#hasAsked;
    if (isFirst) this.#socket.setTimeout(limits.serverIdleMs);
    this.#hasAsked = true;
    void this.#answer(answer, text, settled, isFirst);
    return true;
  }

  async #answer(answer: Answer, text: string, settled: () => void, isFirst: boolean): Promise<void> {
    const asked = new OwnRequest(this.#connection.address, this.#way.server.clock.monotonic(), settled);
    this.#asked = asked;
    const said = await answer(text, asked.origin);
    settled();
    this.#asked = undefined;
    if (said === undefined) this.#write(`${this.#way.head(202, isFirst)}0${HEAD_END}`);
    else this.#write(`${this.#way.head(asked.status(), isFirst)}${Buffer.byteLength(said)}${HEAD_END}${said}`);
    if (this.#way.isClosing) this.#socket.end();
    else if (this.#early !== undefined) this.#handOver(this.#early);
  }

  /** What is answered and not read is not kept for ever. */
  #write(text: string): void {
    const { clock, limits } = this.#way.server;
    this.#socket.write(text, 'utf8', this.#onFlushed);
    if (this.#socket.writableLength > 0) this.#callOffUnread = clock.after(limits.unreadMs, () => this.destroy());
  }

  #handOver(piece: Buffer): void {
    this.#letGo();
    this.#way.leave(this.#socket, piece);
  }

  #letGo(): void {
    this.#way.forget(this);
    this.#early = undefined;
    this.#socket
      .setTimeout(0)
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('timeout', this.#onTimeout)
      .off('error', this.#onError);
  }
}
