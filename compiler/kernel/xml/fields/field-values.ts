import { isLongerThan, utf8Length } from '../../values/text.ts';
import { columnOf, type XmlElement, type XmlTarget } from './element.ts';

/** The inherited values by field index. Null if a value is too long to be stored. Stored in checkpoints. */
export type InheritedValues = readonly (readonly [column: number, text: string | null])[];

/**
 * The inherited values that the next record no longer has, by field index: a new element of their path is open, at this
 * depth. Stored in checkpoints.
 */
export type StaleValues = readonly (readonly [column: number, depth: number])[];

/** The inherited values of a resume position. */
export interface SavedValues {
  seen: InheritedValues;
  /** Absent in checkpoints of earlier versions. */
  stale?: StaleValues;
}

/** Collects the texts of a record's fields, and the values that records inherit from elements before them. */
export class FieldValues {
  /** The text of each field. Undefined if the record has none. */
  readonly cells: (string | undefined)[];
  readonly #maxBytes: number;
  readonly #joined = new Set<number>();
  #inherited: Map<number, string | null>;
  #inheritedTexts: readonly (string | undefined)[] | null = null;
  #inheritedBytes = 0;
  #inheritedBefore: ReadonlyMap<number, string | null> | null = null;
  /** The stale values: the depth of the outermost open element that may make a record forget them. */
  readonly #stale: Map<number, number>;

  /**
   * @param maxBytes maximum size of the joined values of a field, and of all inherited values together, in bytes of
   * UTF-8
   */
  constructor(columns: number, maxBytes: number, { seen, stale = [] }: SavedValues) {
    this.cells = new Array<string | undefined>(columns).fill(undefined);
    this.#maxBytes = maxBytes;
    this.#inherited = new Map(seen);
    this.#stale = new Map(stale);
    for (const [column, text] of this.#inherited)
      if (!this.#stale.has(column)) this.#inheritedBytes += utf8Length(text ?? '');
  }

  /**
   * Called when an element starts that may contain records. Its records do not inherit values from the previous element
   * of its path.
   */
  startElement({ columns }: XmlElement, depth: number): void {
    for (const column of columns) {
      if (!this.#inherited.has(column) || this.#stale.has(column)) continue;
      this.#stale.set(column, depth);
      this.#inheritedBytes -= utf8Length(this.#inherited.get(column) ?? '');
      this.#inheritedTexts = null;
    }
  }

  /** Called when the element at this depth ends. Values stay if it contained no record. */
  endElement(depth: number): void {
    if (this.#stale.size === 0) return;
    for (const [column, staleDepth] of this.#stale) {
      if (staleDepth !== depth) continue;
      this.#stale.delete(column);
      this.#inheritedBytes += utf8Length(this.#inherited.get(column) ?? '');
      this.#inheritedTexts = null;
    }
  }

  /** Called when a record starts: forgets the values that no enclosing element contains. */
  forgetStale(): void {
    for (const column of this.#stale.keys()) this.#inherited.delete(column);
    this.#stale.clear();
  }

  /** Starts a record with the inherited values. Returns false if one of them is too long. */
  begin(): boolean {
    this.cells.fill(undefined);
    this.#joined.clear();
    this.forgetStale();
    this.#inheritedBefore = this.#inherited;
    let isWhole = true;
    for (const [column, text] of this.#inherited) {
      if (text === null) isWhole = false;
      else this.cells[column] = text;
    }
    return isWhole;
  }

  /** Ends a record. Returns false if joined values are too long. */
  end(): boolean {
    this.#inheritedBefore = null;
    for (const column of this.#joined) {
      if (isLongerThan(this.cells[column] ?? '', this.#maxBytes)) return false;
    }
    return true;
  }

  /** Returns the inherited values for a resume position. Inside a record: those at its beginning. */
  savedState(): SavedValues {
    const seen = [...(this.#inheritedBefore ?? this.#inherited)];
    return this.#stale.size === 0 ? { seen } : { seen, stale: [...this.#stale] };
  }

  /**
   * Returns the inherited texts of the next record by field index, or null if one is too long. The same array while
   * nothing changes.
   */
  inherited(): readonly (string | undefined)[] | null {
    if (this.#inheritedTexts !== null) return this.#inheritedTexts;
    const texts = new Array<string | undefined>(this.cells.length).fill(undefined);
    for (const [column, text] of this.#inherited) {
      if (this.#stale.has(column)) continue;
      if (text === null) return null;
      texts[column] = text;
    }
    this.#inheritedTexts = texts;
    return texts;
  }

  /** Whether a value with these targets would be stored. */
  accepts(targets: readonly XmlTarget[]): boolean {
    return targets.some((target) => typeof target !== 'number' || this.cells[target] === undefined);
  }

  /** Stores a value of the record in its fields. Returns false if joined values are too long. */
  put(targets: readonly XmlTarget[], text: string): boolean {
    let fits = true;
    for (const target of targets) {
      const column = columnOf(target);
      const before = this.cells[column];
      if (before === undefined) this.cells[column] = text;
      else if (typeof target !== 'number') {
        this.cells[column] = before + target.separator + text;
        this.#joined.add(column);
        fits &&= before.length + target.separator.length + text.length <= this.#maxBytes;
      }
    }
    return fits;
  }

  /** Stores a value that all later records inherit. Null: it is too long. */
  inherit(targets: readonly XmlTarget[], text: string | null): void {
    if (targets.length === 0) return;
    this.#inheritedTexts = null;
    if (this.#inherited === this.#inheritedBefore) this.#inherited = new Map(this.#inherited);
    const bytes = utf8Length(text ?? '');
    for (const target of targets) {
      const column = columnOf(target);
      if (!this.#stale.delete(column)) this.#inheritedBytes -= utf8Length(this.#inherited.get(column) ?? '');
      const fits = text !== null && this.#inheritedBytes + bytes <= this.#maxBytes;
      this.#inherited.set(column, fits ? text : null);
      if (fits) this.#inheritedBytes += bytes;
    }
  }
}
