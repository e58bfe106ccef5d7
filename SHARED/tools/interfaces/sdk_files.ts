/** Models, loader, repositories and loggers of spec 004's library, as they are here. */
import { classOf, entry, SDK_DOOR, type SdkChapter } from './sdk_kinds.ts';

const MODELS = 'SHARED/league_sdk/config_models.ts';
const REPOSITORIES = 'SHARED/league_sdk/repositories.ts';
const LOGGER = 'SHARED/league_sdk/logger.ts';
const READS = ['DAMAGED', 'DISK_ERROR'] as const;
const WRITES = ['DISK_FULL', 'DISK_ERROR'] as const;
const CHANGES = ['DAMAGED', ...WRITES] as const;

const model = (name: string, file: 'system' | 'agents_config' | 'league' | 'games_registry', differs?: string) =>
  entry(name, {
    file: MODELS,
    files: [file],
    failures: ['INVALID_CONFIG'],
    ...(differs === undefined ? {} : { differs }),
  });

/** A model of a file for which the specification has none. */
const ours = (name: string, file: Parameters<typeof model>[1]) => ({ ...model(name, file), spec: '' });

export const MODELS_CHAPTER: SdkChapter = {
  title: 'Models',
  section: '004, Typed Models: `config_models.py`',
  door: SDK_DOOR,
  entries: [
    model('NetworkConfig', 'system'),
    ours('SecurityConfig', 'system'),
    ours('TimeoutsConfig', 'system'),
    ours('RetryPolicy', 'system'),
    model('SystemConfig', 'system'),
    model('AgentConfig', 'agents_config'),
    model('RefereeConfig', 'agents_config'),
    model('PlayerConfig', 'agents_config'),
    model('AgentsConfig', 'agents_config'),
    model('ScoringConfig', 'league'),
    model('LeagueConfig', 'league', '`scoring` stands there twice and here once.'),
    ours('GameConfig', 'games_registry'),
    model('GamesRegistry', 'games_registry'),
  ],
};

export const LOADER_CHAPTER: SdkChapter = {
  title: 'Configuration loader',
  section: '004, Configuration Loader: `config_loader.py`',
  door: SDK_DOOR,
  entries: classOf(
    'ConfigLoader',
    {
      file: 'SHARED/league_sdk/config_loader.ts',
      failures: ['INVALID_CONFIG', 'DISK_ERROR'],
      differs: 'Takes the disk, the folder and the environment; every method resolves to a Result.',
    },
    {
      load_system: { files: ['system'] },
      load_agents: { files: ['agents_config'] },
      load_league: { files: ['league'] },
      load_games_registry: { files: ['games_registry'] },
      get_referee_by_id: { files: ['agents_config'] },
      get_player_by_id: { files: ['agents_config'] },
    },
  ),
};

const STORED = 'Takes the disk, the clock and the folder as one `Store`.';

export const REPOSITORIES_CHAPTER: SdkChapter = {
  title: 'Repositories',
  section: '004, Runtime Data Repositories: `repositories.py`',
  door: SDK_DOOR,
  entries: [
    ...classOf(
      'StandingsRepository',
      { file: REPOSITORIES, files: ['standings'], differs: STORED },
      {
        load: { failures: READS },
        save: { failures: WRITES },
        update_player: {
          failures: ['UNKNOWN_PLAYER', ...CHANGES],
          differs: 'Counts a repeated result twice, as there; the league folds its results instead.',
        },
      },
    ),
    ...classOf(
      'RoundsRepository',
      { file: REPOSITORIES, files: ['rounds'], differs: STORED },
      {
        load: { failures: READS },
        add_round: { failures: CHANGES, differs: 'A round of the same number is replaced.' },
      },
    ),
    ...classOf(
      'MatchRepository',
      { file: REPOSITORIES, files: ['match'], differs: STORED },
      { save_match: { failures: WRITES }, get_match: { failures: READS }, list_matches: { failures: ['DISK_ERROR'] } },
    ),
    ...classOf(
      'PlayerHistoryRepository',
      {
        file: 'SHARED/league_sdk/files/player_history.ts',
        files: ['history'],
        differs: `${STORED} Its \`_create_empty_history\`, \`_update_stats\` and \`_save_history\` are private here too.`,
      },
      {
        get_history: { failures: READS, differs: 'The empty history where there is no file yet, instead of none.' },
        add_match_result: {
          failures: READS,
          differs: 'The same match of the same run takes the place of the first. Written soon, and at `flush`.',
        },
      },
    ),
  ],
};

const LOGGED = 'Takes a `LogStore`. Logging never fails: a line that cannot be written is told to `onFailure`.';

export const LOGGERS_CHAPTER: SdkChapter = {
  title: 'Loggers',
  section: '004, Logger Utilities: `logger.py`',
  door: SDK_DOOR,
  entries: [
    ...classOf(
      'JsonLogger',
      { file: LOGGER, files: ['component_log', 'system_log'], differs: LOGGED },
      {
        ...{ log: {}, debug: {}, info: {}, warning: {}, error: {} },
        ...{ log_message_sent: {}, log_message_received: {} },
      },
    ),
    ...classOf(
      'AgentLogger',
      { file: LOGGER, files: ['agent_log'], differs: LOGGED },
      {
        log: { differs: 'Type and peer come as one value, and the level before the details.' },
        log_sent: {},
        log_received: {},
      },
    ),
    ...classOf(
      'LeagueLogger',
      { file: LOGGER, files: ['league_log'], differs: LOGGED },
      {
        log: { differs: 'The events are those of the table, each with its level; another level comes last.' },
        info: {},
        error: {},
      },
    ),
  ],
};
