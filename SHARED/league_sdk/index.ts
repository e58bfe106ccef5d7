/** The library of spec 004 behind one door, for programs of one's own; our agents import the file they need. */
export { CredentialsRepository } from './agent_repositories.ts';
export { AuthenticatedClient, type ClientTools } from './authenticated_client.ts';
export { type CallTools, callMcpTool, callWithRetry, type RetryTools } from './call_mcp_tool.ts';
export type { ConfigFault } from './config_fault.ts';
export { ConfigLoader } from './config_loader.ts';
export {
  AgentConfig,
  AgentsConfig,
  type DefaultsConfig,
  GameConfig,
  GamesRegistry,
  LeagueConfig,
  type Limits,
  NetworkConfig,
  PlayerConfig,
  PlayerDefaults,
  RefereeConfig,
  RefereeDefaults,
  RetryPolicy,
  ScoringConfig,
  SecurityConfig,
  SystemConfig,
  TimeoutsConfig,
} from './config_models.ts';
export { confirmToken } from './confirming.ts';
export { type Clock, later, type Monotonic, systemClock, timestamp } from './core/clock.ts';
export { type Entropy, randomFrom, systemEntropy, uuid } from './core/entropy.ts';
export type { Json, JsonObject } from './core/json.ts';
export { err, ok, type Result, unwrap } from './core/result.ts';
export { type Admission, AgentCredentials, openCredentials } from './credentials.ts';
export type { Disk } from './disk/disk.ts';
export { DiskError } from './disk/disk_error.ts';
export { memoryDisk } from './disk/memory_disk.ts';
export { nodeDisk } from './disk/node_disk.ts';
export { type DataFault, fits } from './document.ts';
export type { Store } from './document_repository.ts';
export type { Effects, Places, Running, StartFailure } from './effects.ts';
export { requestEnvelope, resultEnvelope } from './envelope.ts';
export { openFileLedger } from './ledger/file.ts';
export type { Ledger, OpenLedger } from './ledger/ledger.ts';
export { memoryLedger } from './ledger/memory.ts';
export { AgentLogger, type Details, JsonLogger, LeagueLogger, type LogStore } from './logger.ts';
export { MCPClient } from './mcp_client.ts';
export { type Line, type MessageJournal, makeMessageJournal } from './message_journal.ts';
export { type Letter, MessageQueue, type Parcel, type QueueFigures } from './message_queue.ts';
export { INTAKE_BOUNDS, type Intake, intake } from './message_queue_intake.ts';
export { type WorkBounds, WorkLine } from './message_queue_work.ts';
export { OutboxRepository } from './outbox_repository.ts';
export { type CallError, type Correspondent, makePeer, type Observer, type Peer, type Sighting } from './peer.ts';
export { PlayerHistoryRepository } from './player_history.ts';
export { type RegisterPlayerTools, registerPlayer } from './register_player.ts';
export { type Applicant, OUR_ABILITIES, type Patience, register } from './registering.ts';
export { MatchRepository, RoundsRepository, StandingsRepository } from './repositories.ts';
export { answering, type Handlers, refuse, type Service } from './serve.ts';
export {
  type Beat,
  type Connection,
  SESSION_POLICY,
  Session,
  type SessionChange,
  type SessionFailure,
  SessionManager,
  type SessionPolicy,
} from './session_manager.ts';
export { type LeagueSession, type LeagueSessionOptions, leagueSession } from './session_manager_league.ts';
export { type NoSuchTool, type ShownTool, type ToolCard, ToolRegistry } from './tool_registry.ts';
export { BREAKER_POLICY, breakers, CircuitBreaker } from './transport/breaker.ts';
export { byScheme } from './transport/by_scheme.ts';
export { httpTransport } from './transport/http.ts';
export { memoryNetwork } from './transport/memory.ts';
export { RETRY_POLICY as RetryConfig, type RetryOptions, withRetry as retry } from './transport/retry.ts';
export { stdioTransport } from './transport/stdio.ts';
export { type StdioHub, stdioHub } from './transport/stdio_hub.ts';
export type { Address, Answer, Listener, Transport } from './transport/transport.ts';
