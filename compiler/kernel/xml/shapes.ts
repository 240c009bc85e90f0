import type { ByteWindow } from '../input/window.ts';
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, isXmlBlank, LESS_THAN, SINGLE_QUOTE, SLASH } from './bytes.ts';
import { pick, type XmlElement, type XmlTarget } from './element.ts';
import type { XmlNamespaces } from './namespaces.ts';

/** More tags are not remembered: of one element, of all records. */
const MOST_TAGS = 24;
const MOST_ALTOGETHER = 400;
const MOST_TAG_BYTES = 500;

/** A start tag that has been met in a record, byte by byte but for the values of its attributes. */
export interface ShapeTag {
  readonly parent: ShapeTag | null;
  /** What stands before, between and behind the values: `<Amt Ccy="`, `">`. */
  readonly pieces: readonly Uint8Array[];
  /** Where each value goes, the quotes that end them, and where they stood when the tag was met last. */
  readonly targets: readonly (readonly XmlTarget[])[];
  readonly quotes: readonly number[];
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly isEmpty: boolean;
  /** `</Amt>`. */
  readonly end: Uint8Array;
  /** Where the text goes. An element with a text that is wanted has no others in it. */
  readonly text: readonly XmlTarget[];
  readonly fromRecord: XmlElement | null;
  readonly fromRoot: XmlElement | null;
  readonly children: ShapeTag[];
  /** What came last: first inside, and behind it; null for the end tag of the element around. */
  first: ShapeTag | null;
  next: ShapeTag | null;
}

/** Where records are: what is looked at of the element around them and of a record, and the namespaces in scope. */
export interface ShapePlace {
  around: XmlElement | null;
  record: XmlElement;
  namespaces: XmlNamespaces;
}

/** The tags that records of one place in a document are made of, learnt from records that were read carefully. */
export class XmlShapes {
  /** The element around the records; its children are the tags with which records begin. */
  readonly top: ShapeTag;
  /** Whether a tag was met that is not known. */
  isSurprised = true;
  readonly #place: ShapePlace;
  #count = 0;
  #seenEnd = -1;
  #seenTags = 0;
  #lastEnd = 0;

  constructor(place: ShapePlace) {
    this.#place = place;
    this.top = shapeTag({ parent: null, pieces: [], targets: [], quotes: [], isEmpty: false, end: new Uint8Array(0), text: [], fromRecord: null, fromRoot: place.around });
  }

  /** Behind the last end tag of a record that has come; what lies behind it may go on. */
  lastEnd(window: ByteWindow): number {
    const { base, at, end } = window;
    const known = this.top.children.length;
    if (this.#seenEnd !== base + end || this.#seenTags !== known) {
      this.#seenEnd = base + end;
      this.#seenTags = known;
      this.#lastEnd = base + this.#findEnd(window);
    }
    return Math.max(at, this.#lastEnd - base);
  }

  #findEnd({ bytes, at, end }: ByteWindow): number {
    const { children } = this.top;
    const name = children[0]?.end;
    if (name === undefined) return at;
    const last = children.some(({ isEmpty }) => isEmpty) ? name.subarray(-1) : name;
    for (let place = end - last.length; place > at; place--) {
      if (bytes[place] === last[0] && standsThere(bytes, place, last)) return place + last.length;
    }
    return at;
  }

  /** Learns the tags of a record that has been read and stands there, as far as the fast reading can go. */
  learn(bytes: Uint8Array, from: number, to: number): void {
    this.isSurprised = false;
    let open = this.top;
    let at = from;
    while (at >= 0 && at < to) {
      if (bytes[at + 1] === SLASH) {
        if (open.parent === null || !standsThere(bytes, at, open.end)) return;
        at += open.end.length;
        open = open.parent;
      } else {
        const tag = this.#learnTag(bytes, at, to, open);
        if (tag === null) return;
        at = this.#behind;
        if (!tag.isEmpty) open = tag;
      }
      at = bytes.indexOf(LESS_THAN, at);
    }
  }

  /** Where the tag ends that was taken apart last. */
  #behind = 0;

  #learnTag(bytes: Uint8Array, at: number, to: number, parent: ShapeTag): ShapeTag | null {
    const written = takeApart(bytes, at, to);
    if (written === null || parent.text.length > 0) return null;
    this.#behind = written.end;
    const known = parent.children.find(({ pieces }) => pieces.length === written.pieces.length && pieces.every((piece, i) => isSame(piece, written.pieces[i])));
    if (known !== undefined) return known;
    if (parent.children.length >= MOST_TAGS || this.#count >= MOST_ALTOGETHER) return null;
    const tag = this.#newTag(written, parent);
    if (tag === null) return null;
    this.#count++;
    parent.children.push(tag);
    return tag;
  }

  #newTag({ name, attributes, pieces, quotes, isEmpty }: WrittenTag, parent: ShapeTag): ShapeTag | null {
    const { namespaces, record } = this.#place;
    const { prefix, local } = splitName(name);
    const namespace = namespaces.of(prefix, 0);
    const fromRoot = parent.fromRoot && pick(parent.fromRoot.children, local, namespace);
    // Later records would have to see its values.
    if (fromRoot !== null && (fromRoot.text.length > 0 || fromRoot.attributes.size > 0)) return null;
    const fromRecord = parent.parent === null ? record : parent.fromRecord && pick(parent.fromRecord.children, local, namespace);
    const targets = attributes.map((attribute) => {
      const own = splitName(attribute);
      return (fromRecord && pick(fromRecord.attributes, own.local, own.prefix === '' ? '' : namespaces.of(own.prefix, 0))) ?? [];
    });
    const end = new TextEncoder().encode(`</${name}>`);
    return shapeTag({ parent, pieces, targets, quotes, isEmpty, end, text: fromRecord?.text ?? [], fromRecord, fromRoot });
  }
}

/** All tags are objects of one making, which is what makes going from one to another fast. */
function shapeTag({ parent, pieces, targets, quotes, isEmpty, end, text, fromRecord, fromRoot }: Omit<ShapeTag, 'from' | 'to' | 'children' | 'first' | 'next'>): ShapeTag {
  const from = new Int32Array(quotes.length);
  const to = new Int32Array(quotes.length);
  return { parent, pieces, targets, quotes, from, to, isEmpty, end, text, fromRecord, fromRoot, children: [], first: null, next: null };
}

/** A start tag as it is written. */
interface WrittenTag {
  name: string;
  attributes: string[];
  pieces: Uint8Array[];
  quotes: number[];
  isEmpty: boolean;
  end: number;
}

/** Takes a start tag apart that is known to be well-formed; null where it declares namespaces, is very long, or is none. */
function takeApart(bytes: Uint8Array, from: number, to: number): WrittenTag | null {
  const decoder = new TextDecoder();
  const nameEnd = endOfName(bytes, from + 1, to);
  const name = decoder.decode(bytes.subarray(from + 1, nameEnd));
  if (/^[!?]/.test(name)) return null;
  const tag: WrittenTag = { name, attributes: [], pieces: [], quotes: [], isEmpty: false, end: 0 };
  let pieceFrom = from;
  let at = nameEnd;
  for (;;) {
    while (at < to && isXmlBlank(bytes[at])) at++;
    const byte = bytes[at];
    if (at >= to || at - from > MOST_TAG_BYTES) return null;
    if (byte === GREATER_THAN || byte === SLASH) break;
    const attributeEnd = endOfName(bytes, at, to);
    const attribute = decoder.decode(bytes.subarray(at, attributeEnd));
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) return null;
    at = attributeEnd;
    while (at < to && bytes[at] !== DOUBLE_QUOTE && bytes[at] !== SINGLE_QUOTE) at++;
    const quote = bytes[at] ?? 0;
    tag.attributes.push(attribute);
    tag.quotes.push(quote);
    tag.pieces.push(bytes.slice(pieceFrom, at + 1));
    pieceFrom = bytes.indexOf(quote, at + 1);
    if (pieceFrom < 0) return null;
    at = pieceFrom + 1;
  }
  tag.isEmpty = bytes[at] === SLASH;
  tag.end = at + (tag.isEmpty ? 2 : 1);
  tag.pieces.push(bytes.slice(pieceFrom, tag.end));
  return tag;
}

function endOfName(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isXmlBlank(bytes[at]) && bytes[at] !== EQUALS && bytes[at] !== GREATER_THAN && bytes[at] !== SLASH) at++;
  return at;
}

function splitName(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':');
  return { prefix: name.slice(0, Math.max(0, colon)), local: name.slice(colon + 1) };
}

function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && one.length === other.length && standsThere(other, 0, one);
}

function standsThere(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) {
    if (bytes[at + i] !== expected[i]) return false;
  }
  return true;
}
