import { spawn } from 'node:child_process';
import { afterAll } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { type Pipe, pipeHere } from '../../../testing/stdio_pipes.ts';
import type { Transport } from '../transport.ts';
import { type TransportWorld, transportLaws } from '../transport_laws.ts';
import { stdioHub } from './hub.ts';
import { stdioTransport } from './pipe_transport.ts';

const clock = systemClock;
let count = 0;

function world(sender: Transport, receiver: Transport): TransportWorld {
  return {
    sender,
    receiver,
    clock,
    isRemote: false,
    freeAddress: () => `stdio:A${++count}`,
    settled: (promise) => promise,
  };
}

function twoAgents(pipes: readonly [Pipe, Pipe]): TransportWorld {
  const hub = stdioHub({ clock, warn: () => undefined });
  const held = ({ agent, holder }: Pipe) => {
    hub.attach('child', holder);
    return stdioTransport({ ...agent, clock });
  };
  return world(held(pipes[0]), held(pipes[1]));
}

transportLaws('stdio between two agents', () => twoAgents([pipeHere(), pipeHere()]));

transportLaws('stdio from a hub to its agent', () => {
  const hub = stdioHub({ clock, warn: () => undefined });
  const { agent, holder } = pipeHere();
  hub.attach('child', holder);
  return world(hub.transport, stdioTransport({ ...agent, clock }));
});

transportLaws('stdio from an agent to its hub', () => {
  const hub = stdioHub({ clock, warn: () => undefined });
  const { agent, holder } = pipeHere();
  hub.attach('child', holder);
  return world(stdioTransport({ ...agent, clock }), hub.transport);
});

// Processes take a moment to start, so these laws share two pipes.
const pipes = [pipeThroughProcesses(), pipeThroughProcesses()] as const;
const throughProcesses = twoAgents(pipes);
afterAll(() => {
  for (const pipe of pipes) pipe.end();
});
transportLaws('stdio through processes', () => throughProcesses);

/** A pipe of the system in each direction, with a process in the middle; `end` ends both processes. */
function pipeThroughProcesses(): Pipe & { end(): void } {
  const relay = () =>
    spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [up, down] = [relay(), relay()];
  return {
    agent: { input: down.stdout, output: up.stdin },
    holder: { input: up.stdout, output: down.stdin },
    end() {
      up.kill();
      down.kill();
    },
  };
}
