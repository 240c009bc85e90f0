/** First drafts of specs in Chromium: the page drafts them from a file like `specmill infer`, without sending the file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkAccessibility, checkNoMarkup, LOOKS, open } from './browser.ts';
import { createPageSuite, SPECS } from './suite.ts';

const MARKUP = '<img src=x onerror="document.title=1">';

const { test, testInBrowser } = createPageSuite('first drafts of specs', {
  prepare: (at) => {
    at.write('specs/orders.yaml', 'name: orders\nformat: CSV\nfields:\n  - { name: id, type: STRING }\n');
  },
});
/** Returns the first sample of each spec of the project. */
function findSamples(): { name: string; path: string }[] {
  return readdirSync(SPECS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) => {
      const name = readdirSync(join(SPECS, folder)).find((each) => /\.(?:csv|txt|dat|xml)$/.test(each));
      return name === undefined ? [] : [{ name, path: join(SPECS, folder, name) }];
    });
}

testInBrowser(
  'a draft of each sample is that of `specmill infer`, and no byte of the file is sent',
  async (context) => {
    const { at, service, browser } = context;
    const samples = findSamples();
    assert.ok(samples.length >= 3);
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, faults, close } = await open(browser, `${service.url}/#/specs?draft=new`, { permissions });
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postData() ?? ''));
    for (const { name, path } of samples) {
      const { stdout } = at.call(['infer', path]);
      await page.getByLabel('Example to draft the spec from').setInputFiles(path);
      await page.getByText(`of ${name}. Comments mark what is uncertain.`).waitFor();
      await page.getByRole('button', { name: 'Copy for git' }).click();
      await page.getByText('The YAML is copied.').waitFor();
      const drafted = await page.evaluate(() => navigator.clipboard.readText());
      assert.is(drafted, stdout.replace(/^# yaml-language-server: .*\n/, ''), name);
      const content = readFileSync(path, 'latin1').slice(0, 2000);
      assert.is(
        bodies.some((body) => body.includes(content.slice(0, 200))),
        false,
        `${name} is sent`,
      );
    }
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser(
  'a draft is undone with the keyboard, saved, and used to check the same file',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/specs?draft=new`);
    const text = page.locator('.cm-content');
    await text.getByText('name: new-spec').waitFor();
    await page.getByLabel('Example to draft the spec from').setInputFiles({
      name: 'ledger 2024-03-31.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('id;amount;day\nA1;10,50;31.03.2024\nA2;7,00;30.03.2024\n'),
    });
    await text.getByText('name: ledger').waitFor();
    await page
      .getByRole('row', { name: /^Verdict/ })
      .getByText('All 2 records are correct')
      .waitFor();
    await page.getByLabel('YAML of the draft').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await text.getByText('name: new-spec').waitFor();
    await page.keyboard.press('ControlOrMeta+y');
    await text.getByText('name: ledger').waitFor();
    await page.getByRole('button', { name: 'Create the spec' }).click();
    await page.getByText('Managed over the API, version 1').waitFor();
    const { fields } = (await (await service.fetch('/specs/ledger')).json()) as { fields: { type: string }[] };
    assert.equal(
      fields.map(({ type }) => type),
      ['STRING', 'DECIMAL', 'DATE'],
    );
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser(
  'a file from which no spec can be drafted is refused with the reason, as text',
  async ({ service, browser }) => {
    const { page, faults, close } = await open(browser, `${service.url}/#/specs?draft=new`);
    const choose = async (name: string, content: string | Buffer) => {
      const buffer = Buffer.from(content);
      await page.getByLabel('Example to draft the spec from').setInputFiles({ name, mimeType: 'text/plain', buffer });
      return (await page.getByRole('alert').filter({ hasText: name }).textContent()) ?? '';
    };
    assert.match(await choose('a.pdf', '%PDF-1.7'), /No spec can be drafted from it: it is a PDF document/);
    assert.match(await choose('a.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0])), /compressed \(gzip\)/i);
    assert.match(await choose('empty.csv', ''), /the sample is empty/);
    await page.getByLabel('Example to draft the spec from').setInputFiles({
      name: `${MARKUP.replace(/[/"]/g, '')}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`id,${MARKUP}\n1,${MARKUP}\n`),
    });
    await page.getByText('Comments mark what is uncertain').waitFor();
    await checkNoMarkup(page);
    await checkNoMarkup(page);
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser('a new spec with a draft of a file is accessible in each look', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const { page, faults, close } = await open(browser, `${service.url}/#/specs?draft=new`, look);
    await page.getByText('Ctrl and Space complete a key').waitFor();
    await checkAccessibility(page, `empty spec, ${look.colorScheme} ${look.viewport.width}`);
    await page.getByLabel('Example to draft the spec from').setInputFiles({
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('a\nb\n'),
    });
    await page.getByText('Comments mark what is uncertain').waitFor();
    await checkAccessibility(page, `new spec, ${look.colorScheme} ${look.viewport.width}`);
    assert.equal(faults, []);
    await close();
  }
});

test.run();
