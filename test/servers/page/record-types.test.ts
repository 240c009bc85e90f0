/** The view Check for a spec with several record types, in Chromium. */
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { checkAccessibility, chooseFile, LOOKS, open, readVerdict, saveWith } from './browser.ts';
import { serveFiles } from './file-server.ts';
import { createWorkbook } from '../../readers/xlsx/workbook.ts';
import { createPageSuite } from './suite.ts';

const SPEC = `name: orders
format: FIXED_WIDTH
recordTypes:
  - name: head
    when: { start: 1, length: 1, values: [H] }
    occurs: ONCE
    publish: false
    fields: [{ name: day, type: DATE, start: 2, length: 10 }]
  - name: line
    when: { start: 1, length: 1, values: [L] }
    occurs: SOME
    fields:
      - { name: id, type: STRING, start: 2, length: 2 }
      - { name: amount, type: DECIMAL, start: 4, length: 8 }
      - { name: day, from: head.day }
    validationRules:
      - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: 0, severity: FATAL }
  - name: trailer
    when: { start: 1, length: 1, values: [T] }
    occurs: ONCE
    publish: false
    fields:
      - { name: count, type: INTEGER, start: 2, length: 4 }
      - { name: total, type: DECIMAL, start: 6, length: 8 }
fileRules:
  - { ruleId: count, ruleType: COUNT_EQUALS, of: line, field: trailer.count }
  - { ruleId: total, ruleType: SUM_EQUALS, of: line.amount, field: trailer.total }
`;
const GOOD = ['H2024-02-29', 'L1     1.50', 'L2     2.25', 'T2       3.75'];
const BAD = ['H2024-13-45', 'L1     1.50', 'L2    -2.25', 'Xnothing', 'T2       3.75'];
const fileOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const { test, testInBrowser } = createPageSuite('the view Check with record types', {
  prepare: (at) => {
    at.write('specs/orders.yaml', SPEC);
    at.write('specs/orders/good.txt', fileOf(GOOD));
    at.write(
      'specs/book.yaml',
      'name: book\nformat: XLSX\nfields: [{ name: id, type: STRING }, { name: n, type: INTEGER }]\n',
    );
  },
});

testInBrowser('a workbook is read in the page', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/book`);
  const rows = [
    ['id', 'n'],
    ['a', '1'],
    ['b', 'x'],
  ];
  await chooseFile(page, 'b.xlsx', createWorkbook({ sheets: [{ name: 'S', rows }] }));
  const { sentence } = await readVerdict(page);
  assert.is(sentence, '1 of 2 records has errors');
  assert.equal(faults, []);
  await close();
});

testInBrowser('a good file is correct, with counters for each record type', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/orders`);
  await page.getByRole('button', { name: /^good\.txt/ }).click();
  const { sentence } = await readVerdict(page);
  assert.is(sentence, 'All 4 records are correct');
  assert.equal(await page.getByLabel('Counters of record types').locator('tbody tr').allTextContents(), [
    'head11000',
    'line22002',
    'trailer11000',
  ]);
  const { bytes } = await saveWith(page, 'Events as NDJSON');
  assert.equal(bytes.toString().trim().split('\n').length, 2);
  assert.equal(faults, []);
  await close();
});

testInBrowser(
  'a wrong file shows issues of the file, groups and a filter by record type',
  async ({ at, service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/check/orders`);
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    await chooseFile(page, 'bad.txt', fileOf(BAD));
    const { sentence } = await readVerdict(page);
    assert.is(sentence, 'The file as a whole is not correct');
    assert.match(
      (await page.getByLabel('Issues of the whole file').textContent()) ?? '',
      /trailer\.total must equal the sum of line\.amount: the trailer says 3\.75, the file has a sum of -0\.75.*line 5.*\[total\]/,
    );
    const byType = await page.getByLabel('Counters of record types').locator('tbody td:last-child').allTextContents();
    assert.equal(new Set(byType), new Set(['0']), 'nothing of a file that is not correct is published');
    assert.is((await readVerdict(page)).counters['Published'], 0);
    await page.getByRole('button', { name: /line · amount/ }).waitFor();
    const headers = page.getByLabel('Table of records').locator('thead th');
    assert.equal(await headers.allTextContents(), ['Line', 'Record type', 'What is wrong', 'Record']);
    const rows = page.getByLabel('Table of records').locator('tbody tr');
    assert.equal(await rows.locator('> th').allTextContents(), ['1', '2', '3', '4']);
    assert.equal(await rows.locator('td:nth-child(2)').allTextContents(), ['head', 'line', 'line', 'unknown']);
    assert.equal(await rows.locator('mark').allTextContents(), ['2024-13-45', '   -2.25']);

    await page.getByRole('combobox', { name: /^Record type/ }).selectOption('line');
    await page.getByText('2 records with such an issue').waitFor();
    assert.equal(await headers.allTextContents(), ['Line', 'Record type', 'What is wrong', 'id', 'amount']);
    assert.is(page.url().slice(service.url.length), '/#/check/orders?type=line');
    assert.match((await page.locator('td.wrong').allTextContents()).join(), /-2\.25/);
    assert.is(await page.getByRole('button', { name: /^Edit amount on line 3/ }).count(), 1);
    assert.is(await page.getByRole('button', { name: 'Events as NDJSON' }).count(), 0);

    const found = JSON.parse((await saveWith(page, 'Report as JSON')).bytes.toString()) as ProcessingResult;
    const { stdout } = at.call(['validate', '--spec', 'orders', at.write('bad.txt', fileOf(BAD)), '--json']);
    assert.equal(comparable(found), comparable(JSON.parse(stdout) as ProcessingResult));
    const rejects = (await saveWith(page, 'Records with errors')).bytes.toString();
    assert.equal(rejects, fileOf(BAD.slice(0, 4)));
    assert.equal(faults, []);
    await close();
  },
);

/** The result without what depends on the time, and on how the file was named. */
function comparable({ durationMs: _, specId: __, fileSha256: ___, ...result }: ProcessingResult): object {
  return result;
}

testInBrowser('the views are accessible in each look', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const what = `record types, ${look.colorScheme} ${look.viewport.width}`;
    const { page, faults, close } = await open(browser, `${service.url}/#/check/orders`, look);
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    await chooseFile(page, 'bad.txt', fileOf(BAD));
    await page.getByLabel('Table of records').waitFor();
    await checkAccessibility(page, what);
    await page.getByRole('combobox', { name: /^Record type/ }).selectOption('line');
    await page.getByText('2 records with such an issue').waitFor();
    await checkAccessibility(page, `${what}, one type`);
    assert.equal(faults, [], what);
    await close();
  }
});

testInBrowser('an exported page checks such files without a service', async ({ at, browser }) => {
  const { code, stderr } = at.call(['page', '--spec', 'orders', '--out', 'exported']);
  assert.equal([code, stderr], [0, '']);
  assert.ok(readFileSync(at.path('exported/specs/orders.json'), 'utf8').includes('recordTypes'));
  const { server, origin } = await serveFiles(at.path('exported'));
  const { page, faults, close } = await open(browser, `${origin}/index.html#/check/orders`);
  await page.getByRole('button', { name: /^good\.txt/ }).click();
  assert.is((await readVerdict(page)).sentence, 'All 4 records are correct');
  assert.equal(faults, []);
  await close();
  server.close();
});

test.run();
