import { createRequire } from 'node:module';

type TsMorph = typeof import('ts-morph');

/**
 * Loads ts-morph only when code is emitted, because loading it takes longer than checking a spec. It uses require().
 * For an import, Node.js would read the CommonJS module two more times, to detect its format and exports.
 */
export function loadTsMorph(): TsMorph {
  // require() is untyped. The package's own types apply.
  return createRequire(import.meta.url)('ts-morph') as TsMorph;
}
