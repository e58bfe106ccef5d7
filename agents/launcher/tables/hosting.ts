/** Commands about many leagues on many machines, which share a database. */
import type { Command, OptionTable } from '../options.ts';
import { places, play, tls } from './option_groups.ts';

const option = (table: OptionTable, name: string) => table[name] as NonNullable<OptionTable[string]>;
const queue: OptionTable = {
  database: {
    value: 'URL',
    about: 'The PostgreSQL database of the leagues, postgres://user@host/name (default: LEAGUE_DATABASE_URL).',
  },
};
const json: OptionTable = { json: { about: 'Print JSON.' } };

export const HOSTING: readonly Command[] = [
  {
    name: 'host',
    about:
      'Runs leagues that were submitted, a manager each, and those of a host that is gone; SIGTERM gives them to the others.',
    options: {
      ...queue,
      port: { value: 'PORT', about: 'Where all its leagues are, at /<league_id>/mcp (default: the manager’s, 8000).' },
      host: {
        value: 'ADDRESS',
        about: 'The address it listens at, and other hosts call it by (default: network.base_host of system.json).',
      },
      leagues: { value: 'N', about: 'How many leagues it runs at once, at most (default 16).' },
      memory: { value: 'MB', about: 'The memory that the heap of one league’s manager may take (default 512).' },
      quiet: { about: 'Print errors alone.' },
      ...tls,
      data: option(places, 'data'),
      logs: option(places, 'logs'),
      config: option(places, 'config'),
    },
    load: async () => (await import('../hosting/host.ts')).hostCommand,
  },
  {
    name: 'submit',
    about: 'Puts a league into the queue of the hosts: it is played on the machine that has room for it.',
    operands: [{ name: 'FILE', about: 'Its league file, as those of config/leagues.' }],
    options: {
      ...queue,
      players: {
        value: 'N',
        about:
          'It begins by itself when so many players are registered (default: as its file says, else by league start).',
      },
      seed: option(play, 'seed'),
      legs: option(play, 'legs'),
      'max-rounds': option(play, 'max-rounds'),
      strict: option(play, 'strict'),
      fresh: { about: 'Put a run of this league that is over, or was cancelled, into the archive and begin anew.' },
      config: option(places, 'config'),
      ...json,
    },
    load: async () => (await import('../hosting/submit.ts')).submitCommand,
  },
  {
    name: 'list',
    about: 'Shows the leagues that were submitted: how far each is, where it runs, and why it is not played.',
    options: { ...queue, ...json },
    load: async () => (await import('../hosting/submit.ts')).listCommand,
  },
  {
    name: 'cancel',
    about: 'Takes a league out of the queue, or has its host end it and tell its agents; what was played is kept.',
    operands: [{ name: 'ID', about: 'Which league.' }],
    options: { ...queue, reason: { value: 'TEXT', about: 'Why, in a sentence.' }, ...json },
    load: async () => (await import('../hosting/submit.ts')).cancelCommand,
  },
];
