/** Options that several commands share. */
import type { OptionTable } from '../options.ts';

export const places: OptionTable = {
  data: { value: 'DIR', about: 'Where the league’s files are kept (default SHARED/data).' },
  logs: { value: 'DIR', about: 'Where logs are written (default SHARED/logs).' },
  config: { value: 'DIR', about: 'Where the configuration is read (default SHARED/config).' },
  class: {
    value: 'DIR',
    about: 'The folder of a class league, made by league class new: its config, data and logs lie in it.',
  },
  ledger: {
    value: 'URL',
    about:
      'The PostgreSQL database that the league is kept in, postgres://user@host/name (default: LEAGUE_DATABASE_URL, else files of the data folder).',
  },
};
export const which: OptionTable = {
  league: {
    value: 'ID',
    about:
      'Which league: a file of config/leagues (default league_2025_even_odd, and of one that is kept: the only one there).',
  },
  game: {
    value: 'TYPE|file',
    about:
      'The league of another game, by its type or by the file of its rules: uses the league file league_2025_TYPE, or the usual rules where there is none.',
  },
};
export const tune: OptionTable = {
  option: { value: 'NAME=VALUE', repeats: true, about: 'An option of the game, such as best_of=5; once for each.' },
};
export const play: OptionTable = {
  seed: {
    value: 'S',
    about: 'Derive every draw from S, so that the run can be repeated; results are marked as seeded.',
  },
  legs: {
    value: 'N',
    about:
      'How often everybody meets everybody, 1 or 2 (default: the league file’s); the second time seats are swapped.',
  },
  'max-rounds': {
    value: 'N',
    about: 'Stop after so many rounds (default: the league file’s, else none are left out).',
  },
  strict: { about: 'One attempt for everything: a missed deadline or an invalid choice forfeits at once.' },
  fresh: { about: 'Put an unfinished league into the archive and begin anew.' },
  keep: { about: 'Leave the agents, and the page of the league, up when the league is over.' },
};
/** Of commands that show a league while it is played. */
export const seen: OptionTable = {
  open: { about: 'Open the page of the league in the browser.' },
  quiet: { about: 'Print errors and the result alone.' },
};
export const guard: OptionTable = {
  'no-guard': {
    about:
      'A strategy that throws, is late or makes an illegal move forfeits, and is asked again as any player is; otherwise the first legal move is played in its place.',
  },
};
export const waiting: OptionTable = {
  now: { about: 'Go on with an interrupted league at once; players that are not back forfeit.' },
  wait: {
    about:
      'Wait for players that are not back without a limit (default: where agents were started by hand and this is a terminal; else resume_wait_sec, else registration_timeout_sec).',
  },
};
export const records: OptionTable = {
  records: {
    value: 'P',
    about:
      'How matches and histories are kept beside the ledger: files (one each) or segments (a few compressed files; league export --format files unpacks them) (default: records of system.json, else files, and segments for a run with more than 64 players).',
  },
  'log-level': {
    value: 'LEVEL',
    about: 'The least that is written to logs: DEBUG, INFO, WARNING or ERROR (default: logging.level of each role).',
  },
  'log-sample': {
    value: 'N',
    about:
      'Write the messages of one match and one round in N to the logs, and all warnings and errors (default: logging.sample of each role, else 1, and 100 for a run with more than 200 players).',
  },
};
/** Of a process that is one agent. */
export const logTo: OptionTable = {
  'log-to': {
    value: 'files|stdout',
    about:
      'Where logs go (default files, below --logs): stdout is a JSON object a line for a journal or a container, and everything for people goes to stderr.',
  },
};
export const drain: OptionTable = {
  'drain-seconds': {
    value: 'N',
    about:
      'How long an agent that gets SIGTERM may take to finish its matches under way (default: max_match_sec of the limits, 150); a second one ends it at once.',
  },
};
export const portBase: OptionTable = {
  'port-base': {
    value: 'P',
    about:
      'Moves every agent of this machine, the manager to port P (default: where the configuration puts them, the manager at 8000).',
  },
};
/** Of every command that listens or calls. */
export const tls: OptionTable = {
  'tls-cert': {
    value: 'FILE',
    about:
      'The certificate (PEM, with its chain) of this installation: its agents are called by https, and a change of the file is taken over (default: LEAGUE_TLS_CERT, else network.tls_cert of system.json, else plain http).',
  },
  'tls-key': { value: 'FILE', about: 'The private key of the certificate (PEM), without a password; likewise.' },
  'tls-ca': {
    value: 'FILE',
    about: 'Authorities (PEM) whose certificates are trusted beside the usual ones, as that of a school; likewise.',
  },
};
export const manager: OptionTable = {
  manager: {
    value: 'URL[,URL]',
    about:
      'The manager’s endpoint (default: that of the configuration, http://localhost:8000/mcp); where several managers stand by for one league, all of theirs.',
  },
  ...portBase,
  ...tls,
};
export const pipe: OptionTable = {
  stdio: {
    about:
      'Speak over stdin and stdout, JSON-RPC and MCP, a message a line; everything for people goes to stderr. With --manager (a manager: --port) it listens over HTTP as well.',
  },
};
export const agent: OptionTable = {
  id: { value: 'ID', about: 'The id it would like to have, such as P01 or REF01.' },
  name: { value: 'NAME', about: 'Its name for people.' },
  port: {
    value: 'PORT',
    about: 'Where it listens (default: that of the id in agents_config.json, else any free port).',
  },
  host: {
    value: 'ADDRESS',
    about:
      'The address it listens at and is called by (default: network.base_host of system.json; for a manager on another machine, the address that manager sees).',
  },
  game: {
    value: 'TYPE|file',
    about: 'The only game it plays (default: those of its entry, else all of the registry).',
  },
  ...manager,
  ...pipe,
  ...records,
  ...logTo,
  ...places,
};
export const operate: OptionTable = {
  ...manager,
  ...which,
  data: places['data'] as NonNullable<(typeof places)[string]>,
  config: places['config'] as NonNullable<(typeof places)[string]>,
  class: places['class'] as NonNullable<(typeof places)[string]>,
  ledger: places['ledger'] as NonNullable<(typeof places)[string]>,
  'operator-token': {
    value: 'TOKEN',
    about: 'The operator’s token (default: LEAGUE_OPERATOR_TOKEN, else the file in the data folder).',
  },
  json: { about: 'Print JSON.' },
};
/** Of commands that read a league, running or not. */
export const read: OptionTable = {
  ...operate,
  archive: {
    value: 'NAME|latest|DIR',
    about: 'Reads a run that was put away: by its name below data/archive, the latest one, or by its folder.',
  },
};
