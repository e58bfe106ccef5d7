/** The documents of the read-only API that are about what happens: events, and a league that is played back. */
import { MatchId, nullable, PlayerId, Timestamp } from '../fields.ts';
import { Termination } from '../messages/result.ts';
import { type Static, Type } from '../schema_builder.ts';
import { count, document, text } from './league.ts';
import { PLAYBACK_SPEEDS } from './paging.ts';

/** An event of a league, as anybody may know it. */
export const PublicEvent = Type.Object(
  {
    sequence: count('Its place in the ledger.'),
    at: Timestamp,
    type: text('What kind of event, in the words of the ledger.'),
    text: text('The event in a sentence.'),
    agent_id: Type.Optional(text('Which agent.')),
    match_id: Type.Optional(MatchId),
    round_id: Type.Optional(Type.Integer({ minimum: 1 })),
    winner: Type.Optional(nullable(PlayerId)),
    termination: Type.Optional(Termination),
    is_trouble: Type.Optional(Type.Literal(true, { description: 'It is a fault, a violation or an exclusion.' })),
  },
  { description: 'One event.' },
);
export const EventsPage = document(
  {
    first: count('The oldest event that can still be asked for.'),
    rows: Type.Array(PublicEvent, { description: 'The events after the one that was named, oldest first.' }),
  },
  'What happened; with `accept: text/event-stream` as it happens.',
);

/** Of a league that is played back from its files. */
export const PlaybackDocument = Type.Object(
  {
    position: count('Lines of the ledger that are shown, or are about to be.'),
    total: count('Lines of the whole ledger.'),
    elapsed_sec: Type.Number({
      minimum: 0,
      description: 'The time that has passed in the league, without its long waits.',
    }),
    duration_sec: Type.Number({ minimum: 0, description: 'The time of the whole league, likewise.' }),
    speed: Type.Number({
      minimum: PLAYBACK_SPEEDS.least,
      maximum: PLAYBACK_SPEEDS.most,
      description: 'How many times as fast as it was.',
    }),
    is_paused: Type.Boolean({ description: 'Whether it is held.' }),
  },
  { description: 'How far a playback is. POST takes position, speed and is_paused.' },
);

const { position, speed, is_paused } = PlaybackDocument.properties;
export const PlaybackChange = Type.Object(
  { position: Type.Optional(position), speed: Type.Optional(speed), is_paused: Type.Optional(is_paused) },
  { additionalProperties: false },
);

export type PublicEvent = Static<typeof PublicEvent>;
export type EventsPage = Static<typeof EventsPage>;
export type PlaybackDocument = Static<typeof PlaybackDocument>;
export type PlaybackChange = Static<typeof PlaybackChange>;
