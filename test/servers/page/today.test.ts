/** The first screen of an operator: what waits for a person, each with its next action, and what has happened today. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { eventually, jsonInit, ORDERS_YAML } from '../../runtime/service.ts';
import { checkAccessibility, checkNoMarkup, LOOKS, open, openSignedIn } from './browser.ts';
import { createPageSuite, type PageContext } from './suite.ts';

const MARKUP = '<img src=x onerror="document.title=1"><u>x</u>';
const FILES: Readonly<Record<string, string>> = {
  'good.csv': 'id,amount\na,1.50\nb,2.50\n',
  'part.csv': 'id,amount\na,1.50\nb,x\nc,y\n',
  'bad.csv': 'amount\n1\n',
  [`${MARKUP.replaceAll('/', '')}.csv`]: 'amount\n1\n',
};
const HOUR = 3_600_000;

/** A time of day in UTC: the hour that has begun, so it is over. */
const BY = `${String(new Date().getUTCHours()).padStart(2, '0')}:00`;

interface Keys {
  key: string;
  reader: string;
  approver: string;
  partner: string;
}

const { test, testInBrowser } = createPageSuite<Keys>('the view Today', {
  prepare: (at) => {
    at.write('specs/orders.yaml', ORDERS_YAML);
    for (const folder of ['files', 'empty', 'checked']) mkdirSync(at.path(folder));
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(at.path('files'), name), content);
    writeFileSync(join(at.path('checked'), 'two.csv'), FILES['part.csv'] ?? '');
    const add = (name: string, ...flags: string[]) => at.call(['keys', 'add', name, ...flags]).stdout.trim();
    return {
      key: add('operator', '--scope', 'read,transform,connect'),
      approver: add('approver', '--scope', 'approve'),
      reader: add('reader', '--scope', 'read'),
      partner: add('partner', '--scope', 'read,transform', '--specs', 'orders'),
    };
  },
  flags: (at) => ['--local-roots', ['files', 'empty', 'checked'].map((name) => at.path(name)).join(',')],
  begin: async ({ at, service, key }) => {
    const post = async (path: string, body: unknown) => {
      const response = await service.fetch(path, jsonInit('POST', body, { authorization: `Bearer ${key}` }));
      assert.is(response.ok, true, await response.text());
    };
    for (const name of ['files', 'empty', 'checked'])
      await post('/integrations', { name, type: 'LOCAL_FS', config: { root: at.path(name) } });
    const job = (name: string, integration: string, more: object) => ({
      name,
      source: { integration, path: '/', pattern: '*.csv' },
      spec: 'orders',
      schedule: { every: '1h' },
      ready: { unchangedFor: '0s' },
      to: { topic: name },
      options: { skipInvalidRecords: true },
      ...more,
    });
    await post('/jobs', job('claims', 'files', {}));
    await post('/jobs', job('late', 'empty', { expect: { by: BY } }));
    await post('/jobs', job('resting', 'empty', {}));
    await post('/jobs/resting/pause', {});
    await eventually(async () => {
      const headers = { authorization: `Bearer ${key}` };
      const { counts } = (await (await service.fetch('/jobs/claims', { headers })).json()) as {
        counts: Record<string, number>;
      };
      return counts['done'] === 2 && counts['failed'] === 2;
    });
  },
});

/** Returns the texts of the headings of what waits, in their order. */
function needsOf(page: Page): Promise<string[]> {
  return page.locator('.need h3').allTextContents();
}

/** Changes the spec so that all records are correct. */
async function correctSpec({ at, service, key }: PageContext & Keys): Promise<void> {
  at.write(
    'specs/orders.yaml',
    ORDERS_YAML.replace('type: DECIMAL', 'type: STRING').replace(/validationRules[^]*/, ''),
  );
  const headers = { authorization: `Bearer ${key}` };
  await eventually(async () =>
    /"amount","type":"STRING"/.test(await (await service.fetch('/specs/orders', { headers })).text()),
  );
}

async function openToday(context: PageContext & Keys, look = {}) {
  const opened = await openSignedIn(context, '#/', look);
  await opened.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await opened.page.locator('.need').first().waitFor();
  return opened;
}

testInBrowser('what waits for a person is first, and numbers and jobs follow', async (context) => {
  const { page, faults, close } = await openToday(context);
  assert.equal(await needsOf(page), [
    'claims: 2 files failed',
    'part.csv: 2 of 3 records rejected',
    'resting: was paused by a person',
  ]);
  await page.getByText('3 things wait for you').waitFor();
  const numbers = page.getByRole('region', { name: 'So far today' });
  assert.equal(await numbers.locator('dd').allTextContents(), ['4', '5', '2', '4']);
  const row = page.getByRole('row', { name: /^claims/ });
  assert.match((await row.textContent()) ?? '', /^claimsActive.*(Done|Failed).*452$/);
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await close();
});

testInBrowser('files get another run, one or all, and a job is resumed', async (context) => {
  const { at } = context;
  const { page, faults, close } = await openToday(context);
  writeFileSync(join(at.path('files'), 'bad.csv'), 'id,amount\nz,1.50\n');
  await page.getByRole('button', { name: 'Retry bad.csv' }).click();
  await page.getByText('claims: a file failed').waitFor();
  await page.getByRole('button', { name: 'Resume: resting' }).click();
  await page.getByText('resting: was paused').waitFor({ state: 'detached' });
  await page.getByText('2 things wait for you').waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('what one person asks for is approved by another, with a comment', async (context) => {
  const { service, key } = context;
  const headers = { authorization: `Bearer ${key}` };
  const read = async <T>(path: string) => (await (await service.fetch(path, { headers })).json()) as T;
  const job = { ...(await read<object>('/jobs/resting')), name: 'checked', id: undefined, approval: { above: 0 } };
  const source = { integration: 'checked', path: '/', pattern: '*.csv' };
  const created = await service.fetch('/jobs', jsonInit('POST', { ...job, source, to: { topic: 'checked' } }, headers));
  assert.is(created.status, 201, await created.text());
  const fileOf = async () =>
    (await read<{ state: string; runId: string; records: { rejected: number } | null }[]>('/jobs/checked/files'))[0];
  await eventually(async () => (await fileOf())?.state === 'done');
  assert.is((await fileOf())?.records?.rejected, 2);
  await correctSpec(context);
  const { page: first, faults, close: closeFirst } = await openToday(context);
  await first.getByRole('button', { name: 'Retry rejects of two.csv' }).click();
  await first.getByText('checked: the rejects of two.csv wait for approval').waitFor();
  await first.getByText('A person with the scope approve has to decide.').waitFor();
  assert.equal(faults, []);
  await closeFirst();
  const { page, close } = await open(context.browser, `${service.url}/#/`);
  await page.getByLabel('API key').fill(context.approver);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('checked: the rejects of two.csv wait for approval').waitFor();
  assert.equal(await page.locator('nav a').allTextContents(), ['Today']);
  assert.is(await page.getByRole('button', { name: 'Approve the rejects of two.csv' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Review the records of two.csv' }).click();
  const reviewed = page.getByRole('region', { name: 'Records of two.csv' });
  await reviewed.getByText('Record 2, line 3').waitFor();
  assert.equal(await reviewed.getByRole('row').allTextContents(), [
    ...['FieldAs sentTo publish', 'idbb', 'amountxx', 'FieldAs sentTo publish', 'idcc', 'amountyy'],
  ]);
  await checkAccessibility(page, 'review');
  await page.getByText('Write a comment first').waitFor();
  await page.getByLabel('Comment on two.csv').fill('compared with the letter');
  await page.getByRole('button', { name: 'Approve the rejects of two.csv' }).click();
  await page.getByText('the rejects of two.csv wait').waitFor({ state: 'detached' });
  await eventually(async () => (await read<unknown[]>('/topics/checked/messages?limit=10')).length === 3);
  await close();
});

testInBrowser('rejects are published with the spec that was corrected', async (context) => {
  const { service, key } = context;
  const headers = { authorization: `Bearer ${key}` };
  const { page, faults, close } = await openToday(context);
  await correctSpec(context);
  await page.getByRole('button', { name: 'Retry rejects of part.csv' }).click();
  await page.getByText('part.csv: 2 of 3').waitFor({ state: 'detached' });
  await eventually(async () => {
    const response = await service.fetch('/topics/claims/messages?limit=100', { headers });
    const values = ((await response.json()) as { value: string }[]).map(({ value }) => JSON.parse(value) as object);
    return ['x', 'y'].every((amount) => values.some((value) => 'amount' in value && value.amount === amount));
  });
  assert.equal(faults, []);
  await close();
});

testInBrowser('a file that was expected and not seen is missing until a look finds one', async (context) => {
  const { at, service, key } = context;
  // Deadlines before the job was created do not count, so the answer of the service says that one has passed.
  const headers = { authorization: `Bearer ${key}` };
  const jobs = (await (await service.fetch('/jobs?since=2026-01-01', { headers })).json()) as { name: string }[];
  const missingSince = new Date(Date.now() - HOUR).toISOString();
  const json = jobs.map((job) => (job.name === 'late' ? { ...job, missingSince } : job));
  const { page, faults, close } = await openToday(context);
  await page.route('**/api/v1/jobs?*', (route) => route.fulfill({ json }));
  await page.getByText('late: no file has arrived').waitFor();
  writeFileSync(join(at.path('empty'), 'now.csv'), FILES['good.csv'] ?? '');
  await page.getByRole('button', { name: 'Look now: late' }).click();
  await eventually(async () => {
    const response = await service.fetch('/jobs/late/files', { headers });
    return ((await response.json()) as unknown[]).length === 1;
  });
  assert.equal(faults, []);
  await close();
});

testInBrowser('who may not see jobs sees the runs, without actions', async (context) => {
  const { page, faults, close } = await openSignedIn({ ...context, key: context.reader }, '#/');
  await page.getByRole('heading', { name: 'So far today' }).waitFor();
  await page.locator('.need').first().waitFor();
  assert.equal(await page.locator('nav a').allTextContents(), ['Today', 'Check a file', 'Specs', 'Runs', 'Topics']);
  assert.is(await page.locator('.need button').count(), 0);
  assert.is((await page.locator('.need a').count()) > 0, true);
  await page
    .getByRole('link', { name: /^Show the run of / })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser("a partner's key sees the check first", async (context) => {
  const { page, faults, close } = await openSignedIn({ ...context, key: context.partner }, '#/');
  // With one spec there is no choice to make.
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  assert.is(await page.getByRole('link', { name: 'Today' }).count(), 0);
  await page.goto(`${context.service.url}/#/today`);
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('it is accessible in each look', async (context) => {
  for (const look of LOOKS) {
    const { page, faults, close } = await openToday(context, look);
    await checkAccessibility(page, `today, ${look.colorScheme} ${look.viewport.width}`);
    const tops = await page
      .locator('nav[aria-label="Views"] a')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getBoundingClientRect().top))]);
    assert.is(tops.length, 1, 'the navigation is one row');
    assert.equal(faults, []);
    await close();
  }
});

test.run();
