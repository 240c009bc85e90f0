/** The page of a service with access control: it loads for everyone, and asks for a key before it shows anything. */
import * as assert from 'uvu/assert';
import { eventually, ORDERS_CSV, ORDERS_YAML } from '../../runtime/service.ts';
import { checkAccessibility, chooseFile, LOOKS, open, readVerdict } from './browser.ts';
import { createPageSuite } from './suite.ts';

const { test, testInBrowser } = createPageSuite('sign in', {
  prepare: (at) => {
    at.write('specs/orders.yaml', ORDERS_YAML);
    return { key: at.call(['keys', 'add', 'partner', '--scope', 'read']).stdout.trim() };
  },
});
function bearer(key: string): RequestInit {
  return { headers: { authorization: `Bearer ${key}` } };
}

testInBrowser('a key signs in, a wrong one does not, and files are checked with the key', async (context) => {
  const { service, browser, key } = context;
  const { page, close } = await open(browser, `${service.url}/#/check`);
  await page.getByLabel('API key').fill('sm_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The service refused the key: the request').waitFor();
  // The same key again: the form stays, because a new key takes a second until it is accepted.
  const again = page.waitForResponse(/\/caller$/);
  await page.getByLabel('API key').fill('sm_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await again;
  await page.getByText('The service refused the key: the request').waitFor();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  await chooseFile(page, 'a.csv', ORDERS_CSV);
  assert.is((await readVerdict(page)).sentence, '2 of 3 records have errors');
  await page.reload();
  await page.getByLabel('API key').waitFor();
  await close();
});

testInBrowser('a key that is kept survives a reload, and is forgotten on sign out', async (context) => {
  const { service, browser, key } = context;
  const { page, close } = await open(browser, `${service.url}/#/check`);
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Keep it').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  await page.reload();
  await page.getByLabel('API key').waitFor();
  assert.is(page.url().includes(key), false);
  await close();
});

testInBrowser('a key that is revoked meanwhile leads to the form, which says why', async (context) => {
  const { at, service, browser } = context;
  const key = at.call(['keys', 'add', 'short', '--scope', 'read']).stdout.trim();
  await eventually(async () => (await service.fetch('/caller', bearer(key))).status !== 401);
  const { page, close } = await open(browser, `${service.url}/#/check`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  at.call(['keys', 'revoke', key.split('_')[1] ?? '']);
  await eventually(async () => (await service.fetch('/specs', bearer(key))).status === 401);
  await page.getByRole('link', { name: 'Specs', exact: true }).click();
  await page.getByLabel('API key').waitFor();
  await page.getByText('revoked').waitFor();
  await page.getByLabel('API key').fill(context.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'orders' }).waitFor();
  await close();
});

testInBrowser('a key that may not read is refused in words', async ({ at, service, browser }) => {
  const key = at.call(['keys', 'add', 'sender', '--scope', 'transform']).stdout.trim();
  await eventually(async () => (await service.fetch('/caller', bearer(key))).status !== 401);
  const { page, close } = await open(browser, `${service.url}/#/check`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('The request requires the scope "read"').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  await close();
});

testInBrowser('the form is accessible in each look', async ({ service, browser }) => {
  for (const look of LOOKS) {
    const { page, close } = await open(browser, `${service.url}/#/check`, look);
    await page.getByLabel('API key').waitFor();
    await checkAccessibility(page, `sign in, ${look.colorScheme} ${look.viewport.width}`);
    await close();
  }
});

testInBrowser('only a key with the scope specs sees drafts', async ({ at, service, browser, key }) => {
  const { page, close } = await open(browser, `${service.url}/#/specs/orders?draft=edit`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'In words' }).waitFor();
  assert.is(await page.getByRole('link', { name: /draft|Write/ }).count(), 0);
  await close();
  const editor = at.call(['keys', 'add', 'editor', '--scope', 'read,specs']).stdout.trim();
  const { page: other, faults, close: closeOther } = await open(browser, `${service.url}/#/check`);
  await eventually(async () => (await service.fetch('/caller', bearer(editor))).status === 200);
  await other.getByLabel('API key').fill(editor);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  await chooseFile(other, 'a.csv', ORDERS_CSV);
  await readVerdict(other);
  await other.getByRole('link', { name: 'Try a change of this spec' }).click();
  await other
    .getByRole('row', { name: /^Verdict/ })
    .getByText('2 of 3 records have errors')
    .nth(1)
    .waitFor();
  assert.equal(
    faults.filter((fault) => !fault.includes('401')),
    [],
  );
  await closeOther();
});

test.run();
