/** What an agent calls its league: as its manager does, or, where that names none, after where the manager is. */
import { dialectOf } from '../../contracts/dialects/detect.ts';
import type { Correspondent } from '../messaging/peer.ts';

const NAMED_AFTER_ADDRESS = 'league_at_';
const LENGTH_AT_MOST = 64;

/** A name that is the same after every restart; one made from an address can be that of a file. */
export function leagueName(named: string, manager: Correspondent): string {
  return isNoName(named, manager) ? nameAt(manager) : named;
}

/** Some dialects must name a league before anybody knows its name, and then hear their own word again, or none. */
function isNoName(named: string, { dialect }: Correspondent): boolean {
  const { read, write, echoOf } = dialectOf(dialect);
  const ours = echoOf(write({ message_type: 'LEAGUE_REGISTER_REQUEST' }))?.league_id;
  const { league_id: unsaid } = read({ message_type: 'LEAGUE_REGISTER_RESPONSE' });
  return named === ours || named === unsaid;
}

function nameAt({ address }: Correspondent): string {
  const place = address.replace(/^\w+:\/\//, '').replace(/\/(mcp\/?)?$/, '');
  const words = place.split(/[^A-Za-z0-9_-]+/).filter((word) => word !== '');
  // The end of an address tells leagues apart: it has the port.
  return NAMED_AFTER_ADDRESS + words.join('_').slice(NAMED_AFTER_ADDRESS.length - LENGTH_AT_MOST);
}
