/** A page of a thousand players, and of names that would be more than names. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import type { League } from '../../league_manager/league/state.ts';
import { changeFeed } from '../../league_manager/public/change_feed.ts';
import { folded, running } from '../../league_manager/testing/rehearsal.ts';
import { api } from '../../web/api.ts';
import { eventStream } from '../../web/event_stream.ts';
import { pageFiles } from '../../web/page_files.ts';
import { playedRounds, type Serving, serving, shownOf } from '../../web/testing/shown.ts';
import { BrowserStage, goTo, inBrowser, PATIENT, sideways } from '../testing/browser_stage.ts';

/** Names of 64 characters at most, as old ledgers have them. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '\u202egnp.exe \u2066txt',
  'W'.repeat(64),
  '"><svg onload=alert(3)>',
  '{{constructor.constructor("alert(4)")()}}',
];
const HOSTILE_AGENTS = Object.fromEntries(HOSTILE.map((display_name, i) => [`P0${i + 1}`, { display_name }]));
const PLACES = ['', 'crosstable', 'schedule', 'plot', 'agents', 'player/P01', 'player/P04', 'match/R1M1', 'wall'];

let server: Serving;
afterEach(() => server.close());

/** The address of a page that shows this league, which goes on no further. */
async function still(league: League): Promise<string> {
  const shown = shownOf(league, { clock: systemClock });
  const feed = changeFeed(shown);
  const events = eventStream({ feed: () => feed, clock: systemClock, readers: 10 });
  server = await serving(
    pageFiles(nodeDisk(), join(ROOT, 'agents/page/built')),
    events,
    api(() => shown),
  );
  return `${server.at}/`;
}

const rows = (page: Page) => page.getByRole('table', { name: /standings/i }).locator('tbody tr');

inBrowser('a page', () => {
  const stage = new BrowserStage();

  test('of a thousand players is read page by page, and searched', async () => {
    const page = await stage.look(await still(playedRounds(1_000, 3)));
    const pager = page.getByRole('navigation', { name: /Pages of the standings/ });
    await expect.poll(() => pager.innerText(), PATIENT).toMatch(/1–50 of 1000/);
    await pager.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => pager.innerText(), PATIENT).toMatch(/51–100 of 1000/);
    expect(await rows(page).count()).toBe(50);
    await pager.getByRole('link', { name: 'Last' }).click();
    await expect.poll(() => pager.innerText(), PATIENT).toMatch(/951–1000 of 1000/);
    await page.getByRole('searchbox').fill('p777');
    await expect.poll(() => rows(page).count(), PATIENT).toBe(1);
    expect(await rows(page).innerText()).toContain('Agent P777');
    await page.getByRole('searchbox').fill('no such player');
    await expect.poll(() => page.getByRole('main').innerText(), PATIENT).toContain('no such player');
  });

  test('has a crosstable of ten players that a desk shows as a whole', async () => {
    const page = await stage.look(await still(playedRounds(10, 4)));
    await goTo(page, 'crosstable');
    const [table, room] = [page.getByRole('table'), page.locator('.scroller')];
    const [{ width = 0, height = 0 } = {}, around] = [(await table.boundingBox()) ?? {}, await room.boundingBox()];
    expect(width).toBeLessThanOrEqual(around?.width ?? 0);
    expect(height).toBeLessThan(11 * 60);
  });

  test('shows every name as it is, runs none of them, and keeps its shape', async () => {
    const league = folded(running({ players: HOSTILE.length, agents: HOSTILE_AGENTS }));
    const page = await stage.look(await still(league), { viewport: { width: 360, height: 640 } });
    const paired = league.matches.get('R1M1')?.pairing.seats ?? [];
    const nameOf = (id: string) => HOSTILE_AGENTS[id]?.display_name ?? '';
    const shown: { readonly [place: string]: readonly string[] } = {
      'player/P01': [nameOf('P01')],
      'player/P04': [nameOf('P04')],
      'match/R1M1': paired.map(nameOf),
    };
    for (const place of PLACES) {
      await goTo(page, place);
      for (const name of shown[place] ?? HOSTILE)
        await expect.poll(() => page.getByRole('main').innerText(), PATIENT).toContain(name);
      expect(await page.locator('main script, main img').count(), place).toBe(0);
      expect(await sideways(page), place).toBe(0);
    }
  });
});
