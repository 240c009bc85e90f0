import { existsSync } from 'node:fs';

/**
 * Returns the URL of the folder with the kernel's sources. It is searched for in the parent folders of this code, which
 * may be bundled anywhere in the package.
 * @throws if no parent folder has the sources
 */
export function kernelFolder(): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    const kernel = new URL('compiler/kernel/', folder);
    if (existsSync(new URL('index.ts', kernel))) return kernel;
    if (folder.pathname === '/' || new URL('../', folder).href === folder.href)
      throw new Error('the kernel of generated modules is missing: install specmill again');
  }
}
