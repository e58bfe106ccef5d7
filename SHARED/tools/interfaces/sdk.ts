/** The library by name: every class, method and helper of 004's appendix, and the builders of 000, 001 and 003. */

import { BUILDER_NAMES } from '../../contracts/builders.ts';
import { LOADER_CHAPTER, LOGGERS_CHAPTER, MODELS_CHAPTER, REPOSITORIES_CHAPTER } from './sdk_files.ts';
import { BUILDERS_DOOR, classOf, entry, SDK_DOOR, type SdkChapter, type SdkEntry } from './sdk_kinds.ts';

const SESSIONS = 'SHARED/league_sdk/spec/session_manager.ts';
const TOOLS = 'SHARED/league_sdk/spec/tool_registry.ts';
const QUEUE = 'SHARED/league_sdk/spec/message_queue.ts';

/** The documents name the modules and what they are for; the methods are ours. */
function ours(name: string, file: string, given: Partial<SdkEntry> = {}): SdkEntry {
  return entry('', { name, file, ...given });
}

const CLIENT_CHAPTER: SdkChapter = {
  title: 'Client modules',
  section: '004, Client Architecture, Mandatory Modules',
  door: SDK_DOOR,
  entries: [
    entry('Session Manager', {
      name: 'SessionManager',
      file: SESSIONS,
      differs:
        'Sessions by the name of their server. A session takes its handshake and gives its state, by the table of sessions in protocol_spec.md; who was just heard is asked for no heartbeat.',
    }),
    ours('SessionManager.add', SESSIONS),
    ours('SessionManager.get', SESSIONS),
    ours('SessionManager.states', SESSIONS),
    ours('SessionManager.onChange', SESSIONS),
    ours('SessionManager.close', SESSIONS),
    entry('Tool Registry', {
      name: 'ToolRegistry',
      file: TOOLS,
      differs:
        'A name that several servers have is called by a qualified one: `LM01__get_standings`. Every name shown is one that assistants take: letters, digits, `_` and `-`, at most 64.',
    }),
    ours('ToolRegistry.put', TOOLS),
    ours('ToolRegistry.list', TOOLS),
    ours('ToolRegistry.find', TOOLS, { failures: ['UNKNOWN_TOOL', 'AMBIGUOUS_TOOL'] }),
    ours('ToolRegistry.onChange', TOOLS),
    entry('Message Queue', {
      name: 'MessageQueue',
      file: QUEUE,
      differs: 'What goes out, bounded for each receiver; `intake` is the same for what comes in.',
    }),
    ours('MessageQueue.post', QUEUE, { failures: ['E014'] }),
    ours('MessageQueue.postWhenRoom', QUEUE, { failures: ['E014'] }),
    ours('MessageQueue.next', QUEUE),
    ours('MessageQueue.done', QUEUE),
    ours('MessageQueue.close', QUEUE),
    ours('intake', 'SHARED/league_sdk/flow/work_queue.ts', { failures: ['E014'] }),
  ],
};

const CALLING = 'SHARED/league_sdk/spec/register_player.ts';
const WIRE = ['UNREACHABLE', 'DEADLINE_PASSED', 'TOO_LARGE', 'REFUSED', 'INVALID_REPLY', 'ERROR_REPLY'] as const;

const RESILIENCE: SdkChapter = {
  title: 'Resilience',
  section: '004, Resilience Patterns',
  door: SDK_DOOR,
  entries: [
    entry('RetryConfig', {
      file: 'SHARED/league_sdk/transport/retry.ts',
      differs: 'The same three numbers, as `attempts`, `baseMs` and `factor`.',
    }),
    entry('Retry Pattern', {
      name: 'retry',
      file: 'SHARED/league_sdk/transport/retry.ts',
      differs: 'The pattern itself, for whatever may be tried again. It fails as the last attempt did.',
    }),
    entry('call_with_retry', {
      name: 'callWithRetry',
      file: CALLING,
      failures: WIRE,
      differs: 'The last failure instead of E005, which is another thing. Pauses are jittered.',
    }),
    ...classOf(
      'CircuitBreaker',
      {
        file: 'SHARED/league_sdk/transport/breaker.ts',
        differs: 'Takes the clock and milliseconds. HALF_OPEN lets one call through, not all.',
      },
      { can_execute: {}, record_success: {}, record_failure: {} },
    ),
  ],
};

const REGISTRATION: SdkChapter = {
  title: 'Registration and authenticated messages',
  section: '004, Player Registration and Authenticated Messaging',
  door: SDK_DOOR,
  entries: [
    entry('AgentCredentials', { file: 'SHARED/league_sdk/joining/credentials.ts', files: ['credentials'] }),
    entry('register_player', {
      name: 'registerPlayer',
      file: 'SHARED/league_sdk/spec/register_player.ts',
      messages: ['LEAGUE_REGISTER_REQUEST', 'LEAGUE_REGISTER_RESPONSE'],
      files: ['credentials'],
      failures: ['REGISTRATION_FAILED', 'REGISTRATION_REJECTED', 'DATA_INIT_FAILED'],
      differs: 'Says why it failed, tries again, and with a store is the same player after a restart.',
    }),
    ...classOf(
      'AuthenticatedClient',
      { file: 'SHARED/league_sdk/spec/authenticated_client.ts' },
      {
        send_message: {
          failures: [...WIRE, 'INVALID_ANSWER'],
          differs: 'A message travels by its own method; `mcp_message` is understood and not written.',
        },
      },
    ),
  ],
};

const REFERENCE: SdkChapter = {
  title: 'Calls and servers',
  section: '004, Reference Implementation Code',
  door: SDK_DOOR,
  entries: [
    entry('MCPRequest', {
      name: 'requestEnvelope',
      file: 'SHARED/league_sdk/messaging/envelope.ts',
      differs: 'A function that makes one.',
    }),
    entry('MCPResponse', {
      name: 'resultEnvelope',
      file: 'SHARED/league_sdk/messaging/envelope.ts',
      differs: 'A function that makes one.',
    }),
    entry('mcp_endpoint', {
      name: 'answering',
      file: 'SHARED/league_sdk/messaging/serve.ts',
      failures: ['E002', 'E003', 'E018', 'E021'],
      differs: 'Makes the answering function of a whole service, for a transport to listen with; it answers failures.',
    }),
    entry('call_mcp_tool', { name: 'callMcpTool', file: CALLING, failures: WIRE }),
  ],
};

const BUILT = { file: BUILDERS_DOOR, failures: ['E002', 'E003', 'E021'] } as const;

const BUILDERS: SdkChapter = {
  title: 'Message builders',
  section: '000, 001 and 003, Python Implementation',
  door: BUILDERS_DOOR,
  entries: [
    entry('', { name: 'build', ...BUILT, differs: 'Builds a message of any type from the fields of its contract.' }),
    ...Object.entries(BUILDER_NAMES).map(([name, type]) =>
      entry(name, { name: `flatBuilders.${name}`, messages: [type], ...BUILT }),
    ),
  ],
};

/** Every export of the two entry points, in the order of the specification. */
export const SDK_SURFACE: readonly SdkChapter[] = [
  MODELS_CHAPTER,
  LOADER_CHAPTER,
  REPOSITORIES_CHAPTER,
  LOGGERS_CHAPTER,
  CLIENT_CHAPTER,
  RESILIENCE,
  REGISTRATION,
  REFERENCE,
  BUILDERS,
];

/** Helpers of the documents that the library may not hold: rules belong to games, schedules to the league. */
export const AT_HOME_ELSEWHERE = [
  {
    spec: 'determine_winner',
    name: 'evenOdd.settle',
    file: 'SHARED/games/even_odd.ts',
    why: 'A rule of one game. It gives scores by seat; higher wins, equal is a draw.',
  },
  {
    spec: 'validate_choice',
    name: 'evenOdd.moves',
    file: 'SHARED/games/even_odd.ts',
    why: 'The moves of a game are the test of what is legal.',
  },
  {
    spec: 'create_schedule',
    name: 'roundRobin',
    file: 'agents/league_manager/tournament/round_robin.ts',
    why: 'The league’s business. Rounds in which nobody plays twice, computed by index.',
  },
  {
    spec: 'random_strategy, frequency_strategy, pattern_strategy, StrategyType',
    name: 'strategies',
    file: 'agents/player/strategies/strategies.ts',
    why: 'How a player thinks is its own affair.',
  },
  {
    spec: 'handle_invitation, handle_choose_parity, handle_result',
    name: 'makeHandlers',
    file: 'agents/player/handlers.ts',
    why: 'One handler per message, in the player.',
  },
  {
    spec: 'CONFIG_ROOT, DATA_ROOT, LOG_ROOT',
    name: 'placesOf, configOf',
    file: 'agents/launcher/world/installation.ts',
    why: 'Folders are handed in by whoever starts an agent.',
  },
] as const;
