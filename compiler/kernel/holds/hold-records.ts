import type { Failure, Position, Warning } from '../model/contract.ts';
import {
  END,
  type CellFault,
  FAILED,
  MORE,
  RECORD,
  type LateRecord,
  type ReadResult,
  type RecordSource,
  type StructureIssue,
} from '../model/record-source.ts';
import { type HeldLine, type HoldSettings, linkLate } from './held-lines.ts';

/** Returns a source that reads documents to their end before it returns their records, so that these can copy later values. */
export function holdRecords<Raw>(source: RecordSource<Raw>, settings: HoldSettings<Raw>): RecordSource<Raw> {
  return new HoldingSource(source, settings);
}

/** A point between two records of the source. */
interface Point {
  readonly position: Omit<Position, 'record'>;
  /** The number of other lines before it, since reading began. */
  readonly otherLines: number;
}

class HoldingSource<Raw> implements RecordSource<Raw> {
  raw: Raw | undefined;
  structureIssue: StructureIssue | null = null;
  recordType = -1;
  line = 0;
  byteOffset = 0;
  byteLength = 0;
  continuationLines = 0;
  followsFiller = false;
  late: readonly LateRecord<Raw>[] = [];
  cellFaults: readonly CellFault[] = [];
  readonly cellName?: (field: string | null) => string;
  /** The records of the document that has not ended, and those that can be returned. */
  #held: HeldLine<Raw>[] = [];
  #released: HeldLine<Raw>[] = [];
  /** The index of the next record in `#released`. */
  #next = 0;
  #heldBytes = 0;
  /** Whether the document was too large to wait for its end. */
  #isOver = false;
  /** The point before the document, or after all records that were read. */
  #point: Point;
  /** The point before the record of the source that was read last. */
  #lastPoint: Point;
  #otherLines = 0;
  #otherLinesTaken = 0;
  readonly #source: RecordSource<Raw>;
  readonly #settings: HoldSettings<Raw>;
  readonly #types: ReadonlySet<number>;
  readonly #inside: ReadonlySet<number>;

  constructor(source: RecordSource<Raw>, settings: HoldSettings<Raw>) {
    this.#source = source;
    this.#settings = settings;
    if (source.cellName !== undefined) this.cellName = (field) => source.cellName?.(field, this) ?? '';
    this.#types = new Set(settings.types);
    this.#inside = new Set([-1, ...settings.inside]);
    this.#point = this.#createPoint();
    this.#lastPoint = this.#point;
  }

  get encoding(): string {
    return this.#source.encoding ?? 'utf-8';
  }

  get isBinary(): boolean {
    return this.#source.isBinary === true;
  }

  get failure(): Failure | null {
    return this.#source.failure;
  }

  get joinedLines(): number {
    return this.#source.joinedLines ?? 0;
  }

  get isWaiting(): boolean {
    return this.#next < this.#released.length;
  }

  add(chunk: Uint8Array): void {
    this.#source.add(chunk);
  }

  next(final: boolean): ReadResult {
    for (;;) {
      const released = this.#released[this.#next];
      if (released !== undefined) {
        this.#next++;
        this.#use(released);
        return RECORD;
      }
      this.#lastPoint = this.#createPoint();
      if (this.#held.length === 0) this.#point = this.#lastPoint;
      const found = this.#source.next(final);
      if (found === MORE) return MORE;
      // A file that cannot be read further ends its document, too.
      if (found === END || found === FAILED) {
        if (this.#held.length === 0) {
          this.#point = this.#createPoint();
          return found;
        }
        this.#release(null);
      } else this.#add(this.#take());
    }
  }

  cellOf(key: string, keys: readonly string[]): string | null | undefined {
    return this.raw === undefined ? undefined : this.#settings.cellOf(this.raw, key, keys);
  }

  takeOtherLines(): number {
    const lines = this.#point.otherLines - this.#otherLinesTaken;
    this.#otherLinesTaken += lines;
    return lines;
  }

  takeWarnings(): Warning[] {
    return this.#source.takeWarnings();
  }

  /** Right if no record waits: the point before the document that is held, or after all records. */
  position(): Omit<Position, 'record'> {
    return this.#point.position;
  }

  /** Adds a record to the document that is held, or ends this one. */
  #add(record: HeldLine<Raw>): void {
    const isInside = this.#held.length > 0 && this.#inside.has(record.type);
    if (isInside) return this.#hold(record);
    if (this.#isOver && this.#inside.has(record.type)) return this.#pass(record);
    if (this.#held.length > 0) return this.#release(record);
    this.#isOver = false;
    if (this.#types.has(record.type)) this.#hold(record);
    else this.#pass(record);
  }

  /** Holds a record, unless its document is too large: then it is known to be rejected, and nothing more waits. */
  #hold(record: HeldLine<Raw>): void {
    this.#held.push(record);
    this.#heldBytes += record.byteLength;
    const { maxBytes, maxRecords } = this.#settings;
    if (this.#held.length <= maxRecords && this.#heldBytes <= maxBytes) return;
    this.#pass(...this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#isOver = true;
  }

  /** Releases the document that is held. `next` is the record after it, or null at the end of the file. */
  #release(next: HeldLine<Raw> | null): void {
    const held = this.#held;
    linkLate(held, this.#settings);
    this.#held = [];
    this.#heldBytes = 0;
    this.#pass(...held);
    if (next === null) return;
    if (!this.#types.has(next.type)) return void this.#released.push(next);
    this.#point = this.#lastPoint;
    this.#hold(next);
  }

  #pass(...records: HeldLine<Raw>[]): void {
    this.#released = records;
    this.#next = 0;
    this.#point = this.#createPoint();
  }

  /** Returns the record that the source has found. */
  #take(): HeldLine<Raw> {
    const { raw, recordType = -1, structureIssue, line, byteOffset, byteLength } = this.#source;
    const { continuationLines = 0, followsFiller = false, cellFaults } = this.#source;
    const own = raw === undefined ? undefined : this.#settings.copy(raw);
    return {
      ...{ type: recordType, raw: own, structureIssue, line, byteOffset, byteLength },
      ...{ continuationLines, followsFiller, cellFaults, late: [] },
    };
  }

  #use(record: HeldLine<Raw>): void {
    this.raw = record.raw;
    this.structureIssue = record.structureIssue;
    this.recordType = record.type;
    this.line = record.line;
    this.byteOffset = record.byteOffset;
    this.byteLength = record.byteLength;
    this.continuationLines = record.continuationLines;
    this.followsFiller = record.followsFiller;
    this.late = record.late;
    this.cellFaults = record.cellFaults ?? [];
  }

  #createPoint(): Point {
    this.#otherLines += this.#source.takeOtherLines();
    return { position: this.#source.position(), otherLines: this.#otherLines };
  }
}
