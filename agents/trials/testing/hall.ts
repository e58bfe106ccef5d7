/**
 * A hall for leagues with strangers in them: our manager as a process, and all that register with it, below one folder.
 */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RoundsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { type Changes, writeTestConfig } from '../../../SHARED/testing/test_config.ts';
import { league, type Program } from './rehearsal.ts';
import { typed } from './rehearsal_in_process.ts';
import { registeredAt, standInAt } from './stand_ins.ts';

export const LEAGUE = 'league_2025_even_odd';
export type Hall = Awaited<ReturnType<typeof openHall>>;
export type PlayedMatch = RoundsFile['rounds'][number]['matches'][number];

/** Starts a manager with its files below a folder, by the shipped configuration with these changes. */
export async function openHall(folder: string, changes: Changes) {
  const disk = nodeDisk();
  const [data, logs, config] = ['data', 'logs', 'config'].map((name) => join(folder, name)) as [string, string, string];
  await writeTestConfig(disk, config, changes);
  const where = ['--data', data, '--logs', logs, '--config', config];
  const manager = league('manager', '--port', '0', ...where);
  const programs: Program[] = [manager];
  const started = (program: Program): Program => {
    programs.push(program);
    return program;
  };
  const close = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.end()));
    await disk.close();
  };
  const [, address = ''] = await manager.says(/listens at (http:\S+\/mcp)\./).catch(async (problem: unknown) => {
    await close();
    throw problem;
  });

  return {
    manager: address,
    close,
    /** One of our own agents, registered. */
    async ours(role: 'referee' | 'player', id: string, ...words: readonly string[]): Promise<Program> {
      const program = started(league(role, '--id', id, '--port', '0', '--manager', address, ...words, ...where));
      await program.says(/registered/);
      return program;
    },
    /** A program that reads and writes lines, registered. */
    async commanded(command: string): Promise<Program> {
      const program = started(league('player', '--command', command, '--manager', address, ...where));
      await program.says(/is registered and plays/);
      return program;
    },
    /** One of our own players without a server, in its seat. */
    async pulling(name: string, ...words: readonly string[]): Promise<Program> {
      const program = started(league('player', '--pull', '--name', name, '--manager', address, ...words, ...where));
      await program.says(/from a seat at/);
      return program;
    },
    /** A stand-in, registered. */
    async stranger(file: string, ...words: readonly string[]): Promise<Program> {
      const program = started(standInAt(folder, file, address, ...words));
      await registeredAt(program);
      return program;
    },
    /** Plays the league; resolves with the exit codes when all processes have ended by themselves. */
    async play(): Promise<readonly (number | null)[]> {
      const start = await typed('start', '--manager', address, '--data', data);
      expect(start.code, start.err).toBe(0);
      return Promise.all(programs.map((program) => program.ended()));
    },
    /** Every complaint of any process. */
    complaints: () => programs.map((program) => program.err()).join(''),
    /** A document below the data folder. */
    async file<T>(path: string): Promise<T> {
      return JSON.parse((await disk.read(join(data, path))) ?? 'null') as T;
    },
    /** Every line that was written to any log. */
    async logged(): Promise<readonly string[]> {
      const folders = [join(logs, 'agents'), join(logs, 'league', LEAGUE)];
      const texts = folders.map(async (each) =>
        Promise.all((await disk.list(each)).map((name) => disk.read(join(each, name)))),
      );
      return (await Promise.all(texts)).flat().join('').split('\n');
    },
  };
}

/** The matches of a league that was played in a hall, in order. */
export async function matchesIn({ file }: Hall): Promise<readonly PlayedMatch[]> {
  return (await file<RoundsFile>(`leagues/${LEAGUE}/rounds.json`)).rounds.flatMap(({ matches }) => matches);
}
