/** A service with nothing in it, and places that do not exist: each view says what to do first, or what is missing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { checkAccessibility, LOOKS, open, openSignedIn } from './browser.ts';
import { serveFiles } from './file-server.ts';
import { createPageSuite } from './suite.ts';

const { test, testInBrowser } = createPageSuite('an empty service', {
  prepare: (at) => {
    mkdirSync(at.path('specs'));
    return {
      key: at.call(['keys', 'add', 'clerk', '--scope', 'read,transform,specs,connect']).stdout.trim(),
      reader: at.call(['keys', 'add', 'reader', '--scope', 'read']).stdout.trim(),
    };
  },
});

/** What each view says first, by its place. */
const EMPTY: Readonly<Record<string, RegExp>> = {
  '#/': /Nothing has happened today/,
  '#/check': /A spec describes a kind of file\. Draft one from an example/,
  '#/specs': /There is no spec yet\. Write one here/,
  '#/runs': /A run begins when a file is sent to a topic/,
  '#/topics': /The first file that is sent to a topic creates it/,
  '#/jobs': /Create an integration first/,
  '#/integrations': /An integration is a system that files come from or go to/,
};

testInBrowser('each view says what to do first, in each look', async (context) => {
  for (const look of LOOKS) {
    const { page, faults, close } = await openSignedIn(context, '#/', look);
    for (const [place, text] of Object.entries(EMPTY)) {
      await page.goto(`${context.service.url}/${place}`);
      await page.locator('main').getByText(text).waitFor();
      await checkAccessibility(page, `empty ${place}, ${look.colorScheme} ${look.viewport.width}`);
    }
    assert.equal(faults, []);
    await close();
  }
});

testInBrowser('a user who may only read is not asked to write a spec', async (context) => {
  const { page, close } = await openSignedIn({ ...context, key: context.reader }, '#/specs');
  await page.getByText(/There is no spec yet\. Ask for a key with the scope specs/).waitFor();
  await page.goto(`${context.service.url}/#/check`);
  await page.getByText('specmill infer FILE').waitFor();
  await close();
});

testInBrowser('a place that does not exist is named, with a way back, in each look', async (context) => {
  for (const look of LOOKS) {
    const { page, close } = await openSignedIn(context, '#/', look);
    for (const place of [
      'check/none',
      'specs/none',
      'specs/none?draft=edit',
      'runs/none',
      'topics/none',
      'jobs/none',
    ]) {
      await page.goto(`${context.service.url}/#/${place}`);
      await page.getByRole('alert').waitFor();
      assert.ok((await page.locator('main a[href^="#/"]').count()) > 0, `${place} has a link`);
      await checkAccessibility(page, `missing ${place}, ${look.colorScheme} ${look.viewport.width}`);
    }
    await close();
  }
});

testInBrowser('an exported page without its files says so', async ({ at, browser }) => {
  at.write('specs/orders.yaml', 'name: orders\nformat: CSV\nfields:\n  - { name: id, type: STRING }\n');
  assert.is(at.call(['page', '--spec', 'orders', '--out', 'out']).code, 0);
  writeFileSync(at.path('out/specs/index.json'), '[]');
  const { server, origin } = await serveFiles(at.path('out'));
  const { page, close } = await open(browser, `${origin}/index.html`);
  await page.getByText('This page was written without a spec.').waitFor();
  await close();
  server.close();
});

test.run();
