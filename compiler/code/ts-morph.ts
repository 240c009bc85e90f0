import { createRequire } from 'node:module';

type TsMorph = typeof import('ts-morph');

/**
 * Loads ts-morph, which takes longer than checking a spec. Therefore, it is loaded only when something is printed. It
 * uses require() because Node reads a CommonJS module twice more for an import, to detect its format and its exports.
 */
export function loadTsMorph(): TsMorph {
  // require() is untyped. The package's own types apply.
  return createRequire(import.meta.url)('ts-morph') as TsMorph;
}
