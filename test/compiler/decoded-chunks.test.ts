import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scaleRuns, selectCases } from '../support/property.ts';
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

/** The bytes of U+FFFD in GB 18030. In a text of TextDecoder, it looks like a malformed sequence. */
const REPLACEMENT = [0x84, 0x31, 0xa4, 0x37];

for (const encoding of ['gb18030', 'gbk', 'big5', 'euc-jp', 'euc-kr', 'shift_jis']) {
  const decoder = new TextDecoder(encoding);
  // ICU, the library of TextDecoder, exchanges three control characters of Shift_JIS. The Encoding Standard does not.
  const exchanged = new Map(['\u001a', '\u001c', '\u007f'].map((own) => [decoder.decode(Buffer.from(own)), own]));
  /** What TextDecoder returns for a file, with the byte FF in place of each malformed sequence. */
  const expected = (file: Uint8Array): string => {
    const text = decoder.decode(file).replace(/[\u001a\u001c\u007f]/g, (control) => exchanged.get(control) ?? control);
    return text
      .split('\ufffd')
      .map((part) => Buffer.from(part).toString('hex'))
      .join('ff');
  };

  test(`${encoding}: each byte below 80 is ASCII, and each two bytes are decoded as by TextDecoder`, () => {
    const ascii = Uint8Array.from({ length: 0x80 }, (_, byte) => byte);
    assert.is(decode(encoding, ascii, [128]), Buffer.from(ascii).toString('hex'));
    const leads = Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
    for (const lead of selectCases(leads, 5)) {
      const pairs = Array.from({ length: 256 }, (_, trail) => [lead, trail, 0x0a, 0x41, 0x42, lead, 0x0a]).flat();
      const file = Uint8Array.from([...pairs, lead]);
      if (decode(encoding, file, [file.length]) !== expected(file)) {
        // One pair after the other, to show which one differs.
        for (let trail = 0; trail < 256; trail++) {
          const pair = Uint8Array.of(lead, trail, 0x0a);
          assert.is(decode(encoding, pair, [3]), expected(pair), `${lead.toString(16)} ${trail.toString(16)}`);
        }
        assert.unreachable(`lead byte ${lead.toString(16)}`);
      }
    }
  });

  test(`${encoding}: long sequences and malformed ones are decoded as by TextDecoder`, () => {
    const bytes = fc.array(fc.oneof(fc.constantFrom(...BYTES), fc.nat(255), fc.integer({ min: 0x81, max: 0xfe })), {
      maxLength: 40,
    });
    const texts = fc
      .array(fc.oneof(bytes, fc.constantFrom([0x81, 0x30, 0x81, 0x30], [0x8f, 0xb0, 0xa1], [0x90, 0x30, 0x81, 0x30])), {
        maxLength: 12,
      })
      .map((lists) => Uint8Array.from(lists.flat()));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 300 }), (file, size) => {
        fc.pre(!Buffer.from(file).includes(Buffer.from(REPLACEMENT)));
        assert.is(decode(encoding, file, [size]), expected(file));
      }),
      { numRuns: scaleRuns(5000) },
    );
  });
}

test('gb18030: a U+FFFD of the file is no malformed sequence', () => {
  const file = Uint8Array.from([0xff, ...REPLACEMENT, 0x41, ...REPLACEMENT, 0x84, 0x31, 0xa4]);
  for (const size of [1, 3, 100]) assert.is(decode('gb18030', file, [size]), 'ffefbfbd41efbfbdff');
});

test.run();
