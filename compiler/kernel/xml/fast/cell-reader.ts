import { CDATA } from '../syntax/byte-classes.ts';
import { AMPERSAND, BLANK, BRACKET, CR, GREATER_THAN, LESS_THAN, LF } from '../../bytes/ascii.ts';
import { PREDEFINED, readReference, type Reference } from '../syntax/reference.ts';
import { ESCAPED, PLAIN, REFUSED } from '../../fast/byte-kinds.ts';
import { CellReader } from '../../fast/cell-reader.ts';
import { writeAscii, writeText } from '../../fast/json-bytes.ts';

/** A CDATA section, or a reference. */
const MARKUP = /<!\[CDATA\[(.*?)\]\]>|&(#x|#)?(\w+);/gsu;
const BACKSLASH = 0x5c;

/** The values of documents, well-formed as they are: a NUL ends each while it is read. What they say: line ends are line feeds (XML 1.0, 2.11), references what they stand for, CDATA sections what is in them. */
export class XmlCellReader extends CellReader {
  readonly #reference: Reference = { text: '', end: 0 };
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor() {
    super('\0', '', '');
    // What these mean is known here alone.
    for (const byte of [AMPERSAND, LESS_THAN, CR]) this.bare[byte] = REFUSED;
    this.bare[LF] = ESCAPED;
  }

  override copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    let place = at;
    let end = length + 1;
    let points = 0;
    let isSection = false;
    for (let byte = input[place] as number; byte !== 0; byte = input[place] as number) {
      if (byte === AMPERSAND && !isSection) {
        end = this.#copyReference(input, place, output, end);
        place = this.#reference.end;
        points++;
      } else if (byte === LESS_THAN && !isSection) {
        isSection = true;
        place += CDATA.length;
      } else if (byte === BRACKET && isSection && input[place + 1] === BRACKET && input[place + 2] === GREATER_THAN) {
        isSection = false;
        place += 3;
      } else {
        if (this.bare[byte] === PLAIN) output[end++] = byte;
        else end = writeAscii(output, end, byte === CR ? LF : byte);
        place += byte === CR && input[place + 1] === LF ? 2 : 1;
        if ((byte & 0xc0) !== 0x80) points++;
      }
    }
    this.codePoints = points;
    return end;
  }

  /** Blanks that are no spaces are left to the careful reading, where they come first or last. */
  override copyTrimmed(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    let from = at;
    while (input[from] === BLANK) from++;
    const end = this.copy(input, from, output, length);
    let to = end;
    while (to > length + 1 && output[to - 1] === BLANK) to--;
    const first = output[length + 1] as number;
    if (
      to > length + 1 &&
      (first === BLANK ||
        first === BACKSLASH ||
        first >= 0x80 ||
        (output[to - 1] as number) >= 0x80 ||
        output[to - 2] === BACKSLASH)
    )
      return -1;
    this.codePoints -= end - to;
    this.isTrimmed = from > at || to < end;
    return to;
  }

  override text(input: Uint8Array, at: number): string {
    const written = this.#decoder.decode(input.subarray(at, input.indexOf(0, at)));
    const isPlain = !written.includes('&') && !written.includes('<') && !written.includes('\r');
    return isPlain ? written : written.replaceAll(/\r\n?/g, '\n').replaceAll(MARKUP, told);
  }

  #copyReference(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    readReference(input, at, input.length, this.#reference);
    const { text } = this.#reference;
    const unit = text.charCodeAt(0);
    return unit < 0x80 ? writeAscii(output, length, unit) : writeText(output, length, text);
  }
}

function told(_: string, section: string | undefined, radix: string | undefined, name: string): string {
  if (section !== undefined) return section;
  if (radix === undefined) return PREDEFINED.get(name) ?? '';
  return String.fromCodePoint(Number.parseInt(name, radix === '#x' ? 16 : 10));
}
