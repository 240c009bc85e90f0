/** Reference tables in the page: those of the service and of the specs folder are loaded, others are chosen by the user. */
import * as assert from 'uvu/assert';
import { checkAccessibility, chooseFile, open, readVerdict } from './browser.ts';
import { createPageSuite } from './suite.ts';

const COUNTRIES = 'code,name\nDE,Germany\nFR,France\n';
const specOf = (name: string, table: string) =>
  `name: ${name}\nformat: CSV\nreference:\n  countries: ${table}\nfields:\n  - { name: country, type: STRING }\n  - { name: title, type: STRING, value: 'lookup("countries", country, "name")' }\nvalidationRules:\n  - { ruleId: known, field: country, ruleType: IN_REFERENCE, value: countries }\n`;

const { test, testInBrowser } = createPageSuite('reference tables in the page', {
  prepare: (at) => {
    at.write('specs/stored.yaml', specOf('stored', '{ key: code }'));
    at.write('specs/filed.yaml', specOf('filed', '{ file: countries.csv, key: code }'));
    at.write('specs/countries.csv', COUNTRIES);
  },
  begin: async ({ service }) => {
    const init = { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: COUNTRIES };
    assert.is((await service.fetch('/reference/countries', init)).status, 201);
  },
});

testInBrowser('a table of the service is loaded for the check', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/stored`);
  await page.getByRole('heading', { level: 1, name: 'stored' }).waitFor();
  await chooseFile(page, 'a.csv', 'country\nDE\nXX\n');
  assert.is((await readVerdict(page)).sentence, '1 of 2 records has errors');
  await page.getByRole('button', { name: 'Show the first ten' }).click();
  await page.getByText('Germany').first().waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('a table of the specs folder is loaded for the check', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/filed`);
  await page.getByRole('heading', { level: 1, name: 'filed' }).waitFor();
  await chooseFile(page, 'a.csv', 'country\nFR\n');
  assert.is((await readVerdict(page)).sentence, 'The record is correct');
  await page.getByText('France').first().waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('a file that is chosen before the tables have arrived waits for them', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/specs`);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/reference/**', (route) => released.then(() => route.continue()));
  await page.goto(`${service.url}/#/check/filed`);
  await chooseFile(page, 'a.csv', 'country\nFR\n');
  await page.getByRole('progressbar').waitFor();
  release();
  assert.is((await readVerdict(page)).sentence, 'The record is correct');
  assert.equal(faults, []);
  await close();
});

testInBrowser(
  'a draft reads with the tables, and the user chooses those that it adds',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/specs/stored?draft=edit`);
    await page.locator('.cm-editor').waitFor();
    await chooseFile(page, 'a.csv', 'country\nDE\nXX\n', 'File to try the draft on');
    await page.getByText('Germany').waitFor();
    await page.getByText('1 of 2 records has errors').first().waitFor();
    await page.getByLabel('YAML of the draft').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(specOf('stored', '{ file: others.csv, key: code }'));
    await page.getByText('others.csv', { exact: true }).waitFor();
    const others = { name: 'others.csv', mimeType: 'text/csv', buffer: Buffer.from('code,name\nXX,Nowhere\n') };
    await page.getByLabel('File of the table countries').setInputFiles(others);
    await page.getByText('Nowhere').waitFor();
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser('a new version is uploaded, and its result is shown', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/specs`);
  await page.getByRole('link', { name: 'Reference tables' }).click();
  await page.getByRole('row', { name: /^countries 2 code, name/ }).waitFor();
  await checkAccessibility(page, 'tables');
  const choose = (name: string, text: string) =>
    page.getByLabel('File of the table').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('countries.csv', 'code\nDE\n');
  assert.is(await page.getByLabel('Name of the table').inputValue(), 'countries');
  await page.getByText('It replaces the version with 2 rows.').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  assert.match((await page.getByRole('alert').textContent()) ?? '', /has no column "name"/);
  await choose('countries.csv', `${COUNTRIES}XX,Nowhere\n`);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('is in service: 3 rows with the columns code, name. The version before had 2 rows.').waitFor();
  await page.getByRole('row', { name: /^countries 3 code, name/ }).waitFor();
  await choose('More Codes.csv', 'a,b\n1,2\n');
  assert.is(await page.getByLabel('Name of the table').inputValue(), 'more-codes');
  await page.getByLabel('Name of the table').press('Enter');
  await page.getByRole('row', { name: /^more-codes 1 a, b/ }).waitFor();
  await checkAccessibility(page, 'tables after an upload');
  await page.goto(`${service.url}/#/check/stored`);
  await chooseFile(page, 'a.csv', 'country\nDE\nXX\n');
  assert.is((await readVerdict(page)).sentence, 'All 2 records are correct');
  assert.equal(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await close();
});

test.run();
