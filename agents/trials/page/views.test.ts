/** A league that was played, looked at through every view: what the page says is what the files say. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchDocument } from '../../../SHARED/contracts/api/one.ts';
import type { RoundsFile, StandingsFile } from '../../../SHARED/contracts/files/league_data.ts';
import { commitmentOf } from '../../page/model/match_draw.ts';
import { perfectTicTacToe } from '../../player/strategies/perfect_tic_tac_toe.ts';
import { random } from '../../player/strategies/random.ts';
import { timeout } from '../../player/strategies/timeout.ts';
import {
  BrowserStage,
  goTo,
  inBrowser,
  MISSING,
  PATIENT,
  seriousFindings,
  sideways,
} from '../testing/browser_stage.ts';
import { until } from '../testing/rehearsal.ts';
import { typed } from '../testing/rehearsal_in_process.ts';
import { LiveLeague } from './live_league.ts';

const SILENT = 'Agent Gamma';
/** Ten times what `npm run screenshots` allows on a quiet machine: a page that waits for more than its own files is later. */
const PAINTED_MS = 10_000;
/** A seed that no match has. */
const SEED = 'f'.repeat(64);
const PLACES = ['', 'crosstable', 'schedule', 'plot', 'wall', 'match/R1M1', 'player/P01', 'agents', 'operator'];
const SIZES = { 'a phone': [360, 640], 'a desk': [1280, 800], 'a wall': [2560, 1440] } as const;

let league: LiveLeague;
let standings: StandingsFile;
let matches: RoundsFile['rounds'][number]['matches'];

inBrowser('the page of a league that was played', () => {
  const stage = new BrowserStage();

  beforeAll(async () => {
    league = await LiveLeague.open({
      game: 'tic_tac_toe',
      players: { 'Agent Alpha': perfectTicTacToe, 'Agent Beta': random, [SILENT]: timeout },
      words: ['--strict'],
      env: { LEAGUE_MOVE_TIMEOUT_SEC: '3' },
    });
    await league.gather();
    await league.start();
    standings = await until('the league to be over', async () => {
      const file = await league.file<StandingsFile | null>('standings');
      return file?.rounds_completed === 3 ? file : undefined;
    });
    matches = (await league.file<RoundsFile>('rounds')).rounds.flatMap((round) => round.matches);
  });
  afterAll(() => league?.close());

  const idOf = (name: string) => standings.standings.find(({ display_name }) => display_name === name)?.player_id ?? '';
  const isOf = (name: string) => (match: (typeof matches)[number]) =>
    [match.player_a, match.player_b].includes(idOf(name));
  const played = () => matches.find((match) => !isOf(SILENT)(match))?.match_id ?? '';
  const lost = () => matches.find(isOf(SILENT))?.match_id ?? '';
  const main = (page: Page) => page.getByRole('main');

  test('is painted within seconds', async () => {
    const page = await stage.look(league.address);
    await goTo(page, '');
    const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
    await expect.poll(() => page.evaluate<number | undefined>(paint), PATIENT).toBeGreaterThan(0);
    expect(await page.evaluate<number>(paint)).toBeLessThan(PAINTED_MS);
  });

  test('says who won, with the table of the file', async () => {
    const page = await stage.look(league.address);
    const [first] = standings.standings;
    await expect.poll(() => main(page).innerText(), PATIENT).toMatch(/champion/i);
    expect(await main(page).innerText()).toContain(first?.display_name);
    const rows = await page
      .getByRole('table', { name: /standings/i })
      .locator('tbody tr')
      .allInnerTexts();
    const words = rows.map((row) => row.split(/\s+/));
    for (const [i, { player_id, points, wins, losses }] of standings.standings.entries())
      expect(words[i]).toEqual(expect.arrayContaining([player_id, ...[points, wins, losses].map(String)]));
  });

  test('leads through a match by keyboard, message by message, with its board', async () => {
    const page = await stage.look(league.address);
    await goTo(page, `match/${played()}`);
    const board = page.locator('table.board');
    const marks = async () => (await board.innerText()).replace(/[^XO]/g, '').length;
    const atTheEnd = await marks();
    expect(atTheEnd).toBeGreaterThanOrEqual(5);
    expect(await board.locator('small').allInnerTexts()).toEqual(
      [...'012345678'].map((cell) => expect.stringContaining(cell)),
    );
    await page.getByRole('button', { name: 'First' }).press('Enter');
    expect(await marks()).toBe(0);
    const seen = new Set<number>();
    while ((await page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')) !== 'true') {
      await page.keyboard.press('ArrowRight');
      seen.add(await marks());
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: atTheEnd + 1 }, (_, i) => i));
    const last = await main(page).innerText();
    await page.keyboard.press('ArrowLeft');
    expect(await main(page).innerText()).not.toBe(last);
  });

  test('checks the draw itself, and finds one that is forged', async () => {
    const page = await stage.look(league.address);
    const draw = page.getByRole('region', { name: 'The draw' });
    await goTo(page, `match/${played()}`);
    expect(await draw.innerText()).toMatch(/^The draw\s+as promised/);
    const commitment = commitmentOf(SEED, played());
    for (const [forged, verdict] of [
      [{ seed: SEED }, /NOT as promised/],
      [{ seed: SEED, commitment, as_promised: true }, /NOT as promised/],
      [{ seed: SEED, commitment, told_commitment: null, as_promised: null }, /^The draw\s+not checked/],
    ] as const) {
      await page.route('**/api/matches/*', async (route) => {
        const answer = await route.fetch();
        const match = (await answer.json()) as MatchDocument;
        await route.fulfill({ response: answer, json: { ...match, draw: { ...match.draw, ...forged } } });
      });
      await page.reload();
      await expect.poll(() => draw.innerText(), PATIENT).toMatch(verdict);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('says why a match was lost in silence, in the words of the command, and what to change', async () => {
    const page = await stage.look(league.address);
    await goTo(page, `match/${lost()}`);
    const text = (await main(page).innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(/had not answered when its 3 s were over/);
    const { out } = await typed('match', lost(), '--league', league.league_id, '--data', league.data);
    for (const word of ['Result', 'Why', 'To change']) {
      const [, told] = new RegExp(`^${word} +(.+)$`, 'm').exec(out) ?? [];
      expect(text).toContain(told);
    }
  });

  test('shows a player with its results, its silence and what that cost', async () => {
    const page = await stage.look(league.address);
    await goTo(page, `player/${idOf(SILENT)}`);
    const text = await main(page).innerText();
    expect(text).toContain(SILENT);
    for (const { match_id } of matches.filter(isOf(SILENT))) expect(text).toContain(match_id);
    expect(text).toMatch(/forfeited/);
    expect(text).toMatch(/2 × timeout/);
    await page.getByRole('link', { name: lost() }).first().click();
    await expect.poll(() => page.locator('h1').innerText(), PATIENT).toContain(lost());
  });

  test('is the same in one file, without a server', async () => {
    const out = join(league.data, 'league.html');
    const where = ['--league', league.league_id, '--data', league.data];
    expect(await typed('export', '--format', 'html', '--out', out, ...where)).toMatchObject({ code: 0, err: '' });
    const [live, saved] = [await stage.look(league.address), await stage.look(pathToFileURL(out).href)];
    for (const place of ['crosstable', 'schedule', `match/${played()}`, `match/${lost()}`, `player/${idOf(SILENT)}`]) {
      await goTo(live, place);
      await goTo(saved, place);
      expect(await main(saved).innerText(), place).toBe(await main(live).innerText());
    }
    expect(await seriousFindings(saved)).toEqual([]);
  });

  describe.each(['light', 'dark'] as const)('in its %s theme', (colorScheme) => {
    test('has no serious finding of axe in any view', async () => {
      const page = await stage.look(league.address, { colorScheme, reducedMotion: 'reduce' });
      for (const place of [...PLACES, `match/${lost()}`, `player/${idOf(SILENT)}`]) {
        await goTo(page, place);
        expect(await seriousFindings(page), place).toEqual([]);
      }
    });
  });

  test.each(Object.entries(SIZES))('fits %s in every view', async (_, [width, height]) => {
    const page = await stage.look(league.address, { viewport: { width, height } });
    for (const place of PLACES) {
      await goTo(page, place);
      expect(await sideways(page), place).toBe(0);
    }
  });

  /** How far a column with this heading lies outside of its table's frame, in pixels. */
  const cutOff = (page: Page, heading: string) =>
    page.evaluate<number>(`(() => {
      const head = [...document.querySelectorAll('thead th')].find((th) => th.textContent === '${heading}');
      const frame = head.closest('.scroller').getBoundingClientRect();
      return Math.max(0, Math.ceil(head.getBoundingClientRect().right - frame.right));
    })()`);
  /** Long names in place of short ones, in what the manager answers from now on. */
  const lengthen = (page: Page, list: string, name: string) =>
    page.route(`**/api/${list}?*`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Agent Beta', name) });
    });

  test.each([
    [1200, 800],
    [1024, 768],
  ])('shows the points on a wall of %i by %i, however long the names are', async (width, height) => {
    const page = await stage.look(league.address, { viewport: { width, height } });
    await lengthen(page, 'standings', 'The Extraordinarily Long-Named Agent of a Class'.padEnd(64, 'x'));
    await goTo(page, 'wall');
    expect(await main(page).innerText()).toContain('Extraordinarily');
    expect(await cutOff(page, 'Points')).toBe(0);
  });

  test('shows the operator whole words of names, and whole addresses', async () => {
    const page = await stage.look(league.address, { viewport: { width: 1200, height: 800 } });
    await lengthen(page, 'agents', 'Extraordinary Probability Calculator of Group Seven');
    await goTo(page, 'operator');
    await page.getByLabel(/token/i).fill(league.token);
    await page.getByLabel(/token/i).press('Enter');
    await expect.poll(() => main(page).innerText(), PATIENT).toMatch(/Address[\s\S]*http:/);
    expect(await cutOff(page, 'Address')).toBe(0);
    const broken = await page.evaluate<readonly string[]>(`(() => {
      const text = [...document.querySelectorAll('.agents .name')].map(({ firstChild }) => firstChild);
      const linesOf = (node, word) => {
        const range = document.createRange();
        range.setStart(node, node.data.indexOf(word));
        range.setEnd(node, node.data.indexOf(word) + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      };
      return text.flatMap((node) => node.data.split(' ').filter((word) => linesOf(node, word) > 1));
    })()`);
    expect(broken).toEqual([]);
  });

  test('is read without any colour: what is painted in two ways is said in two ways', async () => {
    const page = await stage.look(league.address);
    const said = new Map<string, Set<string>>();
    for (const place of [...PLACES, `match/${lost()}`, `player/${idOf(SILENT)}`]) {
      await goTo(page, place);
      for (const state of await page.locator('main .badge, main .crossing, main .used').all()) {
        const look = (await state.getAttribute('class')) ?? '';
        const [family = ''] = look.split(' ');
        // The crosstable has a letter for the eyes and a word for the ears.
        const seen = family === 'crossing' ? state.locator('[aria-hidden=true]') : state;
        const text = (await seen.innerText()).trim();
        const looks = said.get(`${family} ${text}`) ?? new Set();
        expect(text, `${look} at ${place}`).toMatch(/\p{L}/u);
        expect([...looks.add(look)], `${text} at ${place}`).toEqual([look]);
        said.set(`${family} ${text}`, looks);
      }
    }
    const badges = [...said.keys()].filter((key) => key.startsWith('badge '));
    for (const word of ['won', 'forfeited', 'decided', 'as promised'])
      expect(
        badges.some((key) => key.endsWith(word)),
        word,
      ).toBe(true);
    for (const name of ['Agent Alpha', 'Agent Beta']) {
      const match = matches.find((each) => isOf(name)(each) && isOf(SILENT)(each));
      await goTo(page, `match/${match?.match_id}`);
      const seats = await page.locator('main .seat').allInnerTexts();
      expect(seats.find((seat) => seat.includes(SILENT))).toMatch(/forfeited$/);
      expect(seats.find((seat) => seat.includes(name))).toMatch(/won$/);
    }
  });

  test('leads from the table to a match by keyboard alone', async () => {
    const page = await stage.look(league.address);
    await goTo(page, '');
    /** Goes on by the key until what has the focus reads so. */
    const reach = async (wanted: RegExp) => {
      for (let pressed = 0; pressed < 100; pressed++) {
        await page.keyboard.press('Tab');
        if (wanted.test(await page.evaluate<string>("document.activeElement?.innerText ?? ''"))) return;
      }
      throw new Error(`no way to ${wanted} by the keyboard`);
    };
    await reach(/Agent Alpha/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').innerText(), PATIENT).toContain('Agent Alpha');
    await reach(/^R\dM\d$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').innerText(), PATIENT).toMatch(/^Match R\dM\d$/);
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
  });

  test('tells nobody where agents are, and says of what there is not that it is not there', async () => {
    const page = await stage.look(league.address, { expected: MISSING });
    await goTo(page, 'agents');
    expect(await main(page).innerText()).not.toMatch(/http:|127\.0\.0\.1/);
    for (const place of ['match/R9M9', 'player/P99', 'nowhere']) {
      await page.goto(`${league.address}#/${place}`);
      await expect.poll(() => main(page).innerText(), PATIENT).toMatch(/no |nothing|nowhere/i);
    }
  });
});
