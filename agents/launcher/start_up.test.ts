import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './world/installation.ts';

/** The modules that a file names in imports which are still there when the types are gone. */
function namedIn(file: string): readonly string[] {
  const statements = readFileSync(join(ROOT, file), 'utf8').matchAll(
    /^(?:import|export) (?!type\b)(?:[^;'"]*? from )?'([^']+)'/gm,
  );
  return [...statements].map(([, name = '']) => (name.startsWith('.') ? join(dirname(file), name) : name));
}

/** Everything that is loaded before a file is run. */
function loadedBy(...entries: readonly string[]): ReadonlySet<string> {
  const loaded = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    if (file.endsWith('.ts') && existsSync(join(ROOT, file))) open.push(...namedIn(file));
  }
  return loaded;
}

const MANAGER = 'agents/league_manager/manager.ts';
const REFEREE = 'agents/referee/referee.ts';
const PLAYER = 'agents/player/player.ts';
const SHOWN_LEAGUE = 'agents/league_manager/public/resources.ts';
const HEAVY = ['ajv', '@modelcontextprotocol/server', '@modelcontextprotocol/client'];

test.each([
  ['a launcher', ['agents/launcher/main.ts', 'agents/launcher/commands/run.ts'], [MANAGER, REFEREE, PLAYER]],
  ['a player', ['agents/player_P01/main.ts', 'agents/launcher/commands/player.ts'], [MANAGER, REFEREE, SHOWN_LEAGUE]],
  ['a host', ['agents/launcher/processes/host.ts'], [MANAGER, REFEREE, SHOWN_LEAGUE]],
  [
    'a referee',
    ['agents/referee_REF01/main.ts', 'agents/launcher/commands/referee.ts'],
    [MANAGER, PLAYER, SHOWN_LEAGUE],
  ],
  ['a manager', ['agents/league_manager/main.ts', 'agents/launcher/commands/manager.ts'], [REFEREE]],
])('%s loads no other agent before it runs, and no library that it may never use', (_, entries, others) => {
  const loaded = loadedBy(...entries);
  expect(loaded.size).toBeGreaterThan(100);
  expect([...others, ...HEAVY].filter((file) => loaded.has(file))).toEqual([]);
});
