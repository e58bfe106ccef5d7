/** The shapes of log lines, and every event of the league log with its level and meaning, said once. */
import type { Json } from '../../core/json.ts';
import { Timestamp } from '../fields.ts';
import { type Static, Type } from '../schema_builder.ts';

export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const Level = Type.Enum([...LOG_LEVELS], { description: 'How much it matters.' });
const Details = Type.Record(Type.String(), Type.Unsafe<Json>({}), { description: 'What belongs to it.' });
const Component = Type.String({
  minLength: 1,
  description: 'Who writes: league_manager, referee:REF01, player:P01, orchestrator.',
});
const EventType = Type.String({ minLength: 1, description: 'What happened.' });

export const LeagueLogLine = Type.Object(
  { timestamp: Timestamp, component: Component, event_type: EventType, level: Level, details: Details },
  { description: 'logs/league/<league_id>/league.log.jsonl: one event of a league.' },
);

export const AgentLogLine = Type.Object(
  {
    timestamp: Timestamp,
    agent_id: Type.String({ minLength: 1, description: 'Whose log this is.' }),
    direction: Type.Enum(['SENT', 'RECEIVED'], { description: 'Which way the message went.' }),
    message_type: Type.String({ minLength: 1, description: 'In the words of the specification’s files.' }),
    level: Level,
    peer: Type.String({ description: 'Who it went to or came from.' }),
    details: Details,
  },
  { description: 'logs/agents/<agent_id>.log.jsonl: one message of an agent.' },
);

export const ComponentLogLine = Type.Object(
  { timestamp: Timestamp, component: Component, event_type: EventType, level: Level },
  {
    description:
      'logs/league/<league_id>/<component>.log.jsonl, logs/system/<component>.log.jsonl: details stand beside these fields.',
  },
);

export type LeagueLogLine = Static<typeof LeagueLogLine>;
export type AgentLogLine = Static<typeof AgentLogLine>;
export type ComponentLogLine = Static<typeof ComponentLogLine>;

/** The events of the league log: the eleven of spec 004, then ours. */
export const LEAGUE_EVENTS = {
  LEAGUE_STARTED: { level: 'INFO', about: 'League competition initialized' },
  REFEREE_REGISTERED: { level: 'INFO', about: 'Referee successfully registered' },
  PLAYER_REGISTERED: { level: 'INFO', about: 'Player successfully registered' },
  ROUND_ANNOUNCEMENT_SENT: { level: 'INFO', about: 'Round announcement broadcast to referees' },
  MATCH_ASSIGNED: { level: 'INFO', about: 'Match assigned to a referee' },
  MATCH_RESULT_RECEIVED: { level: 'INFO', about: 'Match result received from referee' },
  ROUND_COMPLETED: { level: 'INFO', about: 'All matches in round finished' },
  STANDINGS_UPDATED: { level: 'INFO', about: 'League standings recalculated' },
  LEAGUE_COMPLETED: { level: 'INFO', about: 'Competition finished' },
  REGISTRATION_TIMEOUT: { level: 'WARNING', about: 'Agent failed to register in time' },
  REFEREE_ERROR: { level: 'ERROR', about: 'Referee reported an error' },

  LEAGUE_RESUMED: { level: 'INFO', about: 'A restarted manager goes on with the league' },
  ROLL_CALLED: { level: 'WARNING', about: 'A league that goes on misses agents, and waits for them' },
  ROLL_ENDED: { level: 'INFO', about: 'It waits no longer, and why' },
  LEAGUE_PAUSED: {
    level: 'ERROR',
    about: 'The operator holds the league, or a match failed again and again by faults of ours',
  },
  GAME_FAULT: { level: 'ERROR', about: 'The rules of the game failed, a referee says, and how' },
  REFEREE_WARNED: { level: 'WARNING', about: 'A referee was told what this league asks of its reports' },
  REFEREE_BARRED: {
    level: 'ERROR',
    about: 'The reports of a referee were refused again and again, or it cannot be ordered a match; it gets none',
  },
  REFEREE_LEAVING: { level: 'INFO', about: 'A referee ends, and gets no further match until it is back' },
  LEAGUE_STOPPED: { level: 'INFO', about: 'The manager ended before the league did' },
  READINESS_CHECKED: { level: 'INFO', about: 'Everybody was asked for a sign of life before play' },
  AGENT_NOT_READY: { level: 'WARNING', about: 'An agent gave none, and would forfeit now' },
  START_REFUSED: { level: 'WARNING', about: 'The league was asked to start and could not' },
  REGISTRATION_REFUSED: { level: 'WARNING', about: 'Somebody asked to take part and was turned away' },
  AGENT_RETURNED: { level: 'INFO', about: 'An agent registered again' },
  AGENT_REMOVED: { level: 'WARNING', about: 'An agent takes part no longer, by the operator or by a rule' },
  AGENT_READMITTED: { level: 'INFO', about: 'The operator lets an agent play again' },
  LEAGUE_UNPAUSED: { level: 'INFO', about: 'The operator lets a league go on' },
  AGENT_SUSPENDED: { level: 'WARNING', about: 'A player missed too many matches in a row, or the operator said so' },
  AGENT_RECOVERED: { level: 'INFO', about: 'A suspended agent answered again' },
  AGENT_SHUTDOWN: { level: 'WARNING', about: 'An agent is no longer told or probed' },
  VIOLATION_NOTED: { level: 'WARNING', about: 'The manager saw an agent break a rule of the protocol' },
  MATCH_REASSIGNED: { level: 'WARNING', about: 'A match was taken from its referee' },
  MATCH_WAITING: { level: 'WARNING', about: 'No referee can take a match at present' },
  DIALECT_CHANGED: {
    level: 'WARNING',
    about: 'An agent speaks otherwise than it registered; it is answered as it speaks',
  },
  MESSAGE_REFUSED: { level: 'WARNING', about: 'A message to the manager was refused, and why' },
  RESULT_REFUSED: { level: 'WARNING', about: 'A report was not believed' },
  TECHNICAL_LOSS: { level: 'WARNING', about: 'A player forfeited a match' },
  BROADCAST_FAILED: { level: 'WARNING', about: 'An agent did not hear a broadcast' },
  CONFIG_IGNORED: { level: 'WARNING', about: 'A setting of the league file was noted and not used' },
  SHUTDOWN_SENT: { level: 'INFO', about: 'The agents were told to end' },
  LOG_LINES_MISSING: { level: 'ERROR', about: 'Lines of this log could not be written: how many, and why' },
  DISK_FAILED: { level: 'ERROR', about: 'The ledger could not be written; nothing more is acknowledged' },
  INTERNAL_ERROR: { level: 'ERROR', about: 'A fault in our own code' },
} as const satisfies { readonly [event: string]: { readonly level: LogLevel; readonly about: string } };

export type LeagueEventType = keyof typeof LEAGUE_EVENTS;
