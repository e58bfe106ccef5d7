import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { ConnectionLimits } from './connection_limits.ts';
import { HTTP_LIMITS } from './limits.ts';
import { LineServer } from './line_server.ts';

test('a client that leaves less unread than is timed is closed a while after its line was', async () => {
  const limits = { ...HTTP_LIMITS, unreadMs: 100 };
  const connections = new ConnectionLimits(systemClock, limits);
  const answer = async () => 'x'.repeat(60_000);
  const way = {
    server: { clock: systemClock, limits, connections, answerAt: () => answer, handOver: () => undefined },
    isClosing: false,
    forget: () => undefined,
  };
  const server = createServer().listen(0, '127.0.0.1');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  await once(server, 'listening');
  const client = connect((server.address() as { port: number }).port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [socket] = await connected;
  const line = new LineServer(socket, connections.arrive(socket), 'localhost', way);
  for (let id = 1; socket.writableLength === 0; id++) {
    const answered = socket.bytesWritten;
    client.write(`>${id} /mcp - {}\n`);
    while (socket.bytesWritten === answered) await systemClock.poll();
  }
  expect(socket.writableLength).toBeLessThan(1_000_000);
  line.close();
  expect(socket.destroyed).toBe(false);
  await expect.poll(() => socket.destroyed, { timeout: 5_000 }).toBe(true);
});
