/**
 * The bare loop's HTTP: the fastest we know with a real server. Nothing is checked, nothing is timed, and any failure
 * ends the process.
 */
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { BareAnswer, BareWire } from './bare_agents.ts';

const HEAD_END = '\r\n\r\n';
const LENGTH = 'content-length: ';
/** Longer than any pause between two requests. */
const KEPT_MS = 75_000;

/** Gives every posted text to `answer`, at any path; resolves when it listens. */
export function serveBare(port: number, answer: BareAnswer): Promise<void> {
  const server = createServer({ noDelay: true, keepAliveTimeout: KEPT_MS }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const [first] = pieces;
      const body = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
      answer(body.toString('utf8'), (text) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
        response.end(text);
      });
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** A client that keeps its connections, one request at a time on each. */
export function bareHttpWire(): BareWire {
  const places = new Map<string, Place>();
  const traffic = { trips: 0, bytes: 0 };
  return {
    traffic,
    send(to, text) {
      const place = places.get(to) ?? learn(to);
      const size = Buffer.byteLength(text);
      return new Promise((resolve) => {
        const line = place.idle.pop() ?? open(place);
        line.replied = (body) => {
          traffic.trips += 1;
          traffic.bytes += size + body.length;
          place.idle.push(line);
          resolve(body.toString('utf8'));
        };
        line.socket.write(`${place.head}${size}${HEAD_END}${text}`, 'utf8');
      });
    },
  };

  function learn(address: string): Place {
    const { pathname, host, port } = new URL(address);
    const kept = [...places.values()].find((place) => place.port === Number(port));
    const head = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, 'content-type: application/json', LENGTH].join('\r\n');
    const place = { head, port: Number(port), idle: kept?.idle ?? [] };
    places.set(address, place);
    return place;
  }
}

/** A target of requests; players that share a process share its connections. */
interface Place {
  readonly head: string;
  readonly port: number;
  readonly idle: Line[];
}

interface Line {
  readonly socket: Socket;
  replied(body: Buffer): void;
}

function open({ port }: Place): Line {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const line: Line = { socket, replied: () => undefined };
  let read: Buffer | undefined;
  socket.on('data', (piece: Buffer) => {
    read = read === undefined ? piece : Buffer.concat([read, piece]);
    const head = read.indexOf(HEAD_END);
    if (head < 0) return;
    const begin = head + HEAD_END.length;
    const said = read.toString('latin1', 0, head);
    const length = Number.parseInt(said.slice(said.indexOf(LENGTH) + LENGTH.length), 10);
    if (read.length < begin + length) return;
    const body = read.subarray(begin, begin + length);
    read = undefined;
    line.replied(body);
  });
  return line;
}
