import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiskKeys } from '../../runtime/reading/unique-keys/disk-keys.ts';
import { addRecordedKeys, createRepeatableKeys, KeyRecorder } from '../../runtime/reading/unique-keys/key-recorder.ts';

const encoder = new TextEncoder();
const keyOf = (index: number) => (index % 3 === 0 ? `ü€😀${index}` : `key ${index}`);

/** Records a key as a text or as bytes. */
function record(recorder: KeyRecorder, rule: number, key: string, number: number): number | null {
  if (number % 2 === 0) return recorder.add(rule, key, number);
  const bytes = encoder.encode(`..${key}..`);
  return recorder.addBytes(rule, { view: new DataView(bytes.buffer), from: 2, to: bytes.length - 2 }, number);
}

test('any number of recorded keys arrives in order', () => {
  const recorder = new KeyRecorder();
  assert.is(recorder.take(), undefined);
  for (let number = 1; number <= 5000; number++) assert.is(record(recorder, number % 2, keyOf(number), number), null);
  const long = 'x'.repeat(100_000);
  recorder.add(70, long, 5001);
  const keys = structuredClone(recorder.take());
  if (keys === undefined) throw new Error('no keys');
  assert.is(keys.rules.length, 5001);
  assert.is(recorder.take(), undefined, 'each key is taken once');

  const known = createDiskKeys();
  assert.ok(addRecordedKeys(known, keys, 1000));
  for (let number = 1; number <= 5000; number++)
    assert.is(known.add(number % 2, keyOf(number), 9999), 1000 + number, keyOf(number));
  assert.is(known.add(70, long, 9999), 6001);
  known.close();
});

test('a key that is not new stops, and the keys before it are new for the same records', () => {
  const known = createDiskKeys();
  const repeatable = createRepeatableKeys(known);
  known.add(0, 'old', 3);
  const recorder = new KeyRecorder();
  for (const [index, key] of ['a', 'b', 'old', 'c'].entries()) record(recorder, 0, key, index + 1);
  const keys = recorder.take();
  if (keys === undefined) throw new Error('no keys');
  assert.not.ok(addRecordedKeys(repeatable, keys, 10));
  const again = ['a', 'b', 'old', 'c', 'a'].map((key, index) => repeatable.add(0, key, 11 + index));
  assert.equal(again, [null, null, 3, null, 11]);
  known.close();
});

test.run();
