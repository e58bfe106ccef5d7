/** The shape of a season's file: leagues that are its divisions, and a final of their first. */
import { type Static, Type } from 'typebox';
import { closed, fileName, SchemaVersion } from './pieces.ts';

const Name = Type.String({ minLength: 1, maxLength: 128 });

export const SeasonFile = closed(
  {
    schema_version: SchemaVersion,
    season_id: fileName('The season’s name; its leagues are named <season_id>_<division> and <season_id>_final.'),
    display_name: Type.String({ maxLength: 100, description: 'The season’s name for people.' }),
    league: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What its leagues have in common: the keys of a league file, without league_id and display_name.',
    }),
    divisions: Type.Array(
      closed(
        {
          name: Type.String({
            pattern: '^[A-Za-z0-9-]{1,20}$',
            description: 'Its name, which is part of its league’s.',
          }),
          players: Type.Union([Type.Integer({ minimum: 2, maximum: 10_000 }), Type.Array(Name, { minItems: 2 })], {
            description: 'How many players it begins with, or the names of those that may register.',
          }),
        },
        'A division.',
      ),
      { default: [], description: 'The divisions.' },
    ),
    deal: Type.Optional(
      closed(
        {
          divisions: Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many divisions.' }),
          entrants: Type.Array(Name, { minItems: 2, description: 'The names of all players.' }),
          seed: Type.String({ minLength: 1, description: 'The same seed deals in the same way.' }),
        },
        'Instead of divisions: entrants that are dealt out by a seed.',
      ),
    ),
    final: closed(
      { first: Type.Integer({ minimum: 1, maximum: 1_000, description: 'So many of each division play it.' }) },
      'The final.',
      { default: { first: 1 } },
    ),
  },
  'A season: divisions and their final.',
);
export type SeasonFile = Static<typeof SeasonFile>;
