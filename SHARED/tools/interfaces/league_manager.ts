/** The ten methods of the League Manager (spec 002 section 2). */

import { NOT_STARTED } from '../../contracts/failures.ts';
import { leagueCourse } from '../../contracts/states.ts';
import { surfaceClass } from './kinds.ts';

const SHAPE = ['E002', 'E003'] as const;
const REJECTED = ['E015', 'E016', 'E017', 'E018', 'E019'] as const;
const STATES = [NOT_STARTED, ...(Object.keys(leagueCourse) as (keyof typeof leagueCourse)[])] as const;

export const LEAGUE_MANAGER = surfaceClass({
  name: 'LeagueManager',
  section: '2',
  file: 'agents/league_manager/surface.ts',
  about: 'The league: who takes part, who meets whom, what results are worth.',
  states: STATES,
  passing: [],
  methods: [
    {
      name: 'start_league_manager',
      section: '2.2.1',
      about: 'Opens the books of the league and listens; a league that was interrupted goes on where it was.',
      sends: [],
      takes: [],
      allowed: [],
      acts: [NOT_STARTED],
      failures: ['PORT_IN_USE', 'INVALID_ADDRESS', 'INVALID_CONFIG', 'DATA_INIT_FAILED'],
      differs: 'It takes the settings that the loader makes of both configurations.',
    },
    {
      name: 'register_referee',
      section: '2.2.2',
      about: 'Takes a referee in and gives it an id and its tokens. A rejection is a failure with the reason as name.',
      sends: [],
      takes: ['REFEREE_REGISTER_REQUEST'],
      allowed: ['WAITING_FOR_REGISTRATIONS'],
      acts: ['WAITING_FOR_REGISTRATIONS', 'RUNNING_LEAGUE'],
      failures: [...SHAPE, 'E006', ...REJECTED],
      differs: 'A league that runs takes further referees, so that one that is lost can be replaced.',
    },
    {
      name: 'register_player',
      section: '2.2.3',
      about: 'Takes a player in and gives it an id and its tokens. A rejection is a failure with the reason as name.',
      sends: [],
      takes: ['LEAGUE_REGISTER_REQUEST'],
      allowed: ['WAITING_FOR_REGISTRATIONS'],
      acts: ['WAITING_FOR_REGISTRATIONS'],
      failures: [...SHAPE, ...REJECTED],
    },
    {
      name: 'create_schedule',
      section: '2.2.4',
      about: 'Closes registration, makes the round robin of all who registered, and begins to play it.',
      sends: ['ROUND_ANNOUNCEMENT', 'RUN_MATCH'],
      takes: ['START_LEAGUE'],
      allowed: ['WAITING_FOR_REGISTRATIONS'],
      acts: ['WAITING_FOR_REGISTRATIONS'],
      repeats: ['RUNNING_LEAGUE', 'LEAGUE_COMPLETE'],
      failures: ['E007'],
      differs:
        'The players are those that registered, so none are handed in. The name of E007 says what is missing: `INSUFFICIENT_PLAYERS`, `NO_REFEREES`.',
    },
    {
      name: 'announce_round',
      section: '2.2.5',
      about: 'Tells everybody of the open round, and says who acknowledged it.',
      sends: ['ROUND_ANNOUNCEMENT'],
      takes: [],
      allowed: ['RUNNING_LEAGUE'],
      acts: ['RUNNING_LEAGUE'],
      failures: ['E007', 'NO_PLAYERS_REACHABLE'],
      differs:
        'The league announces its rounds itself; this tells them once more. Only the round that is open can be announced.',
    },
    {
      name: 'report_match_result',
      section: '2.2.6',
      about: 'Checks a report, records it for good and counts it.',
      sends: [],
      takes: ['MATCH_RESULT_REPORT'],
      allowed: ['RUNNING_LEAGUE'],
      acts: ['RUNNING_LEAGUE'],
      repeats: ['LEAGUE_COMPLETE'],
      refuses: { E008: ['WAITING_FOR_REGISTRATIONS'] },
      failures: [...SHAPE, 'E006', 'E008', 'E010', 'E011', 'E012', 'E023'],
      differs: 'The same report again is acknowledged again; another one for a decided match is E010.',
    },
    {
      name: 'update_standings',
      section: '2.2.7',
      about: 'Tells everybody the standings after the last completed round, and says who acknowledged them.',
      sends: ['LEAGUE_STANDINGS_UPDATE'],
      takes: [],
      allowed: ['RUNNING_LEAGUE'],
      acts: ['RUNNING_LEAGUE', 'LEAGUE_COMPLETE'],
      failures: ['E007'],
      differs:
        'Told by the league itself after every round; this tells it once more. The last round and the league end together.',
    },
    {
      name: 'announce_round_completed',
      section: '2.2.8',
      about: 'Tells everybody how a completed round went, and says who acknowledged it.',
      sends: ['ROUND_COMPLETED'],
      takes: [],
      allowed: ['RUNNING_LEAGUE'],
      acts: ['RUNNING_LEAGUE', 'LEAGUE_COMPLETE'],
      failures: ['E007'],
      differs:
        'Told by the league itself after every round; this tells it once more. What comes next follows from the schedule.',
    },
    {
      name: 'announce_league_completed',
      section: '2.2.9',
      about: 'Tells everybody the champion and the final table, and says who acknowledged it.',
      sends: ['LEAGUE_COMPLETED'],
      takes: [],
      allowed: ['LEAGUE_COMPLETE'],
      acts: ['LEAGUE_COMPLETE'],
      failures: [],
      differs:
        'Told by the league itself when it ends; this tells it once more. The numbers of rounds and matches are known.',
    },
    {
      name: 'query_standings',
      section: '2.2.10',
      about: 'Gives a player the standings now.',
      sends: [],
      takes: ['LEAGUE_QUERY'],
      allowed: ['RUNNING_LEAGUE', 'LEAGUE_COMPLETE'],
      acts: ['RUNNING_LEAGUE', 'LEAGUE_COMPLETE'],
      failures: ['E012'],
      differs:
        'The token names the caller; a `player_id` that is not its own is E012. Before the start the name of E007 is `STANDINGS_NOT_AVAILABLE`.',
    },
  ],
});
