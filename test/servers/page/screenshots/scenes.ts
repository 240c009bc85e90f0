import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { chooseFile, readVerdict } from '../browser.ts';
import { SPECS } from '../suite.ts';
import type { Person, Stage } from './furnish.ts';

/** A view in one state. `show` leads to it and waits until it is there. */
export interface Scene {
  name: string;
  /** Who sees it. Default: the operator. */
  as?: Person;
  show: (page: Page, go: (fragment: string) => Promise<void>, stage: Stage) => Promise<void>;
}

/** All views, dialogs and states of the page. */
export const SCENES: readonly Scene[] = [
  shows('today', '#/today', '.need'),
  {
    name: 'today-review',
    as: 'approver',
    async show(page, go) {
      await go('#/today');
      await page.getByRole('button', { name: 'Review the records of letters.csv' }).click();
      await page.getByText('Record 2, line 3').waitFor();
    },
  },
  { ...shows('sign-in', '#/', 'form'), as: 'guest' },
  shows('check-specs', '#/check', 'main a'),
  shows('check-start', '#/check/payments', '#file, input[type=file]'),
  checks('check-clean', 'payments/clean.csv'),
  checks('check-wrong', 'payments/payments.csv'),
  checks('check-failed', 'payments/without-iban.csv'),
  checks('check-types', 'order-files/march.txt'),
  checks('check-documents', 'nacha/wrong-totals.txt'),
  checks('check-totals', 'bai2/wrong-totals.txt'),
  checks('check-xml', 'statements/march.xml'),
  checks('check-torn-xml', 'bank-statement/torn.xml'),
  scene('repair-open', async (page, go) => {
    await go('#/check/payments');
    await check(page, 'payments/payments.csv');
    await page
      .getByRole('button', { name: /^Edit .* on line/ })
      .first()
      .click();
    await page.locator('.editor textarea').fill('abc');
  }),
  scene('repair-done', async (page, go) => {
    await go('#/check/shop');
    await chooseFile(page, 'sold.csv', 'id,amount,pin\na,x,1234\nb,2,5678\nc\n');
    await readVerdict(page);
    await page.getByRole('button', { name: /^Edit amount on line 2/ }).click();
    await page.locator('.editor textarea').fill('42');
    await page.keyboard.press('Enter');
    await page.getByText('The service gets the repaired file').waitFor();
  }),
  scene('send-asks', async (page, go) => {
    await go('#/check/shop');
    await sendTo(page, `new-${Date.now()}`);
    await page.getByText('There is no topic').waitFor();
  }),
  scene('send-done', async (page, go) => {
    await go('#/check/shop');
    await sendTo(page, `new-${Date.now()}`);
    await page.getByRole('button', { name: 'Create the topic and send' }).click();
    await page.getByRole('heading', { name: 'First events' }).waitFor();
  }),
  scene('send-again', async (page, go) => {
    await go('#/check/shop');
    await sendTo(page, 'shop');
    await page.getByText('This file was already published').waitFor();
  }),
  shows('specs', '#/specs', 'td'),
  shows('tables', '#/specs?view=tables', 'h1'),
  scene('rejects-repair', async (page, go) => {
    await go('#/today');
    await page.getByRole('link', { name: 'Repair rejects of tuesday.csv' }).click();
    await page.getByRole('heading', { name: 'Publish the repaired records' }).waitFor();
  }),
  shows('spec', '#/specs/payments', '.panes pre'),
  shows('spec-types', '#/specs/order-files', '.panes pre'),
  shows('spec-xml', '#/specs/statements', '.panes pre'),
  shows('draft-edit', '#/specs/shop?draft=edit', '.cm-editor'),
  scene('draft-wrong', async (page, go) => {
    await go('#/specs/shop?draft=edit');
    await page.getByLabel('YAML of the draft').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('name: shop\nformat: CSV\nfields:\n  - name: id\n    type: STRNG\n');
    await page.getByText('Has errors').waitFor();
  }),
  shows('draft-new', '#/specs?draft=new', '.cm-editor'),
  scene('draft-from-file', async (page, go) => {
    await go('#/specs?draft=new');
    await page.locator('.cm-editor').waitFor();
    const buffer = readFileSync(join(SPECS, 'payments/clean.csv'));
    await page.locator('input[type=file]').first().setInputFiles({ name: 'clean.csv', mimeType: 'text/csv', buffer });
    await page.getByText('No errors').waitFor();
    await page.waitForTimeout(2000);
  }),
  shows('runs', '#/runs', 'td .status'),
  shows('runs-none', '#/runs?topic=none', 'main p'),
  run('SUCCESS'),
  run('PARTIAL_SUCCESS'),
  run('FAILED'),
  ...(['QUEUED', 'RUNNING', 'PAUSED'] as const).map(inProgress),
  shows('topics', '#/topics', 'td.number'),
  shows('topic', '#/topics/payments', '.members'),
  shows('topic-dead', '#/topics/dead', 'tbody td'),
  shows('jobs', '#/jobs', 'td .status'),
  shows('job', '#/jobs/claims', 'td .status'),
  shows('job-approval', '#/jobs/checked', 'td .status'),
  shows('job-broken', '#/jobs/broken', '.status'),
  shows('job-paused', '#/jobs/resting', '.status'),
  form('job-new', '#/jobs?form=new'),
  scene('job-new-all', async (page, go) => {
    await go('#/jobs?form=new');
    await openAll(page);
  }),
  ...['topic', 'table', 'path'].map((kind, index) =>
    scene(`job-new-${kind}`, async (page, go) => {
      await go('#/jobs?form=new');
      const select = page.locator('[id="field-to"]');
      await select.selectOption({ index: index + 1 });
    }),
  ),
  form('job-edit', '#/jobs/claims?form=edit'),
  shows('integrations', '#/integrations', 'td.cell'),
  shows('integration', '#/integrations/claims', 'dl.members'),
  scene('integration-tested', async (page, go) => {
    await go('#/integrations/claims');
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('The connection works.').waitFor();
  }),
  scene('integration-broken', async (page, go) => {
    await go('#/integrations/warehouse');
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page
      .getByText(/The connection does not work|failed/i)
      .first()
      .waitFor();
  }),
  shows('integration-kept', '#/integrations/kept?form=edit', 'pre'),
  ...['SFTP', 'BUCKET_A', 'DATABASE', 'LOCAL_FS', 'REST_API'].map((type) => ofType('integration', type)),
  ...['PASSWORD', 'SSH_KEY'].map((type) => ofType('credential', type)),
  shows('not-found', '#/runs/none', '[role=alert], main p'),
];

function scene(name: string, show: Scene['show']): Scene {
  return { name, show };
}

/** A place that is complete when an element is there. */
function shows(name: string, fragment: string, element: string): Scene {
  return scene(name, async (page, go) => {
    await go(fragment);
    await page.locator(element).first().waitFor();
  });
}

/** A sample of a spec in the check. */
function checks(name: string, path: string): Scene {
  return scene(name, async (page, go) => {
    await go(`#/check/${path.split('/')[0]}`);
    await check(page, path);
  });
}

async function check(page: Page, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await chooseFile(page, path.split('/')[1] ?? '', readFileSync(join(SPECS, path)));
  await readVerdict(page);
}

async function sendTo(page: Page, topic: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await chooseFile(page, 'sold.csv', 'id,amount,pin\nb,2,1234\n');
  await readVerdict(page);
  await page.getByLabel('Topic').fill(topic);
  await page.getByRole('button', { name: 'Send to the topic' }).click();
}

function run(status: string): Scene {
  return scene(`run-${status}`, async (page, go, { runs }) => {
    await go(`#/runs/${runs[status]}`);
    await page.locator('section.card .status').waitFor();
  });
}

/** A run in progress. A file of the scenes is read too quickly, so the answer of the service is changed. */
function inProgress(status: 'QUEUED' | 'RUNNING' | 'PAUSED'): Scene {
  return scene(`run-${status}`, async (page, go, { runs }) => {
    const progress = { bytes: 600, totalBytes: 2000 };
    await page.route(`**/api/v1/runs/${runs['SUCCESS']}`, async (route) => {
      const stored = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...stored, status, finishedAt: null, progress } });
    });
    await page.route('**/api/v1/runs/*/events', () => {});
    await go(`#/runs/${runs['SUCCESS']}`);
    await page.locator('progress').waitFor();
  });
}

function form(name: string, fragment: string): Scene {
  return shows(name, fragment, 'form button[type=submit]');
}

async function openAll(page: Page): Promise<void> {
  await page.locator('form').waitFor();
  const more = page.getByRole('button', { name: /^More settings/ });
  while ((await more.count()) > 0) await more.first().click();
}

function ofType(what: 'integration' | 'credential', type: string): Scene {
  return scene(`${what}-new-${type}`, async (page, go) => {
    await go(what === 'integration' ? '#/integrations?form=new' : '#/integrations?form=credential');
    await page.locator('[id="field-type"]').selectOption(type);
    await openAll(page);
  });
}
