import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readFileSync, writeSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { Workplace } from '../../runtime/specmill.ts';
import { readVerdict } from './browser.ts';

/** The most memory that the page may need for a large file, in bytes. */
export const MAX_MEMORY = 400 * 1024 * 1024;

/** Waiting longer than this is a hang, also for a large file on a busy machine. */
const HANGS_MS = 1_800_000;

/** The spec of a large file. */
const LARGE_SPEC = {
  name: 'big',
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING', required: true },
    { name: 'amount', type: 'DECIMAL' },
    { name: 'booked', type: 'DATE' },
    { name: 'note', type: 'STRING' },
  ],
  validationRules: [{ ruleId: 'positive', field: 'amount', ruleType: 'MIN_VALUE', value: '0.01' }],
};
const HEADER = 'id,amount,booked,note\n';

/** Writes the spec `big`, and `big.csv` with about `megabytes`. */
export function writeLargeInput(at: Workplace, megabytes: number): void {
  at.write('specs/big.json', JSON.stringify(LARGE_SPEC));
  writeLargeFile(at.path('big.csv'), megabytes);
}

/** Writes a CSV file. One record of each 1,000 is wrong. */
function writeLargeFile(path: string, megabytes: number): void {
  const lines = Array.from({ length: 20_000 }, (_, at) => {
    const amount = at % 1000 === 999 ? '0.00' : `${at}.25`;
    return `TX-${String(at).padStart(8, '0')},${amount},2025-03-14,"payment of invoice ${at}, thank you"\n`;
  });
  const block = Buffer.from(lines.join(''));
  const file = openSync(path, 'w');
  writeSync(file, HEADER);
  for (let bytes = 0; bytes < megabytes * 1_000_000; bytes += block.length) writeSync(file, block);
  closeSync(file);
}

/** Checks the large file. Returns the sentence of the verdict, and the seconds that it took. */
export async function checkLargeFile(page: Page, at: Workplace): Promise<{ sentence: string; seconds: number }> {
  page.setDefaultTimeout(HANGS_MS);
  const began = performance.now();
  await page.getByLabel('File to check').setInputFiles(at.path('big.csv'));
  const { sentence } = await readVerdict(page);
  return { sentence, seconds: (performance.now() - began) / 1000 };
}

/** Edits the amount of the first wrong record. */
export async function repairLargeFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit amount on line 1,?001:/ }).click();
  await page.locator('.editor textarea').fill('7.5');
  await page.keyboard.press('Enter');
  await page.locator('.editor').waitFor({ state: 'detached' });
}

/** Returns the greatest memory that a process of a page has had, in bytes: its resident set. */
export async function readPeakMemory(browser: Browser | null): Promise<number> {
  if (browser === null) throw new Error('the browser has ended');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) * 1024);
  return Math.max(...peaks);
}

/** Returns the SHA-256 of what is read. */
export async function hashOf(pieces: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  // The cast is safe: streams of files have buffers.
  for await (const chunk of pieces) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The hash of the file with another value in its first wrong record. */
export async function hashOfRepaired(path: string): Promise<string> {
  const hash = createHash('sha256');
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    // The cast is safe: without an encoding, chunks are buffers. The first wrong record is in the first chunk.
    const bytes = chunk as Buffer;
    hash.update(isFirst ? Buffer.from(bytes.toString('latin1').replace(',0.00,', ',7.5,'), 'latin1') : bytes);
    isFirst = false;
  }
  return hash.digest('hex');
}
