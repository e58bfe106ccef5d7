import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { intBetween, seeded } from '../../../SHARED/core/random.ts';
import { wholeText } from '../../../SHARED/league_sdk/disk/disk.ts';
import { type MemoryDisk, memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore } from '../../../SHARED/league_sdk/ledger/file.ts';
import { BEGINNING, eventsIn, writeLine } from '../../../SHARED/league_sdk/ledger/text.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import { memoryNetwork } from '../../../SHARED/league_sdk/transport/memory.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { audit } from '../../league_manager/audit/audit.ts';
import type { LeagueEvent, MatchDecided, RoundOpened } from '../../league_manager/league/events.ts';
import { apply, newLeague } from '../../league_manager/league/state.ts';
import { slicesOf, sliceText, viewFiles } from '../../league_manager/telling/views.ts';
import { playInProcess, typed } from '../../trials/testing/rehearsal_in_process.ts';
import { systemEffects } from '../world/installation.ts';

const LEAGUE = 'league_2025_even_odd';
const LEDGER = `leagues/${LEAGUE}/ledger.jsonl`;
/** Bytes changed in each file, one at a time. */
const CHANGES = 60;

let folder: string;
/** Every file that is verified, by its path below the data folder. */
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-verify-'));
  const transport = memoryNetwork({ clock: systemClock }).transport();
  const effectsOf = () => ({ ...systemEffects('agent'), transport });
  await playInProcess(folder, { effectsOf, addressOf: (id) => `memory:${id}`, schemes: ['memory:'] });
  const names = [`leagues/${LEAGUE}`, `matches/${LEAGUE}`].map(async (below) =>
    (await readdir(join(folder, 'data', below))).map((name) => `${below}/${name}`),
  );
  const verified = (await Promise.all(names)).flat().filter((name) => /\.jsonl?$/.test(name));
  files = new Map(
    await Promise.all(
      verified.map(async (name) => [name, await readFile(join(folder, 'data', name), 'utf8')] as const),
    ),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function diskWith(changed: ReadonlyMap<string, string | undefined>): Promise<MemoryDisk> {
  const disk = memoryDisk();
  for (const [name, text] of new Map([...files, ...changed])) {
    if (text !== undefined) await disk.replace(join('/data', name), text);
  }
  return disk;
}

async function audited(changed: ReadonlyMap<string, string | undefined> = new Map(), sliceMatches?: number) {
  const disk = await diskWith(changed);
  const size = sliceMatches === undefined ? {} : { sliceMatches };
  return audit({ store: fileLedgerStore(disk, '/data'), disk, data: '/data', league_id: LEAGUE, judge, ...size });
}

/** The ledger with its events changed, and its chain made whole again: what a forger would leave. */
function forged(change: (event: LeagueEvent) => LeagueEvent): ReadonlyMap<string, string> {
  const read = eventsIn<LeagueEvent>(files.get(LEDGER) ?? '');
  if (!read.ok) throw new Error(read.error.detail);
  let text = '';
  let [hash, seq] = [BEGINNING, 1];
  for (const events of read.value.lines) {
    const line = writeLine(seq, hash, events.map(change) as never);
    text += `${line.text}\n`;
    hash = line.hash;
    seq += events.length;
  }
  return new Map([[LEDGER, text]]);
}

function decisions(change: (event: MatchDecided) => MatchDecided) {
  return (event: LeagueEvent) => (event.type === 'match_decided' && event.match_id === 'R2M1' ? change(event) : event);
}

/** Changes one match of a round that opens. */
function opening(match_id: string, change: (match: RoundOpened['matches'][number]) => RoundOpened['matches'][number]) {
  return (event: LeagueEvent): LeagueEvent =>
    event.type === 'round_opened'
      ? { ...event, matches: event.matches.map((match) => (match.match_id === match_id ? change(match) : match)) }
      : event;
}

describe('a league that was played honestly', () => {
  test('is verified: every result, record and view', async () => {
    expect(await audited()).toMatchObject({
      ok: true,
      value: { phase: 'LEAGUE_COMPLETE', recomputed: 6, onTrust: 0, records: 6, views: 3, notes: [] },
    });
  });

  test('is verified by the command, which ends with 0', async () => {
    const { code, out } = await typed('verify', '--data', join(folder, 'data'));
    expect([code, out.split('\n').at(-2)]).toEqual([0, 'All is as it was played.']);
    expect(out).toContain('6 results recomputed from moves and seed, 0 taken on trust');
    expect(out).toMatch(`League     ${LEAGUE} in ${join(folder, 'data')}\n`);
  });
});

describe('one changed byte is found', () => {
  test(`anywhere in the ledger, a record or a view: ${CHANGES} places in each`, async () => {
    const random = seeded(7);
    const unseen: string[] = [];
    for (const [name, text] of files) {
      for (let i = 0; i < CHANGES; i++) {
        const at = intBetween(random, 0, text.length - 1);
        const other = String.fromCharCode(((text.charCodeAt(at) + intBetween(random, 1, 94) - 32) % 95) + 32);
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        if (changed !== text && (await audited(new Map([[name, changed]])))?.ok !== false) unseen.push(`${name}:${at}`);
      }
    }
    expect(files.size).toBe(10);
    expect(unseen).toEqual([]);
  });

  test('by the command, which ends with 1 and names the place', async () => {
    const path = join(folder, 'data', `matches/${LEAGUE}/R1M2.json`);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"choice": "', '"choice": "x'));
    const { code, err } = await typed('verify', '--data', join(folder, 'data'));
    await writeFile(path, text);
    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
    expect(err).toMatch(/ in \S+: first difference: .*R1M2\.json: it is not what the referee reported/);
  });
});

describe('the script that uses nothing of ours', () => {
  const script = fileURLToPath(new URL('../../../doc/check_draw.mjs', import.meta.url));
  const checked = (...paths: readonly string[]) =>
    spawnSync(process.execPath, [script, ...paths], { encoding: 'utf8' });

  test('finds every draw honest, and one that was changed', async () => {
    const records = [...files.keys()].filter((name) => name.startsWith('matches/'));
    const { status, stdout } = checked(...records.map((name) => join(folder, 'data', name)));
    expect([status, stdout.match(/commitment kept/g)?.length]).toEqual([0, 6]);

    const changed = join(folder, 'changed.json');
    const text = files.get(`matches/${LEAGUE}/R1M1.json`) ?? '';
    await writeFile(
      changed,
      text.replace(/"drawn_number": (\d+)/, (_, drawn) => `"drawn_number": ${11 - drawn}`),
    );
    expect(checked(changed).status).toBe(1);
    await writeFile(changed, text.replace(/"draw_seed": "./, '"draw_seed": "x'));
    expect(checked(changed)).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN') });
  });

  test('says so when nothing was drawn, when the seed is not revealed, and when it is asked nothing', async () => {
    const { result, draw_seed, ...record } = JSON.parse(files.get(`matches/${LEAGUE}/R1M1.json`) ?? '');
    const path = join(folder, 'other.json');
    await writeFile(path, JSON.stringify({ ...record, draw_seed, result: { ...result, drawn_number: null } }));
    expect(checked(path)).toMatchObject({ status: 0, stdout: expect.stringMatching(/kept .* nothing drawn\n$/) });
    await writeFile(path, JSON.stringify(record));
    expect(checked(path)).toMatchObject({ status: 1, stdout: 'R1M1  seed not revealed yet\n', stderr: '' });
    expect(checked()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^usage: .*\n$/) });
  });
});

describe('a forger who mends the chain is found', () => {
  const winner = (result: MatchDecided['result'], id: string) => ({ ...result, winner: id });
  test.each<[string, (event: LeagueEvent) => LeagueEvent, string]>([
    [
      'who gives a match to another',
      decisions((event) => ({ ...event, result: winner(event.result, event.result.winner === 'P03' ? 'P01' : 'P03') })),
      'match R2M1: the winner is',
    ],
    [
      'who changes the points',
      decisions((event) => ({ ...event, result: { ...event.result, score: { P01: 9, P03: 0 } } })),
      'match R2M1: the score is',
    ],
    [
      'who changes the referee',
      decisions((event) => ({ ...event, referee_id: 'REF09' })),
      'match R2M1: it was assigned',
    ],
    [
      'who changes a seed',
      (event) =>
        event.type === 'round_opened'
          ? { ...event, matches: event.matches.map((match) => ({ ...match, seed: '0'.repeat(64) })) }
          : event,
      'match ',
    ],
    [
      'who swaps the seats of a match',
      opening('R2M1', ({ seats, ...match }) => ({ ...match, seats: [seats?.[1] ?? '', seats?.[0] ?? ''] })),
      'match R2M1 is P01 against P03, by the format P03 against P01',
    ],
    [
      'who has others play a match',
      opening('R1M1', (match) => ({ ...match, seats: ['P01', 'P04'] })),
      'match R1M1 is P01 against P04, by the format P01 against P02',
    ],
    [
      'who opens a match that the format does not know',
      opening('R1M2', (match) => ({ ...match, match_id: 'R1M9' })),
      'match R1M9 is none of the format',
    ],
    [
      'who adds a round that the format does not know',
      (event) => (event.type === 'round_opened' && event.round_id === 3 ? { ...event, round_id: 4 } : event),
      'round 4 follows round 2',
    ],
    [
      'who starts by a format that there is not',
      (event) =>
        event.type === 'league_started'
          ? { ...event, rules: { ...event.rules, schedule: { algorithm: 'toString', legs: 1 } } }
          : event,
      'there is no format "toString"',
    ],
    [
      'who makes the league longer than its format',
      (event) => (event.type === 'league_started' ? { ...event, total_rounds: 4 } : event),
      'by its schedule it has 3 rounds, not 4',
    ],
    [
      'who names another champion',
      (event) => (event.type === 'league_closed' ? { ...event, champion: 'P00' } : event),
      'the champion is',
    ],
    [
      'who closes a round early',
      (event) =>
        event.type === 'match_decided' && event.match_id === 'R1M1' ? { ...event, type: 'nothing' as never } : event,
      'nothing of that kind can happen',
    ],
  ])('%s', async (_, change, what) => {
    const found = await audited(forged(change));
    expect(found?.ok === false && found.error.what).toContain(what);
  });
});

describe('what is missing', () => {
  test.each([`leagues/${LEAGUE}/standings.json`, `matches/${LEAGUE}/R3M1.json`])('is found: %s', async (name) => {
    const found = await audited(new Map([[name, undefined]]));
    expect(found).toMatchObject({ ok: false, error: { where: join('/data', name) } });
  });

  test('is no fault where the referees and their records are elsewhere', async () => {
    const records = [...files.keys()].filter((name) => name.startsWith('matches/'));
    const found = await audited(new Map(records.map((name) => [name, undefined])));
    expect(found).toMatchObject({ ok: true, value: { records: 0, notes: [expect.stringContaining('6 lie where')] } });
  });

  test.each([
    ['a league nobody played', ['--league', 'league_2025_nobody'], /there is no ledger of league_2025_nobody/],
    ['a name that is no id', ['--league', '../secret'], /--league takes the id of a league/],
  ])('%s is one line and exit code 2', async (_, words, line) => {
    const { code, err } = await typed('verify', '--data', join(folder, 'data'), ...words);
    expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
    expect(err).toMatch(line);
  });
});

describe('a league whose end was interrupted', () => {
  /** The views as they were one event before the end. */
  function oneBehind(): Map<string, string> {
    const read = eventsIn<LeagueEvent>(files.get(LEDGER) ?? '');
    const league = newLeague();
    for (const event of read.ok ? read.value.lines.flat().slice(0, -1) : []) apply(league, event);
    return new Map(viewFiles('', LEAGUE).map(([path, make]) => [path, wholeText(make(league))]));
  }

  test('by a kill of its manager is verified: the lock it left says why a view is behind', async () => {
    const found = await audited(new Map([...oneBehind(), [`leagues/${LEAGUE}/ledger.lock`, '{}']]));
    expect(found?.ok && found.value.notes).toEqual(
      ['standings', 'rounds', 'agents_config'].map((name) => expect.stringContaining(`${name}.json shows all but`)),
    );
  });

  test('by nobody has no view that is behind', async () => {
    expect(await audited(oneBehind())).toMatchObject({
      ok: false,
      error: { what: expect.stringMatching(/^the league is over, and it shows event \d+ of \d+$/) },
    });
  });

  const MATCH = `matches/${LEAGUE}/R3M1.json`;
  /** The outbox of the referee that reported this match, with the record in it. */
  function outbox(change: (record: JsonObject) => JsonObject): readonly [string, string] {
    const { draw_seed: _revealed, ...record } = JSON.parse(files.get(MATCH) ?? '');
    const { match_id, assignment_epoch, referee_id } = record;
    const item = { match_id, assignment_epoch, order: {}, report: {}, record: change(record) };
    return [`referees/${referee_id}/outbox.jsonl`, `${JSON.stringify(item)}\n`];
  }

  test('by a kill of a referee is verified: the record that is not filed yet is in its outbox', async () => {
    const found = await audited(new Map([[MATCH, undefined], outbox((record) => record)]));
    expect(found).toMatchObject({
      ok: true,
      value: { notes: [expect.stringContaining('R3M1.json is not written yet')] },
    });
  });

  test('with another record in the outbox than was reported is not', async () => {
    const changed = outbox((record) => ({ ...record, round_id: 2 }));
    expect(await audited(new Map([[MATCH, undefined], changed]))).toMatchObject({
      ok: false,
      error: { what: 'it is missing' },
    });
  });

  test('whose referees kept records in part is verified: those that were not kept are counted', async () => {
    const marked = MATCH.replace(/[^/]+$/, 'NOT_KEPT');
    expect(
      await audited(
        new Map([
          [MATCH, undefined],
          [marked, 'not kept'],
        ]),
      ),
    ).toMatchObject({ ok: true, value: { notes: [expect.stringMatching(/^1 of \d+ records were not kept/)] } });
  });
});

describe('a long league', () => {
  /** The league with a slice for each round but the last, as it lies on the disk. */
  function sliced(changed: ReadonlyMap<string, string | undefined> = new Map(), change = (text: string) => text) {
    const read = eventsIn<LeagueEvent>(files.get(LEDGER) ?? '');
    const league = newLeague();
    for (const event of read.ok ? read.value.lines.flat() : []) apply(league, event);
    const slices = slicesOf(league, 1).map(
      (slice) => [dataPaths('').roundsFrom(LEAGUE, slice.first), change(wholeText(sliceText(league, slice)))] as const,
    );
    expect(slices).toHaveLength(2);
    const views = viewFiles('', LEAGUE, 1).map(([path, make]) => [path, wholeText(make(league))] as const);
    return audited(new Map([...slices, ...views, ...changed]), 1);
  }
  const WRITTEN_ANEW = 'it is not what the ledger says; delete it, and the manager writes it anew at its next start';
  const [FIRST, SECOND] = [dataPaths('').roundsFrom(LEAGUE, 1), dataPaths('').roundsFrom(LEAGUE, 2)];

  test('is verified with the slices of its rounds', async () => {
    expect(await sliced()).toMatchObject({ ok: true, value: { views: 5, notes: [] } });
  });

  test('has no slice that is missing or not what the ledger says, and says how it is made anew', async () => {
    expect(await sliced(new Map([[SECOND, undefined]]))).toMatchObject({
      ok: false,
      error: { where: join('/data', SECOND), what: expect.stringMatching(/^it is missing/) },
    });
    const { removals } = newLeague();
    const said = await sliced(new Map([[FIRST, `{\n  "removals": ${removals},\n`]]));
    const where = (line: number) => `${join('/data', FIRST)}, line ${line}`;
    expect(said).toMatchObject({ ok: false, error: { where: where(2), what: WRITTEN_ANEW } });
    // A manager that starts looks at the ends of a slice alone.
    const inside = await sliced(new Map(), (text) => text.replace('"COMPLETED"', '"RUNNING"'));
    expect(inside).toMatchObject({ ok: false, error: { where: where(10), what: WRITTEN_ANEW } });
  });

  test('whose manager was killed over the slices has notes on them', async () => {
    const lock = [`leagues/${LEAGUE}/ledger.lock`, '{}'] as const;
    const said = await sliced(new Map([lock, [FIRST, '{\n  "removals": 7,\n']]));
    expect(said).toMatchObject({
      ok: true,
      value: { notes: [expect.stringContaining('00001.json is not written anew')] },
    });
  });
});

describe('an interrupted league', () => {
  /** What lies there when the manager was killed in the middle of an append, its views one append behind. */
  function interrupted(): Map<string, string> {
    const whole = (files.get(LEDGER) ?? '').split('\n');
    const kept = whole.slice(0, -4);
    const read = eventsIn<LeagueEvent>(
      kept
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const league = newLeague();
    for (const event of read.ok ? read.value.lines.flat() : []) apply(league, event);
    const views = viewFiles('', LEAGUE).map(([path, make]) => [path, wholeText(make(league))] as const);
    return new Map([[LEDGER, `${kept.join('\n')}\n${whole.at(-4)?.slice(0, 40)}`], ...views]);
  }

  test('is verified as far as it came, and what the crash left is told', async () => {
    const found = await audited(interrupted());
    expect(found).toMatchObject({ ok: true, value: { phase: 'RUNNING_LEAGUE', views: 3 } });
    expect(found?.ok && found.value.notes).toEqual([
      expect.stringContaining('an append that was interrupted'),
      ...['standings', 'rounds', 'agents_config'].map((name) => expect.stringContaining(`${name}.json is not written`)),
    ]);
  });

  test('has no view that knows more than its ledger', async () => {
    const [ledger] = interrupted();
    const found = await audited(new Map([ledger as [string, string]]));
    expect(found?.ok === false && found.error.what).toMatch(/^it shows event \d+ of a ledger with \d+$/);
  });
});
