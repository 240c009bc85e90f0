import type { Position } from '../model/contract.ts';
import type { ResumePoint } from './position/resume-point.ts';
import type { OpenRecordsState } from './position/open-records-state.ts';
import type { XmlType } from './xml-record.ts';

/** The enclosing records that were returned and whose elements are still open, the outermost first. */
export class OpenRecords {
  readonly #types: readonly XmlType[];
  readonly #resumePoint: ResumePoint;
  readonly #open: { readonly type: number; readonly depth: number }[];
  #around: readonly number[] | null = null;
  /** Moves the resume point to the last start tag inside a record that may enclose others. */
  #moveToTag: () => void = () => {};

  constructor(types: readonly XmlType[], resumePoint: ResumePoint, state: OpenRecordsState) {
    this.#types = types;
    this.#resumePoint = resumePoint;
    this.#open = state.map(([type, depth]) => ({ type, depth }));
  }

  /** The types of the records. It is the same array as long as no record is added or closed. */
  get around(): readonly number[] {
    return (this.#around ??= this.#open.map(({ type }) => type));
  }

  /** Returns whether records of a type may enclose others. */
  isEnclosing(type: number): boolean {
    return this.#types[type]?.isEnclosing ?? false;
  }

  /** Called at each start tag inside a record that may enclose others. `tagAt` is its index in the window. */
  noteTag(tagAt: number): void {
    this.#moveToTag = this.#resumePoint.prepareMoveTo(tagAt);
  }

  /** Adds a record that ends at the noted start tag, and moves the resume point there. */
  add(type: number, depth: number): void {
    this.#open.push({ type, depth });
    this.#around = null;
    this.#moveToTag();
  }

  /** Called when the element at this depth ends. */
  close(depth: number): void {
    if (this.#open.at(-1)?.depth !== depth) return;
    this.#open.pop();
    this.#around = null;
  }

  /** Adds the records to a resume position. Its state is null or an object. */
  addTo(position: Omit<Position, 'record'>): Omit<Position, 'record'> {
    if (this.#open.length === 0 || position.state === null) return position;
    const openRecords: OpenRecordsState = this.#open.map(({ type, depth }) => [type, depth] as const);
    return { ...position, state: { ...(position.state as object), openRecords } };
  }
}
