import type { LaterKeys, UniqueKeys, Utf8Key } from '../model/contract.ts';

/**
 * Checks the values of UNIQUE rules. Each is checked when its record is read, or with the others of a group: then the
 * searches do not wait for memory one after another.
 */
export class KeyChecks {
  /** Whether keys can be checked in groups. */
  readonly canGroup: boolean;
  /** Whether all keys must be texts. */
  readonly needsTexts: boolean;
  readonly #keys: UniqueKeys;
  /** The open group, if there is one. */
  #group: LaterKeys | null = null;
  #isGroupEmpty = true;

  constructor(keys: UniqueKeys, canGroup: boolean) {
    this.#keys = keys;
    this.canGroup = canGroup && keys.later !== undefined;
    this.needsTexts = keys.addBytes === undefined;
  }

  /** Whether the open group has a key. */
  get hasPending(): boolean {
    return !this.#isGroupEmpty;
  }

  /** Whether the open group should be closed. */
  get isFull(): boolean {
    return this.#group !== null && this.#group.isFull;
  }

  /** From now on, keys are checked when the group is closed. */
  openGroup(): void {
    this.#group = this.#keys.later ?? null;
  }

  /**
   * Checks the keys of the group. Returns false, and forgets them, if one of them is not new: then the caller reads
   * their records again.
   */
  closeGroup(): boolean {
    const group = this.#group;
    this.#group = null;
    if (this.#isGroupEmpty || group === null) return true;
    this.#isGroupEmpty = true;
    return group.settle();
  }

  /** Returns the first record with this key. Null if the key is new, or if it is in a group. */
  addText(rule: number, key: string, record: number): number | null {
    if (this.#group === null) return this.#keys.add(rule, key, record);
    this.#isGroupEmpty = false;
    this.#group.addTextLater(rule, key, record);
    return null;
  }

  /** Does the same for a key in UTF-8. */
  addBytes(rule: number, key: Utf8Key, record: number): number | null {
    if (this.#group === null) return this.#keys.addBytes?.(rule, key, record) ?? null;
    this.#isGroupEmpty = false;
    this.#group.addBytesLater(rule, key, record);
    return null;
  }
}
