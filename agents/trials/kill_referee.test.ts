/** A referee that is killed, at two bad moments, and starts again with what it left on disk. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Door, overHttp } from '../../SHARED/testing/foreign_http.ts';
import {
  chooses,
  type ForeignPlayer,
  foreignPlayer,
  registration,
  SILENCE,
} from '../../SHARED/testing/foreign_player.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { OwnStage } from './testing/own_stage.ts';
import { type Program, until } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const SCHEDULE = ['R1M1', 'R1M2', 'R2M1', 'R2M2', 'R3M1', 'R3M2'];

const stage = new OwnStage();
let manager: string;
const doors: Door[] = [];

afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.close()));
});

async function startManager(...words: readonly string[]): Promise<Program> {
  const program = stage.started('manager', '--port', '0', ...words);
  manager = (await program.says(/listens at (http:\S+\/mcp)\./))[1] as string;
  return program;
}

async function startReferee(id: string): Promise<Program> {
  const referee = stage.started('referee', '--id', id, '--port', '0', '--manager', manager);
  await referee.says(new RegExp(`${id} listens`));
  return referee;
}

async function enter(id: string, player: ForeignPlayer): Promise<void> {
  const door = await overHttp(player);
  doors.push(door);
  const params = registration(`Agent ${id}`, door.address, id);
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  const response = await fetch(manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await response.json()).toMatchObject({ result: { status: 'ACCEPTED', player_id: id } });
}

async function operate(command: 'start' | 'stop'): Promise<void> {
  const { code, err } = await typed(command, '--manager', manager, '--data', join(stage.folder, 'data'));
  expect(code, err).toBe(0);
}

/** No warning, no time to write anything: the process is gone. */
async function kill(program: Program): Promise<void> {
  program.signal('SIGKILL');
  expect(await program.ended()).toBe(null);
}

async function events(): Promise<readonly LeagueEvent[]> {
  const text = await readFile(join(stage.folder, 'data', 'leagues', LEAGUE, 'ledger.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { events: LeagueEvent[] }).events);
}

const told = (player: ForeignPlayer, method: string, match: string) =>
  player.told(method).filter(({ match_id }) => match_id === match);

test('killed in the middle of a match, it plays it anew; the league completes with one result per match', async () => {
  const lm = await startManager();
  const first = await startReferee('REF01');
  const other = await startReferee('REF02');
  const slow = foreignPlayer({ choose_parity: (call, nth) => (nth === 1 ? SILENCE : chooses(call, 'odd')) });
  await enter('P01', slow);
  for (const id of ['P02', 'P03', 'P04']) await enter(id, foreignPlayer());
  await operate('start');

  await until('the match to be open', () => (slow.told('choose_parity').length > 0 ? true : undefined));
  await kill(first);
  const again = await startReferee('REF01');
  expect(await Promise.all([lm, other, again].map((program) => program.ended()))).toEqual([0, 0, 0]);

  const decided = (await events()).flatMap((event) => (event.type === 'match_decided' ? [event] : []));
  expect(decided.map(({ match_id }) => match_id).sort()).toEqual(SCHEDULE);
  const match = decided.find(({ match_id }) => match_id === 'R1M1');
  expect(match).toMatchObject({ epoch: 1, referee_id: 'REF01', result: { details: { termination: 'normal' } } });
  expect(match?.result.details).toMatchObject({ choices: { P01: 'odd' } });
  expect((await events()).filter(({ type }) => type === 'match_reassigned')).toEqual([]);

  const [before, after] = told(slow, 'handle_game_invitation', 'R1M1');
  expect(after?.['draw_commitment']).toBe(before?.['draw_commitment']);
  expect(after?.['conversation_id']).not.toBe(before?.['conversation_id']);
  expect(told(slow, 'notify_match_result', 'R1M1')).toHaveLength(1);
  expect(slow.told('notify_league_completed')).toHaveLength(1);
});

test('killed before everybody heard the result, it tells them after its restart; the result stays the one', async () => {
  const lm = await startManager('--keep');
  const first = await startReferee('REF01');
  const deaf = foreignPlayer({ notify_match_result: (_result, nth) => (nth === 1 ? SILENCE : { status: 'ok' }) });
  await enter('P01', foreignPlayer());
  await enter('P02', deaf);
  await operate('start');

  await until('the result to be told', () => (deaf.told('notify_match_result').length > 0 ? true : undefined));
  await kill(first);
  const outbox = () => readFile(join(stage.folder, 'data', 'referees', 'REF01', 'outbox.jsonl'), 'utf8');
  expect(await outbox()).toMatch(/^{"match_id":"R1M1".*\n$/);
  const again = await startReferee('REF01');
  await until('the report to be settled', async () => (/"settled":true/.test(await outbox()) ? true : undefined));
  await operate('stop');
  expect(await Promise.all([lm, again].map((program) => program.ended()))).toEqual([0, 0]);

  expect((await events()).filter(({ type }) => type === 'match_decided')).toHaveLength(1);
  const [heard, heardAgain, ...more] = deaf.told('notify_match_result');
  expect(heardAgain?.['game_result']).toEqual(heard?.['game_result']);
  expect(more).toEqual([]);
});
