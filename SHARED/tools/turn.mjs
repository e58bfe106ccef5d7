/** A lock between commands, so that one runs at a time: a folder that names its holder and does not outlive it. */
import { mkdir, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 100;
const BEAT_MS = 1_000;
/** A process id can be given to another process; a heartbeat cannot. */
const SILENT_MS = 15_000;

/**
 * Resolves when it is this process's turn, to the function that ends the turn; calls `onWait` once if others come first.
 * The lock is the folder `turn` with one file in it, named after the holder: a rename creates it, a rename takes it over
 * from the dead, and of two that try only one succeeds.
 */
export async function takeTurn(folder, onWait, pid = process.pid) {
  const lock = join(folder, 'turn');
  const mine = join(lock, String(pid));
  await mkdir(folder, { recursive: true });
  let waited = false;
  while (!(await claim(folder, lock, pid)) && !(await inherit(lock, mine, pid))) {
    if (!waited) onWait();
    waited = true;
    await sleep(LOOK_MS);
  }
  const heart = setInterval(() => beat(mine), BEAT_MS);
  return async () => {
    clearInterval(heart);
    await rm(mine, { force: true });
    await succeeds(rmdir(lock));
  };
}

/** A folder cannot be renamed over one that has something in it; an empty one is a turn that has just ended. */
async function claim(folder, lock, pid) {
  const draft = join(folder, `turn-draft-${pid}`);
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, String(pid)), '');
  if (await succeeds(rename(draft, lock))) return true;
  await rm(draft, { recursive: true, force: true });
  return false;
}

/** Takes over from a holder that is gone; touched first, so that no other waiting process takes the heir for silent. */
async function inherit(lock, mine, pid) {
  const [holder] = await namesIn(lock);
  if (holder === undefined) {
    await succeeds(rmdir(lock));
    return false;
  }
  const file = join(lock, holder);
  if (!(await isGone(file, Number(holder), pid))) return false;
  await beat(file);
  return succeeds(rename(file, mine));
}

async function isGone(file, holder, pid) {
  if (holder === pid || !isAlive(holder)) return true;
  try {
    return Date.now() - (await stat(file)).mtimeMs > SILENT_MS;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function namesIn(folder) {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

function beat(file) {
  const now = new Date();
  return succeeds(utimes(file, now, now));
}

/** Whether a step worked; that it did not is an answer here, not an error. */
function succeeds(step) {
  return step.then(
    () => true,
    () => false,
  );
}
