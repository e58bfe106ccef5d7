/** The entry of the process that decides a million matches: waits to be handed its part, and tells when it is done. */
import { note } from '../../launcher/processes/child.ts';
import { decideMatches, type MillionPart } from './million.ts';

process.once('message', (part: MillionPart) => {
  void decideMatches(part).then((decided) => note(String(decided)));
});
