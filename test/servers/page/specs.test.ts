/** The view Specs in Chromium, with a real service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { eventually, jsonInit } from '../../runtime/service.ts';
import { checkAccessibility, checkNoMarkup, LOOKS, open, saveWith } from './browser.ts';
import { copySpecs, createPageSuite, SPECS } from './suite.ts';

const MARKUP = '<img src=x onerror="document.title=1"> | `<b>x</b>` *y* \\';
const HOSTILE = {
  name: 'hostile',
  description: MARKUP,
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING', columnName: '<i>id</i> `|` x' },
    { name: 'amount', type: 'DECIMAL', columnName: MARKUP.replaceAll(',', '') },
  ],
  validationRules: [{ ruleId: '<u>r</u>', field: 'id', ruleType: 'MAX_LENGTH', value: '3', message: MARKUP }],
};

const { test, testInBrowser } = createPageSuite('the view Specs', {
  prepare: copySpecs,
  begin: async ({ service }) => {
    assert.is((await service.fetch('/specs', jsonInit('POST', HOSTILE))).status, 201);
  },
});
testInBrowser(
  'the list has origins and versions, and a spec its description, text, module and samples',
  async (context) => {
    const { at, service, browser } = context;
    const { page, faults, close } = await open(browser, `${service.url}/#/specs`);
    await page.getByRole('row', { name: /^payments.* git [0-9a-f]{12} CSV/ }).waitFor();
    await page.getByRole('row', { name: /^hostile.* API 1 · [0-9a-f]{12} CSV/ }).waitFor();
    await page.getByRole('link', { name: 'payments', exact: true }).click();
    await page.getByRole('heading', { name: 'In words' }).waitFor();
    const described = at
      .call(['docs', 'payments'])
      .stdout.split('\n')
      .filter((line) => line.startsWith('- '));
    const shown = await page.locator('.markdown li').allTextContents();
    assert.equal(
      shown.length > 10 && shown,
      described.slice(0, shown.length).map((line) => line.slice(2).replaceAll('`', '')),
    );
    const pre = page.locator('.panes pre');
    assert.match((await pre.nth(0).textContent()) ?? '', /^name: payments\n/);
    assert.is(await pre.nth(1).textContent(), await (await service.fetch('/specs/payments/module')).text());
    const { bytes } = await saveWith(page, 'Save payments.csv');
    assert.equal(bytes, readFileSync(join(SPECS, 'payments/payments.csv')));
    assert.equal(faults, []);
    await close();
  },
);

/** Returns the first line that a pane shows. */
function firstLineOf(page: Page, pane: number): Promise<string> {
  return page
    .locator('.panes pre')
    .nth(pane)
    .evaluate((element) => {
      const lines = (element.textContent ?? '').split('\n');
      const padding = Number.parseFloat(getComputedStyle(element).paddingTop);
      const height = (element.scrollHeight - 2 * padding) / lines.length;
      return lines[Math.round(element.scrollTop / height)] ?? '';
    });
}

function isAtEnd(page: Page, pane: number): Promise<boolean> {
  return page
    .locator('.panes pre')
    .nth(pane)
    .evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 1);
}

async function waitForLine(page: Page, pane: number, pattern: RegExp): Promise<void> {
  let line = '';
  for (let tries = 0; tries < 200; tries++) {
    line = await firstLineOf(page, pane);
    if (pattern.test(line)) return;
    await page.waitForTimeout(50);
  }
  assert.match(line, pattern);
}

/** Waits until a pane no longer scrolls. */
async function waitForRest(page: Page, pane: number): Promise<void> {
  const top = () =>
    page
      .locator('.panes pre')
      .nth(pane)
      .evaluate(({ scrollTop }) => scrollTop);
  for (let before = -1, now = await top(); now !== before; before = now, now = await top())
    await page.waitForTimeout(200);
}

/** Returns the field at the top of the YAML; null if the line there belongs to no field. */
async function fieldAtTop(page: Page): Promise<string | null> {
  return page
    .locator('.panes pre')
    .nth(0)
    .evaluate((element) => {
      const lines = (element.textContent ?? '').split('\n');
      const padding = Number.parseFloat(getComputedStyle(element).paddingTop);
      const top = Math.round((element.scrollTop * lines.length) / (element.scrollHeight - 2 * padding));
      const before = lines.slice(0, top + 1);
      const last = before.findLast((line) => /^\S/.test(line));
      const name = before.findLast((line) => line.startsWith('  - name: '));
      return last === 'fields:' ? (name?.slice('  - name: '.length) ?? null) : null;
    });
}

/** Waits a second for the module to show a field. */
async function isFieldShown(page: Page, field: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    if ((await firstLineOf(page, 1)).startsWith(`const ${field}Column`)) return true;
    await page.waitForTimeout(50);
  }
  return false;
}

testInBrowser('YAML and module show the same field, by choice and by scrolling with the keyboard', async (context) => {
  const { page, close } = await open(context.browser, `${context.service.url}/#/specs/payments`);
  await page.getByLabel('Go to field').selectOption('amount');
  await waitForLine(page, 0, /- name: amount/);
  await waitForLine(page, 1, /const amountColumn/);
  await page.locator('.panes pre').nth(0).focus();
  await page.keyboard.press('Home');
  await waitForLine(page, 0, /^name: payments/);
  // A key that is pressed during a smooth scroll may have no effect.
  await eventually(async () => {
    await page.keyboard.press((await isAtEnd(page, 0)) ? 'Home' : 'PageDown');
    await waitForRest(page, 0);
    const field = await fieldAtTop(page);
    return field !== null && field !== 'amount' && field !== 'id' && (await isFieldShown(page, field));
  });
  await close();
});

testInBrowser('markup in a spec is text', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/specs`);
  await page.getByText(MARKUP).waitFor();
  await page.getByRole('link', { name: 'hostile' }).click();
  await page.locator('.markdown').getByText(MARKUP).first().waitFor();
  await page.getByRole('cell', { name: '<i>id</i> `|` x' }).first().waitFor();
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await page.goto(`${service.url}/#/specs/${encodeURIComponent('<img src=x>')}`);
  await page.getByRole('alert').waitFor();
  await close();
});

testInBrowser('each view is accessible in each look', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const { page, close } = await open(browser, `${service.url}/#/specs`, look);
    await page.getByRole('link', { name: 'hostile' }).waitFor();
    await checkAccessibility(page, `specs, ${look.colorScheme} ${look.viewport.width}`);
    await page.goto(`${service.url}/#/specs/hostile`);
    await page.locator('.panes').waitFor();
    await checkAccessibility(page, `spec, ${look.colorScheme} ${look.viewport.width}`);
    await close();
  }
});

test.run();
