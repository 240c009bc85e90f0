import { errorOf, type StoredRecord } from './issue-store.ts';

const HEADER = ['line', 'record', 'outcome', 'severity', 'code', 'rule', 'field', 'column', 'value', 'message'];
const RECORDS_PER_PIECE = 1000;

/** Yields the issues of records as CSV (RFC 4180): a line per issue, in pieces of many lines. */
export function* writeIssuesAsCsv(records: readonly StoredRecord[]): Generator<string> {
  yield formatLine(HEADER);
  for (let at = 0; at < records.length; at += RECORDS_PER_PIECE)
    yield records
      .slice(at, at + RECORDS_PER_PIECE)
      .map(formatRecord)
      .join('');
}

function formatRecord(stored: StoredRecord): string {
  const { line, record, outcome, messages } = errorOf(stored);
  return messages
    .map(({ severity, code, ruleId, field, column, value, masked, length, message }) =>
      formatLine([
        String(line),
        String(record),
        outcome,
        severity,
        code,
        ruleId ?? '',
        field ?? '',
        column ?? '',
        masked === true ? `masked, ${length ?? 0} characters` : (value ?? ''),
        message,
      ]),
    )
    .join('');
}

function formatLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

/**
 * Quotes a cell. A spreadsheet would execute a text that starts like a formula, so it gets an apostrophe. Numbers stay as
 * they are.
 */
function quote(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
