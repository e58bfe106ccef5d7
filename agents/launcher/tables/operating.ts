/** Commands about a league that runs or was played. */
import type { Command, OptionTable } from '../options.ts';
import { manager, operate, places, read, tls, which } from './option_groups.ts';

const because: OptionTable = {
  reason: { value: 'TEXT', about: 'Why, in a sentence: for the agent, the ledger and the table.' },
};
const elsewhere: OptionTable = {
  endpoint: { value: 'URL', about: 'Where its owner may register it next under its name, without its token.' },
};

export const OPERATING: readonly Command[] = [
  {
    name: 'start',
    about: 'Closes registration and starts play; in a league that waits for agents it goes on without them.',
    options: operate,
    load: async () => (await import('../commands/operate.ts')).startCommand,
  },
  {
    name: 'status',
    about: 'Shows how far a league is.',
    options: read,
    load: async () => (await import('../commands/operate.ts')).statusCommand,
  },
  {
    name: 'watch',
    about: 'Shows a league as it is played: drawn in place on a terminal, elsewhere a line for what happens.',
    operands: [
      {
        name: 'URL|DATA',
        about: 'The address of its manager, or its data folder (default: the league that status would tell of).',
        isOptional: true,
      },
    ],
    options: {
      ...manager,
      ...which,
      data: places['data'] as NonNullable<(typeof places)[string]>,
      config: places['config'] as NonNullable<(typeof places)[string]>,
      class: places['class'] as NonNullable<(typeof places)[string]>,
      ledger: places['ledger'] as NonNullable<(typeof places)[string]>,
      quiet: { about: 'Print errors and the result alone.' },
      json: { about: 'Print each event as a line of JSON, and nothing else.' },
    },
    load: async () => (await import('../commands/watch.ts')).watchCommand,
  },
  {
    name: 'standings',
    about: 'Shows the standings.',
    options: read,
    load: async () => (await import('../commands/operate.ts')).standingsCommand,
  },
  {
    name: 'schedule',
    about: 'Shows all matches, played and to come.',
    options: read,
    load: async () => (await import('../commands/operate.ts')).scheduleCommand,
  },
  {
    name: 'add',
    about: 'Registers a player that does not register itself, at the address it listens at.',
    operands: [{ name: 'URL', about: 'Its address, such as http://10.0.0.7:8101/mcp.' }],
    options: {
      ...operate,
      name: { value: 'NAME', about: 'Its name for people (default “Player N”).' },
      habit: {
        value: 'HABIT',
        repeats: true,
        about: 'A habit it has, by its name in doc/protocol_spec.md; once for each.',
      },
    },
    load: async () => (await import('../commands/operate.ts')).addCommand,
  },
  ...(
    [
      ['remove', 'Takes an agent out for good; what it played counts from half of its matches on, else nothing.'],
      ['suspend', 'Lets an agent forfeit its matches until it is readmitted.'],
      ['readmit', 'Ends a suspension; what was forfeited stays forfeited.'],
    ] as const
  ).map(
    ([name, about]): Command => ({
      name,
      about,
      operands: [{ name: 'ID', about: 'Which player or referee, such as P03.' }],
      options: { ...operate, ...because, ...(name === 'readmit' ? elsewhere : {}) },
      load: async () => (await import('../commands/operate.ts')).agentCommand(name),
    }),
  ),
  {
    name: 'pause',
    about: 'Holds a league: no match is given out until it goes on.',
    options: { ...operate, ...because },
    load: async () => (await import('../commands/operate.ts')).pauseCommand('pause'),
  },
  {
    name: 'unpause',
    about: 'Lets a league that was held go on.',
    options: operate,
    load: async () => (await import('../commands/operate.ts')).pauseCommand('unpause'),
  },
  {
    name: 'match',
    about: 'Tells one match: every step with its times, the draw with its check, and what went wrong.',
    operands: [{ name: 'MATCH', about: 'Which one, such as R3M5.' }],
    options: read,
    load: async () => (await import('../commands/tell.ts')).matchCommand,
  },
  {
    name: 'player-report',
    about:
      'Tells of one player over the league: results, times against the limits, and every fault with what to change.',
    operands: [{ name: 'PLAYER', about: 'Which one, by id or name, such as P07.' }],
    options: read,
    load: async () => (await import('../commands/tell.ts')).playerReportCommand,
  },
  {
    name: 'violations',
    about: 'Shows every breach of the protocol by an agent, with an example, and what follows from it.',
    options: read,
    load: async () => (await import('../commands/grade.ts')).violationsCommand,
  },
  {
    name: 'grade',
    about: 'Grades a league by the tables of document 004, with the evidence; what a person judges stays empty.',
    options: {
      ...read,
      format: { value: 'md|csv', about: 'As a table of Markdown or as CSV (default md, or by the ending of --out).' },
      out: { value: 'FILE', about: 'Writes them to a file.' },
    },
    load: async () => (await import('../commands/grade.ts')).gradeCommand,
  },
  {
    name: 'verify',
    about: 'Replays a league from its ledger: are all results, draws, match files and standings as they must be?',
    options: {
      ...which,
      data: places['data'] as NonNullable<(typeof places)[string]>,
      config: places['config'] as NonNullable<(typeof places)[string]>,
      class: places['class'] as NonNullable<(typeof places)[string]>,
      ledger: places['ledger'] as NonNullable<(typeof places)[string]>,
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../commands/operate.ts')).verifyCommand,
  },
  {
    name: 'ledger copy',
    about: 'Copies a league from files to a database or back, its secrets with it, and compares every event.',
    operands: [{ name: 'PLACE', about: 'Where to: a data folder, or the address of a PostgreSQL database.' }],
    options: {
      ...which,
      data: places['data'] as NonNullable<(typeof places)[string]>,
      config: places['config'] as NonNullable<(typeof places)[string]>,
      class: places['class'] as NonNullable<(typeof places)[string]>,
      ledger: places['ledger'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../reports/ledger_copy.ts')).ledgerCopyCommand,
  },
  {
    name: 'replay',
    about: 'Plays a league back from its files, on the page of a manager.',
    operands: [
      {
        name: 'DATA',
        about: 'A data folder, or the folder of an archive (default: as --data and --archive say).',
        isOptional: true,
      },
    ],
    options: {
      speed: {
        value: 'N',
        about: 'How many times as fast as it was, from the moment somebody looks (default: about a minute in all).',
      },
      port: { value: 'PORT', about: 'Where the page is (default: any free port).' },
      ...tls,
      ...which,
      archive: read['archive'] as NonNullable<(typeof read)[string]>,
      data: places['data'] as NonNullable<(typeof places)[string]>,
      config: places['config'] as NonNullable<(typeof places)[string]>,
      class: places['class'] as NonNullable<(typeof places)[string]>,
      ledger: places['ledger'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../commands/replay.ts')).replayCommand,
  },
  {
    name: 'stop',
    about: 'Ends the league’s processes; nothing is lost.',
    options: operate,
    load: async () => (await import('../commands/operate.ts')).stopCommand,
  },
];
