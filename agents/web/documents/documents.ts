/** Every document of the read-only API, by the name of its route. */
import type { RouteName } from '../../../SHARED/contracts/api/routes.ts';
import type { Result } from '../../../SHARED/core/result.ts';
import type { ShownLeague } from '../web.ts';
import { agentsPage } from './agents.ts';
import { leagueDocument, roundsPage } from './league.ts';
import { matchDocument } from './match.ts';
import { matchesPage, schedulePage } from './matches.ts';
import { playerDocument } from './player.ts';
import { ResultBook } from './results.ts';
import { crosstable, progress, standingsPage, TableNotes } from './table.ts';

/** The request for a document: the variables of its path, and its query as the schema of its route has it. */
export interface AskedDocument {
  readonly match_id?: string;
  readonly player_id?: string;
  readonly query: DocumentQuery;
  /** Whether the operator asks. */
  readonly isOperator?: boolean;
}

/** The parameters of all routes; each route has some of them. */
export interface DocumentQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly search?: string;
  readonly players?: string;
  readonly round?: number;
  readonly player?: string;
  readonly status?: 'RUNNING' | 'DECIDED';
  readonly role?: 'player' | 'referee';
  readonly after?: string;
}

/** Why there is no such document: the path names nothing that is there, or a parameter does, or too many are being made. */
export interface NoDocument {
  readonly status: 400 | 404 | 429 | 503;
  readonly error: string;
  readonly parameter?: string;
}

/** The routes whose answers are made from a league as it is now. */
export type DocumentName = Exclude<RouteName, 'events'>;
export type Documents = {
  readonly [N in DocumentName]: (
    asked: AskedDocument,
  ) => Promise<Result<object, NoDocument>> | Result<object, NoDocument>;
};

/** The documents of a league; each is made anew from the league as it is at the call. */
export function documentsOf(shown: ShownLeague): Documents {
  const book = new ResultBook(shown);
  const notes = new TableNotes(shown);
  return {
    league: () => leagueDocument(shown),
    standings: ({ query }) => standingsPage(shown, notes, query),
    players: ({ query }) => standingsPage(shown, notes, query),
    crosstable: ({ query }) => crosstable(shown, book, query),
    progress: ({ query }) => progress(shown, book, query),
    schedule: ({ query }) => schedulePage(shown, query),
    rounds: ({ query }) => roundsPage(shown, query),
    matches: ({ query }) => matchesPage(shown, query),
    match: ({ match_id = '', isOperator = false }) => matchDocument(shown, match_id, isOperator),
    player: ({ player_id = '' }) => playerDocument(shown, notes, player_id),
    agents: ({ query, isOperator = false }) => agentsPage(shown, query, isOperator),
  };
}
