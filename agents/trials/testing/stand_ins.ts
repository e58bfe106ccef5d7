/** Stand-ins as processes: agents of strangers, each written from its documents alone, in its own language. */
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { ROOT } from '../../launcher/world/installation.ts';
import { type Program, watched } from './rehearsal.ts';

const FOLDER = resolve(ROOT, 'SHARED', 'testing', 'stand_ins');
const PYTHON = 'python3';
const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 8))';

/** Whether there is a Python that runs the stand-ins written in it. */
export const HAS_PYTHON = spawnSync(PYTHON, ['-c', IS_NEW_ENOUGH]).status === 0;

/** The flat player for this machine: in Python where that is found, else its twin in plain JavaScript. */
export const FLAT_PLAYER = HAS_PYTHON
  ? ({ language: 'Python', file: 'flat_player.py' } as const)
  : ({ language: 'JavaScript, for want of python3', file: 'flat_player.mjs' } as const);

/** The shortest players that this machine can run. */
export const SHORTEST_PLAYERS: readonly string[] = [
  'shortest_player.mjs',
  ...(HAS_PYTHON ? ['shortest_player.py'] : []),
];

/** The players without a server that this machine can run. */
export const PULL_PLAYERS: readonly string[] = ['pull_player.mjs', ...(HAS_PYTHON ? ['pull_player.py'] : [])];

/** Commands of players that read and write lines, as `league player --command` takes them. */
export const LINE_PLAYERS: readonly string[] = [
  `"${process.execPath}" "${resolve(FOLDER, 'line_player.mjs')}" "$LEAGUE_ENDPOINT" P02`,
  // It keeps its token where it is started.
  ...(HAS_PYTHON ? [`cd "${tmpdir()}" && ${PYTHON} "${resolve(FOLDER, 'line_player.py')}"`] : []),
];

/** Starts a stand-in. It complains on stderr of everything that is not as its documents say, and then exits with 1. */
export function standIn(file: string, ...words: readonly string[]): Program {
  return standInAt(tmpdir(), file, ...words);
}

/** Starts a stand-in in a folder of its own, where it keeps what it wants to find again. */
export function standInAt(folder: string, file: string, ...words: readonly string[]): Program {
  const command = file.endsWith('.py') ? PYTHON : process.execPath;
  const child = spawn(command, [resolve(FOLDER, file), ...words], {
    cwd: folder,
    detached: true,
    // It ends when its stdin does: with this process, however that ends.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return watched(child, [file, ...words].join(' '));
}

/** Its address, once it is registered. */
export async function registeredAt(program: Program): Promise<string> {
  const [, address = ''] = await program.says(/(?:is registered|has a seat) at (http:\S+)/);
  return address;
}

/** By match and player: what was chosen, as a referee among the stand-ins heard it. */
export function choicesToldBy(program: Program): {
  readonly [match_id: string]: { readonly [player: string]: string };
} {
  const chosen: { [match_id: string]: { [player: string]: string } } = {};
  for (const [, match_id = '', player = '', choice = ''] of program.out().matchAll(/^(\S+): (\S+) chose (\S+)$/gm)) {
    chosen[match_id] = { ...chosen[match_id], [player]: choice.toLowerCase() };
  }
  return chosen;
}

/** The winner of each match, as a stand-in was told or decided it itself; DRAW where there is none. */
export function winnersToldTo(program: Program): { readonly [match_id: string]: string } {
  return Object.fromEntries(
    [...program.out().matchAll(/^(\S+) was won by (\S+)$/gm)].map(([, match_id, winner]) => [match_id, winner]),
  );
}
