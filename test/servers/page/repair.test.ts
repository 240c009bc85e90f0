/** Wrong cells are edited in their table, and the saved file differs from the original in these cells only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { checkAccessibility, chooseFile, LOOKS, open, readVerdict, saveWith } from './browser.ts';
import { copySpecs, createPageSuite, SPECS } from './suite.ts';

const PAYMENTS = readFileSync(join(SPECS, 'payments/payments.csv'));
const { test, testInBrowser } = createPageSuite('the repair of a file', {
  prepare: (at) => {
    copySpecs(at);
    const fields = [{ name: 'pin', type: 'INTEGER', sensitive: true }];
    at.write('specs/pins.json', JSON.stringify({ format: 'CSV', name: 'pins', fields }));
  },
});
const saveRepaired = (page: Page) => saveWith(page, 'Save the repaired');

/** The original file with other values. Each of them occurs once. It is not UTF-8, so each byte is a character. */
function withValues(values: Readonly<Record<string, string>>): Buffer {
  let text = PAYMENTS.toString('latin1');
  for (const [before, after] of Object.entries(values)) {
    assert.is(text.split(before).length, 2, before);
    text = text.replace(before, after);
  }
  return Buffer.from(text, 'latin1');
}

testInBrowser(
  'a wrong cell is edited in place, and the file is saved with this change only',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/check/payments?field=booked&severity=ERROR`);
    await page.getByRole('button', { name: /^payments\.csv/ }).click();
    await page.getByRole('button', { name: /^Edit .* 14\.03\.0225$/ }).click();
    const editor = page.locator('.editor textarea');
    await editor.fill('14.03.25x');
    await page.locator('.editor .severity').waitFor();
    await editor.fill('14.03.2025');
    await page.locator('.editor').getByText('No issue is left').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Repaired: no issue is left').waitFor();
    await page.getByText('1 of 1 edited record without errors').waitFor();
    await page.getByLabel('Field').selectOption('amount');
    await page.getByText('Repaired: no issue is left').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByText('Repaired: no issue is left').waitFor();
    const { name, bytes } = await saveRepaired(page);
    assert.is(name, 'payments.repaired.csv');
    assert.equal(bytes, withValues({ '14.03.0225': '14.03.2025' }));
    await page.getByRole('button', { name: 'Check the repaired file' }).click();
    await page.getByText('20 of 500 records have errors').waitFor();
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser('edits are undone one by one, and all at once', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/payments?code=MIN_VALUE`);
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  for (const [line, value] of [
    ['24', '12,50'],
    ['253', '1,00'],
  ]) {
    await page.getByRole('button', { name: new RegExp(`^Edit Amount on line ${line}:`, 'i') }).click();
    await page.locator('.editor textarea').fill(value ?? '');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.locator('.editor').waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: '2 edits' }).waitFor();
  await page.getByRole('link', { name: 'All specs' }).click();
  assert.equal(faults.splice(0), ['dialog The edits of the file are not saved. Leave it anyway?']);
  await page.getByRole('button', { name: /^Undo .* on line 24$/ }).click();
  await page.getByRole('heading', { name: '1 edit', exact: true }).waitFor();
  assert.is(await page.evaluate(() => document.activeElement?.id), 'edits');
  await page.getByRole('button', { name: 'Undo all' }).click();
  await page.getByRole('heading', { name: '1 edit', exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Repaired: no issue is left').waitFor({ state: 'detached' });
  assert.equal(faults, []);
  await close();
});

testInBrowser('a value that the file cannot hold is refused with the reason', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/payments?field=booked`);
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  await page.getByRole('button', { name: 'Edit any cell' }).first().click();
  await page
    .getByRole('button', { name: /^Edit / })
    .nth(2)
    .click();
  await page.locator('.editor textarea').fill('日本');
  await page.getByText(/The encoding of the file, .* has no “日” \(U\+65E5\)/).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.locator('.editor').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Edit '));
  assert.is(await page.getByRole('button', { name: 'Save the repaired file' }).isDisabled(), true);
  assert.equal(faults, []);
  await close();
});

testInBrowser('the editor and the list of edits are accessible in each look', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const what = `repair, ${look.colorScheme} ${look.viewport.width}`;
    const { page, faults, close } = await open(browser, `${service.url}/#/check/payments?severity=ERROR`, look);
    await page.getByRole('button', { name: /^payments\.csv/ }).click();
    await page.getByRole('button', { name: /^Edit .* 14\.03\.0225$/ }).click();
    await page.locator('.editor textarea').fill('14.03.2025');
    await page.keyboard.press('Enter');
    await page.getByText('Repaired: no issue is left').waitFor();
    await page.getByRole('button', { name: 'Edit any cell' }).first().click();
    await page
      .getByRole('button', { name: /^Edit .* on line/ })
      .first()
      .click();
    await page.locator('.editor textarea').fill('😀');
    await page.locator('.editor .problem, .editor .severity, .editor .repaired').first().waitFor();
    await checkAccessibility(page, what);
    assert.equal(faults, [], what);
    await close();
  }
});

testInBrowser(
  'three wrong cells are repaired and the file is saved with the keyboard alone',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/check`);
    await page.getByRole('link', { name: /^payments/ }).waitFor();
    const began = performance.now();
    let presses = 0;
    const press = async (key: string) => {
      presses++;
      await page.keyboard.press(key);
    };
    const type = async (text: string) => {
      for (const key of text) await press(key);
    };
    const focusOn = async (name: RegExp) => {
      for (let at = 0; at < 80; at++) {
        await press('Tab');
        const focused = await page.evaluate(
          () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        );
        if (name.test(focused)) return;
      }
      throw new Error(`the focus does not reach ${name}`);
    };
    await focusOn(/^payments/);
    await press('Enter');
    await page.getByRole('button', { name: /^payments\.csv/ }).waitFor();
    await focusOn(/^payments\.csv/);
    await press('Enter');
    await readVerdict(page);
    for (const [cell, value] of [
      ['Amount on line 24', '12,50'],
      ['Amount on line 71', '1250,00'],
      ['Currency on line 100', 'EUR'],
    ] as const) {
      await focusOn(new RegExp(`^Edit ${cell}:`));
      await press('Enter');
      await page.locator('.editor textarea').waitFor();
      await type(value);
      await press('Enter');
      await page.locator('.editor').waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { name: '3 edits' }).waitFor();
    await focusOn(/^Save the repaired file$/);
    const saved = page.waitForEvent('download');
    await press('Enter');
    const bytes = readFileSync(await (await saved).path());
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`note: three cells repaired and the file saved with ${presses} key presses in ${seconds} s`);
    const original = PAYMENTS.toString('latin1').split('\n');
    const lines = bytes.toString('latin1').split('\n');
    const differing = lines.flatMap((line, index) => (line === original[index] ? [] : [index + 1]));
    assert.equal(differing, [24, 71, 100]);
    assert.is(lines.length, original.length);
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser('a fixed-width file keeps its widths', async ({ service, browser }) => {
  const { page, close } = await open(browser, `${service.url}/#/check/direct-debits`);
  await page.getByRole('button', { name: /^direct-debits\.txt/ }).click();
  await readVerdict(page);
  await page
    .getByRole('button', { name: /^Edit .* on line/ })
    .first()
    .click();
  await page.locator('.editor textarea').fill('x'.repeat(500));
  await page.getByText(/The value has 500 characters, but the column has/).waitFor();
  await close();
});

testInBrowser('values of sensitive fields are masked in the list of edits', async ({ service, browser }) => {
  const { page, close } = await open(browser, `${service.url}/#/check/pins`);
  await chooseFile(page, 'a.csv', 'pin\nhunter2\n');
  await readVerdict(page);
  assert.is(await page.getByRole('button', { name: /^Edit/ }).count(), 0, 'a masked cell has no editor');
  await page.getByLabel('Show sensitive values').check();
  await page.getByRole('button', { name: /^Edit pin on line 2/ }).click();
  await page.locator('.editor textarea').fill('4711');
  await page.keyboard.press('Enter');
  await page.locator('.edits').getByText('4711').waitFor();
  await page.getByLabel('Show sensitive values').uncheck();
  await page.locator('.edits').getByText('masked').first().waitFor();
  assert.is(/4711|hunter2/.test(await page.content()), false);
  await close();
});

test.run();
