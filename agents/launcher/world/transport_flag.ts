/** Over which wires a run is played, from what was typed. */
import { type Flags, usage } from '../options.ts';

/** Each with the schemes of its agents' endpoints. */
export const RUN_TRANSPORTS = {
  http: ['http:', 'https:'],
  stdio: ['stdio:'],
  memory: ['memory:'],
} as const;
export type RunTransport = keyof typeof RUN_TRANSPORTS;

/** `--transport`, of which `--in-process` is an older spelling; http unless one of them says otherwise. */
export function transportIn(flags: Flags): RunTransport {
  const text = flags.text('transport');
  const names = Object.keys(RUN_TRANSPORTS);
  const named = names.find((name): name is RunTransport => name === text);
  if (text !== undefined && named === undefined)
    throw usage(`--transport takes one of ${names.join(', ')}, not "${text}"`);
  const transport = flags.has('in-process') ? inProcess(named) : (named ?? 'http');
  if (transport === 'memory' && flags.has('keep'))
    throw usage('--keep leaves agents running, and a league in one process has none that could; leave out one of them');
  return transport;
}

function inProcess(named: RunTransport | undefined): RunTransport {
  if (named !== undefined && named !== 'memory')
    throw usage(`--in-process and --transport ${named} contradict each other; leave out one of them`);
  return 'memory';
}
