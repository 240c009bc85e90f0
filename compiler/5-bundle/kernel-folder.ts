import { existsSync } from 'node:fs';

/** The folder of the kernel's sources: beside this file in the repository, and where the package is installed. @throws where it is missing. */
export function kernelFolder(): URL {
  for (const relative of ['../kernel/', '../compiler/kernel/']) {
    const folder = new URL(relative, import.meta.url);
    if (existsSync(new URL('index.ts', folder))) return folder;
  }
  throw new Error('the kernel of generated modules is missing: install specmill again');
}
