import type { ByteWindow } from '../../bytes/window.ts';
import { isXmlBlank } from './byte-classes.ts';
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, SINGLE_QUOTE, SLASH } from '../../bytes/ascii.ts';
import { MalformedXml } from './malformed-xml.ts';
import { NO_NAME, type XmlName, type XmlNames } from './names.ts';
import { CharacterData } from './character-data.ts';

const MOST_ATTRIBUTES = 1000;
/** From so many attributes on their names are looked up, not compared one by one. */
const MANY = 12;
/** Longest name of a namespace, in UTF-16 units: it must be kept until its element ends. */
const MOST_NAMESPACE_UNITS = 10_000;

/** What is read next of a tag. */
const BETWEEN = 0;
const EQUAL_SIGN = 1;
const QUOTE = 2;
const VALUE = 3;

/** Reads a start tag (XML 1.0, productions 40, 41, 44) behind its name, piece by piece as it comes. */
export class StartTag {
  name = NO_NAME;
  /** The attributes: the first `count` of each. Values are empty where they are not kept. */
  readonly names: XmlName[] = [];
  readonly values: string[] = [];
  count = 0;
  isEmptyElement = false;
  /** Whether the values of attributes are kept; those that declare namespaces always are. */
  keepsValues = false;
  /** Whether values that should have been kept were too long together. */
  isCut = false;
  readonly #window: ByteWindow;
  readonly #names: XmlNames;
  readonly #value: CharacterData;
  readonly #seen = new Set<string>();
  #next = BETWEEN;
  #quote = 0;
  #isBehindBlank = false;

  constructor(window: ByteWindow, names: XmlNames) {
    this.#window = window;
    this.#names = names;
    this.#value = new CharacterData(window);
  }

  /** Begins behind the name of a start tag. */
  begin(name: XmlName): void {
    this.name = name;
    this.count = 0;
    this.keepsValues = false;
    this.isCut = false;
    this.#next = BETWEEN;
    this.#isBehindBlank = false;
  }

  /** Keeps no values of this tag, whether it has ended or not. */
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

  /** Reads through the `>`; false where that has not come yet. */
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

  /** The tag's end (true) or the next attribute's name (null); false where it has not come. */
  #readBetween(): boolean | null {
    const byte = this.#skipBlanks();
    const { bytes, at, end } = this.#window;
    if (byte === undefined) return false;
    if (byte === GREATER_THAN || byte === SLASH) {
      this.isEmptyElement = byte === SLASH;
      if (byte === SLASH && at + 1 >= end) return false;
      if (byte === SLASH && bytes[at + 1] !== GREATER_THAN) throw new MalformedXml('`>` is due behind `/`', at + 1);
      this.#window.at += byte === SLASH ? 2 : 1;
      return true;
    }
    if (!this.#isBehindBlank) throw new MalformedXml('a blank or the end of the tag is due', at);
    if (!this.#names.read(bytes, at, end)) return false;
    this.#addAttribute(this.#names.name, at);
    this.#window.at = this.#names.end;
    this.#next = EQUAL_SIGN;
    return null;
  }

  #addAttribute(name: XmlName, at: number): void {
    if (this.count === MOST_ATTRIBUTES)
      throw new MalformedXml(`an element has more than ${MOST_ATTRIBUTES} attributes`, at);
    if (this.#has(name)) throw new MalformedXml('an attribute stands twice in a tag', at);
    this.names[this.count] = name;
  }

  #has({ text }: XmlName): boolean {
    const { names, count } = this;
    if (count >= MANY) {
      if (count === MANY) {
        this.#seen.clear();
        for (let i = 0; i < count; i++) this.#seen.add(names[i]?.text ?? '');
      }
      return this.#seen.has(text) || (this.#seen.add(text), false);
    }
    for (let i = 0; i < count; i++) {
      if (names[i]?.text === text) return true;
    }
    return false;
  }

  #readEqualSign(): boolean {
    const byte = this.#skipBlanks();
    if (byte === undefined) return false;
    if (byte !== EQUALS) throw new MalformedXml('`=` is due behind the name of an attribute', this.#window.at);
    this.#window.at++;
    this.#next = QUOTE;
    return true;
  }

  #readQuote(): boolean {
    const byte = this.#skipBlanks();
    if (byte === undefined) return false;
    if (byte !== DOUBLE_QUOTE && byte !== SINGLE_QUOTE)
      throw new MalformedXml('the value of an attribute is due in quotes', this.#window.at);
    this.#window.at++;
    this.#quote = byte;
    this.#value.keepsText = this.keepsValues || isNamespaceDeclaration(this.#attribute);
    this.#next = VALUE;
    return true;
  }

  #readValue(): boolean {
    const closed = this.#value.value(this.#quote);
    if (this.#value.text.length > MOST_NAMESPACE_UNITS && isNamespaceDeclaration(this.#attribute)) {
      throw new MalformedXml(`a namespace's name is longer than ${MOST_NAMESPACE_UNITS} characters`, this.#window.at);
    }
    if (!closed) return false;
    this.#window.at++;
    this.values[this.count++] = this.#value.take();
    this.#isBehindBlank = false;
    this.#next = BETWEEN;
    return true;
  }

  /** The next byte that is no blank; undefined where it has not come. */
  #skipBlanks(): number | undefined {
    const window = this.#window;
    const { bytes, end } = window;
    let { at } = window;
    while (at < end && isXmlBlank(bytes[at])) at++;
    if (at > window.at) this.#isBehindBlank = true;
    window.at = at;
    return at < end ? bytes[at] : undefined;
  }
}

/** Whether an attribute declares a namespace (Namespaces in XML 1.0, 3). */
export function isNamespaceDeclaration({ prefix, text }: XmlName): boolean {
  return prefix === 'xmlns' || text === 'xmlns';
}
