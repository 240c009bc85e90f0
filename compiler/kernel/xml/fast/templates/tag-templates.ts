import type { ByteWindow } from '../../../bytes/window.ts';
import { DOUBLE_QUOTE, LESS_THAN, SLASH } from '../../../bytes/ascii.ts';
import { type EnclosingElement, enclosesRecords, findByName, type XmlElement } from '../../fields/element.ts';
import type { XmlNamespaces } from '../../syntax/namespaces.ts';
import {
  IN_DOUBLE_QUOTES,
  IN_SINGLE_QUOTES,
  EMPTY,
  TEXT,
  RecordStep,
  type ValueSlot,
  createValueSlot,
} from './value-slot.ts';
import { areEqualBytes, hasBytesAt } from '../../../bytes/compare.ts';
import { TemplateLearner } from './template-learner.ts';
import { foldValue, splitName, parseRawTag, type RawTag } from './raw-tag.ts';
import { findNil, isNilRead } from '../../fields/nil.ts';
import { CDATA, isXmlBlank } from '../../syntax/byte-classes.ts';
import { noteInside, UnreadContent } from './unread-tag.ts';

/**
 * Maximum number of tag templates: per parent element, and in total. The careful reader reads records with more, which
 * takes five times as long. A search looks at all templates of a parent if its elements have another order each time.
 */
const MAX_CHILD_TAGS = 100;
const MAX_TAGS = 400;
/** After this many records in a row without new templates, the templates learn only from every 16th record. */
const MAX_IDLE_RECORDS = 16;

/**
 * The template of a start tag that has occurred in a record: all bytes of the tag except the attribute values, which
 * are between the `pieces`.
 */
interface TagTemplate {
  readonly parent: TagTemplate | null;
  readonly pieces: readonly Uint8Array[];
  /** The bytes of the end tag, such as `</Amt>`. */
  readonly end: Uint8Array;
  readonly isEmpty: boolean;
  /**
   * The slots of the attribute values and of the text. An element whose text a field reads cannot have child elements
   * here.
   */
  readonly attributes: readonly ValueSlot[];
  readonly text: ValueSlot;
  readonly fromRecord: XmlElement | null;
  readonly fromRoot: XmlElement | null;
  /** The type of the innermost record. NO_TYPE if there is none, or if the spec has one type of records. */
  readonly type: number;
  /** What happens where the element begins and ends; see RecordStep. Null: nothing. */
  readonly steps: readonly [begin: number, end: number] | null;
  /** See unread-tag.ts. */
  readonly unread: { content: number } | null;
  readonly children: TagTemplate[];
}

const NO_TYPE = -1;

/** What an element is for the records of a spec. */
type ElementPlace = Pick<TagTemplate, 'fromRecord' | 'type' | 'steps'>;

/**
 * The place of records in a document: the path states of their parent element and of a record, and the namespaces in
 * scope.
 */
export interface TemplateContext {
  parent: XmlElement | null;
  record: XmlElement;
  namespaces: XmlNamespaces;
  /** The state of the parent on the paths from a record that has ended before. */
  ended: XmlElement | null;
  /** How records are found in others. Null: the spec has one type of records. */
  inside: InsideRecords | null;
}

/** How records are found in others, in a document with several types. */
export interface InsideRecords {
  readonly types: readonly EnclosingElement[];
  /** The state whose children are records at any depth. Null: there are none. */
  readonly anywhere: XmlElement | null;
  /** Elements with the name of a record, which the careful reader counts on other paths. */
  readonly others: { has(local: string): boolean };
}

/**
 * The tags of the records at one place in a document. They are learned from records that the careful reader has read.
 */
export class TagTemplates {
  /**
   * A slot without bytes before each record. Its pieces contain the markup between the end of the previous record and
   * the first value.
   */
  readonly recordStart = createValueSlot(EMPTY, []);
  /** Whether a record has contained markup that the templates do not contain. */
  hasUnknownMarkup = true;
  readonly #context: TemplateContext;
  /** The parent element of the records. Its children are the templates of the records' start tags. */
  readonly #top: TagTemplate;
  #tags = 0;
  #idleRecords = 0;
  #searchedTo = -1;
  #searchedTags = 0;
  #lastEnd = 0;

  constructor(context: TemplateContext) {
    this.#context = context;
    const none = new Uint8Array(0);
    this.#top = {
      parent: null,
      pieces: [],
      end: none,
      isEmpty: false,
      attributes: [],
      text: createValueSlot(TEXT, []),
      fromRecord: context.ended,
      fromRoot: context.parent,
      type: NO_TYPE,
      steps: null,
      unread: null,
      children: [],
    };
  }

  /**
   * Returns the index after the last bytes that may end a record, within the next `maxBytes` bytes of the window.
   * Returns the window's index if there are none.
   */
  findLastEnd(window: ByteWindow, maxBytes: number): number {
    const { base, at, end } = window;
    const to = Math.min(end, at + maxBytes);
    const known = this.#top.children.length;
    if (this.#searchedTags !== known || (this.#lastEnd <= base + at && this.#searchedTo < base + to)) {
      this.#searchedTo = base + to;
      this.#searchedTags = known;
      this.#lastEnd = base + this.#findEnd(window, to);
    }
    return Math.max(at, this.#lastEnd - base);
  }

  /**
   * Learns templates from the record in `bytes` from `from` to `to`. Stops at the first markup that a fast reader
   * cannot read.
   */
  learn(bytes: Uint8Array, from: number, to: number): void {
    this.hasUnknownMarkup = false;
    if (this.#idleRecords++ > MAX_IDLE_RECORDS && this.#idleRecords % MAX_IDLE_RECORDS > 0) return;
    const learner = new TemplateLearner(bytes, from, this.recordStart);
    this.#learnTags(learner, bytes, from, to);
    if (learner.learned > 0) this.#idleRecords = 0;
  }

  /** Returns whether records of a type are read to their end before they are returned, as documents or in them. */
  isHeld(type: number): boolean {
    return this.#context.inside?.types[type]?.isHeld === true;
  }

  #findEnd({ bytes, at }: ByteWindow, to: number): number {
    const { children } = this.#top;
    const name = children[0]?.end;
    if (name === undefined) return at;
    const last = children.some(({ isEmpty }) => isEmpty) ? name.subarray(-1) : name;
    for (let index = to - last.length; index > at; index--) {
      if (bytes[index] === last[0] && hasBytesAt(bytes, index, last)) return index + last.length;
    }
    return at;
  }

  #learnTags(learner: TemplateLearner, bytes: Uint8Array, from: number, to: number): void {
    let open = this.#top;
    let at = from;
    while (at >= 0 && at < to) {
      if (bytes[at + 1] === SLASH) {
        if (open.parent === null || !hasBytesAt(bytes, at, open.end)) return;
        learner.addPart(open.end);
        if (open.steps !== null) learner.addStep(open.steps[1]);
        at += open.end.length;
        open = open.parent;
      } else {
        const rawTag = parseRawTag(bytes, at, to);
        const tag = rawTag && this.#tagOf(rawTag, open, bytes);
        if (rawTag === null || tag === null) return;
        addTag(learner, rawTag, tag);
        at = rawTag.end;
        if (!tag.isEmpty) open = tag;
      }
      if (open === this.#top) return learner.end(at);
      if (hasText(bytes, at) && !noteInside(open, UnreadContent.VALUES)) return;
      at = learner.addText(open.text, at);
    }
  }

  #tagOf(rawTag: RawTag, parent: TagTemplate, bytes: Uint8Array): TagTemplate | null {
    if (parent.text.targets.length > 0 || !this.#foldNil(rawTag, parent, bytes)) return null;
    const known = parent.children.find(
      ({ pieces }) =>
        pieces.length === rawTag.pieces.length && pieces.every((piece, i) => areEqualBytes(piece, rawTag.pieces[i])),
    );
    if (known !== undefined) return isNoted(known) ? known : null;
    if (parent.children.length >= MAX_CHILD_TAGS || this.#tags >= MAX_TAGS) return null;
    const tag = this.#createTag(rawTag, parent);
    if (tag === null || !isNoted(tag)) return null;
    this.#tags++;
    parent.children.push(tag);
    return tag;
  }

  /**
   * Makes the value of `xsi:nil` part of the markup, because it decides whether the element has a value. Returns false if
   * the tag needs the careful reader.
   */
  #foldNil(rawTag: RawTag, parent: TagTemplate, bytes: Uint8Array): boolean {
    const { namespaces } = this.#context;
    const names = rawTag.attributes.map(splitName);
    const at = findNil(names, names.length, (i) => {
      const prefix = names[i]?.prefix ?? '';
      return prefix === '' ? '' : namespaces.of(prefix, 0);
    });
    if (at < 0) return true;
    const fromRecord = this.#placeOf(rawTag.name, parent, this.#rootStateOf(rawTag.name, parent))?.fromRecord ?? null;
    if (fromRecord === null || fromRecord.text.length === 0) return true;
    // An empty element has no value, whatever the attribute says.
    if (isNilRead(fromRecord)) return rawTag.isEmpty;
    const { from, to } = rawTag.values[at] ?? { from: 0, to: 0 };
    const value = new TextDecoder().decode(bytes.subarray(from, to));
    if (!(rawTag.isEmpty ? /^(?:true|false|[01])$/ : /^(?:false|0)$/).test(value)) return false;
    foldValue(rawTag, bytes, at);
    return true;
  }

  /** Returns the state of an element on the paths from the document, or null if no field reads it. */
  #rootStateOf(name: string, parent: TagTemplate): XmlElement | null {
    const { prefix, local } = splitName(name);
    return parent.fromRoot && findByName(parent.fromRoot.children, local, this.#context.namespaces.of(prefix, 0));
  }

  /**
   * Returns what an element is. Its state on the paths from its record is null if no field reads it. Returns null if only
   * the careful reader can read it.
   */
  #placeOf(name: string, parent: TagTemplate, fromRoot: XmlElement | null): ElementPlace | null {
    const { namespaces, record, inside } = this.#context;
    if (inside === null && parent.parent === null) return { fromRecord: record, type: NO_TYPE, steps: null };
    const { prefix, local } = splitName(name);
    const namespace = namespaces.of(prefix, 0);
    const fromRecord = parent.fromRecord && findByName(parent.fromRecord.children, local, namespace);
    // Records are looked for only inside of those that may enclose some.
    if (inside === null || (parent.parent !== null && inside.types[parent.type]?.isEnclosing !== true))
      return { fromRecord, type: parent.type, steps: null };
    const { types, anywhere, others } = inside;
    const found = fromRoot?.isRecord === true ? fromRoot : anywhere && findByName(anywhere.children, local, namespace);
    if (found === null) {
      if (parent.parent === null || (fromRoot === null && others.has(local))) return null;
      const leads = fromRoot !== null && enclosesRecords(fromRoot);
      return { fromRecord, type: parent.type, steps: leads ? [RecordStep.OPEN, RecordStep.CLOSE] : null };
    }
    // A field of the record around it may read this record, too.
    const own = types[found.recordType]?.record;
    if (own === undefined || fromRecord !== null) return null;
    return { fromRecord: own, type: found.recordType, steps: [found.recordType, RecordStep.END] };
  }

  #createTag({ name, attributes, pieces, quotes, isEmpty }: RawTag, parent: TagTemplate): TagTemplate | null {
    const { namespaces } = this.#context;
    const fromRoot = this.#rootStateOf(name, parent);
    // Later records inherit the values of this element. The fast reader does not support that.
    if (fromRoot !== null && (fromRoot.text.length > 0 || fromRoot.attributes.size > 0)) return null;
    const place = this.#placeOf(name, parent, fromRoot);
    if (place === null) return null;
    const { fromRecord } = place;
    const values = attributes.map((attribute, i) => {
      // Templates share the slot of an attribute value if they are equal up to this value.
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
      ...place,
      fromRoot,
      unread: this.#canHide(place, fromRoot) ? { content: UnreadContent.NONE } : null,
      children: [],
    };
  }

  /** Returns whether no field reads an element, but records may be inside of it. */
  #canHide({ fromRecord, type, steps }: ElementPlace, fromRoot: XmlElement | null): boolean {
    const { inside } = this.#context;
    const isUnread = fromRecord === null && fromRoot === null && steps === null;
    return isUnread && inside !== null && inside.anywhere !== null && inside.types[type]?.isEnclosing === true;
  }
}

/** Notes what a tag is for the elements around it that no field reads. Returns false if one has other content, too. */
function isNoted({ parent, steps, attributes }: TagTemplate): boolean {
  if (steps !== null && steps[0] >= 0) return noteInside(parent, UnreadContent.RECORDS);
  return attributes.length === 0 || noteInside(parent, UnreadContent.VALUES);
}

/** Returns whether there is text, and not only blanks, at an index. */
function hasText(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (isXmlBlank(bytes[at])) at++;
  return bytes[at] !== LESS_THAN || hasBytesAt(bytes, at, CDATA);
}

function addTag(
  learner: TemplateLearner,
  { pieces, values, end }: RawTag,
  { attributes, text, isEmpty, steps }: TagTemplate,
): void {
  if (steps !== null) learner.addStep(steps[0]);
  pieces.forEach((piece, i) => {
    learner.addPart(piece);
    const value = attributes[i];
    const range = values[i];
    if (value !== undefined && range !== undefined) learner.addValue(value, range.from, range.to);
  });
  if (isEmpty && text.targets.length > 0) learner.addValue(text, end, end);
  if (isEmpty && steps !== null) learner.addStep(steps[1]);
}
