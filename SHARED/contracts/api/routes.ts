/** The paths of the read-only API, each with its query and its answer: the server, OpenAPI and the page keep to this table. */
import { type Static, type TObject, Type } from '../schema_builder.ts';
import { EventsPage, PlaybackChange, PlaybackDocument } from './events.ts';
import { AgentsPage, Crosstable, LeagueDocument, MatchesPage, Progress, RoundsPage, StandingsPage } from './league.ts';
import { MatchDocument, PlayerDocument } from './one.ts';
import { CROSSTABLE_PLAYERS, PAGE_ROWS, PROGRESS_LINES } from './paging.ts';

const cursor = Type.Optional(
  Type.String({ pattern: '^\\d{1,15}$', description: 'Where the last page ended: its next_cursor.' }),
);
const limit = (most: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      description: `Rows a page; absent: ${Math.min(most, PAGE_ROWS.usual)}.`,
    }),
  );
const search = Type.Optional(
  Type.String({ maxLength: 64, description: 'Only those whose id or name has this in it, in any case.' }),
);
const PAGED = { cursor, limit: limit(PAGE_ROWS.most) };
const id = (description: string) => Type.Optional(Type.String({ maxLength: 128, description }));
const query = (properties: Parameters<typeof Type.Object>[0] = {}) =>
  Type.Object(properties, { additionalProperties: false });

export interface Route {
  /** Variables in braces, as OpenAPI has them. */
  readonly path: string;
  readonly about: string;
  readonly query: TObject;
  readonly answer: TObject;
  /** It tells more with the operator's token. */
  readonly isFuller?: true;
}

const route = <const R extends Route>(made: R): R => made;

/** Every document of the API by name. */
export const ROUTES = {
  league: route({
    path: '/api/league',
    about: 'How far the league is, its rules in short, and its champion.',
    query: query(),
    answer: LeagueDocument,
  }),
  standings: route({
    path: '/api/standings',
    about: 'The table.',
    query: query({ ...PAGED, search }),
    answer: StandingsPage,
  }),
  crosstable: route({
    path: '/api/crosstable',
    about: 'Who took what from whom, among the players of a page of the table.',
    query: query({ cursor, limit: limit(CROSSTABLE_PLAYERS) }),
    answer: Crosstable,
  }),
  progress: route({
    path: '/api/progress',
    about: 'Points over rounds.',
    query: query({
      players: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description: `Ids with commas, at most ${PROGRESS_LINES.most}; absent: the first ${PROGRESS_LINES.usual} of the table.`,
        }),
      ),
    }),
    answer: Progress,
  }),
  schedule: route({
    path: '/api/schedule',
    about: 'All matches, played and to come, in the order of the schedule.',
    query: query({
      ...PAGED,
      round: Type.Optional(Type.Integer({ minimum: 1, description: 'Those of one round.' })),
      player: id('Those of one player.'),
    }),
    answer: MatchesPage,
  }),
  rounds: route({
    path: '/api/rounds',
    about: 'The rounds, played and to come.',
    query: query(PAGED),
    answer: RoundsPage,
  }),
  matches: route({
    path: '/api/matches',
    about:
      'The matches that were opened, newest first; of those that are open, first the ones that a referee has taken.',
    query: query({
      ...PAGED,
      status: Type.Optional(
        Type.Enum(['RUNNING', 'DECIDED'], {
          description: 'Only those; RUNNING are all that are open: played, queued or held.',
        }),
      ),
      player: id('Those of one player.'),
    }),
    answer: MatchesPage,
  }),
  match: route({
    path: '/api/matches/{match_id}',
    about: 'One match: every step, the draw, and why it ended so.',
    query: query(),
    answer: MatchDocument,
    isFuller: true,
  }),
  players: route({
    path: '/api/players',
    about: 'The players, in the order of the table.',
    query: query({ ...PAGED, search }),
    answer: StandingsPage,
  }),
  player: route({
    path: '/api/players/{player_id}',
    about: 'One player: results, times, faults.',
    query: query(),
    answer: PlayerDocument,
  }),
  agents: route({
    path: '/api/agents',
    about: 'The agents that registered, players and referees.',
    query: query({
      ...PAGED,
      search,
      role: Type.Optional(Type.Enum(['player', 'referee'], { description: 'Only those.' })),
    }),
    answer: AgentsPage,
    isFuller: true,
  }),
  events: route({
    path: '/api/events',
    about: 'What happened. With `accept: text/event-stream` it goes on as it happens, and `Last-Event-ID` resumes it.',
    query: query({
      after: Type.Optional(
        Type.String({
          pattern: '^\\d{1,15}$',
          description: 'The sequence of the last event seen; absent: the newest events.',
        }),
      ),
      limit: limit(PAGE_ROWS.most),
      last_event_id: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'In place of the header Last-Event-ID, which not every reader can set.',
        }),
      ),
    }),
    answer: EventsPage,
  }),
} as const satisfies { readonly [name: string]: Route };

/** Of a league that is played back from its files alone, and the one path that takes a POST as well: a change of it. */
export const PLAYBACK = {
  path: '/api/playback',
  about: 'Of a league that is played back: how far it is, and how fast it goes.',
  query: query(),
  answer: PlaybackDocument,
  change: PlaybackChange,
} as const satisfies Route & { readonly change: TObject };
export type RouteName = keyof typeof ROUTES;
/** The document a route answers with. */
export type AnswerOf<N extends RouteName> = Static<(typeof ROUTES)[N]['answer']>;
/** The query of a route; the schemas of queries are plain objects of optional texts and numbers. */
export type QueryOf<N extends RouteName> = {
  readonly [K in keyof (typeof ROUTES)[N]['query']['properties']]?: string | number;
};
