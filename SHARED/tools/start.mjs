/**
 * The first thing every process of the league runs: `node start.mjs <script.ts> [arguments]`, the script relative to the root.
 * With LEAGUE_PARENT_PID in its environment the process ends soon after that parent is gone. A stdout or stderr that cannot
 * be written ends no process.
 */
import { enableCompileCache, registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PARENT_CHECK_MS = 500;
/** By how a name ends. */
const OWN_FORMATS = { ts: 'module-typescript', js: 'module' };
const PACKAGES = '/node_modules/';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = resolve(root, process.argv[2]);
process.argv.splice(1, 2, script);

enableCompileCache(resolve(root, '.cache', 'compile'));
knowPlaces();
refuseProto();
followParent();
outliveStreams();
await import(pathToFileURL(script).href);

/** Our own files name each other as they lie: what Node would ask the disk for each of them is known. */
function knowPlaces() {
  const own = pathToFileURL(root).href;
  registerHooks({
    resolve(name, context, next) {
      const format = OWN_FORMATS[/^\.{1,2}\/.*\.(\w+)$/.exec(name)?.[1]];
      if (
        format !== undefined &&
        context.parentURL?.startsWith(own) &&
        !context.parentURL.includes(PACKAGES, own.length - 1)
      )
        return { url: new URL(name, context.parentURL).href, format, shortCircuit: true };
      return next(name, context);
    },
  });
}

/**
 * The effect of `--disable-proto=throw`, in every Node we may find ourselves in: no parsed JSON reaches a prototype.
 */
function refuseProto() {
  const refuse = () => {
    throw new TypeError('__proto__ is not accessible');
  };
  Object.defineProperty(Object.prototype, '__proto__', { get: refuse, set: refuse, configurable: true });
}

/** A parent that was killed can pass no signal on, so its child has to look. */
function followParent() {
  const parent = Number(process.env.LEAGUE_PARENT_PID);
  delete process.env.LEAGUE_PARENT_PID;
  if (!Number.isInteger(parent) || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * A full disk behind stdout or stderr, a terminal or a reader that has gone: the league is played all the same. It is
 * told once on the other of the two; a reader that stops reading (`| head -1`) meant to, and is told nothing. With
 * `--json` stdout is the result: nothing else is written there, and a lost one is an exit code of 1.
 */
function outliveStreams() {
  const { stdout, stderr } = process;
  const lost = new Set();
  const isJson = process.argv.includes('--json');
  for (const [name, stream, other] of [
    ['stdout', stdout, stderr],
    ['stderr', stderr, stdout],
  ])
    stream.on('error', ({ code, message }) => {
      if (lost.has(stream)) return;
      lost.add(stream);
      if (code === 'EPIPE') return;
      if (isJson && stream === stdout) process.once('exit', () => (process.exitCode ||= 1));
      if (lost.has(other) || (isJson && other === stdout)) return;
      other.write(`league: ${name} is lost (${message}); nothing more is shown there, and nothing ends for that\n`);
    });
}
