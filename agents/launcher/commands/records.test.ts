/** A league whose matches and histories are kept by policy, from its run to everything that reads it. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import { unwrap } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { MatchReader, Records } from '../../../SHARED/league_sdk/records/records.ts';
import { type ScratchFolder, scratchFolder } from '../../trials/scratch_folder.ts';
import { typed } from '../../trials/testing/rehearsal_in_process.ts';
import { Flags } from '../options.ts';
import { whereText } from '../output/results_text.ts';
import { configOf, ledgersIn, machine, recordsOf } from '../world/installation.ts';

const LEAGUE = 'league_2025_even_odd';
let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = await scratchFolder('records-');
  for (const policy of ['files', 'segments']) {
    const played = await typed(
      'run',
      '--in-process',
      '--players',
      '4',
      '--seed',
      'x',
      '--records',
      policy,
      ...at(policy),
    );
    expect(played.code).toBe(0);
  }
}, 60_000);
afterAll(() => scratch.remove());

const dataOf = (policy: string) => join(scratch.path, policy, 'data');
const at = (policy: string) => ['--data', dataOf(policy), '--logs', join(scratch.path, policy, 'logs')];
const read = (policy: string) => ['--data', dataOf(policy)];
const LOGS_OF_RELEASE = fileURLToPath(
  new URL('../../../SHARED/testing/fixtures/releases/0.3.0/segments_logs/agents/segments/', import.meta.url),
);
/** Without the empty files of locks. */
const shownIn = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith('.'));

describe('a league in segments', () => {
  test('has its matches and histories in a few files, and is verified as any other', async () => {
    const matches = await shownIn(join(dataPaths(dataOf('segments')).matches(LEAGUE), 'segments'));
    expect(matches.every((name) => /^REF0\d\.000001\.jsonl\.zst$/.test(name))).toBe(true);
    expect(await shownIn(dataPaths(dataOf('segments')).histories)).toHaveLength(1);
    const verified = await typed('verify', ...read('segments'));
    expect(verified.code).toBe(0);
    expect(verified.out).toContain('6 match records as reported');
  });

  test('shows a match with all its messages, and all tables have as many rows as those of files', async () => {
    const [inFiles, inSegments] = [
      await typed('match', 'R1M1', ...read('files')),
      await typed('match', 'R1M1', ...read('segments')),
    ];
    expect(inSegments.out).toContain('GAME_INVITATION');
    expect(inSegments.out.split('\n').length).toBe(inFiles.out.split('\n').length);
    const rows = async (policy: string) =>
      (await typed('export', '--format', 'sqlite', '--out', join(scratch.path, `${policy}.sqlite`), ...at(policy))).out
        .replace(/^.*?: /, '')
        .replace(/log \d+ rows?/, '');
    expect(await rows('segments')).toBe(await rows('files'));
  });

  test('is written as files on demand, each as it would have been written', async () => {
    for (const policy of ['files', 'segments']) {
      const out = join(scratch.path, `${policy}-out`);
      const told = await typed('export', '--format', 'files', '--out', out, ...read(policy));
      expect(told).toMatchObject({ code: 0, out: expect.stringContaining('6 matches, 4 players') });
      const folder = dataPaths(out).matches(LEAGUE);
      expect((await readdir(folder)).sort()).toEqual(
        ['R1M1', 'R1M2', 'R2M1', 'R2M2', 'R3M1', 'R3M2'].map((id) => `${id}.json`),
      );
      if (policy === 'files')
        for (const name of await readdir(folder))
          expect(await readFile(join(folder, name), 'utf8')).toBe(
            await readFile(join(dataPaths(dataOf('files')).matches(LEAGUE), name), 'utf8'),
          );
      const history = JSON.parse(await readFile(dataPaths(out).history('P01'), 'utf8'));
      expect(history.stats.total_matches).toBe(3);
    }
    const where = join(scratch.path, 'segments-out');
    expect(await typed('export', '--format', 'files', '--out', where, ...read('segments'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^league: .*segments-out is there and not empty; name a new folder with --out DIR\n$/),
    });
    expect((await typed('export', 'matches', '--format', 'files', '--out', where, ...read('segments'))).code).toBe(2);
  });

  test('is written as files with the logs of its own agents, from its own run', async () => {
    const places = at('two-runs');
    const play = ['run', '--in-process', '--records', 'segments', ...places];
    expect((await typed(...play, '--players', '4')).code).toBe(0);
    expect((await typed(...play, '--players', '2', '--fresh')).code).toBe(0);
    const agents = { now: 2, before: 4 };
    for (const [name, archive] of [['now', []] as const, ['before', ['--archive', 'latest']] as const]) {
      const out = join(scratch.path, `two-runs-${name}`);
      const told = await typed('export', '--format', 'files', '--out', out, ...archive, ...places);
      const logs = (await readdir(join(out, 'logs', 'agents'))).filter((file) => file.startsWith('P'));
      expect([told.code, logs.length]).toEqual([0, agents[name]]);
      const heard = await readFile(join(out, 'logs', 'agents', 'P01.log.jsonl'), 'utf8');
      expect(heard.match(/"LEAGUE_REGISTER_RESPONSE"/g)).toHaveLength(1);
    }
  }, 30_000);

  test.each([
    ['the lines of a frame', -20],
    ['the head of a frame', 5],
  ])('is known to be damaged when a byte of %s was changed', async (_, at) => {
    const folder = join(dataPaths(dataOf('segments')).matches(LEAGUE), 'segments');
    const names = await shownIn(folder);
    const kept = await Promise.all(names.map((name) => readFile(join(folder, name))));
    for (const [i, bytes] of kept.entries()) {
      const changed = Buffer.from(bytes);
      const place = at < 0 ? bytes.length + at : at;
      changed[place] = (changed[place] as number) ^ 1;
      await writeFile(join(folder, names[i] as string), changed);
    }
    const out = join(scratch.path, `damaged-out${at}`);
    const verified = await typed('verify', ...read('segments'));
    const written = await typed('export', '--format', 'files', '--out', out, ...read('segments'));
    for (const [i, bytes] of kept.entries()) await writeFile(join(folder, names[i] as string), bytes);
    for (const told of [verified, written]) {
      expect(told.code).toBe(1);
      expect(`${told.out}${told.err}`).toContain(`${names[0]} is damaged at byte`);
    }
    expect((await typed('verify', ...read('segments'))).code).toBe(0);
  });

  test.each(['damaged', 'gone'])(
    'is written without the records of other assignments where the reported are %s',
    async (how) => {
      const data = join(scratch.path, `others-${how}`);
      await cp(dataOf('segments'), data, { recursive: true });
      const folder = join(dataPaths(data).matches(LEAGUE), 'segments');
      const reader = new MatchReader(nodeDisk(), dataPaths(data).matches(LEAGUE));
      const others = await new Records('segments', { disk: nodeDisk(), root: data }).matches(LEAGUE, 'REF09');
      const names = await shownIn(folder);
      for (const match_id of await reader.list()) {
        const kept = unwrap(await reader.get(match_id))?.record as MatchRecord;
        await others.saveMatch(match_id, { ...kept, assignment_epoch: 9 });
      }
      await others.flush?.();
      for (const name of names) {
        const bytes = await readFile(join(folder, name));
        bytes[bytes.length - 20] = (bytes[bytes.length - 20] as number) ^ 1;
        await (how === 'gone' ? rm(join(folder, name)) : writeFile(join(folder, name), bytes));
      }
      const out = join(scratch.path, `others-${how}-out`);
      const told = await typed('export', '--format', 'files', '--out', out, '--data', data);
      expect(told).toMatchObject({ code: 1, out: expect.stringContaining(': 0 matches, 4 players') });
      expect(told.err).toContain(how === 'gone' ? 'R3M2 is not what was reported' : `${names[0]} is damaged at byte`);
    },
  );

  test('says what of its histories and of logs of 0.3.0 is damaged where they are written as files', async () => {
    const histories = dataPaths(dataOf('segments')).histories;
    const messages = join(scratch.path, 'segments', 'logs', 'agents', 'segments');
    await cp(LOGS_OF_RELEASE, messages, { recursive: true });
    for (const folder of [histories, messages]) {
      const [name = ''] = await shownIn(folder);
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, name), Buffer.concat([Buffer.alloc(20), bytes]));
      const out = join(scratch.path, `odd-${basename(folder)}`);
      const written = await typed('export', '--format', 'files', '--out', out, ...at('segments'));
      const table = await typed('export', 'history', '--out', `${out}.csv`, ...at('segments'));
      await writeFile(join(folder, name), bytes);
      expect(written).toMatchObject({ code: 1, err: expect.stringContaining(`${name} is damaged at byte 0`) });
      if (folder === histories) expect(table.err).toContain(`${name} is damaged at byte 0`);
    }
  });
});

test('a run notes its policy, and a resumed league takes no other', async () => {
  const run = JSON.parse(
    (await ledgersIn({ data: dataOf('segments') })
      .document(LEAGUE, 'run')
      .read()) ?? '',
  );
  expect(run.options.records).toBe('segments');
  const told = await typed('resume', '--records', 'files', ...read('segments'));
  expect(told).toMatchObject({ code: 2, err: expect.stringContaining('--records') });
});

test('the policy is what was typed, else what system.json says, else files up to 64 players', async () => {
  const config = join(scratch.path, 'config');
  const policy = async (typedPolicy: string | undefined, players: number, from?: string) => {
    const flags = new Flags([
      ...(typedPolicy === undefined ? [] : [['records', typedPolicy] as const]),
      ...(from === undefined ? [] : [['config', from] as const]),
    ]);
    return (await recordsOf(flags, configOf(flags), machine().disk, players)).policy;
  };
  expect([await policy(undefined, 64), await policy(undefined, 65)]).toEqual(['files', 'segments']);
  expect([await policy('segments', 4), await policy('files', 1_000)]).toEqual(['segments', 'files']);
  const { disk } = machine();
  await disk.replace(join(config, 'system.json'), JSON.stringify({ schema_version: '1.0.0', records: 'segments' }));
  expect([await policy(undefined, 2, config), await policy('files', 2, config)]).toEqual(['segments', 'files']);
  expect(await typed('run', '--records', 'zip')).toMatchObject({
    code: 2,
    err: 'league: --records takes files or segments, not "zip"\n',
  });
});

test('a run says why it keeps segments only where neither its command line nor system.json chose them', async () => {
  const config = join(scratch.path, 'own_config');
  await cp(join(import.meta.dirname, '../../../SHARED/config'), config, { recursive: true });
  const file = join(config, 'system.json');
  const system = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...system, records: 'segments' }));
  const told = await typed('run', '--in-process', '--max-rounds', '1', '--config', config, ...at('own'));
  expect(`${told.out}${told.err}`).toContain('are kept in compressed segments.\n');
  const many = ['--players', '65', '--max-rounds', '1'];
  const usual = await typed('run', '--in-process', ...many, ...at('many'));
  expect(`${usual.out}${usual.err}`).toContain('segments (--records files keeps a file for each; above 64 players');
}, 60_000);

test('the end of a run names the matches that are there, and verify says what it compared', async () => {
  const places = (policy: string) => ({ data: dataOf(policy), logs: 'logs' });
  expect(await whereText(places('files'), LEAGUE, '')).toMatch(/^Matches .*\/matches\/league_2025_even_odd\/$/m);
  expect(await whereText(places('segments'), LEAGUE, '')).toMatch(/^Matches .*\/segments\/ \(compressed\)$/m);
});
