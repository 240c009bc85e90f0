/** Nothing in a spec or a file is interpreted, and sensitive values stay where the user put them. */
import * as assert from 'uvu/assert';
import { checkNoMarkup, chooseFile, MARKUP, open, readVerdict, saveWith } from './browser.ts';
import { createPageSuite } from './suite.ts';

const SPEC = {
  name: 'hostile',
  description: MARKUP,
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING', columnName: `<b>id</b>` },
    { name: 'amount', type: 'DECIMAL', columnName: MARKUP.replaceAll(',', '') },
    { name: 'secret', type: 'INTEGER', sensitive: true },
  ],
  validationRules: [{ ruleId: '<i>rule</i>', field: 'id', ruleType: 'MAX_LENGTH', value: '3', message: MARKUP }],
};
const SECRET = 'hunter2-secret';
const CSV = `<b>id</b>,${JSON.stringify(MARKUP).replaceAll('\\"', '""')},secret
${JSON.stringify(MARKUP).replaceAll('\\"', '""')},<u>1</u>,${SECRET}
=cmd|' /C calc'!A0,1,1
`;

const { test, testInBrowser } = createPageSuite('hostile specs and files', {
  prepare: (at) => {
    at.write('specs/hostile.json', JSON.stringify(SPEC));
    at.write('specs/hostile/<svg onload=1>.csv', CSV);
  },
});
testInBrowser('markup in names, messages, values and file names is text', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check`);
  await page.getByText(MARKUP).waitFor();
  await page.getByRole('heading', { level: 1, name: 'hostile' }).waitFor();
  await page.getByRole('button', { name: /svg onload/ }).click();
  await readVerdict(page);
  await page.getByRole('table').waitFor();
  await page.getByLabel('Show sensitive values').check();
  await page.getByText('Show the text').first().click();
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await page.goto(`${service.url}/#/check/${encodeURIComponent('<img src=x>')}?field=${encodeURIComponent(MARKUP)}`);
  await page.getByText('This spec cannot be used').waitFor();
  await checkNoMarkup(page);
  await close();
});

testInBrowser('markup in the editor and in the list of edits is text', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/hostile`);
  await chooseFile(page, `${MARKUP.replaceAll('/', '')}.csv`, CSV);
  await readVerdict(page);
  await page.getByLabel('Show sensitive values').check();
  await page.getByRole('button', { name: /^Edit <b>id<\/b> on line 2/ }).click();
  const value = `${MARKUP}="'`;
  await page.locator('.editor textarea').fill(value);
  await page.locator('.editor .severity').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.edits').getByText(value, { exact: true }).waitFor();
  await page.locator('td.wrong').getByText(value, { exact: true }).waitFor();
  const saved = (await saveWith(page, 'Save the repaired file')).bytes.toString();
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  assert.is(
    saved,
    CSV.replace(`\n${quoted(MARKUP)}`, () => `\n${quoted(value)}`),
  );
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await close();
});

testInBrowser('a sensitive value is masked until the user asks, and is in no report or request', async (context) => {
  const { service, browser } = context;
  const { page, close } = await open(browser, `${service.url}/#/check/hostile`);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await chooseFile(page, 'a.csv', CSV);
  await page.getByText('masked, 14 characters').waitFor();
  assert.is((await page.content()).includes(SECRET), false);
  for (const name of ['Report as JSON', 'Issues as CSV'])
    assert.is((await saveWith(page, name)).bytes.includes(SECRET), false, name);
  await page.getByLabel('Show sensitive values').check();
  await page.locator('td .cell').getByText(SECRET, { exact: true }).waitFor();
  assert.is(page.url().includes(SECRET), false);
  assert.equal(
    requests.filter((request) => request.includes(SECRET) || !request.startsWith('GET ')),
    [],
  );
  await close();
});

testInBrowser('rejects and events are those of the command line', async ({ at, service, browser }) => {
  const { page, close } = await open(browser, `${service.url}/#/check/hostile`);
  const input = at.write('rejects.csv', CSV);
  await chooseFile(page, 'rejects.csv', CSV);
  await readVerdict(page);
  const save = async (name: string) => (await saveWith(page, name)).bytes.toString();
  assert.is(await save('Records with errors'), CSV, 'both records have errors');
  const { stdout } = at.call(['transform', '--spec', 'hostile', input, '--out', '-']);
  assert.is(await save('Events as NDJSON'), stdout);
  await close();
});

test.run();
