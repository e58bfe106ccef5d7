/** Where the time of a league goes: V8's CPU profiles, summed by what the code is for. */
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { ProfileColumn } from '../../../SHARED/tools/performance/bench_report.ts';
import { type Field, fieldOf } from './field.ts';
import { leagueLap } from './league_lap.ts';
import { type ByRole, type CostedRole, stretchOf } from './roles.ts';

/** The part of a profile of V8 that is read. Times are microseconds. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[] | undefined;
  }[];
  readonly startTime: number;
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

/** The rows of the table in their order; the first expression that a frame matches gives it its row. */
export const BUCKETS: readonly (readonly [string, RegExp])[] = [
  ['the bench itself', /\/agents\/trials\/|^node:inspector/],
  ['JSON: parse, the walk after it, text', /\/SHARED\/core\/json\.ts|^(parse|stringify)$/],
  ['validation', /\/SHARED\/contracts\/read\.ts|typebox|^check_\d+$/],
  [
    'disk',
    /\/league_sdk\/disk\/|^node:internal\/fs|^node:fs|^(write(Buffer|String|Buffers)|openFileHandle|open|close|f?stat|lstat|rename|f(data)?sync|mkdir|unlink|readdir|ftruncate|rm)$/,
  ],
  ['texts of outbox, record and history', /\/league_sdk\/(files|records)\//],
  ['logs', /\/league_sdk\/(logs\/|logger\.ts)/],
  ['queue, serve, peer', /\/league_sdk\/(messaging|flow|spec|joining|agent\.ts)/],
  [
    'wires',
    /\/league_sdk\/(transport|mcp)|^node:(internal\/)?(_?http|net|stream|tls|dns|url|js_stream|tty)|^(writev|writeUtf8String|writeLatin1String|readStart|readStop|connect6?|onread)$/,
  ],
  [
    'hashes and tokens',
    /\/SHARED\/core\/(hash|entropy)\.ts|^node:(internal\/)?crypto|\/registration\/tokens\.ts|\/authenticate\.ts|^oneShotDigest$/,
  ],
  ['codecs', /\/contracts\/dialects\//],
  ['referee, player, manager, standings, ledger, clock', /\/(agents|SHARED)\//],
  ['garbage collection', /^\(garbage collector\)$/],
  ['Node and V8: timers, promises, loading', /./],
];
const NOT_WORK = new Set(['(idle)', '(root)']);
const INTERVAL_US = 250;

/** The microseconds of each bucket, of the samples from a time on. A native function counts to the code that calls it. */
export function bucketsOf(
  { nodes, samples = [], timeDeltas = [], startTime }: CpuProfile,
  from = 0,
): Map<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = new Map<number, string | undefined>();
  const sums = new Map<string, number>();
  let at = startTime;
  for (const [i, id] of samples.entries()) {
    const us = timeDeltas[i] ?? 0;
    at += us;
    const bucket = at < from ? undefined : bucketOf(id);
    if (bucket !== undefined) sums.set(bucket, (sums.get(bucket) ?? 0) + us);
  }
  return sums;

  function bucketOf(id: number): string | undefined {
    if (!known.has(id)) known.set(id, foundFor(id));
    return known.get(id);
  }

  function foundFor(id: number): string | undefined {
    const { functionName, url } = byId.get(id)?.callFrame ?? { functionName: '(root)', url: '' };
    if (NOT_WORK.has(functionName)) return undefined;
    const rest = BUCKETS.at(-1)?.[0];
    const named = BUCKETS.find(([, frames]) => frames.test(url === '' ? functionName : url))?.[0];
    // Compiled checks have neither a file nor, below their first, a name of their own.
    const parent = parents.get(id);
    if (named !== rest || url !== '' || parent === undefined) return named;
    return functionName.startsWith('(') ? rest : (bucketOf(parent) ?? rest);
  }
}

/** Microseconds of CPU per match: what the samples of a profile share, of what its processes have really used. */
function columnOf(name: string, sums: ReadonlyMap<string, number>, cpuUsPerMatch: number): ProfileColumn {
  const all = [...sums.values()].reduce((sum, us) => sum + us, 0);
  const own = sums.get(BUCKETS[0]?.[0] ?? '') ?? 0;
  const scale = cpuUsPerMatch / (all - own);
  const rows = BUCKETS.slice(1).map(([bucket]) => [bucket, Math.round((sums.get(bucket) ?? 0) * scale)] as const);
  return { name, us_per_match: Object.fromEntries(rows), sum: Math.round((all - own) * scale) };
}

/** A league in this process, after one that has warmed it up. */
export async function profileInMemory(field: Field, folder: string): Promise<ProfileColumn> {
  await leagueLap(field, join(folder, 'warming_up'), { wire: 'memory' });
  session ??= connected();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  const starting = session.post('Profiler.start');
  let lap: Awaited<ReturnType<typeof leagueLap>>;
  let profile: CpuProfile;
  try {
    lap = await leagueLap(field, join(folder, 'profiled'), { wire: 'memory' });
  } finally {
    await starting;
    ({ profile } = await session.post('Profiler.stop'));
  }
  const { cpu } = stretchOf(lap);
  return columnOf(
    `memory, ${field.players} players, ${field.records}`,
    bucketsOf(profile),
    (1_000 * (cpu.ms.here ?? 0)) / cpu.matches,
  );
}

/** Stays open: with the end of one V8 ends every count in this process, that of the statements that tests reach as well. */
let session: Session | undefined;

function connected(): Session {
  const opened = new Session();
  opened.connect();
  return opened;
}

/** By a word of the command that starts a process, its role. */
const PROFILED: readonly (readonly [CostedRole, RegExp])[] = [
  ['manager', /\/agents\/league_manager\/manager\.ts$/],
  ['referees', /\/agents\/referee\/referee\.ts$/],
  ['hosts', /\/agents\/player\/player\.ts$/],
];

/** A league of real processes over HTTP, each role a column of its own; without their start. */
async function profileOverHttp(field: Field, folder: string): Promise<readonly ProfileColumn[]> {
  const profiles = join(folder, 'profiles');
  const before = process.env['NODE_OPTIONS'];
  const disk = nodeDisk();
  process.env['NODE_OPTIONS'] =
    `${before ?? ''} --cpu-prof --cpu-prof-interval=${INTERVAL_US} --cpu-prof-dir=${profiles}`;
  try {
    const begunUs = { at: 0 };
    const lap = await leagueLap(field, join(folder, 'league'), {
      wire: 'http',
      // Profiles count from the start of the machine.
      onStart: async () => {
        begunUs.at = 1_000_000 * Number.parseFloat((await disk.read('/proc/uptime')) ?? '0');
      },
    });
    const sums = new Map<CostedRole, Map<string, number>>();
    for (const file of await disk.list(profiles)) {
      const profile = JSON.parse((await disk.read(join(profiles, file))) ?? '{}') as CpuProfile;
      const role = PROFILED.find(([, home]) => profile.nodes.some(({ callFrame }) => home.test(callFrame.url)))?.[0];
      if (role === undefined) continue;
      const own = sums.get(role) ?? new Map<string, number>();
      for (const [bucket, us] of bucketsOf(profile, begunUs.at)) own.set(bucket, (own.get(bucket) ?? 0) + us);
      sums.set(role, own);
    }
    const { cpu } = stretchOf(lap);
    const usOf = (role: keyof ByRole) => (1_000 * (cpu.ms[role] ?? 0)) / cpu.matches;
    return [...sums].map(([role, own]) =>
      columnOf(`HTTP, ${field.players} players, ${field.records}: ${role}`, own, usOf(role)),
    );
  } finally {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
    await disk.close();
  }
}

export interface ProfileOptions {
  readonly players: readonly number[];
  readonly rounds: number;
  readonly portBase: number;
  readonly folder: string;
}

/** Leagues in memory of each size, then the first of them over HTTP where the machine tells CPU times. */
export async function profiles({
  players,
  rounds,
  portBase,
  folder,
}: ProfileOptions): Promise<readonly ProfileColumn[]> {
  const columns: ProfileColumn[] = [];
  for (const count of players) {
    const own = join(folder, `profile_${count}`);
    columns.push(await profileInMemory(await fieldOf({ players: count, portBase, rounds, folder: own }), own));
  }
  const [first = 0] = players;
  const own = join(folder, 'profile_http');
  const field = await fieldOf({ players: first, portBase, rounds, folder: own });
  return [...columns, ...(process.platform === 'linux' ? await profileOverHttp(field, own) : [])];
}
