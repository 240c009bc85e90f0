import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from '../../../base/program/version.ts';

/**
 * The build defines this constant as the hash of the compiler's sources. It is undefined if the program runs from its
 * sources.
 */
declare const SPECMILL_BUILD_ID: string | undefined;

/**
 * Returns an id of the compiler, which differs between its versions. It is part of the cache key of a module, so that a
 * new compiler does not use modules of an old one.
 */
export function compilerBuildId(): string {
  return typeof SPECMILL_BUILD_ID === 'string' ? SPECMILL_BUILD_ID : hashOfSources(join(programFolder(), 'compiler'));
}

// The sources can change at any time. Only their names, sizes and modification times are hashed, because reading all
// files would slow down every start.
function hashOfSources(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, name));
    hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}
