import type { UniqueKeys, Utf8Key } from '../../../compiler/kernel/model/contract.ts';
import type { RecordedKeys } from '../../base/model/recorded-keys.ts';

const FIRST_KEYS = 1024;
const FIRST_BYTES = 16 * 1024;
const BYTES_OF_UNIT = 3;

/** Records the keys of a reader that does not know those of earlier records. To that reader, each key is new. */
export class KeyRecorder implements UniqueKeys {
  #rules = new Uint16Array(FIRST_KEYS);
  #records = new Float64Array(FIRST_KEYS);
  #ends = new Uint32Array(FIRST_KEYS);
  #bytes = new Uint8Array(FIRST_BYTES);
  #count = 0;
  #length = 0;

  add(rule: number, key: string, record: number): null {
    this.#reserve(BYTES_OF_UNIT * key.length);
    const { written } = encoder.encodeInto(key, this.#bytes.subarray(this.#length));
    return this.#append(rule, written, record);
  }

  addBytes(rule: number, { view, from, to }: Utf8Key, record: number): null {
    this.#reserve(to - from);
    const shift = this.#length - from;
    for (let at = from; at < to; at++) this.#bytes[at + shift] = view.getUint8(at);
    return this.#append(rule, to - from, record);
  }

  /** Returns the keys since the last call, or undefined if there are none. */
  take(): RecordedKeys | undefined {
    const count = this.#count;
    if (count === 0) return undefined;
    const taken = {
      rules: this.#rules.slice(0, count),
      records: this.#records.slice(0, count),
      ends: this.#ends.slice(0, count),
      bytes: this.#bytes.slice(0, this.#length),
    };
    this.#count = 0;
    this.#length = 0;
    return taken;
  }

  #append(rule: number, bytes: number, record: number): null {
    this.#length += bytes;
    this.#rules[this.#count] = rule;
    this.#records[this.#count] = record;
    this.#ends[this.#count++] = this.#length;
    return null;
  }

  /** Makes room for another key of at most `bytes` bytes. */
  #reserve(bytes: number): void {
    if (this.#length + bytes > this.#bytes.length) {
      const larger = new Uint8Array(2 * (this.#length + bytes));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    if (this.#count < this.#rules.length) return;
    const [rules, records, ends] = [this.#rules, this.#records, this.#ends];
    this.#rules = new Uint16Array(2 * this.#count);
    this.#records = new Float64Array(2 * this.#count);
    this.#ends = new Uint32Array(2 * this.#count);
    this.#rules.set(rules);
    this.#records.set(records);
    this.#ends.set(ends);
  }
}

const encoder = new TextEncoder();

/**
 * Adds recorded keys to those of all earlier records. `before` is the number of records that precede those of the reader.
 * Returns false if a key is not new. Then some of the keys have been added, and the records must be read again.
 */
export function addRecordedKeys(keys: RepeatableKeys, recorded: RecordedKeys, before: number): boolean {
  const { bytes, ends, records, rules } = recorded;
  const key = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), from: 0, to: 0 };
  const add = (index: number): boolean => {
    const [rule = 0, record = 0] = [rules[index], records[index]];
    key.from = index === 0 ? 0 : (ends[index - 1] ?? 0);
    key.to = ends[index] ?? 0;
    if (keys.later === undefined) return keys.addBytes(rule, key, record + before) === null;
    keys.later.addBytesLater(rule, key, record + before);
    return !keys.later.isFull || keys.later.settle();
  };
  for (let index = 0; index < rules.length; index++) if (!add(index)) return false;
  return keys.later?.settle() ?? true;
}

/** The keys of a run whose records may be read more than once. */
export type RepeatableKeys = Required<Pick<UniqueKeys, 'add' | 'addBytes'>> & Pick<UniqueKeys, 'later'>;

/** Returns keys for which the key of a record that is read again is new. A group of such keys is not new. */
export function createRepeatableKeys(keys: RepeatableKeys): RepeatableKeys {
  const withoutOwn = (first: number | null, record: number) => (first === record ? null : first);
  return {
    add: (rule, key, record) => withoutOwn(keys.add(rule, key, record), record),
    addBytes: (rule, key, record) => withoutOwn(keys.addBytes(rule, key, record), record),
    ...(keys.later !== undefined && { later: keys.later }),
  };
}
