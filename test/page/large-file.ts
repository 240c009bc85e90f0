import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readFileSync, writeSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** The most memory that the page may need for a large file, in bytes. */
export const MAX_MEMORY = 400 * 1024 * 1024;

/** The spec of a large file. */
export const LARGE_SPEC = {
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

/** Writes a CSV file of about `megabytes`. One record of each 1,000 is wrong. */
export function writeLargeFile(path: string, megabytes: number): void {
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
