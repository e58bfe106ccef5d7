/** Readers that hang on a manager which is killed, and on one that ends: real processes and sockets. */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Door, overHttp } from '../../SHARED/testing/foreign_http.ts';
import { foreignPlayer, registration } from '../../SHARED/testing/foreign_player.ts';
import { OwnStage } from './testing/own_stage.ts';
import { type Program, within } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const READERS = 20;
const stage = new OwnStage();
const doors: Door[] = [];
afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.close()));
});

async function startManager(): Promise<{ readonly program: Program; readonly address: string }> {
  const program = stage.started('manager', '--port', '0');
  return { program, address: (await program.says(/listens at (http:\S+\/mcp)\./))[1] as string };
}

/** A reader that keeps the last id it was told, as a browser does. */
async function reading(address: string, last?: string) {
  const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) };
  const response = await fetch(new URL('/api/events', address), { headers });
  expect(response.status).toBe(200);
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** Reads until something was told; resolves with the id it came with. */
    async untilTold(what: string): Promise<string> {
      for (;;) {
        const frame = text.split('\n\n').find((each) => each.includes(what));
        if (frame !== undefined && text.includes(`${frame}\n\n`)) return /^id: (.*)$/m.exec(frame)?.[1] as string;
        const { done, value } = (await pieces?.read()) ?? { done: true };
        if (done) throw new Error(`the stream ended without ${what}: ${text}`);
        text += value;
      }
    },
    /** How the stream ends. */
    async end(): Promise<'in order' | 'broken'> {
      try {
        while ((await pieces?.read())?.done === false);
        return 'in order';
      } catch {
        return 'broken';
      }
    },
  };
}

async function enter(manager: string, id: string): Promise<void> {
  const door = await overHttp(foreignPlayer());
  doors.push(door);
  const params = registration(`Agent ${id}`, door.address, id);
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  const response = await fetch(manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await response.json()).toMatchObject({ result: { status: 'ACCEPTED', player_id: id } });
}

test('readers of a manager that was killed come back by their ids, and keep no manager from ending', async () => {
  const all = <T>(each: (i: number) => Promise<T>, what: string) =>
    within(Promise.all(Array.from({ length: READERS }, (_, i) => each(i))), what);
  const first = await startManager();
  const readers = await all(() => reading(first.address), 'the streams to begin');
  await enter(first.address, 'P01');
  const ids = await all(async (i) => (await readers[i]?.untilTold('(P01) registered')) as string, 'P01 to be told of');
  expect(new Set(ids).size).toBe(1);

  first.program.signal('SIGKILL');
  expect(await first.program.ended()).toBe(null);
  await all(async (i) => readers[i]?.end(), 'the streams to break');

  const second = await startManager();
  const back = await all((i) => reading(second.address, ids[i]), 'the readers to come back');
  // What the dead manager had told is not told again; the next one goes on from there.
  await all(async (i) => back[i]?.untilTold('manager was started'), 'what was missed to be told');
  await enter(second.address, 'P02');
  await all(async (i) => back[i]?.untilTold('(P02) registered'), 'P02 to be told of');

  const stopped = await typed('stop', '--manager', second.address, '--data', join(stage.folder, 'data'));
  expect(stopped.code, stopped.err).toBe(0);
  expect(await all(async (i) => back[i]?.end(), 'the streams to end')).toEqual(Array(READERS).fill('in order'));
  expect(await second.program.ended()).toBe(0);
}, 120_000);
