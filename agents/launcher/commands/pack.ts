/** `league pack player`: all that document 004 wants handed in as one archive, or a line for each thing that is missing. */
import { basename, join, relative, resolve } from 'node:path';
import { TOKEN, withoutSecrets } from '../../../SHARED/contracts/fields.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../SHARED/core/json.ts';
import { DiskError } from '../../../SHARED/league_sdk/disk/disk.ts';
import { bytesOf, draftFile, type FoundFile, filesBelow } from '../../../SHARED/league_sdk/disk/people_files.ts';
import { FILE_LIMITS } from '../../../SHARED/league_sdk/files/document.ts';
import type { CheckReport } from '../../checker/report.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { printable } from '../output/columns.ts';
import { shown } from '../output/results_text.ts';
import { counted } from '../output/text.ts';
import { fitsTar, type PackedFile, tarGz } from '../reports/tar.ts';

/** Document 004: the strategy is explained in so many words at most. */
const MOST_WORDS = 500;
/** A pack is sent to people: what is larger holds something else than a player. */
const MOST_BYTES = 50 * 2 ** 20;

const MANIFEST = 'MANIFEST.json';
const STRATEGY = ['STRATEGY.md', 'AGENT_STRATEGY.md'] as const;
const CODE = /\.(ts|mts|js|mjs|cjs|py|java|kt|go|rs|c|cc|cpp|cs|rb|php|swift|jl|lua|r|hs|ex|exs|scala|sh)$/i;
const DEPENDENCIES =
  /(^|\/)(package\.json|requirements[\w.-]*\.txt|pyproject\.toml|Pipfile|environment\.ya?ml|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(\.kts)?|Gemfile|composer\.json|Project\.toml|CMakeLists\.txt|Makefile|mix\.exs|build\.sbt|[^/]+\.(csproj|cabal))$/;
/** Made from the list of dependencies, or by running the player. */
const MADE = /^(node_modules|venv|__pycache__)$/;
/** Of what only the player may know; hidden files, where settings and keys lie, are left out as well. */
const SECRET =
  /^(credentials\.json|secrets?(\.\w+)?|operator\.token|.+\.(token|pem|key|p12|pfx)|id_(rsa|ed25519|ecdsa))$/i;

/** 0 when the archive is written; 1 when something is missing, with a line for each. */
export async function packPlayerCommand(flags: Flags): Promise<number> {
  const folder = resolve(flags.operand('DIR'));
  const out = resolve(flags.text('out') ?? `${basename(folder)}.tar.gz`);
  const { files, leftOut } = await collected(folder, out);
  const { problems, facts, warnings } = judged(files, shown(folder));
  if (problems.length > 0) {
    for (const line of problems) process.stderr.write(`league: ${printable(line)}\n`);
    return 1;
  }
  const listed = files.map(({ path, bytes }) => ({ path, bytes: bytes.length, sha256: sha256(bytes) }));
  const manifest = { player: basename(folder), ...facts, files: listed };
  const all = [{ path: MANIFEST, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }, ...files];
  const packed = tarGz(all.map(({ path, bytes }) => ({ path: `${basename(folder)}/${path}`, bytes })));
  await draftFile(out, ({ write }) => write(packed));
  for (const line of warnings) process.stderr.write(`league: ${printable(line)}\n`);
  const without = leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`;
  process.stdout.write(printable(`Wrote ${shown(out)}: ${counted(files.length, 'file')} and a manifest${without}.`));
  process.stdout.write('\n');
  return 0;
}

/** What a folder holds for others, and the names of what stays. */
async function collected(folder: string, out: string) {
  const [files, leftOut]: [PackedFile[], string[]] = [[], []];
  const isHeld = (path: string) => {
    const name = basename(path);
    return name.startsWith('.') || MADE.test(name) || SECRET.test(name) || path === MANIFEST;
  };
  let bytes = 0;
  for (const { path, kind } of await found(folder, (path) => !isHeld(path))) {
    if (path === relative(folder, out)) continue;
    if (kind !== 'file' || isHeld(path)) {
      leftOut.push(kind === 'folder' ? `${path}/` : path);
      continue;
    }
    const file = { path, bytes: await bytesOf(join(folder, path)) };
    bytes += file.bytes.length;
    if (bytes > MOST_BYTES)
      throw new Mistake(`${shown(folder)} holds more than ${MOST_BYTES / 2 ** 20} MB; take out what is no part of it`);
    files.push(REPORTS.has(path) ? withoutTokens(file) : file);
  }
  return { files, leftOut };
}

async function found(folder: string, enters: (path: string) => boolean): Promise<readonly FoundFile[]> {
  try {
    return await Array.fromAsync(filesBelow(folder, enters));
  } catch (thrown) {
    throw thrown instanceof DiskError ? usage(thrown.message) : thrown;
  }
}

/** Reports quote messages with tokens of the league they were made in, which is over. */
const REPORTS: ReadonlySet<string> = new Set(['check_report.json', 'TEST_RESULTS.md']);

function withoutTokens({ path, bytes }: PackedFile): PackedFile {
  const text = Buffer.from(bytes).toString('utf8');
  return { path, bytes: Buffer.from(withoutSecrets(text)) };
}

/** Whether everything is there and nothing that must not be: a line for each fault, with the way to mend it. */
function judged(files: readonly PackedFile[], folder: string) {
  const texts = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const textAt = (path: string) => Buffer.from(texts.get(path) ?? []).toString('utf8');
  const problems: string[] = [];
  const missing = (what: string, how: string) => void problems.push(`${folder} has no ${what}; ${how}`);

  if (!files.some(({ path }) => CODE.test(path))) missing('code', 'put the program of the player there');
  if (!files.some(({ path }) => DEPENDENCIES.test(path)))
    missing('list of dependencies', 'write package.json, requirements.txt or the like, empty where nothing is needed');

  const explained = STRATEGY.find((name) => textAt(name).trim() !== '');
  const words = explained === undefined ? 0 : textAt(explained).trim().split(/\s+/).length;
  if (explained === undefined) missing(STRATEGY[0], `explain there how it decides, in at most ${MOST_WORDS} words`);
  if (words > MOST_WORDS)
    problems.push(`${folder}/${explained} has ${words} words; shorten it to ${MOST_WORDS} at most`);

  const endpoint = endpointOf(textAt('endpoint.json'));
  const isPull = objectIn(textAt('endpoint.json'))?.['pull'] === true;
  if (endpoint === undefined && !isPull)
    missing(
      'endpoint.json with an endpoint',
      'write {"endpoint": "URL"} there, with the URL it listens at, or {"pull": true} for a player without a server',
    );
  // A player without a server has no URL, and no command of a player is known here.
  const [tried, checked, note] =
    endpoint === undefined
      ? ['"COMMAND"', '--command "COMMAND"', ', where COMMAND starts it']
      : [endpoint, endpoint, ''];
  // A folder of `league new player` has the commands that fit it, whatever address it says that it will have.
  const made = (file: string, command: string) =>
    textAt('README.md').includes(file) ? `make it as ${folder}/README.md says` : `make it with: ${command}${note}`;
  if (textAt('TEST_RESULTS.md').trim() === '')
    missing(
      'TEST_RESULTS.md',
      made('TEST_RESULTS.md', `npx league private-league --player ${tried} --out ${folder}/TEST_RESULTS.md`),
    );
  const check = checkIn(textAt('check_report.json'));
  if (check === undefined)
    missing(
      'check_report.json of a check',
      made('check_report.json', `npx league check ${checked} --json > ${folder}/check_report.json`),
    );
  for (const { path, bytes } of files) {
    if (!fitsTar(`${basename(folder)}/${path}`))
      problems.push(`the path ${path} is too long for an archive; shorten it`);
    const before = Buffer.from(bytes).toString('latin1').split(TOKEN, 1)[0] ?? '';
    if (before.length < bytes.length)
      problems.push(
        `${folder}/${path} holds a token or an invite code in line ${before.split('\n').length}; take it out`,
      );
  }
  const warnings =
    check?.verdict.isFine === false
      ? [`the check in it has failed ${counted(check.verdict.steps.failed, 'step')}: ${check.verdict.disqualify}`]
      : [];
  return {
    problems,
    warnings,
    facts: { endpoint, ...(isPull ? { pull: true } : {}), strategy_words: words, check: check?.verdict.steps },
  };
}

function objectIn(text: string): JsonObject | undefined {
  const parsed = parseJson(text, FILE_LIMITS);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function endpointOf(text: string): string | undefined {
  const endpoint = objectIn(text)?.['endpoint'];
  const url = typeof endpoint === 'string' ? URL.parse(endpoint) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The report, if it is one of `league check --json`. */
function checkIn(text: string): Pick<CheckReport, 'verdict'> | undefined {
  const report = objectIn(text) as Partial<CheckReport> | undefined;
  const { steps, verdict } = report ?? {};
  const isReport = Array.isArray(steps) && typeof verdict?.isFine === 'boolean';
  return isReport && typeof verdict.steps?.failed === 'number' ? { verdict } : undefined;
}
