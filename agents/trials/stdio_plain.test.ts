/** A league on pipes with a program in it that knows no frame: a request a line, a response a line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import { systemClock } from '../../SHARED/core/clock.ts';
import { stdioHub } from '../../SHARED/league_sdk/transport/pipe/hub.ts';
import { stdioTransport } from '../../SHARED/league_sdk/transport/pipe/pipe_transport.ts';
import { pipeHere } from '../../SHARED/testing/stdio_pipes.ts';
import { ROOT, systemEffects } from '../launcher/world/installation.ts';
import { MANAGER_ON_PIPE } from '../launcher/world/wires_pipe.ts';
import { playInProcess, shippedCast } from './testing/rehearsal_in_process.ts';

let folder: string;
let program: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
});
afterEach(async () => {
  program?.kill();
  await rm(folder, { recursive: true, force: true });
});

test('it registers, plays every match to its end, and its choices are the ones that count', async () => {
  const warnings: string[] = [];
  const hub = stdioHub({ clock: systemClock, warn: (line) => warnings.push(line) });
  const effectsOf = (id: string) => {
    const { agent, holder } = pipeHere();
    hub.attach(id, holder);
    return { ...systemEffects('agent'), transport: stdioTransport({ ...agent, clock: systemClock }) };
  };
  const shipped = await shippedCast();
  const cast = { ...shipped, players: shipped.players.slice(0, 3) };
  const guests = async () => {
    const file = resolve(ROOT, 'SHARED', 'testing', 'stand_ins', 'line_player.mjs');
    const child = spawn(process.execPath, [file, 'stdio:P04', 'P04'], { stdio: ['pipe', 'pipe', 'pipe'] });
    program = child;
    const plain = { at: 'stdio:P04', manager: MANAGER_ON_PIPE };
    hub.attach('player P04', { input: child.stdout, output: child.stdin }, plain);
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    expect(String(said)).toBe('ACCEPTED as P04\n');
  };
  await playInProcess(folder, { effectsOf, addressOf: (id) => `stdio:${id}`, schemes: ['stdio:'] }, { cast, guests });
  hub.close();

  const text = await readFile(join(folder, 'data/leagues/league_2025_even_odd/rounds.json'), 'utf8');
  const own = (JSON.parse(text) as RoundsFile).rounds
    .flatMap(({ matches }) => matches)
    .filter(({ player_a, player_b }) => player_a === 'P04' || player_b === 'P04');
  expect(own.map(({ termination }) => termination)).toEqual(['normal', 'normal', 'normal']);
  for (const { match_id } of own) {
    const record = await readFile(join(folder, `data/matches/league_2025_even_odd/${match_id}.json`), 'utf8');
    expect(JSON.parse(record).result.choices).toMatchObject({ P04: 'even' });
  }
  expect(warnings).toEqual([]);
});
