/** A whole league, watched as it is played: the page follows by itself, loses its manager, and misses nothing. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { random } from '../../player/strategies/random.ts';
import { BrowserStage, goTo, inBrowser, LOST, PATIENT } from '../testing/browser_stage.ts';
import { freePortBase } from '../testing/rehearsal.ts';
import { Gate, LiveLeague } from './live_league.ts';

const NAMES = ['Agent Alpha', 'Agent Beta', 'Agent Gamma', 'Agent Delta'];

let league: LiveLeague;
afterEach(() => league?.close());

/** The rows of the table, as texts. */
const rowsOf = (page: Page) => page.getByRole('table', { name: /standings/i }).locator('tbody tr');

/** The players in the order of the page with their points, held to the file. */
async function showsTheFile(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { standings } = await league.file<StandingsFile>('standings');
      const rows = (await rowsOf(page).allInnerTexts()).map((row) => row.split(/\s+/));
      return standings.map(({ player_id, points }, i) =>
        [player_id, String(points)].every((text) => rows[i]?.includes(text)),
      );
    }, PATIENT)
    .toEqual(NAMES.map(() => true));
}

inBrowser('a league that is watched', () => {
  const stage = new BrowserStage();

  test('is followed from the first registration to the champion without a reload, also by a page that lost its manager', async () => {
    const gate = new Gate();
    const players = Object.fromEntries(NAMES.map((name) => [name, gate.before(random)]));
    const port = String(await freePortBase(0, 0));
    league = await LiveLeague.open({ players, port });
    const page = await stage.look(league.address, { expected: LOST });
    await page.evaluate('window.isTheSame = true');
    const main = page.getByRole('main');
    const says = (text: string | RegExp) => expect.poll(() => main.innerText(), PATIENT).toMatch(text);

    await says(/No player has registered yet/);
    await goTo(page, 'schedule');
    await says(/The matches are drawn when the league starts/);
    await goTo(page, '');
    await league.gather();
    for (const name of NAMES) await says(name);

    await league.start();
    await says(/round 1 of 3/i);
    await expect.poll(() => gate.waiting, PATIENT).toBe(4);
    const running = page.getByRole('region', { name: 'Being played' });
    await expect.poll(() => running.innerText(), PATIENT).toMatch(/R1M1[\s\S]*against[\s\S]*waiting for P0\d/);
    for (const name of NAMES) expect(await running.innerText()).toContain(name);
    expect(await running.getByRole('link', { name: /^R1M\d$/ }).count()).toBe(2);
    // Not below a table of a hundred players: on a phone it is seen first.
    const tall = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 360, height: 640 });
    const [now, table] = [await running.boundingBox(), await rowsOf(page).first().boundingBox()];
    expect(now?.y).toBeLessThan(table?.y ?? 0);
    await page.setViewportSize(tall);
    gate.open(1);
    await says(/round 2 of 3/i);
    await showsTheFile(page);
    // On a phone its first screen says who leads, or who share the place, and with how many points.
    await page.setViewportSize({ width: 390, height: 844 });
    const lead = page.getByText(/(leads with|share the first place.*with) \d points?/);
    const { y = Number.POSITIVE_INFINITY, height = 0 } = (await lead.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(844);
    await page.setViewportSize(tall);

    await league.killManager();
    await expect.poll(() => page.getByRole('banner').innerText(), PATIENT).toMatch(/no connection since/i);
    await league.startManager();
    await expect.poll(() => page.getByRole('banner').innerText(), PATIENT).toMatch(/\blive\b/i);
    gate.open();
    await says(/champion/i);
    await showsTheFile(page);
    // Decided after the line was lost: none is left out.
    const news = await page.getByRole('region', { name: 'News' }).innerText();
    for (const match_id of ['R2M1', 'R2M2', 'R3M1', 'R3M2']) expect(news).toContain(`${match_id}:`);
    expect(await page.evaluate('window.isTheSame')).toBe(true);
  });
});
