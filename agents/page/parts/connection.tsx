/** How the page is connected with what it shows, in words. */
import type { LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { type Connection, source, urlOf } from '../source.ts';
import { timeOfDay } from '../words.ts';

/** The state of the connection; a screen reader says it when it changes. */
export function ConnectionState() {
  const connection = source().connection.value;
  const league = source().entry(urlOf('league')).shown.value.document as LeagueDocument | undefined;
  return (
    <p class={`connection ${connection.state}`} role="status">
      {connectionWords(connection, league)}
    </p>
  );
}

function connectionWords(connection: Connection, league: LeagueDocument | undefined): string {
  switch (connection.state) {
    case 'connecting':
      return 'Connecting …';
    case 'live':
      return league?.is_playback === true ? 'Played back' : 'Live';
    case 'polling':
      return `${league?.is_playback === true ? 'Played back' : 'Live'}, looks every two seconds`;
    case 'file':
      return 'A saved league';
    case 'lost': {
      const since = timeOfDay(connection.since);
      return league?.status === 'completed'
        ? `The manager has ended (no answer since ${since}); this is the final state`
        : `No connection since ${since}: trying again`;
    }
  }
}
