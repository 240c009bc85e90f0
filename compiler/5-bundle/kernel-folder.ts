import { existsSync } from 'node:fs';

/**
 * Returns the folder of the kernel's sources. They are part of the package, and this code may be bundled anywhere in
 * it.
 * @throws if they are missing
 */
export function kernelFolder(): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    const kernel = new URL('compiler/kernel/', folder);
    if (existsSync(new URL('index.ts', kernel))) return kernel;
    if (folder.pathname === '/' || new URL('../', folder).href === folder.href)
      throw new Error('the kernel of generated modules is missing: install specmill again');
  }
}
