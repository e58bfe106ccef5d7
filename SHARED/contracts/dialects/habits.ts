/**
 * Habits of agents that other people wrote: what they do otherwise than the documents say, one named rule each. A habit
 * that is met is remembered with the agent, and told in `league status`.
 */

/** One rule of the table. */
export interface Habit {
  /** The habit in a few words, as `league status` lists it. */
  readonly about: string;
  /** How a message with the habit is read; absent: nothing is read otherwise. */
  readonly reads?: string;
  /** What is written otherwise; absent: nothing. */
  readonly writes?: string;
  /** Everybody is written to so, in every league; absent: only agents that showed the habit. */
  readonly forAll?: true;
  /** Where it was met, of twenty public code bases for this protocol. */
  readonly met: string;
}

/** The table, in the order of what its rules win. */
export const HABITS = {
  offset_times: {
    about: 'times with +00:00',
    reads:
      'A UTC time in another form (+00:00, 20261115T012552Z) is the same time with Z, another zone is E021; an arrival_timestamp may have any form.',
    met: '2 write +00:00, 1 a compact form, 2 none',
  },
  type_not_method: {
    about: 'unknown methods',
    reads: 'A method that is not known, with a message_type that is: the type counts.',
    met: '4 register by such a method, 3 are called by any',
  },
  whole_seconds: {
    about: 'whole seconds',
    writes: 'The timestamp of an rpc message has no fraction.',
    forAll: true,
    met: '3 take nothing else; none needs a fraction',
  },
  answers_in_params: {
    about: 'answers in params or data',
    reads: 'An answer that is a request: its params are the result. An answer in data is the answer.',
    met: '2',
  },
  error_statuses: {
    about: 'answers with HTTP 4xx or 5xx',
    reads: 'A result of JSON-RPC counts, whatever the status of HTTP.',
    met: '6 send such statuses with bodies of JSON-RPC',
  },
  own_ids: {
    about: 'ids of its own',
    reads: 'The id of an answer need not match where its request is alone on a connection.',
    writes: 'Each request has a connection of its own.',
    met: '2 (a counter, always 1)',
  },
  message_param: {
    about: 'messages in params.message',
    reads: 'params.message is the message.',
    writes: 'The message stands in params.message.',
    met: '2 are called so, 1 registers so',
  },
  type_from_method: {
    about: 'message_type, protocol or game_types left out',
    reads: 'message_type and protocol follow from the method; game_types absent: the game of this league.',
    met: '4 have the fields at the top or in tool arguments alone',
  },
  types_as_methods: {
    about: 'methods as types',
    reads: 'A message type, in any case, is a method; so is league_register.',
    writes:
      'The method of a request is its message type; where an agent does not know its own way, or acknowledges and no answer follows, that of the documents.',
    met: '4 register so, 2 are called so and not otherwise',
  },
  lower_types: {
    about: 'types in lower case',
    reads: 'The message_type of an answer may have any case.',
    writes: 'Where methods are types, they are in lower case.',
    met: '1',
  },
  odd_version: {
    about: 'a protocol_version that is no number',
    reads: 'A protocol_version that is no number is absent.',
    met: '1 (league.v2)',
  },
  status_joins: {
    about: 'joins by a status',
    reads:
      'To an invitation a status of ACK, RECEIVED, accepted or ok joins, until accept: false is posted before the first call.',
    met: '3',
  },
  rest_paths: {
    about: 'registers by POST /register, or by a bare description of itself',
    reads: 'POST /register registers; a body without an envelope and without a type is a registration.',
    met: '2',
  },
  other_names: {
    about: 'endpoint and accepted',
    reads: 'endpoint is contact_endpoint, accepted is accept.',
    met: '3 answer accepted',
  },
  choice_too: {
    about: 'choice',
    reads: 'choice is parity_choice, and so is parity_choose.',
    writes: 'choice stands beside parity_choice; a bare call is answered in the words it was asked in.',
    forAll: true,
    met: '4 choose with it, 4 referees read nothing else',
  },
  tool_calls: {
    about: 'tools/call',
    reads: 'The arguments of tools/call are the message; its answer is the result of a tool.',
    writes: 'Requests are tools/call, with the names of its tools/list.',
    met: '2 register so, 1 is called so',
  },
  answers_as_tool: {
    about: 'answers as tools',
    reads: 'structuredContent is the answer, or the JSON in content[0].text.',
    met: '1',
  },
  other_move_names: {
    about: 'another name for choose_parity',
    writes: 'Where choose_parity is not known: parity_choose, then CHOOSE_PARITY_REQUEST.',
    met: '1',
  },
  odd_paths: {
    about: 'odd paths',
    reads: 'Paths in any case and with a slash at the end; an endpoint without a path gets the one it was called on.',
    met: '1 (/MCP)',
  },
  meta_at_top: {
    about: 'meta at the top',
    reads:
      'The fields of player_meta may stand in the message itself, in data or in payload; PLAYER_REGISTER_REQUEST is a registration.',
    met: '6',
  },
  nested_copies: {
    about: 'nested copies',
    writes:
      'The invitation stands once more in game_invitation, and the call with the fields of its context in parity_context.',
    met: '1',
  },
  plain_accept: {
    about: 'Accept without text/event-stream',
    reads: 'Where Accept does not name text/event-stream, MCP is answered in JSON.',
    met: 'clients of tools/call without an MCP library',
  },
} as const satisfies { readonly [name: string]: Habit };

/** The name of a habit: in the ledger, in RUN_MATCH, and in a violation. */
export type HabitName = keyof typeof HABITS;
/** The names in the order of the table. */
export const HABIT_NAMES = Object.keys(HABITS) as readonly HabitName[];

/** The habits in a sentence: their names, as violations begin with them, and what the first one is. */
export function habitSentence(habits: readonly HabitName[]): string {
  const [first] = habits;
  return first === undefined ? '' : `habit ${habits.join(', ')}: ${HABITS[first].about}`;
}
