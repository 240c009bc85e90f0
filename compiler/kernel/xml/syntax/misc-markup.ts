import type { ByteWindow } from '../../bytes/window.ts';
import { isXmlBlank } from './byte-classes.ts';
import { EXCLAMATION } from '../../bytes/ascii.ts';
import { declarationLength, readXmlDeclaration } from './declaration.ts';
import { MalformedXml } from './malformed-xml.ts';
import type { XmlNames } from './names.ts';
import { CharacterData } from './character-data.ts';

/** The place of markup in the document. */
export interface MarkupContext {
  /** Whether the markup is at the beginning of the document. */
  isFirst: boolean;
  /** Whether the markup is inside the root element. */
  isInside: boolean;
}

const COMMENT = 0;
const INSTRUCTION = 1;
const CDATA = 2;
const DOCTYPE = 0x44;

/** Reads markup other than tags: comments, processing instructions, CDATA sections, and the XML declaration. */
export class MiscMarkup {
  readonly #window: ByteWindow;
  readonly #names: XmlNames;
  readonly #text: CharacterData;
  /** Reads the content of comments and processing instructions without collecting it. */
  readonly #skipped: CharacterData;
  /** The kind of markup that is being read. Null if the markup has ended. */
  #reading: typeof COMMENT | typeof INSTRUCTION | typeof CDATA | null = null;

  /** @param text reads the content of CDATA sections, and collects it if its `keepsText` is set */
  constructor(window: ByteWindow, names: XmlNames, text: CharacterData) {
    this.#window = window;
    this.#names = names;
    this.#text = text;
    this.#skipped = new CharacterData(window);
  }

  /** Continues to read the markup that `begin` has started. Returns false if its end has not arrived. */
  read(): boolean {
    if (this.#reading !== null && !this.#continue(this.#reading)) return false;
    this.#reading = null;
    return true;
  }

  /**
   * Starts to read markup at index `at`, where `<!` or `<?` is. Returns false if more bytes are needed to recognise it.
   * Throws MalformedXml if the markup is not allowed at this place.
   */
  begin(at: number, surroundings: MarkupContext): boolean {
    return this.#window.bytes[at + 1] === EXCLAMATION
      ? this.#beginComment(at, surroundings)
      : this.#beginInstruction(at, surroundings);
  }

  #continue(reading: typeof COMMENT | typeof INSTRUCTION | typeof CDATA): boolean {
    if (reading === COMMENT) return this.#skipped.comment();
    return reading === CDATA ? this.#text.cdata() : this.#skipped.instruction();
  }

  /** Starts to read a comment or a CDATA section. Other markup after `<!` belongs to DTDs, which are not supported. */
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

  /** Returns whether an ASCII text is at index `at`. Undefined if too few bytes have arrived. */
  #hasTextAt(text: string, at: number): boolean | undefined {
    const { bytes, end } = this.#window;
    for (let i = 0; i < text.length; i++) {
      if (at + i >= end) return undefined;
      if (bytes[at + i] !== text.charCodeAt(i)) return false;
    }
    return true;
  }
}
