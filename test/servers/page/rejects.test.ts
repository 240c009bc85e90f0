/** The rejects of a file are repaired in the page by one person, approved there by another, and published with their numbers. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { eventually, jsonInit, ORDERS_YAML } from '../../runtime/service.ts';
import { checkAccessibility, LOOKS, open, openSignedIn } from './browser.ts';
import { createPageSuite } from './suite.ts';

const { test, testInBrowser } = createPageSuite<{ key: string; berta: string }>(
  'rejects that are repaired in the page',
  {
    prepare: (at) => {
      at.write('specs/orders.yaml', ORDERS_YAML);
      mkdirSync(at.path('in'));
      writeFileSync(join(at.path('in'), 'some.csv'), 'id,amount\na,1.50\nb,x\nc,2.50\nd,y\n');
      const add = (name: string, scope: string) => at.call(['keys', 'add', name, '--scope', scope]).stdout.trim();
      return { key: add('anna', 'read,transform,connect,approve'), berta: add('berta', 'approve') };
    },
    flags: (at) => ['--local-roots', at.path('in')],
    begin: async ({ at, service, key }) => {
      const post = async (path: string, body: unknown) => {
        const response = await service.fetch(path, jsonInit('POST', body, { authorization: `Bearer ${key}` }));
        assert.is(response.ok, true, await response.text());
      };
      await post('/integrations', { name: 'in', type: 'LOCAL_FS', config: { root: at.path('in') } });
      await post('/jobs', {
        name: 'claims',
        source: { integration: 'in', pattern: '*.csv' },
        spec: 'orders',
        schedule: { every: '1h' },
        ready: { unchangedFor: '0s' },
        to: { topic: 'claims' },
        then: { done: { move: '/done/{name}' }, rejects: { path: '/rejects/{name}' } },
        approval: { above: 0 },
      });
    },
  },
);

testInBrowser('one person repairs them, another approves them', async (context) => {
  const { at, service, key } = context;
  const headers = { authorization: `Bearer ${key}` };
  const fileOf = async () =>
    ((await (await service.fetch('/jobs/claims/files', { headers })).json()) as { state: string; runId: string }[])[0];
  await eventually(async () => (await fileOf())?.state === 'done');
  const rejects = readFileSync(join(at.path('in'), 'rejects/some.csv'), 'utf8');

  const anna = await openSignedIn(context, '#/');
  await anna.page.getByRole('link', { name: 'Repair rejects of some.csv' }).click();
  await anna.page.getByRole('heading', { name: 'The 2 rejected records of some.csv' }).waitFor();
  await anna.page.getByText('None of these records would be published yet').waitFor();
  for (const [line, value] of [
    [2, '7'],
    [3, '8'],
  ] as const) {
    await anna.page.getByRole('button', { name: `Edit amount on line ${line}` }).click();
    await anna.page.locator('.editor textarea').fill(value);
    await anna.page.keyboard.press('Enter');
    await anna.page
      .getByText(`${line - 1} record would be published`)
      .or(anna.page.getByText('2 records would'))
      .waitFor();
  }
  await anna.page.getByText('2 records would be published').waitFor();
  await anna.page.getByRole('button', { name: 'Publish them' }).click();
  await anna.page.getByText('2 records wait for the approval of another person.').waitFor();
  assert.is(await anna.page.getByRole('button', { name: 'Publish them' }).isDisabled(), true);
  await checkAccessibility(anna.page, 'repair of rejects');
  assert.equal(anna.faults, []);
  await anna.close();
  assert.is((await fileOf())?.state, 'needs_approval');

  const berta = await open(context.browser, `${service.url}/#/`);
  await berta.page.getByLabel('API key').fill(context.berta);
  await berta.page.getByRole('button', { name: 'Sign in' }).click();
  await berta.page.getByText(/2 records, with repaired ones/).waitFor();
  await berta.page.getByRole('button', { name: 'Review the records of some.csv' }).click();
  await berta.page.getByText('Record 4, line 5').waitFor();
  await berta.page.getByLabel('Comment on some.csv').fill('compared with the letter');
  await berta.page.getByRole('button', { name: 'Approve the rejects of some.csv' }).click();
  await berta.page.getByText('wait for approval').waitFor({ state: 'detached' });
  assert.equal(
    berta.faults.filter((fault) => !fault.includes('401')),
    [],
    'who is not signed in yet',
  );
  await berta.close();

  interface Message {
    value: string;
    headers: Record<string, string>;
  }
  await eventually(async () => (await fileOf())?.state === 'done');
  const messages = (await (await service.fetch('/topics/claims/messages?limit=10', { headers })).json()) as Message[];
  assert.equal(
    messages.map(({ value, headers: { ce_id: id } }) => [JSON.parse(value), id?.split(':').at(-1)]),
    [
      [{ id: 'a', amount: 1.5 }, '1'],
      [{ id: 'c', amount: 2.5 }, '3'],
      [{ id: 'b', amount: 7 }, '2'],
      [{ id: 'd', amount: 8 }, '4'],
    ],
  );
  assert.not(existsSync(join(at.path('in'), 'rejects/some.csv')));
  assert.is(readFileSync(join(at.path('in'), 'done/some.csv.rejects'), 'utf8'), rejects);
});

testInBrowser('the run says what can be done with its rejects, in each look', async (context) => {
  const { service, key } = context;
  const headers = { authorization: `Bearer ${key}` };
  const runs = (await (await service.fetch('/runs', { headers })).json()) as { runId: string; rejectsOf?: string }[];
  const { runId = '' } = runs.find(({ rejectsOf }) => rejectsOf === undefined) ?? {};
  for (const look of LOOKS) {
    const { page, faults, close } = await openSignedIn(context, `#/runs/${runId}`, look);
    await page.getByRole('link', { name: 'Repair them here' }).click();
    await page.getByRole('heading', { name: 'Publish the repaired records' }).waitFor();
    await checkAccessibility(page, `rejects, ${look.colorScheme} ${look.viewport.width}`);
    assert.equal(faults, []);
    await close();
  }
});

test.run();
