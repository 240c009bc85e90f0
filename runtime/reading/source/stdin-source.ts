import { fstatSync } from 'node:fs';
import { createDescriptorSource } from './file-source.ts';
import type { Source } from './contract.ts';
import { createStreamSource } from './stream-source.ts';

/**
 * Opens standard input. If a file is redirected into it (`< a.csv`), its size is known; otherwise standard input is
 * read as a stream. Throws an error with the code EISDIR for a folder.
 */
export function openStdinSource(): Source {
  const stats = fstatSync(0);
  // Without this check, Node.js would return an empty stream.
  if (stats.isDirectory()) throw Object.assign(new Error('EISDIR: standard input is a directory'), { code: 'EISDIR' });
  return stats.isFile() ? createDescriptorSource(0, '-', stats.size) : createStreamSource(process.stdin, '-');
}
