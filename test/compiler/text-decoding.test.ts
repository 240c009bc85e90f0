import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findEncoding, createTextDecoder } from '../../compiler/kernel/input/encodings/text-decoder.ts';
import { createDecodedInput } from '../../compiler/kernel/input/file-input.ts';

/** The names of the Encoding Standard, 4.2, without `replacement`, which decodes nothing. */
const NAMES = [
  'utf-8',
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
  'utf-16be',
  'utf-16le',
  'x-user-defined',
];

/** Bytes A0 to FF of ISO-8859-16 as in Python's codec iso8859-16, code points in hexadecimal. */
const LATIN_10 = [
  'a0 104 105 141 20ac 201e 160 a7 161 a9 218 ab 179 ad 17a 17b b0 b1 10c 142 17d 201d b6 b7 17e 10d 219 bb 152 153 178 17c',
  'c0 c1 c2 102 c4 106 c6 c7 c8 c9 ca cb cc cd ce cf 110 143 d2 d3 d4 150 d6 15a 170 d9 da db dc 118 21a df',
  'e0 e1 e2 103 e4 107 e6 e7 e8 e9 ea eb ec ed ee ef 111 144 f2 f3 f4 151 f6 15b 171 f9 fa fb fc 119 21b ff',
]
  .join(' ')
  .split(' ')
  .map((hex) => parseInt(hex, 16));

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

test('every WHATWG encoding name is known, in any case, with surrounding blanks', () => {
  for (const name of NAMES) assert.is(findEncoding(` ${name.toUpperCase()}\t`), name);
  for (const label of ['', 'utf-9', '__proto__', 'constructor', 'replacement'])
    assert.is(findEncoding(label), undefined, label);
});

test('ISO-8859-16 and x-user-defined decode each byte by their tables', () => {
  const latin10 = createTextDecoder('iso-8859-16').decode(ALL_BYTES);
  assert.equal(
    Array.from(latin10, (character) => character.codePointAt(0)),
    [...ALL_BYTES.subarray(0, 0xa0), ...LATIN_10],
  );
  const own = createTextDecoder('x-user-defined').decode(ALL_BYTES);
  assert.equal(
    Array.from(own, (character) => character.codePointAt(0)),
    [...ALL_BYTES].map((byte) => (byte < 0x80 ? byte : 0xf700 + byte)),
  );
});

test('windows-1252 decodes 0x80 to 0x9F as its own characters in a single call', () => {
  const text = createTextDecoder('windows-1252').decode(Uint8Array.of(0x80, 0x93, 0x94, 0x99, 0xe4));
  assert.is(text, '€“”™ä');
});

test('Shift_JIS keeps each ASCII character, also those that ICU exchanges', () => {
  const ascii = Uint8Array.from({ length: 128 }, (_, byte) => byte);
  assert.is(createTextDecoder('shift_jis').decode(ascii), String.fromCharCode(...ascii));
});

test('an unknown encoding is an error', () => {
  for (const encoding of ['utf-9', 'windows-1', 'replacement', ''])
    assert.throws(
      () => createDecodedInput(encoding, undefined).add(Uint8Array.of(0x41)),
      (error: unknown) => error instanceof RangeError,
    );
});

test('a file in ISO-8859-16 is read alike for every chunking', () => {
  const input = createDecodedInput('iso-8859-16', undefined);
  for (const byte of [0x41, 0xa4, 0x0a, 0xfe]) input.add(Uint8Array.of(byte));
  input.finish();
  const { bytes, end } = input.window;
  assert.is(new TextDecoder().decode(bytes.subarray(0, end)), 'A€\nț');
});

test.run();
