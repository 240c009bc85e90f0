import type { RepeatedValue } from '../../base/model/pieces.ts';
import type { DiskKeys } from '../unique-keys/disk-keys.ts';
import type { RepeatableKeys } from '../unique-keys/key-recorder.ts';

/** The values of UNIQUE rules that earlier records have. */
export class RepeatedValues {
  readonly #found = new Map<string, RepeatedValue>();

  constructor(known: readonly RepeatedValue[] = []) {
    for (const value of known) this.add(value);
  }

  /** All values, in the order in which they were added. */
  get all(): RepeatedValue[] {
    return [...this.#found.values()];
  }

  /** Adds a value, unless it is known. */
  add(value: RepeatedValue): void {
    this.#found.set(`${value.rule} ${value.record}`, value);
  }

  /** Returns keys for readers of records whose values were compared before: they look up what was found. */
  asKeys(): RepeatableKeys {
    const find = (rule: number, _: unknown, record: number): number | null =>
      this.#found.get(`${rule} ${record}`)?.first ?? null;
    return { add: find, addBytes: find };
  }
}

/** Returns keys that also report each value that an earlier record has. */
export function reportRepeated(keys: DiskKeys, report: (value: RepeatedValue) => void): DiskKeys {
  const note = (rule: number, record: number, first: number | null): number | null => {
    // A record that is read again finds its own value.
    if (first !== null && first !== record) report({ rule, record, first });
    return first;
  };
  return {
    add: (rule, key, record) => note(rule, record, keys.add(rule, key, record)),
    addBytes: (rule, key, record) => note(rule, record, keys.addBytes(rule, key, record)),
    // A group whose values are not all new is read again, one value after another.
    later: keys.later,
    close: () => keys.close(),
  };
}
