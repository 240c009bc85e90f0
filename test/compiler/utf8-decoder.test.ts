import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Utf8Decoder } from '../../compiler/kernel/bytes/utf8.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

/** Bytes of ASCII, of characters of two to four bytes, of byte order marks, and malformed ones. */
const BYTES = [0x00, 0x09, 0x0a, 0x41, 0x7f, 0x80, 0xa0, 0xbf, 0xc3, 0xe2, 0x82, 0xac, 0xef, 0xbb, 0xf0, 0x9f, 0xff];

test('texts of every short size are decoded as by a TextDecoder', () => {
  const decoder = new Utf8Decoder();
  const random = randomOf(seed, 0);
  for (let i = 0; i < 20_000; i++) {
    const isAscii = random.oneIn(2);
    const bytes = Uint8Array.from(
      { length: random.below(13) },
      () => BYTES[random.below(isAscii ? 5 : BYTES.length)] ?? 0,
    );
    const [start, end] = [random.below(2), bytes.length + random.below(2)];
    const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
    assert.is(decoder.decodeWithReplacement(bytes, start, end), expected, `${bytes} from ${start} to ${end}`);
  }
});

test.run();
