import { createRequire } from 'node:module';

type TsMorph = typeof import('ts-morph');

/**
 * ts-morph, which takes longer to load than a spec to check: it is asked for where something is printed. And required, not
 * imported: before an import Node reads these megabytes of CommonJS twice more, for their kind and for the names that they export.
 */
export function loadTsMorph(): TsMorph {
  // The package by this name; its types say what it is.
  return createRequire(import.meta.url)('ts-morph') as TsMorph;
}
