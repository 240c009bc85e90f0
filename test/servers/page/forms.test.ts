/** Credentials, integrations and jobs are made in the page, without a document beside it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { eventually, ORDERS_YAML } from '../../runtime/service.ts';
import { checkAccessibility, checkNoMarkup, LOOKS, MARKUP, openSignedIn } from './browser.ts';
import { createPageSuite } from './suite.ts';

const SECRET = 'hunter2-secret';

const { test, testInBrowser } = createPageSuite('the forms', {
  prepare: (at) => {
    at.write('specs/orders.yaml', ORDERS_YAML);
    at.write('specs/integrations/kept.yaml', `name: kept\ntype: LOCAL_FS\nconfig: { root: ${at.path('files')} }\n`);
    mkdirSync(at.path('files'));
    writeFileSync(join(at.path('files'), 'a.csv'), 'id,amount\na,1.50\n');
    return { key: at.call(['keys', 'add', 'clerk', '--scope', 'read,transform,connect']).stdout.trim() };
  },
  flags: (at) => ['--local-roots', at.path('files')],
});

testInBrowser('an integration and a job are created, tested and changed, and files arrive', async (context) => {
  const { at } = context;
  const { page, faults, close } = await openSignedIn(context, '#/integrations');
  await page.getByRole('link', { name: 'New integration' }).click();
  await page.getByLabel('Type', { exact: true }).selectOption('LOCAL_FS');
  await page.getByLabel('Name', { exact: true }).fill('inbox');
  await page.getByLabel('Folder', { exact: true }).fill('/nowhere');
  assert.match((await page.locator('pre').textContent()) ?? '', /^type: "LOCAL_FS"|^name: inbox|type: LOCAL_FS/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await page.locator('[id="field-config.root"]:focus').waitFor();
  await page.getByLabel('Folder', { exact: true }).fill(at.path('files'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'inbox' }).waitFor();
  await page.getByText("Folder of the service's machine").waitFor();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('The connection works.').waitFor();

  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByRole('link', { name: 'New job' }).click();
  await page.getByLabel('Name', { exact: true }).fill('claims');
  const source = page.getByRole('group', { name: 'Source' });
  await source.getByLabel('Integration', { exact: true }).fill('inbox');
  await page.getByLabel('Spec', { exact: true }).fill('orders');
  await page.getByLabel('Kind of destination').selectOption('topic');
  await page.getByLabel('Topic', { exact: true }).fill('claims');
  const yaml = (await page.locator('pre').textContent()) ?? '';
  for (const line of ['name: claims', '  integration: inbox', '  topic: claims', '  skipInvalidRecords: true'])
    assert.is(yaml.includes(`${line}\n`), true, `${line} in ${yaml}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'claims' }).waitFor();
  await page.getByRole('row', { name: /^a\.csv.*Done/ }).waitFor();

  await page.getByRole('link', { name: 'Change it' }).click();
  await page.getByRole('heading', { name: 'Change claims' }).waitFor();
  await page.getByRole('button', { name: /^More settings: .*Memory$/ }).click();
  const several = page.getByRole('group', { name: 'Several specs' });
  await several.getByRole('button', { name: 'Add one' }).click();
  await several.getByLabel('Names of the files').fill('{b');
  await several.getByLabel('Spec', { exact: true }).fill('orders');
  await page.getByLabel('Memory', { exact: true }).fill('soon');
  await page.getByRole('button', { name: 'Save' }).click();
  const refused = (await page.getByRole('alert').textContent()) ?? '';
  assert.match(refused, /Several specs, 1: Names of the files \(specs\.0\.pattern\) /);
  assert.match(refused, /Memory \(keepFor\) takes/);
  await page.locator('[id="field-specs.0.pattern"]:focus').waitFor();
  await several.getByLabel('Names of the files').fill('b-*.csv');
  await page.getByLabel('Memory', { exact: true }).fill('30d');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('exclude each other: remove one').waitFor();
  await several.getByRole('button', { name: 'Remove number 1' }).click();
  await page.getByLabel('Every', { exact: true }).fill('2h');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('every 2h').waitFor();
  assert.equal(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await close();
});

testInBrowser('a secret is sent once, and neither shown nor kept', async (context) => {
  const { service, key } = context;
  const { page, faults, close } = await openSignedIn(context, '#/integrations');
  await page.getByRole('link', { name: 'New credential' }).click();
  await page.getByLabel('Type', { exact: true }).selectOption('PASSWORD');
  await page.getByLabel('Name', { exact: true }).fill('bank');
  await page.getByLabel('User', { exact: true }).fill(MARKUP);
  await page.getByLabel('Password', { exact: true }).fill(SECRET);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`username: ${MARKUP}`).waitFor();
  await page.getByText('****cret').waitFor();
  assert.is((await page.content()).includes(SECRET), false);
  await page.getByRole('link', { name: 'Replace the secret of bank' }).click();
  await page.getByRole('heading', { name: 'New secret of bank' }).waitFor();
  assert.is(await page.getByLabel('Password', { exact: true }).inputValue(), '');
  await checkNoMarkup(page);
  await page.getByLabel('Password', { exact: true }).fill(`${SECRET}-next`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('****next').waitFor();
  await eventually(async () => {
    const response = await service.fetch('/credentials/bank', { headers: { authorization: `Bearer ${key}` } });
    return ((await response.json()) as { version: number }).version === 2;
  });
  assert.equal(faults, []);
  await close();
});

testInBrowser('what is managed in git is shown, and can only be copied', async (context) => {
  const { page, faults, close } = await openSignedIn(context, '#/integrations/kept');
  await page.getByRole('link', { name: 'Show its definition' }).click();
  await page.getByText('It is managed in git.').waitFor();
  assert.is(await page.getByRole('button', { name: 'Save' }).count(), 0);
  await page.getByRole('button', { name: 'Copy the YAML' }).waitFor();
  assert.equal(faults, []);
  await close();
});

testInBrowser('the forms are accessible in each look', async (context) => {
  for (const look of LOOKS) {
    const { page, faults, close } = await openSignedIn(context, '#/runs', look);
    const check = async (place: string, type: string | null) => {
      await page.goto(`${context.service.url}/#/${place}`);
      await page.getByRole('button', { name: 'Save' }).waitFor();
      if (type !== null) await page.getByLabel('Type', { exact: true }).selectOption(type);
      await page.getByLabel('Name', { exact: true }).waitFor();
      const more = page.getByRole('button', { name: /^More settings/ });
      while ((await more.count()) > 0) await more.first().click();
      await checkAccessibility(page, `${place}, ${look.colorScheme} ${look.viewport.width}`);
    };
    await check('jobs?form=new', null);
    await check('integrations?form=new', 'SFTP');
    await check('integrations?form=credential', 'SSH_KEY');
    assert.equal(faults, []);
    await close();
  }
});

test.run();
