import type { Severity, Warning } from '../../model/contract.ts';
import type { StructureIssue } from '../../model/record-source.ts';
import { AT_END, FindingCounts, FindingPlaces, orderWarnings, type PlacedWarning } from '../../model/warning-order.ts';
import { childrenOf, columnOf, type XmlElement, type XmlTarget } from './element.ts';
import { OtherPaths } from './other-paths.ts';
import type { LateValues } from './late-values.ts';
import { UnreadPaths } from './unread-paths.ts';

/** Number of records from which on a path that matches nothing is reported. */
const MIN_RECORDS = 100;
const MAX_LISTED_PATHS = 100;
/** Number of paths that an issue names. */
const MAX_NAMED_PATHS = 5;
const WAY_OUT = 'Set separator, or make the repeated element a record';

/** What a resume position stores about the paths of a document. Its member names must not change. */
export interface SavedFindings {
  /** The fields whose paths have matched nothing so far. Absent: all paths have matched. */
  unmatched?: readonly number[];
  /** The fields without a value in records before, whose value may still follow: their number, and a depth. */
  missed?: readonly (readonly [column: number, records: number, depth: number, isRequired?: true])[];
  /** The number of open elements that have enclosed a record, and the numbers of elements inside them that have not. */
  within?: number;
  without?: readonly number[];
  /** The number of documents before the first record to whose document element no path leads. */
  otherDocuments?: number;
  /** The paths of records that no field reads, and that need no further warning. */
  unread?: readonly string[];
}

/** The automata of the paths of a spec, and what happens to records in which one of them matches more than once. */
interface Roots {
  document: XmlElement;
  record: XmlElement;
  types?: readonly { readonly record: XmlElement }[] | undefined;
  onSeveralMatches?: Severity | 'IGNORE' | undefined;
}

/** Finds values that no message contains, although the paths of a spec suggest that they should. */
export class PathFindings {
  /** Whether the path of each field has matched, as 0 or 1. The fast reader sets it, too. */
  readonly matched: Uint8Array;
  /** The paths of required values that a record before did not have. */
  readonly missingPaths = new Set<string>();
  /** Whether a required value has come after a record that did not have it. */
  isTooLate = false;
  /** What no field reads in records. */
  readonly unread: UnreadPaths;
  /** Elements that have the name of a record, but are on another path. */
  readonly others: OtherPaths;
  readonly #roots: Roots;
  /** Whether records end before their values may end, so that values after a record are a failure. */
  readonly #isTyped: boolean;
  readonly #repeated = new Set<number>();
  /** The numbers of records without a value, and the depth of the element inside which the value would be. */
  readonly #missed = new Map<number, { records: number; depth: number }>();
  /** For each open element: the number of elements inside it that have enclosed no record, although they could. */
  readonly #without: number[];
  /** Number of open elements that have enclosed a record: the outermost ones. */
  #within: number;
  /** The order of all that is found. */
  readonly #places = new FindingPlaces();
  /** Numbers of records, by the field. */
  readonly #several = new FindingCounts<number>(this.#places);
  readonly #after = new FindingCounts<number>(this.#places);
  /** Numbers of elements, by the message. */
  readonly #empty = new FindingCounts<string>(this.#places);
  /** Number of documents that follow each other, and to whose document element no path leads. */
  #otherDocuments: number;
  #records: number;

  constructor(columns: number, roots: Roots, records: number, saved: SavedFindings | null) {
    this.matched = new Uint8Array(columns).fill(saved === null ? 0 : 1);
    for (const column of saved?.unmatched ?? []) this.matched[column] = 0;
    this.#roots = roots;
    this.unread = new UnreadPaths(roots, saved?.unread ?? [], this.#places);
    this.others = new OtherPaths(roots.document, this.#places);
    for (const [column, count, depth, isRequired] of saved?.missed ?? []) {
      this.#missed.set(column, { records: count, depth });
      if (isRequired === true) this.missingPaths.add(this.#pathOf(column));
    }
    this.#isTyped = roots.types !== undefined;
    this.#records = records;
    this.#within = saved?.within ?? 0;
    this.#without = [...(saved?.without ?? [])];
    this.#otherDocuments = saved?.otherDocuments ?? 0;
  }

  /** Notes that a record has another value for these fields, although only the first one counts. */
  noteRepeated(targets: readonly XmlTarget[], cells: readonly (string | undefined)[]): void {
    for (const target of targets)
      if (typeof target === 'number' && cells[target] !== undefined) this.#repeated.add(target);
  }

  /** Forgets what was noted about a record that begins. */
  beginRecord(): void {
    this.#repeated.clear();
    this.unread.beginRecord();
  }

  /** Counts a record that was read. `cells` are its texts, and `parents` the open elements around it. */
  endRecord(cells: readonly (string | undefined)[], parents: readonly (XmlElement | null)[]): void {
    this.unread.endRecord();
    if (this.#roots.onSeveralMatches === undefined) for (const column of this.#repeated) this.#several.add(column);
    for (let column = 0; column < cells.length; column++) if (cells[column] !== undefined) this.matched[column] = 1;
    this.#countRecords(1, cells, parents);
  }

  /** Notes the values of a record that came after the first record inside it. Returns its issue as findIssue() does. */
  noteLate({ matched, repeated }: Pick<LateValues, 'matched' | 'repeated'>): StructureIssue | null {
    for (const column of matched) this.matched[column] = 1;
    if (this.#roots.onSeveralMatches === undefined) for (const column of repeated) this.#several.add(column);
    return this.findIssue(repeated);
  }

  /** Returns the issue of the record that ended last if a path has matched more than once in it, or null. */
  findIssue(repeated: ReadonlySet<number> = this.#repeated): StructureIssue | null {
    const { onSeveralMatches: severity } = this.#roots;
    if (severity === undefined || severity === 'IGNORE' || repeated.size === 0) return null;
    const paths = [...new Set([...repeated].sort((one, other) => one - other).map((at) => this.#pathOf(at)))];
    const named = paths.slice(0, MAX_NAMED_PATHS).map((path) => JSON.stringify(path));
    const others = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
    const message = `the record has several values for ${named.join(', ')}${others}, and only the first one counts. ${WAY_OUT}`;
    return { severity, code: 'SEVERAL_MATCHES', message };
  }

  /** Counts records that the fast reader has read, with the texts that all of them inherit. */
  skipRecords(
    records: number,
    inherited: readonly (string | undefined)[],
    parents: readonly (XmlElement | null)[],
  ): void {
    this.#countRecords(records, inherited, parents);
  }

  /** Notes a value outside of records. It is a value of records before if these have none. */
  noteOutside(targets: readonly XmlTarget[]): void {
    for (const target of targets) {
      const column = columnOf(target);
      this.matched[column] = 1;
      const missed = this.#missed.get(column);
      if (missed === undefined) continue;
      this.#missed.delete(column);
      this.isTooLate ||= this.missingPaths.has(this.#pathOf(column));
      this.#after.add(column, missed.records);
    }
  }

  /** Notes the end of an element outside of records. `mayEnclose`: records can be inside such elements. */
  closeElement(depth: number, mayEnclose: boolean): void {
    for (const [column, missed] of this.#missed) if (missed.depth === depth) this.#missed.delete(column);
    const without = this.#without[depth] ?? 0;
    this.#without.length = Math.min(this.#without.length, depth);
    if (depth <= this.#within) {
      this.#within = depth - 1;
      this.#empty.add(EMPTY, without);
    } else if (depth === 1) {
      if (!mayEnclose) {
        this.#otherDocuments++;
        this.#reportDocuments();
      }
    } else if (mayEnclose) {
      while (this.#without.length < depth) this.#without.push(0);
      this.#without[depth - 1] = (this.#without[depth - 1] ?? 0) + 1;
    }
  }

  /** Returns the warnings since the last call. `isEnd`: the document has ended. */
  take(isEnd: boolean): Warning[] {
    const placed = [
      ...this.#several.take((column, count) => describe('SEVERAL_MATCHES', this.#pathOf(column), count)),
      ...this.#after.take((column, count) => describe('VALUE_AFTER_RECORD', this.#pathOf(column), count)),
      ...this.unread.take(isEnd),
      ...this.others.take(),
      ...this.#empty.take((message, count) => ({ code: 'ENCLOSING_WITHOUT_RECORD', message, count })),
      ...(isEnd && this.#records >= MIN_RECORDS ? this.#findNever() : []),
    ];
    return placed.length === 0 ? [] : orderWarnings(placed);
  }

  /** Returns the warnings about paths that have matched nothing in the file. */
  #findNever(): PlacedWarning[] {
    const never = [...this.matched.keys()].filter((at) => this.matched[at] === 0 && this.#pathOf(at) !== '');
    return never.slice(0, MAX_LISTED_PATHS).map((column) => {
      const path = this.#pathOf(column);
      const message = `the path ${JSON.stringify(path)} matches nothing in the file: the field is null in each record`;
      return { at: AT_END, warning: { code: 'PATH_NEVER_MATCHED', path, message } };
    });
  }

  /** Counts the documents without a path. A file without any record is another failure or warning. */
  #reportDocuments(): void {
    if (this.#records === 0) return;
    this.#empty.add(OTHER_DOCUMENTS, this.#otherDocuments);
    this.#otherDocuments = 0;
  }

  /** Returns what a resume position stores. */
  savedState(): SavedFindings {
    const unmatched = [...this.matched.keys()].filter((column) => this.matched[column] === 0);
    const missed = [...this.#missed].map(([column, { records, depth }]) =>
      this.missingPaths.has(this.#pathOf(column))
        ? ([column, records, depth, true] as const)
        : ([column, records, depth] as const),
    );
    const without = this.#without.some((count) => count > 0);
    const unread = this.unread.savedState();
    return {
      ...(unmatched.length > 0 && { unmatched }),
      ...(missed.length > 0 && { missed }),
      ...(this.#within > 0 && { within: this.#within }),
      ...(without && { without: [...this.#without] }),
      ...(this.#otherDocuments > 0 && { otherDocuments: this.#otherDocuments }),
      ...(unread.length > 0 && { unread }),
    };
  }

  #countRecords(
    records: number,
    cells: readonly (string | undefined)[],
    parents: readonly (XmlElement | null)[],
  ): void {
    this.#records += records;
    if (this.#otherDocuments > 0) this.#reportDocuments();
    this.#within = Math.max(this.#within, parents.length - 1);
    if (this.#isTyped) return;
    for (const column of this.#roots.document.columns) {
      if (cells[column] !== undefined) continue;
      const depth = parents.map((parent) => parent?.columns.includes(column) === true).lastIndexOf(true);
      const known = this.#missed.get(column);
      if (known === undefined) this.#missed.set(column, { records, depth });
      else known.records += records;
    }
  }

  /** Returns the path of a field, from the names of the automata. Empty if it has none. */
  #pathOf(column: number): string {
    const { document, record, types = [] } = this.#roots;
    const outside = findPath(document, column);
    if (outside !== null) return `/${outside}`;
    for (const root of [record, ...types.map((type) => type.record)]) {
      const inside = findPath(root, column);
      if (inside !== null) return inside;
    }
    return '';
  }
}

const EMPTY =
  'elements that enclose records elsewhere in the file enclose none here, so nothing of them is in a message. A record path or a record type for these elements would keep them';

const OTHER_DOCUMENTS =
  'documents that follow each other have another document element than the path of the records, so nothing of them is in a message. A path with // or a record type for these documents would keep them';

function describe(code: string, path: string, count: number): Warning {
  const message =
    code === 'SEVERAL_MATCHES'
      ? `the path ${JSON.stringify(path)} matches more than once in a record, and only the first value counts. ${WAY_OUT}`
      : `the value at ${JSON.stringify(path)} comes after records that therefore have none. Make the element around them a record type that encloses them`;
  return { code, message, count, path };
}

/** Returns the names on the way to the value of a field: elements, and an attribute with `@`. Null if there is none. */
function findPath(element: XmlElement, column: number): string | null {
  if (!element.columns.includes(column)) return null;
  if (element.text.some((target) => columnOf(target) === column)) return '.';
  for (const [local, { of, otherwise }] of element.attributes)
    for (const targets of [otherwise, ...of.values()])
      if (targets?.some((target) => columnOf(target) === column) === true) return `@${local}`;
  for (const [step, child] of childrenOf(element)) {
    const rest = findPath(child, column);
    if (rest !== null) return rest === '.' ? step : `${step}/${rest}`;
  }
  return null;
}
