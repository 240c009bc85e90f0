/** `specmill page` writes the page as files: any web server can serve it, and it needs no service. */
import { cpSync, createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../runtime/specmill.ts';
import { skipIf } from '../support/skip.ts';
import { checkAccessibility, chooseFile, launch, missing, open, readVerdict } from './browser.ts';

interface Context {
  at: Workplace;
  server: Server;
  url: string;
  browser: Browser;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const SPECS = join(import.meta.dirname, '../../specs');
const test = suite<Context>('the exported page');
const testInBrowser = skipIf(missing, test);

test.before(async (context) => {
  const at = createWorkplace();
  cpSync(SPECS, at.path('specs'), { recursive: true });
  const { code, stderr } = at.call(['page', '--spec', 'payments', '--spec', 'direct-debits', '--out', 'out/partner']);
  assert.is(code, 0, stderr);
  const server = serve(at.path('out'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The cast is safe: the server listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/partner/index.html`;
  Object.assign(context, { at, server, url, ...(missing === null && { browser: await launch() }) });
});
test.after(async ({ at, server, browser }) => {
  await browser?.close();
  server.close();
  at.remove();
});

/** A plain file server with a strict policy of its own. */
function serve(folder: string): Server {
  return createServer((request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    response.setHeader('content-security-policy', "default-src 'self'; frame-ancestors 'none'");
    if (!path.startsWith(folder) || !existsSync(path)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
    createReadStream(path).pipe(response);
  });
}

test('the folder has the page, the specs, their modules and their samples', ({ at }) => {
  assert.equal(readdirSync(at.path('out/partner')).sort(), ['index.html', 'page', 'preact.LICENSE', 'specs']);
  const assets = readdirSync(at.path('out/partner/page'));
  assert.is(
    assets.some((name) => name.startsWith('spec-editor')),
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
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the repaired file' }).click();
  const original = readFileSync(join(SPECS, 'payments/payments.csv'), 'latin1');
  const saved = readFileSync(await (await download).path(), 'latin1');
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
