import { characterLength } from '../../bytes/utf8.ts';
import type { ByteWindow } from '../../bytes/window.ts';
import { byteClasses, CHECKED, PLAIN } from './byte-classes.ts';
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
 * Reads runs of characters, piece by piece as they come, and checks every one (XML 1.0, production 2). Each method goes
 * on at the window's place and leaves it where the run ends; false: the window is read, and the run goes on.
 */
export class CharacterData {
  /** Whether the characters are kept. */
  keepsText = false;
  /** What was kept: references replaced, line ends normalised (XML 1.0, 2.11), blanks of attributes too (3.3.3). */
  text = '';
  readonly #window: ByteWindow;
  readonly #reference: Reference = { text: '', end: 0 };
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  /** Gives what was kept away, and begins anew. */
  take(): string {
    const { text } = this;
    if (text !== '') this.text = '';
    return text;
  }

  /** Character data up to the next `<`. */
  content(): boolean {
    for (;;) {
      switch (this.#toSpecial(CONTENT)) {
        case LESS_THAN:
          return true;
        case AMPERSAND:
          if (!this.#replaceReference()) return false;
          break;
        case BRACKET:
          if (!this.#passBracket()) return false;
          break;
        case CR:
          if (!this.#passLineEnd('\n')) return false;
          break;
        default:
          return false;
      }
    }
  }

  /** An attribute's value up to its quote. */
  value(quote: number): boolean {
    for (;;) {
      const special = this.#toSpecial(quote === DOUBLE_QUOTE ? IN_DOUBLE_QUOTES : IN_SINGLE_QUOTES);
      if (special === NONE) return false;
      if (special === quote) return true;
      if (special === LESS_THAN) throw new MalformedXml('`<` in the value of an attribute', this.#window.at);
      if (special === AMPERSAND) {
        if (!this.#replaceReference()) return false;
      } else if (special !== CR) this.#pass(1, ' ');
      else if (!this.#passLineEnd(' ')) return false;
    }
  }

  /** A CDATA section through its `]]>`. */
  cdata(): boolean {
    for (;;) {
      const special = this.#toSpecial(CDATA);
      if (special === NONE) return false;
      if (special === CR) {
        if (!this.#passLineEnd('\n')) return false;
        continue;
      }
      const closes = this.#closes();
      if (closes === undefined) return false;
      this.#pass(closes ? 3 : 1, closes ? '' : ']');
      if (closes) return true;
    }
  }

  /** A comment through its `-->`. */
  comment(): boolean {
    for (;;) {
      if (this.#toSpecial(COMMENT) === NONE) return false;
      const { bytes, at, end } = this.#window;
      if (at + 2 >= end) return false;
      if (bytes[at + 1] !== HYPHEN) this.#pass(1, '');
      else if (bytes[at + 2] !== GREATER_THAN) throw new MalformedXml('`--` in a comment', at);
      else return this.#pass(3, '');
    }
  }

  /** A processing instruction through its `?>`. */
  instruction(): boolean {
    for (;;) {
      if (this.#toSpecial(INSTRUCTION) === NONE) return false;
      const { bytes, at, end } = this.#window;
      if (at + 1 >= end) return false;
      if (bytes[at + 1] === GREATER_THAN) return this.#pass(2, '');
      this.#pass(1, '');
    }
  }

  /** Goes on to the next special byte; NONE where it has not come yet. */
  #toSpecial(classes: Uint8Array): number {
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

  /** Length of the character at `at`; 0 where it has not come whole. */
  #checkedLength(at: number): number {
    const { bytes, end } = this.#window;
    const length = characterLength(bytes, at, end);
    if (length < 0) throw new MalformedXml('malformed bytes', at);
    const isForbidden =
      length === 1 || (length === 3 && bytes[at] === 0xef && bytes[at + 1] === 0xbf && (bytes[at + 2] ?? 0) >= 0xbe);
    if (isForbidden) throw new MalformedXml('a character that XML does not allow', at);
    return length;
  }

  #pass(bytes: number, kept: string): true {
    this.#window.at += bytes;
    if (this.keepsText) this.text += kept;
    return true;
  }

  #passLineEnd(kept: string): boolean {
    const { bytes, at, end } = this.#window;
    if (at + 1 >= end) return false;
    return this.#pass(bytes[at + 1] === LF ? 2 : 1, kept);
  }

  #replaceReference(): boolean {
    const { bytes, at, end } = this.#window;
    if (!readReference(bytes, at, end, this.#reference)) return false;
    return this.#pass(this.#reference.end - at, this.#reference.text);
  }

  #passBracket(): boolean {
    const closes = this.#closes();
    if (closes === true) throw new MalformedXml('`]]>` stands in text', this.#window.at);
    return closes === false && this.#pass(1, ']');
  }

  /** Whether `]]>` stands at the window's place; undefined where that is not known yet. */
  #closes(): boolean | undefined {
    const { bytes, at, end } = this.#window;
    if (at + 1 >= end) return undefined;
    if (bytes[at + 1] !== BRACKET) return false;
    return at + 2 >= end ? undefined : bytes[at + 2] === GREATER_THAN;
  }
}

const NONE = -1;
