import type { ByteCorrection } from '../../emitting/bytes/byte-form.ts';
import { byteCode } from '../../emitting/bytes/characters.ts';
import { code } from '../../emitting/code/literal.ts';
import { character, integer, required } from '../shape/create-shape.ts';

/** The operands of PAD_LEFT and PAD_RIGHT. */
export const padKeys = {
  padChar: required(character('The padding character.')),
  length: required(
    integer('The minimum length of the result in code points. Longer texts stay unchanged.', {
      min: 1,
      max: 65_536,
    }),
  ),
};

/** The maximum length, in code points, to which the fast reader pads. */
const MAX_LENGTH = 256;

/**
 * Returns how the fast reader pads a value. Returns the step `careful` if the padding character is not printable ASCII,
 * if it is `"` or a backslash, or if the length is above MAX_LENGTH.
 */
export function padInBytes(
  pad: 'padLeftBytes' | 'padRightBytes',
  { padChar, length }: { readonly padChar: string; readonly length: number },
): ByteCorrection {
  if (!/^[ !#-\[\]-~]$/.test(padChar) || length > MAX_LENGTH) return { step: 'careful' };
  return {
    step: 'padding',
    emit({ scope, reserveGrowth }) {
      // A code point takes up to four bytes.
      reserveGrowth(4 * length);
      return code`if (codePoints < ${length}) {
    end = ${scope.use(pad)}(output, { from: length + 1, to: end }, ${length} - codePoints, ${byteCode(padChar.charCodeAt(0))});
    codePoints = ${length};
    report.corrected = true;
  }`;
    },
  };
}
