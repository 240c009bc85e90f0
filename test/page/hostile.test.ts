/** Nothing in a spec or a file is interpreted, and sensitive values stay where the user put them. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Service, startService } from '../runtime/service.ts';
import { createWorkplace, type Workplace } from '../runtime/specmill.ts';
import { skipIf } from '../support/skip.ts';
import { chooseFile, launch, missing, open, readVerdict } from './browser.ts';

interface Context {
  at: Workplace;
  service: Service;
  browser: Browser;
}

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>{{1+1}}';
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

const test = suite<Context>('hostile specs and files');
const testInBrowser = skipIf(missing, test);

test.before(async (context) => {
  if (missing !== null) return;
  const at = createWorkplace();
  at.write('specs/hostile.json', JSON.stringify(SPEC));
  at.write('specs/hostile/<svg onload=1>.csv', CSV);
  Object.assign(context, { at, service: await startService(at), browser: await launch() });
});
test.after(async ({ at, service, browser }) => {
  await browser?.close();
  await service?.stop();
  at?.remove();
});

testInBrowser('markup in names, messages, values and file names is text', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, service.url);
  const title = await page.title();
  await page.getByText(MARKUP).waitFor();
  await page.getByRole('link', { name: /^hostile/ }).click();
  await page.getByRole('button', { name: /svg onload/ }).click();
  await readVerdict(page);
  await page.getByRole('table').waitFor();
  await page.getByLabel('Show sensitive values').check();
  await page.getByText('Show the text').first().click();
  assert.is(await page.locator('main img, main script, main b, main u, main i').count(), 0);
  assert.is(await page.title(), title);
  assert.equal(faults, []);
  await page.goto(`${service.url}/#/check/${encodeURIComponent('<img src=x>')}?field=${encodeURIComponent(MARKUP)}`);
  await page.getByText('This spec cannot be used').waitFor();
  assert.is(await page.title(), title);
  await close();
});

testInBrowser('markup in the editor and in the list of edits is text', async ({ service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/hostile`);
  const title = await page.title();
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
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the repaired file' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  assert.is(
    saved,
    CSV.replace(`\n${quoted(MARKUP)}`, () => `\n${quoted(value)}`),
  );
  assert.is(await page.locator('main img, main script, main b, main u, main i').count(), 0);
  assert.is(await page.title(), title);
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
  for (const name of ['Report as JSON', 'Issues as CSV']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    assert.is(readFileSync(await (await download).path(), 'utf8').includes(SECRET), false, name);
  }
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
  const save = async (name: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  assert.is(await save('Records with errors'), CSV, 'both records have errors');
  const { stdout } = at.call(['transform', '--spec', 'hostile', input, '--out', '-']);
  assert.is(await save('Events as NDJSON'), stdout);
  await close();
});

test.run();
