import type { Warning } from '../../model/contract.ts';
import { childrenOf, type XmlElement } from './element.ts';

/** Number of paths with a warning of their own. One warning counts the others. */
const MAX_LISTED = 100;
/** Number of paths that are kept. */
const MAX_PATHS = 1000;
const MAX_NAME_LENGTH = 100;

/** The automata of a spec, as in PathFindings. */
interface Roots {
  document: XmlElement;
  record: XmlElement;
  types?: readonly { readonly record: XmlElement }[] | undefined;
}

/** Finds elements, attributes and texts of records that no field reads. */
export class UnreadPaths {
  readonly #roots: Roots;
  /** The paths of complete records that no field reads, in the order in which they were found, and what is there. */
  readonly #paths: Map<string, string>;
  /** The names that were noted, by the state of the element that has them. */
  readonly #noted = new Map<XmlElement, Set<string>>();
  /** Whether a record is being read, so that what is noted counts only if it is complete. */
  #isInRecord = false;
  /** What was noted in the current record. */
  readonly #current: (readonly [parent: XmlElement, name: string])[] = [];
  /** The path of each state, which ends with a slash unless it is empty. */
  #places: Map<XmlElement, string> | null = null;
  /** Number of paths that take() has reported. */
  #reported: number;

  constructor(roots: Roots, saved: readonly string[]) {
    this.#roots = roots;
    this.#paths = new Map(saved.map((path) => [path, '']));
    this.#reported = Math.min(saved.length, MAX_LISTED);
  }

  /** Returns whether a name inside the element of a state has not been noted. */
  isNew(parent: XmlElement, name: string): boolean {
    return this.#paths.size < MAX_PATHS && this.#noted.get(parent)?.has(name) !== true;
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
  take(isEnd: boolean): Warning[] {
    const { size } = this.#paths;
    if (size === 0 || (this.#reported === Math.min(size, MAX_LISTED) && !isEnd)) return [];
    const warnings = [...this.#paths].slice(this.#reported, MAX_LISTED).map(([path, what]): Warning => {
      const message = `no field reads the ${what} ${JSON.stringify(path)} of a record`;
      return { code: 'UNKNOWN_COLUMN', path, message };
    });
    this.#reported = Math.min(size, MAX_LISTED);
    if (isEnd && size > MAX_LISTED) {
      const others = `${size - MAX_LISTED}${size < MAX_PATHS ? ' more' : ' or more'}`;
      warnings.push({ code: 'UNKNOWN_COLUMN', message: `no field reads ${others} paths of records` });
    }
    return warnings;
  }

  /** Returns what a resume position stores: the paths that need no further warning of their own. */
  savedState(): string[] {
    return [...this.#paths.keys()].filter((_, index) => index < this.#reported || index >= MAX_LISTED);
  }

  #add(parent: XmlElement, name: string): void {
    if (!this.isNew(parent, name)) return;
    const noted = this.#noted.get(parent);
    if (noted === undefined) this.#noted.set(parent, new Set([name]));
    else noted.add(name);
    const path = this.#pathOf(parent, name);
    const what = name === '' ? 'text of the element' : name.startsWith('@') ? 'attribute' : 'element';
    if (!this.#paths.has(path)) this.#paths.set(path, what);
  }

  #pathOf(parent: XmlElement, name: string): string {
    const place = (this.#places ??= findPlaces(this.#roots)).get(parent) ?? '';
    if (name === '') return place === '' ? '.' : place.slice(0, -1);
    return place + (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
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
