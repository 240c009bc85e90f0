import { isLongerThan, utf8Length } from '../../values/text.ts';
import type { XmlTarget } from './element.ts';

/** Values seen before a record, by the places of their fields; null where one is too long to be kept. Plain data, kept in a run's position. */
export type InheritedValues = readonly (readonly [column: number, text: string | null])[];

/** Collects the texts of a record's fields, and the last ones seen at places before it. */
export class FieldValues {
  /** One text for each field; undefined where the record has none. */
  readonly cells: (string | undefined)[];
  readonly #maxBytes: number;
  readonly #joined = new Set<number>();
  #seen: Map<number, string | null>;
  #above: readonly (string | undefined)[] | null = null;
  #seenBytes = 0;
  #seenBefore: ReadonlyMap<number, string | null> | null = null;

  /** `maxBytes`: most bytes of UTF-8 that the joined values of a field take, and all values that were seen together. */
  constructor(columns: number, maxBytes: number, savedState: InheritedValues) {
    this.cells = new Array<string | undefined>(columns).fill(undefined);
    this.#maxBytes = maxBytes;
    this.#seen = new Map(savedState);
    for (const text of this.#seen.values()) this.#seenBytes += utf8Length(text ?? '');
  }

  /** Begins a record with what was seen before it; false where some of that is too long. */
  begin(): boolean {
    this.cells.fill(undefined);
    this.#joined.clear();
    this.#seenBefore = this.#seen;
    let isWhole = true;
    for (const [column, text] of this.#seen) {
      if (text === null) isWhole = false;
      else this.cells[column] = text;
    }
    return isWhole;
  }

  /** Ends a record; false where values that were joined are too long. */
  end(): boolean {
    this.#seenBefore = null;
    for (const column of this.#joined) {
      if (isLongerThan(this.cells[column] ?? '', this.#maxBytes)) return false;
    }
    return true;
  }

  /** What has been seen; inside a record what had been when it began. */
  seen(): InheritedValues {
    return [...(this.#seenBefore ?? this.#seen)];
  }

  /** What a record that begins now has of values before it, by the places of their fields; the same object as long as that is the same. Null where some of it is too long. */
  inherited(): readonly (string | undefined)[] | null {
    if (this.#above !== null) return this.#above;
    const texts = new Array<string | undefined>(this.cells.length).fill(undefined);
    for (const [column, text] of this.#seen) {
      if (text === null) return null;
      texts[column] = text;
    }
    this.#above = texts;
    return texts;
  }

  /** Whether a value of the record would go somewhere. */
  accepts(targets: readonly XmlTarget[]): boolean {
    return targets.some((target) => typeof target !== 'number' || this.cells[target] === undefined);
  }

  /** Puts a value of the record where it goes; false where what is joined has become too long. */
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

  /** Remembers a value for the records behind it; null where it is too long. */
  inherit(targets: readonly XmlTarget[], text: string | null): void {
    if (targets.length === 0) return;
    this.#above = null;
    if (this.#seen === this.#seenBefore) this.#seen = new Map(this.#seen);
    const bytes = utf8Length(text ?? '');
    for (const target of targets) {
      const column = typeof target === 'number' ? target : target.column;
      this.#seenBytes -= utf8Length(this.#seen.get(column) ?? '');
      const fits = text !== null && this.#seenBytes + bytes <= this.#maxBytes;
      this.#seen.set(column, fits ? text : null);
      if (fits) this.#seenBytes += bytes;
    }
  }
}
