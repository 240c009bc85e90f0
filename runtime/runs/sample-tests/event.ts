import type { Batch } from '../../../compiler/kernel/model/contract.ts';

/** A message as its destination receives it. `value` is JSON text. `key` is absent if the record has no key. */
export interface Event {
  readonly key?: string;
  readonly value: string;
}

/** Returns the messages of a batch as texts, in order. */
export function eventsOf({ count, bytes, ends, keys, keyEnds }: Batch): Event[] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return Array.from({ length: count }, (_, i) => {
    const value = text.decode(bytes.subarray(ends[i - 1] ?? 0, ends[i]));
    const key = text.decode(keys.subarray(keyEnds[i - 1] ?? 0, keyEnds[i]));
    return key === '' ? { value } : { key, value };
  });
}
