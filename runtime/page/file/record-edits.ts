import type { RecordPatch } from '../../../compiler/browser.ts';
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

  /** Replaces what an edited record becomes. Its place in the order of the edits remains. */
  update(edited: EditedRecord): void {
    const { record } = edited.stored;
    if (this.#records.has(record)) this.#records.set(record, edited);
  }

  /** Forgets all edits. */
  clear(): void {
    this.#records.clear();
  }

  /** All edited records, in the order of their last edit. */
  get list(): readonly EditedRecord[] {
    return [...this.#records.values()];
  }

  /** Returns the patches of all edited records but one, in no order. */
  patchesBeside(record: number): RecordPatch[] {
    return this.list.flatMap(({ stored, patches }) => (stored.record === record ? [] : patches));
  }

  /** Returns a file with the edits. Its other parts refer to the original file, so it needs no memory. */
  apply(file: Blob): Blob {
    return applyPatches(
      file,
      this.list.flatMap(({ patches }) => patches),
    );
  }
}

/** Returns a file with patches that do not overlap. Its other parts refer to the original file. */
export function applyPatches(file: Blob, patches: readonly RecordPatch[]): Blob {
  const parts: BlobPart[] = [];
  let at = 0;
  for (const { start, end, bytes } of patches.toSorted((a, b) => a.start - b.start)) {
    parts.push(file.slice(at, start), bytes.slice());
    at = end;
  }
  return new Blob([...parts, file.slice(at)], { type: file.type });
}

/** Returns whether a patch changes bytes that one of the others changes. */
export function overlapsAny(patches: readonly RecordPatch[], others: readonly RecordPatch[]): boolean {
  return patches.some(({ start, end }) => others.some((other) => start < other.end && other.start < end));
}

/** Returns the one part in which two versions of a record differ. `offset` is that of the record in the file. */
export function findPatch(before: Uint8Array, after: Uint8Array, offset: number): RecordPatch {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start: offset + start, end: offset + before.length - same, bytes: after.slice(start, after.length - same) };
}

/** Returns cells with one more edit. An edit that restores the original value is removed. */
export function withCell(cells: readonly EditedCell[], cell: EditedCell): EditedCell[] {
  const others = cells.filter(({ field }) => field !== cell.field);
  return cell.before === cell.after ? others : [...others, cell];
}
