import type { RecordLayout, TextRange, ValueLocator } from '../../../compiler/browser.ts';
import type { Issue, Outcome } from '../../../compiler/kernel/model/contract.ts';
import type { MessageValues } from './split-message.ts';
import type { EditedRecord } from './edited-record.ts';
import { errorOf, type StoredRecord } from './issue-store.ts';
import { findCells, MAX_EDITED_BYTES, MAX_TEXT } from '../../runs/replay/original-cells.ts';

/** A cell of the table of records with issues. */
export interface RowCell {
  /** The original text of the cell. Null if the record has no such cell, or if the text is masked. */
  text: string | null;
  /** What the value becomes, if that differs from the text. Undefined if it does not, or if there is no message. */
  after?: string | null;
  isMasked: boolean;
  /** The value to edit. Null if the cell cannot be edited: it is masked, too long, or its place is not known. */
  editable: string | null;
  /** Whether the record is short and has no such cell. It can be filled if `editable` is not null. */
  isMissing: boolean;
  /** The original value, if the cell was edited. Null: the record had no such cell. */
  before?: string | null;
  /** The issues of this cell, as indexes of the row's messages. */
  issues: number[];
}

/** The document of a record: the record that begins it, and what becomes of all its records. */
export interface RowDocument {
  record: number;
  recordType: string;
  /** The line on which it begins. Null if that is not known. */
  line: number | null;
  outcome: Outcome;
  /** Whether a record of it is edited. */
  isEdited: boolean;
}

/** A record with issues, ready to be shown. */
export interface RecordRow {
  record: number;
  isEdited: boolean;
  line: number;
  outcome: Outcome;
  /** Absent if the spec has one type of records, or if the type is not known. */
  recordType?: string;
  /** The document that has the record. Absent: it belongs to none. */
  document?: RowDocument;
  /** Whether the record has fewer cells than it needs. */
  isShort: boolean;
  messages: Issue[];
  /** Number of issues that `messages` omits. */
  more: number;
  /** One cell per field, in the order of the spec. */
  cells: RowCell[];
  /** The text of the record without its line end. Null if it is masked. */
  text: string | null;
  /** The ranges of wrong cells in `text`. */
  marks: TextRange[];
}

/** What createRow() must know about the file and the reader of the page. */
export interface RowContext {
  layout: RecordLayout;
  locator: ValueLocator;
  /** The names of the sensitive fields. Empty if the user asked to see them. */
  hidden: ReadonlySet<string>;
}

/**
 * Creates the row of a record. `bytes` are those of the record. If the structure of the record is broken and the spec has
 * hidden fields, no text is shown, because values may have shifted.
 */
export function createRow(
  stored: StoredRecord,
  { bytes, after }: { bytes: Uint8Array; after: MessageValues | undefined },
  { layout, locator, hidden }: RowContext,
): RecordRow {
  const { messages, more = 0 } = errorOf(stored);
  const decoded = locator.decode(bytes, stored.byteOffset === 0);
  const text = decoded.replace(/(?:\r\n|[\r\n])$/, '');
  const isShifted = hidden.size > 0 && messages.some(({ field }) => field === null);
  const originals = findCells(decoded, { messages }, { layout, locator });
  const whole = complete(decoded, locator);
  const completed = findCells(whole, { messages }, { layout, locator });
  const isEditable = stored.byteLength <= MAX_EDITED_BYTES;
  const cells = originals.map(({ range, value: original }, index): RowCell => {
    const field = layout.fields[index] ?? '';
    const issues = [...messages.keys()].filter((at) => messages[at]?.field === field);
    const isMissing = locator.hasCells && range === null;
    if (isShifted || hidden.has(field)) return { text: null, isMasked: true, isMissing, editable: null, issues };
    const located = range === null ? null : original;
    const shown = locator.hasCells ? located : valueOf(messages, issues);
    const value = after?.get(field);
    const place = range ?? completed[index]?.range ?? null;
    return {
      text: shown ?? (locator.hasCells ? null : (value ?? null)),
      ...(value !== undefined && shown !== null && differs(shown, value) && { after: value }),
      isMasked: false,
      isMissing,
      editable: isEditable && place !== null && place.end - place.start <= MAX_TEXT ? original : null,
      issues,
    };
  });
  return {
    record: stored.record,
    isEdited: false,
    line: stored.line,
    outcome: stored.outcome,
    ...(stored.recordType !== undefined && { recordType: stored.recordType }),
    isShort: isEditable && whole.length > decoded.length,
    messages,
    more,
    cells,
    text: hidden.size > 0 ? null : text.slice(0, MAX_TEXT),
    marks: hidden.size > 0 ? [] : locator.locate(decoded, messages).filter((range) => range !== null),
  };
}

/** Creates the row of an edited record: its new cells, the issues that are left, and the original values. */
export function createEditedRow(edited: EditedRecord, context: RowContext): RecordRow {
  const { stored, bytes, cells, outcome, error, values } = edited;
  const row = createRow({ ...stored, outcome, json: JSON.stringify(error) }, { bytes, after: values }, context);
  for (const { field, before, after } of cells) {
    const cell = row.cells[field];
    if (cell === undefined || cell.isMasked) continue;
    const value = values?.get(context.layout.fields[field] ?? '');
    Object.assign(cell, { text: after, before, editable: after, isMissing: false });
    if (value === undefined || !differs(after, value)) delete cell.after;
    else cell.after = value;
  }
  return { ...row, isEdited: true };
}

/** Returns the text of a record with the cells that it lacks. */
function complete(record: string, locator: ValueLocator): string {
  const missing = locator.findMissingText(record);
  return missing === null ? record : record.slice(0, missing.at) + missing.text + record.slice(missing.at);
}

function valueOf(messages: readonly Issue[], issues: readonly number[]): string | null {
  return messages[issues[0] ?? -1]?.value ?? null;
}

function differs(original: string, value: string | null): boolean {
  return value === null ? original.trim() !== '' : original.trim() !== value;
}
