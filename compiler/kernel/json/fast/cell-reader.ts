import { BACKSLASH } from '../../bytes/ascii.ts';
import { REFUSED } from '../../fast/byte-kinds.ts';
import { EndedCellReader } from '../../fast/ended-cell-reader.ts';
import { writeAscii, writeText } from '../../fast/json-bytes.ts';
import { readUnit, unescapeLetter } from './scanner.ts';

const LETTER_U = 0x75;

/** Reads values of JSON: the text of a string, whose escapes are replaced, or another token as it is written. */
export class JsonCellReader extends EndedCellReader {
  constructor() {
    super();
    // The plain loops of the generated reader do not support escapes. The methods of this class do.
    this.bare[BACKSLASH] = REFUSED;
  }

  override copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    let position = at;
    let end = length + 1;
    let points = 0;
    for (let byte = input[position] as number; byte !== 0; byte = input[position] as number) {
      if (byte !== BACKSLASH) {
        output[end++] = byte;
        position++;
        if ((byte & 0xc0) !== 0x80) points++;
        continue;
      }
      const letter = input[position + 1] as number;
      const unit = letter === LETTER_U ? readUnit(input, position) : unescapeLetter(letter);
      const isPair = unit >= 0xd800 && unit <= 0xdbff;
      if (unit < 0x80) end = writeAscii(output, end, unit);
      else end = writeText(output, end, isPair ? pairAt(input, position) : String.fromCharCode(unit));
      position += letter !== LETTER_U ? 2 : isPair ? 12 : 6;
      points++;
    }
    this.codePoints = points;
    return end;
  }

  protected override decode(input: Uint8Array, at: number): string | null {
    return super.decode(input, at) ?? unescape(input, at);
  }
}

/** Returns the character of two escapes, which are a surrogate pair. */
function pairAt(input: Uint8Array, at: number): string {
  return String.fromCharCode(readUnit(input, at), readUnit(input, at + 6));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the text of a string that is valid, and that a NUL ends. */
function unescape(input: Uint8Array, at: number): string {
  const value: unknown = JSON.parse(`"${decoder.decode(input.subarray(at, input.indexOf(0, at)))}"`);
  return value as string;
}
