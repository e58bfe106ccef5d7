/** The entry of a process of the bare loop: waits to be handed its part. */
import { childOfLauncher } from '../../../launcher/processes/child.ts';
import { type BarePart, serveBarePart } from './bare_part.ts';

process.once('message', (part: BarePart) => {
  void serveBarePart(part, { from: process.stdin, to: process.stdout }).then(() =>
    childOfLauncher().say({ said: 'listening', address: String(part.port ?? 'pipe') }),
  );
});
