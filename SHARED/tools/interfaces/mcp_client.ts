/** The seven methods of the MCP client (spec 002 section 5). */
import { type ClientState, clientLife } from '../../league_sdk/spec/mcp_client.ts';
import { surfaceClass } from './kinds.ts';

const WIRE = [
  'ENDPOINT_UNREACHABLE',
  'CONNECTION_TIMEOUT',
  'RESPONSE_TIMEOUT',
  'HTTP_ERROR',
  'RESPONSE_TOO_LARGE',
] as const;

export const MCP_CLIENT = surfaceClass({
  name: 'MCPClient',
  section: '5',
  file: 'SHARED/league_sdk/spec/mcp_client.ts',
  about: 'JSON-RPC 2.0 over any wire, for messages of the league or any others. It knows no league.',
  states: Object.keys(clientLife) as ClientState[],
  passing: [],
  methods: [
    {
      name: 'initialize',
      section: '5.2.1',
      about: 'Says which protocol is spoken, and how many seconds a response may take.',
      sends: [],
      takes: [],
      allowed: [],
      acts: ['NEW'],
      failures: ['E018', 'INVALID_CONFIG'],
    },
    {
      name: 'send_request',
      section: '5.2.2',
      about:
        'Sends a request and brings back the object in its response. An error in it is a failure with the code of the league, where it has one.',
      sends: [],
      takes: [],
      allowed: [],
      acts: ['INITIALIZED'],
      failures: [...WIRE, 'INVALID_CONFIG', 'INVALID_JSON', 'INVALID_RESPONSE', 'RPC_ERROR'],
    },
    {
      name: 'send_notification',
      section: '5.2.3',
      about: 'Sends a notification; it is done when that is delivered.',
      sends: [],
      takes: [],
      allowed: [],
      acts: ['INITIALIZED'],
      failures: WIRE,
    },
    {
      name: 'format_message',
      section: '5.2.4',
      about: 'Puts protocol, type, sender, time and conversation around a body, which is left as it is.',
      sends: [],
      takes: [],
      allowed: [],
      acts: ['INITIALIZED'],
      failures: ['E002', 'E003'],
      differs: 'A body that its contract does not allow is a failure; 002 names none.',
    },
    {
      name: 'validate_response',
      section: '5.2.5',
      about: 'Gives the result in a JSON-RPC response, of the expected type where one is named.',
      sends: [],
      takes: [],
      allowed: [],
      acts: ['INITIALIZED'],
      failures: ['E002', 'E003', 'E018', 'E021', 'INVALID_RESPONSE', 'RPC_ERROR'],
    },
    {
      name: 'generate_conversation_id',
      section: '5.2.6',
      about: 'Makes an id that nobody can guess, behind a prefix.',
      sends: [],
      takes: [],
      allowed: [],
      acts: ['INITIALIZED'],
      failures: ['E002'],
    },
    {
      name: 'set_timeout',
      section: '5.2.7',
      about: 'Says how many seconds a response may take from now on.',
      sends: [],
      takes: [],
      allowed: [],
      acts: ['INITIALIZED'],
      failures: ['INVALID_CONFIG'],
    },
  ],
});
