import { utf8Length } from '../../values/text.ts';
import { columnOf, type XmlTarget } from './element.ts';

/** The texts of a record that encloses others, while the values after them are read. */
export class LateValues {
  /** The text of each field. Undefined if the record has none. */
  readonly cells: (string | undefined)[];
  /** The fields whose path has matched after the first record inside, and those that had a value already. */
  readonly matched = new Set<number>();
  readonly repeated = new Set<number>();
  /** Whether the values after the first record inside are too long together. */
  isTooLong = false;
  /** Whether further values are ignored, because the record was returned before its end. */
  isOver = false;
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param cells the texts before the first record inside; they are copied */
  constructor(cells: readonly (string | undefined)[], maxBytes: number) {
    this.cells = [...cells];
    this.#maxBytes = maxBytes;
  }

  /** Returns whether one of these targets still takes a value. */
  accepts(targets: readonly XmlTarget[]): boolean {
    return !this.isOver && targets.some((target) => typeof target !== 'number' || this.cells[target] === undefined);
  }

  /** Notes that fields which have a value have another one. */
  noteRepeated(targets: readonly XmlTarget[]): void {
    for (const target of targets)
      if (typeof target === 'number' && this.cells[target] !== undefined) this.repeated.add(target);
  }

  /** Stores a value in its fields. Null: it was too long to be stored. */
  put(targets: readonly XmlTarget[], text: string | null): void {
    if (this.isOver) return;
    this.noteRepeated(targets);
    this.#bytes += utf8Length(text ?? '');
    if (text === null || this.#bytes > this.#maxBytes) {
      this.isTooLong = true;
      return;
    }
    for (const target of targets) {
      const column = columnOf(target);
      const before = this.cells[column];
      this.matched.add(column);
      if (before === undefined) this.cells[column] = text;
      else if (typeof target !== 'number') this.cells[column] = before + target.separator + text;
    }
  }
}
