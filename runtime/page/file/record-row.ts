import type { RecordLayout, TextRange, ValueLocator } from '../../../compiler/browser.ts';
import type { Issue, Outcome } from '../../../compiler/kernel/model/contract.ts';
import type { MessageValues } from './after-values.ts';
import { errorOf, type StoredRecord } from './issue-store.ts';

/** A cell of the table of records with issues. */
export interface RowCell {
  /** The original text of the cell. Null if the record has no such cell, or if the text is masked. */
  text: string | null;
  /** What the value becomes, if that differs from the text. Undefined if it does not, or if there is no message. */
  after?: string | null;
  isMasked: boolean;
  /** The issues of this cell, as indexes of the row's messages. */
  issues: number[];
}

/** A record with issues, ready to be shown. */
export interface RecordRow {
  record: number;
  line: number;
  outcome: Outcome;
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

/** Maximum number of characters of a record that are shown. */
const MAX_TEXT = 10_000;

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
  const ranges = locator.locateCells(decoded);
  const isShifted = hidden.size > 0 && messages.some(({ field }) => field === null);
  const cells = layout.fields.map((field, index): RowCell => {
    const issues = [...messages.keys()].filter((at) => messages[at]?.field === field);
    if (isShifted || hidden.has(field)) return { text: null, isMasked: true, issues };
    const range = ranges?.[index] ?? null;
    const original =
      ranges === null ? valueOf(messages, issues) : range === null ? null : cellText(text, range, layout);
    const value = after?.get(field);
    return {
      text: original ?? (ranges === null ? (value ?? null) : null),
      ...(value !== undefined && original !== null && differs(original, value) && { after: value }),
      isMasked: false,
      issues,
    };
  });
  return {
    record: stored.record,
    line: stored.line,
    outcome: stored.outcome,
    messages,
    more,
    cells,
    text: hidden.size > 0 ? null : text.slice(0, MAX_TEXT),
    marks: hidden.size > 0 ? [] : locator.locate(decoded, messages).filter((range) => range !== null),
  };
}

function valueOf(messages: readonly Issue[], issues: readonly number[]): string | null {
  return messages[issues[0] ?? -1]?.value ?? null;
}

function differs(original: string, value: string | null): boolean {
  return value === null ? original.trim() !== '' : original.trim() !== value;
}

/** Returns the text of a cell, without the quotes of CSV. */
function cellText(record: string, { start, end }: TextRange, { values }: RecordLayout): string {
  const text = record.slice(start, Math.min(end, start + MAX_TEXT));
  if (values.kind !== 'CSV') return text;
  const { quote, escape } = values.characters;
  if (quote === '' || !text.startsWith(quote)) return text;
  const inner = text.endsWith(quote) && text.length > quote.length ? text.slice(quote.length, -quote.length) : text;
  return inner.replaceAll(escape + quote, quote);
}
