/**
 * A large file: the page stays responsive, needs little memory, and reports what `specmill validate` reports. In CI the
 * file has 200 MB and the limit of a task is generous, because the machine may be busy. SPECMILL_LONG=1 takes 2 GB and the
 * real limits.
 */
import { createReadStream, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/model/result.ts';
import { type Service, startService } from '../runtime/service.ts';
import { createWorkplace, type Workplace } from '../runtime/specmill.ts';
import { skipIf } from '../support/skip.ts';
import { launch, missing, open, readVerdict } from './browser.ts';
import { hashOf, hashOfRepaired, LARGE_SPEC, MAX_MEMORY, readPeakMemory, writeLargeFile } from './large-file.ts';

interface Context {
  at: Workplace;
  service: Service;
  browser: Browser;
}

const IS_LONG = process.env['SPECMILL_LONG'] !== undefined;
const MEGABYTES = IS_LONG ? 2048 : 200;
const MAX_TASK_MS = IS_LONG ? 50 : 1000;
/** Time in the browser as a multiple of that of Node.js on one thread. */
const MAX_RATIO = 2;
const test = suite<Context>('a large file');
const testInBrowser = skipIf(missing, test);

test.before(async (context) => {
  if (missing !== null) return;
  const at = createWorkplace();
  at.write('specs/big.json', JSON.stringify(LARGE_SPEC));
  writeLargeFile(at.path('big.csv'), MEGABYTES);
  Object.assign(context, { at, service: await startService(at), browser: await launch() });
});
test.after(async ({ at, service, browser }) => {
  await browser?.close();
  await service?.stop();
  at?.remove();
});

/** Starts to record the tasks of the main thread that take over 50 ms (W3C Long Tasks). */
async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
}

testInBrowser('it is read without long tasks, in bounded memory, and repaired', async ({ at, service, browser }) => {
  const { page, faults, close } = await open(browser, `${service.url}/#/check/big`);
  page.setDefaultTimeout(600_000);
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  const readTasks = await watchTasks(page);
  const began = performance.now();
  await page.getByLabel('File to check').setInputFiles(at.path('big.csv'));
  await readVerdict(page);
  const seconds = (performance.now() - began) / 1000;
  const longest = Math.max(0, ...(await readTasks()));
  const download = async (name: string): Promise<string> => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return (await started).path();
  };
  const reading = await readPeakMemory(browser);
  const found = JSON.parse(readFileSync(await download('Report as JSON'), 'utf8')) as ProcessingResult;
  await page.getByRole('button', { name: /^Edit amount on line 1,?001:/ }).click();
  await page.locator('.editor textarea').fill('7.5');
  await page.keyboard.press('Enter');
  const repaired = await download('Save the repaired file');
  assert.is(await hashOf(createReadStream(repaired)), await hashOfRepaired(at.path('big.csv')));
  const memory = await readPeakMemory(browser);
  const { stdout } = at.call(['validate', '--spec', 'big', '--threads', '1', '--json', at.path('big.csv')]);
  const expected = JSON.parse(stdout) as ProcessingResult;
  assert.equal(comparable(found), comparable(expected));
  const ratio = found.durationMs / expected.durationMs;
  console.log(
    `note: ${MEGABYTES} MB in ${seconds.toFixed(1)} s, longest task ${longest.toFixed(0)} ms, ${(reading / 2 ** 20).toFixed(0)} MiB while reading and ${(memory / 2 ** 20).toFixed(0)} MiB in all, ${ratio.toFixed(2)} times the time of Node.js`,
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
