import type { ByteCorrection } from '../../emitting/bytes/byte-form.ts';
import { code, commentText, literal, name } from '../../emitting/code/literal.ts';
import { hasCodePoint, readReplacedClass } from '../../emitting/patterns/replaced-class.ts';

/**
 * The characters that a text in the output may contain without an escape. The careful reader reads texts with other
 * characters of ASCII.
 */
const PLAIN_ASCII = Array.from({ length: 0x60 }, (_, i) => String.fromCharCode(0x20 + i)).filter(
  (character) => character !== '"' && character !== '\\',
);
const MAX_ASCII = 0x7f;

/**
 * Returns how the fast reader applies a REGEX_REPLACE. Returns the step `careful` unless the pattern is one character
 * class, and the replacement at most one plain ASCII character. `own` is the name of the declared variable.
 */
export function replaceInBytes(pattern: string, replacement: string, own: string): ByteCorrection {
  const found = readReplacedClass(pattern);
  if (found === null || !(replacement === '' || PLAIN_ASCII.includes(replacement)) || replacement === '$')
    return { step: 'careful' };
  const { set, isRun } = found;
  const replaced = PLAIN_ASCII.filter((character) => hasCodePoint(set, character.charCodeAt(0))).join('');
  return {
    step: 'replace',
    isAscii: (set.at(-1) ?? 0) <= MAX_ASCII,
    declare: ({ scope }) => [
      code`/** Replaces ${commentText(pattern)} with ${commentText(JSON.stringify(replacement))}. */
const ${name(own)} = new ${scope.use('ByteReplacer')}(${literal(replaced)}, ${literal(replacement)}${isRun && replacement !== '' ? code`, true` : code``});`,
    ],
    emit: () => code`codePoints -= end;
  end = ${name(own)}.replace(output, length + 1, end);
  codePoints += end;
  if (${name(own)}.isChanged) report.corrected = true;`,
  };
}
