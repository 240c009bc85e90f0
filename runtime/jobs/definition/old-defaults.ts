import { isMapping } from './document.ts';

/** An option whose default has changed: that of the release before, and that of this one. */
export interface ChangedDefault {
  readonly key: string;
  readonly before: string | boolean;
  readonly now: string | boolean;
}

/**
 * The options whose defaults are the careful ones since this release. The next release takes this file away, and a job in git
 * without them has the new defaults then.
 */
const CHANGED: readonly ChangedDefault[] = [
  { key: 'skipInvalidRecords', before: false, now: true },
  { key: 'delivery', before: 'at-least-once', now: 'exactly-once' },
  { key: 'onDuplicateFile', before: 'WARN', now: 'REFUSE' },
];

/** Returns the changed defaults that a definition, as it was written, does not set. Empty if its options are no mapping. */
export function findUnset(written: unknown): ChangedDefault[] {
  if (!isMapping(written)) return [];
  const { options = {} } = written;
  return isMapping(options) ? CHANGED.filter(({ key }) => !Object.hasOwn(options, key)) : [];
}

/** Returns a definition in which these options have the defaults of the release before. */
export function withOldDefaults(written: unknown, unset: readonly ChangedDefault[]): unknown {
  if (!isMapping(written) || unset.length === 0) return written;
  const { options = {} } = written;
  const old = Object.fromEntries(unset.map(({ key, before }) => [key, before]));
  return { ...written, options: { ...(isMapping(options) ? options : {}), ...old } };
}

/** Returns the line of a job file that sets these options. */
export function toLine(unset: readonly ChangedDefault[], which: 'before' | 'now'): string {
  return `options: { ${unset.map((one) => `${one.key}: ${one[which]}`).join(', ')} }`;
}
