/** Whether a newcomer would be taken in at all, for those who start a player only where it would. */
import type { Rejection } from '../../../SHARED/contracts/errors.ts';
import type { Registry } from './admit.ts';

/** Why a new player of this name would be turned away, in the order in which registration looks; it has the last word. */
export function rejectionFor(name: string, { league, directory, settings }: Registry): Rejection | undefined {
  if (league.phase !== 'WAITING_FOR_REGISTRATIONS') return 'REGISTRATION_CLOSED';
  if (directory.named(name) !== undefined) return 'DUPLICATE_NAME';
  return directory.count('player') >= settings.config.participants.max_players ? 'LEAGUE_FULL' : undefined;
}
