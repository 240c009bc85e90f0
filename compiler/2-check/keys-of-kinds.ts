import type { Report } from '../diagnostics/diagnostic.ts';
import { findKindsOfKey, type KindsWithKeys } from '../shape/merge-keys.ts';

interface Keys {
  /** The spec or field. */
  readonly value: object;
  /** Its JSON pointer. */
  readonly pointer: string;
  readonly kinds: KindsWithKeys;
  /** The kind that it has. */
  readonly kind: string;
  /** Returns the explanation, from the kinds that have the key. */
  readonly reason: (kinds: string) => string;
  readonly report: Report;
}

/** Reports keys that belong to other kinds only. */
export function checkKeysOfKinds({ value, pointer, kinds, kind, reason, report }: Keys): void {
  for (const key of Object.keys(value)) {
    const owners = findKindsOfKey(kinds, key);
    if (owners.length > 0 && !owners.includes(kind))
      report('key_without_effect', `${pointer}/${key}`, { key, because: reason(owners.join(', ')) }, { at: 'key' });
  }
}
