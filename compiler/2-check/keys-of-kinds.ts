import type { Report } from '../diagnostics/diagnostic.ts';
import { findKindsOfKey, type KindsWithKeys } from '../shape/merge-keys.ts';

interface Keys {
  /** The spec or field. */
  readonly value: object;
  /** Its JSON pointer. */
  readonly pointer: string;
  readonly kinds: KindsWithKeys;
  /** The kind of `value`: its format or its type. */
  readonly kind: string;
  /** Returns why a key has no effect. `kinds` lists the kinds that have the key, separated by commas. */
  readonly reason: (kinds: string) => string;
  readonly report: Report;
}

/** Reports each key of a spec or field that only other formats or types have. */
export function checkKeysOfKinds({ value, pointer, kinds, kind, reason, report }: Keys): void {
  for (const key of Object.keys(value)) {
    const owners = findKindsOfKey(kinds, key);
    if (owners.length > 0 && !owners.includes(kind))
      report('key_without_effect', `${pointer}/${key}`, { key, because: reason(owners.join(', ')) }, { at: 'key' });
  }
}
