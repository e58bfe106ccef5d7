/** Commands about a league that runs or was played. */
import type { Command } from '../options.ts';
import { operate, places, read, which } from './option_groups.ts';

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
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../commands/operate.ts')).verifyCommand,
  },
  {
    name: 'class new',
    about:
      'Makes the folder of a class league: its configuration, the operator’s token, and an invitation for students.',
    operands: [{ name: 'DIR', about: 'The folder; it must not hold a league already.' }],
    options: {
      name: { value: 'NAME', about: 'The league’s name for people (default “Class League”).' },
      game: { value: 'TYPE', about: 'The game it plays, one of the games registry (default even_odd).' },
      port: { value: 'PORT', about: 'The manager’s port; referees have the next ones (default 8000).' },
      config: places['config'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../commands/classroom.ts')).classNewCommand,
  },
  {
    name: 'class roster',
    about: 'Gives each person of a list an invite code; without a list, shows who of the roster has come.',
    operands: [{ name: 'FILE', about: 'One name a line, or a CSV file with a column “name”.', isOptional: true }],
    options: {
      class: places['class'] as NonNullable<(typeof places)[string]>,
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../commands/classroom.ts')).classRosterCommand,
  },
  {
    name: 'stop',
    about: 'Ends the league’s processes; nothing is lost.',
    options: operate,
    load: async () => (await import('../commands/operate.ts')).stopCommand,
  },
];
