/** Node's HTTPS server with the limits and the hints of ours: handshakes are counted, and a caller at the wrong port is told. */
import type { RequestListener, ServerOptions } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { ClientConnection, ConnectionLimits } from './connection_limits.ts';
import { callerFault, type Tls } from './tls.ts';

/** Hints for callers at the wrong port: of plain HTTP at a port of TLS, and of TLS at a plain port. */
export const SPEAKS_TLS = 'this port speaks TLS: write https:// in place of http://';
export const SPEAKS_HTTP =
  'TLS was spoken to this port, which speaks plain HTTP: call it by http://, or give it a certificate';

export interface TlsServerOptions {
  readonly tls: Tls;
  readonly connections: ConnectionLimits;
  readonly http: ServerOptions;
  /** The body of the answer to a caller that speaks plain HTTP. */
  readonly plainHttpBody: () => string;
  /** Called when a handshake failed by something the caller said. */
  readonly onFailedHandshake: (connection: ClientConnection, reason: string) => void;
}

/** The codes of OpenSSL for first bytes that are no TLS. */
const NO_TLS = new Set(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER']);

/** An HTTPS server that shows the newest certificate of `tls` and has counted each connection since before its handshake. */
export function createTlsServer(options: TlsServerOptions, listener: RequestListener): Server {
  const { tls, connections, http, plainHttpBody, onFailedHandshake } = options;
  // An import at the top would load the certificates of node:https in every process, and most never need them.
  const { createServer } = process.getBuiltinModule('node:https');
  let identity = tls.identity;
  const handshakes = new Map<string, ClientConnection>();
  const handshakeTimeout = http.headersTimeout;
  const server = createServer({ ...http, ...identity, handshakeTimeout, ALPNProtocols: ['http/1.1'] }, listener);

  server.prependListener('connection', () => {
    if (tls.identity === undefined || tls.identity === identity) return;
    identity = tls.identity;
    server.setSecureContext(identity);
  });
  server.on('connection', (raw: Socket) => {
    const connection = connections.arrive(raw);
    if (raw.destroyed || !connections.mayShakeHands(connection)) {
      raw.destroy();
      return;
    }
    const key = callerKey(raw);
    handshakes.set(key, connection);
    raw.once('close', () => {
      if (handshakes.get(key) === connection) handshakes.delete(key);
    });
  });
  server.on('secureConnection', (socket) => {
    socket.disableRenegotiation();
    const connection = handshakes.get(callerKey(socket));
    if (connection !== undefined) connections.secure(connection, socket);
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = handshakes.get(callerKey(socket));
    if (connection !== undefined && NO_TLS.has(error.code ?? '')) {
      answerInPlain(connection.socket, plainHttpBody());
      return;
    }
    const reason = callerFault(error);
    if (connection !== undefined && reason !== undefined) onFailedHandshake(connection, reason);
    socket.destroy();
  });
  return server;
}

/** The caller's address and port, all that its socket has in common before and after the handshake. */
function callerKey({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}

function answerInPlain(socket: Socket, body: string): void {
  const head = `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

/** The first byte of every TLS connection. */
const HANDSHAKE = 0x16;

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
