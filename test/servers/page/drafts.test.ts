/** Drafts of specs in Chromium: edit with diagnostics and completion, see the effect on a file, save or copy. */
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { jsonInit } from '../../runtime/service.ts';
import { checkAccessibility, checkNoMarkup, chooseFile, LOOKS, open, readVerdict } from './browser.ts';
import { createPageSuite } from './suite.ts';

const MARKUP = '<img src=x onerror="document.title=1"><b>x</b>';
const GIT = 'name: orders\nformat: CSV\nfields:\n  - name: id\n    type: STRING\n  - name: amount\n    type: INTEGER\n';
const API = {
  name: 'shop',
  description: MARKUP,
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING' },
    { name: 'amount', type: 'INTEGER' },
  ],
};
const CSV = 'id,amount\na,1\nb,x\nc,2.5\n';

const { test, testInBrowser } = createPageSuite('drafts of specs', {
  prepare: (at) => {
    at.write('specs/orders.yaml', GIT);
  },
  begin: async ({ service }) => {
    assert.is((await service.fetch('/specs', jsonInit('POST', API))).status, 201);
  },
});
/** Replaces the text of the editor with the keyboard. */
async function typeAll(page: Page, text: string): Promise<void> {
  await page.getByLabel('YAML of the draft').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

testInBrowser(
  'the editor is loaded when a draft is opened, and shows diagnostics while typing',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/specs/shop`);
    const loaded: string[] = [];
    page.on('request', (request) => request.url().includes('spec-editor') && loaded.push(request.url()));
    const link = page.getByRole('link', { name: 'Edit a draft of this spec' });
    await link.waitFor();
    assert.equal(loaded, []);
    await link.click();
    await page.getByText('No errors').waitFor();
    assert.is(loaded.length, 1);
    await typeAll(page, GIT.replace('orders', 'shop').replace('INTEGER', 'INTGER'));
    await page.getByText('Has errors').waitFor();
    await page.locator('.cm-lintRange-error', { hasText: 'INTGER' }).waitFor();
    const item = page.getByRole('list', { name: 'Diagnostics' }).getByRole('listitem');
    assert.match((await item.textContent()) ?? '', /^Line 7 error "INTGER" is not one of .* did you mean "INTEGER"\?/);
    assert.is(await page.getByRole('button', { name: 'Save the next version' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Line 7' }).click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('Shift+End');
    await page.keyboard.insertText('INTEGER');
    await page.getByText('No errors').waitFor();
    assert.is(await item.count(), 0);
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser('keys and values are completed from the schema of the language', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/specs?draft=new`);
  await page.getByText('No errors').waitFor();
  await typeAll(page, 'name: fresh\nformat: CSV\nfields:\n  - name: id\n    type: ');
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: 'DECIMAL' }).waitFor();
  assert.is(await page.getByRole('option').count(), 7);
  await page.keyboard.type('DEC');
  await page.locator('[aria-selected=true]', { hasText: 'DECIMAL' }).waitFor();
  await page.waitForTimeout(100);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('requ');
  await page.getByRole('option', { name: 'required' }).waitFor();
  await page.waitForTimeout(100);
  await page.keyboard.press('Enter');
  await page.keyboard.type('true');
  await page.keyboard.press('Escape');
  await page.getByText('No errors').waitFor();
  await page.getByRole('button', { name: 'Create the spec' }).click();
  await page.getByRole('heading', { name: 'fresh' }).first().waitFor();
  const stored = (await (await service.fetch('/specs/fresh')).json()) as { fields: object[] };
  assert.equal(stored.fields, [{ name: 'id', type: 'DECIMAL', required: true }]);
  assert.equal(faults, []);
  await close();
});

testInBrowser(
  'the effect on the file of the check follows the draft, and the file stays here',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/check/orders`);
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await chooseFile(page, 'orders.csv', CSV);
    assert.is((await readVerdict(page)).sentence, '2 of 3 records have errors');
    await page.getByRole('link', { name: 'Try a change of this spec' }).click();
    const verdict = page.getByRole('row', { name: /^Verdict/ }).getByRole('cell');
    await verdict.nth(1).getByText('2 of 3 records have errors').waitFor();
    await typeAll(page, GIT.replace('INTEGER', 'DECIMAL'));
    await verdict.nth(1).getByText('1 of 3 records has errors').waitFor();
    assert.is(await verdict.nth(0).textContent(), '2 of 3 records have errors');
    const issues = page.getByRole('list', { name: 'Changed issues' }).getByRole('listitem');
    assert.match((await issues.allTextContents()).join('\n'), /TYPE_MISMATCH in amount: 2 → 1/);
    assert.is(
      bodies.some((body) => body.includes('2.5')),
      false,
    );
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser(
  'a spec of git is copied and not saved, one of the API becomes its next version',
  async ({ service, browser }) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, faults, close } = await open(browser, `${service.url}/#/specs/orders?draft=edit`, { permissions });
    await page.getByText('No errors').waitFor();
    assert.is(await page.getByRole('button', { name: /^(?:Save|Create)/ }).count(), 0);
    await page.getByRole('button', { name: 'Copy for git' }).click();
    await page.getByText('The YAML is copied.').waitFor();
    assert.is(await page.evaluate(() => navigator.clipboard.readText()), GIT);
    await page.goto(`${service.url}/#/specs/shop?draft=edit`);
    await page.getByText('No errors').waitFor();
    await typeAll(
      page,
      `name: shop\nformat: CSV\ndescription: ${JSON.stringify(MARKUP)}\nfields:\n  - name: id\n    type: X${MARKUP.slice(0, 10)}\n`,
    );
    await page.getByText('Has errors').waitFor();
    await checkNoMarkup(page);
    await checkNoMarkup(page);
    await typeAll(
      page,
      `name: shop\nformat: CSV\ndescription: ${JSON.stringify(MARKUP)}\nfields:\n  - name: id\n    type: STRING\n`,
    );
    await page.getByText('No errors').waitFor();
    await page.getByRole('button', { name: 'Save the next version' }).click();
    await page.getByText('Managed over the API, version 2').waitFor();
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser('a draft that is not saved is not left by accident', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/specs/orders?draft=edit`);
  await page.getByText('No errors').waitFor();
  await typeAll(page, GIT.replace('INTEGER', 'DECIMAL'));
  await page.getByRole('link', { name: 'Runs' }).click();
  assert.equal(faults, ['dialog The draft is not saved. Leave it anyway?']);
  await page.getByRole('heading', { name: 'Draft of orders' }).waitFor();
  await typeAll(page, GIT);
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
  assert.is(faults.length, 1);
  await close();
});

testInBrowser('a file that is dropped on the draft of a spec is tried with it', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/specs/orders?draft=edit`);
  await page.getByText('No errors').waitFor();
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'dropped.csv'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, CSV);
  await page.getByText('dropped.csv').waitFor();
  await page
    .getByRole('row', { name: /^Verdict/ })
    .getByText('2 of 3 records have errors')
    .nth(1)
    .waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('a spec that was replaced meanwhile is not overwritten', async ({ service, browser }) => {
  const spec = { ...API, name: 'stale' };
  const { id } = (await (await service.fetch('/specs', jsonInit('POST', spec))).json()) as { id: string };
  const { page, close } = await open(browser, `${service.url}/#/specs/stale?draft=edit`);
  await page.getByText('No errors').waitFor();
  const next = { ...spec, description: 'by somebody else' };
  assert.is((await service.fetch(`/specs/${id}`, jsonInit('PUT', next))).status, 200);
  await page.getByRole('button', { name: 'Save the next version' }).click();
  await page.getByRole('alert').getByText('The spec has another version').waitFor();
  const stored = (await (await service.fetch('/specs/stale')).json()) as { description: string };
  assert.is(stored.description, 'by somebody else');
  await close();
});

testInBrowser('the draft is accessible in each look, and Tab leaves the editor', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const { page, faults, close } = await open(browser, `${service.url}/#/check/orders`, look);
    await chooseFile(page, 'orders.csv', CSV);
    await readVerdict(page);
    await page.goto(`${service.url}/#/specs/orders?draft=edit`);
    await page
      .getByRole('row', { name: /^Verdict/ })
      .getByText('2 of 3')
      .nth(1)
      .waitFor();
    await typeAll(page, `${GIT}unknown: 1 # a comment\n`);
    await page.getByText('Has errors').waitFor();
    await checkAccessibility(page, `draft, ${look.colorScheme} ${look.viewport.width}`);
    await page.keyboard.press('Tab');
    assert.is(await page.evaluate(() => document.activeElement?.shadowRoot ?? null), null);
    assert.equal(faults, []);
    await close();
  }
});

test.run();
