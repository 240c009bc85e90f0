/** Records of several types, documents and short records are repaired, and all other bytes of the file remain. */
import * as assert from 'uvu/assert';
import { checkAccessibility, chooseFile, LOOKS, open, readVerdict, saveWith } from './browser.ts';
import { createPageSuite } from './suite.ts';

const ORDERS = `name: orders
format: FIXED_WIDTH
onMissingColumns: FATAL
recordTypes:
  - name: order
    when: { start: 1, length: 1, values: [H] }
    fields:
      - { name: number, type: STRING, start: 2, length: 4 }
      - { name: total, type: INTEGER, start: 6, length: 4, align: RIGHT }
  - name: line
    in: order
    as: lines
    when: { start: 1, length: 1, values: [L] }
    fields:
      - { name: amount, type: INTEGER, start: 2, length: 4, align: RIGHT }
      - { name: note, type: STRING, start: 6, length: 4, required: true }
fileRules:
  - { ruleId: total, ruleType: SUM_EQUALS, of: line.amount, field: order.total }
`;
const FILE = ['HA001  30', 'L  10ab  ', 'L  2xcd  ', 'HA002   5', 'L   5', 'HA003   7', 'L   7ef  '];
const fileOf = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

const { test, testInBrowser } = createPageSuite('the repair of documents and short records', {
  prepare: (at) => {
    at.write('specs/orders.yaml', ORDERS);
    at.write(
      'specs/plain.yaml',
      'name: plain\nformat: CSV\nonMissingColumns: FATAL\nfields:\n  - { name: id, type: STRING }\n  - { name: n, type: INTEGER, required: true }\n  - { name: note, type: STRING }\n',
    );
  },
});

testInBrowser('documents are groups with a verdict, and are repaired cell by cell', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/orders`);
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  await chooseFile(page, 'a.txt', fileOf(FILE));
  assert.is((await readVerdict(page)).sentence, '5 of 7 records have errors');
  await page.getByText(/^order from line 1/).waitFor();
  const groups = page.locator('tr.document');
  assert.equal(await groups.locator('.document-name').allTextContents(), ['order from line 1', 'order from line 4']);
  assert.equal(await groups.locator('.status').allTextContents(), ['rejected', 'rejected']);
  const rows = page.getByLabel('Table of records').locator('tbody tr:not(.document)');
  assert.equal(await rows.locator('> th').allTextContents(), ['1', '3', '4', '5']);
  await page.getByRole('button', { name: 'Edit amount on line 3: 2x' }).click();
  await page.locator('.editor textarea').fill('20');
  await page.keyboard.press('Enter');
  await groups.first().getByText('accepted').waitFor();
  await page.getByText('With your 1 edit.').waitFor();
  assert.is((await readVerdict(page)).sentence, '2 of 7 records have errors');
  await page.getByRole('button', { name: /^Fill note on line 5/ }).click();
  await page.locator('.editor textarea').fill('gh');
  await page.keyboard.press('Enter');
  await page.getByText('With your 2 edits.').waitFor();
  await page.getByRole('heading', { name: 'All 7 records are correct' }).waitFor();
  const { bytes } = await saveWith(page, 'Save the repaired');
  const [third, fifth] = ['L  20cd  ', 'L   5gh  '];
  assert.is(String(bytes), fileOf(FILE.with(2, third).with(4, fifth)));
  await page.getByRole('button', { name: 'Check the repaired file' }).click();
  await page.getByText('All 7 records are correct').waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('missing cells of a short record are filled, one or all', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/plain`);
  await page.getByRole('heading', { level: 1, name: 'plain' }).waitFor();
  await chooseFile(page, 'a.csv', 'id,n,note\na\nb,2\nc,3,x\n');
  await page.getByRole('button', { name: 'Fill n on line 2: missing' }).click();
  await page.locator('.editor textarea').fill('1');
  await page.keyboard.press('Enter');
  await page.getByText('was missing').waitFor();
  await page.getByRole('button', { name: 'Add the missing cells as empty to line 3' }).click();
  await page.getByRole('heading', { name: 'All 3 records are correct' }).waitFor();
  assert.is(String((await saveWith(page, 'Save the repaired')).bytes), 'id,n,note\na,1,\nb,2,\nc,3,x\n');
  await page.getByRole('button', { name: 'Undo missing cells on line 3' }).click();
  await page.getByRole('heading', { name: '1 of 3 records has errors' }).waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('documents and missing cells are accessible in each look', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const what = `documents, ${look.colorScheme} ${look.viewport.width}`;
    const { page, faults, close } = await open(browser, `${service.url}/#/check/orders`, look);
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    await chooseFile(page, 'a.txt', fileOf(FILE));
    await page.getByText(/^order from line 1/).waitFor();
    await page.getByRole('button', { name: 'Edit amount on line 3: 2x' }).click();
    await page.locator('.editor textarea').fill('20');
    await page.locator('.editor').getByText('No issue is left').waitFor();
    await checkAccessibility(page, what);
    assert.equal(faults, [], what);
    await close();
  }
});

test.run();
