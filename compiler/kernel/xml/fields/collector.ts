import { chooseElement, findByName, type XmlChoice, type XmlElement, type XmlTarget } from './element.ts';
import { isNamespaceDeclaration } from '../syntax/start-tag.ts';
import type { XmlReader } from '../syntax/reader.ts';
import type { FieldValues } from './field-values.ts';
import type { LateValues } from './late-values.ts';
import { XML } from '../syntax/namespaces.ts';
import { findNil, INSTANCE, isNilValue } from './nil.ts';
import { createOpenElement, type OpenElement, type OpenState, type SavedCounts } from './open-element.ts';
import { REQUIRED_BEFORE, ValueAfterRecord } from './value-after-record.ts';

/**
 * Collects the values that fields read, while the reader moves through the elements of the document. It follows the
 * path automaton.
 */
export class FieldCollector {
  /** Number of open elements. */
  depth = 0;
  readonly #reader: XmlReader;
  readonly #values: FieldValues;
  readonly #maxBytes: number;
  /** The document at index 0, then the open elements. The objects are reused for other elements. */
  readonly #open: OpenElement[];
  /** The attributes that predicates of records at any depth have compared in the last start tag. Null: none. */
  #asked: OpenElement['asked'] = null;

  /** @param maxBytes maximum length of the text of an element; longer texts are dropped */
  constructor(reader: XmlReader, root: XmlElement, values: FieldValues, maxBytes: number) {
    this.#reader = reader;
    this.#values = values;
    this.#maxBytes = maxBytes;
    this.#open = [createOpenElement(root)];
  }

  /**
   * Decides whether the attribute values of a start tag are stored. Called after the name of the tag is read. `others`:
   * the state whose children are records at any depth (see `anywhere`), or null.
   */
  beginTag(others: XmlElement | null): void {
    const { tag } = this.#reader;
    const { local } = tag.name;
    const parent = this.#top;
    this.#takeText(parent);
    tag.keepsValues =
      parent.fromRecord?.children.has(local) === true ||
      parent.fromRoot?.children.has(local) === true ||
      parent.fromEnded?.children.has(local) === true ||
      others?.children.has(local) === true ||
      this.#values.findings.others.hasPredicate(local);
  }

  /**
   * Returns the state of the last start tag, which is not opened yet, if its element is a record. Returns null if not.
   * `anywhere`: the state whose children are records at any depth, or null.
   */
  findRecord(anywhere: XmlElement | null): XmlElement | null {
    const { tag, namespace } = this.#reader;
    const { fromRoot } = this.#top;
    const found = fromRoot === null ? null : findByName(fromRoot.children, tag.name.local, namespace);
    const chosen = found === null || found.choice === null ? found : chooseElement(found, this.#valueInTag);
    if (chosen?.isRecord === true) return chosen;
    const other = anywhere === null ? null : findByName(anywhere.children, tag.name.local, namespace);
    this.#asked = null;
    if (other === null || other.choice === null) return other;
    return chooseElement(other, (choice) => {
      if (choice.attribute !== null) (this.#asked ??= []).push(choice.attribute);
      return this.#valueInTag(choice);
    });
  }

  /**
   * Opens the element of the last start tag. Returns its state on the paths from the document, or null if no field
   * reads it there. `isRecord`: the element is a record.
   */
  openElement(isRecord: boolean): XmlElement | null {
    const parent = this.#top;
    const { name } = this.#reader.tag;
    const element = this.#pushElement(name.local, this.#reader.namespace, null);
    if (parent.isInRecord && !isRecord && stateOf(element) === null) {
      element.unreadIn = stateOf(parent);
      const isOther =
        hasName(parent, 'children', name.local) && !findsChild(parent, name.local, this.#reader.namespace);
      element.unreadName = isOther ? `{${this.#reader.namespace}}${name.local}` : name.local;
    }
    return element.fromRoot;
  }

  /** Notes the innermost element, which is outside of records, if it has the name of a record but is on another path. */
  noteOutside(): void {
    const { others } = this.#values.findings;
    const { open, namespace, tag } = this.#reader;
    if (this.#top.fromRoot === null && others.has(tag.name.local)) others.note(open, namespace, this.#valueInTag);
  }

  /**
   * Makes the innermost element a record. `record` is its state in the path automaton. With null, its values are not
   * read.
   */
  beginRecord(record: XmlElement | null): void {
    this.#top.fromRecord = record;
    this.#top.isInRecord = record !== null;
    if (this.#asked !== null) this.#top.asked = [...(this.#top.asked ?? []), ...this.#asked];
    this.#asked = null;
    // An element around a record is read.
    for (let at = this.depth; at > 0; at--) this.#at(at).unreadIn = null;
  }

  /**
   * Collects the attribute values of the innermost element, and decides whether its text is collected. Returns false if
   * the joined values of a field are too long. Throws ValueAfterRecord.
   */
  collectAttributes(): boolean {
    const element = this.#top;
    const { fromRecord, fromRoot, fromEnded, late } = element;
    if (fromEnded !== null && late === null && readsElement(fromEnded, this.#reader))
      throw new ValueAfterRecord(this.#reader);
    const lateText = late === null ? [] : (fromEnded?.text ?? []);
    if (late !== null && fromEnded !== null) {
      this.#eachAttribute(fromEnded, (targets, value) => late.put(targets, value));
      late.noteRepeated(lateText);
    }
    const { findings } = this.#values;
    const fits = this.#putAttributes(fromRecord);
    this.#inheritAttributes(fromRoot);
    // A text whose fields have a value is not collected, so put() does not see it.
    if (fromRecord !== null) findings.noteRepeated(fromRecord.text, this.#values.cells);
    const isRead = (fromRecord?.text.length ?? 0) > 0 || (fromRoot?.text.length ?? 0) > 0 || lateText.length > 0;
    if (isRead && this.#reader.tag.count > 0) this.#noteNil(element);
    element.isCollecting =
      !element.isNil &&
      !element.isTooLong &&
      ((fromRecord !== null && this.#values.accepts(fromRecord.text)) ||
        (fromRoot !== null && fromRoot.text.length > 0) ||
        late?.accepts(lateText) === true);
    if (element.isInRecord) {
      this.#noteUnreadAttributes(element);
      const state = stateOf(element);
      element.isTextUnread = !isRead && state !== null && findings.unread.isNew(state, '');
    }
    this.#follow(element);
    return fits;
  }

  /** Closes the innermost element and collects its text. Returns false if the joined values of a field are too long. */
  closeElement(): boolean {
    const element = this.#top;
    this.#takeText(element);
    let fits = true;
    const isRead = element.isCollecting || element.isNil;
    if (isRead && element.fromRecord !== null) fits = this.#values.put(element.fromRecord.text, element.text);
    if ((isRead || element.isTooLong) && element.late !== null && (element.fromEnded?.text.length ?? 0) > 0)
      element.late.put(element.fromEnded?.text ?? [], element.isTooLong ? null : element.text);
    if ((isRead || element.isTooLong) && element.fromRoot !== null)
      this.#inherit(element.fromRoot.text, element.isTooLong ? null : element.text);
    if (element.unreadIn !== null) this.#values.findings.unread.note(element.unreadIn, element.unreadName);
    this.depth--;
    this.#follow(this.#top);
    return fits;
  }

  /** Stops collecting values for the record that is the open element at this depth. */
  dropRecord(depth: number): void {
    for (let at = depth; at <= this.depth; at++) {
      const element = this.#at(at);
      element.isInRecord = false;
      element.unreadIn = null;
      element.isTextUnread = false;
    }
    this.#stopReading(depth);
  }

  #stopReading(depth: number): void {
    for (let at = depth; at <= this.depth; at++) {
      const element = this.#at(at);
      element.fromRecord = null;
      if (element.late?.accepts(element.fromEnded?.text ?? []) === true) continue;
      if (element.fromRoot === null || element.fromRoot.text.length === 0) this.#stop(element);
    }
  }

  /**
   * Ends the record that is the open element at this depth, before its end tag. Throws ValueAfterRecord if a field reads
   * the text of an element that is still open. `late`: the record is held until its end tag, and gets further values.
   */
  endRecord(depth: number, late: LateValues | null = null): void {
    for (let at = depth; at <= this.depth; at++) {
      const element = this.#at(at);
      element.fromEnded = element.fromRecord;
      element.late = late;
      if (
        late === null &&
        element.isCollecting &&
        element.fromRecord !== null &&
        this.#values.accepts(element.fromRecord.text)
      )
        throw new ValueAfterRecord(this.#reader);
    }
    this.#stopReading(depth);
  }

  /** Notes at a resume position that the innermost element is an enclosing record that has ended. `late`: see endRecord. */
  noteEndedRecord(record: XmlElement, late: LateValues | null): void {
    this.#top.late = late;
    this.#top.fromEnded = record;
    this.#top.isInRecord = true;
  }

  /** Drops the text of the innermost element if it is too long. Called when more bytes are needed. */
  dropLongText(): void {
    const { text } = this.#reader.text;
    if (this.#top.isCollecting && this.#top.text.length + text.length > this.#maxBytes) this.#dropText(this.#top);
  }

  /** State of the innermost element on the paths from the document. Null if no field reads it there. */
  get fromRoot(): XmlElement | null {
    return this.#top.fromRoot;
  }

  /** State of the innermost element on the paths from a record that has ended before. Null if no field reads it. */
  get fromEnded(): XmlElement | null {
    return this.#top.fromEnded;
  }

  /** Returns the states of the document and of the open elements up to `depth`, on the paths from the document. */
  parents(depth: number): (XmlElement | null)[] {
    return Array.from({ length: depth + 1 }, (_, at) => this.#at(at).fromRoot);
  }

  /** Whether the text of the innermost element is collected. */
  get isCollectingText(): boolean {
    return this.#top.isCollecting;
  }

  /** Returns how many elements of each name with positions are inside the innermost element, for `state`. */
  copyCounts(): SavedCounts | undefined {
    const { counts } = this.#top;
    return counts === null || this.depth === 0 ? undefined : [...counts];
  }

  /**
   * Returns the outermost `depth` open elements, for a resume position. `counts` is what copyCounts() returned there.
   */
  state(depth: number, counts: SavedCounts | undefined): OpenState[] {
    return Array.from({ length: depth }, (_, i): OpenState => {
      const { text, isTooLong, isNil, facts, counts: present } = this.#at(i + 1);
      const inside = i + 1 === depth ? counts : present === null ? undefined : [...present];
      return {
        name: this.#reader.open[i]?.text ?? '',
        namespaces: this.#reader.namespaces.declaredBy(i),
        text: isTooLong ? null : text,
        ...(isNil && { isNil: true }),
        ...(facts !== null && { facts: [...facts] }),
        ...(inside !== undefined && { counts: inside }),
      };
    });
  }

  /** Opens an element that was open at the resume position. */
  reopen({ name, namespaces, text, isNil, facts = [], counts }: OpenState): void {
    this.#reader.reopen(name, namespaces);
    const element = this.#pushElement(this.#reader.open.at(-1)?.local ?? '', this.#reader.namespace, new Map(facts));
    element.counts = counts === undefined ? null : new Map(counts);
    element.isNil = isNil === true;
    element.isCollecting =
      isNil !== true && text !== null && element.fromRoot !== null && element.fromRoot.text.length > 0;
    element.text = text ?? '';
    element.isTooLong = text === null;
    this.#reader.text.keepsText = element.isCollecting;
  }

  get #top(): OpenElement {
    return this.#at(this.depth);
  }

  #at(depth: number): OpenElement {
    return (this.#open[depth] ??= createOpenElement(null));
  }

  /** `known`: what decides the state of the element, at a resume position. Null: its start tag and position do. */
  #pushElement(local: string, namespace: string, known: OpenElement['facts']): OpenElement {
    const parent = this.#top;
    const { fromRoot, fromRecord, fromEnded, isInRecord, late } = parent;
    const element = this.#at(++this.depth);
    element.fromRoot = fromRoot && findByName(fromRoot.children, local, namespace);
    element.fromRecord = fromRecord && findByName(fromRecord.children, local, namespace);
    element.fromEnded = fromEnded && findByName(fromEnded.children, local, namespace);
    element.late = element.fromEnded === null ? null : late;
    element.facts = null;
    element.asked = null;
    element.counts = null;
    if (hasChoice(element)) this.#choose(element, known);
    if (known === null && hasPositions(parent, local)) this.#countChild(parent, local, namespace);
    element.isCollecting = false;
    element.text = '';
    element.isTooLong = false;
    element.isNil = false;
    element.isInRecord = isInRecord && stateOf(element) !== null;
    element.unreadIn = null;
    element.isTextUnread = false;
    return element;
  }

  /** Replaces the states of an element by those that its attributes and its position decide, and keeps what decided. */
  #choose(element: OpenElement, known: OpenElement['facts']): void {
    const valueOf = (choice: XmlChoice) => {
      const value = known === null ? this.#valueInTag(choice) : (known.get(choice.key) ?? null);
      if (choice.attribute !== null) (element.asked ??= []).push(choice.attribute);
      if (value !== null && choice.of.has(value)) (element.facts ??= new Map()).set(choice.key, value);
      return value;
    };
    // The element is already the innermost one, and its position is that in the element around it.
    this.depth--;
    element.fromRoot = chooseElement(element.fromRoot, valueOf);
    element.fromRecord = chooseElement(element.fromRecord, valueOf);
    element.fromEnded = chooseElement(element.fromEnded, valueOf);
    this.depth++;
  }

  /** Returns what decides the state of the last start tag, whose element is not among the open ones. */
  readonly #valueInTag = ({ key, attribute, of }: XmlChoice): string | null => {
    const { tag, namespaces } = this.#reader;
    if (attribute === null) return String(((this.depth === 0 ? null : this.#top.counts)?.get(key) ?? 0) + 1);
    for (let i = 0; i < tag.count; i++) {
      const name = tag.names[i];
      if (name === undefined || name.local !== attribute.local || isNamespaceDeclaration(name)) continue;
      if (attribute.namespace !== null && attribute.namespace !== (namespaces.ofAttributes[i] ?? '')) continue;
      // The value of a tag that is too long is not known. The record then says that it is too long.
      return tag.isCut ? ([...of.keys()][0] ?? null) : (tag.values[i] ?? '');
    }
    return null;
  };

  #countChild(parent: OpenElement, local: string, namespace: string): void {
    const counts = (parent.counts ??= new Map());
    for (const key of [local, `{${namespace}}${local}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** Stores a text that later records inherit. Throws ValueAfterRecord if a record before required it. */
  #inherit(targets: readonly XmlTarget[], text: string | null): void {
    this.#values.inherit(targets, text);
    if (this.#values.findings.isTooLate) throw new ValueAfterRecord(this.#reader, REQUIRED_BEFORE);
  }

  /** Decides from the last start tag whether its element has no value. In a tag that is too long, that is unknown. */
  #noteNil(element: OpenElement): void {
    const { tag, namespaces } = this.#reader;
    const at = findNil(tag.names, tag.count, (i) => namespaces.ofAttributes[i] ?? '');
    if (at < 0) return;
    if (tag.isCut) element.isTooLong = true;
    else element.isNil = isNilValue(tag.values[at] ?? '');
  }

  #takeText(element: OpenElement): void {
    const text = this.#reader.text.take();
    if (element.isTextUnread && this.#reader.text.hasText) {
      element.isTextUnread = false;
      const state = stateOf(element);
      if (state !== null) this.#values.findings.unread.note(state, '');
    }
    if (!element.isCollecting) return;
    element.text += text;
    if (element.text.length > this.#maxBytes) this.#dropText(element);
  }

  /** Makes the reader collect the text of an element, or look for it, as the element needs it. */
  #follow({ isCollecting, isTextUnread }: OpenElement): void {
    const { text } = this.#reader;
    text.keepsText = isCollecting;
    text.looksForText = isTextUnread;
    text.hasText = false;
  }

  /** Notes the attributes of the last start tag that no path reads. Those of XML and of XML Schema are no values. */
  #noteUnreadAttributes(element: OpenElement): void {
    const { tag, namespaces } = this.#reader;
    const state = stateOf(element);
    if (state === null || tag.count === 0) return;
    const { fromRecord, fromEnded, fromRoot } = element;
    for (let i = 0; i < tag.count; i++) {
      const name = tag.names[i];
      const namespace = namespaces.ofAttributes[i] ?? '';
      if (name === undefined || isNamespaceDeclaration(name) || MARKUP_NAMESPACES.has(namespace)) continue;
      if (hasAttribute(fromRecord, name.local, namespace) || hasAttribute(fromRoot, name.local, namespace)) continue;
      if (hasAttribute(fromEnded, name.local, namespace)) continue;
      if (element.asked?.some((one) => one?.local === name.local && [null, namespace].includes(one.namespace)))
        continue;
      const isOther = hasName(element, 'attributes', name.local);
      this.#values.findings.unread.note(state, `@${isOther ? `{${namespace}}` : ''}${name.local}`);
    }
  }

  /** Drops the text of an element because it is too long. */
  #dropText(element: OpenElement): void {
    element.isTooLong = true;
    this.#stop(element);
  }

  #stop(element: OpenElement): void {
    element.isCollecting = false;
    element.text = '';
    if (element !== this.#top) return;
    this.#reader.text.keepsText = false;
    this.#reader.text.take();
  }

  #putAttributes(element: XmlElement | null): boolean {
    if (element === null || element.attributes.size === 0) return true;
    let fits = true;
    this.#eachAttribute(element, (targets, value) => {
      fits = this.#values.put(targets, value ?? '') && fits;
    });
    return fits;
  }

  #inheritAttributes(element: XmlElement | null): void {
    if (element === null || element.attributes.size === 0) return;
    this.#eachAttribute(element, (targets, value) => this.#inherit(targets, value));
  }

  /**
   * Calls `take` for each attribute that a field reads, in the order of the tag. The value is null if it was too long
   * to be stored.
   */
  #eachAttribute(
    { attributes }: XmlElement,
    take: (targets: readonly XmlTarget[], value: string | null) => void,
  ): void {
    const { tag, namespaces } = this.#reader;
    for (let i = 0; i < tag.count; i++) {
      const name = tag.names[i];
      if (name === undefined || isNamespaceDeclaration(name)) continue;
      const targets = findByName(attributes, name.local, namespaces.ofAttributes[i] ?? '');
      if (targets !== null) take(targets, tag.isCut ? null : (tag.values[i] ?? ''));
    }
  }
}

/** The namespaces of attributes that are about the markup, such as `xml:space` and `xsi:nil`. */
const MARKUP_NAMESPACES = new Set([XML, INSTANCE]);
/** Returns the state of an element that says where it is: on the paths from its record, or else from the document. */
function stateOf({ fromRecord, fromEnded, fromRoot }: OpenElement): XmlElement | null {
  return fromRecord ?? fromEnded ?? fromRoot;
}

/** Returns whether a path leads from an element to this local name, in any namespace. */
function hasName(
  { fromRecord, fromEnded, fromRoot }: OpenElement,
  of: 'attributes' | 'children',
  local: string,
): boolean {
  return (
    fromRecord?.[of].has(local) === true || fromEnded?.[of].has(local) === true || fromRoot?.[of].has(local) === true
  );
}

/** Returns whether a path leads from an element to this name, if its predicates match. */
function findsChild({ fromRecord, fromEnded, fromRoot }: OpenElement, local: string, namespace: string): boolean {
  return [fromRecord, fromEnded, fromRoot].some(
    (state) => state !== null && findByName(state.children, local, namespace) !== null,
  );
}

function hasChoice({ fromRecord, fromEnded, fromRoot }: OpenElement): boolean {
  return (
    (fromRecord !== null && fromRecord.choice !== null) ||
    (fromRoot !== null && fromRoot.choice !== null) ||
    (fromEnded !== null && fromEnded.choice !== null)
  );
}

/** Returns whether the positions of the elements with this local name count. */
function hasPositions({ fromRecord, fromEnded, fromRoot }: OpenElement, local: string): boolean {
  return (
    (fromRecord !== null && fromRecord.positions?.has(local) === true) ||
    (fromRoot !== null && fromRoot.positions?.has(local) === true) ||
    (fromEnded !== null && fromEnded.positions?.has(local) === true)
  );
}

function hasAttribute(state: XmlElement | null, local: string, namespace: string): boolean {
  return state !== null && findByName(state.attributes, local, namespace) !== null;
}

/** Returns whether a field reads the element whose start tag was read last. `state` is that of the element. */
function readsElement(state: XmlElement, { tag, namespaces }: XmlReader): boolean {
  if (state.text.length > 0) return true;
  for (let i = 0; i < tag.count; i++) {
    const name = tag.names[i];
    if (name !== undefined && findByName(state.attributes, name.local, namespaces.ofAttributes[i] ?? '') !== null)
      return true;
  }
  return false;
}
