import { shortenName, UnreadPathList } from '../../model/unread-paths.ts';
import type { FindingPlaces, PlacedWarning } from '../../model/warning-order.ts';
import { childrenOf, type XmlElement } from './element.ts';

/** The automata of a spec, as in PathFindings. */
interface Roots {
  document: XmlElement;
  record: XmlElement;
  types?: readonly { readonly record: XmlElement }[] | undefined;
}

/** Finds elements, attributes and texts of records that no field reads. */
export class UnreadPaths {
  readonly #roots: Roots;
  /** The paths of complete records that no field reads. */
  readonly #paths: UnreadPathList;
  /** The names that were noted, by the state of the element that has them. */
  readonly #noted = new Map<XmlElement, Set<string>>();
  /** Whether a record is being read, so that what is noted counts only if it is complete. */
  #isInRecord = false;
  /** What was noted in the current record. */
  readonly #current: (readonly [parent: XmlElement, name: string])[] = [];
  /** The path of each state, which ends with a slash unless it is empty. */
  #places: Map<XmlElement, string> | null = null;

  constructor(roots: Roots, saved: readonly string[], places: FindingPlaces) {
    this.#roots = roots;
    this.#paths = new UnreadPathList(saved, places);
  }

  /** Returns whether a name inside the element of a state has not been noted. */
  isNew(parent: XmlElement, name: string): boolean {
    return this.#paths.hasRoom() && this.#noted.get(parent)?.has(name) !== true;
  }

  /**
   * Notes that no field reads a part of the current record: an element, an attribute, whose name begins with `@`, or
   * with an empty name the text of the parent element.
   */
  note(parent: XmlElement, name: string): void {
    if (!this.isNew(parent, name)) return;
    if (this.#isInRecord) this.#current.push([parent, name]);
    else this.#add(parent, name);
  }

  /** Forgets what was noted about a record that begins. */
  beginRecord(): void {
    this.#isInRecord = true;
    if (this.#current.length > 0) this.#current.length = 0;
  }

  /** Keeps what was noted: the record is complete. */
  endRecord(): void {
    this.#isInRecord = false;
    if (this.#current.length === 0) return;
    for (const [parent, name] of this.#current) this.#add(parent, name);
    this.#current.length = 0;
  }

  /** Returns the warnings since the last call. `isEnd`: the document has ended. */
  take(isEnd: boolean): PlacedWarning[] {
    return this.#paths.take(isEnd);
  }

  /** Returns what a resume position stores: the paths that need no further warning of their own. */
  savedState(): string[] {
    return this.#paths.savedState();
  }

  #add(parent: XmlElement, name: string): void {
    if (!this.isNew(parent, name)) return;
    const noted = this.#noted.get(parent);
    if (noted === undefined) this.#noted.set(parent, new Set([name]));
    else noted.add(name);
    const path = this.#pathOf(parent, name);
    const what = name === '' ? 'text of the element' : name.startsWith('@') ? 'attribute' : 'element';
    this.#paths.add(path, `the ${what} ${JSON.stringify(path)} of a record`);
  }

  #pathOf(parent: XmlElement, name: string): string {
    const place = (this.#places ??= findPlaces(this.#roots)).get(parent) ?? '';
    if (name === '') return place === '' ? '.' : place.slice(0, -1);
    return place + shortenName(name);
  }
}

/** Returns the path of each state: from the record, and from the document for those outside of records. */
function findPlaces({ document, record, types = [] }: Roots): Map<XmlElement, string> {
  const places = new Map<XmlElement, string>();
  const visit = (element: XmlElement, place: string): void => {
    places.set(element, place);
    for (const [step, child] of childrenOf(element)) visit(child, `${place}${step.replace(/\[.*/su, '')}/`);
  };
  for (const root of [record, ...types.map((type) => type.record)]) visit(root, '');
  visit(document, '/');
  return places;
}
