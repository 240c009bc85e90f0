import { findByName, type XmlElement, type XmlTarget } from './element.ts';
import { isNamespaceDeclaration } from '../syntax/start-tag.ts';
import type { NamespaceDeclaration } from '../syntax/namespaces.ts';
import type { XmlReader } from '../syntax/reader.ts';
import type { FieldValues } from './field-values.ts';

/** What is known of an element that is open. */
interface OpenElement {
  /** What is looked at of it, from the root of the document, and from the record that it belongs to; null where nothing is. */
  fromRoot: XmlElement | null;
  fromRecord: XmlElement | null;
  /** Whether its text is kept, and what has been. */
  keeps: boolean;
  text: string;
  /** Its text was wanted for later records, and is too long to be kept. */
  isTooLong: boolean;
}

/** An open element as a position remembers it: its name as written, what it declares, its text so far (null: too long). Plain data. */
export interface OpenState {
  name: string;
  namespaces: readonly NamespaceDeclaration[] | null;
  text: string | null;
}

/** Takes from the elements that a reader passes what is looked at, and follows the automaton of the paths from element to element. */
export class FieldCollector {
  /** How many elements are open. */
  depth = 0;
  readonly #reader: XmlReader;
  readonly #values: FieldValues;
  readonly #maxBytes: number;
  /** The document, then the open elements; their entries are used again and again. */
  readonly #open: OpenElement[];

  /** `maxBytes`: most bytes of a text that is kept for later records. */
  constructor(reader: XmlReader, root: XmlElement, values: FieldValues, maxBytes: number) {
    this.#reader = reader;
    this.#values = values;
    this.#maxBytes = maxBytes;
    this.#open = [{ fromRoot: root, fromRecord: null, keeps: false, text: '', isTooLong: false }];
  }

  /** The name of a start tag is known: its attributes are kept where something may be looked at; also where `others` has the name. */
  beginTag(others: XmlElement | null): void {
    const { tag } = this.#reader;
    const { local } = tag.name;
    const parent = this.#top;
    this.#keepText(parent);
    tag.keepsValues =
      parent.fromRecord?.children.has(local) === true ||
      parent.fromRoot?.children.has(local) === true ||
      others?.children.has(local) === true;
  }

  /** Opens the element whose start tag was read. Gives what is looked at of it from the root. */
  openElement(): XmlElement | null {
    return this.#push(this.#reader.tag.name.local, this.#reader.namespace).fromRoot;
  }

  /** The innermost element is a record of which this is looked at; null where it is not read. */
  beginRecord(record: XmlElement | null): void {
    this.#top.fromRecord = record;
  }

  /** Takes the attributes of the innermost element, and decides whether its text is kept. False where what is joined has become too long. */
  collectAttributes(): boolean {
    const element = this.#top;
    const { fromRecord, fromRoot } = element;
    const fits = this.#putAttributes(fromRecord);
    this.#seeAttributes(fromRoot);
    element.keeps =
      (fromRecord !== null && this.#values.accepts(fromRecord.text)) || (fromRoot !== null && fromRoot.text.length > 0);
    this.#reader.text.keepsText = element.keeps;
    return fits;
  }

  /** Closes the innermost element. False where what is joined has become too long. */
  closeElement(): boolean {
    const element = this.#top;
    this.#keepText(element);
    let fits = true;
    if (element.keeps && element.fromRecord !== null) fits = this.#values.put(element.fromRecord.text, element.text);
    if ((element.keeps || element.isTooLong) && element.fromRoot !== null)
      this.#values.inherit(element.fromRoot.text, element.isTooLong ? null : element.text);
    this.depth--;
    this.#reader.text.keepsText = this.#top.keeps;
    return fits;
  }

  /** Takes nothing more for the record that begins at a depth. */
  dropRecord(depth: number): void {
    for (let at = depth; at <= this.depth; at++) {
      const element = this.#at(at);
      element.fromRecord = null;
      if (element.fromRoot === null || element.fromRoot.text.length === 0) this.#stop(element);
    }
  }

  /** All that is in memory was read: drops a text that would grow without bound. */
  dropLongText(): void {
    const { text } = this.#reader.text;
    if (this.#top.keeps && this.#top.text.length + text.length > this.#maxBytes) this.#cut(this.#top);
  }

  /** What is looked at of the innermost element from the root. */
  get fromRoot(): XmlElement | null {
    return this.#top.fromRoot;
  }

  /** Whether the text of the innermost element is kept. */
  get isCollectingText(): boolean {
    return this.#top.keeps;
  }

  /** What a position remembers of the outermost elements, so many of them. */
  state(depth: number): OpenState[] {
    return Array.from({ length: depth }, (_, i) => {
      const { text, isTooLong } = this.#at(i + 1);
      return {
        name: this.#reader.open[i]?.text ?? '',
        namespaces: this.#reader.namespaces.declaredBy(i),
        text: isTooLong ? null : text,
      };
    });
  }

  /** Opens an element again that a position remembers. */
  reopen({ name, namespaces, text }: OpenState): void {
    this.#reader.reopen(name, namespaces);
    const element = this.#push(this.#reader.open.at(-1)?.local ?? '', this.#reader.namespace);
    element.keeps = text !== null && element.fromRoot !== null && element.fromRoot.text.length > 0;
    element.text = text ?? '';
    element.isTooLong = text === null;
    this.#reader.text.keepsText = element.keeps;
  }

  get #top(): OpenElement {
    return this.#at(this.depth);
  }

  #at(depth: number): OpenElement {
    return (this.#open[depth] ??= { fromRoot: null, fromRecord: null, keeps: false, text: '', isTooLong: false });
  }

  #push(local: string, namespace: string): OpenElement {
    const { fromRoot, fromRecord } = this.#top;
    const element = this.#at(++this.depth);
    element.fromRoot = fromRoot && findByName(fromRoot.children, local, namespace);
    element.fromRecord = fromRecord && findByName(fromRecord.children, local, namespace);
    element.keeps = false;
    element.text = '';
    element.isTooLong = false;
    return element;
  }

  #keepText(element: OpenElement): void {
    const text = this.#reader.text.take();
    if (!element.keeps) return;
    element.text += text;
    if (element.text.length > this.#maxBytes) this.#cut(element);
  }

  /** What is kept has become too long. */
  #cut(element: OpenElement): void {
    element.isTooLong = true;
    this.#stop(element);
  }

  #stop(element: OpenElement): void {
    element.keeps = false;
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

  #seeAttributes(element: XmlElement | null): void {
    if (element === null || element.attributes.size === 0) return;
    this.#eachAttribute(element, (targets, value) => this.#values.inherit(targets, value));
  }

  /** The attributes that are looked at, in the order of the tag; null where they were too long to be kept. */
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
