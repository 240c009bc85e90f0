import { createHash } from 'node:crypto';
import type { Spec } from './spec-shape.ts';

/** The version of a spec: SHA-256, in lower-case hexadecimal, of its canonical form as UTF-8. */
export function versionOf(spec: Spec): string {
  return createHash('sha256').update(canonicalForm(spec), 'utf8').digest('hex');
}

/** JSON by RFC 8785: keys in the order of their UTF-16 code units, no blanks. Numbers of a spec are safe integers, so JavaScript writes them as the RFC wants. */
export function canonicalForm(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalForm).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalForm(item)}`).join(',')}}`;
}
