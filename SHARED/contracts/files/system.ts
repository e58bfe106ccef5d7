/** The shapes of system.json and of the defaults of each role (spec 004, configuration layer), with their defaults. */
import { NETWORK_LIMITS, REGISTRATION_LIMITS, SEAT_LIMITS, shareOfOneAddress } from '../../core/limits.ts';
import { PROTOCOL } from '../fields.ts';
import { type Static, Type } from '../schema_builder.ts';
import { Concurrency, closed, LIMIT_OPINIONS, RETRY_SETTINGS, SchemaVersion, WAIT_SETTINGS } from './pieces.ts';

const port = (description: string, byDefault: number) =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: byDefault, description });
const portRange = (description: string, byDefault: readonly [number, number]) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), {
    minItems: 2,
    maxItems: 2,
    default: byDefault,
    description,
  });

const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { default: [], description });
const file = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, description: `${description} A path, from the folder of the configuration.` }),
  );
const limit = (byDefault: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, default: byDefault, description });

export const NetworkConfig = closed(
  {
    base_host: Type.String({
      minLength: 1,
      default: 'localhost',
      description:
        'The name agents are reached by; 0.0.0.0: they listen at all addresses and tell the one nearest to the manager.',
    }),
    default_league_manager_port: port(
      'Where the league manager listens, unless the agents file gives it an endpoint.',
      8_000,
    ),
    default_referee_port_range: portRange(
      'Ports of referees that have no entry in the agents file, from first to last.',
      [8_001, 8_099],
    ),
    default_player_port_range: portRange('Ports of players that have no entry, likewise.', [8_101, 8_199]),
    allowed_hosts: texts(
      'Names agents may be called by, beside addresses, localhost, base_host and the names of this machine (pc and pc.local).',
    ),
    allowed_origins: texts(
      'Web pages that may call agents and read their answers (CORS), such as https://league.example.org; pages of this machine and the agent’s own need no entry to call.',
    ),
    tls_cert: file('The certificate of this installation with its chain, as PEM: its agents are called by https.'),
    tls_key: file('The private key of the certificate, as PEM without a password.'),
    tls_ca: file('Authorities whose certificates are trusted beside the usual ones, as PEM.'),
    serve_mcp: Type.Boolean({
      default: true,
      description: 'Whether agents answer clients of MCP at the same address, beside the methods of the league.',
    }),
    max_mcp_sessions: limit(NETWORK_LIMITS.mcpSessions, 'Conversations of clients of MCP with one agent at once.'),
    max_mcp_sessions_per_address: limit(
      NETWORK_LIMITS.mcpSessionsPerAddress,
      'And of one address; one more ends its longest unused.',
    ),
    max_mcp_exchanges: limit(
      NETWORK_LIMITS.mcpExchanges,
      `Requests of MCP one agent answers at once, streams included, which may have half of it; one address may have ${shareOfOneAddress(100)} %.`,
    ),
    max_mcp_requests_per_sec_per_address: limit(
      NETWORK_LIMITS.mcpRequestsPerSecPerAddress,
      'Messages of MCP from one address a second, for long, and four times as many for a moment; this machine’s own are not counted.',
    ),
    max_readers: limit(
      NETWORK_LIMITS.readers,
      `Readers of the manager’s event stream at once; one address may have ${shareOfOneAddress(100)} % of them.`,
    ),
    max_connections: limit(NETWORK_LIMITS.connections, 'Connections to one process at once.'),
    max_connections_per_address: limit(
      NETWORK_LIMITS.connectionsPerAddress,
      'Connections from one address at once; this machine’s own are not counted.',
    ),
    max_pending_requests: limit(
      NETWORK_LIMITS.pendingRequests,
      `Requests one process reads or answers at once; one address may have ${shareOfOneAddress(100)} % of them, and this machine all.`,
    ),
    max_requests_per_sec_per_address: limit(
      NETWORK_LIMITS.requestsPerSecPerAddress,
      'Requests from one address a second, for long, and four times as many for a moment; this machine’s own are not counted.',
    ),
  },
  'Ports and addresses, and what the network may ask of one process.',
  { default: {} },
);

export const SecurityConfig = closed(
  {
    require_tokens: Type.Boolean({
      default: true,
      description: 'false admits flat and v1 agents of this machine without a token.',
    }),
    token_ttl_sec: Type.Number({
      minimum: 0,
      default: 86_400,
      description: 'How long tokens outlive the league, in seconds.',
    }),
    max_registrations_per_address: limit(
      REGISTRATION_LIMITS.registrations,
      'Registrations from one address at once; further ones are taken at the pace of max_registrations_per_min_per_address.',
    ),
    max_registrations_per_min_per_address: limit(
      REGISTRATION_LIMITS.registrationsPerMin,
      'Registrations from one address a minute, once that is used up.',
    ),
    max_wrong_tokens_per_min_per_address: limit(
      REGISTRATION_LIMITS.wrongTokensPerMin,
      'Messages with a wrong token from one address a minute; a caller with the right one never waits.',
    ),
    max_seats: limit(SEAT_LIMITS.seats, 'Seats for players without a server, models among them, in one league.'),
    max_seats_per_address: limit(
      SEAT_LIMITS.seatsPerAddress,
      'And for one address: more for a class behind one router, fewer where one client must not fill a league.',
    ),
    max_joins_per_min_per_address: limit(SEAT_LIMITS.joinsPerMin, 'Attempts to take a seat from one address a minute.'),
  },
  'Tokens and how long they live, and what one address may try. In a local league this machine is not counted.',
  { default: {} },
);

export const TimeoutsConfig = closed(WAIT_SETTINGS, 'How long things may take when no other file says so.', {
  default: {},
});

export const RetryPolicy = closed(
  {
    ...RETRY_SETTINGS,
    backoff_strategy: Type.Literal('exponential', { default: 'exponential', description: 'How pauses grow.' }),
    base_delay_sec: Type.Number({ minimum: 0, default: 2, description: 'The first pause, in seconds.' }),
    backoff_factor: Type.Number({
      minimum: 1,
      default: 2,
      description: 'By how much each pause is longer than the last.',
    }),
  },
  'How failed calls are tried again.',
  { default: {} },
);

const Logging = closed(
  {
    level: Type.Enum(['DEBUG', 'INFO', 'WARNING', 'ERROR'], {
      default: 'INFO',
      description:
        'The least that is written: of the manager in system.json, of players and referees in their defaults.',
    }),
    format: Type.Literal('jsonl', { default: 'jsonl', description: 'One JSON object per line.' }),
    sample: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'Write the messages of one match and one round in so many, and all warnings and errors (default: 1; if no role has this key, 100 in a run with more than 200 players).',
      }),
    ),
    max_file_mb: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 64,
      description: 'The size of one file in MB (2^20 bytes); a line that does not fit any more begins a new one.',
    }),
    max_files: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      default: 4,
      description: 'The files of one log that are kept: P01.log.jsonl, then P01.log.1.jsonl and older ones.',
    }),
  },
  'What goes to the log.',
  { default: {} },
);

/** How matches and histories are kept beside the ledger. */
export const RecordsPolicy = Type.Enum(['files', 'segments'], {
  description:
    'How matches and histories are kept beside the ledger: a file for each, or compressed segments (default: files up to 64 players of a run, segments above).',
});
export type RecordsPolicy = Static<typeof RecordsPolicy>;

export const SystemConfig = closed(
  {
    schema_version: SchemaVersion,
    system_id: Type.String({
      default: 'league_system',
      description: 'Name of this installation, as the launcher’s log says it.',
    }),
    protocol_version: Type.Literal(PROTOCOL, { default: PROTOCOL, description: 'The protocol our agents speak.' }),
    network: NetworkConfig,
    security: SecurityConfig,
    timeouts: TimeoutsConfig,
    retry_policy: RetryPolicy,
    logging: Logging,
    records: Type.Optional(RecordsPolicy),
  },
  'config/system.json: what holds for the whole system.',
);

export const RefereeDefaults = closed(
  {
    schema_version: SchemaVersion,
    default_settings: closed({ ...LIMIT_OPINIONS, max_concurrent_matches: Concurrency }, 'Settings of a referee.', {
      default: {},
    }),
    logging: Logging,
  },
  'config/defaults/referee.json: what a referee starts with.',
);

export const PlayerDefaults = closed(
  {
    schema_version: SchemaVersion,
    default_settings: closed(
      {
        generic_response_timeout_sec: LIMIT_OPINIONS.generic_response_timeout_sec,
        max_retries: LIMIT_OPINIONS.max_retries,
        strategy: Type.String({ default: 'random', description: 'How it chooses when it has no strategy of its own.' }),
        auto_register: Type.Boolean({
          default: true,
          description:
            'Whether one that is started by hand registers by itself; `league run` has it register in any case.',
        }),
      },
      'Settings of a player.',
      { default: {} },
    ),
    logging: Logging,
  },
  'config/defaults/player.json: what a player starts with.',
);
