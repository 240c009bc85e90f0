import { createHash } from 'node:crypto';
import type { AnySpec } from './spec-shape.ts';

/** Returns the version of a spec: the SHA-256 of its canonical form in UTF-8, in lower-case hexadecimal. */
export function versionOf(spec: AnySpec): string {
  return createHash('sha256').update(canonicalForm(spec), 'utf8').digest('hex');
}

/**
 * Returns the canonical JSON of a value (RFC 8785): keys sorted by UTF-16 code units, no whitespace. All numbers in a
 * spec are safe integers, so JSON.stringify formats them as the RFC requires.
 */
export function canonicalForm(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalForm).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalForm(item)}`).join(',')}}`;
}
