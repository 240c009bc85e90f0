/**
 * A large file: the page stays responsive, needs little memory, and reports what `specmill validate` reports. In CI the
 * file has 200 MB; SPECMILL_LONG=1 takes 2 GB, and compares the time with that of Node.js.
 */
import { createReadStream, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { open } from './browser.ts';
import {
  checkLargeFile,
  hashOf,
  hashOfRepaired,
  MAX_MEMORY,
  readPeakMemory,
  repairLargeFile,
  writeLargeInput,
} from './large-file.ts';
import { recordTasks } from './main-thread.ts';
import { createPageSuite } from './suite.ts';

const IS_LONG = process.env['SPECMILL_LONG'] !== undefined;
const MEGABYTES = IS_LONG ? 2048 : 200;
/** The longest task of the main thread while it reads, in milliseconds of processor time. */
const MAX_TASK_MS = 50;
/** Time in the browser as a multiple of that of Node.js on one thread. */
const MAX_RATIO = 2;
const { test, testInBrowser } = createPageSuite('a large file', {
  prepare: (at) => writeLargeInput(at, MEGABYTES),
});

testInBrowser('it is read without long tasks, in bounded memory, and repaired', async ({ at, service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/big`);
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  const readTasks = await recordTasks(browser, page);
  const { seconds } = await checkLargeFile(page, at);
  await page.locator('tbody tr').first().waitFor();
  const { reading: longest, showing } = await readTasks();
  const download = async (name: string): Promise<string> => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return (await started).path();
  };
  const reading = await readPeakMemory(browser);
  const found = JSON.parse(readFileSync(await download('Report as JSON'), 'utf8')) as ProcessingResult;
  await repairLargeFile(page);
  const repaired = await download('Save the repaired file');
  assert.is(await hashOf(createReadStream(repaired)), await hashOfRepaired(at.path('big.csv')));
  const memory = await readPeakMemory(browser);
  const { stdout } = at.call(['validate', '--spec', 'big', '--threads', '1', '--json', at.path('big.csv')]);
  const expected = JSON.parse(stdout) as ProcessingResult;
  assert.equal(comparable(found), comparable(expected));
  const ratio = found.durationMs / expected.durationMs;
  console.log(
    `note: ${MEGABYTES} MB in ${seconds.toFixed(1)} s, longest task ${longest.toFixed(0)} ms while reading and ${showing.toFixed(0)} ms afterwards, ${(reading / 2 ** 20).toFixed(0)} MiB while reading and ${(memory / 2 ** 20).toFixed(0)} MiB in all, ${ratio.toFixed(2)} times the time of Node.js`,
  );
  assert.ok(longest < MAX_TASK_MS, `a task of ${longest} ms`);
  assert.ok(memory < MAX_MEMORY, `${memory} bytes`);
  if (IS_LONG) assert.ok(ratio <= MAX_RATIO, `${ratio} times the time of Node.js`);
  assert.equal(faults, []);
  await close();
});

/** The result without what depends on the time, and on how the file was named. */
function comparable({ durationMs: _, specId: __, fileSha256: ___, ...result }: ProcessingResult): object {
  return result;
}

test.run();
