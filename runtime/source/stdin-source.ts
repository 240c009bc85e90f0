import { fstatSync } from 'node:fs';
import { createDescriptorSource } from './file-source.ts';
import type { Source } from './contract.ts';
import { createStreamSource } from './stream-source.ts';

/** The standard input: a file where one is redirected into it (`< a.csv`), else a stream as it comes. A folder is EISDIR. */
export function openStdinSource(): Source {
  const stats = fstatSync(0);
  // Node would give an empty stream.
  if (stats.isDirectory())
    throw Object.assign(new Error('EISDIR: the standard input is a directory'), { code: 'EISDIR' });
  return stats.isFile() ? createDescriptorSource(0, '-', stats.size) : createStreamSource(process.stdin, '-');
}
