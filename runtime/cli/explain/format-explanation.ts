import type { TextRange, ValueLocator } from '../../../compiler/index.ts';
import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import type { RecordError } from '../../base/model/record-error.ts';
import { formatCounted } from '../format/numbers.ts';
import { formatValue, severityPainter } from '../format/report.ts';
import { type Terminal, visible } from '../format/terminal.ts';
import { markCell } from './mark-cell.ts';
import { findPhysicalLine } from './physical-line.ts';

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
 * Returns the heading of an issue, for example `Line 3, column amount: ERROR`. If no cell is marked, the heading also
 * contains the rejected value.
 */
function formatHeading(
  line: number,
  issue: Issue,
  { hasCell, terminal }: { hasCell: boolean; terminal: Terminal },
): string {
  const column = issue.column === null ? '' : `, column ${visible(issue.column)}`;
  const value = hasCell ? '' : formatValue(issue);
  const paint = severityPainter(issue.severity, terminal);
  return `${terminal.bold(`Line ${line}`)}${column}${value === '' ? '' : `, value ${value}`}: ${paint(issue.severity)}`;
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
