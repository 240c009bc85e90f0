import type { Report } from '../../diagnostics/diagnostic.ts';
import { findKindsOfKey, type KindsWithKeys } from '../../language/shape/merge-keys.ts';

interface Keys {
  /** The spec or the field whose keys are checked. */
  readonly value: object;
  /** The JSON pointer of `value`, empty for the spec. */
  readonly pointer: string;
  /** All formats or all types, with their keys. */
  readonly kinds: KindsWithKeys;
  /** The kind of `value`: its format or its type. */
  readonly kind: string;
  /**
   * Returns the clause that explains why a key has no effect. `kinds` lists the formats or types that have the key,
   * separated by commas.
   */
  readonly reason: (kinds: string) => string;
  readonly report: Report;
}

/** Warns of each key of a spec or field that belongs only to other formats or types. */
export function checkKeysOfKinds({ value, pointer, kinds, kind, reason, report }: Keys): void {
  for (const key of Object.keys(value)) {
    const owners = findKindsOfKey(kinds, key);
    if (owners.length > 0 && !owners.includes(kind))
      report('key_without_effect', `${pointer}/${key}`, { key, because: reason(owners.join(', ')) }, { at: 'key' });
  }
}
