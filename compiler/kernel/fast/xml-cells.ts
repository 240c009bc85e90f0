import { AMPERSAND, CR, LESS_THAN, LF } from '../xml/bytes.ts';
import { PREDEFINED } from '../xml/reference.ts';
import { ESCAPED, REFUSED } from './byte-kinds.ts';
import { CsvCells } from './csv-cells.ts';

/** A CDATA section, or a reference. */
const MARKUP = /<!\[CDATA\[(.*?)\]\]>|&(#x|#)?(\w+);/gsu;

/** The values of documents, well-formed as they are: a NUL ends each while it is read. */
export class XmlCells extends CsvCells {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor() {
    super('\0', '', '');
    // What these mean, `text` alone knows.
    for (const byte of [AMPERSAND, LESS_THAN, CR]) this.bare[byte] = REFUSED;
    this.bare[LF] = ESCAPED;
  }

  /** What a value says: line ends are line feeds (XML 1.0, 2.11), references what they stand for, CDATA sections what is in them. */
  override text(input: Uint8Array, at: number): string {
    const written = this.#decoder.decode(input.subarray(at, input.indexOf(0, at)));
    const isPlain = !written.includes('&') && !written.includes('<') && !written.includes('\r');
    return isPlain ? written : written.replaceAll(/\r\n?/g, '\n').replaceAll(MARKUP, told);
  }
}

function told(_: string, section: string | undefined, radix: string | undefined, name: string): string {
  if (section !== undefined) return section;
  if (radix === undefined) return PREDEFINED.get(name) ?? '';
  return String.fromCodePoint(Number.parseInt(name, radix === '#x' ? 16 : 10));
}
