import { fstatSync } from 'node:fs';
import { makeDescriptorSource } from './file-source.ts';
import type { Source } from './source.ts';
import { makeStreamSource } from './stream-source.ts';

/** The standard input: a file where one is redirected into it (`< a.csv`), else a stream as it comes. */
export function openStdinSource(): Source {
  const stats = fstatSync(0);
  return stats.isFile() ? makeDescriptorSource(0, '-', stats.size) : makeStreamSource(process.stdin, '-');
}
