/** Every file the league reads or writes, with its place and its shape: the list that documentation is made from. */
import type { TSchema } from '../schema_builder.ts';
import { AgentsConfig } from './agents.ts';
import { CredentialsFile, HistoryFile, HistoryLine, SeatFile } from './history.ts';
import { GamesRegistry, LeagueConfig } from './league.ts';
import { AgentsView, LedgerLine, RoundsFile, RoundsSlice, RunFile, SeatsFile, StandingsFile } from './league_data.ts';
import { AgentLogLine, ComponentLogLine, LeagueLogLine } from './logs.ts';
import { MatchRecord, OutboxLine } from './match.ts';
import { PlayerDefaults, RefereeDefaults, SystemConfig } from './system.ts';

/** One kind of file: its place, its writer and its schema. */
export interface FileShape {
  /** Below SHARED; names in angle brackets stand for ids. */
  readonly path: string;
  readonly kind: 'config' | 'data' | 'log';
  /** Its writer: `agents` each write their own, `people` write theirs before anything runs. */
  readonly by: 'people' | 'league_manager' | 'referee' | 'player' | 'agents' | 'launcher';
  /** Keys that may be given and mean nothing here, by their places: they are named once, at the start. */
  readonly ignored?: readonly string[];
  /** Of the whole file, or of each line when the name ends in `.jsonl`. */
  readonly schema: TSchema;
}

/** Every kind of file by name. */
export const FILES = {
  system: { path: 'config/system.json', kind: 'config', by: 'people', schema: SystemConfig },
  agents_config: {
    path: 'config/agents/agents_config.json',
    kind: 'config',
    by: 'people',
    ignored: ['league_manager.status', 'league_manager.capabilities'],
    schema: AgentsConfig,
  },
  league: { path: 'config/leagues/<league_id>.json', kind: 'config', by: 'people', schema: LeagueConfig },
  games_registry: { path: 'config/games/games_registry.json', kind: 'config', by: 'people', schema: GamesRegistry },
  referee_defaults: { path: 'config/defaults/referee.json', kind: 'config', by: 'people', schema: RefereeDefaults },
  player_defaults: { path: 'config/defaults/player.json', kind: 'config', by: 'people', schema: PlayerDefaults },
  ledger: { path: 'data/leagues/<league_id>/ledger.jsonl', kind: 'data', by: 'league_manager', schema: LedgerLine },
  standings: {
    path: 'data/leagues/<league_id>/standings.json',
    kind: 'data',
    by: 'league_manager',
    schema: StandingsFile,
  },
  rounds: { path: 'data/leagues/<league_id>/rounds.json', kind: 'data', by: 'league_manager', schema: RoundsFile },
  rounds_slice: {
    ...{ path: 'data/leagues/<league_id>/rounds.<first_round>.json', kind: 'data', by: 'league_manager' },
    schema: RoundsSlice,
  },
  agents_view: {
    path: 'data/leagues/<league_id>/agents_config.json',
    kind: 'data',
    by: 'league_manager',
    schema: AgentsView,
  },
  seats: { path: 'data/leagues/<league_id>/seats.json', kind: 'data', by: 'league_manager', schema: SeatsFile },
  run: { path: 'data/leagues/<league_id>/run.json', kind: 'data', by: 'league_manager', schema: RunFile },
  match: { path: 'data/matches/<league_id>/<match_id>.json', kind: 'data', by: 'referee', schema: MatchRecord },
  history: { path: 'data/players/<player_id>/history.json', kind: 'data', by: 'player', schema: HistoryFile },
  history_lines: { path: 'data/players/<player_id>/history.jsonl', kind: 'data', by: 'player', schema: HistoryLine },
  seat: { path: 'data/seats/<name_hash>.json', kind: 'data', by: 'player', schema: SeatFile },
  credentials: {
    path: 'data/<role>s/<agent_id>/credentials.json',
    kind: 'data',
    by: 'agents',
    schema: CredentialsFile,
  },
  outbox: {
    path: 'data/referees/<referee_id>/outbox.jsonl',
    kind: 'data',
    by: 'referee',
    schema: OutboxLine,
  },
  league_log: {
    path: 'logs/league/<league_id>/league.log.jsonl',
    kind: 'log',
    by: 'league_manager',
    schema: LeagueLogLine,
  },
  component_log: {
    path: 'logs/league/<league_id>/<component>.log.jsonl',
    kind: 'log',
    by: 'referee',
    schema: ComponentLogLine,
  },
  system_log: { path: 'logs/system/<component>.log.jsonl', kind: 'log', by: 'launcher', schema: ComponentLogLine },
  agent_log: { path: 'logs/agents/<agent_id>.log.jsonl', kind: 'log', by: 'agents', schema: AgentLogLine },
} as const satisfies { readonly [name: string]: FileShape };
