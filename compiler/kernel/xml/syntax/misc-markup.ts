import type { ByteWindow } from '../../bytes/window.ts';
import { isXmlBlank } from './byte-classes.ts';
import { DOUBLE_QUOTE, EXCLAMATION, GREATER_THAN, SINGLE_QUOTE } from '../../bytes/ascii.ts';
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
  /** Whether no element of the document has begun, so that a DOCTYPE is allowed. */
  isBeforeRoot: boolean;
}

const COMMENT = 0;
const INSTRUCTION = 1;
const CDATA = 2;
const DOCTYPE = 0x44;
const BRACKET = 0x5b;

/** Maximum length of a DOCTYPE, in bytes. */
const MAX_DOCTYPE_BYTES = 65_536;
const BLANK = '[ \\t\\r\\n]';
const LITERAL = `(?:"[^"]*"|'[^']*')`;
const PUBLIC_CHARACTERS = '[- \\r\\na-zA-Z0-9()+,./:=?;!*#@$_%';
/** A public identifier (XML 1.0, production 12). */
const PUBLIC_LITERAL = `(?:"${PUBLIC_CHARACTERS}']*"|'${PUBLIC_CHARACTERS}]*')`;
/** A DOCTYPE without an internal subset (XML 1.0, productions 28 and 75). */
const DOCTYPE_DECLARATION = new RegExp(
  `^<!DOCTYPE${BLANK}+[^ \\t\\r\\n<>"'[]+(?:${BLANK}+(?:SYSTEM${BLANK}+${LITERAL}|PUBLIC${BLANK}+${PUBLIC_LITERAL}${BLANK}+${LITERAL}))?${BLANK}*>$`,
  'u',
);

/** Reads markup other than tags: comments, processing instructions, CDATA sections, and the XML declaration. */
export class MiscMarkup {
  /** The encoding that the last XML declaration names. Null if it names none. Undefined if the document has none. */
  declared: string | null | undefined = undefined;
  readonly #window: ByteWindow;
  readonly #names: XmlNames;
  readonly #text: CharacterData;
  /** Reads the content of comments and processing instructions without collecting it. */
  readonly #skipped: CharacterData;
  /** The kind of markup that is being read. Null if the markup has ended. */
  #reading: typeof COMMENT | typeof INSTRUCTION | typeof CDATA | null = null;

  readonly #rejectsDoctype: boolean;
  #hasDoctype = false;

  /**
   * @param text reads the content of CDATA sections, and collects it if its `keepsText` is set
   * @param rejectsDoctype whether each DOCTYPE is rejected. If not, one without an internal subset is skipped
   */
  constructor(window: ByteWindow, names: XmlNames, text: CharacterData, rejectsDoctype: boolean) {
    this.#window = window;
    this.#names = names;
    this.#text = text;
    this.#rejectsDoctype = rejectsDoctype;
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
  #beginComment(at: number, { isInside, isBeforeRoot }: MarkupContext): boolean {
    const isComment = this.#hasTextAt('<!--', at);
    const isCdata = this.#hasTextAt('<![CDATA[', at);
    if (isComment === undefined || isCdata === undefined) return false;
    if (isCdata && !isInside) throw new MalformedXml('text outside of the root element', at);
    if (!isComment && !isCdata && this.#window.bytes[at + 2] === DOCTYPE && !this.#rejectsDoctype && isBeforeRoot)
      return this.#skipDoctype(at);
    if (!isComment && !isCdata)
      throw new MalformedXml(
        this.#window.bytes[at + 2] === DOCTYPE
          ? this.#rejectsDoctype
            ? 'a DOCTYPE, which onDoctype: REJECT does not allow'
            : 'a DOCTYPE must be before the root element'
          : '`<!` starts neither a comment nor a CDATA section',
        at,
      );
    this.#window.at = at + (isComment ? 4 : 9);
    this.#reading = isComment ? COMMENT : CDATA;
    return true;
  }

  /** Skips a DOCTYPE without an internal subset. Nothing that it refers to is loaded. */
  #skipDoctype(at: number): boolean {
    const { bytes, end } = this.#window;
    let quote = 0;
    for (let i = at; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (i - at > MAX_DOCTYPE_BYTES) throw new MalformedXml(`a DOCTYPE longer than ${MAX_DOCTYPE_BYTES} bytes`, at);
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) quote = byte;
      else if (byte === BRACKET)
        throw new MalformedXml(
          'a DOCTYPE with an internal subset, which is not supported: ask the sender to leave it out',
          at,
        );
      else if (byte === GREATER_THAN) {
        const text = String.fromCharCode(...bytes.subarray(at, i + 1));
        if (!DOCTYPE_DECLARATION.test(text) || this.#hasDoctype)
          throw new MalformedXml('a malformed or second DOCTYPE', at);
        this.#hasDoctype = true;
        this.#window.at = i + 1;
        return true;
      }
    }
    return false;
  }

  #beginInstruction(at: number, { isFirst }: MarkupContext): boolean {
    const { bytes, end } = this.#window;
    const declared = isFirst ? declarationLength(bytes, at, end) : 0;
    if (declared !== 0) return declared > 0 && this.#readDeclaration(at, at + declared);
    if (!this.#names.read(bytes, at + 2, end)) return false;
    const { name, end: to } = this.#names;
    if (/^xml$/i.test(name.text))
      throw new MalformedXml(
        'an XML declaration must be at the beginning of the file and have a version. If several documents follow each other, set concatenated: true',
        at,
      );
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

  /** Prepares for another document of the same file. */
  endDocument(): void {
    this.#hasDoctype = false;
    this.declared = undefined;
  }

  #readDeclaration(at: number, to: number): true {
    const text = String.fromCharCode(...this.#window.bytes.subarray(at, to));
    this.declared = readXmlDeclaration(text);
    if (this.declared === undefined) throw new MalformedXml('malformed XML declaration', at);
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
