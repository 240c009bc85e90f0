/** A checked file is sent to a topic: with its edits, with live progress, and only by those who may. */
import { createHash } from 'node:crypto';
import type { FileChooser } from 'playwright-core';
import * as assert from 'uvu/assert';
import {
  checkAccessibility,
  checkNoMarkup,
  chooseFile,
  LOOKS,
  type OpenedPage,
  openSignedIn,
  readVerdict,
} from './browser.ts';
import { createPageSuite, type PageContext } from './suite.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
const SECRET = 'hunter2-secret';
const SPEC = {
  name: 'cards',
  format: 'CSV',
  messageKey: ['id'],
  fields: [
    { name: 'id', type: 'STRING', required: true },
    { name: 'amount', type: 'INTEGER' },
    { name: 'pin', type: 'STRING', sensitive: true },
  ],
  validationRules: [{ ruleId: 'low', field: 'amount', ruleType: 'MAX_VALUE', value: '100', severity: 'ERROR' }],
};
const fileWith = (amount: string) => `id,amount,pin\n${MARKUP.replaceAll('"', "'")},1,${SECRET}\nb,${amount},x\n`;

const { test, testInBrowser } = createPageSuite('sending a file', {
  prepare: (at) => {
    at.write('specs/cards.json', JSON.stringify(SPEC));
    const addKey = (scopes: string) => at.call(['keys', 'add', 'a', '--scope', scopes]).stdout.trim();
    // Keys that may send, and only read.
    return { clerk: addKey('read,transform'), reader: addKey('read') };
  },
});

/** Sends the file to a topic that does not exist yet. */
async function sendToNew(page: OpenedPage['page'], topic: string): Promise<void> {
  await page.getByLabel('Topic').fill(topic);
  await page.getByLabel('Topic').press('Enter');
  await page.getByText(`There is no topic ${topic} yet.`).waitFor();
  await page.getByRole('button', { name: 'Create the topic and send' }).click();
}

/** Opens the file with a wrong amount as a user with a key. */
async function openFile(context: PageContext, key: string, look = {}, amount = 'x'): Promise<OpenedPage> {
  const opened = await openSignedIn({ ...context, key }, '#/check/cards', look);
  await opened.page.getByRole('heading', { level: 1, name: 'cards' }).waitFor();
  await chooseFile(opened.page, 'cards.csv', fileWith(amount));
  await readVerdict(opened.page);
  return opened;
}

testInBrowser('the repaired file is sent, and its run and first events are shown', async (context) => {
  const { page, faults, close } = await openFile(context, context.clerk);
  await page.getByText('The service gets the file and publishes').waitFor();
  await page.getByRole('button', { name: /^Edit amount on line 3/ }).click();
  await page.locator('.editor textarea').fill('42');
  await page.keyboard.press('Enter');
  await page.getByText('The service gets the repaired file and publishes').waitFor();
  await sendToNew(page, 'repaired');
  await page.getByRole('heading', { name: 'First events' }).waitFor();
  assert.is(await page.locator('.message-value').count(), 2);
  // Values are masked until the sensitive fields of the spec are known.
  await page
    .locator('.message-value')
    .nth(1)
    .filter({ hasText: /amount.*42/ })
    .waitFor();
  assert.is((await page.content()).includes(SECRET), false, 'the values of sensitive fields are masked');
  await checkNoMarkup(page);
  const link = (await page.getByRole('link', { name: 'Open the run' }).getAttribute('href')) ?? '';
  const runId = link.split('/').at(-1) ?? '';
  const headers = { authorization: `Bearer ${context.clerk}` };
  const response = await fetch(`${context.service.url}/api/v1/runs/${runId}`, { headers });
  const run = (await response.json()) as { status: string; fileSha256: string; fileName: string };
  assert.is(run.status, 'SUCCESS');
  assert.is(run.fileName, 'cards.csv');
  assert.is(run.fileSha256, createHash('sha256').update(fileWith('42')).digest('hex'));
  await page.goto(`${context.service.url}/${link}`);
  for (const step of ['opened', 'reloaded']) {
    await page.getByRole('heading', { level: 1, name: 'cards.csv' }).waitFor();
    await page.getByRole('heading', { name: 'First events' }).waitFor();
    assert.is(page.url().endsWith(link), true, step);
    await page.reload();
  }
  assert.equal(faults, []);
  await close();
});

testInBrowser('a file is checked, repaired and sent with the keyboard alone', async (context) => {
  const { page, faults, close } = await openSignedIn({ ...context, key: context.clerk }, '#/check/cards');
  await page.getByRole('heading', { level: 1, name: 'cards' }).waitFor();
  const focusOn = async (name: RegExp): Promise<void> => {
    const visited: string[] = [];
    for (let at = 0; at < 80; at++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        const labels = [...(element?.labels ?? [])].map(({ textContent }) => textContent);
        // The page itself has the focus while it is drawn again, and its text contains every name.
        const own = element?.matches('a, button, summary') === true ? element.textContent : null;
        const names = [element?.getAttribute('aria-label'), ...labels, own];
        return { name: names.filter(Boolean).join(' ').trim(), isShown: element?.matches(':focus-visible') === true };
      });
      visited.push(focused.name.slice(0, 30));
      if (!name.test(focused.name)) continue;
      assert.is(focused.isShown, true, `the focus on ${name} is shown`);
      return;
    }
    throw new Error(`the focus does not reach ${name}: ${visited.join(', ')}`);
  };
  // On a slow machine, Chromium may open no dialog for a key that comes while the page still loads.
  const choose = async (tries: number): Promise<FileChooser> => {
    await focusOn(/File to check|Choose a file/);
    const opened = page.waitForEvent('filechooser', { timeout: 5000 }).catch(() => null);
    await page.keyboard.press('Enter');
    const chooser = await opened;
    if (chooser !== null) return chooser;
    assert.ok(tries > 1, 'a dialog for a file opens');
    return choose(tries - 1);
  };
  const buffer = Buffer.from(fileWith('x'));
  await (await choose(4)).setFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer });
  await readVerdict(page);
  await focusOn(/^Edit amount on line 3/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('42');
  await page.locator('.editor').getByText('No issue is left').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The service gets the repaired file and publishes').waitFor();
  await focusOn(/^Topic/);
  await page.keyboard.type('walked');
  await page.keyboard.press('Enter');
  await page.getByText('There is no topic walked yet.').waitFor();
  await focusOn(/^Create the topic and send$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'First events' }).waitFor();
  await focusOn(/^Open the run/);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await opened).waitForURL(/#\/runs\/[0-9a-f-]{36}$/);
  assert.equal(faults, []);
  await close();
});

testInBrowser('a file that was published is sent again only on demand', async (context) => {
  const { page, close } = await openFile(context, context.clerk);
  const send = page.getByRole('button', { name: 'Send to the topic' });
  await sendToNew(page, 'twice');
  await page.getByRole('heading', { name: 'First events' }).waitFor();
  await send.click();
  await page.getByText('This file was already published to this topic.').waitFor();
  assert.match((await page.getByRole('link', { name: 'Show that run' }).getAttribute('href')) ?? '', /^#\/runs\/.+/);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await page.getByRole('heading', { name: 'First events' }).waitFor();
  await page.getByLabel('Topic').fill('a b');
  await send.click();
  assert.is(await page.getByLabel('Topic').evaluate((input: HTMLInputElement) => input.validity.patternMismatch), true);
  await close();
});

testInBrowser('records with errors are left out if the user asks for it', async (context) => {
  const { page, close } = await openFile(context, context.clerk, {}, '101');
  await page.getByText('publishes 2 records to a topic').waitFor();
  await page.getByLabel('Topic').fill('left-out');
  await page.getByText('Records with errors are published, too.').waitFor();
  await page.getByLabel('Leave out records with errors').check();
  await page.getByText('Records with errors are left out.', { exact: true }).waitFor();
  await sendToNew(page, 'left-out');
  await page.getByRole('heading', { name: 'First events' }).waitFor();
  assert.is(await page.locator('.message-value').count(), 1);
  // A record without a value is never published.
  await page.getByLabel('Leave out records with errors').uncheck();
  await page.getByText('publishes 2 records to a topic').waitFor();
  await chooseFile(page, 'cards.csv', fileWith('x'));
  await page.getByText('publishes 1 record to a topic').waitFor();
  assert.is(await page.getByText('Records with errors are published, too.').count(), 0);
  await close();
});

testInBrowser(
  'existing topics are offered, and a wrong name is asked for before it becomes a topic',
  async (context) => {
    const { service, clerk } = context;
    const { page, faults, close } = await openFile(context, clerk);
    await sendToNew(page, 'offered');
    await page.getByRole('heading', { name: 'First events' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'cards' }).waitFor();
    await chooseFile(page, 'cards.csv', fileWith('7'));
    await page.getByLabel('Topic').fill('oferred');
    await page.getByRole('button', { name: 'Send to the topic' }).click();
    await page.getByText('There is no topic oferred yet.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'offered', exact: true }).click();
    assert.is(await page.getByLabel('Topic').inputValue(), 'offered');
    await page.getByRole('button', { name: 'Send to the topic' }).click();
    await page.getByRole('heading', { name: 'First events' }).waitFor();
    const topics = await service.fetch('/topics', { headers: { authorization: `Bearer ${clerk}` } });
    const names = ((await topics.json()) as { name: string }[]).map(({ name }) => name);
    assert.equal([names.includes('offered'), names.includes('oferred')], [true, false]);
    assert.equal(faults, []);
    await close();
  },
);

testInBrowser('a user who may only read does not see it', async (context) => {
  const { page, close } = await openFile(context, context.reader);
  assert.is(await page.getByRole('heading', { name: 'Save' }).count(), 1);
  assert.is(await page.getByRole('heading', { name: 'Send' }).count(), 0);
  await close();
});

testInBrowser('the form, the run and the events are accessible in each look', async (context) => {
  for (const look of LOOKS) {
    const what = `send, ${look.colorScheme} ${look.viewport.width}`;
    const { page, faults, close } = await openFile(context, context.clerk, look);
    await sendToNew(page, `topic-${look.colorScheme}-${look.viewport.width}`);
    await page.getByRole('heading', { name: 'First events' }).waitFor();
    await checkAccessibility(page, what);
    assert.equal(faults, [], what);
    await close();
  }
});

test.run();
