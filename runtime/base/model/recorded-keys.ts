/**
 * The values of UNIQUE rules in the records of a batch, in file order. A reader that does not know the values of earlier
 * records reports them. Item i belongs to the rule with the index `rules[i]` and to the record `records[i]`. Its text in
 * UTF-8 ends at `ends[i]` in `bytes`.
 */
export interface RecordedKeys {
  rules: Uint16Array;
  records: Float64Array;
  ends: Uint32Array;
  bytes: Uint8Array;
}

/** Returns the approximate size of keys in bytes. */
export function sizeOfKeys(keys: RecordedKeys | undefined): number {
  return keys === undefined ? 0 : keys.bytes.length + 14 * keys.rules.length;
}
