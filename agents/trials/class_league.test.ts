/** The guide "Run a class league", played: an empty folder becomes a final table, with thirty players of other making. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { BROKEN, registration, Student } from '../../SHARED/testing/class_of_thirty.ts';
import { readDocument } from '../../SHARED/tools/documents/markdown.ts';
import { ROOT } from '../launcher/world/installation.ts';
import type { Row } from '../league_manager/tournament/standings.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase, league, type Program } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const GUIDE = 'doc/RUN_A_CLASS_LEAGUE.md';
const STUDENTS = 30;
const ROUNDS = 5;
const LIMIT_SEC = 2;
const LEAGUE = 'league_2025_even_odd';
/** What is told of the six: the first meets the other five in as many rounds. */
const REASONS = [
  ...[
    /closed the connection without an answer/,
    /HTTP 500/,
    /conversation_id of the answer is not/,
    /did you mean parity_choice/,
  ],
  ...[/had not answered when its 2 s were over/, /could not be reached/],
];
/** The folder and the file that the guide speaks of. */
const [CLASS, NAMES] = ['my-class', 'names.txt'];

const stage = new OwnStage();
const students = Array.from({ length: STUDENTS }, (_, nth) => {
  const [how, manners] = Object.entries(BROKEN)[nth] ?? [];
  return new Student(how === undefined ? `Student ${nth + 1}` : `One that ${how}`, nth, manners);
});
const broken = students.slice(0, Object.keys(BROKEN).length);
const hostile = students.at(-1) as Student;
afterAll(() => {
  for (const student of students) student.die();
});

/** The commands of the guide, in its order, as lists of words. */
async function guide(): Promise<readonly (readonly string[])[]> {
  const text = await readFile(resolve(ROOT, GUIDE), 'utf8');
  const { blocks } = readDocument({ path: GUIDE, text });
  const here = (word: string) => ([CLASS, NAMES, `${CLASS}.html`].includes(word) ? join(stage.folder, word) : word);
  return blocks
    .flatMap((block) => block.text.split('\n'))
    .filter((line) => line.startsWith('npx league '))
    .map((line) => line.replace(/ +#.*/, '').split(' ').slice(2).map(here));
}

/** Everything a student could try to get more than it has; each has to be refused. */
async function attack(manager: string, code: string): Promise<readonly JsonObject[]> {
  const victim = students[10] as Student;
  const own = { auth_token: String(hostile.seat['auth_token']), sender: `player:${hostile.seat['player_id']}` };
  const said = { protocol: 'league.v2', timestamp: '2025-01-15T10:00:00Z', conversation_id: 'conv-forged', ...own };
  const me = (name: string, more: JsonObject = {}) => ({ ...registration(name, hostile.endpoint), ...more });
  const forged = {
    ...{ match_id: 'R1M1', league_id: LEAGUE, round_id: 1, assignment_epoch: 1, game_type: 'even_odd' },
    result: { winner: own.sender.slice(7), score: { [own.sender.slice(7)]: 3 }, details: {} },
  };
  const call = (method: string, params: JsonObject, to = manager) => hostile.call(to, method, params);
  const tokens = [own.auth_token, ...hostile.seen];
  return Promise.all([
    // Another seat: without a code, with one that is guessed, with its own again, in the place of another.
    call('register_player', me('Second')),
    call('register_player', me('Third'), `${manager}?code=AAAA-BBBB-CCCC-DDDD`),
    call('register_player', { ...registration('Fourth', victim.endpoint) }, `${manager}?code=${code}`),
    call('register_player', me(victim.name)),
    call('register_player', { ...registration(victim.name, victim.endpoint), sender: 'player:P11' }),
    // A referee of its own, results, and the operator's words.
    call('register_referee', {
      ...{ ...said, message_type: 'REFEREE_REGISTER_REQUEST', auth_token: own.auth_token },
      referee_meta: {
        display_name: 'Fair',
        version: '1',
        game_types: ['even_odd'],
        contact_endpoint: hostile.endpoint,
      },
    }),
    ...tokens.map((auth_token) =>
      call('report_match_result', { ...said, message_type: 'MATCH_RESULT_REPORT', auth_token, ...forged }),
    ),
    ...tokens.map((auth_token) =>
      call('shutdown', { ...said, message_type: 'SHUTDOWN_COMMAND', auth_token, reason: 'mine' }),
    ),
  ]);
}

function isRefused({ result, error }: JsonObject): boolean {
  const { status, message_type } = (result ?? {}) as JsonObject;
  return error !== undefined || status === 'REJECTED' || message_type === 'LEAGUE_ERROR';
}

test('an empty folder becomes a final table by the commands of the guide alone', { timeout: 240_000 }, async () => {
  const base = await freePortBase(2, 0);
  const manager = `http://127.0.0.1:${base}/mcp`;
  const at = (...parts: readonly string[]) => join(stage.folder, ...parts);
  await mkdir(stage.folder, { recursive: true });
  await writeFile(at(NAMES), students.map(({ name }) => `${name}\n`).join(''));
  let run: Program | undefined;
  const done: string[] = [];

  for (const words of await guide()) {
    const name = words.slice(0, words[0] === 'class' ? 2 : 1).join(' ');
    done.push(name);
    if (name === 'class new') {
      expect(await typed(...words, '--port', String(base))).toMatchObject({ code: 0, err: '' });
      await hurry(at(CLASS, 'config', 'leagues', `${LEAGUE}.json`));
    } else if (name === 'run') {
      run = stage.own(league(...words));
      await run.says(/Players register now/);
      await assemble();
      // A run that is interrupted before play begins loses no player.
      run.signal('SIGINT');
      await run.ended();
      run = stage.own(league(...words));
      await run.says(/Players register now/);
    } else if (name === 'verify') {
      expect(await run?.ended(), run?.err()).toBe(0);
      expect(await typed(...words)).toMatchObject({
        code: 0,
        out: expect.stringContaining('All is as it was played.'),
      });
    } else {
      const heard = await typed(...words);
      expect(heard, name).toMatchObject({ code: 0, err: '' });
      if (done.filter((each) => each === 'class roster').length === 2 && name === 'class roster')
        expect(heard.out).toContain(`${STUDENTS} of ${STUDENTS} names have a seat.`);
      if (name === 'player-report') {
        for (const reason of REASONS) expect(heard.out).toMatch(reason);
        expect(heard.out).toMatch(/ {2}both forfeited +0 {2}/);
        expect(heard.out).not.toMatch(/ {2}drawn +\d/);
      }
      if (name === 'start')
        for (const reply of await attack(manager, await codeOf(hostile)))
          expect(isRefused(reply), JSON.stringify(reply)).toBe(true);
    }
  }
  expect(done.sort()).toEqual([
    ...['class new', 'class roster', 'class roster', 'export', 'grade', 'match', 'player-report', 'run', 'schedule'],
    ...['standings', 'standings', 'start', 'status', 'verify', 'violations', 'watch'],
  ]);

  const file = await readFile(at(CLASS, 'data', 'leagues', LEAGUE, 'standings.json'), 'utf8');
  const { standings } = JSON.parse(file) as { readonly standings: readonly Row[] };
  expect(standings.map(({ display_name }) => display_name).sort()).toEqual(students.map(({ name }) => name).sort());
  for (const { display_name, games_played, wins, technical_losses = 0 } of standings) {
    const isBroken = broken.some(({ name }) => name === display_name);
    // A broken player wins only where its opponent does not even sit down.
    if (isBroken) expect([display_name, wins + technical_losses]).toEqual([display_name, games_played]);
    else expect([display_name, technical_losses]).toEqual([display_name, 0]);
    expect(games_played).toBe(ROUNDS);
  }
  expect(broken.every(({ name }) => forfeits(standings, name) > 0)).toBe(true);

  async function codeOf({ name }: Student): Promise<string> {
    const codes = await readFile(at(CLASS, 'codes.csv'), 'utf8');
    return new RegExp(`^${name},([^,]+),`, 'm').exec(codes)?.[1] ?? '';
  }

  async function assemble(): Promise<void> {
    for (const student of students) {
      await student.listen();
      const seat = await student.register(`${manager}?code=${await codeOf(student)}`);
      expect(seat, `${student.name}: ${JSON.stringify(seat)}`).toMatchObject({ status: 'ACCEPTED' });
    }
  }
});

function forfeits(standings: readonly Row[], name: string): number {
  return standings.find(({ display_name }) => display_name === name)?.technical_losses ?? 0;
}

/** The keys that the guide names, so that a class is over in a minute. */
async function hurry(file: string): Promise<void> {
  const config = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  const timeouts = { game_join_timeout_sec: LIMIT_SEC, move_timeout_sec: LIMIT_SEC };
  await writeFile(file, JSON.stringify({ ...config, timeouts, schedule: { max_rounds: ROUNDS } }));
}
