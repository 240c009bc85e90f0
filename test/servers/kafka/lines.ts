/** Files with long lines, and their spec. */
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Bytes of a line with its line end. */
export const LINE_BYTES = 10_000;
export const LINES_YAML = 'name: lines\nformat: CSV\nfields:\n  - { name: text, type: STRING }\n';
const FILLER = 'x'.repeat(LINE_BYTES - 12);

/** Writes a file for `LINES_YAML` with a header and this many lines. */
export async function writeLines(path: string, records: number): Promise<void> {
  const stream = createWriteStream(path);
  stream.write('text\n');
  for (let record = 1; record <= records; record++) {
    if (!stream.write(`${String(record).padStart(10, '0')} ${FILLER}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

/** Returns the peak physical memory of a process, in bytes. */
export function peakMemory(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error('the system does not report peak memory');
  return Number(kib) * 1024;
}
