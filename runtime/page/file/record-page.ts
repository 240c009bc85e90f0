import { createFileLocators, type FileLayout } from '../../../compiler/browser.ts';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import type { FileCheck } from './file-check.ts';
import type { IssueFilter } from './issue-filter.ts';
import { MAX_EDITED_BYTES } from '../../runs/replay/original-cells.ts';
import type { StoredRecord } from './issue-store.ts';
import { createEditedRow, createRow, type RecordRow, type RowContext, type RowDocument } from './record-row.ts';
import { findSensitive } from './sensitive-names.ts';
import { recordNumbers } from '../../base/model/record-numbers.ts';
import { type MessageValues, splitMessage } from './split-message.ts';

/** Which rows to show. */
export interface PageRequest {
  filter: IssueFilter;
  /** Index of the first row. */
  from: number;
  /** Number of rows. */
  count: number;
  /** If it is set, the page with the first record on this line or after it is returned, and `from` is ignored. */
  line?: number;
  /** Whether values of sensitive fields are shown. */
  showsSensitive: boolean;
}

/** A page of the table of records with issues. */
export interface RecordPage {
  rows: RecordRow[];
  /** Index of the first row. */
  from: number;
  /** Number of rows that pass the filter and are in memory. */
  total: number;
  /** Number of records in memory that pass the filter, but are rejected only because of another record of their document. */
  consequences: number;
  /** Whether all records with issues are in memory. */
  isComplete: boolean;
}

/** Returns a page of the records with issues that pass a filter, with their original cells. */
export async function createPage(check: FileCheck, layout: FileLayout, request: PageRequest): Promise<RecordPage> {
  const selected = check.issues.selectOwn(request.filter);
  const { line, count } = request;
  const found = line === undefined ? -1 : selected.findIndex((record) => record.line >= line);
  const index = line === undefined ? request.from : found < 0 ? selected.length - 1 : found;
  const from = Math.max(0, index - (index % count));
  const shown = selected.slice(from, from + count);
  const find = createFileLocators(layout, check.points.state);
  const contextOf = (recordType: string | undefined): RowContext => ({
    ...find(recordType),
    hidden: request.showsSensitive ? new Set() : findSensitive(check.module.spec, recordType),
  });
  const values = await readAfterValues(
    check,
    shown.map(({ record }) => record).filter((record) => check.edits.get(record) === undefined),
  );
  const rows = await Promise.all(
    shown.map(async (stored) => {
      const edited = check.edits.get(stored.record);
      const document = describeDocument(check, stored);
      const inDocument = document === undefined ? {} : { document };
      if (edited !== undefined) return { ...createEditedRow(edited, contextOf(stored.recordType)), ...inDocument };
      const bytes = await check.slices.readSlice(stored.byteOffset, Math.min(stored.byteLength, MAX_EDITED_BYTES));
      const row = createRow(stored, { bytes, after: values.get(stored.record) }, contextOf(stored.recordType));
      return { ...row, ...inDocument };
    }),
  );
  const consequences = check.issues.select(request.filter).length - selected.length;
  return { rows, from, total: selected.length, consequences, isComplete: check.issues.isComplete };
}

/** Returns the document of a record. The edits of all its records decide what becomes of it. */
function describeDocument(check: FileCheck, { document, outcome }: StoredRecord): RowDocument | undefined {
  if (document === undefined) return undefined;
  const head = check.issues.find(document);
  const edited = check.edits.list.findLast(({ stored }) => stored.document === document);
  return {
    record: document,
    recordType: rootOf(check, head?.recordType),
    line: head?.line ?? null,
    outcome: edited?.outcome ?? outcome,
    isEdited: edited !== undefined,
  };
}

/** Returns the type of the record that begins a document. Without issues, it is not stored. */
function rootOf(check: FileCheck, stored: string | undefined): string {
  const { recordTypes = [] } = check.module.spec;
  const owners = new Set(recordTypes.map(({ partOf }) => partOf?.type));
  return stored ?? recordTypes.find(({ name, partOf }) => partOf === undefined && owners.has(name))?.name ?? '';
}

/**
 * Reads records of a checked file again and returns what they become: the values of their messages, by the number of the
 * record. A failed record has no message. `records` are numbers in ascending order.
 */
async function readAfterValues(check: FileCheck, records: readonly number[]): Promise<Map<number, MessageValues>> {
  const values = new Map<number, MessageValues>();
  const wanted = new Set(records);
  let read = 0;
  for (const record of records) {
    if (record <= read) continue;
    const from = check.points.before(record);
    for await (const batch of readBatches(check, from)) {
      addMessages(check, batch, { wanted, values });
      read = batch.next.record;
      const next = records.find((each) => each > read);
      // The next wanted record may be far away. Then reading continues from a later position.
      if (next === undefined || (check.points.before(next)?.record ?? 0) > read) break;
    }
    // A file that ends early must not be read for each of the other records.
    read = Math.max(read, record);
  }
  return values;
}

async function* readBatches({ module, info, slices }: FileCheck, from: ReturnType<FileCheck['points']['before']>) {
  const { today, maxRecordBytes, maxColumns } = info.options;
  const transformer = module.createTransformer({
    today,
    maxRecordBytes,
    ...(maxColumns !== undefined && { maxColumns }),
    batchRecords: 100,
    keys: false,
    fileName: info.fileName,
    ...(from !== null && { from }),
  });
  for await (const chunk of slices.readRange(from?.byteOffset ?? 0, Infinity)) yield* transformer.push(chunk);
  yield* transformer.end();
}

function addMessages(
  check: FileCheck,
  batch: Batch,
  { wanted, values }: { wanted: ReadonlySet<number>; values: Map<number, MessageValues> },
): void {
  for (const [message, record] of recordNumbers(batch).entries()) {
    const from = message === 0 ? 0 : batch.ends[message - 1];
    const bytes = batch.bytes.subarray(from, batch.ends[message]);
    if (wanted.has(record)) values.set(record, splitMessage(check.module.spec, bytes));
  }
}
