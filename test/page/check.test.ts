/** The view Check in Chromium: it reports what `specmill validate` reports, and works for everyone. */
import { cpSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/model/result.ts';
import { type Service, startService } from '../runtime/service.ts';
import { createWorkplace, type Workplace } from '../runtime/specmill.ts';
import { findSpecSamples } from '../samples/sample.ts';
import { skipIf } from '../support/skip.ts';
import { checkAccessibility, chooseFile, launch, LOOKS, missing, open, readVerdict } from './browser.ts';

interface Context {
  at: Workplace;
  service: Service;
  browser: Browser;
}

const SPECS = join(import.meta.dirname, '../../specs');
const test = suite<Context>('the view Check');
const testInBrowser = skipIf(missing, test);

test.before(async (context) => {
  if (missing !== null) return;
  const at = createWorkplace();
  cpSync(SPECS, at.path('specs'), { recursive: true });
  Object.assign(context, { at, service: await startService(at), browser: await launch() });
});
test.after(async ({ at, service, browser }) => {
  await browser?.close();
  await service?.stop();
  at?.remove();
});

testInBrowser(
  'counters and issues are those of specmill validate, for every sample',
  async ({ at, service, browser }) => {
    const { page, faults, close } = await open(browser, service.url);
    const samples = findSpecSamples(SPECS);
    assert.ok(samples.length > 10);
    for (const { inputPath: input } of samples) {
      const name = basename(dirname(input));
      await page.goto(`${service.url}/#/check/${name}`);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await chooseFile(page, basename(input), readFileSync(input));
      const { sentence } = await readVerdict(page);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Report as JSON' }).click();
      const found = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as ProcessingResult;
      const { stdout } = at.call(['validate', '--spec', name, input, '--json']);
      const expected = JSON.parse(stdout) as ProcessingResult;
      assert.equal(comparable(found), comparable(expected), input);
      assert.is(sentence !== '', true, input);
    }
    assert.equal(faults, []);
    await close();
  },
);

/** The result without what depends on the time, and on how the file was named. */
function comparable({ durationMs: _, specId: __, fileSha256: ___, ...result }: ProcessingResult): object {
  return result;
}

testInBrowser('each view is accessible in each look', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const what = `${look.colorScheme} ${look.viewport.width}`;
    const { page, faults, close } = await open(browser, service.url, look);
    await page.getByRole('link', { name: /^payments/ }).waitFor();
    await checkAccessibility(page, `list, ${what}`);
    await page.getByRole('link', { name: /^payments/ }).click();
    await page.getByRole('button', { name: /^payments\.csv/ }).waitFor();
    await checkAccessibility(page, `file, ${what}`);
    await page.getByRole('button', { name: /^payments\.csv/ }).click();
    await page.getByRole('table').waitFor();
    await page.getByText('Show the text').first().waitFor({ state: 'detached' });
    await page.getByLabel('Show sensitive values').check();
    await page.getByText('Show the text').first().click();
    await checkAccessibility(page, `result, ${what}`);
    assert.equal(faults, [], what);
    await close();
  }
});

testInBrowser(
  'a bar filters the records, and the URL restores the filter without data',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/check/payments`);
    await page.getByRole('button', { name: /^payments\.csv/ }).click();
    await page.getByRole('button', { name: /amount must be positive/ }).click();
    await page.getByText('2 records with such an issue').waitFor();
    assert.equal(await page.locator('tbody tr > th').allTextContents(), ['24', '253']);
    const link = page.url();
    assert.is(
      link.slice(service.url.length),
      '/#/check/payments?code=MIN_VALUE&rule=amount-positive&field=amount&severity=ERROR',
    );
    await page.getByLabel('Severity').selectOption('');
    await page.getByLabel('Field').selectOption('');
    await page.goBack();
    await page.getByText('2 records with such an issue').waitFor();
    await close();
    const second = await open(browser, link);
    await second.page.getByRole('button', { name: /^payments\.csv/ }).click();
    await second.page.getByText('2 records with such an issue').waitFor();
    assert.equal([...faults, ...second.faults], []);
    await second.close();
  },
);

testInBrowser('a cell shows its original text, its mark, and what it becomes', async ({ service, browser }) => {
  const { page, close } = await open(browser, `${service.url}/#/check/payments?field=booked&severity=ERROR`);
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  const wrong = page.locator('td.wrong');
  await wrong.waitFor();
  assert.is(await wrong.textContent(), 'Wrong: 14.03.0225→ becomes 0225-03-14');
  await close();
});

testInBrowser('a line number leads to the page with its record', async ({ service, browser }) => {
  const { page, close } = await open(browser, `${service.url}/#/check/payments`);
  const rows = Array.from({ length: 200 }, (_, index) => `TX2025-${index}`);
  await chooseFile(page, 'long.csv', `Transaction Id\n${rows.join('\n')}\n`);
  await page.getByText('The file cannot be read to its end').waitFor();
  const header = readFileSync(join(SPECS, 'payments/payments.csv')).toString('latin1').split('\n')[0];
  await chooseFile(page, 'long.csv', `${header}\n${rows.join('\n')}\n`);
  await page.getByText('Page 1 of 4').waitFor();
  await page.getByLabel('Line', { exact: true }).fill('120');
  await page.keyboard.press('Enter');
  await page.getByText('Page 3 of 4').waitFor();
  await page.locator('tbody th', { hasText: '120' }).waitFor();
  assert.match(page.url(), /\?page=3$/);
  await close();
});

testInBrowser('everything works with the keyboard alone', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, service.url);
  const press = async (key: string, times = 1): Promise<void> => {
    for (let at = 0; at < times; at++) await page.keyboard.press(key);
  };
  const focusOn = async (name: RegExp): Promise<void> => {
    for (let at = 0; at < 60; at++) {
      await press('Tab');
      const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (name.test(text)) return;
    }
    throw new Error(`the focus does not reach ${name}`);
  };
  await page.getByRole('link', { name: /^payments/ }).waitFor();
  await focusOn(/^payments/);
  await press('Enter');
  await page.getByRole('button', { name: /^payments\.csv/ }).waitFor();
  await focusOn(/^payments\.csv/);
  await press('Enter');
  await readVerdict(page);
  assert.is(await page.evaluate(() => document.activeElement?.id), 'verdict', 'the verdict has the focus');
  await focusOn(/amount must be positive/);
  await press('Space');
  await page.getByText('2 records with such an issue').waitFor();
  assert.equal(faults, []);
  await close();
});

test.run();
