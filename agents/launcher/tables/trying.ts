/** Commands that try agents and the system itself. */
import { strategies } from '../../player/strategies/strategies.ts';
import type { Command, OptionTable } from '../options.ts';
import { places, tls, tune, which } from './option_groups.ts';

const keptAs: OptionTable = {
  records: { value: 'P', about: 'How matches and histories are kept: files or segments (default files).' },
};

export const TRYING: readonly Command[] = [
  {
    name: 'check',
    about: 'Holds one player to the protocol before a league does: numbered steps, what to mend, and a verdict.',
    operands: [
      {
        name: 'URL',
        about: 'Where the player listens; it registers at the manager of the check, whose address is told.',
        isOptional: true,
      },
    ],
    options: {
      command: { value: 'CMD', about: 'Starts a program instead; it finds its manager in LEAGUE_MANAGER.' },
      strategy: { value: 'NAME|file.ts', about: 'Starts a player of ours with this strategy instead.' },
      matches: { value: 'N', about: 'How many matches it plays (default 50).' },
      wait: { value: 'SEC', about: 'How long its registration is waited for (default 20, for a program 40).' },
      port: { value: 'PORT', about: 'Where the manager of the check listens (default: any free port).' },
      ...which,
      ...tls,
      json: { about: 'Print one JSON document on stdout.' },
      junit: { value: 'FILE', about: 'Writes the steps as a JUnit suite as well.' },
      config: places['config'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../commands/check.ts')).checkCommand,
  },
  {
    name: 'spar',
    about: 'Practice on demand: one player against strategies of ours, how it went, how fast it was and what to mend.',
    operands: [
      {
        name: 'URL|FILE',
        about: 'Where the player listens, or the file or the name of its strategy.',
        isOptional: true,
      },
    ],
    options: {
      command: { value: 'CMD', about: 'Starts a program instead; it finds its manager in LEAGUE_MANAGER.' },
      vs: {
        value: 'a,b,…',
        about: `The opponents, strategies by name or file (default random,mirror,slow): ${[...strategies.keys()].join(', ')}, always:<move>.`,
      },
      matches: {
        value: 'N',
        short: 'n',
        about: 'How many matches against each of them (default 50); -n says the same.',
      },
      seed: { value: 'S', about: 'Derive every draw and the chance of strategies from S.' },
      wait: { value: 'SEC', about: 'How long its registration is waited for (default 20, for a program 40).' },
      port: { value: 'PORT', about: 'Where the manager of the practice listens (default: any free port).' },
      ...which,
      ...tls,
      json: { about: 'Print one JSON document on stdout.' },
      config: places['config'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../commands/spar.ts')).sparCommand,
  },
  {
    name: 'duel',
    about:
      'Strategies against each other on the rules alone: no league, all cores, results with 95 % intervals. Exit code 1 if a strategy forfeited a game.',
    operands: [
      {
        name: 'STRATEGY',
        about: `Two or more, by name or by file (.ts, .js); of more than two every pair meets: ${[...strategies.keys()].join(', ')}, always:<move>.`,
        repeats: true,
      },
    ],
    options: {
      games: {
        value: 'N',
        about: 'Games of each pair, an even number: each has the first seat in half of them (default 10000).',
      },
      series: {
        value: 'N',
        about:
          'After so many games the two have forgotten each other, and their files are loaded anew (default 100); 1: strangers in every game.',
      },
      game: {
        value: 'TYPE|file',
        about: 'Another game, by its type or by the file of its rules (default: the first of the registry).',
      },
      ...tune,
      seed: {
        value: 'S',
        about:
          'Where all chance comes from: the same text, the same digits, on however many cores (default: another one each time, which is told).',
      },
      threads: { value: 'N', about: 'How many threads play (default: one for each core).' },
      json: { about: 'Print one JSON document on stdout.' },
      config: places['config'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../duel/command.ts')).duelCommand,
  },
  {
    name: 'private-league',
    about: 'Tries every strategy against the others, checks every message, and writes doc/TEST_RESULTS.md.',
    options: {
      games: { value: 'N', about: 'Games of each pairing (default 100).' },
      seed: { value: 'N', about: 'Where all chance comes from (default 2025): the same number, the same results.' },
      player: {
        value: 'URL|file.ts|CMD',
        about:
          'Tries this player of your own instead: document 004’s first phase, over HTTP, with the steps of check. With a blank in it, it is the command of a program.',
      },
      previous: { value: 'NAME|file.ts', about: 'With --player: the strategy it had before, as an opponent.' },
      wait: { value: 'SEC', about: 'With --player URL: how long its registration is waited for (default 20).' },
      out: {
        value: 'FILE',
        about:
          'Where the results are written (default doc/TEST_RESULTS.md of the clone; with --player, and from the package, ./TEST_RESULTS.md).',
      },
    },
    load: async () => (await import('../../trials/private_league/command.ts')).privateLeagueCommand,
  },
  {
    name: 'bench',
    isOfClone: true,
    about: 'Measures how fast leagues are for their users, in ten minutes.',
    options: {
      only: {
        value: 'A,B,…',
        about: 'Some of foreign, start, leagues, results, starved (default: all of them).',
      },
      quick: { about: 'Small leagues, in less than a minute; the figures vary more.' },
      write: {
        about: 'Puts what was measured into doc/bench.json, of which npm run generate makes doc/PERFORMANCE.md.',
      },
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../../trials/bench/bench_command.ts')).benchCommand,
  },
  {
    name: 'simulate',
    isOfClone: true,
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
      threads: { value: 'N', about: 'How many threads play (default: one for each core); the outcome is the same.' },
      ...keptAs,
      segments: { about: 'The ledger of each league is in many short segments.' },
      ledger: {
        value: 'WHERE',
        about:
          'files (default), or postgres: a simulated database, and two or three managers that stand by for each other (I11).',
      },
    },
    load: async () => (await import('../../trials/simulation/command.ts')).simulateCommand,
  },
  {
    name: 'chaos',
    isOfClone: true,
    about:
      'Plays leagues of real processes while killing them at random, and checks that no result is lost or changed.',
    options: {
      kills: { value: 'N', about: 'How many processes to kill (default 20).' },
      ledger: {
        value: 'files|postgres',
        about:
          'Where the leagues are kept (default files): with postgres managers, standbys, hosts and the database itself are killed, frozen and cut off too.',
      },
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
      ...keptAs,
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../../trials/chaos/chaos_command.ts')).chaosCommand,
  },
  {
    name: 'database',
    isOfClone: true,
    about: 'Starts a PostgreSQL on this machine, to try a league in a database with (npm run database fetches it).',
    options: {
      port: { value: 'PORT', about: 'Where it listens, for this machine alone (default 5433).' },
      data: { value: 'DIR', about: 'Where it keeps its tables (default SHARED/data/database; of root, below /tmp).' },
      stop: { about: 'Ends it; what is in it stays.' },
    },
    load: async () => (await import('../../trials/database/database_command.ts')).databaseCommand,
  },
  {
    name: 'soak',
    isOfClone: true,
    about: 'Plays one long league of real processes, and watches that the memory of every process stays flat.',
    options: {
      minutes: { value: 'N', about: 'How long, about (default 30).' },
      players: { value: 'N', about: 'How many players (default 150).' },
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../../trials/soak/soak_command.ts')).soakCommand,
  },
];
