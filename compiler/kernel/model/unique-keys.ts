/** Remembers the values of UNIQUE rules while a file is read. */
export interface UniqueKeys {
  /**
   * Returns the number of the first record with this key. Stores the key and returns null if it is new. `rule` is the
   * index of the rule. Keys of different rules are never equal.
   */
  add(rule: number, key: string, record: number): number | null;
  /**
   * Does the same for a key in UTF-8. Keys with equal texts are equal, whichever of the two functions stores them. Absent:
   * all keys are texts.
   */
  addBytes?(rule: number, key: Utf8Key, record: number): number | null;
  /** Checks many keys at once, which is faster. Absent: each key is checked when it is added. */
  readonly later?: LaterKeys;
}

/** Keys of records that can be read again if one of the keys is not new. */
export interface LaterKeys {
  /** Stores a key without checking it. No function of UniqueKeys may be called before `settle`. */
  addTextLater(rule: number, key: string, record: number): void;
  addBytesLater(rule: number, key: Utf8Key, record: number): void;
  /** Whether the keys should be checked before another one is stored. */
  readonly isFull: boolean;
  /** Checks the keys since the last call. Returns false, and forgets all of them, if one of them is not new. */
  settle(): boolean;
}

/** A text in UTF-8: the bytes of a view from `from` to `to`. They may change after the call that they are passed to. */
export interface Utf8Key {
  readonly view: DataView;
  readonly from: number;
  readonly to: number;
}
