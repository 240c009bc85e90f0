import type { TextRange, ValueLocator } from '../../../compiler/index.ts';
import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import type { RecordError } from '../../base/model/record-error.ts';
import { formatCounted } from '../format/numbers.ts';
import { formatText, formatValue, severityPainter } from '../format/report.ts';
import { type Terminal, visible } from '../format/terminal.ts';
import { markCell } from './mark-cell.ts';

/** The text of a record, and the locator that finds values in it. */
export interface RecordText {
  text: string;
  locator: ValueLocator;
}

/**
 * Returns the lines of text that explain the issues of a record. Each issue has a heading, the line of the file with
 * carets below the cell, the message, and an empty line. If `record` is null, the line of the file is omitted.
 */
export function formatExplanations(error: RecordError, record: RecordText | null, terminal: Terminal): string[] {
  const { line, messages, more } = error;
  const cells = record?.locator.locate(record.text, messages) ?? [];
  const blocks = messages.map((issue, index) => {
    const cell = cells[index] ?? null;
    const shown = record === null ? [] : formatLine(record, cell, { line, terminal });
    return [
      formatHeading(line, issue, { hasCell: cell !== null, terminal }),
      ...shown,
      `  ${formatMessage(issue)}`,
      '',
    ];
  });
  const rest = more === undefined ? [] : [`Line ${line}: and ${formatCounted(more, 'more issue')} in this record`, ''];
  return [...blocks.flat(), ...rest];
}

/** Maximum width of a line of the file, in terminal columns. A wider line is cut. */
const MAX_WIDTH = 160;

/**
 * Returns the heading of an issue, for example `Line 3, column amount: ERROR`. If no cell is marked, or if corrections
 * changed its text, the heading also contains the rejected value.
 */
function formatHeading(
  line: number,
  issue: Issue,
  { hasCell, terminal }: { hasCell: boolean; terminal: Terminal },
): string {
  const column = issue.column === null ? '' : `, column ${visible(issue.column)}`;
  const isCorrected = issue.original !== undefined || issue.originalLength !== undefined;
  const value = hasCell && !isCorrected ? '' : formatValue(issue);
  const paint = severityPainter(issue.severity, terminal);
  const place = issue.cell === undefined ? `Line ${line}` : `Cell ${visible(issue.cell)}`;
  return `${terminal.bold(place)}${column}${value === '' ? '' : `, value ${value}`}${hasCell ? '' : formatSent(issue)}: ${paint(issue.severity)}`;
}

/** Returns the text of a cell as sent, if no line of the file shows it. */
function formatSent({ original }: Issue): string {
  return original === undefined ? '' : `, sent as ${formatText(original)}`;
}

function formatLine(
  { text, locator }: RecordText,
  cell: TextRange | null,
  { line, terminal }: { line: number; terminal: Terminal },
): string[] {
  const physical = locator.hasLines ? findPhysicalLine(text, cell) : { text, index: 0, cell };
  const number = String(line + physical.index);
  const gutter = number.length + '  '.length + ' | '.length;
  const marked = markCell(physical.text, physical.cell, Math.min(MAX_WIDTH, terminal.width - gutter));
  const raw = `  ${terminal.dim(`${number} |`)} ${marked.text}`;
  return marked.carets === null
    ? [raw]
    : [raw, `  ${' '.repeat(number.length)} ${terminal.dim('|')} ${terminal.red(marked.carets)}`];
}

function formatMessage({ message, ruleId }: Issue): string {
  return visible(ruleId === null ? message : `${message} [${ruleId}]`);
}

/** A physical line of a record. `cell` is the range of the cell on this line; null if there is no cell. */
interface PhysicalLine {
  text: string;
  /** Index of the line in the record, from 0. */
  index: number;
  cell: TextRange | null;
}

/**
 * Returns the physical line of a record on which a cell starts, without its line end. If `cell` is null, returns the
 * first line.
 */
function findPhysicalLine(record: string, cell: TextRange | null): PhysicalLine {
  const at = cell?.start ?? 0;
  let index = 0;
  let start = 0;
  for (const { 0: lineEnd, index: found } of record.matchAll(/\r\n|\r|\n/g)) {
    const next = found + lineEnd.length;
    if (next > at) return toLine(record.slice(start, found), start, { index, cell });
    start = next;
    index++;
  }
  return toLine(record.slice(start), start, { index, cell });
}

function toLine(text: string, start: number, { index, cell }: { index: number; cell: TextRange | null }): PhysicalLine {
  if (cell === null) return { text, index, cell };
  const inLine = (offset: number) => Math.min(offset - start, text.length);
  return { text, index, cell: { start: inLine(cell.start), end: inLine(cell.end) } };
}
