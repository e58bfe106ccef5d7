/** The public interface of the library of spec 004, for programs outside; our own agents import single files. */

export { fits } from '../contracts/validator.ts';
export { type Clock, later, type Monotonic, systemClock, timestamp } from '../core/clock.ts';
export { type Entropy, randomFrom, systemEntropy, uuid } from '../core/entropy.ts';
export type { Json, JsonObject } from '../core/json.ts';
export { err, ok, type Result, unwrap } from '../core/result.ts';
export {
  type Agent,
  type AgentOptions,
  type AgentParts,
  type Entry,
  type RunningAgent,
  startAgent,
} from './agent.ts';
export type { ConfigFault } from './config/file.ts';
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
export type { Disk } from './disk/disk.ts';
export { DiskError } from './disk/disk.ts';
export { memoryDisk } from './disk/memory_disk.ts';
export { nodeDisk } from './disk/node_disk.ts';
export type { Effects, Places, Running, StartFailure } from './effects.ts';
export { CredentialsRepository } from './files/agent_repositories.ts';
export type { DataFault, Store } from './files/document.ts';
export { OutboxRepository } from './files/outbox_repository.ts';
export { PlayerHistoryRepository } from './files/player_history.ts';
export { INTAKE_BOUNDS, type Intake, intake, type WorkBounds, WorkQueue } from './flow/work_queue.ts';
export { type Admission, AgentCredentials, openCredentials } from './joining/credentials.ts';
export {
  confirmToken,
  type LeagueSession,
  type LeagueSessionOptions,
  leagueSession,
} from './joining/manager_session.ts';
export { type Applicant, OUR_ABILITIES, type Patience, register } from './joining/register.ts';
export { fileLedgerStore } from './ledger/file.ts';
export type { Chain, Damage, DocumentName, Ledger, LedgerDocument, LedgerStore, Locked } from './ledger/ledger.ts';
export { AgentLogger, type Details, JsonLogger, LeagueLogger, type LogStore } from './logger.ts';
export { type Loggers, type Logs, openLogs, USUAL_LOGS } from './logs/logs.ts';
export { type Line, type MessageLog, makeMessageLog } from './logs/message_log.ts';
export { requestEnvelope, resultEnvelope } from './messaging/envelope.ts';
export {
  type CallError,
  type Correspondent,
  type LoggedMessage,
  makePeer,
  type Observer,
  type Peer,
} from './messaging/peer.ts';
export { answering, type Handlers, refuse, type Service } from './messaging/serve.ts';
export { MatchRepository, RoundsRepository, StandingsRepository } from './repositories.ts';
export { AuthenticatedClient, type ClientTools } from './spec/authenticated_client.ts';
export { MCPClient } from './spec/mcp_client.ts';
export { type Letter, MessageQueue, type Parcel, type QueueFigures } from './spec/message_queue.ts';
export {
  type CallTools,
  callMcpTool,
  callWithRetry,
  type RegisterPlayerTools,
  type RetryTools,
  registerPlayer,
} from './spec/register_player.ts';
export {
  type Connection,
  type Heartbeat,
  SESSION_POLICY,
  Session,
  type SessionChange,
  type SessionFailure,
  SessionManager,
  type SessionPolicy,
} from './spec/session_manager.ts';
export { type NoSuchTool, type ShownTool, type ToolCard, ToolRegistry } from './spec/tool_registry.ts';
export { BREAKER_POLICY, breakers, CircuitBreaker } from './transport/breaker.ts';
export { byScheme } from './transport/by_scheme.ts';
export { httpTransport } from './transport/http/http.ts';
export { memoryNetwork } from './transport/memory.ts';
export { type StdioHub, stdioHub } from './transport/pipe/hub.ts';
export { stdioTransport } from './transport/pipe/pipe_transport.ts';
export { RETRY_POLICY as RetryConfig, type RetryOptions, withRetry as retry } from './transport/retry.ts';
export type { Address, Answer, Listener, Transport } from './transport/transport.ts';
