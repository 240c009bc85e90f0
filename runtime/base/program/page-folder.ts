import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFolder } from './version.ts';

/** The build defines this constant. It is undefined if the program runs from its sources. */
declare const SPECMILL_BUILD_ID: string | undefined;

/**
 * Returns the path of the folder with the built page: `index.html`, and the files that it loads in the subfolder `page`.
 */
export function pageFolder(): string {
  // Without a build of its own, the program uses that of the tests or the last build.
  if (typeof SPECMILL_BUILD_ID !== 'string')
    return join(process.env['SPECMILL_TEST_PROGRAM'] ?? join(programFolder(), 'dist'), 'page');
  // The bundler places this module in the program's file or in a chunk in a subfolder.
  const beside = fileURLToPath(new URL('./page', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../page', import.meta.url));
}
