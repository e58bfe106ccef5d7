/** Leagues from files: the page as one file that needs no server, and a league that is played back. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { keepLeague } from '../../launcher/testing/kept_league.ts';
import { running } from '../../league_manager/testing/rehearsal.ts';
import { type ScratchFolder, scratchFolder } from '../scratch_folder.ts';
import { BrowserStage, goTo, inBrowser, PATIENT, seriousFindings, sideways } from '../testing/browser_stage.ts';
import { league, type Program } from '../testing/rehearsal.ts';
import { typed } from '../testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_connect_four';
const PLACES = ['', 'crosstable', 'schedule', 'plot', 'agents', 'player/P01', 'match/R1M1', 'wall', 'operator'];
const HOSTILE = '</script><script>alert(1)</script>';

let scratch: ScratchFolder;
let data: string;
let standings: StandingsFile['standings'];

beforeAll(async () => {
  scratch = await scratchFolder('files-');
  data = join(scratch.path, 'data');
  const places = ['--data', data, '--logs', join(scratch.path, 'logs')];
  const words = ['--in-process', '--game', 'connect_four', '--players', '4', '--strategies', 'random'];
  expect(await typed('run', ...words, ...places)).toMatchObject({ code: 0 });
  const file = await nodeDisk().read(join(data, 'leagues', LEAGUE, 'standings.json'));
  ({ standings } = JSON.parse(file ?? '') as StandingsFile);
}, 60_000);
afterAll(() => scratch.remove());

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => page.getByRole('table', { name: /standings/i }).locator('tbody tr');

/** Waits until the table of the page is that of the file. */
async function showsTheEnd(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const shown = (await rows(page).allInnerTexts()).map((row) => row.split(/\s+/));
      return standings.map(({ player_id, points }, i) =>
        [player_id, String(points)].every((text) => shown[i]?.includes(text)),
      );
    }, PATIENT)
    .toEqual(standings.map(() => true));
}

inBrowser('a league in one file', () => {
  const stage = new BrowserStage();

  /** The address of the page that is written of the league in a folder. */
  async function exported(folder: string, name: string): Promise<string> {
    const out = join(scratch.path, `${name}.html`);
    expect(await typed('export', '--format', 'html', '--out', out, '--data', folder)).toMatchObject({ code: 0 });
    return pathToFileURL(out).href;
  }

  test('opens without a server and asks for nothing: table, match with its board, player, search', async () => {
    const address = await exported(data, 'cup');
    const page = await stage.look(address);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();
    await showsTheEnd(page);
    expect(await page.getByRole('status').first().innerText()).toBe('A saved league');
    expect(await main(page).innerText()).toContain('Champion:');
    await page.getByRole('searchbox').fill(standings[1]?.player_id ?? '');
    await expect.poll(() => rows(page).count(), PATIENT).toBe(1);
    for (const place of PLACES) await goTo(page, place);
    await goTo(page, 'match/R1M1');
    await expect.poll(() => main(page).innerText(), PATIENT).toMatch(/won|draw/i);
    expect(await page.locator('main .board, main table.board').count()).toBeGreaterThan(0);
    await goTo(page, 'operator');
    await expect.poll(() => main(page).innerText(), PATIENT).toContain('copy of a league');
    await goTo(page, 'match/R9M9');
    await expect.poll(() => main(page).innerText(), PATIENT).toContain('not in the saved league');
    expect(requests).toEqual([address]);
  });

  test('shows a name that would be more than a name, and nothing of it runs', async () => {
    const folder = join(scratch.path, 'hostile');
    const agents = { P01: { display_name: HOSTILE }, P02: { display_name: '$& $1 $`' } };
    await keepLeague(folder, 'hostile', running({ players: 3, agents }));
    const page = await stage.look(await exported(folder, 'hostile'));
    for (const place of ['', 'schedule', 'agents', 'player/P01']) {
      await goTo(page, place);
      await expect.poll(() => main(page).innerText(), PATIENT).toContain(HOSTILE);
      expect(await page.locator('main script').count()).toBe(0);
    }
    await goTo(page, 'agents');
    expect(await main(page).innerText()).toContain('$& $1 $`');
    await goTo(page, '');
    expect(await main(page).innerText()).toContain('Saved before its end, in round 1 of 3');
    for (const place of ['', 'schedule', 'crosstable', 'match/R1M1', 'player/P01']) {
      await goTo(page, place);
      expect(await page.locator('body').innerText(), place).not.toMatch(/being played|plays now/i);
      expect(await page.locator('[title*="being played"]').count(), place).toBe(0);
    }
  });
});

inBrowser('a league that is played back', () => {
  const stage = new BrowserStage();
  const programs: Program[] = [];
  afterAll(async () => {
    for (const program of programs) await program.end();
  });

  async function replaying(...words: readonly string[]): Promise<string> {
    const program = league('replay', data, ...words);
    programs.push(program);
    return (await program.says(/Look at (http:\S+)/))[1] as string;
  }

  test('is held, taken to its end and back to its beginning by keyboard, and played again', async () => {
    const page = await stage.look(await replaying('--speed', '0.01'));
    const bar = page.getByRole('region', { name: 'Playback' });
    const button = bar.getByRole('button');
    await expect.poll(() => button.innerText(), PATIENT).toContain('Hold');
    await button.press('Enter');
    await expect.poll(() => button.innerText(), PATIENT).toContain('Play');
    const slider = bar.getByRole('slider');
    await slider.press('End');
    await showsTheEnd(page);
    await expect.poll(() => button.innerText(), PATIENT).toContain('Play again');
    await expect.poll(() => main(page).innerText(), PATIENT).toContain('Champion:');
    const news = page.getByRole('region', { name: 'News' });
    await expect.poll(() => news.innerText(), PATIENT).toContain('R3M1:');
    await slider.press('Home');
    await expect.poll(() => main(page).innerText(), PATIENT).toContain('No player has registered yet');
    expect(await main(page).innerText()).not.toMatch(/Champion:|They join at/);
    await expect.poll(() => news.innerText(), PATIENT).not.toContain('R3M1:');
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'as fast as it goes' });
    await button.press('Enter');
    await showsTheEnd(page);
    await goTo(page, 'operator');
    await expect.poll(() => main(page).innerText(), PATIENT).toContain('played back');
    expect(await page.getByRole('status').first().innerText()).toBe('Played back');
  });

  test('has the time of its own day: held, it stands still', async () => {
    const address = await replaying('--speed', '0.01');
    const status = async (position: number) => {
      const body = JSON.stringify({ position, is_paused: true });
      await fetch(new URL('/api/playback', address), {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      });
      return ((await (await fetch(new URL('/api/league', address))).json()) as { readonly status: string }).status;
    };
    let position = 1;
    while ((await status(position)) === 'waiting') position++;
    const page = await stage.look(address);
    await page.clock.install();
    await page.reload();
    const soFar = page.locator('.facts div', { hasText: 'So far' }).locator('dd');
    const time = page.getByRole('region', { name: 'Playback' }).locator('output');
    await expect.poll(() => time.count(), PATIENT).toBe(1);
    const before = [await soFar.innerText(), await time.innerText()];
    await page.clock.runFor(180_000);
    expect([await soFar.innerText(), await time.innerText()]).toEqual(before);
  });

  describe.each(['light', 'dark'] as const)('in its %s theme', (colorScheme) => {
    test.each([360, 2_560])('fits %i pixels and has no serious finding of axe', async (width) => {
      const viewport = { width, height: 800 };
      const page = await stage.look(await replaying('--speed', '1'), {
        colorScheme,
        viewport,
        reducedMotion: 'reduce',
      });
      for (const place of ['', 'wall']) {
        await goTo(page, place);
        await expect.poll(() => page.getByRole('slider').count(), PATIENT).toBe(1);
        expect(await sideways(page), place).toBe(0);
        expect(await seriousFindings(page), place).toEqual([]);
      }
    });
  });
});
