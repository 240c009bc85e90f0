import type { ByteWindow } from '../../bytes/window.ts';
import { MiscMarkup } from './misc-markup.ts';
import { isXmlBlank } from './byte-classes.ts';
import { EXCLAMATION, GREATER_THAN, LESS_THAN, QUESTION, SLASH } from '../../bytes/ascii.ts';
import { MalformedXml } from './malformed-xml.ts';
import { type XmlName, XmlNames } from './names.ts';
import { type NamespaceDeclaration, XmlNamespaces } from './namespaces.ts';
import { StartTag } from './start-tag.ts';
import { CharacterData } from './character-data.ts';
import { MORE, NAME, START, END, DONE, type Token } from './tokens.ts';

/** A step of the reader has ended without a token. */
const NOTHING = -1;
type Step = Token | typeof NOTHING;

/** The part of the document that is being read. */
const CONTENT = 0;
const START_TAG = 1;
const END_TAG = 2;
const EMPTY_TAG = 3;
const MISC = 4;

/** The byte order mark of UTF-8, with which a further document may begin. */
const MARK = [0xef, 0xbb, 0xbf];

/** Maximum number of nested elements. */
const MAX_DEPTH = 256;

/** How documents differ from XML 1.0. */
export interface DocumentSettings {
  /** Whether each DOCTYPE is rejected. Default: one without an internal subset is skipped. */
  rejectsDoctype?: boolean;
  /** Whether several documents may follow each other in a file. Default: false. */
  isConcatenated?: boolean;
  /**
   * Returns whether the file is read in the encoding that a further document declares. Null: it declares none. Default:
   * always.
   */
  isReadAs?: (declared: string | null) => boolean;
}

/**
 * Reads a document as a sequence of tokens, and validates that it is well-formed (XML 1.0, fifth edition, and
 * Namespaces in XML 1.0, third edition). The document may arrive in several chunks. A DOCTYPE with an internal subset is
 * rejected, and any other is skipped, so no DTD is ever read. Throws MalformedXml if the document is not well-formed.
 */
export class XmlReader {
  /** Collects the text of the open element, if its `keepsText` is set. */
  readonly text: CharacterData;
  /**
   * `tag`: the last start tag. `tagAt`: the index of its `<` in the window, valid only directly after the token NAME.
   */
  readonly tag: StartTag;
  tagAt = 0;
  /** The namespace of the element that was opened last. Empty if it has none. */
  namespace = '';
  readonly namespaces = new XmlNamespaces();
  /**
   * The names of the open elements, the root element first. Directly after the token END, the last name is that of the
   * ended element.
   */
  readonly open: XmlName[] = [];
  hasRoot = false;
  readonly #window: ByteWindow;
  readonly #isWhole: boolean;
  readonly #isConcatenated: boolean;
  readonly #isReadAs: NonNullable<DocumentSettings['isReadAs']>;
  readonly #names = new XmlNames();
  readonly #misc: MiscMarkup;
  #reading = CONTENT;
  #hasEnded = false;

  /**
   * @param isWhole whether the window starts at the beginning of the document, so that an XML declaration is allowed
   * there
   * @param settings how documents differ from XML 1.0
   */
  constructor(
    window: ByteWindow,
    isWhole: boolean,
    { rejectsDoctype = false, isConcatenated = false, isReadAs = () => true }: DocumentSettings = {},
  ) {
    this.#window = window;
    this.#isWhole = isWhole;
    this.text = new CharacterData(window);
    this.#isConcatenated = isConcatenated;
    this.#isReadAs = isReadAs;
    this.#misc = new MiscMarkup(window, this.#names, this.text, rejectsDoctype);
    this.tag = new StartTag(window, this.#names);
  }

  /** Index in the window of the byte after the last token. */
  get at(): number {
    return this.#window.at;
  }

  /** Opens an element that was open at the resume position. Called for each of them, the root element first. */
  reopen(name: string, declarations: readonly NamespaceDeclaration[] | null): void {
    const bytes = new TextEncoder().encode(`${name}>`);
    this.#names.read(bytes, 0, bytes.length);
    this.namespaces.open(declarations, 0);
    this.namespace = this.namespaces.of(this.#names.name.prefix, 0);
    this.#enter(this.#names.name);
  }

  /**
   * Returns whether the reader is inside an element and not inside a tag or other markup. An element whose token END
   * was returned last counts as closed.
   */
  isInContent(): boolean {
    if (this.#hasEnded) this.#leave();
    return this.#reading === CONTENT && this.open.length > 0;
  }

  /** Reads up to the next token and returns it. `final`: all bytes have been added. */
  next(final: boolean): Token {
    if (this.#hasEnded) this.#leave();
    for (;;) {
      const step = this.#step();
      if (step === MORE && final) return this.#finish();
      if (step !== NOTHING) return step;
    }
  }

  #step(): Step {
    switch (this.#reading) {
      case START_TAG:
        return this.tag.read() ? this.#startElement() : MORE;
      case END_TAG:
        return this.#endTag();
      case EMPTY_TAG:
        return this.#endElement();
      case MISC:
        return this.#readMisc();
      default:
        return (this.open.length > 0 ? this.text.content() : this.#skipBlanks() === LESS_THAN)
          ? this.#beginMarkup()
          : MORE;
    }
  }

  #readMisc(): Step {
    if (!this.#misc.read()) return MORE;
    this.#reading = CONTENT;
    return NOTHING;
  }

  #finish(): typeof DONE {
    const { at, end } = this.#window;
    if (this.open.length > 0 || this.#reading !== CONTENT || at < end)
      throw new MalformedXml('the document ends before its root element is closed', end);
    if (!this.hasRoot) throw new MalformedXml('the document has no root element', end);
    return DONE;
  }

  /**
   * Skips blanks. Returns the next byte, or undefined if it has not arrived. Throws MalformedXml if the byte is outside
   * the root element and not `<`.
   */
  #skipBlanks(): number | undefined {
    const { bytes, end } = this.#window;
    let { at } = this.#window;
    while (at < end && isXmlBlank(bytes[at])) at++;
    if (this.#isConcatenated && this.hasRoot && this.open.length === 0 && bytes[at] === MARK[0]) {
      if (at + MARK.length > end) {
        this.#window.at = at;
        return undefined;
      }
      if (MARK.every((byte, i) => bytes[at + i] === byte)) at += MARK.length;
      while (at < end && isXmlBlank(bytes[at])) at++;
    }
    this.#window.at = at;
    if (at >= end) return undefined;
    if (this.open.length === 0 && bytes[at] !== LESS_THAN)
      throw new MalformedXml('text outside of the root element', at);
    return bytes[at];
  }

  /** Reads the first bytes of markup. The byte at the window's index is `<`. */
  #beginMarkup(): Step {
    const { bytes, at, end } = this.#window;
    if (at + 1 >= end) return MORE;
    const next = bytes[at + 1];
    if (next === SLASH) return this.#beginEndTag(at);
    return next === EXCLAMATION || next === QUESTION ? this.#beginMisc(at) : this.#beginStartTag(at);
  }

  #beginMisc(at: number): Step {
    const isInside = this.open.length > 0;
    const isBetween = this.#isConcatenated && this.hasRoot && !isInside;
    const isFirst = (this.#isWhole && this.#window.base + at === 0) || isBetween;
    const isBeforeRoot = !this.hasRoot || isBetween;
    if (!this.#misc.begin(at, { isFirst, isInside, isBeforeRoot })) return MORE;
    this.#reading = MISC;
    return NOTHING;
  }

  #beginStartTag(at: number): Step {
    if (!this.#names.read(this.#window.bytes, at + 1, this.#window.end)) return MORE;
    if (this.open.length === 0 && this.hasRoot && !this.#isConcatenated)
      throw new MalformedXml(
        'a second root element begins. If several documents follow each other, set concatenated: true',
        at,
      );
    if (this.open.length === 0) {
      if (this.hasRoot && !this.#isReadAs(this.#misc.declared ?? null))
        throw new MalformedXml('a further document is in another encoding than the first one', at);
      this.#misc.endDocument();
    }
    if (this.open.length === MAX_DEPTH)
      throw new MalformedXml(`elements are nested more than ${MAX_DEPTH} levels deep`, at);
    this.tag.begin(this.#names.name);
    this.tagAt = at;
    this.#window.at = this.#names.end;
    this.#reading = START_TAG;
    return NAME;
  }

  #startElement(): typeof START {
    const { at } = this.#window;
    this.namespaces.enter(this.tag, at);
    this.namespace = this.namespaces.of(this.tag.name.prefix, at);
    this.#enter(this.tag.name);
    this.#reading = this.tag.isEmptyElement ? EMPTY_TAG : CONTENT;
    return START;
  }

  #enter(name: XmlName): void {
    this.open.push(name);
    this.hasRoot = true;
  }

  #leave(): void {
    this.#hasEnded = false;
    this.open.pop();
    this.namespaces.leave();
  }

  #beginEndTag(at: number): Step {
    const { bytes, end } = this.#window;
    const name = this.open.at(-1)?.bytes;
    if (name === undefined) throw new MalformedXml('an end tag without a start tag', at);
    for (let i = 0; i < name.length; i++) {
      if (at + 2 + i >= end) return MORE;
      if (bytes[at + 2 + i] !== name[i]) throw new MalformedXml('the end tag does not match the open element', at);
    }
    this.#window.at = at + 2 + name.length;
    this.#reading = END_TAG;
    return NOTHING;
  }

  #endTag(): Step {
    const byte = this.#skipBlanks();
    if (byte === undefined) return MORE;
    if (byte !== GREATER_THAN) throw new MalformedXml('the end tag does not match the open element', this.#window.at);
    this.#window.at++;
    return this.#endElement();
  }

  #endElement(): typeof END {
    this.#reading = CONTENT;
    this.#hasEnded = true;
    return END;
  }
}
