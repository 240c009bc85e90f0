/**
 * On a slow machine, what arrives late must not move what is already there. In these tests, the main thread is slow, and the
 * answers of workers and of the service arrive so late that no shift counts as the effect of an input.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { checkStill, LOOKS, open, readVerdict } from './browser.ts';
import { copySpecs, createPageSuite } from './suite.ts';

/** The main thread is slower by this factor. */
const SLOWER = 4;
/** Answers arrive this long after the others. A shift within 500 ms of an input does not count. */
const LATE_MS = 700;

const { test, testInBrowser } = createPageSuite('the page on a slow machine', { prepare: copySpecs });

/** Slows the page down, once it is open. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.route('**/api/**', async (route) => {
    await sleep(LATE_MS);
    await route.continue();
  });
  await page.evaluate(delayWorkers, LATE_MS);
}

/** Runs in the page: each message of a worker arrives late. */
function delayWorkers(ms: number): void {
  const { addEventListener } = Worker.prototype;
  Worker.prototype.addEventListener = function (this: Worker, type: string, listener: (event: Event) => void) {
    addEventListener.call(this, type, (event) => setTimeout(() => listener(event), ms));
  } as typeof addEventListener;
}

for (const look of LOOKS.filter(({ colorScheme }) => colorScheme === 'light')) {
  const { width } = look.viewport;
  testInBrowser(`the view Check stays where it is at ${width} px`, async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/check/payments`, look);
    await slowDown(page);
    await page.getByRole('button', { name: /^payments\.csv/ }).click();
    await readVerdict(page);
    // The table of records may come after the button below it.
    await page.getByRole('button', { name: 'Show the first ten' }).click();
    await page.getByLabel('Table of records').waitFor();
    await checkStill(page, 'result');
    await page.getByLabel('Table of events').locator('tbody tr').first().waitFor();
    await checkStill(page, 'preview');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.locator('.event-list pre').first().waitFor();
    await checkStill(page, 'JSON');
    await page.getByRole('button', { name: /^Edit .* 14\.03\.0225$/ }).click();
    await page.locator('.editor textarea').fill('14.03.2025');
    await page.locator('.editor .repaired').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Repaired: no issue is left').waitFor();
    await checkStill(page, 'edit');
    await page.getByLabel('Topic').fill(`slow-${width}`);
    await page.getByRole('button', { name: 'Send to the topic' }).click();
    await page.getByRole('button', { name: 'Create the topic and send' }).click();
    await page.getByRole('heading', { name: 'The run' }).waitFor();
    await page.getByRole('heading', { name: 'First events' }).waitFor();
    await checkStill(page, 'sent');
    assert.equal(faults, []);
    await close();
  });
}

test.run();
