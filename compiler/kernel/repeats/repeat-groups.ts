import type { Failure, Position, Warning } from '../model/contract.ts';
import type { FastSource } from '../model/fast-source.ts';
import {
  type LateRecord,
  RECORD,
  type ReadResult,
  type RecordSource,
  type StructureIssue,
} from '../model/record-source.ts';
import { findGroups, type GroupCounts, type NumberedGroup } from './group-queue.ts';
import { type GroupFormat, nameInGroup } from './repeat.ts';

/** Returns a source that adds the groups of each record as records of their own, after the record that has them. */
export function repeatGroups<Raw>(source: RecordSource<Raw>, format: GroupFormat<Raw>): RecordSource<Raw> {
  return new RepeatingSource(source, format);
}

class RepeatingSource<Raw> implements RecordSource<Raw> {
  raw: Raw | undefined;
  structureIssue: StructureIssue | null = null;
  recordType = -1;
  line = 0;
  byteOffset = 0;
  byteLength = 0;
  continuationLines = 0;
  followsFiller = false;
  /** It may be used if no group waits. */
  readonly fast?: FastSource;
  /** The group that the last record is. Null: it is no group. */
  #group: NumberedGroup<Raw> | null = null;
  /** The groups of the records so far that were not returned yet, in their order. */
  #waiting: NumberedGroup<Raw>[] = [];
  readonly #source: RecordSource<Raw>;
  readonly #format: GroupFormat<Raw>;

  constructor(source: RecordSource<Raw>, format: GroupFormat<Raw>) {
    this.#source = source;
    this.#format = format;
    if (source.fast !== undefined) this.fast = source.fast;
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

  get late(): readonly LateRecord<Raw>[] {
    return this.#group === null ? (this.#source.late ?? []) : [];
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0 || this.#source.isWaiting === true;
  }

  add(chunk: Uint8Array): void {
    this.#source.add(chunk);
  }

  next(final: boolean): ReadResult {
    const group = this.#waiting.shift();
    if (group !== undefined) {
      this.#useGroup(group);
      return RECORD;
    }
    const found = this.#source.next(final);
    if (found === RECORD) this.#useRecord(this.#source);
    return found;
  }

  findGroups(countOf: GroupCounts): ReadonlyMap<number, number> {
    const { raw, recordType: type } = this;
    const counts = new Map<number, number>();
    if (raw === undefined) return counts;
    for (const repeat of this.#format.repeats) if (repeat.parent === type) counts.set(repeat.type, 0);
    if (counts.size === 0) return counts;
    const found = findGroups(this.#format, { raw, type }, countOf);
    for (const { repeat } of found) counts.set(repeat.type, (counts.get(repeat.type) ?? 0) + 1);
    // Groups of a group follow it directly.
    this.#waiting = [...found, ...this.#waiting];
    return counts;
  }

  columnInGroup(column: string): string {
    if (this.#group === null) return column;
    const { repeat, number } = this.#group;
    return repeat.columns.includes(column) ? nameInGroup(repeat, column, number) : column;
  }

  cellOf(key: string, keys: readonly string[]): string | null | undefined {
    if (this.#group === null) return this.#source.cellOf?.(key, keys);
    return this.raw === undefined ? undefined : this.#format.cellOf(this.raw, key, keys);
  }

  takeOtherLines(): number {
    return this.#source.takeOtherLines();
  }

  takeWarnings(): Warning[] {
    return this.#source.takeWarnings();
  }

  /** Right if no group waits: a record is resumed before its line or after all its groups. */
  position(): Omit<Position, 'record'> {
    return this.#source.position();
  }

  #useRecord(source: RecordSource<Raw>): void {
    this.#group = null;
    this.raw = source.raw;
    this.structureIssue = source.structureIssue;
    this.recordType = source.recordType ?? -1;
    this.line = source.line;
    this.byteOffset = source.byteOffset;
    this.byteLength = source.byteLength;
    this.continuationLines = source.continuationLines ?? 0;
    this.followsFiller = source.followsFiller === true;
  }

  /** A group has the line and the place of its record. */
  #useGroup(group: NumberedGroup<Raw>): void {
    this.#group = group;
    this.structureIssue = group.issue;
    this.raw = group.issue?.severity === 'FATAL' ? undefined : group.raw;
    this.recordType = group.repeat.type;
    this.continuationLines = 0;
    this.followsFiller = false;
  }
}
