import type { ByteWindow } from '../../../bytes/window.ts';
import { DOUBLE_QUOTE, SLASH } from '../../../bytes/ascii.ts';
import { findByName, type XmlElement } from '../../fields/element.ts';
import type { XmlNamespaces } from '../../syntax/namespaces.ts';
import { IN_DOUBLE_QUOTES, IN_SINGLE_QUOTES, EMPTY, TEXT, type ValueSlot, createValueSlot } from './value-slot.ts';
import { areEqualBytes, hasBytesAt } from '../../../bytes/compare.ts';
import { TemplateLearner } from './template-learner.ts';
import { splitName, parseRawTag, type RawTag } from './raw-tag.ts';

/** More tags are not remembered: of one element, of all records. */
const MOST_TAGS = 24;
const MOST_ALTOGETHER = 400;
/** After so many records in a row from which nothing was learnt only some are looked at. */
const PATIENCE = 16;

/** A start tag that has been met in a record, byte by byte but for the values of its attributes. */
interface TagTemplate {
  readonly parent: TagTemplate | null;
  readonly pieces: readonly Uint8Array[];
  /** `</Amt>`. */
  readonly end: Uint8Array;
  readonly isEmpty: boolean;
  /** The values of its attributes, and its text. An element with a text that is wanted has no others in it. */
  readonly attributes: readonly ValueSlot[];
  readonly text: ValueSlot;
  readonly fromRecord: XmlElement | null;
  readonly fromRoot: XmlElement | null;
  readonly children: TagTemplate[];
}

/** Where records are: what is looked at of the element around them and of a record, and the namespaces in scope. */
export interface TemplateContext {
  around: XmlElement | null;
  record: XmlElement;
  namespaces: XmlNamespaces;
}

/** What the records of one place in a document are made of, learnt from records that were read carefully. */
export class TagTemplates {
  /** What stands for the end of the record before. */
  readonly recordStart = createValueSlot(EMPTY, []);
  /** Whether something was met that is not known. */
  hasUnknownMarkup = true;
  readonly #place: TemplateContext;
  /** The element around the records; its children are the tags with which records begin. */
  readonly #top: TagTemplate;
  #tags = 0;
  #inVain = 0;
  #seenTo = -1;
  #seenTags = 0;
  #lastEnd = 0;

  constructor(place: TemplateContext) {
    this.#place = place;
    const none = new Uint8Array(0);
    this.#top = {
      parent: null,
      pieces: [],
      end: none,
      isEmpty: false,
      attributes: [],
      text: createValueSlot(TEXT, []),
      fromRecord: null,
      fromRoot: place.around,
      children: [],
    };
  }

  /** Behind the last end tag of a record that has come, no further than so many bytes from where reading stands; what lies behind it may go on. */
  findLastEnd(window: ByteWindow, maxBytes: number): number {
    const { base, at, end } = window;
    const to = Math.min(end, at + maxBytes);
    const known = this.#top.children.length;
    if (this.#seenTags !== known || (this.#lastEnd <= base + at && this.#seenTo < base + to)) {
      this.#seenTo = base + to;
      this.#seenTags = known;
      this.#lastEnd = base + this.#findEnd(window, to);
    }
    return Math.max(at, this.#lastEnd - base);
  }

  /** Learns from a record that has been read and stands there, as far as the fast reading can go. */
  learn(bytes: Uint8Array, from: number, to: number): void {
    this.hasUnknownMarkup = false;
    if (this.#inVain++ > PATIENCE && this.#inVain % PATIENCE > 0) return;
    const track = new TemplateLearner(bytes, from, this.recordStart);
    this.#follow(track, bytes, from, to);
    if (track.learned > 0) this.#inVain = 0;
  }

  #findEnd({ bytes, at }: ByteWindow, to: number): number {
    const { children } = this.#top;
    const name = children[0]?.end;
    if (name === undefined) return at;
    const last = children.some(({ isEmpty }) => isEmpty) ? name.subarray(-1) : name;
    for (let place = to - last.length; place > at; place--) {
      if (bytes[place] === last[0] && hasBytesAt(bytes, place, last)) return place + last.length;
    }
    return at;
  }

  #follow(track: TemplateLearner, bytes: Uint8Array, from: number, to: number): void {
    let open = this.#top;
    let at = from;
    while (at >= 0 && at < to) {
      if (bytes[at + 1] === SLASH) {
        if (open.parent === null || !hasBytesAt(bytes, at, open.end)) return;
        track.addPart(open.end);
        at += open.end.length;
        open = open.parent;
      } else {
        const written = parseRawTag(bytes, at, to);
        const tag = written && this.#tagOf(written, open);
        if (written === null || tag === null) return;
        passTag(track, written, tag);
        at = written.end;
        if (!tag.isEmpty) open = tag;
      }
      if (open === this.#top) return track.end(at);
      at = track.addText(open.text, at);
    }
  }

  #tagOf(written: RawTag, parent: TagTemplate): TagTemplate | null {
    if (parent.text.targets.length > 0) return null;
    const known = parent.children.find(
      ({ pieces }) =>
        pieces.length === written.pieces.length && pieces.every((piece, i) => areEqualBytes(piece, written.pieces[i])),
    );
    if (known !== undefined) return known;
    if (parent.children.length >= MOST_TAGS || this.#tags >= MOST_ALTOGETHER) return null;
    const tag = this.#newTag(written, parent);
    if (tag === null) return null;
    this.#tags++;
    parent.children.push(tag);
    return tag;
  }

  #newTag({ name, attributes, pieces, quotes, isEmpty }: RawTag, parent: TagTemplate): TagTemplate | null {
    const { namespaces, record } = this.#place;
    const { prefix, local } = splitName(name);
    const namespace = namespaces.of(prefix, 0);
    const fromRoot = parent.fromRoot && findByName(parent.fromRoot.children, local, namespace);
    // Later records would have to see its values.
    if (fromRoot !== null && (fromRoot.text.length > 0 || fromRoot.attributes.size > 0)) return null;
    const fromRecord =
      parent.parent === null ? record : parent.fromRecord && findByName(parent.fromRecord.children, local, namespace);
    const values = attributes.map((attribute, i) => {
      // Tags that are the same up to this value have it in common.
      const other = parent.children.find((tag) =>
        pieces.every((piece, j) => j > i || areEqualBytes(piece, tag.pieces[j])),
      );
      const known = other?.attributes[i];
      if (known !== undefined) return known;
      const own = splitName(attribute);
      const targets =
        fromRecord &&
        findByName(fromRecord.attributes, own.local, own.prefix === '' ? '' : namespaces.of(own.prefix, 0));
      return createValueSlot(quotes[i] === DOUBLE_QUOTE ? IN_DOUBLE_QUOTES : IN_SINGLE_QUOTES, targets ?? []);
    });
    const end = new TextEncoder().encode(`</${name}>`);
    return {
      parent,
      pieces,
      end,
      isEmpty,
      attributes: values,
      text: createValueSlot(isEmpty ? EMPTY : TEXT, fromRecord?.text ?? []),
      fromRecord,
      fromRoot,
      children: [],
    };
  }
}

function passTag(
  track: TemplateLearner,
  { pieces, values, end }: RawTag,
  { attributes, text, isEmpty }: TagTemplate,
): void {
  pieces.forEach((piece, i) => {
    track.addPart(piece);
    const value = attributes[i];
    const place = values[i];
    if (value !== undefined && place !== undefined) track.addValue(value, place.from, place.to);
  });
  if (isEmpty && text.targets.length > 0) track.addValue(text, end, end);
}
