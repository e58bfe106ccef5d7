/** Every command of `league`, with its options. */
import type { Command, OptionTable } from './options.ts';

const places: OptionTable = {
  data: { value: 'DIR', about: 'Where the league’s files are kept (default SHARED/data).' },
  logs: { value: 'DIR', about: 'Where logs are written (default SHARED/logs).' },
  config: { value: 'DIR', about: 'Where the configuration is read (default SHARED/config).' },
};
const which: OptionTable = {
  league: { value: 'ID', about: 'Which league: a file of config/leagues (default league_2025_even_odd).' },
  game: {
    value: 'TYPE|file',
    about:
      'The league of another game, by its type or by the file of its rules: uses the league file league_2025_TYPE, or the usual rules where there is none.',
  },
};
const tune: OptionTable = {
  option: { value: 'NAME=VALUE', repeats: true, about: 'An option of the game, such as best_of=5; once for each.' },
};
const play: OptionTable = {
  seed: {
    value: 'S',
    about: 'Derive every draw from S, so that the run can be repeated; results are marked as seeded.',
  },
  legs: {
    value: 'N',
    about:
      'How often everybody meets everybody, 1 or 2 (default: the league file’s); the second time seats are swapped.',
  },
  strict: { about: 'One attempt for everything: a missed deadline or an invalid choice forfeits at once.' },
  fresh: { about: 'Put an unfinished league into the archive and begin anew.' },
  keep: { about: 'Leave the agents running when the league is over.' },
};
const guard: OptionTable = {
  'no-guard': {
    about:
      'A strategy that throws, is late or makes an illegal move forfeits, and is asked again as any player is; otherwise the first legal move is played in its place.',
  },
};
const waiting: OptionTable = {
  now: { about: 'Go on with an interrupted league at once; players that are not back forfeit.' },
  wait: {
    about:
      'Wait for players that are not back without a limit (default: where agents were started by hand and this is a terminal; else resume_wait_sec, else registration_timeout_sec).',
  },
};
const manager: OptionTable = {
  manager: {
    value: 'URL',
    about: 'The manager’s endpoint (default: that of the configuration, http://localhost:8000/mcp).',
  },
};
const pipe: OptionTable = {
  stdio: {
    about:
      'Speak over stdin and stdout, JSON-RPC and MCP, a message a line; everything for people goes to stderr. With --manager (a manager: --port) it listens over HTTP as well.',
  },
};
const agent: OptionTable = {
  id: { value: 'ID', about: 'The id it would like to have, such as P01 or REF01.' },
  name: { value: 'NAME', about: 'Its name for people.' },
  port: {
    value: 'PORT',
    about: 'Where it listens (default: that of the id in agents_config.json, else any free port).',
  },
  game: {
    value: 'TYPE|file',
    about: 'The only game it plays (default: those of its entry, else all of the registry).',
  },
  ...manager,
  ...pipe,
  ...places,
};
const operate: OptionTable = {
  ...manager,
  data: places['data'] as NonNullable<(typeof places)[string]>,
  config: places['config'] as NonNullable<(typeof places)[string]>,
  'operator-token': {
    value: 'TOKEN',
    about: 'The operator’s token (default: LEAGUE_OPERATOR_TOKEN, else the file in the data folder).',
  },
  json: { about: 'Print JSON.' },
};

export const COMMANDS: readonly Command[] = [
  {
    name: 'run',
    about: 'Plays a whole league: manager, referees and players, each in a process of its own.',
    options: {
      ...which,
      ...tune,
      players: {
        value: 'N',
        about:
          'How many players: the first N active ones of agents_config.json, then others (default: all of them). Above 16 they share as many processes as there are cores.',
      },
      referees: { value: 'N', about: 'How many referees, likewise (default: all active ones of the file).' },
      strategies: {
        value: 'a,b,…',
        about:
          'Strategies of the players, in turn (default: P01 to P04 their own, others that of defaults/player.json).',
      },
      transport: {
        value: 'T',
        about:
          'How they speak: http, stdio (pipes through this process, no port at all) or memory (everything in this process); default http.',
      },
      'in-process': { about: 'The same as --transport memory.' },
      'port-base': {
        value: 'P',
        about:
          'Moves every agent of this machine, the manager to port P (default: where the configuration puts them, the manager at 8000).',
      },
      ...play,
      ...guard,
      json: { about: 'Print one JSON document on stdout, everything else on stderr.' },
      ...places,
    },
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'resume',
    about:
      'Goes on with an interrupted league: starts what is missing, with what it was begun with; players that were started by hand are waited for.',
    options: {
      ...which,
      ...waiting,
      json: { about: 'Print one JSON document on stdout, everything else on stderr.' },
      ...places,
    },
    load: async () => (await import('./commands/resume.ts')).resumeCommand,
  },
  {
    name: 'manager',
    about: 'Starts a League Manager.',
    options: {
      ...which,
      ...tune,
      port: { value: 'PORT', about: 'Where it listens (default: where the configuration puts it, 8000).' },
      ...waiting,
      ...pipe,
      ...play,
      'operator-token': {
        value: 'TOKEN',
        about: 'The operator’s token (default: LEAGUE_OPERATOR_TOKEN, else made and kept in the data folder).',
      },
      ...places,
    },
    load: async () => (await import('./commands/manager.ts')).managerCommand,
  },
  {
    name: 'referee',
    about: 'Starts a referee.',
    options: {
      ...agent,
      'operator-token': {
        value: 'TOKEN',
        about: 'Needed by a referee of a class league (default: LEAGUE_OPERATOR_TOKEN).',
      },
      'max-matches': { value: 'N', about: 'How many matches it runs at once (default: defaults/referee.json).' },
    },
    load: async () => (await import('./commands/referee.ts')).refereeCommand,
  },
  {
    name: 'player',
    about: 'Starts a player.',
    options: {
      ...agent,
      strategy: { value: 'NAME|file.ts', about: 'How it plays (default: that of its id, else defaults/player.json).' },
      command: {
        value: 'CMD',
        about: 'Starts a program of any language instead, which reads and writes a line of JSON-RPC for each message.',
      },
      seed: { value: 'S', about: 'Derive the strategy’s chance from S.' },
      ...guard,
      dialect: { value: 'D', about: 'How its manager is spoken to: rpc, flat or v1 (default rpc).' },
    },
    load: async () => (await import('./commands/player.ts')).playerCommand,
  },
  {
    name: 'mcp',
    about:
      'Brings the league to a desktop assistant: MCP over stdin and stdout, connected to agents that run elsewhere.',
    options: {
      ...manager,
      also: {
        value: '[ID=]URL,…',
        about: 'Further agents whose tools are shown; of tools with one name, each is called ID.name.',
      },
      config: places['config'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  {
    name: 'start',
    about: 'Closes registration and starts play; in a league that waits for agents it goes on without them.',
    options: operate,
    load: async () => (await import('./commands/operate.ts')).startCommand,
  },
  {
    name: 'status',
    about: 'Shows how far a league is.',
    options: operate,
    load: async () => (await import('./commands/operate.ts')).statusCommand,
  },
  {
    name: 'standings',
    about: 'Shows the standings.',
    options: operate,
    load: async () => (await import('./commands/operate.ts')).standingsCommand,
  },
  {
    name: 'schedule',
    about: 'Shows all matches, played and to come.',
    options: operate,
    load: async () => (await import('./commands/operate.ts')).scheduleCommand,
  },
  {
    name: 'verify',
    about: 'Replays a league from its ledger: are all results, draws, match files and standings as they must be?',
    options: {
      ...which,
      data: places['data'] as NonNullable<(typeof places)[string]>,
      config: places['config'] as NonNullable<(typeof places)[string]>,
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('./commands/operate.ts')).verifyCommand,
  },
  {
    name: 'stop',
    about: 'Ends the league’s processes; nothing is lost.',
    options: operate,
    load: async () => (await import('./commands/operate.ts')).stopCommand,
  },
  {
    name: 'private-league',
    about: 'Tries every strategy against the others, checks every message, and writes doc/TEST_RESULTS.md.',
    options: {
      games: { value: 'N', about: 'Games of each pairing (default 100).' },
      seed: { value: 'N', about: 'Where all chance comes from (default 2025): the same number, the same results.' },
      out: { value: 'FILE', about: 'Where the results are written (default doc/TEST_RESULTS.md).' },
    },
    load: async () => (await import('../trials/private_league/command.ts')).privateLeagueCommand,
  },
  {
    name: 'bench',
    about: 'Measures how fast a league is, beside a bare loop of the same messages.',
    options: {
      players: { value: 'N,M,…', about: 'Leagues of so many players (default 10,50).' },
      quick: { about: 'In about 20 seconds: fewer rounds, fewer slices, and figures that vary more.' },
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../trials/bench/bench_command.ts')).benchCommand,
  },
  {
    name: 'simulate',
    about:
      'Plays leagues of Even/Odd on virtual time while everything goes wrong, and checks the invariants I1 to I10.',
    options: {
      seeds: { value: 'FROM..TO', about: 'The seeds to try (default 1..100).' },
      seed: { value: 'N', about: 'One seed alone.' },
      players: { value: 'N', about: 'Players in each league, 2 to 64 (default 8).' },
      referees: { value: 'N', about: 'Referees in each league, 1 to 8 (default 2).' },
      trace: { about: 'Prints everything that happened; with --seed.' },
      verbose: { about: 'Says of every seed what was played and what went wrong.' },
      quiet: { about: 'No line for every seed.' },
      calm: { about: 'Nothing goes wrong.' },
    },
    load: async () => (await import('../trials/simulation/command.ts')).simulateCommand,
  },
  {
    name: 'chaos',
    about:
      'Plays leagues of real processes while killing them at random, and checks that no result is lost or changed.',
    options: {
      kills: { value: 'N', about: 'How many processes to kill (default 20).' },
      'by-hand': {
        value: 'N',
        about: 'How many of them in leagues whose agents were started by hand, one command each (default: a third).',
      },
      starve: {
        about:
          'Kills nobody: holds the referees at 1 % of a core (a control group; without one, by signals), a second for every answer.',
      },
      matches: { value: 'N', about: 'With --starve: how many matches to play at least (default 200).' },
      players: { value: 'N', about: 'Players in each league (default 8; with --starve 10).' },
      seed: { value: 'N', about: 'The same number, the same plan of kills; what they hit differs from run to run.' },
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../trials/chaos/chaos_command.ts')).chaosCommand,
  },
  {
    name: 'soak',
    about: 'Plays one long league of real processes, and watches that the memory of every process stays flat.',
    options: {
      minutes: { value: 'N', about: 'How long, about (default 30).' },
      players: { value: 'N', about: 'How many players (default 150).' },
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../trials/soak/soak_command.ts')).soakCommand,
  },
];
