import type { ByteWindow } from '../../bytes/window.ts';
import { isXmlBlank } from './byte-classes.ts';
import { EXCLAMATION } from '../../bytes/ascii.ts';
import { declarationLength, readXmlDeclaration } from './declaration.ts';
import { MalformedXml } from './malformed-xml.ts';
import type { XmlNames } from './names.ts';
import { CharacterData } from './character-data.ts';

/** Where in the document markup occurs. */
export interface MarkupContext {
  /** At the very beginning of the document. */
  isFirst: boolean;
  /** Inside the root element. */
  isInside: boolean;
}

const COMMENT = 0;
const INSTRUCTION = 1;
const CDATA = 2;
const DOCTYPE = 0x44;

/** Reads markup other than tags: comments, processing instructions, CDATA sections, the XML declaration. */
export class MiscMarkup {
  readonly #window: ByteWindow;
  readonly #names: XmlNames;
  readonly #text: CharacterData;
  /** Reads comments and instructions, which are never collected. */
  readonly #skipped: CharacterData;
  /** What is being read, or null. */
  #reading: typeof COMMENT | typeof INSTRUCTION | typeof CDATA | null = null;

  /** @param text collects the content of CDATA sections */
  constructor(window: ByteWindow, names: XmlNames, text: CharacterData) {
    this.#window = window;
    this.#names = names;
    this.#text = text;
    this.#skipped = new CharacterData(window);
  }

  /** Continues reading. Returns false if the end has not arrived. */
  read(): boolean {
    if (this.#reading !== null && !this.#continue(this.#reading)) return false;
    this.#reading = null;
    return true;
  }

  /** Begins markup at `<!` or `<?`. Returns false if more bytes are needed to recognise it. */
  begin(at: number, surroundings: MarkupContext): boolean {
    return this.#window.bytes[at + 1] === EXCLAMATION
      ? this.#beginComment(at, surroundings)
      : this.#beginInstruction(at, surroundings);
  }

  #continue(reading: typeof COMMENT | typeof INSTRUCTION | typeof CDATA): boolean {
    if (reading === COMMENT) return this.#skipped.comment();
    return reading === CDATA ? this.#text.cdata() : this.#skipped.instruction();
  }

  /** Begins a comment or a CDATA section. Anything else after `<!` belongs to a DTD. */
  #beginComment(at: number, { isInside }: MarkupContext): boolean {
    const isComment = this.#hasTextAt('<!--', at);
    const isCdata = this.#hasTextAt('<![CDATA[', at);
    if (isComment === undefined || isCdata === undefined) return false;
    if (isCdata && !isInside) throw new MalformedXml('text outside of the root element', at);
    if (!isComment && !isCdata)
      throw new MalformedXml(
        this.#window.bytes[at + 2] === DOCTYPE
          ? 'a DOCTYPE: DTDs are not supported'
          : '`<!` starts neither a comment nor a CDATA section',
        at,
      );
    this.#window.at = at + (isComment ? 4 : 9);
    this.#reading = isComment ? COMMENT : CDATA;
    return true;
  }

  #beginInstruction(at: number, { isFirst }: MarkupContext): boolean {
    const { bytes, end } = this.#window;
    const declared = isFirst ? declarationLength(bytes, at, end) : 0;
    if (declared !== 0) return declared > 0 && this.#readDeclaration(at, at + declared);
    if (!this.#names.read(bytes, at + 2, end)) return false;
    const { name, end: to } = this.#names;
    if (/^xml$/i.test(name.text))
      throw new MalformedXml('an XML declaration must be at the beginning of the file and have a version', at);
    if (name.prefix !== '')
      throw new MalformedXml('the target of a processing instruction must not contain a colon', at);
    if (isXmlBlank(bytes[to])) {
      this.#reading = INSTRUCTION;
      this.#window.at = to + 1;
      return true;
    }
    const ends = this.#hasTextAt('?>', to);
    if (ends === false)
      throw new MalformedXml('the target of a processing instruction must be followed by a blank or `?>`', to);
    if (ends === true) this.#window.at = to + 2;
    return ends === true;
  }

  #readDeclaration(at: number, to: number): true {
    const text = String.fromCharCode(...this.#window.bytes.subarray(at, to));
    if (readXmlDeclaration(text) === undefined) throw new MalformedXml('malformed XML declaration', at);
    this.#window.at = to;
    return true;
  }

  /** Whether a text is at `at`. Undefined if too few bytes have arrived. */
  #hasTextAt(text: string, at: number): boolean | undefined {
    const { bytes, end } = this.#window;
    for (let i = 0; i < text.length; i++) {
      if (at + i >= end) return undefined;
      if (bytes[at + i] !== text.charCodeAt(i)) return false;
    }
    return true;
  }
}
