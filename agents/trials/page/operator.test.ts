/** The operator's desk of the page: every action asks first, and does what it says. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { random } from '../../player/strategies/random.ts';
import { BrowserStage, goTo, inBrowser, LOST, PATIENT, seriousFindings } from '../testing/browser_stage.ts';
import { Gate, LiveLeague } from './live_league.ts';

let league: LiveLeague;
afterEach(() => league?.close());

const status = (page: Page) => page.getByRole('main').getByRole('status');

/** Presses a button of the desk and says yes, after a no has changed nothing. */
async function does(page: Page, label: string, told: RegExp, reason?: string): Promise<void> {
  const button = page.getByRole('button', { name: label, exact: true });
  await button.click();
  const question = page.getByRole('dialog');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await button.click();
  if (reason !== undefined) await question.getByLabel(/Reason/).fill(reason);
  await question.locator('button[type=submit]').click();
  await expect.poll(() => status(page).innerText(), PATIENT).toMatch(told);
}

inBrowser('the operator', () => {
  const stage = new BrowserStage();

  test('starts, holds, suspends, readmits, removes and shuts down from the page, and is asked each time', async () => {
    const gate = new Gate();
    const names = ['Agent Alpha', 'Agent Beta', 'Agent Gamma', 'Agent Delta'];
    const players = Object.fromEntries(names.map((name) => [name, gate.before(random)]));
    const broken = gate.before({ name: 'broken', decide: () => Promise.reject(new Error('no idea at all')) });
    league = await LiveLeague.open({ players: { ...players, 'Agent Alpha': broken } });
    await league.gather();
    const page = await stage.look(league.address, { expected: LOST });
    await goTo(page, 'operator');
    expect(await seriousFindings(page)).toEqual([]);

    const field = page.getByLabel(/token/i);
    await field.fill('op_wrong');
    await field.press('Enter');
    await expect.poll(() => status(page).innerText(), PATIENT).toMatch(/E012/);
    expect(await field.inputValue()).toBe('');
    await field.fill(league.token);
    await field.press('Enter');
    await expect.poll(() => status(page).innerText(), PATIENT).toMatch(/✓/);
    await expect.poll(() => page.getByRole('main').innerText(), PATIENT).toMatch(/http:\/\/127\.0\.0\.1/);
    expect(await seriousFindings(page)).toEqual([]);

    await does(page, 'Start the league', /started/);
    await does(page, 'Pause', /paused/, 'lunch');
    await expect.poll(() => page.getByRole('main').innerText(), PATIENT).toContain('lunch');
    await does(page, 'Go on', /goes on/);

    // How a strategy failed is for the operator; it is in the step that the guard made.
    gate.open(1);
    await goTo(page, 'match/R1M1');
    const course = page.getByRole('region', { name: 'Step by step' });
    await expect.poll(() => course.count(), PATIENT).toBe(1);
    const guarded = page.getByRole('row', { name: /by a guard/ });
    expect(await guarded.count()).toBe(1);
    await guarded.getByRole('button').click();
    expect(await course.innerText()).toMatch(/A guard moved in place of the strategy: .*no idea at all/);
    const stranger = await stage.look(`${league.address}#/match/R1M1`, { expected: LOST });
    await expect.poll(() => stranger.getByRole('table', { name: 'All messages' }).count(), PATIENT).toBe(1);
    expect(await stranger.getByRole('main').innerText()).not.toMatch(/guard|no idea/);
    await goTo(page, 'operator');

    await does(page, 'Suspend P03', /P03 is suspended/, 'it floods');
    await does(page, 'Readmit P03', /P03 is readmitted/, 'mended');
    await does(page, 'Remove P04', /P04 is removed/, 'left the room');
    await goTo(page, 'agents');
    await expect
      .poll(() => page.getByRole('row', { name: /P04/ }).innerText(), PATIENT)
      .toMatch(/removed[\s\S]*left the room/);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])')).not.toContain(
      league.token,
    );
    await goTo(page, 'operator');
    await does(page, 'Shut down', /ends/);
    expect(await league.ended()).toBe(0);
    await expect.poll(() => page.getByRole('banner').innerText(), PATIENT).toMatch(/no connection/i);
    await expect
      .poll(() => page.getByRole('button', { name: 'Shut down', exact: true }).isDisabled(), PATIENT)
      .toBe(true);
    await goTo(page, 'schedule');
    expect((await page.getByRole('main').innerText()).match(/does not answer/g)).toHaveLength(1);
  });
});
