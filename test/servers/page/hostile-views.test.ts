/** A hostile spec and a hostile file in each view: markup is text in all of them, in messages about failures, too. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { csvFile, formOf, jsonInit } from '../../runtime/service.ts';
import type { Workplace } from '../../runtime/specmill.ts';
import { checkNoMarkup, chooseFile, MARKUP, open, openSignedIn, readVerdict } from './browser.ts';
import { serveFiles } from './file-server.ts';
import { createPageSuite, type PageContext } from './suite.ts';

type Context = PageContext & { key: string; runId: string };

/** Markup that a file name can have. */
const FILE_NAME = '<img src=x onerror=document.title=1><b>x<b>.csv';
/** A folder with markup in its name. */
const FOLDER = '<u>files<u><img src=x onerror=document.title=1>';
const SPEC = {
  name: 'hostile',
  description: MARKUP,
  format: 'CSV',
  messageKey: ['id'],
  fields: [
    { name: 'id', type: 'STRING', columnName: '<b>id</b>' },
    { name: 'amount', type: 'DECIMAL', columnName: MARKUP.replaceAll(',', '') },
  ],
  validationRules: [
    { ruleId: '<i>length</i>', field: 'id', ruleType: 'MAX_LENGTH', value: '3', message: MARKUP },
    { ruleId: '<i>shape</i>', field: 'id', ruleType: 'REGEX', value: '(<s>)?[a-z]+(</s>)?' },
    { ruleId: '<i>low</i>', field: 'amount', ruleType: 'MIN_VALUE', value: '1', severity: 'WARNING', message: MARKUP },
  ],
};
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const CSV = `<b>id</b>,${quote(MARKUP)}\n${quote(MARKUP)},<u>1</u>\nabc,0\n<s>a</s>,2\n`;

const { test, testInBrowser } = createPageSuite('hostile specs and files in each view', {
  prepare: (at) => {
    at.write('specs/hostile.json', JSON.stringify(SPEC));
    at.write(`specs/hostile/${FILE_NAME}`, CSV);
    mkdirSync(at.path(FOLDER));
    writeFileSync(join(at.path(FOLDER), FILE_NAME), CSV);
    const scopes = 'read,transform,specs,connect';
    return { key: at.call(['keys', 'add', 'clerk', '--scope', scopes]).stdout.trim(), runId: '' };
  },
  flags: (at) => ['--local-roots', at.folder],
  begin: async (context) => {
    const authorization = `Bearer ${context.key}`;
    const post = async (path: string, body: unknown) => {
      const response = await context.service.fetch(path, jsonInit('POST', body, { authorization }));
      assert.is(response.status, 201, await response.text());
    };
    await post('/integrations', { name: 'inbox', type: 'LOCAL_FS', config: { root: context.at.path(FOLDER) } });
    await post('/integrations', { name: 'gone', type: 'LOCAL_FS', config: { root: `${context.at.path(FOLDER)}<i>` } });
    await post('/credentials', { name: 'pass', type: 'PASSWORD', secret: 'x', metadata: { username: MARKUP } });
    const source = { integration: 'inbox', path: '/', pattern: '*<b>x<b>.csv' };
    const job = { name: 'claims', source, spec: 'hostile', to: { topic: 'claims' }, ready: { unchangedFor: '0s' } };
    await post('/jobs', { ...job, schedule: { every: '1h' } });
    const body = formOf({ specId: 'hostile', brokerTopic: 'sent', file: csvFile(CSV, FILE_NAME) });
    const init = { method: 'POST', headers: { authorization, prefer: 'wait=60' }, body };
    const response = await context.service.fetch('/transform/file-to-events', init);
    context.runId = ((await response.json()) as { runId: string }).runId;
  },
});

/** The views: where each is, and what it shows of the spec or the file. */
const VIEWS: Readonly<
  Record<string, { fragment: (context: Context) => string; shown: (page: Page) => Promise<void> }>
> = {
  today: { fragment: () => '#/', shown: (page) => see(page, FILE_NAME) },
  'the start of a check': { fragment: () => '#/check', shown: (page) => see(page, MARKUP) },
  'the list of specs': { fragment: () => '#/specs', shown: (page) => see(page, MARKUP) },
  'one spec': {
    fragment: () => '#/specs/hostile',
    shown: async (page) => {
      await see(page, '<i>shape</i>');
      await page.getByRole('button', { name: `Save ${FILE_NAME}` }).waitFor();
    },
  },
  'a draft, and what it changes for a file': { fragment: () => '#/specs/hostile?draft=edit', shown: changeDraft },
  'a draft from a file': {
    fragment: () => '#/specs?draft=new',
    shown: async (page) => {
      await page.getByLabel('Example to draft the spec from').setInputFiles(fileOf(CSV));
      await page.getByText('Comments mark what is uncertain').waitFor();
      await page.getByLabel('Example to draft the spec from').setInputFiles(fileOf('%PDF-1.7'));
      await page.getByRole('alert').getByText(FILE_NAME).waitFor();
    },
  },
  'the history of runs': { fragment: () => '#/runs', shown: (page) => see(page, FILE_NAME) },
  'one run': { fragment: ({ runId }) => `#/runs/${runId}`, shown: (page) => see(page, MARKUP) },
  'a topic': {
    fragment: () => '#/topics/sent',
    shown: (page) => see(page, '<s>a</s>'),
  },
  'the list of jobs': { fragment: () => '#/jobs', shown: (page) => see(page, 'inbox: /*<b>x<b>.csv') },
  'one job': { fragment: () => '#/jobs/claims', shown: (page) => see(page, FILE_NAME) },
  'the list of integrations': { fragment: () => '#/integrations', shown: (page) => see(page, MARKUP) },
  'the test of a connection': {
    fragment: () => '#/integrations/gone',
    shown: async (page) => {
      await see(page, FOLDER);
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await page.getByText('The connection does not work yet.').waitFor();
    },
  },
  'a checked file that is sent': { fragment: () => '#/check/hostile', shown: checkAndSend },
  'a file that cannot be read': {
    fragment: () => '#/check/hostile',
    shown: async (page) => {
      await chooseFile(page, FILE_NAME, Buffer.from([0x1f, 0x8b, 8, 0, 0]));
      await page.getByRole('alert').getByText(FILE_NAME).waitFor();
    },
  },
};

for (const [name, { fragment, shown }] of Object.entries(VIEWS))
  testInBrowser(`markup is text in ${name}`, async (context) => {
    const { page, faults, close } = await openSignedIn(context, fragment(context));
    await shown(page);
    await checkNoMarkup(page);
    assert.equal(faults, []);
    await close();
  });

testInBrowser('markup in the URL is text in each view', async (context) => {
  const { page, close } = await openSignedIn(context, '#/');
  const name = encodeURIComponent(MARKUP);
  for (const place of ['check', 'specs', 'runs', 'topics', 'jobs', 'integrations']) {
    await page.goto(`${context.service.url}/#/${place}/${name}?field=${name}&status=${name}&state=${name}`);
    await page.getByRole('alert').first().waitFor();
    await checkNoMarkup(page);
  }
  await close();
});

testInBrowser('markup is text in the exported page', async ({ at, browser }) => {
  const { url, end } = await exportPage(at);
  const { page, faults, close } = await open(browser, url);
  await see(page, MARKUP);
  await page.getByRole('heading', { level: 1, name: 'hostile' }).waitFor();
  await page.getByRole('button', { name: FILE_NAME }).click();
  await readVerdict(page);
  await see(page, MARKUP);
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await close();
  end();
});

/** Waits until a text is visible, letter by letter. */
async function see(page: Page, text: string): Promise<void> {
  await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor();
}

function fileOf(content: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name: FILE_NAME, mimeType: 'text/csv', buffer: Buffer.from(content) };
}

async function changeDraft(page: Page): Promise<void> {
  await page.getByText('No errors').waitFor();
  await page.getByLabel('File to try the draft on').setInputFiles(fileOf(CSV));
  await page.getByLabel('YAML of the draft').focus();
  await page.keyboard.press('ControlOrMeta+a');
  const columns = SPEC.fields.map(
    ({ name, columnName }) => `{ name: ${name}, type: STRING, columnName: ${JSON.stringify(columnName)} }`,
  );
  const rule = `{ ruleId: "<i>other</i>", field: id, ruleType: MAX_LENGTH, value: 1, message: ${JSON.stringify(MARKUP)} }`;
  const start = 'name: hostile\nformat: CSV\nfields:\n';
  await page.keyboard.insertText(
    `${start}${columns.map((each) => `  - ${each}\n`).join('')}validationRules:\n  - ${rule}\n`,
  );
  await page.getByRole('list', { name: 'Changed issues' }).getByText('<i>other</i>').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(`name: ${JSON.stringify(MARKUP)}\nformat: "<b>CSV</b>"\n`);
  await page.getByRole('list', { name: 'Diagnostics' }).getByText('<b>CSV</b>').first().waitFor();
}

async function checkAndSend(page: Page): Promise<void> {
  await chooseFile(page, FILE_NAME, CSV);
  await readVerdict(page);
  await see(page, MARKUP);
  await page.getByLabel('Topic').fill('page');
  await page.getByLabel('Leave out records with errors').check();
  await page.getByRole('button', { name: 'Send to the topic' }).click();
  await page.getByRole('button', { name: 'Create the topic and send' }).click();
  await page.getByRole('heading', { name: 'First events' }).waitFor();
}

async function exportPage(at: Workplace): Promise<{ url: string; end: () => void }> {
  const { code, stderr } = at.call(['page', '--spec', 'hostile', '--out', 'out']);
  assert.is(code, 0, stderr);
  const { server, origin } = await serveFiles(at.path('out'));
  return { url: `${origin}/index.html`, end: () => void server.close() };
}

test.run();
