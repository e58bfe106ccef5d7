/** The browser of a test file: every test looks through contexts of its own, and no page may do anything amiss. */
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { HAS_BROWSER, openBrowser, type Viewed, type ViewOptions, view } from '../page/browser.ts';
import { PATIENCE_MS } from './rehearsal.ts';

if (!HAS_BROWSER) console.warn('the tests of the page are skipped: there is no Chromium to fetch for this machine');

/** How long a test waits for what a page will show. */
export const PATIENT = { timeout: PATIENCE_MS };

/** The lines of the console on a server that goes away, and on documents that are not there. */
export const LOST = /net::ERR_|status of 50[23]/;
export const MISSING = /status of 404/;

/** A group of tests that need a browser; skipped where there is none for the machine. */
export const inBrowser = describe.skipIf(!HAS_BROWSER);

/** The stage of each test of a file; to be set up once, inside its group. */
export class BrowserStage {
  #browser: Browser | undefined;
  readonly #views: Viewed[] = [];

  constructor() {
    beforeAll(async () => {
      this.#browser = await openBrowser();
    });
    afterEach(async () => {
      const views = this.#views.splice(0);
      await Promise.all(views.map(({ close }) => close()));
      expect(views.flatMap(({ amiss }) => amiss)).toEqual([]);
    });
    afterAll(() => this.#browser?.close());
  }

  /** Looks at an address; the test fails by what the page does amiss. */
  async look(address: string, options?: ViewOptions): Promise<Page> {
    const viewed = await view(this.#browser as Browser, address, options);
    this.#views.push(viewed);
    return viewed.page;
  }

  /** The same, for a test that wants to see what goes amiss itself. */
  async suspect(address: string): Promise<Viewed> {
    return view(this.#browser as Browser, address);
  }
}

/** Goes to a place of the page, and waits until what it shows is there. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.goto(`${page.url().replace(/#.*$/, '')}#/${place}`);
  await expect
    .poll(
      async () => [await page.locator('.loading').count(), ...(await page.locator('main h1').allInnerTexts())],
      PATIENT,
    )
    .toEqual([0, expect.not.stringContaining('nothing here')]);
}

/** How far the page can be scrolled sideways, which is never wanted. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

let axe: string | undefined;

/** The serious and critical findings of axe on what a page shows now, a line for each element. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  axe ??= await nodeDisk().read(createRequire(import.meta.url).resolve('axe-core/axe.min.js'));
  await page.evaluate(axe ?? '');
  const { violations } = await page.evaluate<{ readonly violations: readonly Finding[] }>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}
