import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDecodedInput } from '../../compiler/kernel/input/file-input.ts';

/** A character as the file has it: its offset and its UTF-8. A malformed sequence is the byte FF. */
interface Character {
  readonly offset: number;
  readonly utf8: readonly number[];
}

const MALFORMED = [0xff];
const utf8Of = (text: string): number[] => [...new TextEncoder().encode(text)];

function readSingleByte(encoding: string, file: readonly number[]): Character[] {
  return file.map((byte, offset) => {
    const text = new TextDecoder(encoding).decode(Uint8Array.of(byte), { stream: true });
    return { offset, utf8: text === '\ufffd' ? MALFORMED : utf8Of(text) };
  });
}

function readUtf16(encoding: string, file: readonly number[]): Character[] {
  const characters: Character[] = [];
  const [high, low] = encoding === 'utf-16le' ? [1, 0] : [0, 1];
  const unitAt = (at: number) => ((file[at + high] ?? 0) << 8) | (file[at + low] ?? 0);
  let at = unitAt(0) === 0xfeff && file.length >= 2 ? 2 : 0;
  while (at < file.length) {
    const unit = unitAt(at);
    const isHigh = unit >= 0xd800 && unit < 0xdc00;
    const isCut = at + 2 > file.length || (isHigh && at + 4 > file.length);
    const next = unitAt(at + 2);
    const isPair = !isCut && isHigh && next >= 0xdc00 && next < 0xe000;
    const isLone = !isPair && unit >= 0xd800 && unit < 0xe000;
    const text = isPair ? String.fromCharCode(unit, next) : String.fromCharCode(unit);
    characters.push({ offset: at, utf8: isCut || isLone ? MALFORMED : utf8Of(text) });
    at = isCut ? file.length : at + (isPair ? 4 : 2);
  }
  return characters;
}

const SINGLE_BYTE = ['windows-1252', 'windows-1253', 'iso-8859-15', 'iso-8859-8', 'koi8-u', 'macintosh', 'ibm866'];
const UTF16 = ['utf-16le', 'utf-16be'];
const UNITS = [
  0x0a, 0x0d, 0x2c, 0x41, 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0xd800, 0xd83d, 0xdbff, 0xdc00, 0xdfff, 0xfeff, 0xfffd,
];

/** Bytes of runs of ASCII, and of characters with any number of bytes. */
function filesOf(encoding: string): fc.Arbitrary<number[]> {
  const ascii = fc.array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 40 });
  if (!UTF16.includes(encoding))
    return fc
      .array(fc.oneof(ascii, fc.array(fc.nat(255), { maxLength: 6 })), { maxLength: 8 })
      .map((parts) => parts.flat());
  const bytesOf = (unit: number) => (encoding === 'utf-16le' ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff]);
  const odd = fc.array(fc.oneof(fc.constantFrom(...UNITS), fc.nat(0xffff)), { maxLength: 6 });
  return fc
    .tuple(fc.array(fc.oneof(ascii, odd), { maxLength: 8 }), fc.boolean())
    .map(([parts, isOdd]) => [...parts.flat().flatMap(bytesOf), ...(isOdd ? [0x41] : [])]);
}

for (const encoding of [...SINGLE_BYTE, ...UTF16]) {
  const read = UTF16.includes(encoding) ? readUtf16 : readSingleByte;
  test(`${encoding}: characters and their offsets are exact for every chunking`, () => {
    // Two copies, with text between them, make a file with more than one piece of stored offsets.
    const files = filesOf(encoding).chain((bytes) =>
      fc.nat(9).map((n) => {
        const filler = UTF16.includes(encoding) ? 0 : 0x41;
        return n > 0 ? bytes : [...bytes, ...Array.from({ length: 2100 }, () => filler), ...bytes];
      }),
    );
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(1500)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(files, sizes, fc.nat(50), (file, chunks, unread) => {
        // These bytes are the mark of another encoding, which takes precedence.
        const [first, second, third] = file;
        fc.pre(!(first === 0xef && second === 0xbb && third === 0xbf));
        fc.pre(!(first === 0xfe && second === 0xff && encoding !== 'utf-16be'));
        fc.pre(!(first === 0xff && second === 0xfe && encoding !== 'utf-16le'));
        const expected = read(encoding, file);
        const input = createDecodedInput(encoding, undefined);
        const { window } = input;
        let seen = 0;
        const take = (isAll: boolean): void => {
          const stop = isAll ? window.end : Math.max(window.at, window.end - unread);
          let at = window.at;
          for (; at < stop; seen++) {
            const { offset, utf8 } = expected[seen] ?? { offset: -1, utf8: [0] };
            if (at + utf8.length > stop) break;
            assert.is(input.offsetOf(at, 1), offset);
            assert.equal([...window.bytes.subarray(at, at + utf8.length)], [...utf8]);
            at += utf8.length;
          }
          window.at = at;
        };
        for (let at = 0, i = 0; at < file.length; i++) {
          const size = chunks[i % chunks.length] ?? 1;
          // A caller may reuse the buffer of a chunk.
          const chunk = Buffer.from(file.slice(at, at + size));
          input.add(chunk);
          chunk.fill(0x22);
          take(false);
          at += size;
        }
        input.finish();
        take(true);
        assert.is(seen, expected.length);
        assert.is(input.offsetOf(window.end, 1), file.length);
      }),
      { numRuns: 400 },
    );
  });
}

test('reading resumes at an offset of the file, where a byte order mark is a character', () => {
  for (const encoding of UTF16) {
    const units = encoding === 'utf-16le' ? [0xff, 0xfe, 0x41, 0] : [0xfe, 0xff, 0, 0x41];
    const input = createDecodedInput(encoding, { byteOffset: 10, line: 3, state: {} });
    input.add(Uint8Array.from(units));
    assert.equal([...input.window.bytes.subarray(0, input.window.end)], [0xef, 0xbb, 0xbf, 0x41]);
    assert.equal(
      [0, 3, 4].map((at) => input.offsetOf(at, 4)),
      [10, 12, 14],
    );
  }
});

test.run();
