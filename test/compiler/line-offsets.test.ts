import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LineOffsets } from '../../compiler/kernel/input/offsets/line-offsets.ts';

/** Returns the offset of each line, and of the end of the file. A CR and the LF after it are one line end. */
function findOffsets(text: string, start: number): number[] {
  return [start, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => start + index + end.length)];
}

test('the offsets of lines are those of LF, CRLF and CR, for every chunking', () => {
  const texts = fc.array(fc.constantFrom('\n', '\r', '\r\n', 'a', 'bc'), { maxLength: 20 });
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, sizes, fc.nat(3), fc.nat(9), (parts, chunks, line, byteOffset) => {
      const text = parts.join('');
      const file = Buffer.from(text);
      const offsets = new LineOffsets({ byteOffset, line });
      for (let at = 0, i = 0; at < file.length; i++) {
        const size = chunks[i % chunks.length] ?? 1;
        offsets.add(file.subarray(at, at + size));
        at += size;
      }
      offsets.finish();
      const wanted = findOffsets(text, byteOffset);
      wanted.forEach((offset, index) => assert.is(offsets.offsetOf(line + 1 + index), offset));
      assert.is(offsets.offsetOf(line + 1 + wanted.length), byteOffset + file.length);
    }),
    { numRuns: 2000 },
  );
});

test.run();
