/** Commands for a class: its league, what is handed in before it, and what is taken from it. */
import type { Command } from '../options.ts';
import { places, read, tls } from './option_groups.ts';

export const CLASS_LEAGUE: readonly Command[] = [
  {
    name: 'class new',
    about:
      'Makes the folder of a class league: its configuration, the operator’s token, and an invitation for students.',
    operands: [{ name: 'DIR', about: 'The folder; it must not hold a league already.' }],
    options: {
      name: { value: 'NAME', about: 'The league’s name for people (default “Class League”).' },
      game: { value: 'TYPE', about: 'The game it plays, one of the games registry (default even_odd).' },
      port: { value: 'PORT', about: 'The manager’s port; referees have the next ones (default 8000).' },
      ...tls,
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
      ...tls,
      replace: { about: 'Drop the names, and their codes, that the list does not have.' },
      json: { about: 'Print JSON.' },
    },
    load: async () => (await import('../commands/classroom.ts')).classRosterCommand,
  },
  {
    name: 'export',
    about:
      'Writes a league as tables: players, matches, moves, messages, faults, history and log; or as one page to look at.',
    operands: [{ name: 'TABLE', about: 'One of them alone, as one file (default: all of them).', isOptional: true }],
    options: {
      format: {
        value: 'F',
        about:
          'csv, json, sqlite, parquet or html (default csv). html without a TABLE is the page of the league, in one file; files writes a file for each match and history, however they were kept.',
      },
      out: {
        value: 'PATH',
        about:
          'The file; for all tables as csv, json or parquet a folder (default: here, named after the table or the league).',
      },
      ...read,
      logs: places['logs'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../commands/export.ts')).exportCommand,
  },
];
