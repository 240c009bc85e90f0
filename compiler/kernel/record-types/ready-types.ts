import type { FastChunk, FastTypeReader, FastTypes } from '../fast/reader.ts';
import type { Outcome } from '../model/contract.ts';
import type { RecordReport } from '../model/record-report.ts';
import type { TypedRecord } from '../model/typed-part-builder.ts';
import type { FastRun } from './fast-run.ts';

/** A record type that has a fast reader, and its last record. */
export interface FastType extends TypedRecord {
  outcome: Outcome;
  record: number;
  readonly reader: FastTypeReader;
  /** Whether rules of the file need the line of the record, and whether they may add issues to it. */
  readonly needsLine: boolean;
  readonly isReported: boolean;
  /** Whether the fast reader can read the range. */
  isReady: boolean;
  /** The version of the enclosing values that the fast reader has copied. */
  copied: number;
}

/** What a loop needs to know about a type. */
export interface NamedType {
  readonly name: string;
  /** Whether its records become messages. */
  readonly isPublished: boolean;
}

/** The record types that have a fast reader, by their indexes. */
export class ReadyTypes {
  readonly #types: readonly (FastType | null)[];
  readonly #fast: FastTypes;
  readonly #run: FastRun;

  constructor(fast: FastTypes, types: readonly NamedType[], run: FastRun) {
    this.#fast = fast;
    this.#run = run;
    this.#types = types.map(({ name, isPublished }, type) => {
      const reader = fast.types[type] ?? null;
      if (reader === null) return null;
      const needsLine = run.totals.needsLine(type);
      const isReported = run.totals.canReport(type);
      const last = { outcome: 'processed', record: 0 } as const;
      return { type, name, isPublished, ...last, reader, needsLine, isReported, isReady: false, copied: -1 };
    });
  }

  /** Prepares the readers for a range. Returns false if none of them can read it. */
  begin(chunk: FastChunk, report: RecordReport): boolean {
    // The layout of CSV has the columns of each type.
    const layouts = (chunk.layout as { types?: readonly unknown[] }).types;
    let isAnyReady = false;
    for (const one of this.#types) {
      if (one === null) continue;
      const own = layouts === undefined ? chunk : { ...chunk, layout: layouts[one.type] };
      one.isReady = chunk.maxRecordBytes >= one.reader.minRecordLimit && one.reader.begin(report, own);
      // Another file may have used the readers of the module.
      one.copied = -1;
      isAnyReady ||= one.isReady;
    }
    return isAnyReady;
  }

  /** Returns the type of the record at an index. Null if the careful reader must read it. */
  find(at: number, layout: unknown): FastType | null {
    const type = this.#fast.findType(at, layout);
    return type < 0 ? null : this.take(type);
  }

  /** Returns a type whose next record can be read fast, in its place. Null if the careful reader must read it. */
  take(type: number): FastType | null {
    const one = this.#types[type] ?? null;
    if (one === null || !one.isReady || !this.#run.isInPlace(type)) return null;
    this.#prepare(one);
    return one;
  }

  /** Returns a type that is in its place. Null if the careful reader must read it. */
  ready(type: number): FastType | null {
    const one = this.#types[type] ?? null;
    if (one === null || !one.isReady) return null;
    this.#prepare(one);
    return one;
  }

  /** Stores the values that records of a type copy, if they may have changed. */
  #prepare(one: FastType): void {
    const { enclosing } = this.#run;
    if (one.reader.copy === null || one.copied === enclosing.version) return;
    one.reader.copy(enclosing.values);
    one.copied = enclosing.version;
  }
}
