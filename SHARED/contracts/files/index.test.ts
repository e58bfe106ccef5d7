import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { factsOf } from './history.ts';
import { FILES } from './index.ts';
import { LEAGUE_EVENTS } from './logs.ts';
import { LIMIT_OPINIONS, WAIT_KEYS } from './pieces.ts';
import { RESPELL } from './spellings.ts';

type Part = {
  readonly description?: string;
  readonly properties?: { readonly [key: string]: Part };
  readonly [key: string]: unknown;
};

/** Every property of a schema with its place. */
function properties(part: Part, place: string): { readonly place: string; readonly part: Part }[] {
  return Object.entries(part.properties ?? {}).flatMap(([key, inner]) => [
    { place: `${place}.${key}`, part: inner },
    ...properties(inner, `${place}.${key}`),
  ]);
}

describe('the shapes of files', () => {
  test.each(Object.entries(FILES))('%s compiles and says what it is', (_, { schema }) => {
    expect((schema as unknown as Part).description).toMatch(/: /);
    expect(Compile(schema).Check(null)).toBe(false);
  });

  test('every setting of the configuration is described', () => {
    const config = Object.entries(FILES).filter(([, { kind }]) => kind === 'config');
    const all = config.flatMap(([name, { schema }]) => properties(schema as unknown as Part, name));
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter(({ part }) => part.description === undefined).map(({ place }) => place)).toEqual([]);
  });

  test('a setting of time can be said in every file that comes before system.json', () => {
    expect(Object.keys(LIMIT_OPINIONS)).toEqual(expect.arrayContaining([...WAIT_KEYS]));
    for (const [key, opinion] of Object.entries(LIMIT_OPINIONS)) expect(opinion, key).not.toHaveProperty('default');
  });

  test('the league log knows the eleven events of the specification', () => {
    expect(Object.keys(LEAGUE_EVENTS)).toEqual(
      expect.arrayContaining(
        'LEAGUE_STARTED REFEREE_REGISTERED PLAYER_REGISTERED ROUND_ANNOUNCEMENT_SENT MATCH_ASSIGNED MATCH_RESULT_RECEIVED ROUND_COMPLETED STANDINGS_UPDATED LEAGUE_COMPLETED REGISTRATION_TIMEOUT REFEREE_ERROR'.split(
          ' ',
        ),
      ),
    );
  });

  test('facts are what is not general', () => {
    const entry = {
      match_id: 'R1M1',
      result: 'WIN',
      status: 'WIN',
      drawn_number: 8,
      number_parity: 'even',
      winner_id: 'P01',
    };
    expect(factsOf(entry)).toEqual({ drawn_number: 8, number_parity: 'even' });
    expect(factsOf({ ...entry, board: ['X'] })).toMatchObject({ board: ['X'] });
  });
});

describe('other spellings', () => {
  test('of limits are read everywhere', () => {
    const spelled = { parity_choice_timeout_sec: 3, response_timeout_sec: 4 };
    const read = { move_timeout_sec: 3, generic_response_timeout_sec: 4 };
    expect(RESPELL.system({ timeouts: spelled })).toEqual({ timeouts: read });
    expect(RESPELL.league({ timeouts: spelled })).toEqual({ timeouts: read });
    expect(RESPELL.player_defaults({ default_settings: spelled })).toEqual({ default_settings: read });
    expect(RESPELL.referee_defaults({ default_settings: { ...spelled, max_concurrent_games: 2 } })).toEqual({
      default_settings: { ...read, max_concurrent_matches: 2 },
    });
  });

  test('of agents are read: id, endpoint, supported_games, status, port', () => {
    expect(
      RESPELL.agents_config({
        league_manager: { id: 'LM01', endpoint: 'https://league.example/mcp', status: 'ACTIVE' },
        referees: [
          {
            id: 'REF01',
            endpoint: 'http://h:1/mcp',
            supported_games: ['x'],
            status: 'suspended',
            max_concurrent_games: 4,
          },
        ],
        players: [{ id: 'P01', display_name: 'One', endpoint: 'http://h:2/mcp', status: 'REGISTERED' }],
      }),
    ).toEqual({
      league_manager: {
        agent_id: 'LM01',
        display_name: 'League Manager',
        endpoint: 'https://league.example/mcp',
        port: 443,
        status: 'ACTIVE',
      },
      referees: [
        {
          referee_id: 'REF01',
          display_name: 'REF01',
          endpoint: 'http://h:1/mcp',
          game_types: ['x'],
          active: false,
          max_concurrent_matches: 4,
        },
      ],
      players: [{ player_id: 'P01', display_name: 'One', default_endpoint: 'http://h:2/mcp', active: true }],
    });
    const located = (agent: object) =>
      (RESPELL.agents_config({ league_manager: agent as never }) as never)['league_manager'];
    expect(located({ port: 9000 })).toMatchObject({ endpoint: 'http://localhost:9000/mcp' });
    expect(located({ endpoint: 'http://h/mcp' })).toMatchObject({ port: 80 });
    expect(located({ endpoint: 'nowhere' })).toMatchObject({ port: 0 });
    expect(located({ port: 1, endpoint: 'http://h:1/mcp' })).toMatchObject({ port: 1, endpoint: 'http://h:1/mcp' });
  });

  test('of leagues are read: rounds with the schedule, referees as a list', () => {
    expect(
      RESPELL.league({
        league_id: 'cup',
        schedule: { algorithm: 'round_robin', total_rounds: 3 },
        referees: ['REF01'],
      }),
    ).toEqual({
      league_id: 'cup',
      display_name: 'cup',
      schedule: { algorithm: 'round_robin' },
      total_rounds: 3,
      referees: { ids: ['REF01'] },
    });
  });

  test('never hide what is given twice', () => {
    const both = { move_timeout_sec: 1, parity_choice_timeout_sec: 2 };
    expect(RESPELL.system({ timeouts: both })).toEqual({ timeouts: both });
  });

  test.each(Object.entries(RESPELL))('leave to the check what is no %s file at all', (_, respell) => {
    for (const value of [
      null,
      3,
      'x',
      [1],
      { league_manager: 1, referees: 2, players: [3], games: [4], timeouts: 5, schedule: 6 },
    ]) {
      expect(respell(value)).toEqual(value);
    }
  });
});
