/** The pipe this process was started with. */
import type { PipeEnds } from '../../../SHARED/league_sdk/transport/pipe/lines.ts';
import type { Flags } from '../options.ts';

/** The pipe, where `--stdio` asks for it; to be called before anything else that may print. */
export function pipeIn(flags: Flags): PipeEnds | undefined {
  return flags.has('stdio') ? takeStdio() : undefined;
}

/** Takes stdin and stdout for the pipe alone: from now on whatever anybody here prints goes to stderr. */
export function takeStdio(): PipeEnds {
  const { stdin: input, stdout: output, stderr } = process;
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr });
  return { input, output };
}
