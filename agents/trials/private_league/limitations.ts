/** What the league cannot do, and what its test results do not show: said here, and printed from here. */

export const LIMITATIONS: readonly string[] = [
  'Even/Odd cannot be played well. Against a player who chooses at random a quarter of the games is won, whatever one does, and against nobody more than half; the 60 % against a random agent that the specification asks for cannot be reached by skill.',
  'The duels are played in one process, over wires in memory and on virtual time. Only the leagues over HTTP use sockets, and those are on one machine: lost packets, slow networks and firewalls are not part of this.',
  'Here every agent is one of ours and speaks JSON-RPC with league.v2 messages. The bare dialects (`flat`, `v1`) and players of other making are tested by `npm test`.',
  'A schema tells the shape of a message and not its sense: by the schema any JSON value can be a choice, and the referee judges whether it is one. Looks such as `get_status` carry no message and have no schema; only their envelope is checked.',
  'The interval takes games as independent of each other. Where both players act on what they remember they are not, and the interval is only a guide.',
  'A strategy that never gives the event loop back (a loop without an `await`) cannot be interrupted. It holds up its own process, and loses on time.',
  'Agents listen at http addresses. They can reach https ones, but for their own they need a proxy in front.',
  'One manager process runs one league, on one machine; its ledger is a file there.',
];
