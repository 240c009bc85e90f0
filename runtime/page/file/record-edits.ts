import type { EditedCell, EditedRecord } from './edited-record.ts';

/** The edited records of a file, with the order in which their cells were edited. */
export class RecordEdits {
  readonly #records = new Map<number, EditedRecord>();

  /** Returns the edited record with this number, or undefined. */
  get(record: number): EditedRecord | undefined {
    return this.#records.get(record);
  }

  /** Stores a record. A record without edited cells is forgotten. The record edited last is the last of the list. */
  set(edited: EditedRecord): void {
    const { record } = edited.stored;
    this.#records.delete(record);
    if (edited.cells.length > 0) this.#records.set(record, edited);
  }

  /** Forgets all edits. */
  clear(): void {
    this.#records.clear();
  }

  /** All edited records, in the order of their last edit. */
  get list(): readonly EditedRecord[] {
    return [...this.#records.values()];
  }

  /** Returns a file with the edits. Its other parts refer to the original file, so it needs no memory. */
  apply(file: Blob): Blob {
    const parts: BlobPart[] = [];
    let at = 0;
    for (const { stored, bytes } of this.list.toSorted((a, b) => a.stored.byteOffset - b.stored.byteOffset)) {
      parts.push(file.slice(at, stored.byteOffset), bytes.slice());
      at = stored.byteOffset + stored.byteLength;
    }
    return new Blob([...parts, file.slice(at)], { type: file.type });
  }
}

/** Returns cells with one more edit. An edit that restores the original value is removed. */
export function withCell(cells: readonly EditedCell[], cell: EditedCell): EditedCell[] {
  const others = cells.filter(({ field }) => field !== cell.field);
  return cell.before === cell.after ? others : [...others, cell];
}
