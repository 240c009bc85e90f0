import type { DiskKeys } from '../unique-keys/disk-keys.ts';
import type { RepeatableKeys } from '../unique-keys/key-recorder.ts';
import type { RepeatedValue } from './run.ts';

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

/** Returns keys that know which values are repeated, and do not compare them. */
export function createRepeatedKeys(repeated: readonly RepeatedValue[]): RepeatableKeys {
  const found = new Map(repeated.map(({ rule, record, first }) => [`${rule} ${record}`, first]));
  const find = (rule: number, _: unknown, record: number): number | null => found.get(`${rule} ${record}`) ?? null;
  return { add: find, addBytes: find };
}
