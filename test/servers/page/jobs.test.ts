/** The views Jobs and Integrations in Chromium, with a real service and a folder of this machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { eventually, jsonInit, ORDERS_YAML, startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { checkAccessibility, checkNoMarkup, LOOKS, open, openSignedIn } from './browser.ts';
import { createPageSuite } from './suite.ts';

const MARKUP = '<img src=x onerror="document.title=1"><u>x</u>';
const SECRET = 'hunter2-secret';
const BAD_FILE = '<svg onload=1>.csv';
const JOB = {
  name: 'claims',
  source: { integration: 'inbox', path: '/', pattern: '*.csv' },
  spec: 'orders',
  schedule: { every: '1h' },
  ready: { unchangedFor: '0s' },
  to: { topic: 'claims' },
};

const { test, testInBrowser } = createPageSuite('the views Jobs and Integrations', {
  prepare: (at) => {
    at.write('specs/orders.yaml', ORDERS_YAML);
    for (const folder of ['files', 'gone']) mkdirSync(at.path(folder));
    writeFileSync(join(at.path('files'), 'a.csv'), 'id,amount\na,1.50\n');
    writeFileSync(join(at.path('files'), BAD_FILE), 'amount\n1\n');
    return { key: at.call(['keys', 'add', 'clerk', '--scope', 'read,transform,connect']).stdout.trim() };
  },
  flags: (at) => ['--local-roots', `${at.path('files')},${at.path('gone')}`],
  begin: async ({ at, service, key }) => {
    const post = async (path: string, body: unknown) => {
      const response = await service.fetch(path, jsonInit('POST', body, { authorization: `Bearer ${key}` }));
      assert.is(response.status, 201, await response.text());
    };
    await post('/integrations', { name: 'inbox', type: 'LOCAL_FS', config: { root: at.path('files') } });
    await post('/integrations', { name: 'gone', type: 'LOCAL_FS', config: { root: join(at.path('gone'), 'none') } });
    await post('/credentials', { name: 'pass', type: 'PASSWORD', secret: SECRET, metadata: { username: MARKUP } });
    await post('/jobs', JOB);
  },
});

testInBrowser('a job shows its files with their states and reasons, and markup is text', async (context) => {
  const { page, faults, close } = await openSignedIn(context, '#/jobs');
  await page.getByRole('link', { name: 'claims' }).click();
  await page.getByRole('row', { name: /^a\.csv.*Done/ }).waitFor();
  const failed = page.getByRole('row').filter({ hasText: BAD_FILE });
  await failed.getByText('Failed', { exact: true }).waitFor();
  await page.getByLabel('State').selectOption('failed');
  await page.getByRole('row', { name: /^a\.csv/ }).waitFor({ state: 'detached' });
  assert.match(page.url(), /#\/jobs\/claims\?state=failed$/);
  await page.getByRole('button', { name: `Retry ${BAD_FILE}` }).click();
  await page.getByText(`${BAD_FILE} gets another run.`).waitFor();
  await page.getByLabel('State').selectOption('');
  await failed.getByText('Failed', { exact: true }).waitFor();
  await page.getByRole('link', { name: `Run of ${BAD_FILE}` }).click();
  await page.getByRole('heading', { level: 1, name: BAD_FILE }).waitFor();
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await close();
});

testInBrowser('a job is paused, resumed and run', async (context) => {
  const { at } = context;
  const { page, close } = await openSignedIn(context, '#/jobs/claims');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The job is paused.').waitFor();
  await page.getByRole('button', { name: 'Run now' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('The job is active.').waitFor();
  writeFileSync(join(at.path('files'), 'later.csv'), 'id,amount\nb,2.50\n');
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('row', { name: /^later\.csv.*Done/ }).waitFor();
  await close();
});

testInBrowser('a connection is tested step by step, by keyboard', async (context) => {
  const { page, close } = await openSignedIn(context, '#/integrations');
  await page.getByText(`username: ${MARKUP}`).waitFor();
  await page.getByText('****cret', { exact: true }).waitFor();
  assert.is((await page.content()).includes(SECRET), false);
  await checkNoMarkup(page);
  await page.getByRole('link', { name: 'inbox' }).press('Enter');
  await page.getByLabel('Also write').press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The connection works.').waitFor();
  const steps = await page.locator('.steps strong').allTextContents();
  assert.equal(steps.slice(-3), ['List the content', 'Write a file', 'Remove the file']);
  await page.goto(`${context.service.url}/#/integrations/gone`);
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('The connection does not work yet.').waitFor();
  await page.locator('.steps .status.bad').waitFor();
  await page.goto(`${context.service.url}/#/integrations/none`);
  await page.getByRole('alert').waitFor();
  await checkNoMarkup(page);
  await close();
});

testInBrowser('what the key may not do, or the service does not have, is not shown', async (context) => {
  const { at, service, browser } = context;
  const viewsOf = async (key: string) => {
    await eventually(async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await service.fetch('/caller', { headers })).status === 200;
    });
    const { page, close } = await openSignedIn({ ...context, key }, '#/jobs');
    const views = await page.locator('nav a').allTextContents();
    await page.getByRole('heading', { name: /^(Today|Check a file before you send it)$/ }).waitFor();
    await close();
    return views;
  };
  const add = (...flags: string[]) =>
    at.call(['keys', 'add', flags.join('').replace(/\W/g, ''), ...flags]).stdout.trim();
  assert.equal(await viewsOf(add('--scope', 'read')), ['Today', 'Check a file', 'Specs', 'Runs', 'Topics']);
  assert.equal(await viewsOf(add('--scope', 'read,connect', '--specs', 'x*')), [
    'Check a file',
    'Specs',
    'Runs',
    'Topics',
  ]);
  const other = createWorkplace();
  other.write('specs/orders.yaml', ORDERS_YAML);
  const withoutVault = await startService(other, ['--vault', 'off']);
  const { page, close } = await open(browser, withoutVault.url);
  await page.getByRole('link', { name: 'Topics' }).waitFor();
  assert.equal(await page.locator('nav a').allTextContents(), [
    'Today',
    'Check a file',
    'Specs',
    'Runs',
    'Topics',
    'API',
  ]);
  await close();
  await withoutVault.stop();
  other.remove();
});

testInBrowser('each view is accessible in each look', async (context) => {
  for (const look of LOOKS) {
    const { page, close } = await openSignedIn(context, '#/runs', look);
    const check = async (fragment: string, shown: string) => {
      await page.goto(`${context.service.url}/${fragment}`);
      await page.locator(shown).first().waitFor();
      await checkAccessibility(page, `${fragment}, ${look.colorScheme} ${look.viewport.width}`);
    };
    await check('#/jobs', 'td .status');
    await check('#/jobs/claims', 'td .status');
    await check('#/integrations', 'td.cell');
    await check('#/integrations/gone', 'dl.members');
    await close();
  }
});

test.run();
