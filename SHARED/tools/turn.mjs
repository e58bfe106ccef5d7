/** A lock between commands, so that one runs at a time: a folder that names its holder and does not outlive it. */
import { mkdir, readdir, readFile, readlink, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 100;
const BEAT_MS = 1_000;
/** A process id can be given to another process, and says nothing in another container; a heartbeat does. */
const SILENT_MS = 15_000;

/**
 * Resolves when it is this process's turn, to the function that ends the turn; calls `onWait` once if others come first.
 * The lock is the folder `turn` with one file in it, named after the holder: a rename creates it, a rename takes it over
 * from the dead, and of two that try only one succeeds.
 */
export async function takeTurn(folder, onWait) {
  const lock = join(folder, 'turn');
  const me = await nameOf(process.pid);
  const mine = join(lock, me);
  await mkdir(folder, { recursive: true });
  let waited = false;
  while (!(await claim(folder, lock, me)) && !(await inherit(lock, mine, me))) {
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
async function claim(folder, lock, me) {
  const draft = join(folder, `turn-draft-${me}`);
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, me), '');
  if (await succeeds(rename(draft, lock))) return true;
  await rm(draft, { recursive: true, force: true });
  return false;
}

/** Takes over from a holder that is gone; touched first, so that no other waiting process takes the heir for silent. */
async function inherit(lock, mine, me) {
  const [holder] = await namesIn(lock);
  if (holder === undefined) {
    await succeeds(rmdir(lock));
    return false;
  }
  const file = join(lock, holder);
  if (holder !== me && !(await isGone(file, holder))) return false;
  await beat(file);
  return succeeds(rename(file, mine));
}

async function isGone(file, holder) {
  const pid = Number.parseInt(holder, 10);
  // Another namespace, or host, has other numbers.
  if (holder === (await nameOf(pid)) && !(await isAlive(pid))) return true;
  try {
    return Date.now() - (await stat(file)).mtimeMs > SILENT_MS;
  } catch {
    return false;
  }
}

/** A process as the file of its turn is called: its number and, where the system tells, the host and namespace it counts in. */
export async function nameOf(pid) {
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return [pid, boot.slice(0, 8), namespace.replace(/\D/g, '')].filter((part) => part !== '').join('-');
}

async function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A zombie has a number and does nothing more.
    return !/\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
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
