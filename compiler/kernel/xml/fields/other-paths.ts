import { FindingCounts, type FindingPlaces, type PlacedWarning } from '../../model/warning-order.ts';
import type { XmlName } from '../syntax/names.ts';
import { alternativesOf, chooseElement, type XmlChoice, type XmlElement } from './element.ts';

/** Elements that are records if they are on this path. */
interface RecordPath {
  /** The local names from the root to the record. */
  readonly names: readonly string[];
  /** The namespace of the record. Null if any matches. */
  readonly namespace: string | null;
  /** The state of the record, before its predicates decide. */
  readonly element: XmlElement;
}

/**
 * Counts elements outside of records that have the name of a record, but are on another path, so that they are no
 * records. An element that only a predicate or a namespace of its path excludes is not counted.
 */
export class OtherPaths {
  /** The paths of records, by the local name of the record. */
  readonly #records = new Map<string, RecordPath[]>();
  readonly #counts: FindingCounts<string>;

  /**
   * @param document the state of the document in the path automaton
   * @param places those of all that is found in the file
   */
  constructor(document: XmlElement, places: FindingPlaces) {
    this.#counts = new FindingCounts(places);
    this.#add(document, []);
  }

  /** Returns whether records have this local name. */
  has(local: string): boolean {
    return this.#records.has(local);
  }

  /** Returns whether a predicate decides which elements with this local name are records. */
  hasPredicate(local: string): boolean {
    return this.#records.get(local)?.some(({ element }) => element.choice !== null) === true;
  }

  /**
   * Notes an element outside of records to which no path of the spec leads. `open`: the names of the open elements, with
   * that of the element last. `valueOf` returns what decides predicates on an attribute.
   */
  note(open: readonly XmlName[], namespace: string, valueOf: (choice: XmlChoice) => string | null): void {
    const local = open.at(-1)?.local ?? '';
    const paths = this.#records.get(local);
    if (paths === undefined) return;
    const isNamed = paths.some(
      (path) =>
        (path.namespace === null || path.namespace === namespace) &&
        chooseElement(path.element, (choice) =>
          choice.attribute === null ? ([...choice.of.keys()][0] ?? null) : valueOf(choice),
        )?.isRecord === true,
    );
    if (!isNamed) return;
    const isOnPath = ({ names }: RecordPath) =>
      names.length === open.length && names.every((name, at) => name === open[at]?.local);
    if (!paths.some(isOnPath)) this.#counts.add(local);
  }

  /** Returns the warnings since the last call. */
  take(): PlacedWarning[] {
    return this.#counts.take((local, count) => {
      const paths = new Set((this.#records.get(local) ?? []).map(({ names }) => JSON.stringify(`/${names.join('/')}`)));
      const message = `elements ${JSON.stringify(local)} are not on the path ${[...paths].join(' or ')}, so they are no records and nothing of them is in a message. The path ${JSON.stringify(`//${local}`)} or a record type for the other path would keep them`;
      return { code: 'RECORD_ON_OTHER_PATH', message, count };
    });
  }

  #add({ children }: XmlElement, above: readonly string[]): void {
    for (const [local, { of, otherwise }] of children) {
      const names = [...above, local];
      const found = [...of].map(([namespace, element]): RecordPath => ({ names, namespace, element }));
      if (otherwise !== null) found.push({ names, namespace: null, element: otherwise });
      for (const path of found)
        for (const [, element] of alternativesOf('', path.element)) {
          const known = this.#records.get(local) ?? [];
          if (element.isRecord && !known.includes(path)) this.#records.set(local, [...known, path]);
          this.#add(element, names);
        }
    }
  }
}
