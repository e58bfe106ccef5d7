/** Which places a message may be sent to at all, whoever asks for it. */
import { isInsideName } from './host_name.ts';
import { kindOf, plainAddress, whyUnfit } from './net_address.ts';

/** Why a host must not be called at an address it stands for; undefined when it may. */
export type Guard = (host: string, address: string) => string | undefined;

/** No place where agents cannot live, and no name of a stranger's choice that turns out to be this machine. */
export const usualGuard: Guard = (host, address) => {
  const kind = kindOf(address);
  if (kind === 'unfit') return `${address} ${whyUnfit(address)}`;
  if (kind === 'ordinary' || plainAddress(host) !== undefined || isInsideName(host)) return undefined;
  return `${host} stands for ${address}, which is this machine`;
};
