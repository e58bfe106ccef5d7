/** Commands for what users make themselves: a folder to begin with, and an archive to hand in. */
import type { Command, Operand } from '../options.ts';

const folder: Operand = { name: 'DIR', about: 'The folder to write; it is new, or empty.' };

export const MAKING: readonly Command[] = [
  {
    name: 'new player',
    about: 'Writes a small player that plays as it is: its wire, a strategy to change, a test and a README.',
    operands: [folder],
    options: {
      lang: { value: 'LANG', about: 'Its language: python, js or ts (default python). No kit needs a package.' },
      pull: {
        about:
          'A player without a server, which asks the manager what to do: it needs no port and no address (default: a server).',
      },
      name: { value: 'NAME', about: 'Its name in leagues (default: that of the folder).' },
    },
    load: async () => (await import('../commands/new.ts')).newPlayerCommand,
  },
  {
    name: 'new game',
    about: 'Writes a small game: its rules in one file, tests by the laws of games, and a README.',
    operands: [folder],
    options: {
      name: {
        value: 'NAME',
        about: 'Its type in leagues and the name of its file (default: that of the folder where it can be one).',
      },
    },
    load: async () => (await import('../commands/new.ts')).newGameCommand,
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
