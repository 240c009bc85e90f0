/** The view Check in Chromium: it reports what `specmill validate` reports, and works for everyone. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { findSpecSamples } from '../../samples/sample.ts';
import { checkAccessibility, chooseFile, LOOKS, open, readVerdict, saveWith } from './browser.ts';
import { copySpecs, createPageSuite, SPECS } from './suite.ts';

const { test, testInBrowser } = createPageSuite('the view Check', { prepare: copySpecs });

testInBrowser(
  'counters and issues are those of specmill validate, for every sample',
  async ({ at, service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/check`);
    const samples = findSpecSamples(SPECS);
    assert.ok(samples.length > 10);
    for (const { inputPath: input } of samples) {
      const name = basename(dirname(input));
      await page.goto(`${service.url}/#/check/${name}`);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await chooseFile(page, basename(input), readFileSync(input));
      const { sentence } = await readVerdict(page);
      const { bytes } = await saveWith(page, 'Report as JSON');
      const found = JSON.parse(bytes.toString()) as ProcessingResult;
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
    const { page, faults, close } = await open(browser, `${service.url}/#/check`, look);
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
    await page.getByRole('button', { name: /^Show all \d+ rules$/ }).click();
    await page.getByRole('button', { name: /amount must be positive/ }).click();
    await page.getByText('2 records with such an issue').waitFor();
    assert.equal(await page.locator('tbody tr > th').allTextContents(), ['24', '253']);
    const [table, wrong] = [page.getByLabel('Table of records'), page.locator('td.wrong').first()];
    const [frame, cell] = [await table.boundingBox(), await wrong.boundingBox()];
    assert.ok(frame !== null && cell !== null && cell.x > frame.x, 'the wrong cell is in view');
    assert.ok(cell.x + cell.width <= frame.x + frame.width, 'the wrong cell is in view');
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

testInBrowser('the first rules are shown, then all of them, and a selected one stays', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/payments`);
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  const groups = page.locator('.group');
  await groups.nth(4).waitFor();
  assert.is(await groups.count(), 5);
  await page.getByRole('button', { name: /^Show all \d+ rules$/ }).press('Enter');
  const all = await groups.count();
  assert.ok(all > 10);
  await page.locator('.group:focus').getByText(/./).first().waitFor();
  assert.is(await groups.nth(5).evaluate((group) => group === document.activeElement), true);
  await page.getByRole('button', { name: /amount must be positive/ }).click();
  await page.getByRole('button', { name: 'Show the first 5 rules' }).click();
  assert.is(await groups.count(), 6);
  assert.is(await page.getByRole('button', { name: /amount must be positive/ }).getAttribute('aria-pressed'), 'true');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByText('2 records with such an issue').waitFor({ state: 'detached' });
  assert.is(await groups.count(), 5);
  assert.equal(faults, []);
  await close();
});

testInBrowser('a cell shows its original text, its mark, and what it becomes', async ({ service, browser }) => {
  const { page, close } = await open(browser, `${service.url}/#/check/payments?field=booked&severity=ERROR`);
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  const wrong = page.locator('td.wrong');
  await wrong.waitFor();
  assert.is(await wrong.textContent(), 'Wrong: 14.03.0225→ becomes 0225-03-14');
  await close();
});

testInBrowser(
  'the first ten events are previewed as a table and as JSON, in each look',
  async ({ service, browser }) => {
    for (const look of LOOKS) {
      const what = `preview, ${look.colorScheme} ${look.viewport.width}`;
      const { page, faults, close } = await open(browser, `${service.url}/#/check/payments`, look);
      await page.getByRole('button', { name: /^payments\.csv/ }).click();
      await page.getByRole('button', { name: 'Show the first ten' }).click();
      const rows = page.getByLabel('Table of events').locator('tbody tr');
      await rows.first().waitFor();
      assert.is(await rows.count(), 10);
      await checkAccessibility(page, `${what}, table`);
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      const first = (await page.locator('.event-list pre').first().textContent()) ?? '';
      assert.is(Object.keys(JSON.parse(first) as object).length > 3, true, first);
      await checkAccessibility(page, `${what}, JSON`);
      assert.equal(faults, []);
      await close();
    }
  },
);

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
  const { page, faults, close } = await open(browser, `${service.url}/#/check`);
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
  await focusOn(/^Show all \d+ rules$/);
  await press('Enter');
  await focusOn(/amount must be positive/);
  await press('Space');
  await page.getByText('2 records with such an issue').waitFor();
  assert.equal(faults, []);
  await close();
});

test.run();
