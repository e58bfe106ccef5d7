/** The entry of a process of readers: waits to be handed its part, and tells what it has read when the league is over. */
import { childOfLauncher, note } from '../../launcher/processes/child.ts';
import { type ReadersPart, readAll } from './readers.ts';

process.once('message', (part: ReadersPart) => {
  void readAll(part, () => childOfLauncher().say({ said: 'listening', address: part.url })).then((matches) =>
    note(String(matches)),
  );
});
