import type { CellFault, LateRecord } from '../model/record-source.ts';

/** Which records wait until a document ends, because they copy values from records after them. A constant of the module. */
export interface HoldSettings<Raw> {
  /** The types of the records that are read to their end, as indexes. */
  readonly types: readonly number[];
  /** The types that they enclose at any depth. */
  readonly inside: readonly number[];
  /** The types whose values earlier records copy, and the types that enclose them. */
  readonly late: readonly LateType[];
  readonly maxBytes: number;
  readonly maxRecords: number;
  /** Returns a copy of a record that has not been read, which does not change with the source. */
  copy(raw: Raw): Raw;
  /** Returns the text of a field's cell in a record; see RecordSource.cellOf. */
  cellOf(raw: Raw, key: string, keys: readonly string[]): string | null | undefined;
}

/** A type whose values records before it copy. */
export interface LateType {
  readonly type: number;
  readonly parent: number;
}

/** A record that waits for the end of its document. */
export interface HeldLine<Raw> extends LateRecord<Raw> {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly continuationLines: number;
  readonly followsFiller: boolean;
  readonly cellFaults: readonly CellFault[] | undefined;
  /** The records directly inside it whose values others copy. */
  late: readonly LateRecord<Raw>[];
}

/** Notes for each record of a document which records directly inside it have values that others copy. */
export function linkLate<Raw>(records: readonly HeldLine<Raw>[], { late, copy }: HoldSettings<Raw>): void {
  const found = new Map<number, LateRecord<Raw>>();
  for (const record of [...records].reverse()) {
    const inside = late.filter(({ parent }) => parent === record.type);
    record.late = inside.flatMap(({ type }) => found.get(type) ?? []);
    for (const { type } of inside) found.delete(type);
    const { type, raw, structureIssue, line } = record;
    if (late.some((one) => one.type === type))
      found.set(type, { type, raw: raw === undefined ? undefined : copy(raw), structureIssue, line });
  }
}
