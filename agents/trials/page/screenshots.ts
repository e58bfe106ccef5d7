/** `npm run screenshots`: the pictures of the documents, taken of a real league that is being played; and how soon the page is painted. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { unwrap } from '../../../SHARED/core/result.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { strategyOf } from '../../player/strategies/strategies.ts';
import { until } from '../testing/rehearsal.ts';
import { openBrowser, view } from './browser.ts';
import { Gate, LiveLeague } from './live_league.ts';

const PICTURES = join(ROOT, 'doc', 'pictures');
const SEED = 'pictures';
const GAME = 'connect_four';
/** The last of them makes no legal move. */
const STRATEGIES = ['four_ahead', 'random', 'pattern', 'frequency', 'mirror', 'always', 'random', 'invalid'];
const LETTERS = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta'];
/** The league is looked at in the round after this one. */
const PLAYED_ROUNDS = 4;

interface Shot {
  readonly name: string;
  /** The address behind the hash. */
  readonly place: string;
  readonly size: { readonly width: number; readonly height: number };
}

const DESK = { width: 1280, height: 960 };
const SHOTS: readonly Shot[] = [
  { name: 'league', place: '', size: DESK },
  { name: 'match', place: 'match/R3M1', size: DESK },
  { name: 'player', place: 'player/P08', size: DESK },
  { name: 'wall', place: 'wall', size: { width: 1600, height: 900 } },
  { name: 'phone', place: '', size: { width: 390, height: 780 } },
];
const THEMES = ['light', 'dark'] as const;
const LOADS = 5;
const SOON_MS = 1_000;

/** Lets no sign of loading into a picture. */
async function isReady(page: Page): Promise<void> {
  await until('the page to be there', async () => {
    const [loading, shown] = await Promise.all([page.locator('.loading').count(), page.locator('main h1').count()]);
    return loading === 0 && shown > 0 ? true : undefined;
  });
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done())))');
}

async function takeAll(browser: Browser, address: string): Promise<void> {
  for (const colorScheme of THEMES)
    for (const { name, place, size } of SHOTS) {
      const { page, amiss, close } = await view(browser, `${address}#/${place}`, { colorScheme, viewport: size });
      await isReady(page);
      await page.screenshot({ path: join(PICTURES, `${name}_${colorScheme}.png`), animations: 'disabled' });
      if (amiss.length > 0) throw new Error(`${name}: ${amiss.join('; ')}`);
      await close();
    }
}

/** When the first text or picture was to be seen, after the page was asked for, in the median of a few fresh readers. */
async function firstPaint(browser: Browser, address: string): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < LOADS; nth++) {
    const { page, close } = await view(browser, address);
    await isReady(page);
    times.push(await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
    await close();
  }
  return times.sort((a, b) => a - b)[Math.floor(LOADS / 2)] as number;
}

const gate = new Gate();
const players = STRATEGIES.map((name, i) => [`Agent ${LETTERS[i]}`, gate.before(unwrap(strategyOf(name)))] as const);
const league = await LiveLeague.open({
  ...{ game: GAME, players: Object.fromEntries(players) },
  words: ['--seed', SEED, '--strict'],
});
const browser = await openBrowser();
try {
  await league.gather();
  gate.open(PLAYED_ROUNDS);
  await league.start();
  await until('the rounds to be played', async () => {
    const standings = await league.file<{ readonly rounds_completed: number } | null>('standings');
    return standings?.rounds_completed === PLAYED_ROUNDS ? true : undefined;
  });
  await takeAll(browser, league.address);
  const paint = await firstPaint(browser, league.address);
  process.stdout.write(`First paint: ${Math.round(paint)} ms, the median of ${LOADS}.\n`);
  if (paint > SOON_MS) process.exitCode = 1;
} finally {
  await browser.close();
  await league.close();
}
