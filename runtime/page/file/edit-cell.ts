import { createFileLocators, type FileLayout, type RecordPatch, type TextRange } from '../../../compiler/browser.ts';
import { createRecordReplacer } from '../../../compiler/repairs.ts';
import type { Issue, Outcome } from '../../../compiler/kernel/model/contract.ts';
import { toRecordError } from '../../base/model/record-error.ts';
import { findCells, MAX_EDITED_BYTES, MAX_TEXT, type OriginalCell } from '../../runs/replay/original-cells.ts';
import type { EditedCell, EditedRecord } from './edited-record.ts';
import type { FileCheck } from './file-check.ts';
import { errorOf, type StoredRecord } from './issue-store.ts';
import { type ReadBatch, readEdited } from './read-edited.ts';
import { findPatch, overlapsAny, withCell } from './record-edits.ts';

/** A new value for a cell. */
export interface EditRequest {
  record: number;
  /** Index of the field in the layout of the record. -1: all cells that a short record lacks, which become empty. */
  field: number;
  /** The new value, without quotes or padding. Null restores the original value. */
  value: string | null;
  /** Whether the edit is stored. Otherwise it is only tried. */
  isKept: boolean;
}

/** What a record becomes with an edit, or why the edit is not possible. `problem` is a sentence for the user. */
export type EditAnswer =
  | { kind: 'refused'; problem: string }
  | { kind: 'edited'; outcome: Outcome; issues: Issue[]; value: string | null | undefined };

interface Problem {
  problem: string;
}

/** Tries a new value for a cell with the module of the spec, and stores it if that is asked for. */
export async function editCell(check: FileCheck, layout: FileLayout, request: EditRequest): Promise<EditAnswer> {
  const tried = await tryEdit(check, layout, request);
  if ('problem' in tried) return { kind: 'refused', problem: tried.problem };
  const { edited, batch } = tried;
  if (request.isKept) {
    check.edits.set(edited);
    // The other records of the document may have another outcome now.
    for (const other of check.edits.list) if (batch.has(other.stored.record)) check.edits.update(judge(other, batch));
  }
  const { outcome, error, values } = edited;
  const name = createFileLocators(layout, null)(edited.stored.recordType).layout.fields[request.field] ?? '';
  return { kind: 'edited', outcome, issues: error.messages, value: values?.get(name) };
}

async function tryEdit(
  check: FileCheck,
  layout: FileLayout,
  request: EditRequest,
): Promise<{ edited: EditedRecord; batch: ReadBatch } | Problem> {
  const stored = check.issues.find(request.record);
  if (stored === undefined) return { problem: 'Only records with issues can be edited.' };
  if (stored.byteLength > MAX_EDITED_BYTES) return { problem: 'The record is too long to be edited here.' };
  const changed = await changeRecord(check, layout, { stored, request });
  if ('problem' in changed) return changed;
  const others = check.edits.patchesBeside(stored.record);
  if (overlapsAny(changed.patches, others))
    return { problem: 'Another edit changes the same text. Check the repaired file first, and then edit this cell.' };
  const batch = await readEdited(check, stored.record, [...others, ...changed.patches]);
  if (batch === null)
    return {
      problem:
        'With this value, the line would no longer be one record: it would be skipped, end elsewhere, or be of another type.',
    };
  return { edited: judge({ stored, ...changed }, batch), batch };
}

type ChangedRecord = Pick<EditedRecord, 'cells' | 'bytes' | 'patches'>;

/** Returns the bytes of a record with its edits and one more. */
async function changeRecord(
  check: FileCheck,
  layout: FileLayout,
  { stored, request: { field, value } }: { stored: StoredRecord; request: EditRequest },
): Promise<ChangedRecord | Problem> {
  const own = createFileLocators(layout, check.points.state)(stored.recordType);
  const replacer = createRecordReplacer(own.layout, own.state);
  const isFileStart = stored.byteOffset === 0;
  const bytes = await check.slices.readSlice(stored.byteOffset, stored.byteLength);
  const find = (from: Uint8Array) => findCells(own.locator.decode(from, isFileStart), errorOf(stored), own);
  const original = find(bytes)[field];
  const name = own.layout.fields[field] ?? 'missing cells';
  const cell = editOf({ field, name, value }, original);
  const cells = withCell(check.edits.get(stored.record)?.cells ?? [], cell);
  const isShort = cells.some(({ before }) => before === null);
  const whole = isShort ? replacer.complete(bytes, isFileStart) : { bytes, patches: [] };
  if ('problem' in whole) return whole;
  const places = find(whole.bytes);
  if (cell.before === null && field >= 0 && places[field]?.range == null)
    return { problem: 'The record has no such cell, or its place is not clear.' };
  if (lengthOf(original?.range) > MAX_TEXT) return { problem: 'The cell is too long to be edited here.' };
  const replaced = replacer.replace(whole.bytes, isFileStart, toReplacements(cells, places));
  if ('problem' in replaced) return replaced;
  const patches = isShort
    ? [findPatch(bytes, replaced.bytes, stored.byteOffset)]
    : replaced.patches.map((patch) => movePatch(patch, stored.byteOffset));
  return { cells, bytes: replaced.bytes, patches };
}

/** Returns a cell with its new value, or with its original one. */
function editOf(
  { field, name, value }: { field: number; name: string; value: string | null },
  original: OriginalCell | undefined,
): EditedCell {
  if (original?.range == null) {
    // Without a value, the cell is removed from the edits, so its text does not matter.
    return value === null ? { field, name, before: '', after: '' } : { field, name, before: null, after: value };
  }
  const before = original.value;
  // A text field of the browser has line feeds only. If the original line ends are CR LF, the new ones are, too.
  const after = before.includes('\r\n') ? (value ?? before).replace(/\r?\n/g, '\r\n') : (value ?? before);
  return { field, name, before, after };
}

function lengthOf(range: TextRange | null | undefined): number {
  return range == null ? 0 : range.end - range.start;
}

function toReplacements(cells: readonly EditedCell[], places: readonly OriginalCell[]) {
  return cells.flatMap(({ field, after }) => {
    if (field < 0) return [];
    // The fallback is never used: only cells with a range are edited.
    const range: TextRange = places[field]?.range ?? { start: 0, end: 0 };
    return [{ field, range, value: after }];
  });
}

function movePatch({ start, end, bytes }: RecordPatch, by: number): RecordPatch {
  return { start: start + by, end: end + by, bytes };
}

/** Returns an edited record with what it becomes. */
function judge(edited: Pick<EditedRecord, 'stored' | 'cells' | 'bytes' | 'patches'>, batch: ReadBatch): EditedRecord {
  const { stored, cells, bytes, patches } = edited;
  const { record, line, byteOffset } = stored;
  const { outcome, issues, values } = batch.find(record);
  const error = issues === null ? { record, line, byteOffset, outcome, messages: [] } : toRecordError(issues);
  return { stored, bytes, patches, cells, outcome, error, values };
}
