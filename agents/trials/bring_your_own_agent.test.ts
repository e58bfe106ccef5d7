/** The guide "Bring your own agent", followed: its commands are read from the document and typed in an empty folder. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Document, readDocument } from '../../SHARED/tools/documents/markdown.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { OwnStage } from './testing/own_stage.ts';
import { freePortBase, type Program, until, watched } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';
import { HAS_PYTHON } from './testing/stand_ins.ts';

const GUIDE = 'doc/BRING_YOUR_OWN_AGENT.md';
const LEAGUE = '### A league of your own';
const MINUTES = 240_000;
const text = readFileSync(resolve(ROOT, GUIDE), 'utf8');

const stage = new OwnStage();

/** A section of the guide. */
function section(heading: string): Document {
  const [, ...parts] = text.split(/^(?=###? )/m);
  return readDocument({ path: GUIDE, text: parts.find((part) => part.startsWith(`${heading}\n`)) ?? '' });
}

/** The lines of a section that are meant to be typed, but for those that need what this machine has not. */
function lines(heading: string): readonly string[] {
  const typed = section(heading).blocks.filter(({ language }) => language === 'sh');
  const all = typed.flatMap((block) => block.text.trim().split('\n'));
  expect(all, heading).not.toEqual([]);
  return all.filter((line) => HAS_PYTHON || !/python/.test(line));
}

/** The options that keep a command to its folder and ports, and short. */
const OWN = [
  [/^league (run|manager|referee|player|start)\b/, (base: number) => `--port-base ${base} --data data`],
  [/^league (run|manager|referee|player)\b/, () => '--logs logs'],
  [/^league (check|spar)\b/, () => '--matches 2'],
] as const;

/** A reader of the guide, with a folder and ports of its own. */
class Reader {
  readonly #folder: string;
  readonly #base: number;

  private constructor(folder: string, base: number) {
    this.#folder = folder;
    this.#base = base;
  }

  static async begins(name: string): Promise<Reader> {
    const folder = join(stage.folder, name);
    await mkdir(folder, { recursive: true });
    return new Reader(folder, await freePortBase());
  }

  /** Starts a line as the guide has it. */
  types(line: string): Program {
    const command = line.replace(/^npx /, '').replace(/ --matches \d+/, '');
    const more = OWN.filter(([which]) => which.test(command)).map(([, words]) => words(this.#base));
    const own = [command, ...more]
      .join(' ')
      .replace(/^league/, `"${process.execPath}" "${resolve(ROOT, 'SHARED/tools/league.mjs')}"`)
      .replaceAll('SHARED/testing/', `${resolve(ROOT, 'SHARED/testing')}/`);
    const env = { ...process.env, NO_COLOR: '1', LEAGUE_MANAGER: `http://localhost:${this.#base}/mcp` };
    const how = { shell: true, cwd: this.#folder, detached: true, env } as const;
    return stage.own(watched(spawn(own, { ...how, stdio: ['ignore', 'pipe', 'pipe'] }), line));
  }

  /** What its league is said to be doing. */
  status() {
    const manager = `http://localhost:${this.#base}/mcp`;
    return typed('status', '--data', join(this.#folder, 'data'), '--manager', manager);
  }

  /** Types lines one after the other: each ends well, no league is short of a player, and no match is forfeited. */
  async follows(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      const program = this.types(line);
      expect([line, await program.ended()], program.out() + program.err()).toEqual([line, 0]);
      const out = program.out();
      if (line.startsWith('npx league run')) {
        expect(out, line).toMatch(/^6 matches in /m);
        expect(out, line).not.toContain('Forfeited');
      }
      if (line.startsWith('npx league check')) expect(out, line).toContain('19 passed, 0 warned, 0 failed');
      if (line.startsWith('npx league spar')) expect(out, line).toContain('No match was forfeited.');
    }
  }

  /** Saves the strategy of the guide under the name it has there. */
  async saves(): Promise<void> {
    const [block] = section(STRATEGY).blocks;
    expect(block?.language).toBe('ts');
    await writeFile(join(this.#folder, 'my_strategy.ts'), block?.text ?? '');
  }
}

const [KIT, LINES, STRATEGY] = [
  '## Start from a kit',
  '## A program that reads lines',
  '## A strategy instead of an agent',
] as const;
const kits = () => lines(KIT).filter((line) => line.includes(' new player '));

test(
  'kits, a program that reads lines and a strategy play, are checked and spar',
  async () => {
    const withKit = async () => (await Reader.begins('kit')).follows(lines(KIT));
    const withLines = async () => (await Reader.begins('lines')).follows(lines(LINES));
    const withStrategy = async () => {
      const reader = await Reader.begins('strategy');
      await reader.saves();
      await reader.follows([...lines(STRATEGY), ...kits(), ...lines('## Try it before the league')]);
    };
    await Promise.all([withKit(), withLines(), withStrategy()]);
  },
  MINUTES,
);

test(
  'a kit plays in a league of agents that are started one by one',
  async () => {
    const reader = await Reader.begins('league');
    await reader.follows(kits());
    // Without Python the other kit takes the place of the one that the guide starts.
    const agents = [...lines(LEAGUE), ...(HAS_PYTHON ? [] : ['node my_puller/player.mjs'])];
    const start = agents.splice(agents.indexOf('npx league start'), 1);
    const [manager, ...others] = agents.map((line) => reader.types(line));
    expect(others).toHaveLength(3);
    await until('all to be there', async () => {
      const { out } = await reader.status();
      return /waiting; 2 players, 1 referee/.test(out) ? true : undefined;
    });
    await reader.follows(start);
    for (const agent of [manager, ...others]) expect(await agent?.ended(), agent?.err()).toBe(0);
    expect(manager?.out()).toMatch(/^ +R1M1 /m);
  },
  MINUTES,
);

test.skipIf(HAS_PYTHON)('the lines in Python were not tried: there is no python3 here', () => {
  expect(spawnSync('python3', ['--version']).error).toBeDefined();
});
