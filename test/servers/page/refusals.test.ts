/** Files that the view Check cannot read, and a key that is refused: what the page says, in each look. */
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { ORDERS_CSV, ORDERS_YAML } from '../../runtime/service.ts';
import { checkAccessibility, chooseFile, LOOKS, open } from './browser.ts';
import { createPageSuite } from './suite.ts';

const { test, testInBrowser } = createPageSuite('refusals', {
  prepare: (at) => {
    at.write('specs/orders.yaml', ORDERS_YAML);
    return { key: at.call(['keys', 'add', 'clerk', '--scope', 'read']).stdout.trim() };
  },
});

/** Content that is not a file of the spec, and what the page says. */
const FILES: Readonly<Record<string, readonly [content: string | Buffer, text: RegExp]>> = {
  'compressed.csv.gz': [gzipSync(ORDERS_CSV), /The file is compressed \(gzip\)\. Unpack it/],
  'header.csv': [ORDERS_CSV.replace(/^[^\n]*/, 'number;total'), /column/],
  'binary.csv': [Buffer.from([0xff, 0xfe, 0, 0xd8, 1, 2, 3]), /declare the encoding of the file/],
  'empty.csv': ['', /The file has no header line/],
};

testInBrowser('a file that cannot be read says why, in each look', async ({ service, browser, key }) => {
  for (const look of LOOKS) {
    const { page, faults, close } = await open(browser, `${service.url}/#/check`, look);
    await page.getByLabel('API key').fill('sm_refused');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service refused the key: the request').waitFor();
    await checkAccessibility(page, `refused key, ${look.colorScheme} ${look.viewport.width}`);
    faults.length = 0;
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    for (const [name, [content, text]] of Object.entries(FILES)) {
      await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
      await chooseFile(page, name, content);
      await page.locator('main').locator('.card.bad, section.verdict').getByText(text).first().waitFor();
      await checkAccessibility(page, `refused ${name}, ${look.colorScheme} ${look.viewport.width}`);
      await page.goto(`${service.url}/#/check`);
    }
    assert.equal(faults, []);
    await close();
  }
});

test.run();
