/** The nine methods of the Referee (spec 002 section 3). Its states are the phases of one match. */
import { NOT_STARTED } from '../../contracts/failures.ts';
import { refereePhases } from '../../contracts/states.ts';
import { surfaceClass } from './kinds.ts';

const SHAPE = ['E002', 'E003'] as const;
const STATES = [NOT_STARTED, ...(Object.keys(refereePhases) as (keyof typeof refereePhases)[])] as const;
const DECIDED = ['REPORTING_RESULT', 'NOTIFYING_PLAYERS', 'MATCH_COMPLETE'] as const;
const BY_THE_CLOCK =
  'Nobody but the clock makes a player late: the referee acts on a deadline when it has passed, and this says how. The number counts attempts from 1.';

export const REFEREE = surfaceClass({
  name: 'Referee',
  section: '3',
  file: 'agents/referee/surface.ts',
  about:
    'One match at a time or several, each from its order to its report. A state is the phase of the match that is meant.',
  states: STATES,
  passing: ['DRAWING_NUMBER'],
  methods: [
    {
      name: 'start_referee',
      section: '3.2.1',
      about: 'Listens, registers with the league manager, and sends again whatever report still lies in the outbox.',
      sends: ['REFEREE_REGISTER_REQUEST', 'LEAGUE_QUERY'],
      takes: [],
      allowed: [],
      acts: [NOT_STARTED],
      failures: [
        ...(['PORT_IN_USE', 'INVALID_ADDRESS', 'INVALID_CONFIG', 'DATA_INIT_FAILED'] as const),
        ...(['GAME_RULES_LOAD_FAILED', 'REGISTRATION_FAILED', 'REGISTRATION_REJECTED'] as const),
      ],
    },
    {
      name: 'handle_match_assignment',
      section: '3.2.2',
      about: 'Takes a match on and invites its players.',
      sends: ['GAME_INVITATION'],
      takes: ['RUN_MATCH'],
      allowed: ['IDLE'],
      acts: ['IDLE'],
      repeats: ['WAITING_FOR_PLAYERS', 'COLLECTING_CHOICES', ...DECIDED],
      failures: [...SHAPE, 'E006', 'E007', 'E011', 'E012', 'MATCH_REFUSED'],
      differs:
        'The whole order comes with the call. An order with a newer assignment begins the match anew; an older one is E007.',
    },
    {
      name: 'handle_game_join_ack',
      section: '3.2.3',
      about: 'Takes an answer to an invitation that was posted. The `conversation_id` proves whose it is.',
      sends: ['CHOOSE_PARITY_CALL', 'GAME_MOVE_CALL'],
      takes: ['GAME_JOIN_ACK'],
      allowed: ['WAITING_FOR_PLAYERS'],
      acts: ['WAITING_FOR_PLAYERS'],
      repeats: ['COLLECTING_CHOICES', ...DECIDED],
      refuses: { E012: ['IDLE'] },
      failures: ['E002', 'E007', 'E008', 'E012'],
      differs: 'Joined again is answered as before; another answer than the one that stands is E007.',
    },
    {
      name: 'handle_game_join_timeout',
      section: '3.2.4',
      about: 'Says what was made of an invitation that was not answered in time: asked again, or a technical loss.',
      sends: ['GAME_ERROR', 'GAME_INVITATION'],
      takes: [],
      allowed: ['WAITING_FOR_PLAYERS'],
      acts: ['WAITING_FOR_PLAYERS'],
      repeats: ['COLLECTING_CHOICES', ...DECIDED],
      refuses: { E008: ['IDLE'] },
      failures: ['E005', 'E007'],
      differs: BY_THE_CLOCK,
    },
    {
      name: 'handle_choose_parity_response',
      section: '3.2.5',
      about: 'Takes a move that was posted, of whatever game. The `conversation_id` proves whose it is.',
      sends: [],
      takes: ['CHOOSE_PARITY_RESPONSE', 'GAME_MOVE_RESPONSE'],
      allowed: ['COLLECTING_CHOICES'],
      acts: ['COLLECTING_CHOICES'],
      repeats: [...DECIDED],
      refuses: { E012: ['IDLE'] },
      failures: [...SHAPE, 'E007', 'E008', 'E012'],
      differs:
        'A second choice replaces the first until both are in. A choice that is none is taken as the invalid answer it is, and asked for again.',
    },
    {
      name: 'handle_choose_parity_timeout',
      section: '3.2.6',
      about: 'Says what was made of a call that was not answered in time: asked again, or a technical loss.',
      sends: ['GAME_ERROR', 'CHOOSE_PARITY_CALL', 'GAME_MOVE_CALL'],
      takes: [],
      allowed: ['COLLECTING_CHOICES'],
      acts: ['COLLECTING_CHOICES'],
      repeats: [...DECIDED],
      refuses: { E008: ['IDLE'] },
      failures: ['E005', 'E007'],
      differs: BY_THE_CLOCK,
    },
    {
      name: 'draw_number_and_determine_winner',
      section: '3.2.7',
      about: 'Gives the result of a match: what follows from its moves, its seed and the rules.',
      sends: [],
      takes: [],
      allowed: ['DRAWING_NUMBER'],
      acts: ['REPORTING_RESULT'],
      repeats: ['NOTIFYING_PLAYERS', 'MATCH_COMPLETE'],
      refuses: { E008: ['IDLE'] },
      failures: ['E020'],
      differs:
        'The draw takes no time and comes from a seed that was committed to, so there is no second one: whoever asks again hears the same.',
    },
    {
      name: 'notify_players_and_report',
      section: '3.2.8',
      about: 'Sends the report now, waits until it is recorded and both players have been told.',
      sends: ['MATCH_RESULT_REPORT', 'GAME_OVER'],
      takes: [],
      allowed: ['NOTIFYING_PLAYERS'],
      acts: ['REPORTING_RESULT', 'NOTIFYING_PLAYERS'],
      repeats: ['MATCH_COMPLETE'],
      refuses: { E008: ['IDLE'] },
      failures: ['REPORT_NOT_TAKEN'],
      differs:
        'The report comes first: nothing is revealed before the league manager has the result for good. A report that does not arrive is kept, not given up.',
    },
    {
      name: 'reset_for_next_match',
      section: '3.2.9',
      about: 'Forgets a match that is complete.',
      sends: [],
      takes: [],
      allowed: ['MATCH_COMPLETE'],
      acts: ['MATCH_COMPLETE'],
      refuses: { E008: ['IDLE'] },
      failures: [],
      differs: 'No match waits for this: a decided match takes no place.',
    },
  ],
});
