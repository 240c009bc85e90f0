import type { Position } from '../model/contract.ts';
import type { StructureIssue } from '../model/record-source.ts';
import type { LateValues } from './fields/late-values.ts';

/** A record that waits for the end of the record around it. */
export interface WaitingRecord {
  readonly type: number;
  readonly cells: readonly (string | undefined)[];
  readonly line: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly openRecords: readonly number[] | undefined;
  readonly structureIssue: StructureIssue | null;
  /** The values of the record itself, if it encloses others. Otherwise null. */
  readonly late: LateValues | null;
}

/** Limits of what waits. */
interface HeldLimits {
  readonly maxBytes: number;
  readonly maxRecords: number;
}

/** The records inside an element that is read to its end before they are returned, in their order. */
export class HeldRecords {
  /** The position before the element. Null: no element is held. */
  before: Omit<Position, 'record'> | null = null;
  readonly #limits: HeldLimits;
  #depth = 0;
  #bytes = 0;
  #waiting: WaitingRecord[] = [];
  #next = 0;
  #isReleased = false;

  constructor(limits: HeldLimits) {
    this.#limits = limits;
  }

  /** Whether an element is held whose records wait. */
  get isHolding(): boolean {
    return this.#depth > 0 && !this.#isReleased;
  }

  /** Whether released records have not been taken. */
  get isWaiting(): boolean {
    return !this.isHolding && this.#next < this.#waiting.length;
  }

  /** Whether the element was too large, so that its further records do not wait. */
  get isOver(): boolean {
    return this.#depth > 0 && this.#isReleased;
  }

  /** Begins to hold the element at a depth. */
  begin(depth: number, before: Omit<Position, 'record'>): void {
    this.#depth = depth;
    this.before = before;
    this.#isReleased = false;
    this.#bytes = 0;
  }

  /** Adds a record. All of them are released if they are too large or too many. */
  add(record: WaitingRecord): void {
    this.#waiting.push(record);
    this.#bytes += record.byteLength;
    if (this.#waiting.length > this.#limits.maxRecords || this.#bytes > this.#limits.maxBytes) this.#release();
  }

  /** Releases the records if the element at this depth is held, because it has ended. */
  end(depth: number): void {
    if (this.#depth !== depth) return;
    this.#release();
    this.#depth = 0;
  }

  /** Returns the next released record, or null. */
  take(): WaitingRecord | null {
    if (this.isHolding) return null;
    const record = this.#waiting[this.#next] ?? null;
    if (record !== null) this.#next++;
    else if (this.#next > 0) {
      this.#waiting = [];
      this.#next = 0;
    }
    return record;
  }

  #release(): void {
    this.#isReleased = true;
    this.before = null;
    for (const { late } of this.#waiting) if (late !== null) late.isOver = true;
  }
}
