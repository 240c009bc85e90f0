import { isLongerThan, utf8Length } from '../../values/text.ts';
import type { XmlTarget } from './element.ts';

/** The inherited values by field index. Null if a value is too long to be kept. Stored in checkpoints. */
export type InheritedValues = readonly (readonly [column: number, text: string | null])[];

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

  /**
   * @param maxBytes maximum size of the joined values of a field, and of all inherited values together, in bytes of
   * UTF-8
   */
  constructor(columns: number, maxBytes: number, inherited: InheritedValues) {
    this.cells = new Array<string | undefined>(columns).fill(undefined);
    this.#maxBytes = maxBytes;
    this.#inherited = new Map(inherited);
    for (const text of this.#inherited.values()) this.#inheritedBytes += utf8Length(text ?? '');
  }

  /** Starts a record with the inherited values. Returns false if one of them is too long. */
  begin(): boolean {
    this.cells.fill(undefined);
    this.#joined.clear();
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
  savedState(): InheritedValues {
    return [...(this.#inheritedBefore ?? this.#inherited)];
  }

  /**
   * Returns the inherited texts of the next record by field index, or null if one is too long. The same array while
   * nothing changes.
   */
  inherited(): readonly (string | undefined)[] | null {
    if (this.#inheritedTexts !== null) return this.#inheritedTexts;
    const texts = new Array<string | undefined>(this.cells.length).fill(undefined);
    for (const [column, text] of this.#inherited) {
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
      const column = typeof target === 'number' ? target : target.column;
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
      const column = typeof target === 'number' ? target : target.column;
      this.#inheritedBytes -= utf8Length(this.#inherited.get(column) ?? '');
      const fits = text !== null && this.#inheritedBytes + bytes <= this.#maxBytes;
      this.#inherited.set(column, fits ? text : null);
      if (fits) this.#inheritedBytes += bytes;
    }
  }
}
