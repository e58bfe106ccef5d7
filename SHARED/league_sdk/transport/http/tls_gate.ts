/** The gate of a server that speaks TLS: a handshake in time before the first request, and what was spoken to the wrong port. */
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Clock } from '../../../core/clock.ts';
import { callerFault } from './tls.ts';

/** The ends of a handshake; at most one of these is called, none if the caller leaves or is too slow. */
export interface GateEnds {
  /** The handshake is made; from now on the connection is this socket. */
  secured(socket: Socket): void;
  /** The caller speaks something else than TLS, and these are its first bytes. */
  plain(piece: Buffer): void;
  /** The handshake failed by something the caller said. */
  failed(why: string): void;
}

/** The words for a wrong port: to a caller that speaks plain HTTP to a port of TLS, and of one that speaks TLS to a plain port. */
export const SPEAKS_TLS = 'this port speaks TLS: write https:// in place of http://';
export const SPEAKS_HTTP =
  'TLS was spoken to this port, which speaks plain HTTP: call it by http://, or give it a certificate';

/** The first byte of every TLS connection. */
const HANDSHAKE = 0x16;

/** Connections until their handshake is made. */
export class TlsGate {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #waiting = new Set<Socket>();

  /** A connection has `limitMs` from its first moment to the end of its handshake, however its bytes come. */
  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
  }

  take(raw: Socket, secureContext: SecureContext, ends: GateEnds): void {
    const over = () => {
      callOff();
      this.#waiting.delete(raw);
    };
    const callOff = this.#clock.after(this.#limitMs, () => raw.destroy());
    const gone = () => raw.destroy();
    this.#waiting.add(raw);
    raw.once('close', over).on('error', gone);
    raw.once('data', (piece: Buffer) => {
      if (piece[0] !== HANDSHAKE) {
        over();
        raw.off('error', gone);
        ends.plain(piece);
        return;
      }
      raw.pause();
      raw.unshift(piece);
      const { TLSSocket } = process.getBuiltinModule('node:tls');
      const socket = new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
      // A client may learn only after the handshake that it does not trust what it was shown.
      socket.on('error', (error) => {
        const why = callerFault(error);
        if (why !== undefined) ends.failed(why);
        socket.destroy();
      });
      socket.once('secure', () => {
        over();
        socket.disableRenegotiation();
        ends.secured(socket);
      });
    });
  }

  /** Closes the connections that have not come in yet. */
  close(): void {
    for (const raw of this.#waiting) raw.destroy();
  }
}

const STATUSES: ReadonlyMap<string | undefined, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/** The fault of a connection that could not be read as HTTP, as Node's server tells it. */
export interface HttpParseFault extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Answers a request that cannot be read, as Node's server does, and hangs up; says whether it was the beginning of TLS. */
export function answerUnreadable(error: HttpParseFault, socket: Socket, hasAnswered: boolean): boolean {
  const status = STATUSES.get(error.code) ?? '400 Bad Request';
  if (socket.writable && !hasAnswered) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
  return error.bytesParsed === 0 && error.rawPacket?.[0] === HANDSHAKE;
}
