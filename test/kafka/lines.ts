/** Files of long lines, and what it takes to read them. */
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';

/** A line with its end. */
export const LINE_BYTES = 10_000;
export const LINES_YAML = 'name: lines\nformat: CSV\nfields:\n  - { name: text, type: STRING }\n';
const FILLER = 'x'.repeat(LINE_BYTES - 12);

/** Writes a file for `LINES_YAML`, of so many lines and a header. */
export async function writeLines(path: string, records: number): Promise<void> {
  const stream = createWriteStream(path);
  stream.write('text\n');
  for (let record = 1; record <= records; record++) {
    if (!stream.write(`${String(record).padStart(10, '0')} ${FILLER}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

/** The most physical memory that a process has had, in bytes. */
export function peakMemory(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error('the system does not tell the peak of memory');
  return Number(kib) * 1024;
}
