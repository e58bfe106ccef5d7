/** Commands that start agents, one or a whole league of them. */
import type { Command, OptionTable } from '../options.ts';
import {
  agent,
  drain,
  guard,
  logTo,
  manager,
  pipe,
  places,
  play,
  portBase,
  records,
  seen,
  tls,
  tune,
  waiting,
  which,
} from './option_groups.ts';

const bridged: OptionTable = {
  ...manager,
  also: {
    value: '[ID=]URL,…',
    about: 'Further agents whose tools are shown; of tools with one name, each is called ID__name.',
  },
  code: {
    value: 'CODE',
    about: 'The invite code of a class league (default: that of ?code= in the manager’s URL, else LEAGUE_INVITE_CODE).',
  },
};

/** Of a whole league: a command line of `run` is one of `plan` as well. */
const whole: OptionTable = {
  ...which,
  ...tune,
  players: {
    value: 'N',
    about:
      'How many players: the first N active ones of agents_config.json, then others (default: all of them). Above 16 they share processes, one for every two cores.',
  },
  referees: { value: 'N', about: 'How many referees, likewise (default: all active ones of the file).' },
  strategies: {
    value: 'a,b,…',
    about:
      'Strategies of the players, in turn (default: P01 to P04 their own, others that of defaults/player.json). An entry with a blank is the command of a program: "python3 bot.py",random; one with a comma in it stands in quotes of its own.',
  },
  transport: {
    value: 'T',
    about:
      'How they speak: http, stdio (pipes through this process, no port at all) or memory (everything in this process); default http.',
  },
  'in-process': { about: 'The same as --transport memory.' },
  ...portBase,
  ...tls,
  ...play,
  ...guard,
  ...records,
  ...seen,
  ...places,
};

/** Options of a run that change nothing about its size. */
const IDLE = ['open', 'keep', 'quiet', 'fresh'];
const idle: OptionTable = Object.fromEntries(
  IDLE.map((name) => [
    name,
    { about: 'Without effect here; it is taken so that a command line of run can be planned.' },
  ]),
);

export const PLAYING: readonly Command[] = [
  {
    name: 'run',
    about: 'Plays a whole league: manager, referees and players, each in a process of its own.',
    options: {
      ...whole,
      json: { about: 'Print one JSON document on stdout, everything else on stderr.' },
    },
    load: async () => (await import('../commands/run.ts')).runCommand,
  },
  {
    name: 'plan',
    about:
      'Says before a run how long it is: rounds, matches, bytes, disk, and the time by the figures of doc/PERFORMANCE.md.',
    options: {
      ...{ ...whole, ...idle },
      'move-sec': {
        value: 'S',
        about:
          'The seconds that a player thinks about a move (default 0). They add rounds × groups × moves × S. Matches of a round are played side by side, in groups as large as the referees run at once. A group lasts as long as its longest match, in which moves that are made at the same time count as one.',
      },
      json: { about: 'Print one JSON document on stdout.' },
    },
    load: async () => (await import('../commands/plan.ts')).planCommand,
  },
  {
    name: 'resume',
    about:
      'Goes on with an interrupted league: starts what is missing, with what it was begun with; players that were started by hand are waited for.',
    options: {
      ...which,
      ...waiting,
      ...portBase,
      ...tls,
      ...seen,
      json: { about: 'Print one JSON document on stdout, everything else on stderr.' },
      ...places,
    },
    load: async () => (await import('../commands/resume.ts')).resumeCommand,
  },
  {
    name: 'manager',
    about: 'Starts a League Manager.',
    options: {
      ...which,
      ...tune,
      port: { value: 'PORT', about: 'Where it listens (default: where the configuration puts it, 8000).' },
      host: {
        value: 'ADDRESS',
        about: 'The address it listens at and is called by (default: where the configuration puts it).',
      },
      hosted: {
        about:
          'Its league file is the one that was submitted (league submit), and it begins when its players are there: as a host starts it.',
      },
      ...portBase,
      ...tls,
      standby: {
        about:
          'Lead the league if none does; else stand by: pass on what comes here, and take over when its leader is gone. Needs --ledger (doc/MANY_MACHINES.md).',
      },
      ...waiting,
      ...pipe,
      ...play,
      ...records,
      ...logTo,
      ...seen,
      'operator-token': {
        value: 'TOKEN',
        about: 'The operator’s token (default: LEAGUE_OPERATOR_TOKEN, else made and kept in the data folder).',
      },
      json: { about: 'Print one JSON document on stdout when the league is over, everything else on stderr.' },
      ...places,
    },
    load: async () => (await import('../commands/manager.ts')).managerCommand,
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
      ...drain,
      'max-matches': { value: 'N', about: 'How many matches it runs at once (default: defaults/referee.json).' },
      database: {
        value: 'URL',
        about: 'Serves the leagues of the hosts of this PostgreSQL database instead, whichever need a referee.',
      },
      leagues: { value: 'N', about: 'With --database: how many leagues it serves at once (default 4).' },
      'per-league': {
        value: 'N',
        about: 'With --database: how many such referees one league has at most (default 8).',
      },
      dialect: { value: 'D', about: 'How its manager is spoken to: rpc, flat or v1 (default rpc).' },
    },
    load: async () => (await import('../commands/referee.ts')).refereeCommand,
  },
  {
    name: 'player',
    about: 'Starts a player.',
    options: {
      ...agent,
      ...drain,
      strategy: {
        value: 'NAME|file.ts',
        about:
          'How it plays (default: that of its id, else defaults/player.json); llm asks the language model of LEAGUE_MODEL (doc/LET_A_MODEL_PLAY.md).',
      },
      command: {
        value: 'CMD',
        about: 'Starts a program of any language instead, which reads and writes a line of JSON-RPC for each message.',
      },
      pull: {
        about:
          'Plays without a server: it asks the manager for its turns and opens no port. With --manager, which may have ?code=CODE, and --name.',
      },
      seed: { value: 'S', about: 'Derive the strategy’s chance from S.' },
      ...guard,
      dialect: { value: 'D', about: 'How its manager is spoken to: rpc, flat or v1 (default rpc).' },
    },
    load: async () => (await import('../commands/player.ts')).playerCommand,
  },
  {
    name: 'play',
    about:
      'Takes a seat for a person, at this terminal: shows the position, the legal moves and the time left, and a key chooses. Without a terminal it reads a move a line.',
    options: {
      ...manager,
      name: { value: 'NAME', about: 'The name to play under (default: that of the user of this machine).' },
      code: { value: 'CODE', about: 'The invite code, where the league takes players by code.' },
      ...places,
    },
    load: async () => (await import('../live/play.ts')).playCommand,
  },
  {
    name: 'mcp',
    about:
      'Brings the league to a desktop assistant: MCP over stdin and stdout, connected to agents that run elsewhere.',
    options: {
      ...bridged,
      config: places['config'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => (await import('../commands/mcp.ts')).mcpCommand,
  },
  {
    name: 'mcp install',
    about:
      'Writes the league into the configuration of a client of MCP, after asking; without a client, lists those that are known.',
    operands: [
      {
        name: 'CLIENT',
        about: 'claude-desktop, claude-code, cursor, vscode, codex, gemini or windsurf.',
        isOptional: true,
      },
    ],
    options: {
      ...bridged,
      yes: { about: 'Write without asking; a server of that name which is another stays.' },
      print: { about: 'Show what would be written, and write nothing.' },
      remove: { about: 'Take the league out of the file again.' },
      config: places['config'] as NonNullable<(typeof places)[string]>,
    },
    load: async () => {
      const { mcpInstallCommand } = await import('../commands/mcp_install.ts');
      return (flags) => mcpInstallCommand(flags);
    },
  },
];
