/**
 * The exported page with a large file: it is checked and repaired offline, and saved to the disk piece by piece. In CI the
 * file has 100 MB; SPECMILL_LONG=1 takes 1 GB.
 */
import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';
import { launchOnDisk, missing, openIn } from './browser.ts';
import { serveFiles } from './file-server.ts';
import { checkLargeFile, MAX_MEMORY, readPeakMemory, repairLargeFile, writeLargeInput } from './large-file.ts';

interface Context {
  at: Workplace;
  server: Server;
  origin: string;
  profile: BrowserContext;
}

const MEGABYTES = process.env['SPECMILL_LONG'] === undefined ? 100 : 1000;

const test = suite<Context>('the exported page with a large file');
const testInBrowser = skipIf(missing, test);

test.before(async (context) => {
  if (missing !== null) return;
  const at = createWorkplace();
  writeLargeInput(at, MEGABYTES);
  const { code, stderr } = at.call(['page', '--spec', 'big', '--out', 'out']);
  assert.is(code, 0, stderr);
  Object.assign(context, {
    at,
    ...(await serveFiles(at.path('out'))),
    profile: await launchOnDisk(at.path('profile')),
  });
});
test.after(async ({ at, server, profile }) => {
  await profile?.close();
  server?.close();
  at?.remove();
});

/** Answers the dialog for a file with a file in the private folder of the page, which is on the disk, too. */
async function answerDialogs(page: Page): Promise<void> {
  // A text, because tsx adds a function of its own to functions with a name.
  await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) =>
    (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`);
}

/** Returns the size of a saved file, and the beginning of its line with a text. */
function readSaved(page: Page, name: string, text: string): Promise<{ bytes: number; found: string }> {
  return page.evaluate(
    async ([file = '', wanted = '']) => {
      const folder = await navigator.storage.getDirectory();
      const saved = await (await folder.getFileHandle(file)).getFile();
      const head = await saved.slice(0, 1_000_000).text();
      return { bytes: saved.size, found: head.split('\n').find((line) => line.includes(wanted)) ?? '' };
    },
    [name, text],
  );
}

testInBrowser('it is checked, repaired and saved offline, in bounded memory', async ({ at, origin, profile }) => {
  const { page, faults } = await openIn(profile, `${origin}/index.html#/check/big`);
  await answerDialogs(page);
  const { sentence, seconds } = await checkLargeFile(page, at);
  assert.match(sentence, /records have errors$/);
  await page.context().setOffline(true);
  await repairLargeFile(page);
  await page.getByRole('button', { name: 'Save the repaired file' }).click();
  await page.getByText('Saved as big.repaired.csv').waitFor();
  const original = statSync(at.path('big.csv')).size;
  const repaired = await readSaved(page, 'big.repaired.csv', 'TX-00000999');
  assert.equal(repaired, {
    bytes: original - 1,
    found: 'TX-00000999,7.5,2025-03-14,"payment of invoice 999, thank you"',
  });
  await page.getByRole('button', { name: 'Events as NDJSON' }).click();
  await page.getByText('Events as NDJSON: saved as').waitFor();
  const events = await readSaved(page, 'big.ndjson', 'TX-00000998');
  assert.match(events.found, /^\{"id":"TX-00000998","amount":998\.25,/);
  assert.ok(events.bytes > original);
  const memory = await readPeakMemory(profile.browser());
  console.log(
    `note: ${MEGABYTES} MB in ${seconds.toFixed(1)} s, ${(memory / 2 ** 20).toFixed(0)} MiB with the repaired file and ${(events.bytes / 1e6).toFixed(0)} MB of events saved`,
  );
  assert.ok(memory < MAX_MEMORY, `${memory} bytes`);
  assert.equal(faults, []);
});

test.run();
