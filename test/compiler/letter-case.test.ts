import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck } from '../../compiler/index.ts';
import { emitSource } from '../support/load-module.ts';
import { toLowerBytes, toUpperBytes } from '../../compiler/kernel/fast/letter-case.ts';

const WAYS = [
  ['upper case', toUpperBytes, (text: string) => text.toUpperCase()],
  ['lower case', toLowerBytes, (text: string) => text.toLowerCase()],
] as const;
/** The characters of all alphabets with upper and lower case, and some of the others. No halves of surrogate pairs. */
const CHARACTERS = Array.from({ length: 0x20000 }, (_, point) => point)
  .filter((point) => (point < 0x3000 || point > 0xa000 || point % 7 === 0) && (point < 0xac00 || point > 0xdfff))
  .map((point) => String.fromCodePoint(point));

for (const [name, convert, expected] of WAYS) {
  test(`${name}: every character alone, and between letters, is converted as in JavaScript, or left`, () => {
    const converted = new Set<string>();
    for (const character of CHARACTERS) {
      for (const text of [character, `aB${character}Cd`, `É${character}é`]) {
        // The byte before and the byte after it are not part of the text.
        const bytes = new TextEncoder().encode(`a${text}a`);
        const result = convert(bytes, 1, bytes.length - 1);
        if (result < 0) continue;
        const wanted = expected(text);
        if (new TextDecoder().decode(bytes) !== `a${wanted}a` || result !== (wanted === text ? 0 : 1))
          assert.unreachable(`${text} becomes ${new TextDecoder().decode(bytes)} with ${result}`);
        converted.add(character);
      }
    }
    // All characters of one and two bytes, without some like "ß" and "ŉ", and without NUL.
    assert.ok([...converted].filter((character) => character < '\u0800').length > 2000);
    assert.ok([...converted].filter((character) => character >= '\u3000' && character < '\ua000').length > 3900);
    for (const character of 'aZäÖéñçøßđłŽžСДжщαΩ–“”…€'.replace(name === 'upper case' ? 'ß' : '', ''))
      assert.ok(converted.has(character), character);
  });
}

test('texts with letters beyond ASCII are not left to the careful reader', () => {
  const text =
    'name: a\nformat: CSV\nfields: [{ name: f, type: STRING }]\n' +
    'correctionRules: [{ ruleId: r, field: f, correctionType: UPPER_CASE }]\n';
  const { spec } = readAndCheck({ text, path: 'a.yaml', syntax: 'yaml' });
  assert.ok(spec);
  const { fastSource } = emitSource(spec);
  assert.ok(fastSource?.includes('toUpperBytes'));
  assert.not.ok(fastSource?.includes('if (seen > MAX_ASCII) return -1'));
});

test('lower case: a capital sigma is left, because its form depends on the next letter', () => {
  for (const text of ['ΟΔΟΣ', 'ΣΑΣ']) {
    const bytes = new TextEncoder().encode(text);
    assert.is(toLowerBytes(bytes, 0, bytes.length), -1);
  }
});

test.run();
