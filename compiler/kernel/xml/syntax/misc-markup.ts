import type { ByteWindow } from '../../bytes/window.ts';
import { isXmlBlank } from './byte-classes.ts';
import { EXCLAMATION } from '../../bytes/ascii.ts';
import { declarationLength, readXmlDeclaration } from './declaration.ts';
import { MalformedXml } from './malformed-xml.ts';
import type { XmlNames } from './names.ts';
import { CharacterData } from './character-data.ts';

/** Where markup stands. */
export interface MarkupContext {
  /** At the very beginning of the document. */
  isFirst: boolean;
  /** In the root element. */
  isInside: boolean;
}

const COMMENT = 0;
const INSTRUCTION = 1;
const CDATA = 2;
const DOCTYPE = 0x44;

/** Reads markup that is no tag: comments, processing instructions, CDATA sections, the XML declaration. */
export class MiscMarkup {
  readonly #window: ByteWindow;
  readonly #names: XmlNames;
  readonly #text: CharacterData;
  /** Reads what is never kept. */
  readonly #skipped: CharacterData;
  /** What is being read; null where nothing is. */
  #reading: typeof COMMENT | typeof INSTRUCTION | typeof CDATA | null = null;

  /** `text`: takes CDATA. */
  constructor(window: ByteWindow, names: XmlNames, text: CharacterData) {
    this.#window = window;
    this.#names = names;
    this.#text = text;
    this.#skipped = new CharacterData(window);
  }

  /** Reads on; false where the end has not come yet. */
  read(): boolean {
    if (this.#reading !== null && !this.#readOn(this.#reading)) return false;
    this.#reading = null;
    return true;
  }

  /** Begins at `<!` or `<?`; false where more bytes are needed to say what it is. */
  begin(at: number, surroundings: MarkupContext): boolean {
    return this.#window.bytes[at + 1] === EXCLAMATION
      ? this.#beginComment(at, surroundings)
      : this.#beginInstruction(at, surroundings);
  }

  #readOn(reading: typeof COMMENT | typeof INSTRUCTION | typeof CDATA): boolean {
    if (reading === COMMENT) return this.#skipped.comment();
    return reading === CDATA ? this.#text.cdata() : this.#skipped.instruction();
  }

  /** A comment or a CDATA section; anything else behind `<!` belongs to a DTD. */
  #beginComment(at: number, { isInside }: MarkupContext): boolean {
    const isComment = this.#stands('<!--', at);
    const isCdata = this.#stands('<![CDATA[', at);
    if (isComment === undefined || isCdata === undefined) return false;
    if (isCdata && !isInside) throw new MalformedXml('text stands outside of the root element', at);
    if (!isComment && !isCdata)
      throw new MalformedXml(
        this.#window.bytes[at + 2] === DOCTYPE
          ? 'a DOCTYPE: no DTD is ever read'
          : '`<!` begins neither a comment nor a CDATA section',
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
      throw new MalformedXml('an XML declaration stands at the beginning of the file alone, and has a version', at);
    if (name.prefix !== '') throw new MalformedXml('the target of a processing instruction has no colon', at);
    if (isXmlBlank(bytes[to])) {
      this.#reading = INSTRUCTION;
      this.#window.at = to + 1;
      return true;
    }
    const ends = this.#stands('?>', to);
    if (ends === false)
      throw new MalformedXml('a blank or `?>` is due behind the target of a processing instruction', to);
    if (ends === true) this.#window.at = to + 2;
    return ends === true;
  }

  #readDeclaration(at: number, to: number): true {
    const text = String.fromCharCode(...this.#window.bytes.subarray(at, to));
    if (readXmlDeclaration(text) === undefined) throw new MalformedXml('malformed XML declaration', at);
    this.#window.at = to;
    return true;
  }

  /** Whether a text stands at `at`; undefined where that is not known yet. */
  #stands(text: string, at: number): boolean | undefined {
    const { bytes, end } = this.#window;
    for (let i = 0; i < text.length; i++) {
      if (at + i >= end) return undefined;
      if (bytes[at + i] !== text.charCodeAt(i)) return false;
    }
    return true;
  }
}
