/** Commands about what is handed in before a class league, and what is taken from it. */
import type { Command } from '../options.ts';
import { places, read } from './option_groups.ts';

export const CLASS_LEAGUE: readonly Command[] = [
  {
    name: 'export',
    about: 'Writes a league as tables: players, matches, moves, messages, faults, history and log.',
    operands: [{ name: 'TABLE', about: 'One of them alone, as one file (default: all of them).', isOptional: true }],
    options: {
      format: { value: 'F', about: 'csv, json, sqlite, parquet or html (default csv).' },
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
  {
    name: 'pack player',
    about: 'Packs what is handed in for a class league into one archive, or says what is missing.',
    operands: [
      {
        name: 'DIR',
        about:
          'The folder of the player: its code and list of dependencies, STRATEGY.md, endpoint.json, TEST_RESULTS.md and check_report.json.',
      },
    ],
    options: { out: { value: 'FILE', about: 'The archive (default: here, DIR.tar.gz).' } },
    load: async () => (await import('../commands/pack.ts')).packPlayerCommand,
  },
];
