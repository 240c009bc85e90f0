/** Reference tables in the page: those of the service are loaded, and the others are chosen by the user. */
import * as assert from 'uvu/assert';
import { chooseFile, open, readVerdict } from './browser.ts';
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

testInBrowser('a table of the specs folder is chosen by the user', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/filed`);
  await page.getByText('countries.csv').waitFor();
  await chooseFile(page, 'a.csv', 'country\nFR\n');
  await page.getByText(/Choose their files, send the file/).waitFor();
  const table = { name: 'countries.csv', mimeType: 'text/csv', buffer: Buffer.from(COUNTRIES) };
  const chosen = page.getByLabel('File of the table countries');
  await chosen.setInputFiles(table);
  await chosen.waitFor({ state: 'detached' });
  await chooseFile(page, 'a.csv', 'country\nFR\n');
  assert.is((await readVerdict(page)).sentence, 'The record is correct');
  assert.equal(faults, []);
  await close();
});

test.run();
