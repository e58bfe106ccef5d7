/** Reads the documents of a league whose manager is in this process; apart from its HTTP twin, which needs no manager. */
import { PAGE_ROWS } from '../../../SHARED/contracts/api/paging.ts';
import { err, ok } from '../../../SHARED/core/result.ts';
import type { ChangeFeed } from '../../league_manager/public/change_feed.ts';
import { type DocumentName, type DocumentQuery, documentsOf } from '../../web/documents/documents.ts';
import { eventsPage } from '../../web/event_stream.ts';
import type { ShownLeague } from '../../web/web.ts';
import type { LeagueReader } from './reader.ts';

/** The league of this process. */
export function readerOf(shown: ShownLeague, feed: ChangeFeed): LeagueReader {
  const documents = documentsOf(shown);
  return {
    async read(route, query = {}) {
      if (route === 'events') {
        const { after, limit } = query;
        const page = eventsPage(feed, {
          after: after === undefined ? undefined : Number(after),
          limit: Number(limit ?? PAGE_ROWS.usual),
        });
        return ok(page as never);
      }
      const made = await documents[route as DocumentName]({ query: query as DocumentQuery });
      return made.ok ? ok(made.value as never) : err({ code: 'NO_LEAGUE', detail: made.error.error });
    },
  };
}
