import type { ByteWindow } from '../../bytes/window.ts';
import { isXmlBlank } from './byte-classes.ts';
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, SINGLE_QUOTE, SLASH } from '../../bytes/ascii.ts';
import { MalformedXml } from './malformed-xml.ts';
import { NO_NAME, type XmlName, type XmlNames } from './names.ts';
import { CharacterData } from './character-data.ts';

const MAX_ATTRIBUTES = 1000;
/** Number of attributes from which on names are looked up in a set, instead of compared one by one. */
const SET_THRESHOLD = 12;
/**
 * Maximum length of a namespace name, in UTF-16 units. A longer one is rejected, because it stays in memory until its
 * element ends.
 */
const MAX_NAMESPACE_UNITS = 10_000;

/** The part of the tag that is read next. */
const BETWEEN = 0;
const EQUAL_SIGN = 1;
const QUOTE = 2;
const VALUE = 3;

/**
 * Reads a start tag from the end of its name to its `>` (XML 1.0, productions 40, 41, 44). The tag may arrive in
 * several chunks.
 */
export class StartTag {
  name = NO_NAME;
  /**
   * The names and values of the attributes: the first `count` elements. Later elements are left over from other tags.
   * Values that are not stored are empty.
   */
  readonly names: XmlName[] = [];
  readonly values: string[] = [];
  count = 0;
  isEmptyElement = false;
  /** Whether attribute values are stored. Values of namespace declarations are always stored. */
  keepsValues = false;
  /** Whether `dropValues` has removed values of this tag. */
  isCut = false;
  readonly #window: ByteWindow;
  readonly #names: XmlNames;
  readonly #value: CharacterData;
  readonly #attributeNames = new Set<string>();
  #next = BETWEEN;
  #quote = 0;
  #isAfterBlank = false;

  constructor(window: ByteWindow, names: XmlNames) {
    this.#window = window;
    this.#names = names;
    this.#value = new CharacterData(window);
  }

  /** Starts to read the tag whose name has been read. */
  begin(name: XmlName): void {
    this.name = name;
    this.count = 0;
    this.keepsValues = false;
    this.isCut = false;
    this.#next = BETWEEN;
    this.#isAfterBlank = false;
  }

  /**
   * Removes all stored values of the tag, except namespace declarations, because the tag is too long. The tag may be
   * unfinished.
   */
  dropValues(): void {
    if (!this.keepsValues) return;
    this.keepsValues = false;
    this.isCut = true;
    for (let i = 0; i < this.count; i++) {
      if (!isNamespaceDeclaration(this.names[i] ?? NO_NAME)) this.values[i] = '';
    }
    if (this.#next !== VALUE || isNamespaceDeclaration(this.#attribute)) return;
    this.#value.keepsText = false;
    this.#value.take();
  }

  /**
   * Reads up to and including the `>`. Returns false if it has not arrived. Throws MalformedXml if the tag is not
   * well-formed.
   */
  read(): boolean {
    for (;;) {
      switch (this.#next) {
        case BETWEEN: {
          const ended = this.#readBetween();
          if (ended !== null) return ended;
          break;
        }
        case EQUAL_SIGN:
          if (!this.#readEqualSign()) return false;
          break;
        case QUOTE:
          if (!this.#readQuote()) return false;
          break;
        default:
          if (!this.#readValue()) return false;
      }
    }
  }

  get #attribute(): XmlName {
    return this.names[this.count] ?? NO_NAME;
  }

  /**
   * Reads the end of the tag (returns true) or the name of the next attribute (returns null). Returns false if more
   * bytes are needed.
   */
  #readBetween(): boolean | null {
    const byte = this.#skipBlanks();
    const { bytes, at, end } = this.#window;
    if (byte === undefined) return false;
    if (byte === GREATER_THAN || byte === SLASH) {
      this.isEmptyElement = byte === SLASH;
      if (byte === SLASH && at + 1 >= end) return false;
      if (byte === SLASH && bytes[at + 1] !== GREATER_THAN)
        throw new MalformedXml('`/` must be followed by `>`', at + 1);
      this.#window.at += byte === SLASH ? 2 : 1;
      return true;
    }
    if (!this.#isAfterBlank) throw new MalformedXml('a blank or the end of the tag is missing', at);
    if (!this.#names.read(bytes, at, end)) return false;
    this.#addAttribute(this.#names.name, at);
    this.#window.at = this.#names.end;
    this.#next = EQUAL_SIGN;
    return null;
  }

  #addAttribute(name: XmlName, at: number): void {
    if (this.count === MAX_ATTRIBUTES)
      throw new MalformedXml(`an element has more than ${MAX_ATTRIBUTES} attributes`, at);
    if (this.#has(name)) throw new MalformedXml('a tag has the same attribute twice', at);
    this.names[this.count] = name;
  }

  #has({ text }: XmlName): boolean {
    const { names, count } = this;
    if (count >= SET_THRESHOLD) {
      if (count === SET_THRESHOLD) {
        this.#attributeNames.clear();
        for (let i = 0; i < count; i++) this.#attributeNames.add(names[i]?.text ?? '');
      }
      return this.#attributeNames.has(text) || (this.#attributeNames.add(text), false);
    }
    for (let i = 0; i < count; i++) {
      if (names[i]?.text === text) return true;
    }
    return false;
  }

  #readEqualSign(): boolean {
    const byte = this.#skipBlanks();
    if (byte === undefined) return false;
    if (byte !== EQUALS) throw new MalformedXml('the name of an attribute must be followed by `=`', this.#window.at);
    this.#window.at++;
    this.#next = QUOTE;
    return true;
  }

  #readQuote(): boolean {
    const byte = this.#skipBlanks();
    if (byte === undefined) return false;
    if (byte !== DOUBLE_QUOTE && byte !== SINGLE_QUOTE)
      throw new MalformedXml('the value of an attribute must be in quotes', this.#window.at);
    this.#window.at++;
    this.#quote = byte;
    this.#value.keepsText = this.keepsValues || isNamespaceDeclaration(this.#attribute);
    this.#next = VALUE;
    return true;
  }

  #readValue(): boolean {
    const closed = this.#value.value(this.#quote);
    if (this.#value.text.length > MAX_NAMESPACE_UNITS && isNamespaceDeclaration(this.#attribute)) {
      throw new MalformedXml(`a namespace's name is longer than ${MAX_NAMESPACE_UNITS} characters`, this.#window.at);
    }
    if (!closed) return false;
    this.#window.at++;
    this.values[this.count++] = this.#value.take();
    this.#isAfterBlank = false;
    this.#next = BETWEEN;
    return true;
  }

  /** Skips blanks. Returns the next byte, or undefined if it has not arrived. */
  #skipBlanks(): number | undefined {
    const window = this.#window;
    const { bytes, end } = window;
    let { at } = window;
    while (at < end && isXmlBlank(bytes[at])) at++;
    if (at > window.at) this.#isAfterBlank = true;
    window.at = at;
    return at < end ? bytes[at] : undefined;
  }
}

/** Returns whether an attribute with this name declares a namespace (Namespaces in XML 1.0, section 3). */
export function isNamespaceDeclaration({ prefix, text }: XmlName): boolean {
  return prefix === 'xmlns' || text === 'xmlns';
}
