/** `specmill page` writes the page as files: any web server can serve it, and it needs no service. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';
import { checkAccessibility, chooseFile, launch, missing, open, readVerdict, saveWith } from './browser.ts';
import { copySpecs, SPECS } from './suite.ts';
import { serveFiles } from './file-server.ts';

interface Context {
  at: Workplace;
  server: Server;
  url: string;
  browser: Browser;
}

const test = suite<Context>('the exported page');
const testInBrowser = skipIf(missing, test);

test.before(async (context) => {
  const at = createWorkplace();
  copySpecs(at);
  const { code, stderr } = at.call(['page', '--spec', 'payments', '--spec', 'direct-debits', '--out', 'out/partner']);
  assert.is(code, 0, stderr);
  const { server, origin } = await serveFiles(at.path('out'));
  const url = `${origin}/partner/index.html`;
  Object.assign(context, { at, server, url, ...(missing === null && { browser: await launch() }) });
});
test.after(async ({ at, server, browser }) => {
  await browser?.close();
  server.close();
  at.remove();
});

test('the folder has the page, the specs, their modules and their samples', ({ at }) => {
  assert.equal(readdirSync(at.path('out/partner')).sort(), ['index.html', 'page', 'preact.LICENSE', 'specs']);
  const assets = readdirSync(at.path('out/partner/page'));
  assert.is(
    assets.some((name) => /^(?:spec-editor|infer-worker|operation)/.test(name)),
    false,
    'drafts need a service',
  );
  const specs = JSON.parse(readFileSync(at.path('out/partner/specs/index.json'), 'utf8')) as { name: string }[];
  assert.equal(
    specs.map(({ name }) => name),
    ['direct-debits', 'payments'],
  );
  assert.ok(existsSync(at.path('out/partner/specs/payments/payments.csv')));
});

test('wrong calls are refused', ({ at }) => {
  assert.is(at.call(['page', '--out', 'x']).code, 2);
  assert.is(at.call(['page', '--spec', 'payments']).code, 2);
  assert.is(at.call(['page', '--spec', 'none', '--out', 'x']).code, 2);
  at.write('broken.yaml', 'name: broken\nformat: CSV\nfields: []\n');
  const { code, stderr } = at.call(['page', '--spec', 'broken.yaml', '--out', 'x']);
  assert.is(code, 1, stderr);
  at.write('paths.json', JSON.stringify({ name: '../../x', format: 'CSV', fields: [{ name: 'a', type: 'STRING' }] }));
  assert.not.equal(at.call(['page', '--spec', 'paths.json', '--out', 'x']).code, 0);
  assert.is(existsSync(at.path('x')), false, 'nothing is written');
});

testInBrowser('a file is checked without a service, and its records are shown offline', async (context) => {
  const { browser, url } = context;
  const { page, faults, close } = await open(browser, url);
  await page.getByRole('link', { name: /^payments/ }).click();
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  assert.is((await readVerdict(page)).sentence, '21 of 500 records have errors');
  await page.getByRole('table').waitFor();
  await checkAccessibility(page, 'exported');
  assert.equal(faults, []);
  await page.context().setOffline(true);
  await page.getByLabel('Severity').selectOption('WARNING');
  await page.getByText('8 records with such an issue').waitFor();
  await close();
});

testInBrowser('a file is repaired offline', async ({ browser, url }) => {
  const { page, faults, close } = await open(browser, `${url}#/check/payments?field=booked&severity=ERROR`);
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  await readVerdict(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Edit .* 14\.03\.0225$/ }).click();
  await page.locator('.editor textarea').fill('14.03.2025');
  await page.keyboard.press('Enter');
  const original = readFileSync(join(SPECS, 'payments/payments.csv'), 'latin1');
  const saved = (await saveWith(page, 'Save the repaired file')).bytes.toString('latin1');
  assert.is(saved, original.replace('14.03.0225', '14.03.2025'));
  assert.equal(faults, []);
  await close();
});

testInBrowser('a missing file is explained', async ({ browser, url }) => {
  const { page, close } = await open(browser, `${url}#/check/none`);
  await page.getByText('A file of this page is missing').waitFor();
  await page.goto(`${url}#/check/direct-debits`);
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await chooseFile(page, 'a.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0]));
  await page.getByText('Unpack it and check the file in it').waitFor();
  await close();
});

test.run();
