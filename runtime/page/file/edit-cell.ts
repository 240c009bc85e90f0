import {
  createRecordReplacer,
  createValueLocator,
  type RecordLayout,
  type TextRange,
} from '../../../compiler/browser.ts';
import type { Issue, Outcome } from '../../../compiler/kernel/model/contract.ts';
import { toRecordError } from '../../base/model/record-error.ts';
import type { FileCheck } from './file-check.ts';
import { errorOf, type StoredRecord } from './issue-store.ts';
import { findCells, MAX_EDITED_BYTES, MAX_TEXT, type OriginalCell } from '../../runs/replay/original-cells.ts';
import type { EditedCell, EditedRecord } from './edited-record.ts';
import { readEdited } from './read-edited.ts';
import { withCell } from './record-edits.ts';

/** A new value for a cell. */
export interface EditRequest {
  record: number;
  /** Index of the field in the spec. */
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

/** Tries a new value for a cell with the module of the spec, and stores it if that is asked for. */
export async function editCell(check: FileCheck, layout: RecordLayout, request: EditRequest): Promise<EditAnswer> {
  const edited = await tryEdit(check, layout, request);
  if ('problem' in edited) return { kind: 'refused', problem: edited.problem };
  if (request.isKept) check.edits.set(edited);
  const { outcome, error, values } = edited;
  return { kind: 'edited', outcome, issues: error.messages, value: values?.get(layout.fields[request.field] ?? '') };
}

async function tryEdit(
  check: FileCheck,
  layout: RecordLayout,
  { record, field, value }: EditRequest,
): Promise<EditedRecord | { problem: string }> {
  const stored = check.issues.find(record);
  if (stored === undefined) return { problem: 'Only records with issues can be edited.' };
  if (stored.byteLength > MAX_EDITED_BYTES) return { problem: 'The record is too long to be edited here.' };
  const bytes = await check.slices.readSlice(stored.byteOffset, stored.byteLength);
  const locator = createValueLocator(layout, check.points.state);
  const originals = findCells(locator.decode(bytes, stored.byteOffset === 0), errorOf(stored), { layout, locator });
  const original = originals[field];
  if (original?.range == null) return { problem: 'The record has no such cell, or its place is not clear.' };
  if (original.range.end - original.range.start > MAX_TEXT)
    return { problem: 'The cell is too long to be edited here.' };
  const cell = {
    field,
    before: original.value,
    after: value === null ? original.value : likeOriginal(value, original),
  };
  const cells = withCell(check.edits.get(record)?.cells ?? [], cell);
  const replacer = createRecordReplacer(layout, check.points.state);
  const replaced = replacer.replace(bytes, stored.byteOffset === 0, toReplacements(cells, originals));
  if ('problem' in replaced) return replaced;
  return describe(check, stored, { cells, bytes: replaced.bytes });
}

/** A text field of the browser has line feeds only. If the original line ends are CR LF, the new ones are, too. */
function likeOriginal(value: string, original: OriginalCell): string {
  return original.value.includes('\r\n') ? value.replace(/\r?\n/g, '\r\n') : value;
}

function toReplacements(cells: readonly EditedCell[], originals: readonly OriginalCell[]) {
  return cells.map(({ field, after }) => {
    // The fallback is never used: only cells with a range are edited.
    const range: TextRange = originals[field]?.range ?? { start: 0, end: 0 };
    return { field, range, value: after };
  });
}

async function describe(
  check: FileCheck,
  stored: StoredRecord,
  { cells, bytes }: Pick<EditedRecord, 'cells' | 'bytes'>,
): Promise<EditedRecord | { problem: string }> {
  const read = await readEdited(check, stored, bytes);
  if (read === null)
    return {
      problem: 'With this value, the line would no longer be one record: it would be skipped, or end elsewhere.',
    };
  const { record, line, byteOffset } = stored;
  const outcome = read.issues?.outcome ?? 'processed';
  const error = read.issues === null ? { record, line, byteOffset, outcome, messages: [] } : toRecordError(read.issues);
  return { stored, bytes, cells, outcome, error, values: read.values };
}
