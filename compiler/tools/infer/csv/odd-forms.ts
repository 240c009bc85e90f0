import type { DialectGuess } from './dialect.ts';
import { readRows } from './rows.ts';
import type { CsvTable } from './table.ts';

/** The number of lines that are examined. */
const MAX_LINES = 200;

/** Returns clauses that describe forms of a file that no setting reads, so that a person must decide about them. */
export function findOddForms(text: string, guess: DialectGuess, table: CsvTable): string[] {
  const lines = text.split(/\r\n|\n|\r/, MAX_LINES).filter((line) => line.trim() !== '');
  return [
    ...(isProse(lines, guess, table) ? ['its lines have no delimiter and no columns'] : []),
    ...(areLabelled(lines, guess) ? ['its lines are labels with values: the file is one record, or no table'] : []),
    ...describeRecordEnd(lines),
    ...(isWholeLineQuoted(lines, guess)
      ? ['each record is one quoted cell, in which its cells are quoted again: set wholeRowQuoted']
      : []),
  ];
}

/** The share of the lines of a table with the usual number of cells. In sentences, fewer have as many commas. */
const MIN_USUAL = 0.8;

/** Whether a file contains sentences rather than values: in one column, or with a few commas in some of them. */
function isProse(
  lines: readonly string[],
  { width, share, dialect }: DialectGuess,
  { names, records }: CsvTable,
): boolean {
  const isSentence = (text: string) => text.trim().split(/\s+/).length > 4;
  const isOften = (texts: readonly string[]) => texts.filter(isSentence).length > texts.length / 4;
  if (names.columns.length < 2) return isOften(records.map(([text]) => text ?? ''));
  return width === 2 && dialect.delimiter === ',' && share < MIN_USUAL && isOften(lines);
}

/** Whether each line has a label of its own: `Name: Meyer`. */
function areLabelled(lines: readonly string[], { width }: DialectGuess): boolean {
  const labels = lines.map((line) => /^(\p{L}[^:=\t;|]{0,40})[:=]\s*\S/u.exec(line)?.[1] ?? '');
  return width < 2 && lines.length > 1 && !labels.includes('') && new Set(labels).size === labels.length;
}

const MIN_PARTS = 3;

/** Describes a file of one line whose records end with a character instead of a line end. */
function describeRecordEnd(lines: readonly string[]): string[] {
  const [line = ''] = lines;
  if (lines.length !== 1) return [];
  const end = ['~', "'", '|', ';', '\u001e', '#', '$'].find((one) => {
    const parts = line.split(one).filter((part) => part.trim() !== '');
    const [first = '', ...others] = parts;
    const inner = ['*', '+', ',', ';', '|', '\t', ':', '^'].find((other) => other !== one && first.includes(other));
    const widthOf = (part: string) => part.split(inner ?? '').length;
    return (
      inner !== undefined &&
      parts.length >= MIN_PARTS &&
      others.every((part) => part.includes(inner)) &&
      (others.every((part) => widthOf(part) === widthOf(first)) ||
        new Set(parts.map((part) => part.slice(0, 2))).size > 2)
    );
  });
  return end === undefined
    ? []
    : [`its records end with ${JSON.stringify(end)} instead of a line end: set recordSeparator`];
}

/** Whether most lines are one quoted cell that contains quoted cells again. */
function isWholeLineQuoted(lines: readonly string[], { dialect }: DialectGuess): boolean {
  const wrapped = lines.filter((line) => line.length > 2 && line.startsWith('"') && line.endsWith('"'));
  if (wrapped.length === 0 || wrapped.length < lines.length - 1) return false;
  const rows = readRows(wrapped.join('\n'), { ...dialect, quote: '"', escape: '"' }, MAX_LINES);
  return (
    rows.length > 0 && rows.every(({ cells: [cell = '', ...others] }) => others.length === 0 && /[,;\t|]/.test(cell))
  );
}
