import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDecodedInput } from '../../compiler/kernel/input/file-input.ts';

/** Bytes with a meaning in some multi-byte encoding: lead and trail bytes, escape sequences, line ends. */
const BYTES = [
  0x0a, 0x1b, 0x24, 0x28, 0x30, 0x31, 0x39, 0x41, 0x42, 0x4a, 0x62, 0x80, 0x81, 0x84, 0x88, 0x8f, 0xa1, 0xc3, 0xe3,
  0xfe, 0xff,
];
const ENCODINGS = [
  'gb18030',
  'gbk',
  'big5',
  'euc-jp',
  'euc-kr',
  'shift_jis',
  'iso-2022-jp',
  'utf-16le',
  'utf-16be',
  'windows-1252',
];

/** Returns the content of the window after all chunks. The sizes are used in turn. */
function decode(encoding: string, bytes: Uint8Array, sizes: readonly number[]): string {
  const input = createDecodedInput(encoding, undefined);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    input.add(bytes.slice(at, at + size));
    at += size;
  }
  input.finish();
  return Buffer.from(input.window.bytes.subarray(input.window.at, input.window.end)).toString('hex');
}

for (const encoding of ENCODINGS) {
  test(`${encoding}: the text is the same for every chunking, also of malformed bytes`, () => {
    const bytes = fc.array(
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...BYTES) }, { weight: 1, arbitrary: fc.nat(255) }),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(bytes, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }), (list, sizes) => {
        const file = Uint8Array.from(list);
        assert.is(decode(encoding, file, sizes), decode(encoding, file, [list.length || 1]));
      }),
      { numRuns: 1500 },
    );
  });
}

test.run();
