import { characterLength } from '../../bytes/utf8.ts';
import type { ByteWindow } from '../../bytes/window.ts';
import { byteClasses, CHECKED, isXmlBlank, PLAIN } from './byte-classes.ts';
import { AMPERSAND, BRACKET, CR, DOUBLE_QUOTE, GREATER_THAN, HYPHEN, LESS_THAN, LF } from '../../bytes/ascii.ts';
import { MalformedXml } from './malformed-xml.ts';
import { readReference, type Reference } from './reference.ts';

const CONTENT = byteClasses('<&]\r');
const IN_DOUBLE_QUOTES = byteClasses('"<&\t\n\r');
const IN_SINGLE_QUOTES = byteClasses("'<&\t\n\r");
const CDATA = byteClasses(']\r');
const COMMENT = byteClasses('-');
const INSTRUCTION = byteClasses('?');

/**
 * Reads sequences of characters and validates every character (XML 1.0, production 2). A sequence may arrive in several
 * chunks. Each method starts at the window's index and moves it. It returns true at the end of the sequence, and false
 * if more bytes are needed. It throws MalformedXml if the sequence is not well-formed.
 */
export class CharacterData {
  /** Whether characters are collected in `text`. If false, they are only validated. */
  keepsText = false;
  /**
   * The collected text. References are replaced, and line ends are normalized (XML 1.0, section 2.11). In attribute
   * values, blanks are normalized, too (section 3.3.3).
   */
  text = '';
  /** Whether `hasText` is set if content is found. */
  looksForText = false;
  /** Whether content other than blanks was found. References and CDATA sections always are. */
  hasText = false;
  readonly #window: ByteWindow;
  readonly #reference: Reference = { text: '', end: 0 };
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  /** Returns the collected text and empties it. */
  take(): string {
    const { text } = this;
    if (text !== '') this.text = '';
    return text;
  }

  /** Reads character data up to the next `<`, which is not read. */
  content(): boolean {
    for (;;) {
      const from = this.#window.at;
      const special = this.#readToSpecial(CONTENT);
      if (this.looksForText && !this.hasText) this.hasText = this.#isText(from, special);
      switch (special) {
        case LESS_THAN:
          return true;
        case AMPERSAND:
          if (!this.#replaceReference()) return false;
          break;
        case BRACKET:
          if (!this.#skipBracket()) return false;
          break;
        case CR:
          if (!this.#skipLineEnd('\n')) return false;
          break;
        default:
          return false;
      }
    }
  }

  /** Reads an attribute value up to the closing quote, which is not read. */
  value(quote: number): boolean {
    for (;;) {
      const special = this.#readToSpecial(quote === DOUBLE_QUOTE ? IN_DOUBLE_QUOTES : IN_SINGLE_QUOTES);
      if (special === NONE) return false;
      if (special === quote) return true;
      if (special === LESS_THAN) throw new MalformedXml('`<` in the value of an attribute', this.#window.at);
      if (special === AMPERSAND) {
        if (!this.#replaceReference()) return false;
      } else if (special !== CR) this.#skip(1, ' ');
      else if (!this.#skipLineEnd(' ')) return false;
    }
  }

  /** Reads the content of a CDATA section, and its `]]>`. */
  cdata(): boolean {
    if (this.looksForText) this.hasText = true;
    for (;;) {
      const special = this.#readToSpecial(CDATA);
      if (special === NONE) return false;
      if (special === CR) {
        if (!this.#skipLineEnd('\n')) return false;
        continue;
      }
      const isEnd = this.#isCdataEnd();
      if (isEnd === undefined) return false;
      this.#skip(isEnd ? 3 : 1, isEnd ? '' : ']');
      if (isEnd) return true;
    }
  }

  /** Reads the content of a comment, and its `-->`. */
  comment(): boolean {
    for (;;) {
      if (this.#readToSpecial(COMMENT) === NONE) return false;
      const { bytes, at, end } = this.#window;
      if (at + 2 >= end) return false;
      if (bytes[at + 1] !== HYPHEN) this.#skip(1, '');
      else if (bytes[at + 2] !== GREATER_THAN) throw new MalformedXml('`--` in a comment', at);
      else return this.#skip(3, '');
    }
  }

  /** Reads the content of a processing instruction, and its `?>`. */
  instruction(): boolean {
    for (;;) {
      if (this.#readToSpecial(INSTRUCTION) === NONE) return false;
      const { bytes, at, end } = this.#window;
      if (at + 1 >= end) return false;
      if (bytes[at + 1] === GREATER_THAN) return this.#skip(2, '');
      this.#skip(1, '');
    }
  }

  /** Returns whether the bytes from an index to the window's index, with the special byte there, are content. */
  #isText(from: number, special: number): boolean {
    if (special === AMPERSAND || special === BRACKET) return true;
    const { bytes, at } = this.#window;
    for (let index = from; index < at; index++) if (!isXmlBlank(bytes[index])) return true;
    return false;
  }

  /** Reads up to the next byte of the class SPECIAL, and returns it. Returns NONE if it has not arrived. */
  #readToSpecial(classes: Uint8Array): number {
    const { bytes, end, at: from } = this.#window;
    let at = from;
    let special = NONE;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      const kind = classes[byte];
      if (kind === PLAIN) at++;
      else if (kind === CHECKED) {
        const length = this.#checkedLength(at);
        if (length === 0) break;
        at += length;
      } else {
        special = byte;
        break;
      }
    }
    if (this.keepsText && at > from) this.text += this.#decoder.decode(bytes.subarray(from, at));
    this.#window.at = at;
    return special;
  }

  /**
   * Returns the length in bytes of the character at index `at`, or 0 if it is incomplete. Throws MalformedXml if it is
   * malformed or XML does not allow it.
   */
  #checkedLength(at: number): number {
    const { bytes, end } = this.#window;
    const length = characterLength(bytes, at, end);
    if (length < 0) throw new MalformedXml('malformed bytes', at);
    const isForbidden =
      length === 1 || (length === 3 && bytes[at] === 0xef && bytes[at + 1] === 0xbf && (bytes[at + 2] ?? 0) >= 0xbe);
    if (isForbidden) throw new MalformedXml('a character that XML does not allow', at);
    return length;
  }

  #skip(bytes: number, kept: string): true {
    this.#window.at += bytes;
    if (this.keepsText) this.text += kept;
    return true;
  }

  #skipLineEnd(kept: string): boolean {
    const { bytes, at, end } = this.#window;
    if (at + 1 >= end) return false;
    return this.#skip(bytes[at + 1] === LF ? 2 : 1, kept);
  }

  #replaceReference(): boolean {
    const { bytes, at, end } = this.#window;
    if (!readReference(bytes, at, end, this.#reference)) return false;
    return this.#skip(this.#reference.end - at, this.#reference.text);
  }

  #skipBracket(): boolean {
    const isEnd = this.#isCdataEnd();
    if (isEnd === true) throw new MalformedXml('`]]>` in text', this.#window.at);
    return isEnd === false && this.#skip(1, ']');
  }

  /** Returns whether `]]>` is at the window's index. Undefined if too few bytes have arrived. */
  #isCdataEnd(): boolean | undefined {
    const { bytes, at, end } = this.#window;
    if (at + 1 >= end) return undefined;
    if (bytes[at + 1] !== BRACKET) return false;
    return at + 2 >= end ? undefined : bytes[at + 2] === GREATER_THAN;
  }
}

const NONE = -1;
