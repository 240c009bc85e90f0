import { readCellValue, type RecordLayout, type TextRange, type ValueLocator } from '../../../compiler/formats.ts';
import type { RecordError } from '../../base/model/record-error.ts';

/** Maximum number of characters of a cell that are shown. A longer cell cannot be edited. */
export const MAX_TEXT = 10_000;
/** Maximum number of bytes of a record that are read to show it. A longer record cannot be edited. */
export const MAX_EDITED_BYTES = 64 * 1024;

/** A cell of a record as it is in the file. */
export interface OriginalCell {
  /** The value, without the quotes of CSV or the padding of a column. At most 10,000 characters. */
  value: string;
  /** Where it is in the text of the record, with its quotes and padding. Null if the record has no such cell. */
  range: TextRange | null;
}

/**
 * Returns the cells of a record, one per field. `text` is the decoded record. In XML, only values with an issue are found,
 * by their text.
 */
export function findCells(
  text: string,
  { messages }: Pick<RecordError, 'messages'>,
  { layout, locator }: { layout: RecordLayout; locator: ValueLocator },
): OriginalCell[] {
  const ranges = locator.locateCells(text);
  const located = ranges === null ? locator.locate(text, messages) : [];
  return layout.fields.map((name, field) => {
    const at = messages.findIndex((message) => message.field === name);
    const range = (ranges === null ? located[at] : ranges[field]) ?? null;
    if (range === null) return { range, value: ranges === null ? (messages[at]?.value ?? '') : '' };
    const cell = text.slice(range.start, Math.min(range.end, range.start + MAX_TEXT));
    return { range, value: readCellValue(cell, field, layout) };
  });
}
