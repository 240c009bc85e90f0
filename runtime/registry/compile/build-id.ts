import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from '../../program/version.ts';

/** Set by the build: the hash of the compiler's sources. */
declare const SPECMILL_BUILD_ID: string | undefined;

/**
 * Returns an id of the compiler's version. It is part of the cache key, so that a new compiler does not use old
 * modules.
 */
export function compilerBuildId(): string {
  return typeof SPECMILL_BUILD_ID === 'string' ? SPECMILL_BUILD_ID : hashOfSources(join(programFolder(), 'compiler'));
}

// Sources can change at any time. Sizes and dates are compared, because reading all files would slow every start.
function hashOfSources(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, name));
    hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}
