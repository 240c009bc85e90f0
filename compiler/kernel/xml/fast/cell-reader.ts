import { CDATA } from '../syntax/byte-classes.ts';
import { AMPERSAND, BRACKET, CR, GREATER_THAN, LESS_THAN, LF } from '../../bytes/ascii.ts';
import { PREDEFINED, readReference, type Reference } from '../syntax/reference.ts';
import { ESCAPED, PLAIN, REFUSED } from '../../fast/byte-kinds.ts';
import { EndedCellReader } from '../../fast/ended-cell-reader.ts';
import { writeAscii, writeText } from '../../fast/json-bytes.ts';

/** A CDATA section or a reference. */
const MARKUP = /<!\[CDATA\[(.*?)\]\]>|&(#x|#)?(\w+);/gsu;

/**
 * Reads the values of well-formed documents. The generated reader ends each value with a NUL before it calls a method.
 * Line ends are normalized (XML 1.0, section 2.11), references are replaced, and CDATA sections become their content.
 */
export class XmlCellReader extends EndedCellReader {
  readonly #reference: Reference = { text: '', end: 0 };
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor() {
    super();
    // The plain loops of the generated reader do not support these bytes. The methods of this class do.
    for (const byte of [AMPERSAND, LESS_THAN, CR]) this.bare[byte] = REFUSED;
    this.bare[LF] = ESCAPED;
  }

  override copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    let position = at;
    let end = length + 1;
    let points = 0;
    let isSection = false;
    for (let byte = input[position] as number; byte !== 0; byte = input[position] as number) {
      if (byte === AMPERSAND && !isSection) {
        end = this.#copyReference(input, position, output, end);
        position = this.#reference.end;
        points++;
      } else if (byte === LESS_THAN && !isSection) {
        isSection = true;
        position += CDATA.length;
      } else if (
        byte === BRACKET &&
        isSection &&
        input[position + 1] === BRACKET &&
        input[position + 2] === GREATER_THAN
      ) {
        isSection = false;
        position += 3;
      } else {
        if (this.bare[byte] === PLAIN) output[end++] = byte;
        else end = writeAscii(output, end, byte === CR ? LF : byte);
        position += byte === CR && input[position + 1] === LF ? 2 : 1;
        if ((byte & 0xc0) !== 0x80) points++;
      }
    }
    this.codePoints = points;
    return end;
  }

  protected override decode(input: Uint8Array, at: number): string {
    const written = this.#decoder.decode(input.subarray(at, input.indexOf(0, at)));
    const isPlain = !written.includes('&') && !written.includes('<') && !written.includes('\r');
    return isPlain ? written : written.replaceAll(/\r\n?/g, '\n').replaceAll(MARKUP, replaceMarkup);
  }

  #copyReference(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    readReference(input, at, input.length, this.#reference);
    const { text } = this.#reference;
    const unit = text.charCodeAt(0);
    return unit < 0x80 ? writeAscii(output, length, unit) : writeText(output, length, text);
  }
}

function replaceMarkup(_: string, section: string | undefined, radix: string | undefined, name: string): string {
  if (section !== undefined) return section;
  if (radix === undefined) return PREDEFINED.get(name) ?? '';
  return String.fromCodePoint(Number.parseInt(name, radix === '#x' ? 16 : 10));
}
